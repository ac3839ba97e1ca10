"""Partnership and cutthroat matches (R-PART, R-CUT)."""

import json

import pytest

from ginfast import CutthroatMatch, MatchError, Outcome, PartnershipMatch, Rules, dead_hand, score_counts


@pytest.mark.parametrize(("per_side", "target"), [(2, 125), (3, 150), (4, 150), (5, 175), (6, 200)])
def test_R_PART_3_targets(per_side: int, target: int) -> None:
    match = PartnershipMatch(per_side=per_side)
    assert match.target == target
    match.record_deal([target - 1] + [0] * (per_side - 1))
    assert not match.is_over
    match.record_deal([0] * (per_side - 1) + [1])
    assert match.winner == 0
    assert PartnershipMatch(Rules(), per_side, 40).target == 40


def test_R_PART_2_one_box_for_a_deal_whatever_the_rules_say() -> None:
    match = PartnershipMatch(Rules.preset("competition"))
    match.record_deal([30, -29])
    match.record_deal([-30, -1])
    match.record_deal([20, -20])
    assert (match.scores, match.boxes) == ((1, 31), (1, 1))
    assert match.hands[2].winner is None


def test_partnership_settles_like_a_match_of_the_sides() -> None:
    match = PartnershipMatch(Rules(shutout="double_bonuses"), players=("We", "They"))
    match.record_deal((70, -5))
    match.record_deal((70, -10))
    settled = match.settle()
    assert settled.totals == (125 + 2 * (100 + 50), 0)
    assert settled.net == (425, -425)
    with pytest.raises(MatchError, match=r"the match is over \(We won after 2 deals|hands\)"):
        match.record_deal([1, 1])


@pytest.mark.parametrize(
    ("deltas", "error", "message"),
    [
        ([1], MatchError, r"deltas are \(1,\), expected 2 numbers, one for each table"),
        ([1, 2, 3], MatchError, "expected 2 numbers"),
        ([1, 2.0], TypeError, r"deltas\[1\] must be an int"),
        ([True, 2], TypeError, r"deltas\[0\] must be an int"),
        ([1, 40000], MatchError, r"deltas\[1\] is 40000, expected -32767 to 32767"),
        ("12", TypeError, "deltas must be a sequence of 2 ints"),
        (3, TypeError, "deltas must be a sequence of 2 ints"),
        ({1: 2, 3: 4}, TypeError, "deltas must be a sequence of 2 ints"),
    ],
)
def test_deals_that_cannot_be(deltas: object, error: type[Exception], message: str) -> None:
    match = PartnershipMatch()
    with pytest.raises(error, match=message):
        match.record_deal(deltas)  # type: ignore[arg-type]
    assert match == PartnershipMatch()


def test_partnerships_that_cannot_be() -> None:
    for wrong in (1, 7):
        with pytest.raises(MatchError, match=f"per_side is {wrong}, expected 2 to 6"):
            PartnershipMatch(per_side=wrong)
    with pytest.raises(MatchError, match="target is 0, expected 1 to 100000"):
        PartnershipMatch(target=0)
    with pytest.raises(TypeError, match="per_side must be an int"):
        PartnershipMatch(per_side=2.0)  # type: ignore[arg-type]


def test_partnership_sheet_json_undo() -> None:
    match = PartnershipMatch(Rules(), 3, players=("We", "They"))
    match.record_deal([16, -12, 0])
    match.record_deal([5, -5, 0])
    assert "+16 -12 0\n" in match.score_sheet()
    assert "+5 -5 0: drawn" in match.score_sheet()
    again = PartnershipMatch.from_dict(json.loads(json.dumps(match.to_dict())))
    assert again == match
    assert again.target == 150
    match.undo()
    assert match.scores == (4, 0)
    assert match != again


def test_R_CUT_4_everybody_settles_with_everybody() -> None:
    match = CutthroatMatch(Rules(shutout="flat", shutout_bonus=100))
    for winner, loser, points in ((0, 2, 20), (1, 2, 30), (0, 2, 20), (1, 2, 30), (0, 1, 20), (0, 1, 45)):
        match.record(winner, loser, points)
    settled = match.settle()
    assert (match.scores, match.boxes) == ((105, 60, 0), (4, 2, 0))
    assert settled.totals == (305, 110, 0)
    assert settled.net == (600, -85, -515)
    assert [line.label for line in settled.net_lines] == ["A and B", "A and C", "B and C", "C shut out"]


