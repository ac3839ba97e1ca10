"""mypy --strict accepts positive.py, and reports exactly the marked lines of negative.py."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
pytestmark = pytest.mark.types
ERROR = re.compile(r"^(.+?):(\d+): error: .*\[([a-z-]+)\]$")


def mypy(name: str) -> list[tuple[int, str]]:
    """Return line and code of every error mypy reports for a file."""
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context"]
    done = subprocess.run(
        [*command, "--config-file", str(HERE / "mypy.ini"), str(HERE / name)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    found = [ERROR.match(line) for line in done.stdout.splitlines() if ": error: " in line]
    assert all(found), done.stdout
    return [(int(m.group(2)), m.group(3)) for m in found if m and Path(m.group(1)).name == name]


def test_positive_usage_is_accepted() -> None:
    assert mypy("positive.py") == []


def test_negative_usage_is_refused_where_marked() -> None:
    lines = (HERE / "negative.py").read_text(encoding="utf-8").splitlines()
    wanted = {n: set(line.split("# E: ")[1].split(", ")) for n, line in enumerate(lines, 1) if "# E: " in line}
    found: dict[int, set[str]] = {}
    for line, code in mypy("negative.py"):
        found.setdefault(line, set()).add(code)
    missed = {n: lines[n - 1] for n in wanted if n not in found}
    assert not missed, f"accepted, but should be refused: {missed}"
    wrong = {n: (lines[n - 1], codes) for n, codes in found.items() if not codes & wanted.get(n, set())}
    assert not wrong, f"refused otherwise than marked: {wrong}"
