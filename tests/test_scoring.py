"""R-KNOCK, R-GIN, R-UNDER, R-OKLA, R-BOX, R-DEAD: the score of two counts; results that are stored and explained."""

import json
import random
from typing import Any

import pytest
from finished_hands import AGAINST_BIG_GIN, AGAINST_GIN, BIG_GIN, DEFENDER, GIN, KNOCKER, TIES, rule_fields, rules_of
from hypothesis import given
from hypothesis import strategies as st

import ginfast
from ginfast import HandError, HandResult, MeldError, Outcome, Rules, RulesError, dead_hand, reference, score_counts
from ginfast.outcome import score
from ginfast.rules import preset_names

Wild = Any  # what JSON holds, or a wrong type on purpose
DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def summary(result: HandResult) -> tuple[str, str | None, int, int]:
    return result.outcome.name, result.winner, result.points, result.boxes


def test_outcome_numbers_are_the_arrays_doors() -> None:
    assert [(o.name, o.value) for o in Outcome] == [
        ("KNOCK", 0),
        ("GIN", 1),
        ("BIG_GIN", 2),
        ("UNDERCUT", 3),
        ("DEAD", 4),
        ("TIE", 5),
    ]


@pytest.mark.parametrize(
    ("k", "d", "fields", "expected"),
    [
        pytest.param(9, 32, {}, ("KNOCK", "knocker", 23, 1), id="R-KNOCK-6"),
        pytest.param(5, 13, {"knock_bonus": 15}, ("KNOCK", "knocker", 23, 1), id="R-KNOCK-6 bonus"),
        pytest.param(0, 26, {}, ("GIN", "knocker", 51, 1), id="R-GIN-2"),
        pytest.param(0, 0, {"gin_bonus": 20}, ("GIN", "knocker", 20, 1), id="R-GIN-3"),
        pytest.param(0, 0, {"layoff_on_gin": True}, ("TIE", None, 0, 0), id="R-LAY-6"),
        pytest.param(0, 1, {"layoff_on_gin": True}, ("GIN", "knocker", 26, 1), id="R-LAY-6 not 0"),
        pytest.param(8, 5, {}, ("UNDERCUT", "defender", 28, 1), id="R-UNDER-1"),
        pytest.param(8, 8, {}, ("UNDERCUT", "defender", 25, 1), id="R-UNDER-2"),
        pytest.param(8, 8, {"tie": "no_bonus"}, ("UNDERCUT", "defender", 0, 1), id="R-UNDER-3"),
        pytest.param(8, 8, {"tie": "nobody"}, ("TIE", None, 0, 0), id="R-UNDER-4"),
        pytest.param(8, 8, {"tie": "knocker", "knock_bonus": 15}, ("KNOCK", "knocker", 0, 1), id="R-UNDER-5"),
        pytest.param(3, 0, {}, ("UNDERCUT", "defender", 28, 1), id="R-UNDER-6"),
        pytest.param(
            3, 0, {"extra_boxes": {"gin_off": 3, "undercut": 1}}, ("UNDERCUT", "defender", 28, 4), id="R-BOX-5"
        ),
        pytest.param(3, 0, {"extra_boxes": {"undercut": 1}}, ("UNDERCUT", "defender", 28, 2), id="R-BOX-5 falls back"),
        pytest.param(
            3, 1, {"extra_boxes": {"gin_off": 3, "undercut": 1}}, ("UNDERCUT", "defender", 27, 2), id="R-BOX-5 no off"
        ),
        pytest.param(0, 9, {"extra_boxes": {"gin": 2, "big_gin": 4}}, ("GIN", "knocker", 34, 3), id="R-BOX-5 gin"),
        pytest.param(
            4, 4, {"tie": "no_bonus", "extra_boxes": {"undercut": 2}}, ("UNDERCUT", "defender", 0, 3), id="R-BOX-1"
        ),
    ],
)
def test_counts(k: int, d: int, fields: dict[str, Any], expected: tuple[str, str | None, int, int]) -> None:
    assert summary(score_counts(k, d, rules=Rules(**fields))) == expected


def test_r_gin_4_big_gin_replaces_the_gin_bonus() -> None:
    assert summary(score_counts(0, 20, big_gin=True)) == ("BIG_GIN", "knocker", 51, 1)
    assert score_counts(0, 20, big_gin=True, rules=Rules(big_gin_bonus=50)).points == 70
    boxes = Rules(extra_boxes={"gin": 2, "big_gin": 5})
    assert score_counts(0, 20, big_gin=True, rules=boxes).boxes == 6


