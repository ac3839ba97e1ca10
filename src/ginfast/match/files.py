"""Match files: the form that ``ginfast score FILE`` reads, as text for people and as JSON for programs.

Part of `match`; the command line calls `read_match` and prints `MatchFile.report`, exit code 2 when there are
`problems`. A line that is wrong is reported by number and left out; all others count. docs/matches.md has the form.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ginfast.errors import GinfastError, MatchError
from ginfast.match._base import SCHEMA
from ginfast.match._hand import check_schema, refuse_unknown
from ginfast.match._lines import KINDS, Entry, format_hand, is_plain_name, numbered_lines, read_hand, read_header
from ginfast.match.cutthroat import CutthroatMatch
from ginfast.match.hollywood import HollywoodMatch
from ginfast.match.partnership import PartnershipMatch
from ginfast.match.two import Match
from ginfast.rules import DEFAULT_RULES, Rules
from ginfast.scoring import HandResult, resolve_hand, score_counts

__all__ = ["AnyMatch", "MatchFile", "Problem", "format_match", "load_match", "read_match"]

AnyMatch = Match | HollywoodMatch | PartnershipMatch | CutthroatMatch
_CLASSES: Mapping[str, type[AnyMatch]] = {
    "match": Match,
    "hollywood": HollywoodMatch,
    "partnership": PartnershipMatch,
    "cutthroat": CutthroatMatch,
}
_SETTINGS = ("players", "per_side", "target", "dealer", "sits_out")
_SCORED = ("winner", "loser", "points", "outcome", "gin_off", "multiplier")
_CARDS = ("hand", "against", "melds", "laid_off", "defender_melds", "upcard", "discard", "taken", "big_gin")
_COUNTS = ("counts", "upcard", "big_gin", "gin_off")


class Problem(NamedTuple):
    """A line that was left out: its number (of a JSON hand its place, as ``hands[2]``) and why."""

    where: str
    message: str

    def __str__(self) -> str:
        """Return both in one line."""
        return f"{self.where}: {self.message}"


@dataclass(frozen=True, slots=True)
class MatchFile:
    """Hold what a match file says.

    Attributes
    ----------
    match : Match, HollywoodMatch, PartnershipMatch or CutthroatMatch
        With all hands that could be entered.
    problems : tuple of Problem
        The lines that were left out, in order.
    results : mapping of int to HandResult
        The result of every hand that was given by cards or counts, by its place in ``match.hands``.
    """

    match: AnyMatch
    problems: tuple[Problem, ...] = ()
    results: Mapping[int, HandResult] = field(default_factory=dict)

    def report(self) -> str:
        """Return score sheet and settlement as text."""
        return f"{self.match.score_sheet()}\n\n{self.match.settle().explain()}"

    def to_dict(self) -> dict[str, object]:
        """Return match, settlement and problems as plain values for JSON."""
        return {
            "match": self.match.to_dict(),
            "settlement": self.match.settle().to_dict(),
            "problems": [problem._asdict() for problem in self.problems],
        }


def read_match(text: str) -> MatchFile:
    """Read a match file, text or JSON (which begins with a brace).

    Parameters
    ----------
    text : str
        What the file holds.

    Returns
    -------
    MatchFile
        The match, and the lines that are wrong.

    Raises
    ------
    MatchError
        JSON that cannot be read at all, named by line and column.

    Examples
    --------
    >>> from ginfast.match.files import read_match
    >>> file = read_match('''
    ... players Ann, Bob
    ... preset pagat
    ... Ann 30
    ... Bob 12 undercutt
    ... Bob: 4H 5H 6H 7S 7C 7D 9C TC JC 2S against 3D 4D 5D QH QS QD 7H KC AC 8S; discard KS
    ... ''')
    >>> file.match.scores
    (30, 17)
    >>> str(file.problems[0])
    "line 5: outcome is 'undercutt', expected one of knock, gin, big_gin, undercut, dead, tie"
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {text!r} ({type(text).__name__})")
    text = text.removeprefix("\ufeff")
    return _read_json(text) if text.lstrip().startswith("{") else _read_text(text)


def load_match(data: Mapping[str, object]) -> AnyMatch:
    """Return the match of any kind that `to_dict` gave.

    Examples
    --------
    >>> from ginfast import HollywoodMatch
    >>> from ginfast.match.files import load_match
    >>> load_match(HollywoodMatch().to_dict()) == HollywoodMatch()
    True
    """
    if not isinstance(data, Mapping):
        raise TypeError(f"stored match must be a mapping, got {data!r} ({type(data).__name__})")
    return _CLASSES[_kind(data.get("kind"))].from_dict(data)


