"""What the guard runs under valgrind: one operation over the first N rows of a data file, and nothing else.

usage: python guard_work.py scalar OPERATION DATA ROWS        (without NumPy: a small process)
       python guard_work.py batch DATA                        (every batch operation once, kernels counted by symbol)
The data file holds little-endian uint64 masks: for scalar work the rows and the arguments beside them.
"""

import sys
from array import array
from collections import deque
from pathlib import Path


def columns(path: str, width: int) -> list[list[int]]:
    """Return the columns of a data file of ``width`` uint64 per row, column after column."""
    data = array("Q")
    data.frombytes(Path(path).read_bytes())
    rows = len(data) // width
    return [data[column * rows : (column + 1) * rows].tolist() for column in range(width)]


def scalar(operation: str, path: str, rows: int) -> None:
    """Call one function of the masks door once per row."""
    from ginfast import masks

    call = getattr(masks, operation)
    arguments: list[list[object]]
    if operation == "lay_off":
        defenders, *melds = columns(path, 4)
        arguments = [list(defenders), [tuple(m for m in three if m) for three in zip(*melds, strict=True)]]
    elif operation == "parse_cards":
        arguments = [[masks.format_cards(mask) for mask in columns(path, 1)[0]]]
    else:
        arguments = [list(columns(path, 1)[0])]
    deque(map(call, *(column[:rows] for column in arguments)), maxlen=0)


def batch(path: str) -> None:
    """Run every array operation over the same hands, at the level that GINFAST_CPU names."""
    import numpy as np

    from ginfast import batch as door

    tens, elevens, knockers, defenders = np.fromfile(path, dtype="<u8").reshape(4, -1)
    door.deadwood(tens)
    door.best_discard(elevens)
    door.rank_discards(elevens)
    shown = door.best_arrangement(knockers)
    melds = np.stack([shown["meld0"], shown["meld1"], shown["meld2"]], axis=1)
    door.lay_off(defenders, melds)
    results = door.resolve_hand(knockers, defenders)
    door.score_counts(results["knocker_deadwood"], results["defender_deadwood"])
    door.from_ids(door.to_ids(tens))
    door.deal(len(tens), size=10, seed=1)
    ranks = door.rank(tens)
    door.unrank(ranks, 10)


if __name__ == "__main__":
    if sys.argv[1] == "scalar":
        scalar(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        batch(sys.argv[2])
