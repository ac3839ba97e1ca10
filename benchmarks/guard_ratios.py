"""Paired ratios: how many times faster than its reference each operation is, fast and slow timed in turn."""

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterable

import hands
import numpy as np

from ginfast import batch, cpu_level, masks, reference

PAIRS = 15
REPEATS = 20
SLOW_ROWS = 100
SCALAR_ROWS = 5_000
BATCH_ROWS = 100_000

Call = Callable[[], object]


def drain(iterator: Iterable[object]) -> None:
    """Consume an iterator at C speed."""
    deque(iterator, maxlen=0)


def seconds(call: Call) -> float:
    """Return thread CPU time of one call."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


def drain_slowly(iterator: Iterable[object]) -> None:
    """Consume answers of the reference, which remembers hands: it must not."""
    reference.deadwood.cache_clear()
    drain(iterator)


def ratio(fast: Call, fast_rows: int, slow: Call, slow_rows: int) -> float:
    """Return the median of paired ratios of rows per second; the fast call is short, so the best of several counts."""
    fast()
    slow()
    return statistics.median(
        seconds(slow) / slow_rows / (min(seconds(fast) for _ in range(REPEATS)) / fast_rows) for _ in range(PAIRS)
    )


def scalar() -> dict[str, float]:
    """Return the ratios of the masks door."""
    tens = [int(mask) for mask in hands.random_hands(SCALAR_ROWS, 10)]
    elevens = [int(mask) for mask in hands.random_hands(SCALAR_ROWS, 11)]
    knockers, others = hands.random_pairs(SCALAR_ROWS)
    melds = [masks.best_arrangement(int(knocker)) for knocker in knockers]
    defenders = [int(other) for other in others]
    work: dict[str, tuple[Callable[..., object], Callable[..., object], list[list[object]]]] = {
        "masks.deadwood": (masks.deadwood, reference.deadwood, [list(tens)]),
        "masks.best_arrangement": (masks.best_arrangement, reference.best_arrangement, [list(tens)]),
        "masks.best_discard": (masks.best_discard, reference.best_discard, [list(elevens)]),
        "masks.rank_discards": (masks.rank_discards, reference.rank_discards, [list(elevens)]),
        "masks.lay_off": (masks.lay_off, reference.lay_off, [list(defenders), list(melds)]),
    }
    found: dict[str, float] = {}
    for name, (fast, slow, arguments) in work.items():
        few = [column[:SLOW_ROWS] for column in arguments]

        def quick(fast: Callable[..., object] = fast, arguments: list[list[object]] = arguments) -> None:
            drain(map(fast, *arguments))

        def plain(slow: Callable[..., object] = slow, few: list[list[object]] = few) -> None:
            drain_slowly(map(slow, *few))

        found[name] = ratio(quick, SCALAR_ROWS, plain, SLOW_ROWS)
    return found


def arrays() -> dict[str, float]:
    """Return the ratios of the arrays door at the running level."""
    tens = hands.random_hands(BATCH_ROWS, 10)
    elevens = hands.random_hands(BATCH_ROWS, 11)
    knockers, defenders = hands.random_pairs(BATCH_ROWS)
    shown = batch.best_arrangement(knockers)
    melds = np.stack([shown["meld0"], shown["meld1"], shown["meld2"]], axis=1)
    few_tens = [int(mask) for mask in tens[:SLOW_ROWS]]
    few_elevens = [int(mask) for mask in elevens[:SLOW_ROWS]]
    few_defenders = [int(mask) for mask in defenders[:SLOW_ROWS]]
    few_melds = [tuple(int(meld) for meld in row if meld) for row in melds[:SLOW_ROWS]]
    work: dict[str, tuple[Call, Call]] = {
        "batch.deadwood": (lambda: batch.deadwood(tens), lambda: drain_slowly(map(reference.deadwood, few_tens))),
        "batch.best_discard": (
            lambda: batch.best_discard(elevens),
            lambda: drain_slowly(map(reference.best_discard, few_elevens)),
        ),
        "batch.rank_discards": (
            lambda: batch.rank_discards(elevens),
            lambda: drain_slowly(map(reference.rank_discards, few_elevens)),
        ),
        "batch.best_arrangement": (
            lambda: batch.best_arrangement(tens),
            lambda: drain_slowly(map(reference.best_arrangement, few_tens)),
        ),
        "batch.lay_off": (
            lambda: batch.lay_off(defenders, melds),
            lambda: drain_slowly(map(reference.lay_off, few_defenders, few_melds)),
        ),
    }
    return {name: ratio(fast, BATCH_ROWS, slow, SLOW_ROWS) for name, (fast, slow) in work.items()}


def measure() -> dict[str, dict[str, float]]:
    """Return all ratios: the scalar ones, and those of the arrays door under the level's name."""
    return {"scalar": scalar(), f"arrays, {cpu_level()}": arrays()}


def compare(key: str, measured: dict[str, float], normal: dict[str, float] | None, floor: float) -> int:
    """Print ratios against their normals; return how many are under the floor."""
    print(f"\n{key}: times faster than ginfast.reference\n{'':<32}{'normal':>12}{'now':>12}{'share':>9}")
    if normal is None:
        print(f"no normals for {key!r}: record them")
        return 1
    wrong = 0
    for name, now in measured.items():
        usual = normal.get(name)
        if usual is None:
            print(f"{name:<32}{'-':>12}{now:12.1f}      NEW, record it")
            wrong += 1
            continue
        low = now < floor * usual
        print(f"{name:<32}{usual:12.1f}{now:12.1f}{now / usual:9.2f}{'  UNDER THE FLOOR' if low else ''}")
        wrong += low
    return wrong
