"""Known answers on finished hands: spread, lay-off, bonuses, ties (R-KNOCK, R-GIN, R-LAY, R-UNDER, R-OKLA)."""

from collections.abc import Mapping
from typing import Any

import pytest
from golden_cases import Case, card_id, mask, masks_of, of_kind, own_melds_first

import ginfast
from ginfast import HandResult, Outcome, Rules, masks, reference


def maybe_id(given: Mapping[str, Any], name: str) -> int | None:
    return card_id(given[name]) if name in given else None


def check(result: HandResult | reference.HandScore, case: Case) -> None:
    outcome = result.outcome if isinstance(result.outcome, str) else Outcome(result.outcome).name.lower()
    for name, wanted in case.expect.items():
        if name in {"own_melds_first", "laid_off"}:
            continue
        assert (outcome if name == "outcome" else getattr(result, name)) == wanted, name
    if case.wrong is not None:
        assert result.points != case.wrong
    if result.winner is None:
        assert result.boxes == 0


def laid_off(result: HandResult) -> list[tuple[int, str]]:
    """Give the ids of the cards laid off with the kind of meld they went on, in order."""
    assert result.lay_off is not None
    return [(card.id, meld.kind) for card, meld in result.lay_off.laid_off]


def through_reference(case: Case, laid_off: int | None = None) -> reference.HandScore:
    given = case.input
    return reference.resolve(
        mask(given["knocker"]),
        mask(given["defender"]),
        melds=masks_of(given["melds"]) if "melds" in given else None,
        laid_off=laid_off,
        rules=case.rules,
        upcard=maybe_id(given, "upcard"),
        discard=maybe_id(given, "discard"),
        taken=maybe_id(given, "taken"),
        big_gin=given.get("big_gin", False),
    )


@of_kind("hand")
def test_hand(case: Case) -> None:
    given = case.input
    result = ginfast.resolve_hand(
        given["knocker"],
        given["defender"],
        melds=given.get("melds"),
        laid_off=given.get("laid_off"),
        rules=Rules(**case.rules),
        upcard=given.get("upcard"),
        discard=given.get("discard"),
        taken=given.get("taken"),
        big_gin=given.get("big_gin", False),
    )
    check(result, case)
    if "laid_off" in case.expect:
        assert sum(1 << card for card, _ in laid_off(result)) == mask(case.expect["laid_off"])
    laid = sum(1 << card_id(card) for card, _ in given["laid_off"]) if "laid_off" in given else None
    check(through_reference(case, laid_off=laid), case)
    assert HandResult.from_dict(result.to_dict()) == result
    if laid is None:
        knocker, defender = mask(given["knocker"]), mask(given["defender"])
        melds = masks_of(given["melds"]) if "melds" in given else None
        counts = (result.knocker_deadwood, result.defender_deadwood)
        assert masks.resolve_hand(knocker, defender, melds)[:2] == counts
        assert reference.resolve_hand(knocker, defender, melds)[:2] == counts


@of_kind("hand", expecting="own_melds_first")
def test_own_melds_first_is_no_better(case: Case) -> None:
    """R-LAY-3: the joint optimum is never above own melds first, lay-off after; on gin (R-LAY-5) neither counts."""
    defender, spread = case.input["defender"], case.input["melds"]
    first = own_melds_first(mask(defender), masks_of(spread))
    assert first == case.expect["own_melds_first"]
    declared = [
        ginfast.resolve_hand(
            case.input["knocker"],
            defender,
            melds=spread,
            defender_melds=arrangement.melds,
            rules=Rules(layoff_on_gin=True),
            big_gin=case.input.get("big_gin", False),
        )
        for arrangement in ginfast.arrangements(defender)
    ]
    assert min(result.defender_deadwood for result in declared) == first
    assert ginfast.lay_off(defender, spread).deadwood <= first


@of_kind("counts")
def test_counts(case: Case) -> None:
    given = case.input
    k, d = given["knocker_deadwood"], given["defender_deadwood"]
    if "before" in given:
        assert given["before"] - given["laid_off_points"] == d
    upcard, big_gin = given.get("upcard"), given.get("big_gin", False)
    check(ginfast.score_counts(k, d, rules=Rules(**case.rules), upcard=upcard, big_gin=big_gin), case)
    upcard_id = None if upcard is None else card_id(upcard)
    check(reference.score_counts(k, d, rules=case.rules, upcard=upcard_id, big_gin=big_gin), case)


def test_R_KNOCK_3_same_cards_spread_as_sets() -> None:
    """The hand of os-test2 spread as sets wins 2; spread as runs it loses 26."""
    knocker, defender = "AS 5S 6S 7S 5C 6C 7C 5D 6D 7D", "3S 4S 4C 4D 5H 6H 7H 8S 8C 8D"
    as_sets = ["5C 5D 5S", "6C 6D 6S", "7C 7D 7S"]
    as_runs = ["5S 6S 7S", "5C 6C 7C", "5D 6D 7D"]
    assert ginfast.resolve_hand(knocker, defender, melds=as_sets).points == 2
    assert ginfast.resolve_hand(knocker, defender, melds=as_sets).winner == "knocker"
    assert ginfast.resolve_hand(knocker, defender, melds=as_runs).points == 26
    assert ginfast.resolve_hand(knocker, defender, melds=as_runs).winner == "defender"


def test_R_LAY_3_best_reply_to_os_test3() -> None:
    """On the run TS brings 9S along and leaves nothing; on the set it leaves 9S."""
    knocker, defender = "AS AC AD TC TD TH JS QS KS 2H", "4S 4C 4D 4H 5S 5C 5D 5H 9S TS"
    result = ginfast.resolve_hand(knocker, defender)
    assert (result.outcome, result.winner, result.points) == (Outcome.UNDERCUT, "defender", 27)
    assert laid_off(result) == [(card_id("TS"), "run"), (card_id("9S"), "run")]


def test_R_BOX_5_gin_off_carries_its_own_boxes() -> None:
    rules = Rules(extra_boxes={"gin": 2, "undercut": 1, "gin_off": 3})
    assert ginfast.score_counts(3, 0, rules=rules).boxes == 4
    assert ginfast.score_counts(3, 1, rules=rules).boxes == 2
    assert ginfast.score_counts(3, 0, rules=rules.replace(extra_boxes={"undercut": 1})).boxes == 2


def test_R_GIN_2_a_gin_is_no_undercut_and_no_gin_off() -> None:
    result = ginfast.score_counts(0, 0)
    assert (result.outcome, result.winner, result.points) == (Outcome.GIN, "knocker", 25)
    with pytest.raises(ginfast.GinfastError):
        ginfast.resolve_hand("6S 7S 8S TD TH TC AD AH AC AS", "4S 5S 2H 9D JC QH KC KD 3C TS", laid_off="5S")
