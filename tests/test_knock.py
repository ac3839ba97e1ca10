"""R-KNOCK, R-OKLA: may this hand knock, with which throws, and why not."""

import random
from typing import Any

import pytest
from finished_hands import BIG_GIN, KNOCKER, deal, rule_fields, rules_of

from ginfast import (
    Card,
    CardError,
    CardSet,
    HandError,
    MeldError,
    Rules,
    RulesError,
    can_knock,
    deadwood,
    knock_options,
    rank_discards,
    reference,
    verify_knock,
)

Wild = Any  # what JSON holds, or a wrong type on purpose
ELEVEN = f"{KNOCKER} KS"
OKLAHOMA = Rules(oklahoma=True, oklahoma_ace="one")


@pytest.mark.parametrize(
    ("cards", "limit", "may"),
    [
        pytest.param("2C 3C 4D 5D 6D 7H 8H 9H 3S 4S", 4, False, id="R-OKLA-1 12 over 4"),
        pytest.param("AC 2C 3C 4D 5D 6D 7H 8H 9H AS", 0, False, id="R-OKLA-2 1 over 0"),
        pytest.param("2C 3C 4C 5D 6D 7D 9H TH JH KS", 0, False, id="R-KNOCK-7 10 over 0"),
        pytest.param("2C 3C 4C 5D 6D 7D 9H TH JH KS", 10, True, id="R-KNOCK-1 exactly 10"),
        pytest.param("2C 3C 4C 5D 6D 7D 9H TH JH KS", 9, False, id="R-KNOCK-1 one over"),
        pytest.param("2C 3C 4C 5C 5D 6D 7D 9H TH JH", 0, True, id="R-KNOCK-7 gin"),
    ],
)
def test_can_knock_and_verify_knock_agree(cards: str, limit: int, may: bool) -> None:
    rules = Rules(knock_limit=limit)
    assert can_knock(cards, rules=rules) is may
    if may:
        verify_knock(cards, rules=rules)
    else:
        with pytest.raises(HandError, match=f"expected at most the knock limit {limit}"):
            verify_knock(cards, rules=rules)


def test_r_knock_3_declared_melds_are_what_is_tested() -> None:
    assert can_knock(KNOCKER)
    assert can_knock(KNOCKER, melds=["4H 5H 6H", "7S 7C 7D", "9C TC JC"])
    assert not can_knock(KNOCKER, melds=["4H 5H 6H", "7S 7C 7D"])
    with pytest.raises(HandError, match=r"leaves 31 deadwood \(9C TC JC 2S\)"):
        verify_knock(KNOCKER, melds=["4H 5H 6H", "7S 7C 7D"])
    assert not can_knock(KNOCKER, melds=())
    assert can_knock(KNOCKER, melds=(), rules=Rules(knock_limit=98))


@pytest.mark.parametrize(("upcard", "may"), [("2D", True), ("AD", False), ("KS", True), (Card("3C"), True)])
def test_r_okla_1_the_upcard_is_the_limit(upcard: Wild, may: bool) -> None:
    assert can_knock(KNOCKER, rules=OKLAHOMA, upcard=upcard) is may


def test_r_okla_1_never_above_the_house_limit() -> None:
    rules = OKLAHOMA.replace(knock_limit=1)
    assert not can_knock(KNOCKER, rules=rules, upcard="KS")
    with pytest.raises(HandError, match=r"limit 1$"):
        verify_knock(KNOCKER, rules=rules, upcard="KS")


def test_without_oklahoma_the_upcard_does_nothing() -> None:
    assert can_knock(KNOCKER, upcard="AS")


def test_knock_options_are_the_throws_within_the_limit() -> None:
    assert [(str(one.card), one.deadwood) for one in knock_options(ELEVEN)] == [("KS", 2), ("2S", 10)]
    assert [str(one.card) for one in knock_options(ELEVEN, rules=Rules(knock_limit=9))] == ["KS"]
    assert [str(one.card) for one in knock_options(ELEVEN, taken="KS")] == ["2S"]
    assert knock_options(ELEVEN, rules=OKLAHOMA, upcard="AD") == []
    gin = knock_options(BIG_GIN, rules=Rules.preset("straight"))
    assert [str(one.card) for one in gin] == ["9H", "5H"]


