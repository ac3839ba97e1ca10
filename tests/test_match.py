"""Matches of two: recording, refusals, dealers, settlement, sheets, JSON (R-MATCH, R-BOX, R-SHUT, R-DEAD)."""

import copy
import doctest
import importlib
import json
import pickle
import pkgutil
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_cases import house_rules

import ginfast.match
from ginfast import (
    GinfastError,
    HandResult,
    Match,
    MatchError,
    Outcome,
    Rules,
    RulesError,
    dead_hand,
    resolve_hand,
    score_counts,
)

KNOCKER = "4H 5H 6H 7S 7C 7D 9C TC JC 2S"
DEFENDER = "3D 4D 5D QH QS QD 7H KC AC 8S"


def played(*hands: tuple[int, int], rules: Rules = Rules()) -> Match:  # noqa: B008  # frozen
    match = Match(rules, ("Ann", "Bob"))
    for winner, points in hands:
        match.record(winner, points)
    return match


def test_R_MATCH_1_exactly_the_target_ends_it() -> None:
    match = played((0, 60), (1, 10), (0, 39))
    assert (match.is_over, match.winner) == (False, None)
    match.record("Ann", 1)
    assert (match.is_over, match.winner, match.scores, match.boxes) == (True, 0, (100, 10), (3, 1))
    with pytest.raises(MatchError, match=r"the match is over \(Ann won after 4 hands\): undo\(\) or start a new one"):
        match.record(1, 5)
    with pytest.raises(MatchError, match="the match is over"):
        match.record_dead()
    with pytest.raises(MatchError, match="the match is over"):
        match.record_hand(dead_hand(), knocker=0)
    assert match.scores == (100, 10)


def test_R_BOX_4_immediate_boxes_count_and_are_not_paid_again() -> None:
    match = played((1, 30), *[(0, 10)] * 5, rules=Rules.preset("palace"))
    assert match.scores == (100, 40)
    assert match.is_over
    assert match.settle().totals == (100, 40)


def test_R_MATCH_5_settling_early() -> None:
    match = played((0, 60))
    settled = match.settle()
    assert (settled.is_finished, settled.winner) == (False, None)
    assert settled.totals == (85, 0)
    assert settled.net == (85, -85)
    assert "not finished" in settled.explain()
    match.record(0, 40)
    assert match.settle().is_finished
    assert "not finished" not in match.settle().explain()


def test_settling_before_the_first_hand() -> None:
    settled = Match().settle()
    assert settled.totals == settled.net == (0, 0)
    assert "not finished" in str(settled)


def test_lines_add_up_and_are_printed() -> None:
    settled = played((0, 60), (0, 60), rules=Rules(shutout="double_difference")).settle()
    assert settled.explain().splitlines() == [
        "              Ann   Bob",
        "hand points   120     0",
        "boxes          50     0  2 and 0, 25 each",
        "game bonus    100     0",
        "total         270     0",
        "difference   +270  -270",
        "doubled      +270  -270  shutout",
        "net          +540  -540  Ann wins",
    ]
    assert json.loads(json.dumps(settled.to_dict()))["net"] == [540, -540]
    assert "<table>" in settled._repr_html_()


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [("winner", [0, 1, 1, 1, 0]), ("loser", [0, 0, 0, 0, 1]), ("alternate", [0, 1, 1, 1, 0])],
)
def test_R_MATCH_4_next_dealer(rule: str, dealers: list[int]) -> None:
    match = Match(Rules(next_dealer=rule))  # type: ignore[arg-type]
    seen = [match.dealer]
    match.record(1, 10)
    seen.append(match.dealer)
    match.record_dead()
    seen.append(match.dealer)
    match.record(None, 0, outcome=Outcome.TIE)
    seen.append(match.dealer)
    match.record(0, 10)
    seen.append(match.dealer)
    assert seen == dealers
    assert Match(players=("Ann", "Bob"), dealer="Bob").dealer == 1


def test_names_and_numbers_and_numpy_numbers() -> None:
    match = Match(players=("Ann", "Bob"))
    points: Any = np.int16(10)
    winner: Any = np.int8(1)
    outcome: Any = np.uint8(3)
    match.record("Bob", points, outcome="Gin")
    match.record(winner, 5, outcome=outcome)
    assert match.scores == (0, 15)
    assert [hand.outcome for hand in match.hands] == [Outcome.GIN, Outcome.UNDERCUT]
    assert all(type(score) is int for score in match.scores)


