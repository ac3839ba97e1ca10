"""Open the wheel and the sdist: what must be inside is, what must not be is not.

GINFAST_DIST names a folder with both; without it they are built from this tree (needs the group ``build``).
"""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.packaging


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds one sdist and one wheel built from it."""
    if given := os.environ.get("GINFAST_DIST"):
        return Path(given)
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path) -> zipfile.ZipFile:
    """Return the opened wheel."""
    (path,) = dist.glob("ginfast-*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="session")
def sdist_names(dist: Path) -> set[str]:
    """Return the sdist's files, the leading folder cut off."""
    (path,) = dist.glob("ginfast-*.tar.gz")
    with tarfile.open(path) as archive:
        return {member.name.split("/", 1)[1] for member in archive.getmembers() if member.isfile()}


def tracked(pattern: str) -> set[str]:
    """Return the sources of this tree that match, relative to its root."""
    return {str(path.relative_to(ROOT)) for path in ROOT.glob(pattern)}


def test_wheel_holds_types_stubs_and_declarations(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    wanted = {"ginfast/py.typed", "ginfast/__init__.pxd", "ginfast/_core.pxd"}
    wanted |= {name.removeprefix("src/") for kind in ("*.py", "*.pyi") for name in tracked(f"src/**/{kind}")}
    assert wanted <= names, sorted(wanted - names)
    for module in ("_arrangements", "_batch", "_core", "_cpu"):
        assert any(name.startswith(f"ginfast/{module}.") and name.endswith((".so", ".pyd")) for name in names), module


def test_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    for name in wheel.namelist():
        top = name.split("/")[0]
        assert top == "ginfast" or top.endswith((".dist-info", ".libs")), name
        assert not name.endswith((".pyx", ".c", ".h", ".cpp", ".html")), name
        assert "tests" not in name.split("/")


def test_declarations_need_no_header_of_ours(wheel: zipfile.ZipFile) -> None:
    for name in wheel.namelist():
        if name.endswith(".pxd"):
            text = wheel.read(name).decode()
            assert 'extern from "' not in text, f"{name} wants a header that the wheel does not carry"
            for module in re.findall(r"from ginfast\.(\w+) cimport", text):
                assert f"ginfast/{module}.pxd" in wheel.namelist(), f"{name} wants {module}.pxd"


def test_wheel_metadata(wheel: zipfile.ZipFile) -> None:
    (name,) = (n for n in wheel.namelist() if n.endswith(".dist-info/METADATA"))
    metadata = Parser().parsestr(wheel.read(name).decode())
    assert metadata["Name"] == "ginfast"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["License-File"] == "LICENSE"
    assert metadata["Requires-Python"] == ">=3.11"
    required = [r for r in metadata.get_all("Requires-Dist", []) if "extra ==" not in r]
    assert required == ["numpy>=1.26"], "NumPy is the only run-time dependency"
    assert not [c for c in metadata.get_all("Classifier", []) if c.startswith("License")]


def test_sdist_holds_the_sources(sdist_names: set[str]) -> None:
    wanted = set()
    for kind in ("py", "pyx", "pxd", "pyi", "h", "c"):
        wanted |= tracked(f"src/**/*.{kind}")
    wanted |= tracked("tests/**/*.py")
    wanted |= {"pyproject.toml", "setup.py", "README.md", "LICENSE", "CHANGELOG.md", "docs/rules.md", "Makefile"}
    wanted -= {name for name in wanted if "__pycache__" in name or name.endswith((".so", ".pyd"))}
    missing = {name for name in wanted if (ROOT / name).is_file()} - sdist_names
    assert not missing, sorted(missing)


def test_sdist_holds_no_generated_or_compiled_file(sdist_names: set[str]) -> None:
    bad = {n for n in sdist_names if n.endswith((".so", ".pyd", ".pyc", ".o")) or n.startswith("build/")}
    bad |= {n for n in sdist_names if n.endswith(".c") and (ROOT / n).with_suffix(".pyx").exists()}
    assert not bad, sorted(bad)
