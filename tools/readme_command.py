"""Print one of the two commands at the top of README.md (``demo`` or ``test``): CI runs what the README says."""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
WANTED = {"demo": "ginfast demo", "test": "pytest"}


def command(which: str, text: str) -> str:
    """Return the first ``sh`` block of the README that ends in the wanted program."""
    for block in re.findall(r"^```sh\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL):
        if block.rstrip().endswith(WANTED[which]):
            return str(block).strip()
    message = f"README.md has no sh block ending in {WANTED[which]!r}"
    raise SystemExit(message)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in WANTED:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(WANTED)}")
    print(command(sys.argv[1], README.read_text(encoding="utf-8")))
