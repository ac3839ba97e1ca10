"""Hands in arrays: least deadwood, throws, arrangements, lay-offs. Public names are re-exported by ``batch``.

Layer: under ``batch``, above ``_arrays``, ``_threads``, ``_words`` and ``_batch``. Every function here does four
things: make the arguments plain, make room for the answer, run the loop, say what is wrong with a bad row.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ginfast import _batch
from ginfast._arrays import as_masks, as_masks_like, as_out, as_small, finish
from ginfast._threads import SLICE, Progress, run
from ginfast._words import Row, bad_card, bad_mask, bad_melds
from ginfast.errors import GinfastError, HandError, MeldError

__all__ = [
    "ARRANGEMENT",
    "DISCARD",
    "LAY_OFF",
    "best_arrangement",
    "best_discard",
    "evaluate",
    "lay_off",
    "rank_discards",
]

#: Rows of `best_discard`.
DISCARD = np.dtype([("card", "u1"), ("deadwood", "u1")], align=True)
#: Rows of `best_arrangement`; a meld of 0 is none.
ARRANGEMENT = np.dtype(
    [("meld0", "u8"), ("meld1", "u8"), ("meld2", "u8"), ("deadwood_cards", "u8"), ("deadwood", "u1")], align=True
)
#: Rows of `lay_off`.
LAY_OFF = np.dtype([("deadwood", "u1"), ("laid_off", "u8")], align=True)

UINT8 = np.dtype(np.uint8)
INT8 = np.dtype(np.int8)
UINT64 = np.dtype(np.uint64)

ELEVEN = range(11, 12)
AT_MOST_ELEVEN = range(12)

# Loops whose worst hands take hundreds of nanoseconds and more have shorter slices, should such hands come all at once.
SHORT_SLICE = SLICE // 4


def evaluate(
    masks: npt.ArrayLike,
    *,
    out: npt.NDArray[np.uint8] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint8]:
    """Return the least deadwood of each hand: `deadwood` with threads, progress and errors that name the row.

    Parameters
    ----------
    masks : array_like of int, any shape
        Hands of 0 to 52 cards as 52-bit masks, sizes mixed at will.
    out : uint8 ndarray, optional
        Where to write; of the same shape. On an error its contents are unspecified.
    threads : int
        Number of threads, 0 for one per core. Below 100,000 hands one is used.
    progress : callable, optional
        Called as ``progress(done, total)`` in the calling thread, at the latest every 262,144 hands of its own; the
        last call has ``done == total``. What it raises ends the work.

    Returns
    -------
    uint8 ndarray
        Of the shape of `masks`: points left by the best arrangement (R-MELD).

    Raises
    ------
    CardError
        A value is negative or has bits outside the deck; the first such row is named.
    GinfastError
        `out` has another shape, is read-only or shares memory with `masks`.
    TypeError
        The values are no integers, or `out` is no uint8 array.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.evaluate(batch.parse_cards(["4H 5H 6H", "4H 5H 6H 7S", "QS KC"]))
    array([ 0,  7, 20], dtype=uint8)
    """
    hands = as_masks(masks, "masks")
    filled = _batch.room_like(out, hands, UINT8)
    if filled is None:
        filled = as_out(out, hands.shape, UINT8, (("masks", hands),))
    bad = run(_batch.evaluate, (hands, filled), hands.size, threads, progress, SLICE)
    if bad >= 0:
        raise refusal(bad_mask(Row("masks", masks, bad)))
    return filled if out is None else finish(out, filled)


def best_discard(
    masks: npt.ArrayLike,
    *,
    taken: npt.ArrayLike | None = None,
    out: npt.NDArray[np.void] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.void]:
    """Return the best throw of each hand of eleven cards.

    Parameters
    ----------
    masks : array_like of int, any shape
        Hands of eleven cards as 52-bit masks.
    taken : array_like of int, optional
        Ids of the cards just taken from the discard pile, which may not be thrown (R-MELD-7); -1 is none. Of the
        shape of `masks`, or one id for all.
    out, threads, progress
        As of `evaluate`; `out` is of dtype `DISCARD`.

    Returns
    -------
    structured ndarray (`DISCARD`)
        Of the shape of `masks`. ``card``: id of the throw; ``deadwood``: least deadwood of the other ten. Ties:
        highest points, then highest id (R-TIE).

    Raises
    ------
    CardError
        A mask has bits outside the deck, or an id is no card.
    HandError
        A hand has not eleven cards, or does not hold the card taken.
    GinfastError, TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.best_discard(batch.parse_cards(["4S 5S 6S 2C 4C 5C 6C AD 3H 4H 6H"]))["deadwood"]
    array([10], dtype=uint8)
    """
    hands = as_masks(masks, "masks")
    ids = None if taken is None else as_small(taken, "taken", hands, INT8)
    filled = _batch.room_like(out, hands, DISCARD) if out is None or ids is None else None
    if filled is None:
        filled = as_out(out, hands.shape, DISCARD, (("masks", hands), ("taken", ids)))
    bad = run(_batch.best_discard, (hands, ids, filled), hands.size, threads, progress, SHORT_SLICE)
    if bad >= 0:
        raise refusal(bad_mask(Row("masks", masks, bad), "11", ELEVEN) or _bad_taken(masks, taken, bad))
    return filled if out is None else finish(out, filled)


def rank_discards(
    masks: npt.ArrayLike,
    *,
    out: npt.NDArray[np.uint8] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint8]:
    """Return the least deadwood after each of the eleven throws.

    Parameters
    ----------
    masks : array_like of int, any shape
        Hands of eleven cards as 52-bit masks.
    out, threads, progress
        As of `evaluate`; `out` has one axis of 11 more than `masks`.

    Returns
    -------
    uint8 ndarray
        Of the shape of `masks` and an axis of 11: column j is the deadwood after throwing the j-th lowest card.

    Raises
    ------
    CardError, HandError, GinfastError, TypeError
        As of `best_discard`.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.rank_discards(batch.parse_cards(["AC 2C 3C 4D 5D 6D 7H 8H 9H TS KS"]))
    array([[25, 24, 23, 31, 30, 29, 37, 36, 35, 10, 10]], dtype=uint8)
    """
    hands = as_masks(masks, "masks")
    filled = _batch.room_like(out, hands, UINT8, 11)
    if filled is None:
        filled = as_out(out, (*hands.shape, 11), UINT8, (("masks", hands),))
    bad = run(_batch.rank_discards, (hands, filled), hands.size, threads, progress, SHORT_SLICE)
    if bad >= 0:
        raise refusal(bad_mask(Row("masks", masks, bad), "11", ELEVEN))
    return filled if out is None else finish(out, filled)


def best_arrangement(
    masks: npt.ArrayLike,
    *,
    out: npt.NDArray[np.void] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.void]:
    """Return the best arrangement of each hand.

    Parameters
    ----------
    masks : array_like of int, any shape
        Hands of at most eleven cards as 52-bit masks.
    out, threads, progress
        As of `evaluate`; `out` is of dtype `ARRANGEMENT`.

    Returns
    -------
    structured ndarray (`ARRANGEMENT`)
        Of the shape of `masks`. ``meld0 meld1 meld2``: masks of the melds, runs by suit and rank, then sets by rank, 0
        for none; ``deadwood_cards``: mask of the rest; ``deadwood``: its points. Ties are decided as behind every
        door: fewest exposed cards, then the smallest mask of the cards in sets (R-TIE).

    Raises
    ------
    CardError
        A mask has bits outside the deck.
    HandError
        A hand has more than eleven cards.
    GinfastError, TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> rows = batch.best_arrangement(batch.parse_cards(["4H 5H 6H 7S 7C 7D 9C"]))
    >>> batch.format_cards(rows["meld0"]), batch.format_cards(rows["meld1"]), rows["deadwood"]
    (array(['4H 5H 6H'], dtype='<U8'), array(['7C 7D 7S'], dtype='<U8'), array([9], dtype=uint8))
    """
    hands = as_masks(masks, "masks")
    filled = _batch.room_like(out, hands, ARRANGEMENT)
    if filled is None:
        filled = as_out(out, hands.shape, ARRANGEMENT, (("masks", hands),))
    bad = run(_batch.best_arrangement, (hands, filled), hands.size, threads, progress, SHORT_SLICE)
    if bad >= 0:
        raise refusal(bad_mask(Row("masks", masks, bad), "at most 11", AT_MOST_ELEVEN))
    return filled if out is None else finish(out, filled)


def lay_off(
    defenders: npt.ArrayLike,
    melds: npt.ArrayLike,
    *,
    out: npt.NDArray[np.void] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.void]:
    """Return the best joint lay-off of each defender: own melds and lay-offs chosen together.

    Parameters
    ----------
    defenders : array_like of int, any shape
        Hands of at most eleven cards as 52-bit masks.
    melds : array_like of int
        Of the shape of `defenders` and an axis of 3: masks of the knocker's melds, 0 for none.
    out, threads, progress
        As of `evaluate`; `out` is of dtype `LAY_OFF`.

    Returns
    -------
    structured ndarray (`LAY_OFF`)
        Of the shape of `defenders`. ``deadwood``: least deadwood after laying off; ``laid_off``: mask of the cards laid
        off. Ties: fewest cards laid off, then the smallest mask (R-TIE).

    Raises
    ------
    CardError
        A mask has bits outside the deck.
    HandError
        A defender has more than eleven cards.
    MeldError
        A mask is no meld, two melds of a row share a card, or a meld holds a card of the defender.
    GinfastError, TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> melds = batch.parse_cards([["4H 5H 6H", "7S 7C 7D", "9C TC JC"]])
    >>> rows = batch.lay_off(batch.parse_cards(["3D 4D 5D QH QS QD 7H KC AC 8S"]), melds)
    >>> rows["deadwood"], batch.format_cards(rows["laid_off"])
    (array([19], dtype=uint8), array(['7H'], dtype='<U2'))
    """
    hands = as_masks(defenders, "defenders")
    spreads = as_masks_like(melds, "melds", hands, 3)
    filled = _batch.room_like(None, hands, LAY_OFF) if out is None else None
    if filled is None:
        filled = as_out(out, hands.shape, LAY_OFF, (("defenders", hands), ("melds", spreads)))
    bad = run(_batch.lay_off, (hands, spreads, filled), hands.size, threads, progress, SHORT_SLICE)
    if bad >= 0:
        raise refusal(
            bad_mask(Row("defenders", defenders, bad), "at most 11", AT_MOST_ELEVEN)
            or bad_melds("melds", melds, bad)
            or _shared(defenders, spreads, bad)
        )
    return filled if out is None else finish(out, filled)


def _bad_taken(masks: object, taken: object, bad: int) -> GinfastError | None:
    if taken is None:
        return None
    hand, card = Row("masks", masks, bad), Row("taken", taken, bad)
    problem = bad_card(card)
    if problem is None and card.value >= 0 and not hand.value >> card.value & 1:
        return HandError(f"{card.name}: card {card.value} is not in the hand {hand.name}, expected one of its cards")
    return problem


def _shared(defenders: object, melds: npt.NDArray[np.uint64], bad: int) -> GinfastError | None:
    hand = Row("defenders", defenders, bad)
    for column in range(3):
        meld = Row("melds", melds, 3 * bad + column)
        if meld.value & hand.value:
            return MeldError(
                f"{meld.name}: {meld.value:#x} holds a card of {hand.name}, expected melds of the knocker only"
            )
    return None


def refusal(problem: GinfastError | None) -> GinfastError:
    # A loop and the words disagree only when another thread changed the input meanwhile.
    return problem if problem is not None else GinfastError("the input changed while it was read")
