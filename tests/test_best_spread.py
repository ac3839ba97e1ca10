"""R-KNOCK-3 with both hands open: the legal spread that scores most, and its ties."""

import random

import pytest
from finished_hands import (
    AGAINST_BIG_GIN,
    BIG_GIN,
    DEFENDER,
    KNOCKER,
    knocking_pair,
    rule_fields,
    rules_of,
)

from ginfast import (
    CardSet,
    HandError,
    HandResult,
    Outcome,
    Rules,
    arrangements,
    best_spread,
    masks,
    resolve_hand,
)

OS2 = "AS 5S 6S 7S 5C 6C 7C 5D 6D 7D", "3S 4S 4C 4D 5H 6H 7H 8S 8C 8D"


def test_best_spread_may_show_other_melds_or_more_deadwood() -> None:
    assert best_spread(*OS2).points == 2
    knocker, defender = "4H 5H 6H 7H 9C TC JC KS KC KD", "3H 8H 9H TH QC 8C AS AD 2D 2C"
    best, plain = best_spread(knocker, defender), resolve_hand(knocker, defender)
    assert plain.outcome is Outcome.GIN
    assert best.points == plain.points


def signed(result: HandResult) -> tuple[int, int, int]:
    sign = -1 if result.winner == "defender" else 1
    return sign * result.points, sign * result.boxes, -result.knocker_deadwood


def test_best_spread_is_the_best_of_all_legal_spreads() -> None:
    rng = random.Random(8)
    better = 0
    for _ in range(150):
        knocker, defender = knocking_pair(rng)
        rules = rules_of(rule_fields(rng) | {"oklahoma": False, "knock_limit": 10})
        best = best_spread(CardSet.from_mask(knocker), CardSet.from_mask(defender), rules=rules)
        every = [
            resolve_hand(CardSet.from_mask(knocker), CardSet.from_mask(defender), melds=found.melds, rules=rules)
            for found in arrangements(CardSet.from_mask(knocker), max_deadwood=10)
        ]
        assert best == max(every, key=signed), "the first of the best in the order of arrangements"
        better += best != resolve_hand(CardSet.from_mask(knocker), CardSet.from_mask(defender), rules=rules)
    assert better > 2


def test_best_spread_ties_go_to_boxes_then_to_the_least_deadwood() -> None:
    hands = "7C 8C 9C TC 6D TD 8H 9H TH 7S", "6C 7D 8D 9D 6H 7H 6S 8S 9S TS"
    least = best_spread(*hands, rules=Rules(knock_limit=40))
    assert (least.knocker_deadwood, least.defender_deadwood, least.points) == (23, 0, 48)
    boxes = best_spread(*hands, rules=Rules(knock_limit=40, extra_boxes={"gin_off": 4}))
    assert (boxes.knocker_deadwood, boxes.defender_deadwood, boxes.points, boxes.boxes) == (30, 7, 48, 1)


def test_best_spread_weighs_laying_off_on_gin() -> None:
    hands = "3C 3D 7H 8H 9H 3S 5S 6S 7S 8S", "8C TC QC 9D TD QD JH AS 9S TS"
    rules = Rules(layoff_on_gin=True, gin_bonus=0)
    best = best_spread(*hands, rules=rules)
    assert (best.outcome, best.knocker_deadwood, best.points) == (Outcome.KNOCK, 8, 49)
    assert resolve_hand(*hands, rules=rules).points < 49


def test_best_spread_of_eleven_cards() -> None:
    rng = random.Random(9)
    for _ in range(40):
        knocker, defender = knocking_pair(rng, 11)
        cards, other = CardSet.from_mask(knocker), CardSet.from_mask(defender)
        best = best_spread(cards, other)
        every = [
            resolve_hand(cards, other, discard=card, melds=found.melds)
            for card in sorted(cards, key=lambda card: (card.points, card.id), reverse=True)
            for found in arrangements(CardSet.from_mask(knocker & ~(1 << card.id)), max_deadwood=10)
        ]
        if masks.deadwood(knocker) == 0:
            every.insert(0, resolve_hand(cards, other, big_gin=True))
        assert best == max(every, key=signed)
    assert best_spread(BIG_GIN, AGAINST_BIG_GIN).outcome is Outcome.BIG_GIN
    assert best_spread(BIG_GIN, AGAINST_BIG_GIN, rules=Rules.preset("pagat")).outcome is Outcome.GIN


def test_best_spread_refuses_a_hand_that_may_not_knock() -> None:
    with pytest.raises(HandError, match="knocker has 26 deadwood at least, expected at most the knock limit 10"):
        best_spread(DEFENDER, KNOCKER)
