"""Masks from and to other things: deals, places in the order of hands, card ids, text. Re-exported by ``batch``.

Layer: under ``batch``, beside ``_array_hands``; above ``_arrays``, ``_threads``, ``_words``, ``_batch`` and ``masks``.
"""

from __future__ import annotations

from math import comb
from operator import index
from secrets import randbits
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from ginfast import _batch
from ginfast._array_hands import INT8, SHORT_SLICE, UINT64, refusal
from ginfast._arrays import as_integers, as_masks, as_out, as_small, finish, row_name
from ginfast._threads import SLICE, Progress, run
from ginfast._words import DECK, Row, bad_mask
from ginfast.errors import CardError, GinfastError
from ginfast.masks import parse_cards as parse_text

__all__ = ["deal", "format_cards", "from_ids", "parse_cards", "rank", "to_ids", "unrank"]

CARDS = 52


def deal(
    n: SupportsIndex,
    *,
    size: SupportsIndex = 10,
    hands: SupportsIndex = 1,
    seed: SupportsIndex | None = None,
    start: SupportsIndex = 0,
    exclude: SupportsIndex = 0,
    out: npt.NDArray[np.uint64] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint64]:
    """Deal hands at random: uniform, and the same for the same seed and hand number everywhere.

    Parameters
    ----------
    n : int
        Number of rows.
    size : int, 0 to 52
        Cards of a hand.
    hands : int, 1 or more
        Disjoint hands in a row.
    seed : int, 0 to 2**64 - 1, optional
        Chooses the stream. None: a new one from the operating system.
    start : int, 0 to 2**64 - 1
        Hand number of the first row: ``deal(n, seed=s)[i:]`` is ``deal(n - i, seed=s, start=i)``, so that a stream can
        be dealt in parts, in any order and by any number of threads or machines.
    exclude : int
        Mask of cards that are never dealt.
    out, threads, progress
        As of `evaluate`.

    Returns
    -------
    uint64 ndarray
        Masks, of shape ``(n,)`` for one hand a row, else ``(n, hands)``.

    Raises
    ------
    GinfastError
        A number out of its range, or more cards asked for than there are.
    CardError
        `exclude` has bits outside the deck.
    TypeError
        A number that is no int.

    Notes
    -----
    Philox4x32-10 with the hand number as counter and the seed as key; docs/deals.md defines the stream, and golden
    values freeze it.

    Examples
    --------
    >>> from ginfast import batch
    >>> pairs = batch.deal(3, hands=2, seed=1)
    >>> pairs.shape, bool((pairs[:, 0] & pairs[:, 1]).any())
    ((3, 2), False)
    >>> bool((batch.deal(2, hands=2, seed=1, start=1) == pairs[1:]).all())
    True
    """
    rows, cards, columns = _number(n, "n", 2**48), _number(size, "size", CARDS), _number(hands, "hands", 2**31 - 1)
    if columns < 1:
        raise GinfastError(f"hands: {columns}, expected 1 or more")
    key = randbits(64) if seed is None else _number(seed, "seed", 2**64 - 1)
    first = _number(start, "start", 2**64 - 1)
    excluded = _number(exclude, "exclude", None)
    if excluded > DECK:
        raise CardError(f"exclude: {excluded:#x} has bits outside the deck, expected a mask of cards")
    left = CARDS - excluded.bit_count()
    if cards * columns > left:
        raise GinfastError(f"size, hands: {columns} of {cards} cards are {columns * cards}, expected at most {left}")
    shape = (rows,) if columns == 1 else (rows, columns)
    filled = np.empty(shape, UINT64) if out is None else as_out(out, shape, UINT64, ())
    plan = _batch.DealPlan(key, cards, columns, excluded)
    run(_batch.deal, (plan, first, filled), rows, threads, progress, SHORT_SLICE)
    return filled if out is None else finish(out, filled)