@pytest.mark.parametrize(
    ("shutout", "extra"),
    [
        ("none", 0),
        ("double_game_bonus", 100),
        ("flat", 70),
        ("double_hand_points", 120),
        ("double_before_boxes", 220),
        ("double_bonuses", 150),
        ("double_total", 270),
        ("double_difference", 270),
    ],
)
def test_R_CUT_4_shutouts_act_between_winner_and_each_player_shut_out(shutout: str, extra: int) -> None:
    match = CutthroatMatch(Rules(shutout=shutout, shutout_bonus=70))  # type: ignore[arg-type]
    match.record("A", "B", 60)
    match.record("A", "C", 60)
    settled = match.settle()
    assert settled.totals == (270, 0, 0)
    assert settled.net == (2 * (270 + extra), -270 - extra, -270 - extra)


def test_R_CUT_2_the_loser_sits_out_and_the_idle_player_deals() -> None:
    match = CutthroatMatch(dealer=1)
    assert (match.dealer, match.sitting_out) == (1, 0)
    match.record(1, 2, 10)
    assert (match.dealer, match.sitting_out) == (0, 2)
    match.record_dead()
    assert (match.dealer, match.sitting_out) == (0, 2)
    match.record(None, None, 0, outcome=Outcome.TIE)
    assert (match.dealer, match.sitting_out) == (0, 2)
    match.record(0, 1, 10)
    assert (match.dealer, match.sitting_out) == (2, 1)


def test_cutthroat_with_the_dealer_sitting_out() -> None:
    match = CutthroatMatch(dealer="B", sits_out="dealer")
    assert (match.dealer, match.sitting_out) == (1, 1)
    match.record("A", "C", 10)
    assert (match.dealer, match.sitting_out) == (2, 2)


def test_cutthroat_results() -> None:
    match = CutthroatMatch(players=("Ann", "Bob", "Cy"))
    match.record_hand(score_counts(8, 5), knocker="Ann", defender="Cy")
    match.record_hand(dead_hand(), knocker=0, defender=1)
    match.record_hand(score_counts(5, 8), knocker="Ann", defender="Cy")
    assert match.scores == (3, 0, 28)
    assert match.sitting_out == 2
    assert "undercut 28 against Ann" in match.score_sheet()
    assert CutthroatMatch.from_dict(json.loads(json.dumps(match.to_dict()))) == match
    with pytest.raises(MatchError, match="knocker and defender are both 'Bob', expected two players"):
        match.record_hand(score_counts(8, 5), knocker="Bob", defender=1)
    with pytest.raises(MatchError, match="result was made under other rules: gin_bonus 20, here 25"):
        match.record_hand(score_counts(0, 5, rules=Rules(gin_bonus=20)), knocker=0, defender=1)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("A", "A", 3), MatchError, "winner and loser are both 'A', expected two players"),
        (("A", None, 3), MatchError, "winner is 'A' and loser None, expected two players, or None for both"),
        ((None, "A", 0), MatchError, "winner is None and loser 'A'"),
        ((None, None, 3), MatchError, "no winner with outcome knock and 3 points"),
        (("A", 3, 3), MatchError, "loser is 3, expected 0 to 2 or a name"),
        ((True, 0, 3), TypeError, "winner must be a player's number or name"),
    ],
)
def test_cutthroat_hands_that_cannot_be(arguments: tuple[object, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        CutthroatMatch().record(*arguments)  # type: ignore[arg-type]


def test_cutthroat_matches_that_cannot_be() -> None:
    with pytest.raises(MatchError, match="expected 3 different names"):
        CutthroatMatch(players=("A", "B"))
    with pytest.raises(MatchError, match="sits_out is 'winner', expected 'loser' or 'dealer'"):
        CutthroatMatch(sits_out="winner")
    with pytest.raises(TypeError, match="sits_out must be 'loser' or 'dealer'"):
        CutthroatMatch(sits_out=0)  # type: ignore[arg-type]


def test_unfinished_cutthroat_pays_points_and_boxes_only() -> None:
    match = CutthroatMatch()
    match.record("A", "B", 30)
    settled = match.settle()
    assert settled.totals == (55, 0, 0)
    assert settled.net == (110, -55, -55)
    assert "not finished" in settled.explain()