def format_match(match: AnyMatch) -> str:
    """Return a match in the text form, hands by numbers; `read_match` reads it back.

    Raises
    ------
    MatchError
        A player's name that the text form cannot hold; JSON can.

    Examples
    --------
    >>> from ginfast import Match, Rules
    >>> from ginfast.match.files import format_match
    >>> match = Match(Rules(target=150), ("Ann", "Bob"))
    >>> match.record("Ann", 40, outcome="gin")
    >>> print(format_match(match), end="")
    match
    rule target = 150
    players Ann, Bob
    dealer Ann
    Ann 40 gin
    """
    for name in match.players:
        if not is_plain_name(name, match.players):
            raise MatchError(f"player {name!r} cannot be written in the text form, use JSON")
    stored = match.to_dict()
    lines = [f"partnership {match.per_side}" if isinstance(match, PartnershipMatch) else match.kind]
    for name, (value, _) in match.rules.differences(DEFAULT_RULES).items():
        plain = dict(value) if isinstance(value, Mapping) else value
        lines.append(
            f"rule {name} = {'none' if plain is None else plain if isinstance(plain, str) else json.dumps(plain)}"
        )
    lines.append(f"players {', '.join(match.players)}")
    if isinstance(match, PartnershipMatch):
        lines.append(f"target {match.target}")
    else:
        dealer = stored["dealer"]
        lines.append(f"dealer {match.players[dealer if isinstance(dealer, int) else 0]}")
    if isinstance(match, CutthroatMatch):
        lines.append(f"sits out {stored['sits_out']}")
    lines += [format_hand(hand, match.players) for hand in match.hands]
    return "\n".join(lines) + "\n"


