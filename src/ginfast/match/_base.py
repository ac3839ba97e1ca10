"""What all kinds of match share: a list of hands, the state after each, undo, JSON, the score sheet.

Part of `match`: uses `_hand`, `settlement`, `sheet`. A match is a fold: `_step` makes the next state out of a state
and a hand, and nothing else changes one. States are kept, so that `undo` is a pop.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, Self, TypeVar

from ginfast.errors import MatchError
from ginfast.match._column import Column
from ginfast.match._hand import (
    Hand,
    check_players,
    check_rules,
    check_schema,
    check_seat,
    make_hand,
    refuse_unknown,
    stored_score,
)
from ginfast.match.settlement import Settlement
from ginfast.match.sheet import Sheet, html_sheet, text_sheet
from ginfast.outcome import Outcome
from ginfast.result import HandResult
from ginfast.rules import Rules

__all__ = ["BaseMatch", "TwoSided"]

SCHEMA = 1
S = TypeVar("S")


class BaseMatch(ABC, Generic[S]):
    """Common part of the matches; not for direct use."""

    kind: ClassVar[str]
    _hand_fields: ClassVar[tuple[str, ...]] = ("winner", "points", "outcome", "gin_off", "multiplier")

    def __init__(self, rules: Rules, players: Sequence[str], count: int) -> None:
        self._rules = check_rules(rules)
        self._players = check_players(players, count)
        self._hands: list[Hand] = []
        self._states: list[S] = [self._start()]

    @property
    def rules(self) -> Rules:
        """The house rules, as given."""
        return self._rules

    @property
    def players(self) -> tuple[str, ...]:
        """The names, in the order of their numbers."""
        return self._players

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The recorded hands, dead ones included."""
        return tuple(self._hands)

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Each player's running score in points, as it counts towards the target."""

    @property
    @abstractmethod
    def boxes(self) -> tuple[int, ...]:
        """Each player's boxes."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the match has ended; nothing can be recorded then."""

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The number of the player who has won the match, or None."""

    @abstractmethod
    def settle(self) -> Settlement:
        """Return the reckoning as it stands; before the end it says that the match is not finished (R-MATCH-5)."""

    @abstractmethod
    def _start(self) -> S: ...

    @abstractmethod
    def _step(self, state: S, hand: Hand) -> S: ...

    @abstractmethod
    def _columns(self, state: S) -> tuple[Column, ...]: ...

    @abstractmethod
    def _settings(self) -> dict[str, object]: ...

    @abstractmethod
    def _read_hand(self, data: Mapping[str, object]) -> Hand: ...

    @property
    def _state(self) -> S:
        return self._states[-1]

    def undo(self) -> Hand:
        """Take the last hand back and return it.

        Raises
        ------
        MatchError
            Nothing has been recorded.

        Examples
        --------
        >>> from ginfast import Match
        >>> match = Match()
        >>> match.record("A", 30)
        >>> match.undo().points, match.scores
        (30, (0, 0))
        """
        if not self._hands:
            raise MatchError("nothing to undo: no hand has been recorded")
        self._states.pop()
        return self._hands.pop()

    def score_sheet(self) -> str:
        """Return the sheet as people draw it: a column for each player, the running score under the winner of a hand.

        Examples
        --------
        >>> from ginfast import Match
        >>> match = Match(players=("Ann", "Bob"))
        >>> match.record("Ann", 30)
        >>> match.record("Bob", 26, outcome="undercut")
        >>> print(match.score_sheet())
        Match to 100
        <BLANKLINE>
             hand |  Ann  Bob |
        ----------+-----------+
                1 |   30      | knock 30
                2 |        26 | undercut 26
        ----------+-----------+
        boxes won |    1    1 |
        """
        return text_sheet(self._sheet())

    def score_sheet_html(self) -> str:
        """Return the score sheet as an HTML table, which notebooks show for the match itself."""
        return html_sheet(self._sheet())

    def _repr_html_(self) -> str:
        return self.score_sheet_html()

    def to_dict(self) -> dict[str, object]:
        """Return the match as plain values for JSON: schema version, kind, rules, players and hands."""
        return {
            "schema": SCHEMA,
            "kind": self.kind,
            "rules": self._rules.to_dict(),
            **self._settings(),
            "hands": [self._write_hand(hand) for hand in self._hands],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Return the match of `to_dict`; every hand is checked and entered anew.

        Raises
        ------
        MatchError
            Unknown or missing fields, another kind of match, or a hand that cannot be, named by its number.
        RulesError
            The rules are not to be read.
        TypeError
            A value of the wrong type.

        Examples
        --------
        >>> from ginfast import Match
        >>> match = Match()
        >>> match.record("A", 30)
        >>> Match.from_dict(match.to_dict()) == match
        True
        """
        refuse_unknown("stored match", data, (*cls._known(), "schema", "kind", "rules", "hands"), ("kind", "hands"))
        check_schema("stored match", data, SCHEMA)
        if not isinstance(data["kind"], str) or data["kind"] != cls.kind:
            raise MatchError(f"stored match is of kind {data['kind']!r}, expected {cls.kind!r}")
        rules = data.get("rules", {})
        settings = {key: data[key] for key in cls._known() if key in data}
        match = cls(Rules.from_dict(rules), **settings)  # type: ignore[arg-type]  # the constructors check everything
        hands = data["hands"]
        if isinstance(hands, str | bytes) or not isinstance(hands, Sequence):
            raise TypeError(f"stored match must have a list of hands, got {hands!r} ({type(hands).__name__})")
        for i, entry in enumerate(hands):
            try:
                match._add(match._read_hand(refuse_unknown("hand", entry, cls._hand_fields)))
            except MatchError as error:
                raise MatchError(f"stored match, hands[{i}]: {error}") from error
            except TypeError as error:
                raise TypeError(f"stored match, hands[{i}]: {error}") from error
        return match

    @classmethod
    def _known(cls) -> tuple[str, ...]:
        return ("players", "dealer")

    def __eq__(self, other: object) -> bool:
        """Compare rules, players, settings and hands."""
        if type(other) is not type(self):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {score}" for name, score in zip(self._players, self.scores, strict=True))
        state = "over" if self.is_over else "not finished"
        return f"<{type(self).__name__} {scores}; hands {len(self._hands)}, {state}>"

    def _add(self, hand: Hand) -> None:
        if self.is_over:
            who = "nobody" if self.winner is None else self._players[self.winner]
            raise MatchError(f"the match is over ({who} won after {len(self._hands)} hands): undo() or start a new one")
        self._states.append(self._step(self._state, hand))
        self._hands.append(hand)

    def _write_hand(self, hand: Hand) -> dict[str, object]:
        values = hand._asdict() | {"outcome": hand.outcome.name.lower()}
        return {name: values[name] for name in self._hand_fields}

    def _sheet(self) -> Sheet:
        states = tuple(self._columns(state) for state in self._states)
        return Sheet(self._title(), self._players, tuple(self._hands), states, self.settle())

    @abstractmethod
    def _title(self) -> str: ...


