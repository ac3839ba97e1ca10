# cython: language_level=3, freethreading_compatible=True, boundscheck=False, wraparound=False
# cython: initializedcheck=False, cdivision=True, binding=True, embedsignature=False
"""The core of ginfast on 52-bit card masks: the functions behind the masks door, and what they share.

Layer: above errors only. The search itself is in _search.pxd and _walk.pxd, bit arithmetic in _kernels/bits.h, checks
of arguments in _check.pxd, card text in _text.pxd. The functions here check their arguments, call the search, and are
what `ginfast.masks` re-exports without a wrapper.
"""

from cpython.long cimport PyLong_Check
from cpython.sequence cimport PySequence_Fast_GET_ITEM, PySequence_Fast_GET_SIZE
from cpython.unicode cimport PyUnicode_FromObject
from libc.stdint cimport uint8_t, uint64_t

from ginfast._bits cimport (
    GF_DECK, GF_LANES_DECK, gf_fold, gf_long_groups, gf_low_bit, gf_popcount, gf_spread, gf_triple_ranks,
    gf_unspread, gf_value,
)
from ginfast._check cimport check_eleven, mask_of, outside_deck, taken_of
from ginfast._search cimport best_sets, best_throw, dearest, joint_lay_off, least_deadwood, list_melds, points_of
from ginfast._text cimport parse_text, write_cards
from ginfast._walk cimport NO_MEMORY

from ginfast.errors import CardError, HandError, MeldError


# Checking melds


cdef int gather_melds(object melds, uint64_t hand, str whose, uint64_t* run_cards, uint64_t* set_cards) except -1:
    """Check melds given as masks: each a meld, disjoint from each other and from `hand`."""
    cdef uint64_t meld, all_cards = 0
    cdef int kind
    cdef Py_ssize_t i
    run_cards[0] = set_cards[0] = 0
    if not isinstance(melds, (tuple, list)):
        if isinstance(melds, (int, str, bytes)) or not hasattr(melds, "__iter__"):
            raise TypeError(f"melds: expected an iterable of masks, got {type(melds).__name__}; "
                            "write (mask,) for one meld")
        melds = tuple(melds)
    for i in range(PySequence_Fast_GET_SIZE(melds)):
        item = <object>PySequence_Fast_GET_ITEM(melds, i)
        try:
            meld = mask_of(item, "melds")
        except (TypeError, CardError):
            meld = mask_of(item, f"melds[{i}]")  # raises again, with the place: written only when something is wrong
        kind = core_meld_kind(meld)
        if kind == 0:
            raise MeldError(f"melds[{i}]: {write_cards(meld) or 'no cards'}: neither a set nor a run of three or more")
        if meld & all_cards:
            raise MeldError(f"melds[{i}]: {write_cards(meld & all_cards)} already stands in another meld")
        if meld & hand:
            raise MeldError(f"melds[{i}]: {write_cards(meld & hand)} is also in the {whose}'s hand")
        all_cards |= meld
        if kind == 2:
            run_cards[0] |= meld
        else:
            set_cards[0] |= meld
    return 0


# The shared operations, for every door


cdef int core_deadwood(uint64_t mask) noexcept nogil:
    return least_deadwood(gf_spread(mask), GF_LANES_DECK)


cdef uint64_t core_best_sets(uint64_t mask, uint64_t seen) noexcept nogil:
    cdef uint64_t sets = best_sets(gf_spread(mask), gf_spread(seen))
    return NO_MEMORY if sets == NO_MEMORY else gf_unspread(sets)


cdef uint64_t core_run_cards(uint64_t mask) noexcept nogil:
    return gf_unspread(gf_long_groups(gf_spread(mask)))


cdef int core_points(uint64_t mask) noexcept nogil:
    return gf_value(gf_spread(mask))


cdef int core_best_discard(uint64_t mask, int taken, int* card) noexcept nogil:
    cdef uint64_t kept = 0 if taken < 0 else gf_spread(<uint64_t>1 << taken)
    cdef int thrown = 0, deadwood = best_throw(gf_spread(mask), kept, &thrown)
    card[0] = thrown - 3 * (thrown >> 4)
    return deadwood