def test_r_okla_3_and_4_spades_multiply_points_and_extra_boxes() -> None:
    rules = Rules.preset("competition")
    gin = score_counts(0, 30, rules=rules, upcard="AS")
    assert (gin.points, gin.multiplier, gin.boxes) == (110, 2, 5)
    assert summary(score_counts(0, 30, rules=rules, upcard="AH")) == ("GIN", "knocker", 55, 3)
    knock = score_counts(4, 30, rules=rules, upcard="5S")
    assert (knock.points, knock.difference, knock.bonus, knock.boxes) == (52, 26, 0, 1)
    assert score_counts(4, 0, rules=rules, upcard="5S").boxes == 1 + 2 * 3
    plain = rules.replace(multiplier_applies_to_boxes=False)
    assert score_counts(4, 0, rules=plain, upcard="5S").boxes == 4


def test_r_okla_3_needs_oklahoma() -> None:
    result = score_counts(4, 10, rules=Rules(spade_multiplier=2), upcard="5S")
    assert (result.points, result.multiplier) == (6, 1)


@pytest.mark.parametrize(("k", "d", "gin_off", "boxes"), [(3, 0, None, 4), (3, 0, True, 4), (3, 0, False, 2)])
def test_r_box_5_gin_off_can_be_declared(k: int, d: int, gin_off: bool | None, boxes: int) -> None:
    rules = Rules(extra_boxes={"gin_off": 3, "undercut": 1})
    result = score_counts(k, d, rules=rules, gin_off=gin_off)
    assert (result.boxes, result.gin_off) == (boxes, gin_off is not False)


def test_r_dead_1() -> None:
    result = dead_hand()
    assert summary(result) == ("DEAD", None, 0, 0)
    assert dead_hand(rules=Rules.preset("pagat")).rules == Rules.preset("pagat")
    assert HandResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    assert "dead" in result.explain()
    assert str(result) == "dead hand: nobody scores"


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_scores_as_the_reference_does(name: str) -> None:
    rules = Rules.preset(name)
    for upcard in (None, "AS", "AH", "7S", "KD") if not rules.oklahoma else ("AS", "AH", "7S", "KD"):
        compare_counts(rules, rules_as_fields(rules), upcard)


def rules_as_fields(rules: Rules) -> dict[str, Any]:
    return {name: value for name, value in rules.to_dict().items() if name != "schema"}


def compare_counts(rules: Rules, fields: dict[str, Any], upcard: str | None) -> None:
    number = None if upcard is None else ginfast.Card(upcard).id
    for k in range(rules.limit_for(upcard) + 1):
        for d in {0, 1, k - 1, k, k + 1, 98} & set(range(99)):
            for big in {False, k == 0 and rules.big_gin_bonus is not None}:
                ours = score_counts(k, d, rules=rules, upcard=upcard, big_gin=big)
                right = reference.score_counts(k, d, rules=fields, upcard=number, big_gin=big)
                for name in ("winner", "points", "difference", "bonus", "multiplier", "boxes"):
                    assert getattr(ours, name) == getattr(right, name), (name, k, d, fields, upcard)
                assert ours.outcome.name.lower() == right.outcome


def test_counts_as_the_reference_over_random_rules() -> None:
    rng = random.Random(20)
    for _ in range(300):
        fields = rule_fields(rng)
        compare_counts(rules_of(fields), fields, rng.choice(DECK))


