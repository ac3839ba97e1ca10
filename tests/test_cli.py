"""The command line: what it prints for people and for programs, in colour and in a pipe, and what it refuses."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from finished_hands import AGAINST_BIG_GIN, BIG_GIN, DEFENDER, KNOCKER

import ginfast
from ginfast import HandResult, Rules
from ginfast._cli_text import Paint, table
from ginfast.bench import Row, chart, race
from ginfast.cli import main
from ginfast.rules import preset_names

Wild = Any  # what JSON holds, or a wrong type on purpose
Capture = pytest.CaptureFixture[str]
ELEVEN = f"{KNOCKER} KS"


def say(capsys: Capture, *words: str) -> str:
    """Run a command that succeeds and return what it printed."""
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def ask(capsys: Capture, *words: str) -> Wild:
    """Run a command with --json and return the values."""
    return json.loads(say(capsys, *words, "--json"))


def refuse(capsys: Capture, *words: str) -> str:
    """Run a command that is refused and return its one line."""
    try:
        code = main(words)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else -1
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    assert err.count("\n") == 1, "one line"
    return err


# --- the answers -----------------------------------------------------------------------------------------------------


def test_demo_explains_the_hand_of_the_readme_then_an_undercut_a_gin_and_a_tie(capsys: Capture) -> None:
    out = say(capsys, "demo")
    assert "7H on 4H 5H 6H -> 4H 5H 6H 7H" in out
    assert "Left over: AC 1 + 7H 7 + 8S 8 + KC 10 = 26" in out
    assert "Left over: AC 1 + 8S 8 + KC 10 = 19." in out
    assert "Points for the knocker: 17." in out
    results = [HandResult.from_dict({k: v for k, v in hand.items() if k != "title"}) for hand in ask(capsys, "demo")]
    assert [(one.outcome.name, one.points) for one in results] == [
        ("KNOCK", 17),
        ("UNDERCUT", 26),
        ("GIN", 98),
        ("UNDERCUT", 25),
    ]
    assert results[3].knocker_deadwood == results[3].defender_deadwood, "the tie"
    assert all(one.explain() in out for one in results)


@pytest.mark.parametrize(
    "words", [KNOCKER.split(), [KNOCKER], [KNOCKER.replace(" ", "").lower()], [KNOCKER.replace("H", "♥")]]
)
def test_deadwood(capsys: Capture, words: list[str]) -> None:
    assert say(capsys, "deadwood", *words).splitlines() == [
        "Deadwood 2",
        "  9C TC JC        run",
        "  4H 5H 6H        run",
        "  7C 7D 7S        set",
        "  2S              left over, 2",
    ]
    answer = ask(capsys, "deadwood", *words)
    assert answer == {"deadwood": 2, "melds": ["9C TC JC", "4H 5H 6H", "7C 7D 7S"], "deadwood_cards": "2S"}


def test_deadwood_of_gin_and_of_nothing(capsys: Capture) -> None:
    assert say(capsys, "deadwood", BIG_GIN).startswith("Deadwood 0 (gin)\n")
    assert say(capsys, "deadwood", "4H 5H 6H").startswith("Deadwood 0\n"), "three cards are no gin"
    assert ask(capsys, "deadwood", "") == {"deadwood": 0, "melds": [], "deadwood_cards": ""}


def test_melds(capsys: Capture) -> None:
    assert ask(capsys, "melds", "4H 5H 6H 7H") == [
        {"cards": cards, "kind": "run"} for cards in ("4H 5H 6H", "4H 5H 6H 7H", "5H 6H 7H")
    ]
    assert say(capsys, "melds", "4H 5D") == "No meld.\n"
    every = ask(capsys, "melds", "4H 5H 6H 7H", "--max-deadwood", "9")
    assert [one["deadwood"] for one in every] == [0, 4, 7]
    assert len(ask(capsys, "melds", "4S 5S 6S 7S 8S 9S", "--arrangements")) == 2, "one run of six, or two of three"
    assert say(capsys, "melds", "4H 5H 6H 7H", "--arrangements").splitlines()[1].split() == [
        "0",
        "4H",
        "5H",
        "6H",
        "7H",
    ]


def test_discard(capsys: Capture) -> None:
    eleven = "4S 5S 6S 2C 4C 5C 6C AD 3H 4H 6H"
    answer = ask(capsys, "discard", eleven)
    assert (answer[0]["card"], answer[0]["deadwood"], len(answer)) == ("6H", 10, 11)
    assert say(capsys, "discard", eleven).splitlines()[1].startswith("6H           10  4C 5C 6C | 4S 5S 6S | (")
    assert ask(capsys, "discard", eleven, "--taken", "6H")[0]["card"] == "5S"


def test_knock(capsys: Capture) -> None:
    answer = ask(capsys, "knock", ELEVEN)
    assert (answer["may_knock"], answer["limit"], answer["least_deadwood"]) == (True, 10, 2)
    assert [one["card"] for one in answer["throws"]] == ["KS", "2S"]
    assert say(capsys, "knock", ELEVEN).splitlines()[0] == "Yes: 2 deadwood after KS, the limit is 10."
    assert say(capsys, "knock", ELEVEN, "--rule", "knock_limit=1") == "No: 2 deadwood after KS, the limit is 1.\n"
    assert [one["card"] for one in ask(capsys, "knock", ELEVEN, "--taken", "KS")["throws"]] == ["2S"]
    assert say(capsys, "knock", KNOCKER).splitlines()[0] == "Yes: 2 deadwood, the limit is 10."
    spread = ["--melds", "4H 5H 6H", "7S 7C 7D"]
    loose = ["4H", "5H", "6H", "/", "7S", "7C", "7D"]
    assert ask(capsys, "knock", KNOCKER, *spread) == ask(capsys, "knock", KNOCKER, "--melds", *loose)
    assert ask(capsys, "knock", KNOCKER, *spread) == {
        "may_knock": False,
        "limit": 10,
        "deadwood": 31,
        "melds": ["4H 5H 6H", "7C 7D 7S"],
        "deadwood_cards": "9C TC JC 2S",
    }
    okla = ["--preset", "oklahoma", "--upcard", "AD"]
    assert say(capsys, "knock", KNOCKER, *okla).splitlines()[0] == "No: 2 deadwood, the limit is 1."
    assert say(capsys, "knock", BIG_GIN).splitlines()[0] == "Yes, gin: 0 deadwood after 9H, the limit is 10."


@pytest.mark.parametrize("melds", [["4H 5H 6H", "7S 7C 7D", "9C TC JC"], ["4H 5H 6H / 7S7C7D; 9C TC JC"]])
def test_layoff(capsys: Capture, melds: list[str]) -> None:
    answer = ask(capsys, "layoff", DEFENDER, *melds)
    assert answer["deadwood"] == 19
    assert answer["laid_off"] == [{"card": "7H", "meld": "4H 5H 6H"}]
    assert answer["arrangement"]["melds"] == ["3D 4D 5D", "QD QH QS"]
    lines = say(capsys, "layoff", DEFENDER, *melds).splitlines()
    assert lines[:2] == ["Deadwood 19", "  7H on 4H 5H 6H"]
    assert "  nothing to lay off" in say(capsys, "layoff", "KS QD", "4H 5H 6H")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], {}),
        (["--discard", "KS"], {"discard": "KS"}),
        (["--preset", "pagat"], {"rules": Rules.preset("pagat")}),
        (["--laid-off", "none"], {"laid_off": ()}),
        (["--laid-off", ""], {"laid_off": ()}),
        (["--laid-off", "7H"], {"laid_off": "7H"}),
        (["--defender-melds", "none"], {"defender_melds": ()}),
        (["--defender-melds", "QH QS QD"], {"defender_melds": ["QH QS QD"]}),
        (
            ["--melds", "4H 5H 6H / 7S 7C 7D", "--rule", "knock_limit=40"],
            {"melds": ["4H 5H 6H", "7S 7C 7D"], "rules": Rules(knock_limit=40)},
        ),
        (["--melds", "none", "--rule", "knock-limit=98"], {"melds": (), "rules": Rules(knock_limit=98)}),
        (["--preset", "oklahoma", "--upcard", "5S"], {"rules": Rules.preset("oklahoma"), "upcard": "5S"}),
        (
            ["--rule", "layoff_on_gin=yes", "--rule", "big_gin_bonus=none"],
            {"rules": Rules(layoff_on_gin=True, big_gin_bonus=None)},
        ),
        (
            ["--rule", 'extra_boxes={"gin": 2}', "--rule", "tie=nobody"],
            {"rules": Rules(extra_boxes={"gin": 2}, tie="nobody")},
        ),
    ],
)
def test_resolve(capsys: Capture, options: list[str], expected: dict[str, Any]) -> None:
    right = ginfast.resolve_hand(KNOCKER, DEFENDER, **expected)
    assert say(capsys, "resolve", KNOCKER, DEFENDER, *options) == right.explain() + "\n"
    assert HandResult.from_dict(ask(capsys, "resolve", KNOCKER, DEFENDER, *options)) == right


def test_resolve_big_gin_taken_and_best_spread(capsys: Capture) -> None:
    big = HandResult.from_dict(ask(capsys, "resolve", BIG_GIN, AGAINST_BIG_GIN, "--big-gin"))
    assert (big.outcome.name, big.points) == ("BIG_GIN", 103)
    assert ask(capsys, "resolve", ELEVEN, DEFENDER, "--taken", "KS")["knocker_deadwood"] == 10
    hands = "AS 5S 6S 7S 5C 6C 7C 5D 6D 7D", "3S 4S 4C 4D 5H 6H 7H 8S 8C 8D"
    assert ask(capsys, "resolve", *hands, "--best-spread")["points"] == 2
    runs = ["--melds", "5S 6S 7S", "--melds", "5C 6C 7C", "5D 6D 7D"]
    assert ask(capsys, "resolve", *hands, *runs)["winner"] == "defender"


def test_rules_lists_shows_and_compares_presets(capsys: Capture) -> None:
    listed = ask(capsys, "rules")
    assert list(listed) == list(preset_names())
    assert all(name in say(capsys, "rules") for name in preset_names())
    assert Rules.from_dict(ask(capsys, "rules", "pagat")) == Rules.preset("pagat")
    shown = say(capsys, "rules", "pagat").splitlines()
    assert "* gin_bonus = 20" in shown
    assert "  target = 100" in shown
    assert ask(capsys, "rules", "pagat", "bicycle") == {
        "shutout": ["double_game_bonus", "flat"],
        "shutout_bonus": [0, 100],
        "next_dealer": ["loser", "winner"],
    }
    assert say(capsys, "rules", "pagat", "bicycle").splitlines()[0].split() == ["field", "pagat", "bicycle"]
    assert say(capsys, "rules", "pagat", "pagat") == "No difference.\n"


MATCH = f"""\
players Ann, Bob
preset pagat
Ann 60
Ann: {KNOCKER} against {DEFENDER}; discard KS
"""


def test_score_prints_sheet_and_settlement(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(MATCH, encoding="utf-8")
    out = say(capsys, "score", str(file))
    assert "Ann" in out
    assert "77" in out
    assert ask(capsys, "score", str(file))["match"]["players"] == ["Ann", "Bob"]


def test_score_names_wrong_lines_and_loses_nothing(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(MATCH + "Ann 12 undercutt\nBob 5\n", encoding="utf-8")
    assert main(["score", str(file)]) == 2
    out, err = capsys.readouterr()
    assert err.startswith("ginfast score: line 5: ")
    assert err.count("\n") == 1
    assert "77" in out
    assert re.search(r"\b5\b", out)


def test_score_reads_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(MATCH))
    assert "77" in say(capsys, "score", "-")


def test_bench_shows_every_question(capsys: Capture) -> None:
    rows = ask(capsys, "bench", "--hands", "12")
    assert {row["engine"] for row in rows} >= {"ginfast.masks", "ginfast.batch", "ginfast.reference"}
    assert len({row["question"] for row in rows}) == 4
    assert all(row["ns"] > 0 for row in rows)
    assert say(capsys, "bench", "--hands", "12").count("#" * 40) == 4, "the fastest of each question has the full bar"


def test_bench_refuses_a_race_with_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginfast.reference.deadwood", lambda mask: 1000)
    with pytest.raises(ginfast.GinfastError, match=r"least deadwood: ginfast.* answers .*, expected 1000"):
        race(10)


def test_the_chart_draws_rates() -> None:
    lines = chart([Row("q", "fast", 9, 10.0), Row("q", "slow", 9, 20_000.0), Row("r", "fast", 9, 3e7)])
    assert lines[1] == "  fast    10 ns       1 x  " + "#" * 40
    assert lines[2] == "  slow    20 us   2,000 x  #"
    assert lines[3:5] == ["", "r"]
    assert "30 ms" in lines[5]


def test_version_and_help(capsys: Capture) -> None:
    for words in (["--version"], ["--help"], ["resolve", "--help"]):
        with pytest.raises(SystemExit) as stop:
            main(words)
        assert stop.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith(f"ginfast {ginfast.__version__}\n")
    for command in ("demo", "deadwood", "melds", "discard", "knock", "layoff", "resolve", "score", "rules", "bench"):
        assert command in out


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["deadwood", "4X"], "ginfast deadwood: cards: '4X' at position 0"),
        (["deadwood", "4H", "4H"], "cards: '4H' at position 3"),
        (["deadwood", "4H", "--seen", "ZZ"], "seen"),
        (["melds", "1J"], "cards"),
        (["melds", "4H", "--max-deadwood", "-1"], "max_deadwood"),
        (["melds", "4H", "--max-deadwood", "x"], "--max-deadwood"),
        (["discard", KNOCKER], "11"),
        (["discard", ELEVEN, "--taken", "QD"], "taken"),
        (["knock", "4H"], "cards holds 1 card, expected 10"),
        (["knock", ELEVEN, "--melds", "4H 5H 6H"], "--melds is given with eleven cards"),
        (["knock", KNOCKER, "--preset", "nope"], "no preset 'nope'"),
        (["knock", KNOCKER, "--preset", "oklahoma"], "upcard is missing"),
        (["knock", KNOCKER, "--rule", "knock_limit"], "expected FIELD=VALUE"),
        (["knock", KNOCKER, "--rule", "knock_limit=99"], "knock_limit"),
        (["knock", KNOCKER, "--rule", "knock_limit=ten"], "knock_limit"),
        (["knock", KNOCKER, "--rule", "limit=9"], "no field 'limit'"),
        (["layoff", DEFENDER, "4H 5H"], r"melds\[0\]"),
        (["layoff", DEFENDER, "3D 4D 5D"], "3D"),
        (["resolve", KNOCKER, "4H"], "defender holds 1 card, expected 10"),
        (["resolve", KNOCKER, DEFENDER, "--melds", "4H 5H 6H"], "expected at most the knock limit 10"),
        (["resolve", KNOCKER, DEFENDER, "--big-gin"], "expected 11 for big gin"),
        (["resolve", KNOCKER, DEFENDER, "--laid-off", "8S"], "8S"),
        (["resolve", KNOCKER, DEFENDER, "--best-spread", "--laid-off", "7H"], "--laid-off is given with --best-spread"),
        (["resolve", KNOCKER, DEFENDER, "--best-spread", "--big-gin"], "--big-gin is given with --best-spread"),
        (["knock", KNOCKER, "--taken", "2S"], "--taken is given with 10 cards, expected with eleven only"),
        (["resolve", KNOCKER], "DEFENDER"),
        (["rules", "pagat", "nope"], "no preset 'nope'"),
        (["rules", "pagat", "bicycle", "eaai"], "expected at most two presets"),
        (["score", "/nowhere/match.txt"], "/nowhere/match.txt"),
        (["bench", "--hands", "1"], "hands is 1, expected 10 to 1,?000,?000"),
        (["deal"], "invalid choice"),
        ([], "COMMAND"),
        (["deadwood"], "CARD"),
        (["deadwood", "4H", "--colour"], "--colour"),
    ],
)
def test_refused_in_one_line(capsys: Capture, words: list[str], message: str) -> None:
    line = refuse(capsys, *words)
    assert line.startswith("ginfast")
    assert re.search(message, line)


def test_json_refusals_are_the_same(capsys: Capture) -> None:
    assert "4X" in refuse(capsys, "deadwood", "4X", "--json")


def test_files_that_are_no_text_are_refused(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(b"Ann \xff 12")
    assert "no UTF-8 text" in refuse(capsys, "score", str(file))


# --- colours ---------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that says it is a terminal of some encoding."""

    def __init__(self, encoding: str, *, terminal: bool = True) -> None:
        super().__init__()
        self._encoding = encoding
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


