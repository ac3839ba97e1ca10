"""Known answers on matches of every kind (R-BOX, R-MATCH, R-SHUT, R-HOLLY, R-PART, R-CUT, R-DEAD)."""

from collections.abc import Sequence
from typing import Any

import pytest
from golden_cases import Case, of_kind

from ginfast import CutthroatMatch, HollywoodMatch, Match, Outcome, PartnershipMatch, Rules, reference

Rows = Sequence[tuple[int | None, int]]


def rules_of(case: Case) -> Rules:
    return Rules(**case.rules)


def fold(case: Case, hands: Rows) -> tuple[Match, reference.MatchScore]:
    """Record hands in a match until its end and fold the same hands with the reference."""
    match = Match(rules_of(case))
    for winner, points in hands:
        if match.is_over:
            break
        if winner is None:
            match.record_dead()
        else:
            match.record(winner, points)
    return match, reference.play_match([(winner, points, 1) for winner, points in hands], case.rules)


def agree(match: Match, folded: reference.MatchScore) -> None:
    settled = match.settle()
    assert match.scores == folded.scores
    assert match.boxes == folded.boxes
    assert (match.winner, match.is_over, match.dealer) == (folded.winner, folded.is_over, folded.dealer)
    assert (settled.totals, settled.net) == (folded.totals, folded.net)


def hands_for(points: Sequence[int], boxes: Sequence[int], winner: int) -> Rows:
    """Make up hands that lead to these hand points and boxes, the last of them the winner's."""
    rows = []
    for player in (1 - winner, winner):
        share = points[player] // boxes[player] if boxes[player] else 0
        rows += [(player, share)] * (boxes[player] - 1)
        rows += [(player, points[player] - share * (boxes[player] - 1))] if boxes[player] else []
    return rows


@of_kind("settlement")
def test_settlement(case: Case) -> None:
    points, boxes, winner = case.input["points"], case.input["boxes"], case.input["winner"]
    match, folded = fold(case, hands_for(points, boxes, winner))
    agree(match, folded)
    assert match.scores == tuple(points)
    assert match.boxes == tuple(boxes)
    assert match.winner == winner
    assert list(match.settle().totals) == case.expect["totals"]
    if "net" in case.expect:
        assert match.settle().net[winner] == case.expect["net"]
    assert reference.settle_numbers(points, boxes, winner, case.rules) == (folded.totals, folded.net)


@of_kind("match")
def test_match(case: Case) -> None:
    match, folded = fold(case, case.input["hands"])
    agree(match, folded)
    assert match.winner == case.expect["winner"]
    assert list(match.scores) == case.expect["scores"]
    assert list(match.boxes) == case.expect["boxes"]
    if "totals" in case.expect:
        assert list(match.settle().totals) == case.expect["totals"]
    if "net" in case.expect:
        assert match.settle().net[match.winner or 0] == case.expect["net"]
    if "shutout" in case.expect:
        loser = 1 - (match.winner or 0)
        assert (match.scores[loser] == 0) is case.expect["shutout"]


@of_kind("running")
def test_running_score(case: Case) -> None:
    match, folded = fold(case, case.input["hands"])
    agree(match, folded)
    assert list(match.scores) == case.expect["scores"]
    assert list(match.boxes) == case.expect["boxes"]
    assert match.is_over is (case.expect["used"] is not None)
    assert folded.used == (case.expect["used"] or len(case.input["hands"]))


@of_kind("hollywood")
def test_hollywood(case: Case) -> None:
    rules = rules_of(case)
    match, hands = HollywoodMatch(rules), []
    for hand in case.input["hands"]:
        outcome, multiplier = hand.get("outcome", "knock"), hand.get("multiplier", 1)
        match.record(hand["winner"], hand["points"], outcome=Outcome[outcome.upper()], multiplier=multiplier)
        house = {**reference.MODERN, **case.rules}
        hands.append((hand["winner"], hand["points"], reference.boxes_for(house, outcome, multiplier=multiplier)))
    folded = reference.play_hollywood(hands, case.rules)
    settled = match.settle()
    expect = case.expect
    for columns in (match.columns, folded.columns):
        assert [[column.scores[player] for column in columns] for player in (0, 1)] == expect["scores"]
        if "boxes" in expect:
            assert [[column.boxes[player] for column in columns] for player in (0, 1)] == expect["boxes"]
        if "column_winner" in expect:
            assert [column.winner for column in columns] == expect["column_winner"]
    if "open" in expect:
        assert [column.is_open for column in match.columns] == expect["open"]
        assert [column.winner is None for column in folded.columns] == expect["open"]
    if "settlement" in expect:
        assert [column.net[0] for column in folded.columns] == expect["settlement"]
        assert settled.net == folded.net == (expect["settlement_total"], -expect["settlement_total"])
        assert match.is_over
    assert settled.totals == folded.totals
    if "bonus_boxes" in expect:  # the source's sheet leaves out the box that every hand brings
        own = [[sum(1 for _ in _entered(hands, player, column)) for column in range(3)] for player in (0, 1)]
        less = [[expect["boxes"][p][c] - own[p][c] for c in range(3)] for p in (0, 1)]
        assert less == expect["bonus_boxes"]


