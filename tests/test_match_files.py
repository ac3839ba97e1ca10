"""Match files: the text form, the JSON form, wrong lines by number, writing and reading back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_cases import Numbers, house_rules, scored_hands

from ginfast import (
    CutthroatMatch,
    GinfastError,
    HollywoodMatch,
    Match,
    MatchError,
    Outcome,
    PartnershipMatch,
    Rules,
)
from ginfast.match.files import AnyMatch, format_match, load_match, read_match

FRIDAY = """\
# Friday at Ann's
match
preset pagat
rule target = 150          # up to 150 tonight
players Ann Lee, Bob
dealer bob

Ann Lee 30
ann lee 40 gin
BOB 12 undercut
Bob 11 gin-off
dead
tie
Bob: 4H 5H 6H 7S 7C 7D 9C TC JC 2S against 3D 4D 5D QH QS QD 7H KC AC 8S; discard KS
Ann Lee: 8 against 5
Bob: 3C 4C 5C JS JH JD 5D 5H 5S 8C against 9C 9D 9H KC KD KH QC TC 2C AS; melds 3C 4C 5C / JS JH JD; laid off none
"""


def test_text_form() -> None:
    file = read_match(FRIDAY)
    match = file.match
    assert [str(problem) for problem in file.problems] == [
        "line 6: dealer is 'bob', expected one of 'Ann Lee', 'Bob'",
        "line 16: " + file.problems[1].message,
    ]
    assert isinstance(match, Match)
    assert match.rules == Rules.preset("pagat").replace(target=150)
    assert match.players == ("Ann Lee", "Bob")
    assert [hand.how for hand in match.hands] == [
        "knock",
        "gin",
        "undercut",
        "gin-off",
        "dead",
        "tie",
        "knock",
        "undercut",
    ]
    assert match.scores == (30 + 40, 12 + 11 + 17 + 13)
    assert sorted(file.results) == [6, 7]
    assert file.results[6].points == 17


def test_every_wrong_line_is_reported_and_nothing_else_is_lost() -> None:
    file = read_match(
        "players Ann, Bob\n"
        "rule gin_bonus = 900\n"
        "rule foo = 3\n"
        "rule bar\n"
        "preset nothing\n"
        "Ann 30\n"
        "Carl 30\n"
        "Bob thirty\n"
        "Bob 10 undercutt\n"
        "Bob 10 x11\n"
        "Bob 99999999999999999999\n"
        "Bob: 4H 5H against 3D\n"
        "Bob: 4H 5H 6H 7S 7C 7D 9C TC JC 2S\n"
        "Bob: 8 against 5; upcart 7S\n"
        "+3 -4\n"
        "rule target = 5\n"
        "players X, Y\n"
        "Bob against Ann: 3 against 8\n"
        "Bob 20\n"
        "Ann 70\n"
        "Ann 5\n"
    )
    assert [problem.where for problem in file.problems] == [
        f"line {n}" for n in (2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21)
    ]
    messages = {problem.where: problem.message for problem in file.problems}
    assert "'gin_bonus' is 900, expected 0 to 500" in messages["line 2"]
    assert "no field 'foo'" in messages["line 3"]
    assert "expected like 'rule target = 150'" in messages["line 4"]
    assert "no preset 'nothing'" in messages["line 5"]
    assert "'Carl 30' does not begin with a player" in messages["line 7"]
    assert "'thirty' is no score" in messages["line 8"]
    assert "outcome is 'undercutt'" in messages["line 9"]
    assert "expected 'cards against cards'" in messages["line 13"]
    assert "'upcart 7S' is no option" in messages["line 14"]
    assert "partnership match only" in messages["line 15"]
    assert "'rule' stands after the first hand" in messages["line 16"]
    assert "three players only" in messages["line 18"]
    assert "the match is over" in messages["line 21"]
    assert file.match.scores == (100, 20)
    assert "Ann wins" in file.report()


def test_settings_given_twice_and_weights_before_columns() -> None:
    file = read_match("players A, B\nplayers C, D\nrule column_weights = [1, 2]\nrule columns = 2\nhollywood\nA 3\n")
    assert [problem.message for problem in file.problems] == ["'players' is given twice"]
    assert file.match.rules.column_weights == (1, 2)
    assert file.match.players == ("A", "B")


def test_values_of_rules() -> None:
    text = "rule big_gin_bonus = none\nrule oklahoma = yes\nrule fiftieth_card = False\nrule tie = nobody\n"
    file = read_match(text + 'rule extra_boxes = {"gin": 2}\n')
    assert not file.problems
    assert file.match.rules == Rules(big_gin_bonus=None, oklahoma=True, tie="nobody", extra_boxes={"gin": 2})


def test_empty_file_is_a_match_without_hands() -> None:
    assert read_match("").match == Match()
    assert read_match("# nothing\n\n").problems == ()
    with pytest.raises(TypeError, match="text must be a str"):
        read_match(b"")  # type: ignore[arg-type]


def test_partnership_file() -> None:
    file = read_match("partnership 3\nplayers We, They\n+16 -12 0\n1 2\n3, -4, 0\nWe 30\n")
    assert isinstance(file.match, PartnershipMatch)
    assert file.match.scores == (4, 1)
    assert [problem.where for problem in file.problems] == ["line 4", "line 6"]
    assert "expected 3 numbers" in file.problems[0].message
    assert "one signed score for each table" in file.problems[1].message
    assert read_match("partnership 9\ntarget 50\n+3 +4").match.target == 50  # type: ignore[union-attr]
    file = read_match("sits out dealer\n")
    assert [str(problem) for problem in file.problems] == ["line 1: sits_out has no meaning in a match match"]


def test_cutthroat_file() -> None:
    file = read_match(
        "cutthroat\nplayers Ann, Bob, Cy\nsits out dealer\ntarget 50\n"
        "Ann beats Cy 30 gin\nBob against Cy: 8 against 5\nAnn 30\nAnn: 3 against 8\nBob beats Bob 3\n"
    )
    match = file.match
    assert isinstance(match, CutthroatMatch)
    assert match.rules.target == 50
    assert match.scores == (30, 0, 28)
    assert (match.dealer, match.sitting_out) == (1, 1)
    assert [problem.where for problem in file.problems] == ["line 7", "line 8", "line 9"]


def test_json_form_with_numbers_cards_and_counts() -> None:
    data: dict[str, Any] = {
        "kind": "hollywood",
        "preset": "pagat",
        "rules": {"target": 150},
        "players": ["Ann", "Bob"],
        "hands": [
            {"winner": "Ann", "points": 30, "outcome": "gin"},
            {"winner": 1, "points": -3},
            {"knocker": "Bob", "hand": "4H 5H 6H 7S 7C 7D 9C TC JC 2S", "against": "3D 4D 5D QH QS QD 7H KC AC 8S"},
            {"knocker": "Bob", "counts": [8, 5]},
            {"knocker": "Bob", "counts": [8]},
            {"knocker": "Bob", "counts": [8, 5], "melds": []},
            {"knocker": 0.5, "counts": [8, 5]},
            {"winner": None, "outcome": "dead"},
            {"winner": 0, "loser": 1, "points": 3},
            {"deltas": [1, 2]},
            "Ann 30",
        ],
    }
    file = read_match(json.dumps(data))
    assert isinstance(file.match, HollywoodMatch)
    assert file.match.rules == Rules.preset("pagat").replace(target=150)
    assert file.match.columns[0].scores == (30 + 13, 17)
    assert [problem.where for problem in file.problems] == [f"hands[{n}]" for n in (1, 4, 5, 6, 8, 9, 10)]
    assert json.loads(json.dumps(file.to_dict()))["settlement"]["net"] == list(file.match.settle().net)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"kind": "match",\n "hands": [}', "line 2, column 12: not JSON"),
        ('{"kind": "chess"}', "kind is 'chess', expected one of match, hollywood, partnership, cutthroat"),
        ('{"hand": []}', "match file has unknown field 'hand'; known are schema, kind, preset"),
        ('{"schema": 7}', "match file has schema 7"),
        ('{"hands": 3}', "hands are 3, expected a list"),
        ('{"rules": 3}', "rules are 3, expected fields and their values"),
        ('{"rules": {"schema": 9}}', "rules have schema 9"),
        ('{"hands": ' + "9" * 5000 + "}", "match file cannot be read as JSON"),
        ('{"hands": ' + "[" * 100_000, "match file cannot be read as JSON"),
    ],
)
def test_json_that_is_no_match_file(text: str, message: str) -> None:
    with pytest.raises(GinfastError, match=message):
        read_match(text)


def test_wrong_settings_in_json_are_problems() -> None:
    file = read_match('{"players": ["A"], "dealer": 5, "preset": "x", "rules": {"gin": 1}, "hands": []}')
    assert [problem.where for problem in file.problems] == ["preset", "rule", "players", "dealer"]
    assert file.match == Match()


def test_load_match() -> None:
    for match in (Match(), HollywoodMatch(), PartnershipMatch(), CutthroatMatch()):
        assert load_match(match.to_dict()) == match
    with pytest.raises(MatchError, match="kind is None"):
        load_match({})
    with pytest.raises(TypeError, match="stored match must be a mapping"):
        load_match(3)  # type: ignore[arg-type]


def test_names_that_the_text_form_cannot_hold() -> None:
    for name in ("Ann, Jr", "2", "dead", "Players", "A beats", "x:", "#1", "Ann  Lee"):
        with pytest.raises(MatchError, match="cannot be written in the text form, use JSON"):
            format_match(Match(players=(name, "Bob")))
    for name in ("Ann", "Ann Lee", "O'Neil", "Jean-Luc", "Ødegård", "B2", "Deadly"):
        match = Match(players=(name, "Other"))
        match.record(name, 30)
        assert read_match(format_match(match)).match == match


@given(
    st.sampled_from(("match", "hollywood", "partnership", "cutthroat")),
    house_rules(),
    st.lists(scored_hands(), max_size=12),
    st.data(),
)
def test_files_say_what_the_match_says(kind: str, rules: Rules, hands: list[Numbers], data: st.DataObject) -> None:
    match: AnyMatch
    if kind == "partnership":
        match = PartnershipMatch(rules, data.draw(st.integers(2, 6)))
    elif kind == "cutthroat":
        match = CutthroatMatch(rules, sits_out=data.draw(st.sampled_from(("loser", "dealer"))), dealer=1)
    else:
        match = Match(rules, dealer=1) if kind == "match" else HollywoodMatch(rules, dealer=1)
    for winner, points, outcome, gin_off, multiplier in hands:
        if match.is_over:
            break
        if isinstance(match, PartnershipMatch):
            match.record_deal([points, -(multiplier - 1)] + [0] * (match.per_side - 2))
        elif winner is None:
            match.record_dead()
        elif isinstance(match, CutthroatMatch):
            match.record(winner, 2, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)
        else:
            match.record(winner, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)
    for text in (format_match(match), json.dumps(match.to_dict())):
        file = read_match(text)
        assert file.problems == ()
        assert file.match == match
        assert file.match.settle() == match.settle()


@given(st.text(max_size=200))
def test_any_text_at_all_is_read_or_refused_in_words(text: str) -> None:
    try:
        file = read_match(text)
    except GinfastError:
        return
    assert isinstance(file.report(), str)


@given(st.lists(st.sampled_from(FRIDAY.split()), max_size=30), st.sampled_from((" ", "\n")))
def test_any_words_of_the_form_are_read_or_reported(words: list[str], between: str) -> None:
    file = read_match(between.join(words))
    lines = sum(bool(line.strip()) for line in between.join(words).splitlines())
    assert len(file.problems) <= lines


def test_gin_off_is_written_as_one_word() -> None:
    match = Match(Rules.preset("competition"))
    match.record(0, 28, outcome=Outcome.UNDERCUT, gin_off=True, multiplier=2)
    assert "A 28 gin-off x2\n" in format_match(match)


def test_a_rule_named_none_is_a_name_on_the_command_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    from ginfast.cli import main

    hands = ["4H 5H 6H 7S 7C 7D 9C TC JC 2S", "3D 4D 5D QH QS QD 7H KC AC 8S"]
    assert main(["resolve", *hands, "--rule", "shutout=none", "--rule", "big_gin_bonus=none", "--json"]) == 0
    rules = Rules.from_dict(json.loads(capsys.readouterr().out)["rules"])
    assert rules == Rules(shutout="none", big_gin_bonus=None)


def test_names_that_differ_in_case_only_are_told_apart() -> None:
    file = read_match("players Ann, ann\nann 30\nAnn 5\nANN 7\nann 1\n")
    assert file.match.scores == (5, 31)
    assert [str(problem) for problem in file.problems] == [
        "line 4: 'ANN 7' begins with 'Ann' or 'ann', expected one as written"
    ]
    assert read_match(format_match(file.match)).match == file.match


def test_the_longest_name_counts_in_any_case() -> None:
    file = read_match("players Ann, Ann Lee\nann lee 30\nANN 5\nAnn lee 1\n")
    assert (file.match.scores, file.problems) == ((5, 31), ())


def test_a_name_that_reads_like_a_score_is_not_written() -> None:
    with pytest.raises(MatchError, match="player 'Ann 7' cannot be written in the text form"):
        format_match(Match(players=("Ann", "Ann 7")))
    match = Match(players=("Player 1", "Player 2"))
    match.record("Player 2", 7)
    assert read_match(format_match(match)).match == match


def test_the_schema_of_rules_is_checked_beside_a_preset_too() -> None:
    for start in ({}, {"preset": "pagat"}):
        with pytest.raises(GinfastError, match="rules have schema 2"):
            read_match(json.dumps({**start, "rules": {"schema": 2}}))