def rank(
    masks: npt.ArrayLike,
    *,
    out: npt.NDArray[np.uint64] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint64]:
    """Return the place of each hand among the hands of its size: how many of them have a smaller mask.

    Parameters
    ----------
    masks : array_like of int, any shape
        Hands of 0 to 52 cards, sizes mixed at will.
    out, threads, progress
        As of `evaluate`.

    Returns
    -------
    uint64 ndarray
        Of the shape of `masks`: 0 to ``comb(52, size) - 1`` (colexicographic order, which is the order of masks).

    Raises
    ------
    CardError, GinfastError, TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.rank([0b111, 0b1011, 0b1101])
    array([0, 1, 2], dtype=uint64)
    """
    cards = as_masks(masks, "masks")
    filled = _batch.room_like(out, cards, UINT64)
    if filled is None:
        filled = as_out(out, cards.shape, UINT64, (("masks", cards),))
    bad = run(_batch.rank, (cards, filled), cards.size, threads, progress, SLICE)
    if bad >= 0:
        raise refusal(bad_mask(Row("masks", masks, bad)))
    return filled if out is None else finish(out, filled)


def unrank(
    ranks: npt.ArrayLike,
    size: SupportsIndex,
    *,
    out: npt.NDArray[np.uint64] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint64]:
    """Return the hand of ``size`` cards at each place: the inverse of `rank`.

    ``unrank(np.arange(a, b), size)`` is one shard of all hands of a size.

    Parameters
    ----------
    ranks : array_like of int, any shape
        Places, 0 to ``comb(52, size) - 1``.
    size : int, 0 to 52
        Cards of a hand.
    out, threads, progress
        As of `evaluate`.

    Returns
    -------
    uint64 ndarray
        Masks, of the shape of `ranks`.

    Raises
    ------
    GinfastError
        A place out of its range (the first is named), or a size out of its range.
    TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.format_cards(batch.unrank([0, 22099], 3))
    array(['AC 2C 3C', 'JS QS KS'], dtype='<U8')
    """
    cards = _number(size, "size", CARDS)
    places = as_masks(ranks, "ranks")
    filled = _batch.room_like(out, places, UINT64)
    if filled is None:
        filled = as_out(out, places.shape, UINT64, (("ranks", places),))
    bad = run(_batch.unrank, (places, cards, filled), places.size, threads, progress, SLICE)
    if bad >= 0:
        row, most = Row("ranks", ranks, bad), comb(CARDS, cards) - 1
        raise GinfastError(f"{row.name}: {row.value}, expected 0 to {most}, the last hand of {cards} cards")
    return filled if out is None else finish(out, filled)


def from_ids(
    ids: npt.ArrayLike,
    *,
    out: npt.NDArray[np.uint64] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint64]:
    """Return the mask of each row of card ids.

    Parameters
    ----------
    ids : array_like of int, at least one axis
        Different card ids, ``13 * suit + rank``, along the last axis, in any order.
    out, threads, progress
        As of `evaluate`.

    Returns
    -------
    uint64 ndarray
        Of the shape of `ids` without its last axis.

    Raises
    ------
    CardError
        An id that is no card, or stands twice in its row.
    GinfastError, TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.format_cards(batch.from_ids([[2, 0, 1], [3, 16, 29]]))
    array(['AC 2C 3C', '4C 4D 4H'], dtype='<U8')
    """
    cards = as_small(ids, "ids", None, INT8)
    if cards.ndim == 0 or cards.shape[-1] > CARDS:
        raise GinfastError(f"ids: shape {cards.shape}, expected a last axis of at most {CARDS} card ids")
    *axes, size = cards.shape
    shape = tuple(axes)
    filled = np.empty(shape, UINT64) if out is None else as_out(out, shape, UINT64, (("ids", cards),))
    bad = run(_batch.from_ids, (cards, size, filled), filled.size, threads, progress, SLICE)
    if bad >= 0:
        raise _bad_ids(as_integers(ids, "ids"), bad)
    return filled if out is None else finish(out, filled)


