"""`Match`: a game between two players up to a target.

Part of `match`. Rules R-MATCH, R-BOX, R-SHUT.
"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from ginfast.match._base import TwoSided, box_value, next_dealer
from ginfast.match._column import Column
from ginfast.match._hand import Hand, check_seat
from ginfast.match._one_column import OneColumn
from ginfast.match.settlement import Settlement, settle_column
from ginfast.rules import DEFAULT_RULES, Rules

__all__ = ["Match"]


class State(NamedTuple):
    """A match after some hands."""

    column: Column
    dealer: int


class Match(TwoSided[State], OneColumn[State]):
    """Keep score of a match between two players.

    Parameters
    ----------
    rules : Rules
        House rules; the default is the preset ``modern``.
    players : sequence of 2 str
        Names; hands are recorded by name or by number, 0 and 1.
    dealer : int or str
        Who deals the first hand.

    Raises
    ------
    MatchError
        Names that are empty or alike, no such dealer.

    Examples
    --------
    >>> from ginfast import Match
    >>> match = Match(players=("Ann", "Bob"))
    >>> match.record("Ann", 60)
    >>> match.record("Bob", 10, outcome="undercut")
    >>> match.record("Ann", 40, outcome="gin")
    >>> match.is_over, match.winner, match.scores, match.boxes
    (True, 0, (100, 10), (2, 1))
    >>> match.settle().totals, match.settle().net
    ((250, 35), (215, -215))
    """

    kind: ClassVar[str] = "match"

    def __init__(
        self, rules: Rules = DEFAULT_RULES, players: Sequence[str] = ("A", "B"), *, dealer: int | str = 0
    ) -> None:
        self._dealer = 0
        super().__init__(rules, players, 2)
        self._dealer = check_seat("dealer", dealer, self._players)
        self._states = [self._start()]

    @property
    def dealer(self) -> int:
        """The player who deals the next hand (R-MATCH-4)."""
        return self._state.dealer

    def settle(self) -> Settlement:
        """Return the reckoning; before the end only points and boxes, and it says "not finished" (R-MATCH-5).

        Examples
        --------
        >>> from ginfast import Match, Rules
        >>> match = Match(Rules(shutout="double_total"))
        >>> match.record("A", 50)
        >>> match.record("A", 50)
        >>> print(match.settle())
                       A     B
        hand points  100     0
        boxes         50     0  2 and 0, 25 each
        game bonus   100     0
        shutout      250     0  total doubled
        total        500     0
        net         +500  -500  A wins
        """
        return settle_column(self._rules, self._state.column, self._players)

    def _start(self) -> State:
        return State(Column.new(2, self._rules.target, box_value(self._rules)), self._dealer)

    def _step(self, state: State, hand: Hand) -> State:
        column = state.column
        if hand.winner is not None:
            column = column.enter(hand.winner, hand.points, hand.boxes)
        return State(column, next_dealer(self._rules, state.dealer, hand.winner))

    def _columns(self, state: State) -> tuple[Column, ...]:
        return (state.column,)

    def _title(self) -> str:
        return f"Match to {self._rules.target}"
