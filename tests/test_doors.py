"""One question, one answer behind every door: cards == masks == arrays == reference, at every SIMD level."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from array_hands import Masks, hands, mixed, pairs
from at_levels import level_fixture  # noqa: F401 - the fixture `level`

import ginfast
from ginfast import Card, CardSet, Rules, batch, masks, reference

ROWS = 100_003
LENGTHS = (0, 1, 2, 7, 8, 9, 63, 64, 65, 4095, 4096, 4097, 8191, 8192, 8193, ROWS)
#: Rows that also go through the slow doors: objects and the plain Python reference.
SLOW_ROWS = 400

Answer = npt.NDArray[Any]


def cards(mask: int) -> CardSet:
    return CardSet.from_mask(int(mask))


# --- inputs, and the answers of the masks door, each made once -------------------------------------------------------


@functools.cache
def any_hands() -> Masks:
    return mixed(ROWS, tuple(range(21)), 1)


@functools.cache
def ten() -> Masks:
    return hands(ROWS, 10, 2)


@functools.cache
def eleven() -> Masks:
    return hands(ROWS, 11, 3)


@functools.cache
def small_hands() -> Masks:
    return mixed(ROWS, (10, 11, 10, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), 4)


@functools.cache
def taken() -> npt.NDArray[np.int8]:
    """Return a card of each hand of eleven for two rows of three, else none."""
    generator = np.random.default_rng(5)
    ids = [
        int(generator.choice([i for i in range(52) if int(mask) >> i & 1])) if row % 3 else -1
        for row, mask in enumerate(eleven().tolist())
    ]
    return np.array(ids, dtype=np.int8)


@functools.cache
def knockers_and_defenders() -> tuple[Masks, Masks]:
    """Return pairs in which the knocker may knock under some rules."""
    return pairs(ROWS, 6)


@functools.cache
def spreads() -> npt.NDArray[np.uint64]:
    """Return melds of each knocker: his best arrangement, in every third row without its first meld if that may be."""
    melds = np.zeros((ROWS, 3), dtype=np.uint64)
    for row, mask in enumerate(knockers_and_defenders()[0].tolist()):
        best = masks.best_arrangement(mask)
        melds[row, : len(best)] = best
        if row % 3 == 0 and CardSet.from_mask(mask & ~sum(best[1:])).points <= 98:
            melds[row, 0] = 0
    return melds


def same(given: Answer, wanted: Answer) -> None:
    assert given.dtype == wanted.dtype
    assert given.shape == wanted.shape
    if given.dtype.names is None:
        np.testing.assert_array_equal(given, wanted)
    else:
        for name in given.dtype.names:
            np.testing.assert_array_equal(given[name], wanted[name], err_msg=name)


def check_lengths(ask: Callable[..., Answer], inputs: tuple[Answer, ...], wanted: Answer) -> None:
    """Ask for every length, shuffled, in steps, backwards and read-only."""
    for length in LENGTHS:
        same(ask(*(part[:length] for part in inputs)), wanted[:length])
    order = np.random.default_rng(7).permutation(ROWS)
    same(ask(*(part[order] for part in inputs)), wanted[order])
    same(ask(*(part[1::3] for part in inputs)), wanted[1::3])
    same(ask(*(part[::-1] for part in inputs)), wanted[::-1])
    frozen = tuple(part.copy() for part in inputs)
    for part in frozen:
        part.flags.writeable = False
    same(ask(*frozen), wanted)


# --- the masks door against the slow doors ---------------------------------------------------------------------------


def test_deadwood_of_cards_masks_and_reference() -> None:
    for mask in any_hands()[:SLOW_ROWS].tolist():
        assert masks.deadwood(mask) == ginfast.deadwood(cards(mask)) == reference.deadwood(mask)


def test_arrangement_of_cards_masks_and_reference() -> None:
    for mask in small_hands()[:SLOW_ROWS].tolist():
        best = masks.best_arrangement(mask)
        assert best == reference.best_arrangement(mask)
        assert best == tuple(meld.mask for meld in ginfast.best_arrangement(cards(mask)).melds)


def test_throws_of_cards_masks_and_reference() -> None:
    for mask, card in zip(eleven()[:SLOW_ROWS].tolist(), taken()[:SLOW_ROWS].tolist(), strict=True):
        ranked = masks.rank_discards(mask, card)
        assert ranked == reference.rank_discards(mask, card)
        objects = ginfast.rank_discards(cards(mask), taken=None if card < 0 else Card.from_id(card))
        assert ranked == [(throw.card.id, throw.deadwood) for throw in objects]
        assert masks.best_discard(mask, card) == ranked[0]


def test_lay_off_of_cards_masks_and_reference() -> None:
    _, defenders = knockers_and_defenders()
    for mask, columns in zip(defenders[:SLOW_ROWS].tolist(), spreads()[:SLOW_ROWS].tolist(), strict=True):
        melds = tuple(meld for meld in columns if meld)
        answer = masks.lay_off(mask, melds)
        assert answer == reference.lay_off(mask, melds)
        found = ginfast.lay_off(cards(mask), [ginfast.Meld.from_mask(meld) for meld in melds])
        assert answer == (found.deadwood, sum(1 << card.id for card, _ in found.laid_off))


# --- arrays against masks, every row ---------------------------------------------------------------------------------


@functools.cache
def deadwood_answers() -> Answer:
    return np.array([masks.deadwood(mask) for mask in any_hands().tolist()], dtype=np.uint8)


def test_deadwood_of_arrays(level: str) -> None:
    check_lengths(batch.deadwood, (any_hands(),), deadwood_answers())


def test_evaluate_of_arrays(level: str) -> None:
    check_lengths(batch.evaluate, (any_hands(),), deadwood_answers())


def test_wide_loops_and_signed_masks_give_the_same(level: str) -> None:
    wide = batch.deadwood(any_hands(), dtype=np.uint64)
    assert wide.dtype == np.uint64
    np.testing.assert_array_equal(wide, deadwood_answers())
    same(batch.deadwood(any_hands().astype(np.int64)), deadwood_answers())
    same(batch.evaluate(any_hands().astype(np.int64)), deadwood_answers())


def test_deadwood_of_uniform_sizes(level: str) -> None:
    for size in (*range(7, 15), 20, 26, 39, 45, 51, 52):
        masks_in = hands(3001, size, 10 + size)
        wanted = np.array([masks.deadwood(mask) for mask in masks_in.tolist()], dtype=np.uint8)
        same(batch.evaluate(masks_in), wanted)


@functools.cache
def best_discard_answers() -> tuple[Answer, Answer]:
    free = np.array([masks.best_discard(mask) for mask in eleven().tolist()], dtype=batch.DISCARD)
    bound = [masks.best_discard(*row) for row in zip(eleven().tolist(), taken().tolist(), strict=True)]
    return free, np.array(bound, dtype=batch.DISCARD)


def test_best_discard_of_arrays(level: str) -> None:
    free, bound = best_discard_answers()
    check_lengths(batch.best_discard, (eleven(),), free)
    check_lengths(lambda hands_, ids: batch.best_discard(hands_, taken=ids), (eleven(), taken()), bound)


@functools.cache
def rank_discards_answers() -> Answer:
    rows = [[deadwood for _, deadwood in sorted(masks.rank_discards(mask))] for mask in eleven().tolist()]
    return np.array(rows, dtype=np.uint8)


def test_rank_discards_of_arrays(level: str) -> None:
    check_lengths(batch.rank_discards, (eleven(),), rank_discards_answers())


@functools.cache
def arrangement_answers() -> Answer:
    rows = np.zeros(ROWS, dtype=batch.ARRANGEMENT)
    for row, mask in enumerate(small_hands().tolist()):
        melds = masks.best_arrangement(mask)
        rows[row] = (*melds, *(0,) * (3 - len(melds)), mask & ~sum(melds), masks.deadwood(mask))
    return rows


def test_best_arrangement_of_arrays(level: str) -> None:
    check_lengths(batch.best_arrangement, (small_hands(),), arrangement_answers())


@functools.cache
def lay_off_answers() -> Answer:
    _, defenders = knockers_and_defenders()
    rows = [
        masks.lay_off(mask, tuple(meld for meld in columns if meld))
        for mask, columns in zip(defenders.tolist(), spreads().tolist(), strict=True)
    ]
    return np.array(rows, dtype=batch.LAY_OFF)


def test_lay_off_of_arrays(level: str) -> None:
    _, defenders = knockers_and_defenders()
    check_lengths(batch.lay_off, (defenders, spreads()), lay_off_answers())


# --- whole hands -----------------------------------------------------------------------------------------------------

HOUSES = (
    Rules(knock_limit=98),
    Rules(knock_limit=98, gin_bonus=20, undercut_bonus=10, tie="no_bonus", knock_bonus=3, extra_boxes={"gin": 2}),
    Rules(knock_limit=98, tie="nobody", layoff_on_gin=True),
    Rules(knock_limit=98, tie="knocker", knock_bonus=15, extra_boxes={"undercut": 1, "gin_off": 3, "big_gin": 4}),
    Rules(
        knock_limit=98,
        oklahoma=True,
        oklahoma_ace="one",
        spade_multiplier=3,
        multiplier_applies_to_boxes=True,
        extra_boxes={"gin": 2, "undercut": 1},
    ),
    *(Rules.preset(name) for name in ("oklahoma", "competition", "straight", "openspiel")),
)
HOUSE_IDS = ("wide", "bonuses", "nobody", "knocker", "okla", "oklahoma", "competition", "straight", "openspiel")


def upcards_of(rows: int) -> npt.NDArray[np.int8]:
    return np.random.default_rng(8).integers(0, 52, rows).astype(np.int8)


def legal(
    knockers: Masks, rules: Rules, upcards: npt.NDArray[np.int8], spread: npt.NDArray[np.uint64] | None
) -> npt.NDArray[np.bool_]:
    """Tell who may knock, by the cards door's limits and plain sums."""
    limits = np.array([rules.limit_for(Card.from_id(card)) for card in range(52)])[upcards]
    left = knockers if spread is None else knockers & ~np.bitwise_or.reduce(spread, axis=1)
    if spread is None:
        return np.asarray(deadwoods(knockers) <= limits)
    values = np.array([min(i % 13 + 1, 10) for i in range(52)])
    bits = (left[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    return np.asarray((bits * values.astype(np.uint64)).sum(axis=1) <= limits)


def deadwoods(hands_in: Masks) -> npt.NDArray[np.integer]:
    return np.array([masks.deadwood(mask) for mask in hands_in.tolist()])


def one_row(
    knocker: int, defender: int, upcard: int, melds: list[int] | None, rules: Rules
) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return a row as the cards door and as the reference give it."""
    spread = None if melds is None else [cards(meld) for meld in melds if meld]
    result = ginfast.resolve_hand(
        cards(knocker), cards(defender), melds=spread, rules=rules, upcard=Card.from_id(upcard)
    )
    house = {name: value for name, value in rules.to_dict().items() if name != "schema"}
    plain = reference.resolve(
        knocker,
        defender,
        melds=None if melds is None else [meld for meld in melds if meld],
        rules=house,  # type: ignore[arg-type]
        upcard=upcard,
    )
    winners = {"knocker": 0, "defender": 1, None: -1}
    by_cards = (
        int(result.outcome),
        winners[result.winner],
        result.points,
        result.boxes,
        result.knocker_deadwood,
        result.defender_deadwood_before,
        result.defender_deadwood,
        sum(1 << card.id for card, _ in result.lay_off.laid_off) if result.lay_off is not None else 0,
    )
    by_reference = (
        int(ginfast.Outcome[plain.outcome.upper()]),
        winners[plain.winner],
        plain.points,
        plain.boxes,
        plain.knocker_deadwood,
        plain.defender_deadwood_before,
        plain.defender_deadwood,
        plain.laid_off,
    )
    return by_cards, by_reference


@pytest.mark.parametrize("rules", HOUSES, ids=HOUSE_IDS)
@pytest.mark.parametrize("declared", [False, True], ids=["best", "declared"])
def test_resolve_hand_of_cards_arrays_and_reference(rules: Rules, declared: bool, level: str) -> None:
    knockers, defenders = knockers_and_defenders()
    spread = spreads() if declared else None
    upcards = upcards_of(ROWS)
    some = slice(20_000)
    may = legal(knockers[some], rules, upcards[some], None if spread is None else spread[some])
    rows = np.flatnonzero(may)[: SLOW_ROWS // 2]
    assert rows.size > 20 or rules.knock_limit == 0
    given = batch.resolve_hand(
        knockers[rows],
        defenders[rows],
        melds=None if spread is None else spread[rows],
        rules=rules,
        upcards=upcards[rows],
    )
    assert given.dtype == batch.HAND_RESULT
    for row, answer in zip(rows.tolist(), given.tolist(), strict=True):
        melds = None if spread is None else spread[row].tolist()
        by_cards, by_reference = one_row(int(knockers[row]), int(defenders[row]), int(upcards[row]), melds, rules)
        assert by_cards == by_reference == answer


@functools.cache
def resolve_answers(declared: bool) -> Answer:
    """Return every row's result from the masks door; what it scores is looked up for each pair of counts."""
    knockers, defenders = knockers_and_defenders()
    rules = HOUSES[0]
    rows = np.zeros(ROWS, dtype=batch.HAND_RESULT)
    scores: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    for row, (knocker, defender) in enumerate(zip(knockers.tolist(), defenders.tolist(), strict=True)):
        melds = tuple(meld for meld in spreads()[row].tolist() if meld) if declared else None
        mine, his, laid = masks.resolve_hand(knocker, defender, melds)
        if (mine, his) not in scores:
            result = ginfast.score_counts(mine, his, rules=rules)
            winner = {"knocker": 0, "defender": 1, None: -1}[result.winner]
            scores[mine, his] = (int(result.outcome), winner, result.points, result.boxes)
        rows[row] = (*scores[mine, his], mine, masks.deadwood(defender), his, laid)
    return rows


def test_resolve_hand_of_arrays(level: str) -> None:
    knockers, defenders = knockers_and_defenders()
    check_lengths(
        functools.partial(batch.resolve_hand, rules=HOUSES[0]), (knockers, defenders), resolve_answers(declared=False)
    )
    check_lengths(
        lambda mine, his, melds: batch.resolve_hand(mine, his, melds=melds, rules=HOUSES[0]),
        (knockers, defenders, spreads()),
        resolve_answers(declared=True),
    )


def test_resolve_hand_with_eleven_cards(level: str) -> None:
    knockers, defenders = pairs(2000, 9, first=11)
    given = batch.resolve_hand(knockers, defenders, rules=HOUSES[0])
    for row, answer in enumerate(given.tolist()):
        result = ginfast.resolve_hand(cards(int(knockers[row])), cards(int(defenders[row])), rules=HOUSES[0])
        counts = (result.knocker_deadwood, result.defender_deadwood_before, result.defender_deadwood)
        assert answer[4:7] == counts
        assert answer[2] == result.points


def test_big_gin_of_cards_and_arrays(level: str) -> None:
    hand = masks.parse_cards("AC 2C 3C 4C 5D 6D 7D 8H 8S 8D 8C")
    other = masks.parse_cards("2D 3D KH KS QH QS 4H 6S 9C TC")
    rules = HOUSES[3]
    for flags in (True, [True, False], np.array([False, True])):
        given = batch.resolve_hand([hand, hand], [other, other], big_gin=flags, rules=rules)
        for row, flag in enumerate(np.broadcast_to(flags, 2).tolist()):
            result = ginfast.resolve_hand(cards(hand), cards(other), big_gin=flag, rules=rules)
            assert (given["outcome"][row], given["points"][row], given["boxes"][row]) == (
                result.outcome,
                result.points,
                result.boxes,
            )


@pytest.mark.parametrize("rules", HOUSES, ids=HOUSE_IDS)
def test_score_counts_of_cards_arrays_and_reference(rules: Rules) -> None:
    house = {name: value for name, value in rules.to_dict().items() if name != "schema"}
    counts = [(mine, his, up) for mine in range(12) for his in (*range(15), 50, 98) for up in (0, 6, 12, 39, 45, 51)]
    counts = [row for row in counts if row[0] <= rules.limit_for(Card.from_id(row[2]))]
    mine, his, upcards = (np.array(column) for column in zip(*counts, strict=True))
    given = batch.score_counts(mine, his, rules=rules, upcards=upcards)
    assert given.dtype == batch.SCORE
    winners = {"knocker": 0, "defender": 1, None: -1}
    for (k, d, up), answer in zip(counts, given.tolist(), strict=True):
        result = ginfast.score_counts(k, d, rules=rules, upcard=Card.from_id(up))
        plain = reference.score_counts(k, d, rules=house, upcard=up)  # type: ignore[arg-type]
        assert answer == (int(result.outcome), winners[result.winner], result.points, result.boxes)
        assert answer == (
            int(ginfast.Outcome[plain.outcome.upper()]),
            winners[plain.winner],
            plain.points,
            plain.boxes,
        )