@given(st.integers(0, 98), st.integers(0, 98), st.randoms(use_true_random=False), st.booleans())
def test_laws_of_the_score(k: int, d: int, rng: random.Random, big_gin: bool) -> None:
    rules = rules_of(rule_fields(rng))
    multiplier = rng.choice((1, 2, 10))
    result = score(k, d, rules, multiplier=multiplier, big_gin=big_gin and k == 0)
    assert result.points == multiplier * (result.difference + result.bonus)
    assert 0 <= result.points <= 32767
    assert result.difference == (abs(k - d) if result.winner else 0)
    assert (result.winner is None) == (result.outcome is Outcome.TIE)
    assert (result.boxes > 0) == (result.winner is not None)
    assert (result.winner == "defender") == (result.outcome is Outcome.UNDERCUT)
    if k == 0:
        assert result.outcome in (Outcome.GIN, Outcome.BIG_GIN, Outcome.TIE)


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((-1, 5), {}, HandError, r"knocker_deadwood is -1, expected 0 to the knock limit 10"),
        ((11, 5), {}, HandError, r"knocker_deadwood is 11, expected 0 to the knock limit 10"),
        ((5, -1), {}, HandError, r"defender_deadwood is -1, expected 0 to 98"),
        ((5, 99), {}, HandError, r"defender_deadwood is 99, expected 0 to 98"),
        ((5, 5), {"big_gin": True}, HandError, r"knocker_deadwood is 5, expected 0 for big gin"),
        ((0, 5), {"big_gin": True, "rules": Rules.preset("pagat")}, RulesError, r"big_gin_bonus is None"),
        ((5, 3), {"gin_off": True}, HandError, r"gin_off is True with knocker 5, defender 3"),
        ((0, 0), {"gin_off": True}, HandError, r"gin_off is True with knocker 0, defender 0"),
        ((0, 0), {"gin_off": True, "big_gin": True}, HandError, r"gin_off is True"),
        ((5, 9), {"rules": Rules(oklahoma=True)}, RulesError, r"upcard is missing"),
        ((5, 9), {"rules": Rules(oklahoma=True), "upcard": "4H"}, HandError, r"the knock limit 4"),
        ((1, 9), {"rules": Rules(oklahoma=True), "upcard": "AH"}, HandError, r"the knock limit 0"),
        ((5, 9), {"upcard": "4X"}, ginfast.CardError, r"upcard"),
        ((5, 9), {"upcard": "4H 5H"}, ginfast.CardError, r"upcard"),
    ],
)
def test_counts_refused(
    arguments: tuple[int, int], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        score_counts(*arguments, **options)


@pytest.mark.parametrize("count", [1.0, "5", None, True, [5]])
def test_counts_are_ints(count: Wild) -> None:
    with pytest.raises(TypeError, match="knocker_deadwood"):
        score_counts(count, 5)
    with pytest.raises(TypeError, match="defender_deadwood"):
        score_counts(5, count)


def test_numpy_integers_are_counts() -> None:
    import numpy as np

    counts: tuple[Wild, Wild] = (np.uint8(8), np.int64(5))
    assert score_counts(*counts) == score_counts(8, 5)
    assert type(score_counts(*counts).points) is int


@pytest.mark.parametrize(
    "options", [{"rules": "pagat"}, {"rules": None}, {"big_gin": 1}, {"gin_off": 0}, {"upcard": 5}]
)
def test_wrong_types_of_options(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=next(iter(options))):
        score_counts(5, 9, **options)


def test_a_preset_name_as_rules_gets_a_hint() -> None:
    rules: Any = "pagat"
    with pytest.raises(TypeError, match=r"Rules\.preset\('pagat'\)"):
        score_counts(5, 9, rules=rules)


# --- stored results --------------------------------------------------------------------------------------------------


def results() -> list[HandResult]:
    okla = Rules.preset("competition")
    return [
        dead_hand(),
        score_counts(8, 5),
        score_counts(3, 0, rules=okla, upcard="5S", gin_off=False),
        score_counts(0, 9, big_gin=True),
        score_counts(8, 8, rules=Rules(tie="nobody")),
        ginfast.resolve_hand(KNOCKER, DEFENDER, discard="KS"),
        ginfast.resolve_hand(f"{KNOCKER} KS", DEFENDER),
        ginfast.resolve_hand(KNOCKER, DEFENDER, melds=["4H 5H 6H", "7S 7C 7D"], rules=Rules(knock_limit=98)),
        ginfast.resolve_hand(KNOCKER, DEFENDER, laid_off=(), defender_melds=["QH QS QD"]),
        ginfast.resolve_hand(KNOCKER, DEFENDER, laid_off=[("7H", "7S 7C 7D")]),
        ginfast.resolve_hand(GIN, AGAINST_GIN),
        ginfast.resolve_hand(GIN, AGAINST_GIN, rules=Rules(layoff_on_gin=True)),
        ginfast.resolve_hand(BIG_GIN, AGAINST_BIG_GIN, big_gin=True),
        ginfast.best_spread(f"{KNOCKER} KS", DEFENDER, rules=Rules.preset("oklahoma"), upcard="TS"),
    ]


@pytest.mark.parametrize("result", results(), ids=str)
def test_json_round_trip(result: HandResult) -> None:
    stored = json.loads(json.dumps(result.to_dict()))
    back = HandResult.from_dict(stored)
    assert back == result
    assert hash(back) == hash(result)
    assert back.to_dict() == stored
    assert back.explain() == result.explain()


def test_a_stored_result_is_checked_in_every_number() -> None:
    stored = ginfast.resolve_hand(KNOCKER, DEFENDER, discard="KS").to_dict()
    wrong: dict[str, object] = {
        "outcome": "gin",
        "winner": "defender",
        "points": 18,
        "difference": 16,
        "bonus": 1,
        "multiplier": 2,
        "boxes": 2,
        "gin_off": True,
        "knocker_deadwood": 3,
        "defender_deadwood_before": 25,
        "defender_deadwood": 26,
    }
    for name, value in wrong.items():
        with pytest.raises(HandError, match=rf"stored result has {name} .*, expected"):
            HandResult.from_dict({**stored, name: value})
    with pytest.raises(HandError, match=r"stored result has points 17\.0, expected 17"):
        HandResult.from_dict({**stored, "points": 17.0})


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"schema": 2}, HandError, "schema 2, expected 1"),
        ({"schema": True}, HandError, "schema True, expected 1"),
        ({"colour": 1}, HandError, "unknown keys colour"),
        ({"rules": {"gin": 1}}, RulesError, "unknown field 'gin'"),
        ({"rules": None}, TypeError, "rules"),
        ({"outcome": "flood"}, HandError, "outcome 'flood'"),
        ({"cards": 5}, TypeError, "stored cards is of type int"),
        ({"cards": {}}, HandError, "stored cards lacks knocker"),
        ({"upcard": "9X"}, ginfast.CardError, "upcard"),
    ],
)
def test_stored_results_refused(change: dict[str, object], error: type[Exception], message: str) -> None:
    stored = ginfast.resolve_hand(KNOCKER, DEFENDER, discard="KS").to_dict()
    with pytest.raises(error, match=message):
        HandResult.from_dict({**stored, **change})


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"knocker": "4H"}, HandError, "stored knocker holds 1 card, expected 10"),
        ({"knocker": 5}, TypeError, "stored knocker"),
        ({"melds": "4H 5H 6H"}, TypeError, "stored melds is of type str, expected a list"),
        ({"melds": ["4H 5H 7S"]}, MeldError, "melds"),
        ({"melds": []}, HandError, "expected at most the knock limit 10"),
        ({"laid_off": [["8S", "7C 7D 7S"]]}, MeldError, "8S"),
        ({"laid_off": [["7H"]]}, TypeError, r"laid_off\[0\]"),
        ({"defender_melds": [["7H", "7C", "7D"]]}, MeldError, "defender_melds"),
        ({"discard": "2S"}, HandError, "discard is 2S"),
    ],
)
def test_stored_cards_refused(change: dict[str, object], error: type[Exception], message: str) -> None:
    stored: Any = ginfast.resolve_hand(KNOCKER, DEFENDER, discard="KS").to_dict()
    stored["cards"] |= change
    with pytest.raises(error, match=message):
        HandResult.from_dict(stored)


