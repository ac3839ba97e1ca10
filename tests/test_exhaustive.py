"""Whole spaces against tables that three independent methods agree on: every hand of a size, not a sample.

A hand's deadwood does not change when suits are relabelled, so one hand of each orbit is asked for, and counts for
all of its orbit: the suits' patterns in falling order a >= b >= c >= d, 24 hands, fewer where patterns are equal. The
tables in golden/facts have a line for each deadwood that occurs: deadwood, number of hands.
"""

from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from ginfast import _batch, _cpu, batch

FACTS = Path(__file__).parent / "golden" / "facts"
PATTERNS = 1 << 13
CHUNK = 1 << 19

Masks = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]

# Hands of an orbit by which neighbours of (a, b, c, d) are equal: bit 0 a == b, bit 1 b == c, bit 2 c == d.
ORBIT = np.array([24, 12, 12, 4, 12, 6, 4, 1])


def facts(name: str) -> Counts:
    """Return a table as an array by deadwood."""
    counts = np.zeros(256, dtype=np.int64)
    for line in (FACTS / f"{name}.txt").read_text().splitlines():
        deadwood, hands = line.split()
        counts[int(deadwood)] = int(hands)
    return counts


class Pairs:
    """All (c, d) with c >= d and so many cards, by rising c, as the low half of a mask."""

    def __init__(self, cards: int, sizes: Counts) -> None:
        low, high = [], []
        for c in range(PATTERNS):
            rest = cards - int(sizes[c])
            if rest >= 0:
                d = np.flatnonzero(sizes[: c + 1] == rest)
                high.append(np.full(d.size, c))
                low.append(d)
        self.c, d = np.concatenate(high), np.concatenate(low)
        self.masks = (d | self.c << 13).astype(np.uint64)
        strict = self.c > d
        self.strict_masks, self.strict_c = self.masks[strict], self.c[strict]
        self.equal_masks, self.equal_c = self.masks[~strict], self.c[~strict]


def orbits(size: int) -> Iterator[tuple[bool, Masks, Masks]]:
    """Yield (all four patterns differ, high halves, low halves): each high with each low is a hand of its orbit."""
    sizes = np.array([pattern.bit_count() for pattern in range(PATTERNS)])
    by_size = [np.flatnonzero(sizes == cards) for cards in range(14)]
    pairs = [Pairs(cards, sizes) for cards in range(min(size, 26) + 1)]
    for b in range(PATTERNS):
        for cards, low in enumerate(pairs):
            need = size - int(sizes[b]) - cards
            if not 0 <= need <= 13:
                continue
            upper = by_size[need]
            upper = upper[np.searchsorted(upper, b) :]
            if not upper.size:
                continue
            level = int(upper[0] == b)
            high = (upper << 39 | b << 26).astype(np.uint64)
            below = np.searchsorted(low.strict_c, b)
            yield True, high[level:], low.strict_masks[:below]
            yield False, high[level:], low.equal_masks[: np.searchsorted(low.equal_c, b)]
            first, last = np.searchsorted(low.c, (b, b + 1))
            yield False, high[level:], low.masks[first:last]
            if level:
                yield False, high[:1], low.masks[:last]


def distribution(size: int, ask: Callable[[Masks, npt.NDArray[np.uint8]], object]) -> tuple[Counts, int]:
    """Return hands by answer, and the number of hands asked for; ``ask`` writes the answers of a chunk."""
    chunks = {True: np.empty(CHUNK, np.uint64), False: np.empty(CHUNK, np.uint64)}
    filled = {True: 0, False: 0}
    counts, asked = np.zeros(256, np.int64), 0
    answers = np.empty(CHUNK, np.uint8)

    def flush(strict: bool) -> None:
        nonlocal asked
        hands = chunks[strict][: filled[strict]]
        found = answers[: hands.size]
        ask(hands, found)
        if strict:
            counts[:] += 24 * np.bincount(found, minlength=256)
        else:
            a, b, c, d = (hands >> np.uint64(13 * suit) & np.uint64(PATTERNS - 1) for suit in (3, 2, 1, 0))
            weights = ORBIT[(a == b) + 2 * (b == c) + 4 * (c == d)]
            # Sums of whole numbers below 2**53 are exact in the floats that bincount gives.
            counts[:] += np.bincount(found, weights, minlength=256).astype(np.int64)
        asked += hands.size
        filled[strict] = 0

    def add(strict: bool, high: Masks, low: Masks) -> None:
        if filled[strict] + high.size * low.size > CHUNK:
            flush(strict)
        room = chunks[strict][filled[strict] : filled[strict] + high.size * low.size]
        np.bitwise_or(high[:, None], low, out=room.reshape(high.size, low.size))
        filled[strict] += room.size

    for strict, high, low in orbits(size):
        for start in range(0, low.size, CHUNK):
            part = low[start : start + CHUNK]
            rows = CHUNK // part.size
            for first in range(0, high.size, rows):
                add(strict, high[first : first + rows], part)
    flush(strict=True)
    flush(strict=False)
    return counts, asked