def test_record_hand_from_cards_and_counts() -> None:
    match = Match(players=("Ann", "Bob"))
    match.record_hand(resolve_hand(KNOCKER, DEFENDER, discard="KS"), knocker="Bob")
    assert match.scores == (0, 17)
    match.record_hand(score_counts(8, 8), knocker="Bob")
    assert match.scores == (25, 17)
    match.record_hand(dead_hand(), knocker="Bob")
    assert (match.scores, match.boxes, len(match.hands)) == ((25, 17), (1, 1), 3)


def test_record_hand_takes_boxes_and_multiplier_from_the_result() -> None:
    rules = Rules.preset("competition")
    match = Match(rules)
    match.record_hand(score_counts(0, 30, rules=rules, upcard="AS"), knocker=0)
    match.record_hand(score_counts(3, 0, rules=rules, upcard="9S"), knocker=0)
    match.record_hand(score_counts(5, 2, rules=rules, upcard="9D"), knocker=0)
    assert match.scores == (110, 56 + 28)
    assert match.boxes == (1 + 2 * 2, 1 + 3 * 2 + 1 + 1)
    assert Match.from_dict(json.loads(json.dumps(match.to_dict()))) == match


def test_a_tie_nobody_wins() -> None:
    rules = Rules.preset("openspiel")
    match = Match(rules)
    match.record_hand(score_counts(5, 5, rules=rules), knocker=0)
    assert (match.scores, match.boxes, match.dealer) == ((0, 0), (0, 0), 0)
    assert match.hands[0].outcome is Outcome.TIE


def test_results_made_under_other_rules_are_refused_with_the_difference() -> None:
    match = Match(Rules(gin_bonus=20, target=150))
    with pytest.raises(
        MatchError, match="result was made under other rules: gin_bonus 25, here 20; target 100, here 150"
    ):
        match.record_hand(score_counts(0, 20), knocker=0)
    match.record_hand(dead_hand(), knocker=0)
    assert match.scores == (0, 0)


