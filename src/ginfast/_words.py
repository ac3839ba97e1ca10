"""What is wrong with a row, in words: the loops of the arrays door only return its number.

Layer: below ``batch``, beside ``_arrays``. Slow path only: it looks again at one row of what the caller gave.
"""

from __future__ import annotations

import numpy as np

from ginfast._arrays import row_name
from ginfast.errors import CardError, GinfastError, HandError, MeldError

__all__ = ["Row", "bad_card", "bad_mask", "bad_meld", "bad_melds", "hand_size"]

DECK = (1 << 52) - 1


class Row:
    """One bad row of one argument: its name in messages and its value as a Python int."""

    def __init__(self, what: str, given: object, row: int) -> None:
        array = np.asarray(given)
        self.index = row
        self.name = row_name(what, array.shape, row if array.ndim else 0)
        self.value = int(array.reshape(-1)[row if array.ndim else 0])


def bad_mask(row: Row, sizes: str = "", allowed: range = range(53)) -> GinfastError | None:
    """Return the error of a mask outside the deck or of the wrong number of cards, None when it has neither."""
    if row.value < 0:
        return CardError(f"{row.name}: {row.value} is negative, expected a mask of cards, 0 to 2**52 - 1")
    if row.value > DECK:
        return CardError(
            f"{row.name}: {row.value:#x} has bits outside the deck, expected a mask of cards, 0 to 2**52 - 1"
        )
    if row.value.bit_count() not in allowed:
        return HandError(f"{row.name}: {hand_size(row.value)}, expected {sizes}")
    return None


def bad_card(row: Row) -> GinfastError | None:
    """Return the error of an id that is neither a card nor -1."""
    if -1 <= row.value < 52:
        return None
    return CardError(f"{row.name}: {row.value}, expected a card id from 0 to 51, or -1 for none")


def bad_meld(name: str, value: int) -> GinfastError | None:
    """Return the error of a mask that is neither a meld nor 0."""
    if value < 0 or value > DECK:
        return CardError(f"{name}: {value:#x} has bits outside the deck, expected the mask of a meld, or 0 for none")
    if value and not is_meld(value):
        return MeldError(f"{name}: {value:#x} is no meld, expected a set or run, or 0 for none")
    return None


def bad_melds(what: str, given: object, row: int) -> GinfastError | None:
    """Return the error of the first bad one of a row's melds, or of two that share a card."""
    array = np.asarray(given)
    columns = array.shape[-1]
    taken = 0
    for column in range(columns):
        name = row_name(what, array.shape, row * columns + column)
        value = int(array.reshape(-1)[row * columns + column])
        problem = bad_meld(name, value)
        if problem is not None:
            return problem
        if value & taken:
            return MeldError(f"{name}: {value:#x} shares cards with a meld before it, expected disjoint melds")
        taken |= value
    return None


def is_meld(mask: int) -> bool:
    """Tell whether a mask of cards is a set or a run."""
    from ginfast import masks

    return mask in masks.find_melds(mask)


def hand_size(mask: int) -> str:
    """Return ``1 card`` or ``9 cards``."""
    count = mask.bit_count()
    return f"{count} card" if count == 1 else f"{count} cards"
