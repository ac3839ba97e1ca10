"""Deals: the stream of docs/deals.md at every SIMD level, frozen by golden values, and its uniformity."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from array_hands import card_counts
from at_levels import level_fixture  # noqa: F401 - the fixture `level`

from ginfast import _batch, batch
from ginfast.reference import deal as reference

GOLDEN = json.loads((Path(__file__).parent / "golden" / "deals.json").read_text(encoding="utf-8"))
ODDS = json.loads((Path(__file__).parent / "golden" / "odds.json").read_text(encoding="utf-8"))
DECK = 2**52 - 1
MANY = 300_000

#: size, hands, exclude
SHAPES = (
    (10, 1, 0),
    (10, 2, 0),
    (11, 1, 0),
    (10, 5, 0),
    (10, 1, 1 << 31),
    (10, 2, 0x8001008001001),
    (7, 3, 0xFFFF),
    (0, 3, 0),
    (1, 52, 0),
    (13, 4, 0),
    (3, 1, DECK & ~0b1011),
    (26, 2, 0),
    (52, 1, 0),
)

Shape = tuple[int, int, int, int]  # seed, size, hands, exclude
Counts = npt.NDArray[np.float64]


def rows(start: int, n: int, shape: Shape) -> list[list[int]]:
    seed, size, hands, exclude = shape
    dealt = batch.deal(n, start=start, seed=seed, size=size, hands=hands, exclude=exclude)
    return [list(map(int, row)) for row in dealt.reshape(n, hands)]


def reference_rows(start: int, n: int, shape: Shape) -> list[list[int]]:
    seed, size, hands, exclude = shape
    numbers = ((start + i) % 2**64 for i in range(n))
    return [reference.deal_row(number, seed=seed, size=size, hands=hands, exclude=exclude) for number in numbers]


# --- the definition --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", GOLDEN["philox"], ids=lambda case: case["counter"])
def test_philox_gives_the_known_answers(case: dict[str, str]) -> None:
    c0, c1, c2, c3 = (int(word, 16) for word in case["counter"].split())
    k0, k1 = (int(word, 16) for word in case["key"].split())
    assert " ".join(f"{word:08x}" for word in reference.philox((c0, c1, c2, c3), (k0, k1))) == case["words"]


def test_split_mix_gives_the_known_answers() -> None:
    for seed, wanted in GOLDEN["split_mix"]:
        assert f"{reference.split_mix(int(seed)):x}" == wanted


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: f"{case['about']} {case['start']}")
def test_golden_deals(case: dict[str, Any], level: str) -> None:
    wanted = [[int(mask, 16) for mask in row.split()] for row in case["rows"]]
    shape = int(case["seed"]), int(case["size"]), int(case["hands"]), int(case["exclude"], 16)
    start = int(case["start"])
    assert reference_rows(start, len(wanted), shape) == wanted
    assert rows(start, len(wanted), shape) == wanted
    # The same rows within a longer deal, where whole vectors are dealt.
    before = min(70, start)
    longer = rows(start - before, before + len(wanted) + 70, shape)
    assert longer[before : before + len(wanted)] == wanted


@pytest.mark.parametrize(("size", "hands", "exclude"), SHAPES)
def test_deals_are_those_of_the_reference(size: int, hands: int, exclude: int, level: str) -> None:
    shape = 99, size, hands, exclude
    for start in (0, 2**32 - 30, 2**64 - 20):
        assert rows(start, 75, shape) == reference_rows(start, 75, shape)


@pytest.mark.parametrize(("size", "hands", "exclude"), SHAPES)
def test_levels_and_slices_give_the_same(size: int, hands: int, exclude: int, level: str) -> None:
    n = 40_003 if hands < 5 else 4_003
    begin = 2**32 - n // 2
    got = batch.deal(n, start=begin, seed=5, size=size, hands=hands, exclude=exclude)
    _batch.use_level("portable")
    wanted = batch.deal(n, start=begin, seed=5, size=size, hands=hands, exclude=exclude)
    np.testing.assert_array_equal(got, wanted)
    for first, length in ((0, 1), (1, 7), (9, 65), (1000, 131)):
        part = batch.deal(length, start=begin + first, seed=5, size=size, hands=hands, exclude=exclude)
        np.testing.assert_array_equal(part, wanted[first : first + length])
    table = wanted.reshape(n, hands)
    together = np.bitwise_or.reduce(table, axis=1)
    assert (card_counts(table) == size).all()
    assert (card_counts(together) == size * hands).all()
    assert not (together & np.uint64(exclude | 0xFFF << 52)).any()


def test_hands_that_are_drawn_again_occur_and_agree(level: str) -> None:
    # One hand in 18,000; the golden cases name some. Here every one of 200,000 is compared by way of its size.
    hands = batch.deal(200_000, seed=1)
    assert (card_counts(hands) == 10).all()
    for number in (16489, 27656):
        assert hands[number] == reference.deal_row(number, seed=1)[0]


def test_more_hands_leave_the_first_ones_alone() -> None:
    two = batch.deal(1000, hands=2, seed=8)
    np.testing.assert_array_equal(two[:, 0], batch.deal(1000, seed=8))
    np.testing.assert_array_equal(two, batch.deal(1000, hands=3, seed=8)[:, :2])


@pytest.mark.parametrize("threads", [1, 4])
def test_threads_deal_the_same(threads: int) -> None:
    whole = batch.deal(MANY, hands=2, seed=3, threads=threads)
    np.testing.assert_array_equal(whole[123_456:123_999], batch.deal(543, hands=2, seed=3, start=123_456))
    np.testing.assert_array_equal(whole, batch.deal(MANY, hands=2, seed=3))


def test_seeds_differ() -> None:
    firsts = {batch.deal(1, seed=seed).item() for seed in range(500)}
    assert len(firsts) == 500
    assert batch.deal(20).tolist() != batch.deal(20).tolist()


# --- uniformity: fixed seeds, so these pass or fail for good ----------------------------------------------------------


def held(hands: npt.NDArray[np.uint64]) -> npt.NDArray[np.float32]:
    """Return a table of ones and zeros, hands by cards."""
    return (hands[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(np.float32)


def near_chi_square(value: float, freedom: int) -> bool:
    return abs(value - freedom) < 4.5 * float(np.sqrt(2 * freedom))


def pair_counts(hands: npt.NDArray[np.uint64]) -> Counts:
    total = np.zeros((52, 52))
    for part in np.array_split(hands, max(1, len(hands) // 50_000)):
        table = held(part)
        total += table.T @ table
    return total


def check_cards_and_pairs(hands: npt.NDArray[np.uint64], size: int) -> None:
    """Compare the counts of cards and of pairs of cards with those of uniform hands.

    The covariance of pair counts has two eigenspaces besides the constant (Johnson scheme): sums by card, of dimension
    51, and what is left, of dimension 1274; each gives a chi-square of its own.
    """
    n, counts = len(hands), pair_counts(hands)
    q = [1.0]
    for i in range(4):
        q.append(q[-1] * (size - i) / (52 - i))
    by_card = np.diag(counts) - n * q[1]
    assert near_chi_square(float((by_card**2).sum()) / (n * (q[1] - q[2])), 51)
    off = counts - n * q[2]
    np.fill_diagonal(off, 0)
    squares = float((off[np.triu_indices(52, 1)] ** 2).sum()) - float((off.sum(axis=1) ** 2).sum()) / 50
    assert near_chi_square(squares / (n * (q[2] - 2 * q[3] + q[4])), 1274)


@pytest.mark.parametrize("size", [4, 10, 11, 26])
def test_cards_and_pairs_are_uniform(size: int) -> None:
    check_cards_and_pairs(batch.deal(MANY, size=size, seed=size), size)


def test_the_second_hand_is_uniform_too() -> None:
    two = batch.deal(MANY, hands=2, seed=2)
    check_cards_and_pairs(two[:, 1], 10)
    check_cards_and_pairs(two[:, 0] | two[:, 1], 20)


def test_a_uniformity_test_can_fail() -> None:
    hands = batch.deal(MANY, seed=4)
    hands[::20] = batch.deal(MANY // 20, seed=5, exclude=1)
    with pytest.raises(AssertionError):
        check_cards_and_pairs(hands, 10)


def test_all_small_hands_are_equally_likely() -> None:
    # Five cards left: ten hands of two, then three hands' worth of orders of the rest.
    left = 0b1001 << 20 | 1 << 51 | 0b11
    two = batch.deal(MANY, size=2, hands=2, seed=6, exclude=DECK & ~left)
    cards = [card for card in range(52) if left >> card & 1]
    masks = [1 << a | 1 << b for a, b in combinations(cards, 2)]
    pairs = [(a, b) for a in masks for b in masks if not a & b]
    found, counts = np.unique(two, axis=0, return_counts=True)
    assert sorted(map(tuple, found.tolist())) == sorted(pairs)
    expected = MANY / len(pairs)
    assert near_chi_square(float(((counts - expected) ** 2).sum()) / expected, len(pairs) - 1)


def test_deadwood_has_the_exact_distribution() -> None:
    whole = next(case for case in ODDS["cases"] if case["id"] == "A1")
    exact = np.array(whole["dist"], dtype=np.float64)
    n = 1_000_000
    counts = np.bincount(batch.evaluate(batch.deal(n, seed=10)), minlength=len(exact)).astype(np.float64)
    assert len(counts) == len(exact)
    expected = exact / whole["hands"] * n
    common = expected >= 8
    seen, wanted = (np.append(table[common], table[~common].sum()) for table in (counts, expected))
    assert near_chi_square(float(((seen - wanted) ** 2 / wanted).sum()), len(wanted) - 1)
