"""One recorded hand, and the checks of what a caller may record.

Part of `match`: uses `outcome`, `rules` and `errors`. Everything a match knows is a list of `Hand`.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from ginfast._rulefields import as_integer
from ginfast.errors import MatchError
from ginfast.outcome import Outcome
from ginfast.rules import Rules

__all__ = [
    "Hand",
    "check_count",
    "check_players",
    "check_rules",
    "check_schema",
    "check_seat",
    "make_hand",
    "refuse_unknown",
    "stored_score",
]

MAX_POINTS = 32767
_MAX_MULTIPLIER = 10


class Hand(NamedTuple):
    """One hand as a match keeps it; `winner` and `loser` are player numbers or None.

    `boxes` are the boxes it gives the winner, its own included. In a partnership match a hand is a whole deal and
    `deltas` are the signed scores of its tables.
    """

    winner: int | None
    points: int
    outcome: Outcome = Outcome.KNOCK
    gin_off: bool = False
    multiplier: int = 1
    boxes: int = 0
    loser: int | None = None
    deltas: tuple[int, ...] = ()

    @property
    def how(self) -> str:
        """The outcome in words, as a score sheet notes it."""
        return "gin-off" if self.gin_off else self.outcome.name.lower().replace("_", " ")


def check_rules(rules: object) -> Rules:
    """Return `rules` if they are `Rules`."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, got {_shown(rules)}")
    return rules


def check_players(players: object, count: int) -> tuple[str, ...]:
    """Return the names of `count` players, which must be different, printable and not empty."""
    if isinstance(players, str | bytes | Mapping) or not isinstance(players, Sequence):
        raise TypeError(f"players must be a sequence of {count} names, got {_shown(players)}")
    for i, name in enumerate(players):
        if not isinstance(name, str):
            raise TypeError(f"players[{i}] must be a name, got {_shown(name)}")
        if not name.isprintable() or not name.strip():
            raise MatchError(f"players[{i}] is {name!r}, expected a name of printable characters")
    if len(players) != count or len(set(players)) != count:
        raise MatchError(f"players are {tuple(players)!r}, expected {count} different names")
    return tuple(players)


def check_seat(what: str, seat: object, players: tuple[str, ...]) -> int:
    """Return the number of a player given by number or by name."""
    if isinstance(seat, str):
        if seat not in players:
            raise MatchError(f"{what} is {seat!r}, expected one of {', '.join(map(repr, players))}")
        return players.index(seat)
    number = as_integer(seat)
    if number is None:
        raise TypeError(f"{what} must be a player's number or name, got {_shown(seat)}")
    if not 0 <= number < len(players):
        raise MatchError(f"{what} is {number}, expected 0 to {len(players) - 1} or a name")
    return number


def check_count(what: str, value: object, low: int, high: int) -> int:
    """Return an integer within a range."""
    number = as_integer(value)
    if number is None:
        raise TypeError(f"{what} must be an int from {low} to {high}, got {_shown(value)}")
    if not low <= number <= high:
        raise MatchError(f"{what} is {number}, expected {low} to {high}")
    return number


def check_outcome(outcome: object) -> Outcome:
    """Return the outcome given as `Outcome`, as its name in either case, or as its number."""
    if isinstance(outcome, Outcome):
        return outcome
    names = ", ".join(member.name.lower() for member in Outcome)
    if isinstance(outcome, str):
        name = outcome.strip().upper().replace(" ", "_")
        if name not in Outcome.__members__:
            raise MatchError(f"outcome is {outcome!r}, expected one of {names}")
        return Outcome[name]
    if as_integer(outcome) is None:
        raise TypeError(f"outcome must be an Outcome ({names}), got {_shown(outcome)}")
    return Outcome(check_count("outcome", outcome, 0, len(Outcome) - 1))


def make_hand(
    rules: Rules,
    winner: int | None,
    points: object,
    *,
    outcome: object,
    gin_off: object,
    multiplier: object,
    loser: int | None = None,
) -> Hand:
    """Return the checked hand with its boxes (R-BOX); a hand without winner scores nothing and gives no box."""
    scored = check_count("points", points, 0, MAX_POINTS)
    kind = check_outcome(outcome)
    times = check_count("multiplier", multiplier, 1, _MAX_MULTIPLIER)
    if not isinstance(gin_off, bool):
        raise TypeError(f"gin_off must be True or False, got {_shown(gin_off)}")
    if gin_off and kind is not Outcome.UNDERCUT:
        raise MatchError(f"gin_off with outcome {kind.name.lower()}, expected with an undercut only")
    nobody = kind in (Outcome.DEAD, Outcome.TIE)
    if winner is None:
        if kind is Outcome.KNOCK and scored == 0:
            kind, nobody = Outcome.DEAD, True
        if not nobody or scored:
            raise MatchError(f"no winner with outcome {kind.name.lower()} and {scored} points, expected a winner")
        return Hand(None, 0, kind)
    if nobody:
        raise MatchError(f"outcome {kind.name.lower()} with winner {winner}, expected no winner")
    boxes = rules.boxes_for(kind.name.lower(), gin_off=gin_off, multiplier=times)
    return Hand(winner, scored, kind, gin_off, times, boxes, loser)


class StoredScore(TypedDict):
    """What a stored hand by numbers says about its score, not yet checked."""

    points: object
    outcome: object
    gin_off: object
    multiplier: object


def stored_score(data: Mapping[str, object]) -> StoredScore:
    """Return what a stored hand by numbers says for `make_hand`: what has a default may be missing, the score not."""
    if data.get("winner") is None and data.get("outcome") is None:
        raise MatchError("hand has neither a winner nor an outcome, expected one of them (nobody wins: dead, tie)")
    if data.get("winner") is not None and "points" not in data:
        raise MatchError("hand has a winner, but lacks 'points'")
    return {
        "points": data.get("points", 0),
        "outcome": data.get("outcome", Outcome.KNOCK),
        "gin_off": data.get("gin_off", False),
        "multiplier": data.get("multiplier", 1),
    }


def check_schema(what: str, data: Mapping[str, object], schema: int) -> None:
    """Refuse a schema version that this release does not read; a missing one is this release's."""
    found = data.get("schema", schema)
    if type(found) is not int or found != schema:
        raise MatchError(f"{what} has schema {found!r}, this release reads schema {schema}")


def refuse_unknown(
    what: str, data: object, known: tuple[str, ...], needed: tuple[str, ...] = ()
) -> Mapping[str, object]:
    """Return the mapping `data` if its keys are all known and the needed ones are there."""
    if not isinstance(data, Mapping):
        raise TypeError(f"{what} must be a mapping, got {_shown(data)}")
    unknown = [key for key in data if key not in known]
    if unknown:
        raise MatchError(f"{what} has unknown field {', '.join(map(repr, unknown))}; known are {', '.join(known)}")
    missing = [key for key in needed if key not in data]
    if missing:
        raise MatchError(f"{what} lacks {', '.join(map(repr, missing))}")
    return data


def _shown(value: object) -> str:
    return f"{value!r} ({type(value).__name__})"