def test_what_is_no_result() -> None:
    for wrong in (None, (0, 30), {"points": 3}):
        with pytest.raises(TypeError, match="result must be a HandResult, got"):
            Match().record_hand(wrong, knocker=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (("C", 3), {}, MatchError, "winner is 'C', expected one of 'A', 'B'"),
        ((2, 3), {}, MatchError, "winner is 2, expected 0 to 1 or a name"),
        ((-1, 3), {}, MatchError, "winner is -1"),
        ((True, 3), {}, TypeError, "winner must be a player's number or name, got True"),
        ((0.0, 3), {}, TypeError, "winner must be a player's number or name"),
        ((0, -3), {}, MatchError, "points is -3, expected 0 to 32767"),
        ((0, 32768), {}, MatchError, "points is 32768, expected 0 to 32767"),
        ((0, 3.0), {}, TypeError, "points must be an int from 0 to 32767, got 3.0"),
        ((0, True), {}, TypeError, "points must be an int"),
        ((0, "3"), {}, TypeError, "points must be an int"),
        ((0, None), {}, TypeError, "points must be an int"),
        ((0, 3), {"outcome": "undercutt"}, MatchError, "outcome is 'undercutt', expected one of knock, gin, big_gin"),
        ((0, 3), {"outcome": 6}, MatchError, "outcome is 6, expected 0 to 5"),
        ((0, 3), {"outcome": None}, TypeError, "outcome must be an Outcome"),
        ((0, 3), {"outcome": True}, TypeError, "outcome must be an Outcome"),
        ((0, 0), {"outcome": Outcome.DEAD}, MatchError, "outcome dead with winner 0, expected no winner"),
        ((0, 0), {"outcome": Outcome.TIE}, MatchError, "outcome tie with winner 0, expected no winner"),
        ((None, 3), {}, MatchError, "no winner with outcome knock and 3 points, expected a winner"),
        ((None, 3), {"outcome": "tie"}, MatchError, "no winner with outcome tie and 3 points"),
        ((None, 0), {"outcome": "gin"}, MatchError, "no winner with outcome gin and 0 points"),
        ((0, 3), {"gin_off": True}, MatchError, "gin_off with outcome knock, expected with an undercut only"),
        ((0, 3), {"gin_off": True, "outcome": "gin"}, MatchError, "gin_off with outcome gin"),
        ((0, 3), {"gin_off": 1}, TypeError, "gin_off must be True or False"),
        ((0, 3), {"multiplier": 0}, MatchError, "multiplier is 0, expected 1 to 10"),
        ((0, 3), {"multiplier": 11}, MatchError, "multiplier is 11, expected 1 to 10"),
        ((0, 3), {"multiplier": 1.0}, TypeError, "multiplier must be an int"),
    ],
)
def test_hands_that_cannot_be(
    arguments: tuple[object, ...], options: dict[str, object], error: type[Exception], message: str
) -> None:
    match = Match()
    with pytest.raises(error, match=message):
        match.record(*arguments, **options)  # type: ignore[arg-type]
    assert match == Match(), "a refused hand leaves no trace"


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        (("A",), MatchError, "expected 2 different names"),
        (("A", "B", "C"), MatchError, "expected 2 different names"),
        (("A", "A"), MatchError, "expected 2 different names"),
        (("A", ""), MatchError, r"players\[1\] is '', expected a name"),
        (("A", " "), MatchError, r"players\[1\] is ' '"),
        (("A", "B\nC"), MatchError, r"players\[1\] is 'B\\nC', expected a name of printable characters"),
        (("A", 1), TypeError, r"players\[1\] must be a name, got 1"),
        ("AB", TypeError, "players must be a sequence of 2 names, got 'AB'"),
        ({"A": 1, "B": 2}, TypeError, "players must be a sequence"),
        (2, TypeError, "players must be a sequence"),
    ],
)
def test_players_that_cannot_be(players: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Match(players=players)  # type: ignore[arg-type]


def test_other_constructor_arguments() -> None:
    with pytest.raises(TypeError, match="rules must be Rules, got 'pagat'"):
        Match("pagat")  # type: ignore[arg-type]
    with pytest.raises(MatchError, match="dealer is 2, expected 0 to 1 or a name"):
        Match(dealer=2)
    with pytest.raises(MatchError, match="dealer is 'Zoe', expected one of 'A', 'B'"):
        Match(dealer="Zoe")


def test_undo() -> None:
    match = played((0, 60), (1, 10), (0, 40))
    before = match.to_dict()
    assert match.undo().points == 40
    assert (match.is_over, match.scores, match.dealer) == (False, (60, 10), 1)
    match.record(0, 40)
    assert match.to_dict() == before
    for _ in range(3):
        match.undo()
    assert match == Match(players=("Ann", "Bob"))
    with pytest.raises(MatchError, match="nothing to undo: no hand has been recorded"):
        match.undo()


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"kind": "hollywood"}, MatchError, "stored match is of kind 'hollywood', expected 'match'"),
        ({"schema": 2}, MatchError, "stored match has schema 2, this release reads schema 1"),
        ({"schema": True}, MatchError, "stored match has schema True"),
        ({"columns": 3}, MatchError, "stored match has unknown field 'columns'; known are players, dealer"),
        ({"hands": "x"}, TypeError, "stored match must have a list of hands, got 'x'"),
        ({"hands": [3]}, TypeError, r"stored match, hands\[0\]: hand must be a mapping, got 3"),
        ({"hands": [{"winner": 0, "point": 3}]}, MatchError, r"hands\[0\]: hand has unknown field 'point'"),
        ({"hands": [{"winner": 0}]}, MatchError, r"hands\[0\]: hand has a winner, but lacks 'points'"),
        ({"hands": [{}]}, MatchError, r"hands\[0\]: hand has neither a winner nor an outcome"),
        ({"hands": [{"winner": 0, "points": "3"}]}, TypeError, r"stored match, hands\[0\]: points must be an int"),
        ({"schema": 1.0}, MatchError, "stored match has schema 1.0"),
        ({"hands": [{"winner": 0, "points": -3}]}, MatchError, r"stored match, hands\[0\]: points is -3"),
        ({"hands": [{"winner": 0, "points": 100}] * 2}, MatchError, r"stored match, hands\[1\]: the match is over"),
        ({"players": ["A"]}, MatchError, "expected 2 different names"),
        ({"rules": {"gin": 3}}, RulesError, "rules have unknown field 'gin'"),
        ({"rules": 3}, TypeError, "rules must be a mapping"),
    ],
)
def test_stored_matches_that_cannot_be(change: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Match.from_dict(played((0, 60)).to_dict() | change)


def test_stored_match_needs_its_kind_and_hands() -> None:
    with pytest.raises(MatchError, match="stored match lacks 'kind', 'hands'"):
        Match.from_dict({})
    with pytest.raises(TypeError, match="stored match must be a mapping, got None"):
        Match.from_dict(None)  # type: ignore[arg-type]


def test_equality_is_by_value_and_matches_do_not_hash() -> None:
    assert played((0, 60)) == played((0, 60))
    assert played((0, 60)) != played((0, 61))
    assert played((0, 60)) != Match()
    assert Match() != ginfast.HollywoodMatch()
    assert Match().__eq__(3) is NotImplemented
    with pytest.raises(TypeError, match="unhashable"):
        hash(Match())


def test_views_cannot_change_a_match() -> None:
    match = played((0, 60))
    assert isinstance(match.scores, tuple)
    assert isinstance(match.boxes, tuple)
    assert isinstance(match.hands, tuple)
    for name in ("scores", "boxes", "winner", "is_over", "dealer", "rules", "players"):
        with pytest.raises(AttributeError):
            setattr(match, name, None)


def test_score_sheet() -> None:
    match = Match(Rules.preset("competition"), ("Ann", "<Bob>"))
    match.record("Ann", 78, outcome="gin", multiplier=2)
    match.record_dead()
    match.record("<Bob>", 28, outcome="undercut", gin_off=True)
    match.record(None, 0, outcome="tie")
    assert match.score_sheet() == (
        "Match to 250\n"
        "\n"
        "     hand |   Ann <Bob> |\n"
        "----------+-------------+\n"
        "        1 |    78       | gin 78 (x2), 5 boxes\n"
        "        2 |             | dead hand\n"
        "        3 |          28 | gin-off 28, 4 boxes\n"
        "        4 |             | tie, nobody scores\n"
        "----------+-------------+\n"
        "boxes won |     5     4 |"
    )
    html = match._repr_html_()
    assert html == match.score_sheet_html()
    assert "&lt;Bob&gt;" in html
    assert "<Bob>" not in html
    assert "gin-off 28, 4 boxes" in html
    assert repr(match) == "<Match Ann 78, <Bob> 28; hands 4, not finished>"


def test_finished_sheet_holds_the_reckoning() -> None:
    match = played((0, 60), (1, 10), (0, 40))
    sheet = match.score_sheet()
    for label, cells, _ in match.settle().rows():
        line = next(line for line in sheet.splitlines() if line.strip().startswith(f"{label} |"))
        assert line.partition("|")[2].rstrip("| ").split() == list(cells)
    assert Match().score_sheet().count("\n") == 4


def test_three_players_with_one_sitting_out_as_plain_matches() -> None:
    """Each pair keeps its own match; who sits out has nothing to do with the score."""
    pairs = {pair: Match(players=pair) for pair in (("A", "B"), ("A", "C"), ("B", "C"))}
    for winner, loser, points in (("A", "B", 60), ("C", "A", 30), ("A", "B", 40)):
        match = pairs.get((winner, loser)) or pairs[loser, winner]
        match.record(winner, points)
    assert pairs["A", "B"].winner == 0
    assert pairs["A", "C"].scores == (0, 30)


def test_examples_of_the_package_run() -> None:
    names = [f"ginfast.match.{info.name}" for info in pkgutil.iter_modules(ginfast.match.__path__)]
    for name in ("ginfast.rules", *names):
        failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
        assert failed == 0, name


def test_hand_result_is_what_scoring_makes() -> None:
    assert isinstance(score_counts(3, 8), HandResult)


def test_matches_pickle_and_copy() -> None:
    match = played((0, 60), (1, 10))
    for again in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):  # noqa: S301
        assert again == match
        again.record(0, 40)
        assert again.is_over
    assert not match.is_over
    assert pickle.loads(pickle.dumps(match.settle())) == match.settle()  # noqa: S301


@given(house_rules(), st.integers(0, 98), st.integers(0, 98), st.sampled_from((None, "AS", "9S", "9H")), st.booleans())
def test_a_recorded_result_gives_its_own_points_and_boxes(
    rules: Rules, knocker: int, defender: int, upcard: str | None, big_gin: bool
) -> None:
    try:
        result = score_counts(
            knocker, defender, rules=rules, upcard=upcard, big_gin=big_gin, gin_off=None if defender else True
        )
    except GinfastError:
        return
    match = Match(rules)
    match.record_hand(result, knocker=1)
    who = {"knocker": 1, "defender": 0, None: None}[result.winner]
    if who is None:
        assert match.boxes == (0, 0)
    else:
        assert (match.hands[0].points, match.boxes[who]) == (result.points, result.boxes)
        assert match.boxes[1 - who] == match.scores[1 - who] == 0
    assert Match.from_dict(json.loads(json.dumps(match.to_dict()))).boxes == match.boxes
