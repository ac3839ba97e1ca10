"""Known distributions over unknown hands, as far as the arrays door answers them: counting, no probabilities yet."""

import json
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from golden_cases import GOLDEN, mask, masks_of

from ginfast import batch, reference
from ginfast.reference import melds
from ginfast.reference.cards import points

CASES = {case["id"]: case for case in json.loads((GOLDEN / "odds.json").read_text(encoding="utf-8"))["cases"]}
CHUNK = 1 << 21
Masks = npt.NDArray[np.uint64]


def unknown_hands(case_id: str, first: int, last: int) -> Masks:
    """Give the unknown hands number ``first`` to ``last`` of a case: its known cards and others of those available."""
    case = CASES[case_id]
    known, taken = mask(case["known"]), mask(case.get("hand", "")) | mask(case["seen"]) | mask(case["known"])
    available = [card for card in range(52) if not taken >> card & 1]
    ranks = np.arange(first, last, dtype=np.uint64)
    dense = batch.unrank(ranks, case["n"] - known.bit_count())
    # Spread the bits over the available cards, thirteen at a time.
    hands = np.full(dense.shape, known, dtype=np.uint64)
    for low in range(0, len(available), 13):
        cards = available[low : low + 13]
        table = np.zeros(1 << len(cards), dtype=np.uint64)
        for bit, card in enumerate(cards):
            table[1 << bit : 2 << bit] = table[: 1 << bit] | np.uint64(1 << card)
        hands |= table[(dense >> np.uint64(low)) & np.uint64((1 << len(cards)) - 1)]
    return hands


def count(case_id: str) -> int:
    """Give the number of unknown hands."""
    case = CASES[case_id]
    known, taken = mask(case["known"]), mask(case.get("hand", "")) | mask(case["seen"]) | mask(case["known"])
    return comb(52 - taken.bit_count(), case["n"] - known.bit_count())


def distribution(case_id: str, share: slice) -> list[int]:
    """Count the final deadwood of the unknown hands of a part of a case; with melds, after laying off."""
    case = CASES[case_id]
    counts = np.zeros(341, dtype=np.int64)
    spread = np.array([*masks_of(case["melds"]), 0, 0, 0][:3], dtype=np.uint64)
    spreads = np.tile(spread, (CHUNK, 1))
    start, stop, _ = share.indices(count(case_id))
    for first in range(start, stop, CHUNK):
        hands = unknown_hands(case_id, first, min(first + CHUNK, stop))
        final = batch.lay_off(hands, spreads[: len(hands)])["deadwood"] if spread.any() else batch.deadwood(hands)
        counts += np.bincount(final, minlength=341)
    return [int(number) for number in np.trim_zeros(counts, "b")]


def test_every_case_counts_up() -> None:
    for case in CASES.values():
        assert count(case["id"]) == case["hands"] == sum(case["dist"])
        assert sum(dead * number for dead, number in enumerate(case["dist"])) == case["sum_deadwood"]
        assert (case["dist"][0], sum(case["dist"][:11])) == (case["zero"], case["le10"])


@pytest.mark.parametrize("case_id", ["B1", "B2", "C1"])
def test_what_a_spread_is_worth(case_id: str) -> None:
    case = CASES[case_id]
    # A gin is listed without its spread: nothing is laid off on it.
    spread = masks_of(case["melds"]) or reference.best_arrangement(mask(case["hand"]))
    mine = points(mask(case["hand"]) & ~melds.union(spread))
    assert (mine, case["kind"]) == (case.get("deadwood", 0), "knock" if mine else "gin")
    scores = batch.score_counts(np.full(len(case["dist"]), mine), np.arange(len(case["dist"])))
    rows = list(zip(scores["winner"].tolist(), scores["points"].tolist(), case["dist"], strict=True))
    won = sum((score if winner == 0 else -score) * hands for winner, score, hands in rows)
    assert (won, won / case["hands"]) == (case["points"], case["expected"])
    undercut = sum(hands for winner, _, hands in rows if winner == 1)
    if mine:
        assert (undercut, case["hands"] - undercut) == (case["undercut"], case["win"])
        assert case["dist"][mine] == case["tie"]
    else:
        assert undercut == 0


def test_A3_three_known_cards() -> None:
    assert distribution("A3", slice(None)) == CASES["A3"]["dist"]


@pytest.mark.parametrize("case_id", ["B1", "B2", "C1"])
def test_first_hands_against_the_reference(case_id: str) -> None:
    hands = [int(hand) for hand in unknown_hands(case_id, 700_000, 700_300)]
    assert all(hand.bit_count() == 10 and not hand & mask(CASES[case_id]["hand"]) for hand in hands)
    spread = masks_of(CASES[case_id]["melds"])
    final = [reference.lay_off(hand, spread)[0] for hand in hands]
    counted = distribution(case_id, slice(700_000, 700_300))
    assert counted == [final.count(dead) for dead in range(max(final) + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("case_id", ["B1", "B2", "C1"])
def test_all_hands_behind_a_spread(case_id: str) -> None:
    assert distribution(case_id, slice(None)) == CASES[case_id]["dist"]
