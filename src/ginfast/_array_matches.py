"""Matches in arrays: one long stream of hands cut into matches as they end. Re-exported by ``batch``.

Layer: under ``batch``, above ``_arrays``, ``_words``, ``_batch``, and above ``match``. No rule is stated here: what a
shutout adds comes from `match.settlement`, as coefficients.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ginfast import _batch
from ginfast._arrays import as_integers, check_shape, row_name
from ginfast._threads import SLICE
from ginfast.errors import GinfastError, MatchError
from ginfast.match.settlement import shutout_extra
from ginfast.rules import DEFAULT_RULES, Rules

__all__ = ["SETTLEMENT", "settle"]

#: Rows of `settle`.
SETTLEMENT = np.dtype(
    [
        ("winner", "i1"),
        ("hands", "u4"),
        ("score0", "i4"),
        ("score1", "i4"),
        ("boxes0", "u4"),
        ("boxes1", "u4"),
        ("total0", "i4"),
        ("total1", "i4"),
    ],
    align=True,
)

_POINTS = np.dtype(np.int16)
_WINNER = np.dtype(np.int8)
_BOXES = np.dtype(np.uint8)
# Rows of the slice's answers stay in the second-level cache while they are written.
_SLICE = SLICE // 8


def settle(
    points: npt.ArrayLike,
    winners: npt.ArrayLike,
    *,
    boxes: npt.ArrayLike | None = None,
    rules: Rules = DEFAULT_RULES,
) -> npt.NDArray[np.void]:
    """Cut one long stream of hands into matches between players 0 and 1, as `Match` keeps them.

    A hand that takes a score to `rules.target` ends its match (R-MATCH-1), and the next hand begins another.

    Parameters
    ----------
    points : array_like of int, one axis
        What the winner of each hand scores, 0 to 32767 points, bonuses and multiplier included.
    winners : array_like of int
        Of the same length: the player who scores, 0 or 1, or -1 for a hand that nobody wins, with 0 points and boxes.
        The winners of `resolve_hand` are knocker and defender; who of the players knocked is for the caller to know.
    boxes : array_like of int, optional
        Of the same length: the boxes of each hand, 0 to 255, its own included, as `resolve_hand` gives them. None: one
        for each hand won.
    rules : Rules
        House rules; ``Rules()`` is the preset ``modern``.

    Returns
    -------
    structured ndarray (`SETTLEMENT`)
        A row for each match. ``winner``: 0 or 1; -1 in the last row when the last match is not finished. ``hands``: how
        many it took, dead ones included, so that they add up to the length of the stream. ``score0``, ``score1``: as
        they count towards the target; ``boxes0``, ``boxes1``; ``total0``, ``total1``: as in `Settlement.totals`. The
        net is their difference, twice that for a shutout under ``"double_difference"``.

    Raises
    ------
    MatchError
        For the first hand that `Match.record` would refuse, naming argument and row, and for a match whose sums do not
        fit into 32 bits.
    GinfastError, TypeError
        For arrays of different lengths or more axes, and what is no array of integers.

    Examples
    --------
    >>> from ginfast import batch
    >>> matches = batch.settle([60, 0, 30, 45, 80], [0, -1, 1, 0, 1])
    >>> matches["winner"], matches["hands"]
    (array([ 0, -1], dtype=int8), array([4, 1], dtype=uint32))
    >>> matches["total0"], matches["total1"]
    (array([255,   0], dtype=int32), array([ 55, 105], dtype=int32))
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules: {rules!r} ({type(rules).__name__}), expected Rules")
    scored = _column(points, "points", _POINTS, None)
    shape = scored.shape
    won = _column(winners, "winners", _WINNER, shape)
    lines = None if boxes is None else _column(boxes, "boxes", _BOXES, shape)
    matches = _matches(rules)
    rows = len(scored)
    room, used = np.empty(min(rows, _SLICE) + 1, SETTLEMENT), 0
    for start in range(0, rows, _SLICE):
        stop = min(start + _SLICE, rows)
        room = _with_space(room, used, stop - start + 1, share=(rows - start) / max(start, 1))
        bad = _batch.settle(scored, won, lines, matches, room[used:], start, stop)
        if bad >= 0:
            raise _refusal(scored, won, lines, bad)
        used += matches.ended
    if matches.hands():
        if not matches.rest(room[used:]):
            raise _too_long(rows - 1)
        used += 1
    room.resize(used, refcheck=False)
    return room


def _with_space(room: npt.NDArray[np.void], used: int, least: int, share: float) -> npt.NDArray[np.void]:
    """Return `room`, or a larger copy with `least` rows free, and as many as the rest of the stream looks to need."""
    if len(room) - used >= least:
        return room
    larger = np.empty(used + least + int(1.05 * used * share), room.dtype)
    larger[:used] = room[:used]
    return larger


def _column(
    value: object, what: str, dtype: np.dtype[np.generic], shape: tuple[int, ...] | None
) -> npt.NDArray[np.generic]:
    """Return a plain array of one axis; the first value that the type cannot hold is refused by its row."""
    array = as_integers(value, what)
    if shape is not None:
        check_shape(array, what, shape)
    elif array.ndim != 1:
        raise GinfastError(f"{what}: shape {array.shape}, expected one axis, a stream of hands")
    if array.dtype != dtype and array.size:
        info = np.iinfo(dtype)  # type: ignore[type-var]
        low, high = (0 if what == "points" else info.min), info.max
        bad = (array < low) | (array > high)
        if bad.any():
            row = int(np.argmax(bad))
            expected = "0, 1 or -1 for nobody" if what == "winners" else f"{low} to {high}"
            raise MatchError(f"{row_name(what, array.shape, row)}: {int(array[row])}, expected {expected}")
    return np.require(array, dtype, ["C", "A"])


def _matches(rules: Rules) -> _batch.Matches:
    """Return the rules as the loop reads them; a shutout's worth is linear, so three questions settle it."""
    fixed = shutout_extra(rules, 0, 0)
    at_once = rules.box_bonus if rules.box_timing == "immediate" else 0
    sums = (
        rules.target,
        at_once,
        rules.box_bonus,
        rules.game_bonus,
        fixed,
        shutout_extra(rules, 1, 0) - fixed,
        shutout_extra(rules, 0, 1) - fixed,
    )
    return _batch.Matches(sums, rules.shutout_test == "hands")


def _refusal(
    points: npt.NDArray[np.generic], winners: npt.NDArray[np.generic], boxes: npt.NDArray[np.generic] | None, row: int
) -> MatchError:
    """Say what is wrong with a hand."""
    worth, winner = int(points[row]), int(winners[row])
    if worth < 0:
        return MatchError(f"points[{row}]: {worth}, expected 0 to 32767")
    if winner not in (0, 1, -1):
        return MatchError(f"winners[{row}]: {winner}, expected 0, 1 or -1 for nobody")
    if winner == -1 and worth:
        return MatchError(f"points[{row}]: {worth} in a hand that nobody wins, expected 0")
    if winner == -1 and boxes is not None and int(boxes[row]):
        return MatchError(f"boxes[{row}]: {int(boxes[row])} in a hand that nobody wins, expected 0")
    return _too_long(row)


def _too_long(row: int) -> MatchError:
    return MatchError(f"points[{row}]: the match that this hand belongs to has sums that do not fit into 32 bits")