def _entered(hands: list[Any], player: int, column: int) -> list[Any]:
    """Give a player's hands entered in a column, while all columns are open: all but the first ones."""
    return [hand for hand in hands if hand[0] == player][column:]


@of_kind("partnership")
def test_partnership(case: Case) -> None:
    match = PartnershipMatch()
    for deltas in case.input["deals"]:
        match.record_deal(deltas)
    folded = reference.play_partnership(case.input["deals"], case.rules)
    assert list(match.scores) == list(folded.scores) == case.expect["scores"]
    assert list(match.boxes) == list(folded.boxes) == case.expect["boxes"]
    assert match.settle().totals == folded.totals


@of_kind("cutthroat")
def test_cutthroat(case: Case) -> None:
    rules = rules_of(case)
    match, hands = CutthroatMatch(rules), []
    for player in (1, 0):
        points, boxes = case.input["points"][player], case.input["boxes"][player]
        for number in range(boxes):
            worth = points // boxes + (points % boxes if number == boxes - 1 else 0)
            match.record(player, 2 if player == 1 else 1, worth)
            hands.append((player, worth, 1))
    folded = reference.play_cutthroat(hands, case.rules)
    settled = match.settle()
    assert match.winner == folded.winner == case.input["winner"]
    assert list(match.scores) == list(folded.scores) == case.input["points"]
    assert list(match.boxes) == list(folded.boxes) == case.input["boxes"]
    assert list(settled.totals) == list(folded.totals) == case.expect["totals"]
    assert list(settled.net) == list(folded.net) == case.expect["net"]


@of_kind("boxes_value")
def test_value_of_boxes(case: Case) -> None:
    """One hand with many boxes, in one game, and in one column that counts as often as three weighted ones."""
    given = case.input
    house = {**case.rules, "extra_boxes": {"gin": given["boxes"] - 1}, "target": 1000}
    match = Match(Rules(**house))
    match.record(0, given["points"], outcome=Outcome.GIN)
    assert match.settle().totals == (case.expect["value"], 0)
    house |= {"columns": 1, "column_weights": (given["columns_factor"],)}
    hollywood = HollywoodMatch(Rules(**house))
    hollywood.record(0, given["points"], outcome=Outcome.GIN)
    folded = reference.play_hollywood([(0, given["points"], given["boxes"])], house)
    assert hollywood.settle().net[0] == folded.net[0] == case.expect["all_columns"]


@pytest.mark.parametrize(
    ("shutout", "box_bonus", "total", "net"),
    [
        ("double_game_bonus", 20, 340, 340),
        ("flat", 20, 340, 340),
        ("double_hand_points", 25, 350, 350),
        ("double_before_boxes", 25, 450, 450),
        ("double_bonuses", 25, 400, 400),
        ("double_difference", 20, 240, 480),
        ("double_total", 25, 500, 500),
        ("none", 25, 250, 250),
    ],
    ids=str,
)
def test_R_SHUT_one_match_under_every_rule(shutout: str, box_bonus: int, total: int, net: int) -> None:
    """A wins 50 and 50, B nothing."""
    house: dict[str, Any] = {"shutout": shutout, "box_bonus": box_bonus, "shutout_bonus": 100}
    match = Match(Rules(**house))
    match.record("A", 50)
    match.record("A", 50)
    folded = reference.play_match([(0, 50, 1), (0, 50, 1)], house)
    agree(match, folded)
    assert match.settle().totals == (total, 0)
    assert match.settle().net == (net, -net)


def test_R_SHUT_1_a_hand_won_for_nothing_spoils_only_the_test_by_hands() -> None:
    hands: Rows = [(1, 0), (0, 100)]
    for test, net in (("points", 200 + 100 + 25 - 25), ("hands", 100 + 100 + 25 - 25)):
        house: dict[str, Any] = {"shutout_test": test}
        match = Match(Rules(**house))
        for winner, points in hands:
            assert winner is not None
            match.record(winner, points)
        agree(match, reference.play_match([(w, p, 1) for w, p in hands], house))
        assert match.settle().net[0] == net
