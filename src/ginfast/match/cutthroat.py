"""`CutthroatMatch`: three players, two of them at the table at a time, each for himself.

Part of `match`. Rules R-CUT: own totals, first to the target wins, everybody settles with everybody.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import ClassVar, NamedTuple

from ginfast.errors import MatchError
from ginfast.match._base import box_value, hand_from_result
from ginfast.match._column import Column
from ginfast.match._hand import Hand, check_seat, make_hand, stored_score
from ginfast.match._one_column import OneColumn
from ginfast.match.settlement import SHUTOUT_WORDS, Line, Settlement, base_lines, is_shut_out, shutout_extra
from ginfast.outcome import Outcome
from ginfast.result import HandResult
from ginfast.rules import DEFAULT_RULES, Rules

__all__ = ["CutthroatMatch"]


class State(NamedTuple):
    """A match of three after some hands."""

    column: Column
    dealer: int
    sitting_out: int


class CutthroatMatch(OneColumn[State]):
    """Keep score of a match of three, of whom two play each hand.

    Parameters
    ----------
    rules : Rules
        House rules.
    players : sequence of 3 str
        Names; hands are recorded by name or by number, 0 to 2.
    dealer : int or str
        Who deals the first hand.
    sits_out : {"loser", "dealer"}
        "loser": the loser of a hand sits out the next one and the player who was idle deals to the winner; in the first
        hand the player before the dealer is idle. "dealer": who deals sits out; the loser deals next.

    Notes
    -----
    `dealer` and `sitting_out` say who should deal and sit out next; `record` takes any two players, so that a table may
    do it otherwise.

    Examples
    --------
    >>> from ginfast import CutthroatMatch
    >>> match = CutthroatMatch()
    >>> match.record("A", "B", 45)
    >>> match.record("A", "C", 60)
    >>> match.is_over, match.scores, match.settle().net
    (True, (105, 0, 0), (710, -355, -355))
    """

    kind: ClassVar[str] = "cutthroat"
    _hand_fields: ClassVar[tuple[str, ...]] = ("winner", "loser", "points", "outcome", "gin_off", "multiplier")

    def __init__(
        self,
        rules: Rules = DEFAULT_RULES,
        players: Sequence[str] = ("A", "B", "C"),
        *,
        dealer: int | str = 0,
        sits_out: str = "loser",
    ) -> None:
        self._dealer = 0
        self._sits_out = _check_sits_out(sits_out)
        super().__init__(rules, players, 3)
        self._dealer = check_seat("dealer", dealer, self._players)
        self._states = [self._start()]

    @property
    def dealer(self) -> int:
        """The player who deals the next hand."""
        return self._state.dealer

    @property
    def sitting_out(self) -> int:
        """The player who does not play the next hand (R-CUT-2)."""
        return self._state.sitting_out

    def record(
        self,
        winner: int | str | None,
        loser: int | str | None,
        points: int,
        *,
        outcome: Outcome | str = Outcome.KNOCK,
        gin_off: bool = False,
        multiplier: int = 1,
    ) -> None:
        """Record a hand from plain numbers; winner and loser are both None for a hand that nobody wins.

        Parameters and errors are those of `Match.record`.

        Examples
        --------
        >>> from ginfast import CutthroatMatch
        >>> match = CutthroatMatch()
        >>> match.record("A", "B", 30)
        >>> match.sitting_out, match.dealer
        (1, 2)
        """
        self._add(self._hand(winner, loser, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier))

    def record_hand(self, result: HandResult, *, knocker: int | str, defender: int | str) -> None:
        """Record a hand that `resolve_hand` or `score_counts` has scored under the rules of this match.

        Examples
        --------
        >>> from ginfast import CutthroatMatch, score_counts
        >>> match = CutthroatMatch()
        >>> match.record_hand(score_counts(8, 5), knocker="A", defender="C")
        >>> match.scores
        (0, 0, 28)
        """
        seats = check_seat("knocker", knocker, self._players), check_seat("defender", defender, self._players)
        if seats[0] == seats[1]:
            raise MatchError(f"knocker and defender are both {self._players[seats[0]]!r}, expected two players")
        self._add(hand_from_result(self._rules, result, *seats))

    def record_dead(self) -> None:
        """Record a dead hand: no points, no box, the same two play again (R-DEAD)."""
        self._add(Hand(None, 0, Outcome.DEAD))

    def settle(self) -> Settlement:
        """Return the reckoning: everybody pays everybody the difference of the totals (R-CUT-4).

        A shutout acts between the winner and each player shut out; the totals stand without it.

        Examples
        --------
        >>> from ginfast import CutthroatMatch
        >>> match = CutthroatMatch()
        >>> for winner, loser, points in (("A", "C", 50), ("B", "C", 60), ("A", "C", 55)):
        ...     match.record(winner, loser, points)
        >>> print(match.settle())
                        A     B     C
        hand points   105    60     0
        boxes          50    25     0  2, 1, 0, 25 each
        game bonus    100     0     0
        total         255    85     0
        A and B      +170  -170     0
        A and C      +255     0  -255
        B and C         0   +85   -85
        C shut out   +100     0  -100  game bonus doubled
        net          +525   -85  -440  A wins
        """
        column = self._state.column
        lines = tuple(base_lines(self._rules, column))
        totals = tuple(sum(line.amounts[i] for line in lines) for i in range(3))
        net = [
            self._pays(f"{self._players[i]} and {self._players[j]}", i, j, totals[i] - totals[j])
            for i, j in combinations(range(3), 2)
        ]
        winner = column.winner
        if winner is not None and self._rules.shutout != "none":
            net += [
                self._shutout(column, winner, loser, totals[winner] - totals[loser])
                for loser in range(3)
                if loser != winner and is_shut_out(self._rules, column, loser)
            ]
        return Settlement(self._players, lines, tuple(net), winner, winner is not None)

    def _shutout(self, column: Column, winner: int, loser: int, difference: int) -> Line:
        rule = self._rules.shutout
        extra = shutout_extra(self._rules, column.points[winner], self._rules.box_bonus * column.boxes[winner])
        amount = difference if rule == "double_difference" else extra
        return self._pays(f"{self._players[loser]} shut out", winner, loser, amount, SHUTOUT_WORDS[rule])

    def _pays(self, label: str, one: int, other: int, amount: int, note: str = "") -> Line:
        return Line(label, tuple(amount if i == one else -amount if i == other else 0 for i in range(3)), note)

    def _hand(
        self, winner: object, loser: object, points: object, *, outcome: object, gin_off: object, multiplier: object
    ) -> Hand:
        if (winner is None) != (loser is None):
            raise MatchError(f"winner is {winner!r} and loser {loser!r}, expected two players, or None for both")
        if winner is None:
            return make_hand(self._rules, None, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)
        seats = check_seat("winner", winner, self._players), check_seat("loser", loser, self._players)
        if seats[0] == seats[1]:
            raise MatchError(f"winner and loser are both {self._players[seats[0]]!r}, expected two players")
        return make_hand(
            self._rules, seats[0], points, outcome=outcome, gin_off=gin_off, multiplier=multiplier, loser=seats[1]
        )

    def _start(self) -> State:
        idle = self._dealer if self._sits_out == "dealer" else (self._dealer + 2) % 3
        return State(Column.new(3, self._rules.target, box_value(self._rules)), self._dealer, idle)

    def _step(self, state: State, hand: Hand) -> State:
        if hand.winner is None or hand.loser is None:
            return state
        column = state.column.enter(hand.winner, hand.points, hand.boxes)
        dealer = hand.loser if self._sits_out == "dealer" else 3 - hand.winner - hand.loser
        return State(column, dealer, hand.loser)

    def _columns(self, state: State) -> tuple[Column, ...]:
        return (state.column,)

    def _title(self) -> str:
        return f"Cutthroat match to {self._rules.target}"

    def _settings(self) -> dict[str, object]:
        return {"players": list(self._players), "dealer": self._dealer, "sits_out": self._sits_out}

    @classmethod
    def _known(cls) -> tuple[str, ...]:
        return ("players", "dealer", "sits_out")

    def _read_hand(self, data: Mapping[str, object]) -> Hand:
        return self._hand(data.get("winner"), data.get("loser"), **stored_score(data))


def _check_sits_out(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"sits_out must be 'loser' or 'dealer', got {value!r} ({type(value).__name__})")
    if value not in ("loser", "dealer"):
        raise MatchError(f"sits_out is {value!r}, expected 'loser' or 'dealer'")
    return value
