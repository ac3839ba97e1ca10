"""`HollywoodMatch`: several games scored at once from the same hands, in columns.

Part of `match`. Rules R-HOLLY; each column is settled as a match of its own.
"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from ginfast.match._base import TwoSided, box_value, next_dealer
from ginfast.match._column import Column
from ginfast.match._hand import Hand, check_seat
from ginfast.match.settlement import Line, Settlement, settle_column
from ginfast.rules import DEFAULT_RULES, Rules

__all__ = ["HollywoodMatch"]


class State(NamedTuple):
    """A Hollywood match after some hands."""

    columns: tuple[Column, ...]
    dealer: int


class HollywoodMatch(TwoSided[State]):
    """Keep score of a Hollywood match between two players.

    A win is entered in every open column in which its player has an entry, and opens for him the leftmost open
    column in which he has none (R-HOLLY-2). A column closes when a score in it reaches the target.

    Parameters
    ----------
    rules : Rules
        House rules; `columns`, `column_weights` and `columns_run_on` are the ones of Hollywood.
    players : sequence of 2 str
        Names; hands are recorded by name or by number, 0 and 1.
    dealer : int or str
        Who deals the first hand.

    Examples
    --------
    >>> from ginfast import HollywoodMatch
    >>> match = HollywoodMatch()
    >>> for points in (32, 28, 45):
    ...     match.record("A", points)
    >>> [column.scores for column in match.columns]
    [(105, 0), (73, 0), (45, 0)]
    >>> [column.is_open for column in match.columns]
    [False, True, True]
    """

    kind: ClassVar[str] = "hollywood"

    def __init__(
        self, rules: Rules = DEFAULT_RULES, players: Sequence[str] = ("A", "B"), *, dealer: int | str = 0
    ) -> None:
        self._dealer = 0
        super().__init__(rules, players, 2)
        self._dealer = check_seat("dealer", dealer, self._players)
        self._states = [self._start()]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns from left to right, each with `.scores`, `.boxes`, `.is_open` and `.winner`."""
        return self._state.columns

    @property
    def weights(self) -> tuple[int, ...]:
        """What each column's result counts (R-HOLLY-5); columns that run on take the weight of the last."""
        given = self._rules.column_weights
        return given + given[-1:] * (len(self.columns) - len(given))

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's points, all columns added, unweighted."""
        return tuple(sum(column.scores[i] for column in self.columns) for i in range(2))

    @property
    def boxes(self) -> tuple[int, ...]:
        """Each player's boxes, all columns added, unweighted."""
        return tuple(sum(column.boxes[i] for column in self.columns) for i in range(2))

    @property
    def is_over(self) -> bool:
        """Whether all columns are closed (R-HOLLY-3); never, when columns run on."""
        return not any(column.is_open for column in self.columns)

    @property
    def winner(self) -> int | None:
        """The player whom the settlement favours once all columns are closed; with one column, its winner."""
        if not self.is_over:
            return None
        if len(self.columns) == 1:
            return self.columns[0].winner
        return _ahead(self._net_lines(self._settle_columns()))

    @property
    def dealer(self) -> int:
        """The player who deals the next hand (R-MATCH-4)."""
        return self._state.dealer

    def settle(self) -> Settlement:
        """Return the reckoning: every column as a match of its own (R-HOLLY-4), times its weight (R-HOLLY-5).

        Examples
        --------
        >>> from ginfast import HollywoodMatch, Rules
        >>> match = HollywoodMatch(Rules(shutout="double_total"))
        >>> for winner, points in ((0, 60), (0, 50), (1, 20), (1, 30), (0, 60), (1, 70)):
        ...     match.record(winner, points)
        >>> [column.net[0] for column in match.settle().columns], match.settle().net
        ([520, 160, -165], (515, -515))
        """
        columns = self._settle_columns()
        lines = []
        for number, (column, weight) in enumerate(zip(columns, self.weights, strict=True), 1):
            lines += [Line(f"{number}: {label}", amounts, note) for label, amounts, note in column.lines]
            if weight > 1:
                more = tuple((weight - 1) * total for total in column.totals)
                lines.append(Line(f"{number}: weight", more, f"counts {weight} times"))
        return Settlement(
            self._players, tuple(lines), self._net_lines(columns), self.winner, self.is_over, columns, self.weights
        )

    def _settle_columns(self) -> tuple[Settlement, ...]:
        return tuple(settle_column(self._rules, column, self._players) for column in self.columns)

    def _net_lines(self, columns: tuple[Settlement, ...]) -> tuple[Line, ...]:
        lines = []
        for number, (column, weight) in enumerate(zip(columns, self.weights, strict=True), 1):
            note = "" if weight == 1 else f"{column.net[0]:+d} times {weight}"
            if not column.is_finished:
                note = f"{note}, not finished".removeprefix(", ")
            lines.append(Line(f"column {number}", tuple(weight * amount for amount in column.net), note))
        return tuple(lines)

    def _start(self) -> State:
        empty = Column.new(2, self._rules.target, box_value(self._rules))
        return State((empty,) * self._rules.columns, self._dealer)

    def _step(self, state: State, hand: Hand) -> State:
        columns = state.columns
        if hand.winner is not None:
            columns = self._enter(columns, hand.winner, hand)
        return State(columns, next_dealer(self._rules, state.dealer, hand.winner))

    def _enter(self, columns: tuple[Column, ...], player: int, hand: Hand) -> tuple[Column, ...]:
        """Enter a win in the columns it goes to; counting wins instead would lose hands once a column has closed."""
        after: list[Column] = []
        opening = True
        for column in columns:
            opened = column.wins[player] > 0
            if not column.is_open or not (opened or opening):
                after.append(column)
                continue
            opening = opening and opened
            after.append(column.enter(player, hand.points, hand.boxes))
        if self._rules.columns_run_on:
            closed = sum(column.is_open for column in columns) - sum(column.is_open for column in after)
            after += [Column.new(2, self._rules.target, box_value(self._rules))] * closed
        return tuple(after)

    def _columns(self, state: State) -> tuple[Column, ...]:
        return state.columns

    def _title(self) -> str:
        return f"Hollywood match to {self._rules.target}"


def _ahead(net_lines: tuple[Line, ...]) -> int | None:
    net = sum(line.amounts[0] for line in net_lines)
    return None if net == 0 else int(net < 0)