cdef void core_rank_discards(uint64_t mask, uint8_t* out) noexcept nogil:
    cdef uint64_t rest = mask
    cdef int j = 0
    while rest:
        out[j] = <uint8_t>core_deadwood(mask & ~(rest & (~rest + 1)))
        rest &= rest - 1
        j += 1


cdef int core_meld_kind(uint64_t mask) noexcept nogil:
    cdef uint64_t lanes = gf_spread(mask)
    if gf_popcount(lanes) < 3:
        return 0
    # One group of consecutive bits: adding its lowest bit leaves nothing of it. Gap bits part the suits.
    if not lanes & (lanes + (lanes & (~lanes + 1))):
        return 2
    return 1 if gf_popcount(gf_fold(lanes)) == 1 else 0


cdef int core_lay_off(uint64_t defender, uint64_t run_cards, uint64_t set_cards, uint64_t* laid) noexcept nogil:
    cdef uint64_t hand = gf_spread(defender), off = 0
    # A rank that the sets hold three times misses one card, a rank held four times none; nothing else can be
    # triple, since two melds never share a rank as sets.
    cdef uint64_t fourths = gf_triple_ranks(gf_spread(set_cards)) & hand
    cdef int deadwood = joint_lay_off(hand, gf_spread(run_cards), fourths, &off)
    laid[0] = gf_unspread(off)
    return deadwood


# The masks door


def deadwood(object mask, /):
    """Return the least deadwood of a hand.

    Parameters
    ----------
    mask : int
        Hand of 0 to 52 cards, bit ``13 * suit + rank`` for each card held.

    Returns
    -------
    int
        Points of the cards left over by the best arrangement, 0 to 340 (rule R-MELD-5).

    Raises
    ------
    CardError
        If `mask` is negative or has bits above 51.
    TypeError
        If `mask` is no integer.

    Examples
    --------
    >>> from ginfast import masks
    >>> masks.deadwood(masks.parse_cards("4H 5H 6H 9C 2S"))
    11
    """
    cdef uint64_t cards
    # Written out rather than through mask_of: this is the hot path of the masks door.
    if PyLong_Check(mask):
        try:
            cards = mask
        except OverflowError:
            raise outside_deck(mask, "mask") from None
        if cards > GF_DECK:
            raise outside_deck(mask, "mask")
    else:
        cards = mask_of(mask, "mask")
    return least_deadwood(gf_spread(cards), GF_LANES_DECK)


def find_melds(object mask, /):
    """Return every meld inside a hand.

    Parameters
    ----------
    mask : int
        Hand of 0 to 52 cards.

    Returns
    -------
    tuple of int
        Masks of the melds: runs by suit, start and length; then sets by rank and mask (rules R-MELD-1, R-MELD-2).

    Raises
    ------
    CardError
        If `mask` is negative or has bits above 51.
    TypeError
        If `mask` is no integer.

    Examples
    --------
    >>> from ginfast import masks
    >>> [masks.format_cards(m) for m in masks.find_melds(masks.parse_cards("4H 5H 6H 7H"))]
    ['4H 5H 6H', '4H 5H 6H 7H', '5H 6H 7H']
    """
    cdef uint64_t cards = mask_of(mask, "mask"), meld, column
    cdef int suit, start, end, rank, missing
    found = []
    for suit in range(4):
        for start in range(11):
            meld = 0
            for end in range(start, 13):
                if not cards >> (13 * suit + end) & 1:
                    break
                meld |= <uint64_t>1 << (13 * suit + end)
                if end >= start + 2:
                    found.append(meld)
    for rank in range(13):
        column = cards & (0x8004002001ULL << rank)
        if gf_popcount(column) == 3:
            found.append(column)
        elif gf_popcount(column) == 4:
            # Without the highest suit first: ascending masks, the four of a kind last.
            for missing in range(3, -1, -1):
                found.append(column & ~(<uint64_t>1 << (13 * missing + rank)))
            found.append(column)
    return tuple(found)


