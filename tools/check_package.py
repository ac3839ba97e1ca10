"""Everything about packaging that needs no container: metadata, workflows, sdist, wheel, and the wheel in a clean room.

Runs in the development environment (`make package`). Stops at the first failure and prints each command it runs.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHONS = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")
PLATFORMS = {"linux": ("manylinux", "musllinux"), "macos": ("macosx",), "windows": ("win_amd64",)}
PAGES = tuple(path.name for path in sorted(ROOT.glob("*.md")))
STRICT = {**os.environ, "GINFAST_STRICT": "1", "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a command, show it, and return what it printed; a failure ends the check."""
    words = [str(word) for word in command]
    print("$", " ".join(words), flush=True)
    done = subprocess.run(words, check=False, cwd=cwd, env=env or STRICT, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}\nfailed with code {done.returncode}: {' '.join(words)}")
    return done.stdout


def tool(name: str, *arguments: str | Path) -> str:
    """Run a tool of this environment."""
    return run(BIN / name, *arguments)


def check_metadata() -> None:
    """Check pyproject.toml, and that cibuildwheel would build exactly the wheels that are promised."""
    tool("validate-pyproject", "pyproject.toml")
    for platform, families in PLATFORMS.items():
        found = tool("cibuildwheel", "--print-build-identifiers", "--platform", platform).split()
        wanted = {(python, family) for python in PYTHONS for family in families}
        missing = {pair for pair in wanted if not any(f.startswith(f"{pair[0]}-{pair[1]}") for f in found)}
        extra = [f for f in found if not any(f.startswith(f"{python}-{family}") for python, family in wanted)]
        if missing or extra:
            sys.exit(f"cibuildwheel on {platform}: missing {sorted(missing)}, unexpected {extra}")
        print(f"  {platform}: {len(found)} wheels")


def check_workflows() -> None:
    """Check the workflows against their schema and for security smells."""
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    tool("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)
    tool("check-jsonschema", "--builtin-schema", "vendor.dependabot", ROOT / ".github" / "dependabot.yml")
    tool("zizmor", "--offline", "--no-progress", ".github")


def build(dist: Path) -> tuple[Path, Path]:
    """Build sdist, and the wheel from the sdist, in isolation; return both."""
    run(sys.executable, "-m", "build", "--outdir", dist, ROOT)
    (sdist,) = dist.glob("*.tar.gz")
    (wheel,) = dist.glob("*.whl")
    print("  sizes:", ", ".join(f"{path.name} {path.stat().st_size // 1024} kB" for path in (sdist, wheel)))
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    tool("check-wheel-contents", wheel)
    return sdist, wheel


def repair(wheel: Path, out: Path) -> Path:
    """Give the wheel its manylinux name; elsewhere than on Linux return it as it is."""
    if sys.platform != "linux":
        return wheel
    print(tool("auditwheel", "show", wheel).strip())
    tool("auditwheel", "repair", "--wheel-dir", out, wheel)
    (repaired,) = out.glob("*.whl")
    print(f"  repaired: {repaired.name}")
    return repaired


def clean_room(wheel: Path, room: Path) -> None:
    """Install the wheel in a new environment outside the tree and run the suite there."""
    room.mkdir()
    for name in ("tests", "docs", "src", "benchmarks", "tools", "LICENSE", "pyproject.toml", *PAGES):
        source = ROOT / name
        ignore = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        if source.is_dir():
            shutil.copytree(source, room / name, ignore=ignore)
        else:
            shutil.copy(source, room / name)
    venv.create(room / "venv", with_pip=True)
    python = room / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "-q", f"{wheel}[test]", cwd=room)
    where = run(python, "-c", "import ginfast; print(ginfast.__file__)", cwd=room).strip()
    if not where.startswith(str(room)):
        sys.exit(f"the suite would test {where}, not the installed wheel")
    print(run(python, "-m", "pytest", "-q", "tests", cwd=room).strip().splitlines()[-1])


def main() -> None:
    """Run all checks."""
    check_metadata()
    check_workflows()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        _, wheel = build(work / "dist")
        run(
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-m",
            "packaging",
            "tests/packaging",
            env={**STRICT, "GINFAST_DIST": str(work / "dist")},
        )
        clean_room(repair(wheel, work / "repaired"), work / "room")
    print("package: all checks passed")


if __name__ == "__main__":
    main()