class _Builder:
    """A match in the making: settings while there are no hands, then hands; problems are collected."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.results: dict[int, HandResult] = {}
        self._header: list[tuple[str, str, object]] = []
        self._match: AnyMatch | None = None

    def set(self, where: str, key: str, value: object) -> None:
        if self._match is not None:
            raise MatchError(f"{key!r} stands after the first hand")
        if key != "rule" and any(key == earlier for _, earlier, _ in self._header):
            raise MatchError(f"{key!r} is given twice")
        self._header.append((where, key, value))

    @property
    def match(self) -> AnyMatch:
        """The match with the settings so far; from here on only hands may follow."""
        if self._match is None:
            self._match = self._build()
        return self._match

    def add(self, entry: Mapping[str, object]) -> None:
        match = self.match
        if "deltas" in entry or isinstance(match, PartnershipMatch):
            self._add_deal(match, entry)
        elif "knocker" in entry:
            self._add_result(match, entry)
        elif isinstance(match, CutthroatMatch):
            refuse_unknown("hand", entry, _SCORED)
            match._add(match._read_hand(entry))  # noqa: SLF001  # same package: stored hands and lines read alike
        else:
            refuse_unknown("hand", entry, tuple(name for name in _SCORED if name != "loser"))
            match._add(match._read_hand(entry))  # noqa: SLF001

    def file(self) -> MatchFile:
        match = self.match
        return MatchFile(match, tuple(sorted(self.problems, key=_place)), self.results)

    def _add_deal(self, match: AnyMatch, entry: Mapping[str, object]) -> None:
        if not isinstance(match, PartnershipMatch):
            raise MatchError("signed scores of tables stand in a partnership match only")
        if "deltas" not in entry:
            raise MatchError(f"a deal is one signed score for each table, expected {match.per_side} numbers")
        refuse_unknown("hand", entry, ("deltas",))
        match._add(match._read_hand(entry))  # noqa: SLF001

    def _add_result(self, match: AnyMatch, entry: Mapping[str, object]) -> None:
        knocker, defender = entry["knocker"], entry.get("defender")
        if not isinstance(knocker, str | int) or not isinstance(defender, str | int | None):
            raise TypeError(f"knocker and defender must be names or numbers, got {knocker!r} and {defender!r}")
        if isinstance(match, CutthroatMatch):
            if defender is None:
                raise MatchError("the defender is missing: with three players write 'Ann against Bob: ...'")
            result = _result(match.rules, entry)
            match.record_hand(result, knocker=knocker, defender=defender)
        elif isinstance(match, PartnershipMatch):  # pragma: no cover  # `add` has sent it to _add_deal
            raise MatchError("a partnership match takes deals, not hands")
        else:
            if defender is not None:
                raise MatchError("a defender is named with three players only")
            result = _result(match.rules, entry)
            match.record_hand(result, knocker=knocker)
        self.results[len(match.hands) - 1] = result

    def _build(self) -> AnyMatch:
        kind = next((str(value) for _, key, value in self._header if key == "kind"), "match")
        rules = self._rules(kind)
        settings: dict[str, object] = {}
        for key in _SETTINGS:
            for setting in self._header:
                if setting[1] == key and not (key == "target" and kind != "partnership"):
                    self._try(kind, rules, settings, setting)
        return _make(kind, rules, settings)

    def _try(self, kind: str, rules: Rules, settings: dict[str, object], setting: tuple[str, str, object]) -> None:
        """Keep a setting if the match can be made with it; "players" comes first, as the dealer may be a name."""
        where, key, value = setting
        try:
            _make(kind, rules, settings | {key: value})
        except (GinfastError, TypeError) as error:
            fits = "unexpected keyword" not in str(error)
            self.problems.append(Problem(where, str(error) if fits else f"{key} has no meaning in a {kind} match"))
        else:
            settings[key] = value

    def _rules(self, kind: str) -> Rules:
        rules = DEFAULT_RULES
        changes: list[tuple[str, str, object]] = []
        for where, key, value in self._header:
            if key == "preset":
                try:
                    rules = Rules.preset(value) if isinstance(value, str) else Rules.preset(str(value))
                except GinfastError as error:
                    self.problems.append(Problem(where, str(error)))
            elif key == "rule" and isinstance(value, tuple):
                changes.append((where, *value))
            elif key == "target" and kind != "partnership":
                changes.append((where, key, value))
        try:
            return rules.replace(**{name: value for _, name, value in changes})
        except (GinfastError, TypeError):
            for where, name, value in changes:
                try:
                    rules = rules.replace(**{name: value})
                except (GinfastError, TypeError) as error:
                    self.problems.append(Problem(where, str(error)))
            return rules


def _make(kind: str, rules: Rules, settings: Mapping[str, object]) -> AnyMatch:
    return _CLASSES[kind](rules, **settings)  # type: ignore[arg-type]  # the constructors check every value


def _result(rules: Rules, entry: Mapping[str, object]) -> HandResult:
    """Score a hand given by cards or by counts."""
    if "counts" in entry:
        refuse_unknown("hand", entry, ("knocker", "defender", *_COUNTS))
        counts = entry["counts"]
        if not isinstance(counts, Sequence) or isinstance(counts, str) or len(counts) != 2:
            raise MatchError(f"counts are {counts!r}, expected two: the knocker's and the defender's deadwood")
        options = {name: entry[name] for name in _COUNTS[1:] if name in entry}
        return score_counts(counts[0], counts[1], rules=rules, **options)  # type: ignore[arg-type]
    refuse_unknown("hand", entry, ("knocker", "defender", *_CARDS), ("hand", "against"))
    options = {name: entry[name] for name in _CARDS[2:] if name in entry}
    return resolve_hand(entry["hand"], entry["against"], rules=rules, **options)  # type: ignore[arg-type]


def _read_text(text: str) -> MatchFile:
    builder = _Builder()
    for number, line in numbered_lines(text):
        where = f"line {number}"
        try:
            settings = read_header(number, line)
            for entry in settings:
                builder.set(where, entry.key, entry.value)
            if not settings:
                builder.add(read_hand(line, builder.match.players))
        except (GinfastError, TypeError) as error:
            builder.problems.append(Problem(where, str(error)))
    return builder.file()


def _read_json(text: str) -> MatchFile:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise MatchError(f"line {error.lineno}, column {error.colno}: not JSON, {error.msg}") from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, brackets without end
        raise MatchError(f"match file cannot be read as JSON: {error}") from None
    known = ("schema", "kind", "preset", "rules", "hands", *_SETTINGS)
    refuse_unknown("match file", data, known)
    check_schema("match file", data, SCHEMA)
    builder = _Builder()
    for entry in _json_header(data):
        builder.set(entry.key, entry.key, entry.value)
    hands = data.get("hands", [])
    if not isinstance(hands, list):
        raise MatchError(f"hands are {hands!r}, expected a list")
    for i, hand in enumerate(hands):
        try:
            builder.add(refuse_unknown("hand", hand, (*_SCORED, "deltas", "knocker", "defender", *_CARDS, "counts")))
        except (GinfastError, TypeError) as error:
            builder.problems.append(Problem(f"hands[{i}]", str(error)))
    return builder.file()


def _json_header(data: Mapping[str, object]) -> list[Entry]:
    entries = [Entry(0, "kind", _kind(data.get("kind", "match")))]
    entries += [Entry(0, key, data[key]) for key in ("preset", *_SETTINGS) if data.get(key) is not None]
    rules = data.get("rules", {})
    if not isinstance(rules, Mapping):
        raise MatchError(f"rules are {rules!r}, expected fields and their values")
    Rules.from_dict({"schema": rules["schema"]} if "schema" in rules else {})
    entries += [Entry(0, "rule", (str(name), value)) for name, value in rules.items() if name != "schema"]
    return entries


def _place(problem: Problem) -> int:
    return int("".join(filter(str.isdecimal, problem.where)) or -1)


def _kind(value: object) -> str:
    if not isinstance(value, str) or value not in KINDS:
        raise MatchError(f"kind is {value!r}, expected one of {', '.join(KINDS)}")
    return value