cdef tuple arrangement_of(uint64_t cards, uint64_t seen):
    cdef uint64_t melds[17]
    cdef uint64_t lanes = gf_spread(cards), sets = best_sets(lanes, gf_spread(seen))
    cdef int i
    if sets == NO_MEMORY:
        raise MemoryError("no memory to search an arrangement")
    return tuple([melds[i] for i in range(list_melds(lanes, sets, melds))])


def best_arrangement(object mask, object seen=0):
    """Return the melds of the best arrangement of a hand.

    Parameters
    ----------
    mask : int
        Hand of 0 to 52 cards.
    seen : int, default 0
        Cards known to be out of play; they do not count as exposed. Cards of the hand are ignored.

    Returns
    -------
    tuple of int
        Masks of the melds, runs first (by suit, then rank), then sets by rank. Ties are decided by rule
        R-TIE-2: least deadwood; runs never split; fewest exposed cards; smallest mask of all cards in sets.

    Raises
    ------
    CardError
        If a mask is negative or has bits above 51.
    TypeError
        If a mask is no integer.

    Examples
    --------
    >>> from ginfast import masks
    >>> [masks.format_cards(m) for m in masks.best_arrangement(masks.parse_cards("7H 7D 7C 8H 9H"))]
    ['7H 8H 9H']
    """
    return arrangement_of(mask_of(mask, "mask"), mask_of(seen, "seen"))


def best_discard(object mask, object taken=-1):
    """Return the best throw from eleven cards and the deadwood it leaves.

    Parameters
    ----------
    mask : int
        Hand of exactly 11 cards.
    taken : int, default -1
        Id of the card just taken from the discard pile, which may not be thrown; -1 for none.

    Returns
    -------
    tuple of (int, int)
        Card id and least deadwood of the ten cards left. Ties: highest points, then highest id (rule R-TIE-5).

    Raises
    ------
    HandError
        If the hand has not 11 cards, or `taken` is not among them.
    CardError
        If `mask` is negative or has bits above 51, or `taken` is no card id.
    TypeError
        If an argument is no integer.

    Examples
    --------
    >>> from ginfast import masks
    >>> masks.best_discard(masks.parse_cards("4S 5S 6S 2C 4C 5C 6C AD 3H 4H 6H"))
    (31, 10)
    """
    cdef uint64_t cards = mask_of(mask, "mask")
    cdef int card, deadwood
    check_eleven(cards)
    cdef int forbidden = taken_of(taken, cards)
    deadwood = core_best_discard(cards, forbidden, &card)
    return card, deadwood


def rank_discards(object mask, object taken=-1):
    """Return every throw from eleven cards with the deadwood it leaves, best first.

    Parameters
    ----------
    mask : int
        Hand of exactly 11 cards.
    taken : int, default -1
        Id of the card just taken from the discard pile, which may not be thrown; -1 for none.

    Returns
    -------
    list of (int, int)
        Card id and least deadwood of the ten cards left. Ties: highest points, then highest id (rule R-TIE-5).

    Raises
    ------
    HandError
        If the hand has not 11 cards, or `taken` is not among them.
    CardError
        If `mask` is negative or has bits above 51, or `taken` is no card id.
    TypeError
        If an argument is no integer.

    Examples
    --------
    >>> from ginfast import masks
    >>> hand = masks.parse_cards("4H 5H 6H 7S 7C 7D 9C TC JC 2S KS")
    >>> masks.rank_discards(hand)[:2]
    [(51, 2), (40, 10)]
    """
    cdef uint64_t cards = mask_of(mask, "mask"), rest
    cdef uint8_t left[11]
    cdef int keys[11]
    cdef int j = 0, count = 0, card, key, place
    check_eleven(cards)
    cdef int forbidden = taken_of(taken, cards)
    core_rank_discards(cards, left)
    rest = cards
    while rest:
        card = gf_low_bit(rest)
        rest &= rest - 1
        if card != forbidden:
            # Deadwood up, points down, id down, in one number; sorted in as it comes.
            key = left[j] << 12 | (15 - points_of(card)) << 6 | (63 - card)
            place = count
            while place > 0 and keys[place - 1] > key:
                keys[place] = keys[place - 1]
                place -= 1
            keys[place] = key
            count += 1
        j += 1
    return [(63 - (keys[j] & 63), keys[j] >> 12) for j in range(count)]


