"""Hollywood: entry by open columns, closing, weights, running on (R-HOLLY)."""

import json

import pytest

from ginfast import HollywoodMatch, Match, MatchError, Rules, RulesError, score_counts


def played(*hands: tuple[int, int], rules: Rules = Rules()) -> HollywoodMatch:  # noqa: B008  # frozen
    match = HollywoodMatch(rules, ("Ann", "Bob"))
    for winner, points in hands:
        match.record(winner, points)
    return match


def scores(match: HollywoodMatch) -> list[tuple[int, ...]]:
    return [column.scores for column in match.columns]


def test_R_HOLLY_2_first_win_one_column_second_two_third_three() -> None:
    match = played((0, 18), (1, 12), (0, 25), (1, 30), (0, 15), (0, 22), (1, 20))
    assert scores(match) == [(80, 62), (62, 50), (37, 20)]
    assert [column.boxes for column in match.columns] == [(4, 3), (3, 2), (2, 1)]
    assert match.scores == (179, 132)
    assert match.boxes == (9, 6)


def test_R_HOLLY_2_counting_wins_would_lose_the_hand_of_a_late_starter() -> None:
    match = played((0, 60), (0, 50))
    assert [column.is_open for column in match.columns] == [False, True, True]
    match.record(1, 20)
    assert scores(match) == [(110, 0), (50, 20), (0, 0)]
    match.record(1, 30)
    assert scores(match) == [(110, 0), (50, 50), (0, 30)]


def test_R_HOLLY_3_closed_columns_take_nothing_and_all_closed_ends_it() -> None:
    match = played((0, 100), (0, 100), (0, 99))
    assert scores(match) == [(100, 0), (100, 0), (99, 0)]
    assert [column.winner for column in match.columns] == [0, 0, None]
    match.record(1, 30)
    assert scores(match) == [(100, 0), (100, 0), (99, 30)]
    match.record(0, 1)
    assert (match.is_over, match.winner) == (True, 0)
    with pytest.raises(MatchError, match=r"the match is over \(Ann won after 5 hands\)"):
        match.record(0, 1)


def test_a_win_for_nothing_opens_a_column() -> None:
    match = played((0, 0), (0, 10))
    assert scores(match) == [(10, 0), (10, 0), (0, 0)]
    assert [column.boxes for column in match.columns] == [(2, 0), (1, 0), (0, 0)]


def test_R_HOLLY_4_columns_are_settled_one_by_one() -> None:
    match = played((0, 60), (0, 50), (1, 20), (1, 30), (0, 60), (1, 70), rules=Rules(shutout="double_total"))
    settled = match.settle()
    assert [column.net for column in settled.columns] == [(520, -520), (160, -160), (-165, 165)]
    assert settled.net == (515, -515)
    assert settled.totals == (520 + 260 + 85, 0 + 100 + 250)
    assert match.winner == 0


def test_R_HOLLY_5_weights() -> None:
    rules = Rules(column_weights=(1, 1, 2), shutout="none", box_bonus=0, game_bonus=0)
    settled = played((0, 100), (0, 100), (1, 30), (0, 100), rules=rules).settle()
    assert [column.net[0] for column in settled.columns] == [100, 100, 70]
    assert settled.net == (340, -340)
    assert settled.totals == (100 + 100 + 2 * 100, 2 * 30)
    assert "counts 2 times" in settled.explain()


def test_R_HOLLY_6_running_on() -> None:
    rules = Rules(columns=2, columns_run_on=True, column_weights=(1, 3), shutout="none")
    match = played((0, 100), rules=rules)
    assert scores(match) == [(100, 0), (0, 0), (0, 0)]
    assert match.weights == (1, 3, 3)
    match.record(0, 100)
    match.record(0, 10)
    assert scores(match) == [(100, 0), (100, 0), (10, 0), (0, 0)]
    assert not match.is_over
    assert match.winner is None
    settled = match.settle()
    assert settled.net[0] == 225 + 3 * 225 + 3 * 35
    assert "not finished" in settled.explain()
    match.undo()
    match.undo()
    assert scores(match) == [(100, 0), (0, 0), (0, 0)]