def ask_deadwood(hands: Masks, answers: npt.NDArray[np.uint8]) -> None:
    batch.evaluate(hands, out=answers)


def ask_best_throw(hands: Masks, answers: npt.NDArray[np.uint8]) -> None:
    answers[:] = batch.best_discard(hands)["deadwood"]


def check(name: str, size: int, ask: Callable[[Masks, npt.NDArray[np.uint8]], object]) -> None:
    counts, asked = distribution(size, ask)
    assert counts.sum() == comb(52, size)
    assert asked < comb(52, size) // 20
    np.testing.assert_array_equal(counts, facts(name))


def test_orbits_cover_every_hand_of_three_and_four_cards() -> None:
    for size in (0, 1, 3, 4):
        counts, _ = distribution(size, ask_deadwood)
        everything = batch.evaluate(batch.unrank(np.arange(comb(52, size)), size))
        np.testing.assert_array_equal(counts, np.bincount(everything, minlength=256))


@pytest.mark.parametrize("size", [7, 8, 9])
def test_every_hand_of(size: int) -> None:
    check(f"dist_dw_{size}", size, ask_deadwood)


@pytest.mark.parametrize("level", _cpu.NAMES[: _cpu.BEST])
def test_every_hand_of_seven_at_lower_levels(level: str) -> None:
    before = _batch.level()
    _batch.use_level(level)
    try:
        check("dist_dw_7", 7, ask_deadwood)
    finally:
        _batch.use_level(before)


def test_tables_count_every_hand() -> None:
    names = sorted(path.stem for path in FACTS.glob("*.txt"))
    assert names == ["dist_discard_11", *(f"dist_dw_{size}" for size in (10, 11, 12, 13, 7, 8, 9))]
    for name in names:
        assert facts(name).sum() == comb(52, int(name.rsplit("_", 1)[1])), name


def test_known_figures_of_ten_cards() -> None:
    table = facts("dist_dw_10")
    assert table.sum() == comb(52, 10)
    assert table[0] == 136_694
    assert table[:11].sum() == 10_212_276
    assert table.nonzero()[0][-1] == 98
    assert facts("dist_discard_11")[:11].sum() == 249_005_188


@pytest.mark.slow
@pytest.mark.parametrize("size", [10, 11, 12])
def test_every_hand_of_more(size: int) -> None:
    check(f"dist_dw_{size}", size, ask_deadwood)


@pytest.mark.slow
def test_best_throw_of_every_hand_of_eleven() -> None:
    check("dist_discard_11", 11, ask_best_throw)


@pytest.mark.slow
def test_every_hand_of_ten_by_its_place() -> None:
    """No orbits: all 15,820,024,220 hands, shard by shard."""
    counts, total, shard = np.zeros(256, np.int64), comb(52, 10), 1 << 24
    hands = np.empty(shard, np.uint64)
    for first in range(0, total, shard):
        places = np.arange(first, min(first + shard, total), dtype=np.uint64)
        found = batch.evaluate(batch.unrank(places, 10, out=hands[: places.size], threads=0), threads=0)
        for part in np.split(found, range(1 << 18, found.size, 1 << 18)):
            counts += np.bincount(part, minlength=256)
    np.testing.assert_array_equal(counts, facts("dist_dw_10"))