def test_a_missing_key_is_named() -> None:
    stored = score_counts(8, 5).to_dict()
    del stored["points"]
    with pytest.raises(HandError, match="stored result lacks points"):
        HandResult.from_dict(stored)
    none: Any = None
    with pytest.raises(TypeError, match="stored result"):
        HandResult.from_dict(none)


def test_results_are_frozen() -> None:
    result: Any = score_counts(8, 5)
    with pytest.raises(AttributeError):
        result.points = 99


# --- the account -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", results(), ids=str)
def test_the_account_names_every_card_and_sum(result: HandResult) -> None:
    account = result.explain()
    lines = account.splitlines()
    steps = [int(line.split(".")[0]) for line in lines if line[0].isdigit()]
    assert steps == list(range(1, len(steps) + 1))
    if result.winner is not None:
        assert f"Points for the {result.winner}: " in account
        assert f"{result.points}." in next(line for line in lines if "Points for" in line)
        assert f"Boxes: {result.boxes}" in account
    if result.knocker is not None and result.defender is not None and result.lay_off is not None:
        for card in result.knocker | result.defender:
            assert str(card) in account
        for card, meld in result.lay_off.laid_off:
            assert f"{card} on " in account
            assert all(str(other) in account for other in meld)


@pytest.mark.parametrize("tie", TIES)
def test_the_account_of_a_tie_says_what_the_rules_make_of_it(tie: Wild) -> None:
    account = score_counts(8, 8, rules=Rules(tie=tie)).explain()
    expected = {
        "undercut": "an undercut for the bonus 25",
        "no_bonus": "an undercut without a bonus",
        "nobody": "Nobody scores",
        "knocker": "which the knocker wins",
    }
    assert expected[tie] in account