RED, BLACK = "\x1b[1;31m4♥\x1b[0m", "\x1b[1mT♠\x1b[0m"


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_colours_and_signs_on_a_terminal_only() -> None:
    assert Paint(Terminal("utf-8"))("4H TS") == f"{RED} {BLACK}"
    assert Paint(Terminal("utf-8", terminal=False))("4H TS") == "4H TS"
    assert Paint(Terminal("utf-8", terminal=False), "always")("4H TS") == f"{RED} {BLACK}"
    assert Paint(Terminal("utf-8"), "never")("4H TS") == "4H TS"


def test_letters_where_signs_cannot_be_encoded() -> None:
    for encoding in ("ascii", "latin-1", "no-such-encoding", ""):
        assert Paint(Terminal(encoding))("4H") == "\x1b[1;31m4H\x1b[0m"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    assert Paint(Terminal("utf-8"))("4H TS") == "4♥ T♠"


def test_only_cards_are_painted() -> None:
    words = "Hands of AS-HANDS 4HX Knocker 10, defender 9: GIN"
    assert Paint(Terminal("utf-8"))(words).replace("\x1b[1mA♠\x1b[0m", "AS") == words


def test_main_paints_what_a_terminal_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal("utf-8")
    monkeypatch.setattr("sys.stdout", terminal)
    assert main(["deadwood", "4H", "TS"]) == 0
    assert RED in terminal.getvalue()
    assert BLACK in terminal.getvalue()


