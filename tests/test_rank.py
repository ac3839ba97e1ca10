"""Places of hands in the order of masks: rank and unrank over the whole range, at every SIMD level."""

from itertools import combinations, pairwise
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from array_hands import card_counts
from at_levels import level_fixture  # noqa: F401 - the fixture `level`

from ginfast import GinfastError, batch
from ginfast.reference import deal as reference

LENGTHS = (0, 1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 200, 1000)

Words = npt.NDArray[np.uint64]


def places(size: int, n: int) -> Words:
    """Return random places, and those on either side of every edge of the kernels' searches."""
    last = comb(52, size) - 1
    drawn = np.random.default_rng(size).integers(0, last, n, dtype=np.uint64, endpoint=True).tolist()
    edges = [comb(p, i) + d for p in range(53) for i in range(min(size, 52 - size), 0, -1) for d in (-1, 0)]
    buckets = [((16 + leading) << shift) - 16 + d for leading in range(16) for shift in range(46) for d in (-1, 0)]
    near = {0, last, *edges, *buckets, *(last - edge for edge in edges), *(last - edge for edge in buckets)}
    return np.array([*drawn, *sorted(place for place in near if 0 <= place <= last)], dtype=np.uint64)


@pytest.mark.parametrize("size", range(53))
def test_rank_and_unrank_undo_each_other(size: int, level: str) -> None:
    ranks = places(size, 2000)
    hands = batch.unrank(ranks, size)
    assert (card_counts(hands) == size).all()
    assert hands.max() < 2**52
    np.testing.assert_array_equal(batch.rank(hands), ranks)
    order = np.argsort(ranks, kind="stable")
    assert ((np.diff(hands[order]) > 0) == (np.diff(ranks[order]) > 0)).all()


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 9, 10, 11, 12, 15, 16, 17, 26, 27, 36, 37, 41, 42, 51, 52])
def test_places_are_those_of_the_reference(size: int, level: str) -> None:
    ranks = places(size, 300)[:300]
    hands = batch.unrank(ranks, size).tolist()
    assert hands == [reference.unrank(place, size) for place in ranks.tolist()]
    assert [reference.rank(hand) for hand in hands] == ranks.tolist()


def test_all_hands_of_three_cards(level: str) -> None:
    hands = np.array(sorted(1 << a | 1 << b | 1 << c for a, b, c in combinations(range(52), 3)), dtype=np.uint64)
    np.testing.assert_array_equal(batch.rank(hands), np.arange(comb(52, 3)))
    np.testing.assert_array_equal(batch.unrank(np.arange(comb(52, 3)), 3), hands)
    np.testing.assert_array_equal(batch.rank(hands ^ np.uint64(2**52 - 1)), np.arange(comb(52, 3))[::-1])


@pytest.mark.parametrize("most", [3, 10, 11, 12, 16, 30, 52])
def test_hands_of_mixed_sizes_have_places_among_their_own(most: int, level: str) -> None:
    rng = np.random.default_rng(most)
    hands = np.concatenate([batch.deal(1, size=int(size), seed=int(size)) for size in rng.integers(0, most + 1, 700)])
    rng.shuffle(hands)
    assert batch.rank(hands).tolist() == [reference.rank(hand) for hand in hands.tolist()]


def test_any_length_gives_the_same(level: str) -> None:
    ranks = places(10, 1000)
    hands = batch.unrank(ranks, 10)
    for length in LENGTHS:
        np.testing.assert_array_equal(batch.unrank(ranks[:length], 10), hands[:length])
        np.testing.assert_array_equal(batch.rank(hands[:length]), ranks[:length])
        np.testing.assert_array_equal(batch.rank(hands[3 : 3 + length]), ranks[3 : 3 + length])


def test_wrong_rows_are_named_at_every_place(level: str) -> None:
    hands, ranks = batch.deal(300, seed=1), np.arange(300)
    for row in (0, 1, 63, 64, 127, 128, 191, 299):
        bad = hands.copy()
        bad[row:] |= np.uint64(1 << 52)
        with pytest.raises(GinfastError, match=rf"masks\[{row}\]"):
            batch.rank(bad)
        wrong = ranks.copy()
        wrong[row:] = comb(52, 10)
        with pytest.raises(GinfastError, match=rf"ranks\[{row}\]: {comb(52, 10)}"):
            batch.unrank(wrong, 10)


def test_shards_make_up_the_whole_space() -> None:
    whole = batch.unrank(np.arange(comb(52, 4)), 4)
    cuts = [0, 1000, 1001, 270_000, comb(52, 4)]
    parts = [batch.unrank(np.arange(a, b), 4) for a, b in pairwise(cuts)]
    np.testing.assert_array_equal(np.concatenate(parts), whole)
    assert (np.diff(whole) > 0).all()