def test_the_account_of_an_oklahoma_hand() -> None:
    account = score_counts(4, 0, rules=Rules.preset("competition"), upcard="5S").explain()
    assert account == (
        "1. The upcard was 5S: the knock limit is 5, and this hand counts 2 times.\n"
        "2. Knocker 4, defender 0: the defender undercuts with everything gone (gin-off) and wins the difference, "
        "4 - 0 = 4, and the undercut bonus 25.\n"
        "   Points for the defender: (4 + 25) x 2 = 58.\n"
        "   Boxes: 7 (1 for the hand, 6 for gin-off)."
    )


def test_pretty_accounts_use_suit_signs() -> None:
    account = ginfast.resolve_hand(KNOCKER, DEFENDER).explain(pretty=True)
    assert "7♥ on 4♥ 5♥ 6♥ -> 4♥ 5♥ 6♥ 7♥" in account
    assert "7H" not in account


def test_kept_cards_that_could_go_are_named() -> None:
    account = ginfast.resolve_hand(KNOCKER, DEFENDER, laid_off=()).explain()
    assert "lays off nothing" in account
    assert "Could be laid off, but is kept: 7H." in account


def test_own_melds_that_are_not_the_best_are_told_as_declared() -> None:
    result = ginfast.resolve_hand(KNOCKER, DEFENDER, laid_off=(), defender_melds=["QH QS QD"])
    assert "= 38; at best 26, before laying off." in result.explain()
    gin = ginfast.resolve_hand(GIN, AGAINST_GIN, defender_melds=())
    assert "Could be laid off" not in gin.explain()
    assert "Against gin nothing is laid off." in gin.explain()


def test_a_notebook_shows_the_account() -> None:
    result = ginfast.resolve_hand(KNOCKER, DEFENDER)
    assert result._repr_html_().startswith("<pre>1. The knocker spreads:")
    assert "7♥ on 4♥ 5♥ 6♥ -&gt; 4♥ 5♥ 6♥ 7♥" in result._repr_html_()


@pytest.mark.parametrize("change", [{"upcard": "4H"}, {"upcard": 3.5}, {"cards": {}}, {"cards": "4H"}])
def test_a_stored_dead_hand_has_no_cards(change: dict[str, object]) -> None:
    with pytest.raises(HandError, match=f"dead hand has {next(iter(change))} .*, expected None"):
        HandResult.from_dict({**ginfast.dead_hand().to_dict(), **change})


def test_a_stored_outcome_is_a_text() -> None:
    for wrong in (3, None, ["gin"]):
        with pytest.raises(TypeError, match="stored outcome is of type"):
            HandResult.from_dict({**score_counts(8, 5).to_dict(), "outcome": wrong})


def test_a_big_gin_that_the_defender_matches_is_told_and_stored() -> None:
    defender = "AC 2C 3C 4C 5C 6D 7D 8D 9D TD"
    hand = "9C TC JC 9H TH JH QH 5S 6S 7S 8S"
    result = ginfast.resolve_hand(hand, defender, rules=Rules(layoff_on_gin=True), big_gin=True)
    assert summary(result) == ("TIE", None, 0, 0)
    assert "all eleven cards are melded, big gin" in result.explain()
    stored = json.loads(json.dumps(result.to_dict()))
    assert HandResult.from_dict(stored) == result
    for outcome in ("gin", "big_gin"):
        with pytest.raises(HandError, match=f"has outcome '{outcome}', expected 'tie'"):
            HandResult.from_dict({**stored, "outcome": outcome})


@pytest.mark.parametrize(("k", "d"), [(0, 5), (0, 0), (5, 3), (5, 5), (5, 9)])
def test_a_gin_off_is_a_defender_at_nothing_against_a_knock(k: int, d: int) -> None:
    with pytest.raises(HandError, match="gin_off is True"):
        score_counts(k, d, gin_off=True)
    with pytest.raises(ValueError, match="gin-off"):
        reference.score_counts(k, d, gin_off=True)
