"""One column of a score sheet: a game between two sides (three in cutthroat) towards a target.

Part of `match`: uses nothing. A plain match has one column, Hollywood several; each is a value, and entering a
hand makes the next value, so that a match is a fold over its hands.
"""

from typing import NamedTuple, Self

__all__ = ["Column"]


class Column(NamedTuple):
    """The state of one column.

    `points` are hand points only; `scores` is what counts towards the target, boxes included where they are
    counted at once (R-BOX-4). `wins` are hands entered for each player.
    """

    points: tuple[int, ...]
    boxes: tuple[int, ...]
    wins: tuple[int, ...]
    winner: int | None
    target: int
    box_value: int

    @classmethod
    def new(cls, players: int, target: int, box_value: int) -> Self:
        """Return an empty column; `box_value` is what a box adds at once, 0 when boxes are counted at the end."""
        return cls((0,) * players, (0,) * players, (0,) * players, None, target, box_value)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player has towards the target."""
        return tuple(p + self.box_value * b for p, b in zip(self.points, self.boxes, strict=True))

    @property
    def is_open(self) -> bool:
        """Whether nobody has reached the target yet (R-HOLLY-3)."""
        return self.winner is None

    def enter(self, player: int, points: int, boxes: int) -> Self:
        """Return the column after `player` has won a hand; it closes when the score reaches the target (R-MATCH-1)."""
        after = self._replace(
            points=_add(self.points, player, points),
            boxes=_add(self.boxes, player, boxes),
            wins=_add(self.wins, player, 1),
        )
        return after._replace(winner=player) if after.scores[player] >= self.target else after


def _add(values: tuple[int, ...], player: int, amount: int) -> tuple[int, ...]:
    return (*values[:player], values[player] + amount, *values[player + 1 :])
