"""Checks of arguments that are masks or card ids, inline for every compiled door.

Layer: under _core.pyx and _arrangements.pyx, above errors. The error classes are looked up where one is raised: inline
functions have no module of their own to keep them in.
"""

from cpython.long cimport PyLong_Check
from cpython.number cimport PyNumber_Index
from libc.stdint cimport uint64_t

from ginfast._bits cimport GF_DECK, gf_popcount
from ginfast._text cimport write_cards


cdef inline uint64_t mask_of(object value, str what) except? 0xFFFFFFFFFFFFFFFF:
    """Return a mask argument, checked: an int, or what has __index__, within the deck."""
    cdef uint64_t mask
    if not PyLong_Check(value):
        try:
            value = PyNumber_Index(value)
        except TypeError:
            raise TypeError(f"{what}: expected an int mask, got {type(value).__name__}") from None
    try:
        mask = value
    except OverflowError:
        raise outside_deck(value, what) from None
    if mask > GF_DECK:
        raise outside_deck(value, what)
    return mask


cdef inline object outside_deck(object value, str what):
    from ginfast.errors import CardError

    if value < 0:
        return CardError(f"{what}: {value} is negative, expected a mask of the 52 cards (bits 0 to 51)")
    return CardError(f"{what}: {value:#x} has bits outside the deck, expected bits 0 to 51")


cdef inline int taken_of(object value, uint64_t mask) except -2:
    """Return the id of the card just taken, checked: -1, or a card of the hand."""
    cdef long card
    if not PyLong_Check(value):
        try:
            value = PyNumber_Index(value)
        except TypeError:
            raise TypeError(f"taken: expected a card id or -1, got {type(value).__name__}") from None
    try:
        card = value
    except OverflowError:
        card = 52
    if not -1 <= card < 52:
        from ginfast.errors import CardError

        raise CardError(f"taken: {value} is no card id, expected 0 to 51, or -1 for none")
    if card >= 0 and not mask >> card & 1:
        from ginfast.errors import HandError

        raise HandError(f"taken: card {card} ({write_cards(<uint64_t>1 << card)}) is not in the hand")
    return <int>card


cdef inline int check_eleven(uint64_t mask) except -1:
    cdef int size = gf_popcount(mask)
    if size != 11:
        from ginfast.errors import HandError

        raise HandError(f"mask: the hand holds {size} cards, expected 11 to throw from")
    return 0