def to_ids(
    masks: npt.ArrayLike,
    *,
    out: npt.NDArray[np.int8] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.int8]:
    """Return the card ids of each hand, rising.

    Parameters
    ----------
    masks : array_like of int, any shape
        Hands of one size.
    out, threads, progress
        As of `evaluate`; `out` has one axis more than `masks`, for the cards.

    Returns
    -------
    int8 ndarray
        Of the shape of `masks` and an axis of the hands' size (0 for no hands).

    Raises
    ------
    CardError
        A mask has bits outside the deck.
    HandError
        A hand has another size than the first.
    GinfastError, TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.to_ids([0b111, 0b1011])
    array([[0, 1, 2],
           [0, 1, 3]], dtype=int8)
    """
    cards = as_masks(masks, "masks")
    size = _batch.first_size(cards)
    filled = _batch.room_like(out, cards, INT8, size)
    if filled is None:
        filled = as_out(out, (*cards.shape, size), INT8, (("masks", cards),))
    bad = run(_batch.to_ids, (cards, size, filled), cards.size, threads, progress, SLICE)
    if bad >= 0:
        raise refusal(bad_mask(Row("masks", masks, bad), f"{size} as in the first hand", range(size, size + 1)))
    return filled if out is None else finish(out, filled)


def parse_cards(texts: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Return the mask of each text of cards.

    Parameters
    ----------
    texts : array_like of str, any shape
        Texts as the cards door reads them: ``"4H 5♥ 10h"``, blanks and commas optional.

    Returns
    -------
    uint64 ndarray
        Masks, of the shape of `texts`.

    Raises
    ------
    CardError
        A text holds something that is no card, or a card twice; the message names the row and the position.
    TypeError
        An element is no text.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.parse_cards(["AC 2C", "A♦", ""])
    array([   3, 8192,    0], dtype=uint64)
    """
    array = np.asarray(texts)
    if array.size == 0:
        return np.zeros(array.shape, UINT64)
    if array.dtype.kind not in "UOT":
        raise TypeError(f"texts: array of {array.dtype}, expected texts of cards")
    flat: list[str] = array.reshape(-1).tolist()
    try:
        found = np.fromiter(map(parse_text, flat), UINT64, len(flat))
    except (CardError, TypeError):
        for row, text in enumerate(flat):
            parse_text(text, row_name("texts", array.shape, row))
        raise
    return found.reshape(array.shape)


def format_cards(masks: npt.ArrayLike) -> npt.NDArray[np.str_]:
    """Return each hand as text.

    Parameters
    ----------
    masks : array_like of int, any shape
        Hands of 0 to 52 cards.

    Returns
    -------
    str ndarray
        Of the shape of `masks`: cards such as ``4H 5H 6H``, by id; the empty text for no cards. The text type is as
        wide as the largest hand.

    Raises
    ------
    CardError, TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> batch.format_cards([0b111, 1 << 51])
    array(['AC 2C 3C', 'KS'], dtype='<U8')
    """
    cards = as_masks(masks, "masks")
    width = max(1, 3 * _batch.most_cards(cards, cards.size) - 1)
    filled = np.empty(cards.shape, f"U{width}")
    bad = run(_batch.format_cards, (cards, width, filled), cards.size, 1, None, SHORT_SLICE)
    if bad >= 0:
        raise refusal(bad_mask(Row("masks", masks, bad)))
    return filled


def _number(value: SupportsIndex, what: str, most: int | None) -> int:
    """Return a plain argument as an int from 0 to ``most``."""
    if type(value) is int and value >= 0 and (most is None or value <= most):
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise TypeError(f"{what}: {value!r} ({type(value).__name__}), expected an int")
    number = index(value)
    if number < 0 or (most is not None and number > most):
        raise GinfastError(f"{what}: {number}, expected 0 or more" + ("" if most is None else f", at most {most}"))
    return number


def _bad_ids(ids: npt.NDArray[np.integer], bad: int) -> GinfastError:
    size = ids.shape[-1]
    seen: set[int] = set()
    for column, card in enumerate(ids.reshape(-1, size)[bad].tolist()):
        name = row_name("ids", ids.shape, bad * size + column)
        if not 0 <= card < CARDS:
            return CardError(f"{name}: {card}, expected a card id from 0 to 51")
        if card in seen:
            return CardError(f"{name}: {card} stands twice in its row, expected different cards")
        seen.add(card)
    return refusal(None)
