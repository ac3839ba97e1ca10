"""The text form of a match: lines to entries and back. docs/matches.md describes the form for people.

Part of `match`, below `files`. An entry is a mapping with the fields that the JSON form of a hand has, so that both
forms are read by the same code afterwards.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ginfast._rulefields import parse_field
from ginfast.errors import MatchError
from ginfast.match._hand import Hand
from ginfast.outcome import Outcome

__all__ = ["KINDS", "Entry", "format_hand", "is_plain_name", "numbered_lines", "read_hand", "read_header"]

KINDS = ("match", "hollywood", "partnership", "cutthroat")
_HEADERS = ("preset", "rule", "players", "dealer", "target", "sits")
_WORDS = frozenset({*KINDS, *_HEADERS, "dead", "tie"})
_NAME = re.compile(r"[^\W\d][\w.'-]*(?: [\w.'-]+)*")


class Entry(NamedTuple):
    """One header setting or one hand: where it stands, and its fields."""

    line: int
    key: str
    value: object


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of the lines that say something; `#` at the start or after a blank begins a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        said = re.sub(r"(^|\s)#.*", "", line).strip()
        if said:
            yield number, said


def read_header(line: int, text: str) -> list[Entry]:
    """Return the settings that a header line makes, or nothing when it is no header line."""
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    word = word.lower()
    if word in KINDS and (not rest or word == "partnership"):
        kind = Entry(line, "kind", word)
        return [kind, Entry(line, "per_side", _number("players a side", rest))] if rest else [kind]
    match word:
        case "preset" if rest:
            return [Entry(line, "preset", rest)]
        case "rule":
            name, equals, value = (part.strip() for part in rest.partition("="))
            if not (name and equals and value):
                raise MatchError(f"{text!r} is no rule, expected like 'rule target = 150'")
            return [Entry(line, "rule", (name, parse_field(name, value)))]
        case "players" if rest:
            return [Entry(line, "players", [name.strip() for name in rest.split(",")])]
        case "dealer" if rest:
            return [Entry(line, "dealer", rest)]
        case "target" if rest:
            return [Entry(line, "target", _number("target", rest))]
        case "sits" if rest.startswith("out "):
            return [Entry(line, "sits_out", rest.removeprefix("out ").strip())]
    return []


def read_hand(text: str, players: Sequence[str]) -> dict[str, object]:
    """Return the fields of a hand line."""
    if text.lower() in ("dead", "tie"):
        return {"winner": None, "points": 0, "outcome": text.lower()}
    if re.fullmatch(r"[+-]?\d{1,9}(?:[\s,]+[+-]?\d{1,9})+", text):
        return {"deltas": [int(number) for number in re.split(r"[\s,]+", text)]}
    name, rest = _leading_name(text, players)
    other: str | None = None
    for word in ("beats", "against"):
        if rest.startswith(f"{word} "):
            other, rest = _leading_name(rest.removeprefix(word).strip(), players)
            break
    if rest.startswith(":"):
        entry: dict[str, object] = {"knocker": name, **_read_cards(rest[1:])}
        return entry if other is None else entry | {"defender": other}
    entry = {"winner": name, **_read_score(rest)}
    return entry if other is None else entry | {"loser": other}


def format_hand(hand: Hand, players: Sequence[str]) -> str:
    """Return the line of a hand by numbers."""
    if hand.deltas:
        return " ".join(f"{delta:+d}" for delta in hand.deltas)
    if hand.winner is None:
        return hand.outcome.name.lower()
    beaten = "" if hand.loser is None or len(players) == 2 else f" beats {players[hand.loser]}"
    how = "" if hand.outcome is Outcome.KNOCK else f" {hand.outcome.name.lower().replace('_', ' ')}"
    how = " gin-off" if hand.gin_off else how
    times = "" if hand.multiplier == 1 else f" x{hand.multiplier}"
    return f"{players[hand.winner]}{beaten} {hand.points}{how}{times}"


def is_plain_name(name: str, players: Sequence[str] = ()) -> bool:
    """Tell whether the text form can hold a name: words of letters that are none of its own.

    Nor may it read like a score of another one of the `players`: "Ann 7" beside "Ann".
    """
    words = name.lower().split()
    if not _NAME.fullmatch(name) or _WORDS.intersection(words[:1]) or {"beats", "against"} & set(words):
        return False
    return not any(re.match(rf"{re.escape(other)} \d", name, re.IGNORECASE) for other in players if other != name)


def _leading_name(text: str, players: Sequence[str]) -> tuple[str, str]:
    """Split off the player a line begins with: the longest name, as it is written or else in any case."""
    found: list[str] = []
    for name in sorted(players, key=lambda name: (len(name), text.startswith(name)), reverse=True):
        head, rest = text[: len(name)], text[len(name) :]
        if head.casefold() == name.casefold() and (not rest or rest[0] in " :\t"):
            found.append(name)
    if found:
        name, *others = found
        alike = [other for other in others if other.casefold() == name.casefold()]
        if alike and not text.startswith(name):
            raise MatchError(f"{text!r} begins with {' or '.join(map(repr, [name, *alike]))}, expected one as written")
        return name, text[len(name) :].strip()
    raise MatchError(f"{text!r} does not begin with a player, expected {', '.join(map(repr, players))}")


def _read_score(text: str) -> dict[str, object]:
    found = re.fullmatch(r"(\d{1,9})(?:\s+([a-z][a-z -]*?))??(?:\s*(?:x|times)\s*(\d{1,9}))?", text.lower())
    if not found:
        raise MatchError(f"{text!r} is no score, expected points, outcome and multiplier like '40 gin x2'")
    points, words, times = found.groups()
    entry: dict[str, object] = {"points": int(points), "multiplier": int(times or 1)}
    outcome = (words or "knock").strip().replace(" ", "_").replace("-", "_")
    return entry | ({"outcome": "undercut", "gin_off": True} if outcome == "gin_off" else {"outcome": outcome})


def _read_cards(text: str) -> dict[str, object]:
    hands, *options = (part.strip() for part in text.split(";"))
    sides = [side.strip() for side in re.split(r"\bagainst\b", hands, flags=re.IGNORECASE)]
    if len(sides) != 2 or not all(sides):
        raise MatchError(f"{hands!r} is no hand, expected 'cards against cards' or 'count against count'")
    entry: dict[str, object]
    if all(re.fullmatch(r"\d{1,9}", side) for side in sides):
        entry = {"counts": [int(side) for side in sides]}
    else:
        entry = {"hand": sides[0], "against": sides[1]}
    for option in options:
        if option:
            entry |= _read_option(option)
    return entry


def _read_option(text: str) -> dict[str, object]:
    words = text.lower().replace("-", " ")
    if words in ("big gin", "gin off"):
        return {words.replace(" ", "_"): True}
    for name in ("upcard", "discard", "taken"):
        if words.startswith(f"{name} "):
            return {name: text[len(name) :].strip()}
    for name in ("defender melds", "laid off", "melds"):
        if words.startswith(f"{name} "):
            rest = text[len(name) :].strip()
            if rest.lower() == "none":
                return {name.replace(" ", "_"): []}
            if name == "laid off":
                return {"laid_off": rest}
            return {name.replace(" ", "_"): [meld.strip() for meld in rest.split("/")]}
    raise MatchError(
        f"{text!r} is no option, expected upcard, discard, taken, melds, laid off, defender melds, big gin or gin-off"
    )


def _number(what: str, text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise MatchError(f"{what} is {text!r}, expected a number")
    return int(text)