def lay_off(object defender, object melds, /):
    """Return the least deadwood of a defender after laying off, and the cards laid off.

    Parameters
    ----------
    defender : int
        The defender's hand, 0 to 52 cards.
    melds : sequence of int
        Masks of the knocker's melds as spread, disjoint from each other and from the hand.

    Returns
    -------
    tuple of (int, int)
        Deadwood, and the mask of the cards laid off. The least over all own arrangements and lay-offs
        together (rule R-LAY-3). Ties: fewest cards laid off, then the smallest mask of them (rule R-TIE-6).

    Raises
    ------
    MeldError
        If an item is no meld, or melds share a card with each other or with the hand.
    CardError
        If a mask is negative or has bits above 51.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from ginfast import masks
    >>> melds = [masks.parse_cards("4H 5H 6H"), masks.parse_cards("7S 7C 7D")]
    >>> deadwood, laid = masks.lay_off(masks.parse_cards("7H 8H QC"), melds)
    >>> deadwood, masks.format_cards(laid)
    (10, '7H 8H')
    """
    cdef uint64_t hand = mask_of(defender, "defender"), run_cards, set_cards, laid
    cdef int deadwood
    gather_melds(melds, hand, "defender", &run_cards, &set_cards)
    deadwood = core_lay_off(hand, run_cards, set_cards, &laid)
    if deadwood < 0:
        raise MemoryError("no memory to search a lay-off")
    return deadwood, laid


def lay_off_cards(object melds, /):
    """Return the cards that fit some meld directly.

    Parameters
    ----------
    melds : sequence of int
        Masks of disjoint melds as spread.

    Returns
    -------
    int
        Mask of the neighbours of the runs and the missing fourth cards of the sets, cards of the melds
        themselves excepted (rule R-LAY-1).

    Raises
    ------
    MeldError
        If an item is no meld, or melds share a card.
    CardError
        If a mask is negative or has bits above 51.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from ginfast import masks
    >>> masks.format_cards(masks.lay_off_cards([masks.parse_cards("AS 2S 3S"), masks.parse_cards("5S 5H 5D")]))
    '5C 4S'
    """
    cdef uint64_t run_cards, set_cards, runs, fits
    gather_melds(melds, 0, "", &run_cards, &set_cards)
    runs = gf_spread(run_cards)
    fits = (runs << 1) | (runs >> 1) | gf_triple_ranks(gf_spread(set_cards))
    return gf_unspread(fits & GF_LANES_DECK) & ~(run_cards | set_cards)