def test_tables_line_up() -> None:
    assert table(("card", "n"), [("KS", 2), ("TC", 10)]) == ["card   n", "KS     2", "TC    10"]


# --- as a process ----------------------------------------------------------------------------------------------------


def process(*words: str, **options: Wild) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONWARNINGS": "error", **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "ginfast", *words],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        **options,
    )


def test_python_m_ginfast() -> None:
    done = process("deadwood", "4H5H6H", "7S")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "Deadwood 7"
    assert "\x1b" not in done.stdout
    wrong = process("resolve", "4H", "5H")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "ginfast resolve: knocker holds 1 card, expected 10 or 11\n"


def test_an_ascii_pipe_gets_letters_and_names_it_cannot_write(tmp_path: Path) -> None:
    env = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert process("demo", "--color", "always", env=env).returncode == 0
    file = tmp_path / "match.txt"
    file.write_text("players Zoë, Bob\nZoë 60\n", encoding="utf-8")
    done = process("score", str(file), env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Zo?" in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m ginfast demo --json | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.split()[-1] == "0"


def test_the_other_commands_load_no_numpy() -> None:
    code = "import sys; from ginfast.cli import main; main(['demo']); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize(
    ("words", "err"),
    [
        ("deadwood 4H >&-", "ginfast deadwood: standard output is closed\n"),
        ("deadwood xx 2>&-", ""),
        ("score - <&-", "ginfast score: standard input is closed\n"),
    ],
)
def test_a_closed_stream_is_no_crash(words: str, err: str) -> None:
    command = f"'{sys.executable}' -m ginfast {words}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", err)


def test_standard_input_is_utf8_whatever_the_locale() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ginfast", "score", "-", "--json"],
        input="players Ann, Bøb\nBøb 30\n".encode(),
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["match"]["players"] == ["Ann", "Bøb"]
    done = subprocess.run(
        [sys.executable, "-m", "ginfast", "score", "-"], input=b"Ann \xff", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"ginfast score: - is no UTF-8 text: invalid start byte at byte 4\n"


def test_melds_does_not_print_without_end(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginfast._cli_commands.MOST_ARRANGEMENTS", 50)
    deck = " ".join(map(str, ginfast.DECK))
    assert main(["melds", deck, "--arrangements"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ginfast melds: cards have more than 50 such arrangements")
    assert err.count("\n") == 1


def test_a_player_named_like_a_card_keeps_his_name(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text("players JD, KC\nKC 30\n", encoding="utf-8")
    out = say(capsys, "score", str(file), "--color", "always")
    assert "KC" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("name", ["a\0b", "\ud83c"])
def test_a_name_that_no_file_can_have(capsys: Capture, name: str) -> None:
    assert main(["score", name]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "is no name of a file" in err