class TwoSided(BaseMatch[S]):
    """Recording of hands between two players; not for direct use."""

    _dealer: int

    @property
    @abstractmethod
    def dealer(self) -> int:
        """The player who deals the next hand (R-MATCH-4)."""

    def record(
        self,
        winner: int | str | None,
        points: int,
        *,
        outcome: Outcome | str = Outcome.KNOCK,
        gin_off: bool = False,
        multiplier: int = 1,
    ) -> None:
        """Record a hand from plain numbers.

        Parameters
        ----------
        winner : int or str or None
            Number or name of the player who scores; None for a hand nobody wins, with outcome DEAD or TIE.
        points : int, 0 to 32767
            What he scores, bonuses and multiplier included. Taken as it is.
        outcome : Outcome or str
            How the hand ended; decides the extra boxes (R-BOX-5).
        gin_off : bool
            An undercut in which everything was laid off.
        multiplier : int, 1 to 10
            That of the hand; acts on extra boxes if the rules say so, never on `points`.

        Raises
        ------
        MatchError
            The match is over, or the values do not fit together.
        TypeError
            A value of the wrong type.

        Examples
        --------
        >>> from ginfast import Match, Rules
        >>> match = Match(Rules.preset("competition"), ("Ann", "Bob"))
        >>> match.record("Bob", 39, outcome="gin")
        >>> match.scores, match.boxes
        ((0, 39), (0, 3))
        """
        seat = None if winner is None else check_seat("winner", winner, self._players)
        self._add(make_hand(self._rules, seat, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier))

    def record_hand(self, result: HandResult, *, knocker: int | str) -> None:
        """Record a hand that `resolve_hand` or `score_counts` has scored.

        Parameters
        ----------
        result : HandResult
            Made under the rules of this match; a dead hand may come from anywhere.
        knocker : int or str
            The player who knocked. For a dead hand it does not matter.

        Raises
        ------
        MatchError
            The result was made under other rules (the differences are named), or the match is over.

        Examples
        --------
        >>> from ginfast import Match, score_counts
        >>> match = Match()
        >>> match.record_hand(score_counts(8, 5), knocker="A")
        >>> match.scores
        (0, 28)
        """
        seat = check_seat("knocker", knocker, self._players)
        self._add(hand_from_result(self._rules, result, seat, 1 - seat))

    def record_dead(self) -> None:
        """Record a dead hand: no points, no box, the same dealer deals again (R-DEAD).

        Examples
        --------
        >>> from ginfast import Match
        >>> match = Match()
        >>> match.record_dead()
        >>> match.scores, match.dealer, len(match.hands)
        ((0, 0), 0, 1)
        """
        self._add(Hand(None, 0, Outcome.DEAD))

    def _settings(self) -> dict[str, object]:
        return {"players": list(self._players), "dealer": self._dealer}

    def _read_hand(self, data: Mapping[str, object]) -> Hand:
        seat = None if data.get("winner") is None else check_seat("winner", data["winner"], self._players)
        return make_hand(self._rules, seat, **stored_score(data))