def resolve_hand(object knocker, object defender, object melds=None):
    """Return both counts of a finished hand, without any rule of scoring.

    Parameters
    ----------
    knocker : int
        The knocker's ten cards after the throw, or eleven before it (rule R-KNOCK-8): without `melds` the best throw
        goes, with them the dearest unmelded card, then the highest id. Eleven melded cards count as they are.
    defender : int
        The defender's hand.
    melds : sequence of int, optional
        Masks of the melds the knocker spreads; they bind, best or not. None: his best arrangement.

    Returns
    -------
    tuple of (int, int, int)
        The knocker's deadwood, the defender's after the best joint lay-off, and the mask of the cards laid off.
        Against gin, a spread without deadwood, nothing is laid off (rule R-LAY-5). No knock limit is checked.

    Raises
    ------
    HandError
        If the hands share a card, or the knocker holds neither 10 nor 11 cards, or the defender not 10.
    MeldError
        If an item is no meld, is not in the knocker's hand, or melds share a card.
    CardError
        If a mask is negative or has bits above 51.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from ginfast import masks
    >>> knocker = masks.parse_cards("4H 5H 6H 7S 7C 7D 9C TC JC 2S")
    >>> defender = masks.parse_cards("3D 4D 5D QH QS QD 7H KC AC 8S")
    >>> masks.resolve_hand(knocker, defender)[:2]
    (2, 19)
    """
    cdef uint64_t spreader = mask_of(knocker, "knocker"), hand = mask_of(defender, "defender")
    cdef uint64_t run_cards, set_cards, loose, laid = 0
    cdef int knocked, deadwood, thrown = 0
    if gf_popcount(spreader) != 10 and gf_popcount(spreader) != 11:
        raise HandError(f"knocker: the hand holds {gf_popcount(spreader)} cards, expected 10 or 11")
    if gf_popcount(hand) != 10:
        raise HandError(f"defender: the hand holds {gf_popcount(hand)} cards, expected 10")
    if spreader & hand:
        raise HandError(f"defender: {format_cards(spreader & hand)} is in both hands")
    if melds is None:
        if gf_popcount(spreader) == 11:
            core_best_discard(spreader, -1, &thrown)
            spreader ^= <uint64_t>1 << thrown
        set_cards = core_best_sets(spreader, 0)
        run_cards = core_run_cards(spreader & ~set_cards)
    else:
        gather_melds(melds, hand, "defender", &run_cards, &set_cards)
        if (run_cards | set_cards) & ~spreader:
            outside = format_cards((run_cards | set_cards) & ~spreader)
            raise MeldError(f"melds: {outside} is not in the knocker's hand")
        loose = gf_spread(spreader & ~(run_cards | set_cards))
        if loose and gf_popcount(spreader) == 11:
            thrown = dearest(loose)
            spreader ^= gf_unspread(<uint64_t>1 << thrown)
    knocked = core_points(spreader & ~(run_cards | set_cards))
    if knocked == 0:
        return knocked, core_deadwood(hand), 0
    deadwood = core_lay_off(hand, run_cards, set_cards, &laid)
    if deadwood < 0:
        raise MemoryError("no memory to search a lay-off")
    return knocked, deadwood, laid


# Text


def parse_cards(object text, str what="text"):
    """Return the mask of the cards in a text.

    Parameters
    ----------
    text : str
        Cards as rank ``A 2 ... 9 T 10 J Q K`` and suit ``c d h s`` in either case or a suit sign; blanks and
        commas between cards are optional; Unicode card faces count as cards.
    what : str, default "text"
        How to name the text in an error.

    Returns
    -------
    int
        Mask of the cards.

    Raises
    ------
    CardError
        If something is no card, or a card stands twice; with the position, counted from 0.
    TypeError
        If `text` is no str.

    Examples
    --------
    >>> from ginfast import masks
    >>> masks.parse_cards("AC 2c,10♥")
    34359738371
    """
    if not isinstance(text, str):
        raise TypeError(f"{what}: expected a text of cards, got {type(text).__name__}")
    # The text of a subclass (of NumPy, an enum) as a plain str, whatever its own methods say.
    return parse_text(PyUnicode_FromObject(text), what, CardError)


def format_cards(object mask, /):
    """Return the cards of a mask as text, in id order.

    Parameters
    ----------
    mask : int
        Mask of 0 to 52 cards.

    Returns
    -------
    str
        Cards such as ``"4H 5H 6H"``; the empty text for no cards.

    Raises
    ------
    CardError
        If `mask` is negative or has bits above 51.
    TypeError
        If `mask` is no integer.

    Examples
    --------
    >>> from ginfast import masks
    >>> masks.format_cards(3)
    'AC 2C'
    """
    return write_cards(mask_of(mask, "mask"))


def meld_kind(object mask, /):
    """Return ``"run"``, ``"set"``, or None for cards that are no meld (for `ginfast.melds`)."""
    return (None, "set", "run")[core_meld_kind(mask_of(mask, "mask"))]


def points(object mask, /):
    """Return the points of the cards of a mask (for `ginfast.cards`)."""
    return core_points(mask_of(mask, "mask"))
