"""The portable level without vectors, as machines other than x86-64 Linux and arm64 run it: built apart and tested."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.packaging

SUITES = (
    "test_doors",
    "test_batch_contract",
    "test_batch_refusals",
    "test_best_spread",
    "test_deal",
    "test_rank",
    "test_golden_deadwood",
    "test_golden_layoff",
    "test_golden_hands",
    "test_differential",
)


def run(command: list[str], folder: Path, **environment: str) -> str:
    """Run a command of this interpreter; its output, or a failure with it."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=os.environ | environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="CFLAGS are for gcc and clang; Windows builds are one lane anyway")
def test_one_lane_gives_the_same_answers(tmp_path: Path) -> None:
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    flags = f"{os.environ.get('CFLAGS', '')} -DGF_ONE_LANE".strip()
    run(["setup.py", "-q", "build_ext", "--inplace"], tmp_path, CFLAGS=flags)
    source = str(tmp_path / "src")
    where = "import ginfast, ginfast._batch as b; print(ginfast.__file__, b.level(), b.lanes())"
    loaded, *level = run(["-c", where], tmp_path, PYTHONPATH=source, GINFAST_CPU="portable").split()
    assert loaded.startswith(str(tmp_path))
    assert level == ["portable", "1"]
    suites = [f"tests/{name}.py" for name in SUITES]
    said = run(["-m", "pytest", "-q", "-x", *suites], tmp_path, PYTHONPATH=source, GINFAST_CPU="portable")
    assert " passed" in said
