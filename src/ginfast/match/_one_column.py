"""What the matches kept in one column share: their scores, boxes and end are those of the column.

Part of `match`; above `_base`, below `two`, `partnership` and `cutthroat`.
"""

from typing import TypeVar

from ginfast.match._base import BaseMatch

__all__ = ["OneColumn"]

S = TypeVar("S")


class OneColumn(BaseMatch[S]):
    """A match of one column; Hollywood, which has several, answers for itself."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's or side's running score in points, boxes included where they count at once (R-BOX-4)."""
        return self._columns(self._state)[0].scores

    @property
    def boxes(self) -> tuple[int, ...]:
        """Each player's or side's boxes."""
        return self._columns(self._state)[0].boxes

    @property
    def is_over(self) -> bool:
        """Whether somebody has reached the target (R-MATCH-1, R-CUT-3)."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """The number of the player or side that has reached the target, or None."""
        return self._columns(self._state)[0].winner
