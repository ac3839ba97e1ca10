"""Write the rows of tests/golden/deals.json anew from the plain-Python statement of the stream; --check compares.

The settings of the cases (seed, start, size, hands, exclude) and the known answers of Philox and SplitMix64 stay as
they are in the file; what is dealt for them is computed. The stream is frozen: a difference is a fault in
`ginfast.reference.deal`, not in the file.
"""

import json
import sys
from pathlib import Path

from ginfast.reference.deal import deal_row

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden" / "deals.json"


def rows(case: dict[str, str | int], count: int) -> list[str]:
    """Deal the rows of a case, one hexadecimal mask a hand, hands of a row beside each other."""
    start, exclude = int(str(case["start"])), int(str(case["exclude"]), 16)
    dealt: list[str] = []
    for i in range(count):
        hands = deal_row(
            (start + i) % 2**64,
            seed=int(str(case["seed"])),
            size=int(case["size"]),
            hands=int(case["hands"]),
            exclude=exclude,
        )
        dealt.append(" ".join(f"{hand:x}" for hand in hands))
    return dealt


def renewed(text: str) -> str:
    """Return the file with every case's rows computed; everything else letter by letter."""
    stored = json.loads(text)
    for case in stored["cases"]:
        old = json.dumps(case["rows"])
        new = json.dumps(rows(case, len(case["rows"])))
        if old not in text:
            sys.exit(f"{GOLDEN.name}: the rows of {case['about']!r} are not laid out as this tool writes them")
        text = text.replace(old, new, 1)
    return text


def main() -> int:
    """Write the file, or with --check return 1 when it differs."""
    text = GOLDEN.read_text(encoding="utf-8")
    made = renewed(text)
    if "--check" in sys.argv[1:]:
        return int(made != text)
    GOLDEN.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