def test_immediate_boxes_close_columns() -> None:
    match = played((0, 75), rules=Rules(box_timing="immediate", columns=1))
    assert match.columns[0].scores == (100, 0)
    assert match.is_over
    assert match.settle().totals == Match.from_dict({**match.to_dict(), "kind": "match"}).settle().totals


def test_settling_early_says_so_and_pays_bonuses_in_closed_columns_only() -> None:
    settled = played((0, 100), (1, 20)).settle()
    assert [column.is_finished for column in settled.columns] == [True, False, False]
    assert [column.net[0] for column in settled.columns] == [100 + 2 * 100 + 25, -45, 0]
    assert not settled.is_finished
    assert "not finished" in settled.explain()


def test_the_winner_is_who_the_settlement_favours() -> None:
    rules = Rules(box_bonus=0, game_bonus=0, shutout="none", column_weights=(1, 1, 3))
    match = played((0, 100), (1, 99), (0, 101), (1, 100), rules=rules)
    assert [column.winner for column in match.columns] == [0, 0, 1]
    assert match.settle().net[0] == 100 + 2 - 3 * 100
    assert match.winner == 1


def test_the_winner_of_a_single_column_is_that_of_the_match_even_if_he_has_to_pay() -> None:
    rules = Rules(columns=1, box_bonus=100, game_bonus=0)
    hands = ((1, 1), (1, 1), (1, 1), (0, 100))
    match = played(*hands, rules=rules)
    assert match.settle().net == (200 - 303, 303 - 200)
    assert match.winner == 0
    assert "Ann wins" in match.settle().explain()


def test_nobody_wins_when_the_columns_cancel() -> None:
    rules = Rules(columns=2, box_bonus=0, game_bonus=0, shutout="none")
    match = played((0, 100), (1, 100), rules=rules)
    assert match.is_over
    assert match.winner is None
    assert match.settle().net == (0, 0)
    assert "nobody wins" in match.settle().explain()
    with pytest.raises(MatchError, match="the match is over \\(nobody won"):
        match.record_dead()


def test_sheet_has_a_game_for_each_column() -> None:
    match = played((0, 60), (0, 50), (1, 20), rules=Rules(column_weights=(1, 1, 2)))
    assert match.score_sheet() == (
        "Hollywood match to 100\n"
        "\n"
        "            |   Game 1  |   Game 2  |Game 3 (x2)|\n"
        "       hand |  Ann  Bob |  Ann  Bob |  Ann  Bob |\n"
        "------------+-----------+-----------+-----------+\n"
        "          1 |   60      |           |           | knock 60\n"
        "          2 |  110      |   50      |           | knock 50\n"
        "          3 |           |        20 |           | knock 20\n"
        "------------+-----------+-----------+-----------+\n"
        "  boxes won |    2    0 |    1    1 |    0    0 |\n"
        "hand points |  110    0 |           |           |\n"
        "      boxes |   50    0 |           |           |\n"
        " game bonus |  100    0 |           |           |\n"
        "    shutout |  100    0 |           |           |\n"
        "      total |  360    0 |           |           |\n"
        "        net | +360 -360 |           |           |"
    )
    assert match.score_sheet_html().count("<th colspan='2'") == 3


def test_json_and_results() -> None:
    rules = Rules.preset("competition")
    match = HollywoodMatch(rules)
    match.record_hand(score_counts(0, 30, rules=rules, upcard="AS"), knocker=0)
    assert match.columns[0].boxes == (5, 0)
    again = HollywoodMatch.from_dict(json.loads(json.dumps(match.to_dict())))
    assert again == match
    assert again.columns == match.columns
    with pytest.raises(MatchError, match="stored match is of kind 'hollywood', expected 'match'"):
        Match.from_dict(match.to_dict())
    with pytest.raises(RulesError):
        HollywoodMatch.from_dict(match.to_dict() | {"rules": {"columns": 0}})
