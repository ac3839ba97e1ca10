"""Hypothesis drives whole matches: random rules, hands, undo and JSON round trips at every step.

Laws: a match is a fold over its hands; its totals are the sums of the printed lines; Hollywood with one column is a
match; the net sums to zero; JSON changes nothing; every preset plays.
"""

import json
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from match_cases import Numbers, house_rules, scored_hands

from ginfast import (
    CutthroatMatch,
    HollywoodMatch,
    Match,
    MatchError,
    PartnershipMatch,
    Rules,
    Settlement,
    resolve_hand,
    score_counts,
)
from ginfast.match.files import AnyMatch
from ginfast.rules import preset_names

KINDS = ("match", "hollywood", "partnership", "cutthroat")


def new_match(kind: str, rules: Rules) -> AnyMatch:
    """Make an empty match of a kind."""
    if kind == "partnership":
        return PartnershipMatch(rules, 3, target=rules.target)
    if kind == "cutthroat":
        return CutthroatMatch(rules)
    return Match(rules) if kind == "match" else HollywoodMatch(rules)


def enter(match: AnyMatch, hand: Numbers) -> None:
    """Record a hand by numbers in any kind of match."""
    winner, points, outcome, gin_off, multiplier = hand
    if isinstance(match, PartnershipMatch):
        match.record_deal([points, -(points // 2), 1 - 2 * int(winner is None)] if winner else [-points, 3, 0])
    elif winner is None:
        match.record_dead()
    elif isinstance(match, CutthroatMatch):
        loser = (winner + multiplier) % 3
        match.record(winner, loser, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)
    else:
        match.record(winner, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)


def check_reckoning(settled: Settlement, over: bool) -> None:
    """Add the printed lines up and compare."""
    players = range(len(settled.players))
    assert settled.totals == tuple(sum(line.amounts[i] for line in settled.lines) for i in players)
    assert settled.net == tuple(sum(line.amounts[i] for line in settled.net_lines) for i in players)
    assert sum(settled.net) == 0
    printed = [re.findall(r"[+-]?\d+", row[len(_label(row, settled)) :])[: len(players)] for row in _body(settled)]
    rows = dict(zip([_label(row, settled) for row in _body(settled)], printed, strict=True))
    total = list(rows).index("total")
    sums = [sum(int(numbers[i]) for numbers in list(rows.values())[:total]) for i in players]
    assert sums == [int(number) for number in rows["total"]] == list(settled.totals)
    between = list(rows.values())[total + 1 : -1]
    if between:
        assert [sum(int(numbers[i]) for numbers in between) for i in players] == list(settled.net)
    assert [int(number) for number in rows["net"]] == list(settled.net)
    assert ("not finished" in settled.explain()) is not over
    assert settled.is_finished is over


def _body(settled: Settlement) -> list[str]:
    return settled.explain().splitlines()[1:]


def _label(row: str, settled: Settlement) -> str:
    labels = [label for label, _, _ in settled.rows()]
    return max((label for label in labels if row.startswith(f"{label} ")), key=len)


class MatchMachine(RuleBasedStateMachine):
    """One match, with the list of its hands beside it."""

    @initialize(kind=st.sampled_from(KINDS), rules=house_rules())
    def start(self, kind: str, rules: Rules) -> None:
        self.kind, self.house = kind, rules
        self.match = new_match(kind, rules)
        self.hands: list[Numbers] = []

    @precondition(lambda self: not self.match.is_over)
    @rule(hand=scored_hands())
    def record(self, hand: Numbers) -> None:
        before = self.match.to_dict()
        enter(self.match, hand)
        self.hands.append(hand)
        self.match.undo()
        assert self.match.to_dict() == before
        enter(self.match, hand)

    @precondition(lambda self: self.match.is_over)
    @rule(hand=scored_hands())
    def refuse_after_the_end(self, hand: Numbers) -> None:
        before = self.match.to_dict()
        with pytest.raises(MatchError, match="the match is over"):
            enter(self.match, hand)
        assert self.match.to_dict() == before

    @precondition(lambda self: self.hands)
    @rule()
    def undo(self) -> None:
        self.match.undo()
        self.hands.pop()

    @precondition(lambda self: not self.hands)
    @rule()
    def nothing_to_undo(self) -> None:
        with pytest.raises(MatchError, match="nothing to undo"):
            self.match.undo()

    @rule()
    def through_json(self) -> None:
        self.match = type(self.match).from_dict(json.loads(json.dumps(self.match.to_dict())))

    @invariant()
    def is_a_fold(self) -> None:
        again = new_match(self.kind, self.house)
        for hand in self.hands:
            assert not again.is_over
            enter(again, hand)
        assert again == self.match
        assert (again.scores, again.boxes) == (self.match.scores, self.match.boxes)
        assert (again.is_over, again.winner) == (self.match.is_over, self.match.winner)
        assert again.settle() == self.match.settle()
        assert again.score_sheet() == self.match.score_sheet()

    @invariant()
    def lines_add_up(self) -> None:
        settled = self.match.settle()
        check_reckoning(settled, self.match.is_over)
        for column in settled.columns:
            check_reckoning(column, column.is_finished)
        if settled.columns:
            weighted = [w * column.net[0] for w, column in zip(settled.weights, settled.columns, strict=True)]
            assert sum(weighted) == settled.net[0]

    @invariant()
    def sheet_shows_every_hand(self) -> None:
        sheet = self.match.score_sheet()
        body = sheet.splitlines()
        assert sum(bool(re.match(r" *\d+ \|", line)) for line in body) == len(self.hands)
        assert len({len(line) for line in body if line.startswith("---")}) <= 1
        page = ET.fromstring(self.match.score_sheet_html())  # noqa: S314  # our own text
        assert len(page.findall("tbody/tr")) == len(self.hands)
        widths = {
            sum(int(cell.get("colspan", "1")) for cell in row) for part in page if part.tag != "caption" for row in part
        }
        assert len(widths) == 1, "all rows of the table are of one width"
        ET.fromstring(self.match.settle()._repr_html_())  # noqa: S314

    @invariant()
    def one_column_is_a_match(self) -> None:
        if self.kind not in {"match", "hollywood"}:
            return
        rules = self.house.replace(columns=1, column_weights=(1,), columns_run_on=False)
        match, hollywood = Match(rules), HollywoodMatch(rules)
        for hand in self.hands:
            if match.is_over:
                break
            enter(match, hand)
            enter(hollywood, hand)
            assert (match.scores, match.boxes, match.dealer) == (hollywood.scores, hollywood.boxes, hollywood.dealer)
            assert (match.is_over, match.winner) == (hollywood.is_over, hollywood.winner)
        assert hollywood.columns[0].scores == match.scores
        assert (match.settle().totals, match.settle().net) == (hollywood.settle().totals, hollywood.settle().net)


TestMatchMachine = MatchMachine.TestCase
TestMatchMachine.settings = settings(max_examples=60, stateful_step_count=16, deadline=None)


@pytest.mark.slow
class TestMatchMachineLonger(MatchMachine.TestCase):  # type: ignore[misc,valid-type]  # made by Hypothesis
    settings = settings(max_examples=300, stateful_step_count=30, deadline=None)


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_plays_prints_and_survives(name: str) -> None:
    rules = Rules.preset(name)
    upcard = "AS" if rules.oklahoma else None
    hands = [
        resolve_hand("6S 7S 8S TD TH TC AD AH AC AS", "4S 5S 2H 9D JC QH KC KD 3C TS", rules=rules, upcard="9S"),
        score_counts(0, 30, rules=rules, upcard=upcard),
        *([] if rules.knock_limit == 0 else [score_counts(1, 0, rules=rules, upcard="9S")]),
    ]
    for kind in KINDS:
        match = new_match(kind, rules)
        for number in range(100):
            if match.is_over:
                break
            result = hands[number % len(hands)]
            if isinstance(match, PartnershipMatch):
                match.record_deal([result.points, -1, 0])
            elif isinstance(match, CutthroatMatch):
                match.record_hand(result, knocker=number % 2, defender=2)
            else:
                match.record_hand(result, knocker=number % 2)
        assert match.is_over
        assert type(match).from_dict(json.loads(json.dumps(match.to_dict()))) == match
        check_reckoning(match.settle(), over=True)
        assert "wins" in match.settle().explain()
        assert f"to {rules.target}" in match.score_sheet()
        assert "<table" in match._repr_html_()