def hand_from_result(rules: Rules, result: object, knocker: int, defender: int) -> Hand:
    """Return the hand to record for a result, refusing one that was made under other rules."""
    if not isinstance(result, HandResult):
        raise TypeError(f"result must be a HandResult, got {result!r} ({type(result).__name__})")
    if result.outcome is Outcome.DEAD:
        return Hand(None, 0, Outcome.DEAD)
    if result.rules != rules:
        named = "; ".join(
            f"{name} {theirs!r}, here {mine!r}" for name, (mine, theirs) in rules.differences(result.rules).items()
        )
        raise MatchError(f"result was made under other rules: {named}")
    if result.winner is None:
        return Hand(None, 0, result.outcome)
    winner, loser = (knocker, defender) if result.winner == "knocker" else (defender, knocker)
    return make_hand(
        rules,
        winner,
        result.points,
        outcome=result.outcome,
        gin_off=result.gin_off,
        multiplier=result.multiplier,
        loser=loser,
    )


def next_dealer(rules: Rules, dealer: int, winner: int | None) -> int:
    """Return who deals after a hand between two (R-MATCH-4); after a hand without winner the same player again."""
    if winner is None:
        return dealer
    return {"winner": winner, "loser": 1 - winner, "alternate": 1 - dealer}[rules.next_dealer]


def box_value(rules: Rules) -> int:
    """Return what a box adds to the running score at once (R-BOX-3, R-BOX-4)."""
    return rules.box_bonus if rules.box_timing == "immediate" else 0