def test_knock_options_are_part_of_rank_discards() -> None:
    rng = random.Random(3)
    some = 0
    for _ in range(300):
        rules, (hand,) = rules_of(rule_fields(rng)), deal(rng, 11)
        cards, upcard = CardSet.from_mask(hand), Card.from_id(rng.randrange(52))
        taken = rng.choice([None, *cards])
        limit = rules.limit_for(upcard)
        options = knock_options(cards, rules=rules, upcard=upcard, taken=taken)
        assert options == [one for one in rank_discards(cards, taken=taken) if one.deadwood <= limit]
        right = reference.rank_discards(hand, -1 if taken is None else taken.id)
        assert [(one.card.id, one.deadwood) for one in options] == [pair for pair in right if pair[1] <= limit]
        for one in options:
            assert can_knock(cards - CardSet([one.card]), rules=rules, upcard=upcard)
        some += bool(options)
    assert 20 < some < 300


def test_can_knock_is_deadwood_within_the_limit() -> None:
    rng = random.Random(4)
    for _ in range(300):
        rules, (hand,) = rules_of(rule_fields(rng)), deal(rng, 10)
        cards, upcard = CardSet.from_mask(hand), Card.from_id(rng.randrange(52))
        assert can_knock(cards, rules=rules, upcard=upcard) == (deadwood(cards) <= rules.limit_for(upcard))


@pytest.mark.parametrize("ask", [can_knock, verify_knock])
@pytest.mark.parametrize(
    ("cards", "options", "error", "message"),
    [
        (ELEVEN, {}, HandError, "cards holds 11 cards, expected 10; .* knock_options"),
        ("4H 5H", {}, HandError, "cards holds 2 cards, expected 10"),
        ("", {}, HandError, "cards holds 0 cards, expected 10"),
        (KNOCKER.replace("2S", "4H"), {}, CardError, "cards: '4H'"),
        (5, {}, TypeError, "cards"),
        (None, {}, TypeError, "cards"),
        (KNOCKER, {"melds": ["3H 4H 5H"]}, MeldError, r"melds\[0\] .* holds 3H, which is not in the hand"),
        (KNOCKER, {"melds": ["4H 5H 6H", "4H 5H 6H"]}, MeldError, r"melds\[1\] .* an earlier meld"),
        (KNOCKER, {"melds": ["4H 5H 7S"]}, MeldError, r"melds\[0\]"),
        (KNOCKER, {"melds": "4H 5H 6H"}, TypeError, "melds"),
        (KNOCKER, {"rules": Rules(oklahoma=True)}, RulesError, "upcard is missing"),
        (KNOCKER, {"rules": "pagat"}, TypeError, "rules"),
        (KNOCKER, {"upcard": 7}, TypeError, "upcard"),
        (KNOCKER, {"upcard": "7H 8H"}, CardError, "upcard"),
    ],
)
def test_refused(ask: Wild, cards: Wild, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask(cards, **options)


@pytest.mark.parametrize(
    ("cards", "options", "error", "message"),
    [
        (KNOCKER, {}, HandError, "cards11 holds 10 cards, expected 11"),
        (f"{ELEVEN} KD", {}, HandError, "cards11 holds 12 cards, expected 11"),
        (f"{KNOCKER} 2S", {}, CardError, "cards11: '2S'"),
        (7, {}, TypeError, "cards11"),
        (ELEVEN, {"taken": "QD"}, HandError, "taken"),
        (ELEVEN, {"taken": 7}, TypeError, "taken"),
        (ELEVEN, {"taken": "2S KS"}, CardError, "taken"),
        (ELEVEN, {"rules": Rules(oklahoma=True)}, RulesError, "upcard is missing"),
        (ELEVEN, {"rules": None}, TypeError, "rules"),
    ],
)
def test_options_refused(cards: Wild, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        knock_options(cards, **options)
