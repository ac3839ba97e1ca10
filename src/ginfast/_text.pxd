"""Card text, inline: parsing and printing. Under _core.pyx.

Rule R-CARD-4: what a text may hold.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_DecodeASCII, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport uint64_t

from ginfast._bits cimport gf_low_bit


cdef extern from *:
    """
    /* Rank + 1 and suit + 1 of the ASCII signs, 0 for none. */
    static const signed char gf_rank_sign[128] = {
        ['A'] = 1, ['a'] = 1, ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7, ['8'] = 8, ['9'] = 9,
        ['T'] = 10, ['t'] = 10, ['J'] = 11, ['j'] = 11, ['Q'] = 12, ['q'] = 12, ['K'] = 13, ['k'] = 13};
    static const signed char gf_suit_sign[128] = {
        ['C'] = 1, ['c'] = 1, ['D'] = 2, ['d'] = 2, ['H'] = 3, ['h'] = 3, ['S'] = 4, ['s'] = 4};
    """
    const signed char gf_rank_sign[128]
    const signed char gf_suit_sign[128]


cdef inline int rank_of(Py_UCS4 sign) noexcept:
    """Return the rank of a one-letter rank sign, -1 for none."""
    return gf_rank_sign[<int>sign] - 1 if sign < 128 else -1


cdef inline int suit_of(Py_UCS4 sign) noexcept:
    """Return the suit of a letter or suit sign, black or white, -1 for none."""
    if sign < 128:
        return gf_suit_sign[<int>sign] - 1
    if sign == 0x2663 or sign == 0x2667:
        return 0
    if sign == 0x2666 or sign == 0x2662:
        return 1
    if sign == 0x2665 or sign == 0x2661:
        return 2
    if sign == 0x2660 or sign == 0x2664:
        return 3
    return -1


cdef inline int face_of(Py_UCS4 sign) noexcept:
    """Return the id of a Unicode card face, -1 for a back, a knight, a joker or a trump."""
    # As an int first: arithmetic on a Py_UCS4 would be done on a Python str.
    cdef int code = <int>sign
    cdef int column = code & 15
    cdef int suit = 0x1F0D - (code >> 4)
    if suit < 0 or suit > 3 or column == 0 or column == 12 or column == 15:
        return -1
    # The blocks stand in the order spades, hearts, diamonds, clubs; after the jack stands the knight.
    return 13 * suit + (column - 1 if column < 12 else column - 2)


cdef inline object refuse(str text, Py_ssize_t start, Py_ssize_t end, str what, str why, object error):
    return error(f"{what}: {text[start:end]!r} at position {start}: {why}")


cdef inline uint64_t parse_text(str text, str what, object error) except? 0xFFFFFFFFFFFFFFFF:
    """Return the mask of the cards in `text`; raise `error` naming `what` and the position."""
    cdef uint64_t mask = 0
    cdef Py_ssize_t i = 0, start, length = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef Py_UCS4 sign
    cdef int rank, suit, card
    while i < length:
        sign = PyUnicode_READ(kind, data, i)
        if sign == u' ' or sign == u',':
            i += 1
            continue
        start = i
        rank = rank_of(sign)
        if rank < 0 and sign == u'1' and i + 1 < length and PyUnicode_READ(kind, data, i + 1) == u'0':
            rank = 9
            i += 1
        if rank >= 0:
            i += 1
            if i == length:
                raise refuse(text, start, i, what, "no suit after the rank, expected c d h s or a suit sign", error)
            suit = suit_of(PyUnicode_READ(kind, data, i))
            if suit < 0:
                problem = f"{text[i]!r} is no suit, expected c d h s or a suit sign"
                raise refuse(text, start, i + 1, what, problem, error)
            card = 13 * suit + rank
            i += 1
        elif 0x1F0A0 <= sign <= 0x1F0FF:
            card = face_of(sign)
            i += 1
            if card < 0:
                raise refuse(text, start, i, what, "no card of the 52 (a back, knight, joker or trump)", error)
        elif sign.isspace():
            i += 1
            continue
        else:
            raise refuse(text, start, min(i + 2, length), what,
                         f"{sign!r} is no rank, expected A 2 3 4 5 6 7 8 9 T 10 J Q K", error)
        if kind > 1 and i < length and (<int>PyUnicode_READ(kind, data, i)) | 1 == 0xFE0F:
            i += 1  # a variation selector: the sign before it as text or as picture
        if mask >> card & 1:
            raise refuse(text, start, i, what, "the card stands twice", error)
        mask |= <uint64_t>1 << card
    return mask


cdef inline str write_cards(uint64_t mask):
    """Return the cards of `mask` in id order, as text."""
    cdef char buffer[156]
    cdef int length = 0, card
    while mask:
        card = gf_low_bit(mask)
        mask &= mask - 1
        buffer[length] = b"A23456789TJQK"[card % 13]
        buffer[length + 1] = b"CDHS"[card // 13]
        buffer[length + 2] = b' '
        length += 3
    return PyUnicode_DecodeASCII(buffer, length - 1, NULL) if length else ""
