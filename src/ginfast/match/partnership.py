"""`PartnershipMatch`: two sides of two to six players, one table for each pair of opponents.

Part of `match`. Rules R-PART: the signed scores of all tables of a deal are added, the better side scores the sum and
gets one box.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from ginfast.errors import MatchError
from ginfast.match._base import box_value
from ginfast.match._column import Column
from ginfast.match._hand import MAX_POINTS, Hand, check_count
from ginfast.match._one_column import OneColumn
from ginfast.match.settlement import Settlement, settle_column
from ginfast.outcome import Outcome
from ginfast.rules import DEFAULT_RULES, Rules

__all__ = ["PartnershipMatch"]

_TARGETS: Mapping[int, int] = {2: 125, 3: 150, 4: 150, 5: 175, 6: 200}


class State(NamedTuple):
    """A partnership match after some deals."""

    column: Column


class PartnershipMatch(OneColumn[State]):
    """Keep score of a match between two sides.

    Parameters
    ----------
    rules : Rules
        House rules; bonuses belong inside each table's score, `extra_boxes` are not used. `target` is, see below.
    per_side : int, 2 to 6
        Players on each side, and so tables in each deal.
    target : int, optional
        Points that end the match. None: by the number of players (R-PART-3), 125, 150, 150, 175, 200 for two to six a
        side; ``rules.target`` is that of a match of two and is not used.
    players : sequence of 2 str
        Names of the sides.

    Examples
    --------
    >>> from ginfast import PartnershipMatch
    >>> match = PartnershipMatch()
    >>> match.record_deal([16, 12])
    >>> match.record_deal([7, -13])
    >>> match.scores, match.boxes, match.target
    ((28, 6), (1, 1), 125)
    """

    kind: ClassVar[str] = "partnership"
    _hand_fields: ClassVar[tuple[str, ...]] = ("deltas",)

    def __init__(
        self,
        rules: Rules = DEFAULT_RULES,
        per_side: int = 2,
        target: int | None = None,
        *,
        players: Sequence[str] = ("A", "B"),
    ) -> None:
        self._per_side = check_count("per_side", per_side, 2, 6)
        self._goal = _TARGETS[self._per_side] if target is None else check_count("target", target, 1, 100_000)
        super().__init__(rules, players, 2)

    @property
    def per_side(self) -> int:
        """Players on each side."""
        return self._per_side

    @property
    def target(self) -> int:
        """The score that ends the match."""
        return self._goal

    def record_deal(self, deltas: Iterable[int]) -> None:
        """Record a deal: the signed score of each table, plus for side 0, 0 for a dead hand (R-PART-1, R-PART-2).

        Parameters
        ----------
        deltas : iterable of `per_side` int, -32767 to 32767 points

        Raises
        ------
        MatchError
            The match is over, or there is not one number for each table.

        Examples
        --------
        >>> from ginfast import PartnershipMatch
        >>> match = PartnershipMatch(per_side=3)
        >>> match.record_deal([30, -29, 0])
        >>> match.record_deal([20, -20, 0])
        >>> match.scores, match.boxes
        ((1, 0), (1, 0))
        """
        self._add(self._deal(deltas))

    def settle(self) -> Settlement:
        """Return the reckoning between the sides; each player of a side stands for the whole of it."""
        return settle_column(self._rules, self._state.column, self._players)

    def _deal(self, deltas: object) -> Hand:
        if isinstance(deltas, str | bytes | Mapping) or not isinstance(deltas, Iterable):
            raise TypeError(
                f"deltas must be a sequence of {self._per_side} ints, got {deltas!r} ({type(deltas).__name__})"
            )
        scores = tuple(check_count(f"deltas[{i}]", v, -MAX_POINTS, MAX_POINTS) for i, v in enumerate(deltas))
        if len(scores) != self._per_side:
            raise MatchError(f"deltas are {scores!r}, expected {self._per_side} numbers, one for each table")
        total = sum(scores)
        if total == 0:
            return Hand(None, 0, Outcome.TIE, deltas=scores)
        return Hand(int(total < 0), abs(total), Outcome.KNOCK, boxes=1, deltas=scores)

    def _start(self) -> State:
        return State(Column.new(2, self._goal, box_value(self._rules)))

    def _step(self, state: State, hand: Hand) -> State:
        if hand.winner is None:
            return state
        return State(state.column.enter(hand.winner, hand.points, hand.boxes))

    def _columns(self, state: State) -> tuple[Column, ...]:
        return (state.column,)

    def _title(self) -> str:
        return f"Partnership match to {self._goal}, {self._per_side} a side"

    def _settings(self) -> dict[str, object]:
        return {"players": list(self._players), "per_side": self._per_side, "target": self._goal}

    @classmethod
    def _known(cls) -> tuple[str, ...]:
        return ("players", "per_side", "target")

    def _write_hand(self, hand: Hand) -> dict[str, object]:
        return {"deltas": list(hand.deltas)}

    def _read_hand(self, data: Mapping[str, object]) -> Hand:
        if "deltas" not in data:
            raise MatchError("deal lacks 'deltas'")
        return self._deal(data["deltas"])
