# cython: language_level=3, freethreading_compatible=True, boundscheck=False, wraparound=False
# cython: initializedcheck=False, cdivision=True, binding=True, embedsignature=False
"""All arrangements of a hand, lazily and in order: the rest of the masks door.

Layer: beside _core.pyx, over the same inline search. Apart, because it is the one question whose answer can be
endless.
"""

from cpython.long cimport PyLong_Check
from cpython.number cimport PyNumber_Index
from libc.stdint cimport uint64_t

from ginfast._bits cimport (
    GF_ALL_SUITS, GF_DECK, GF_LANES_DECK, gf_high_bit, gf_low_bit, gf_spread, gf_triple_ranks, gf_value,
)
from ginfast._check cimport mask_of
from ginfast._core cimport core_meld_kind
from ginfast._search cimport least_deadwood

from ginfast._core import find_melds
from ginfast.errors import HandError


def arrangements(object mask, object max_deadwood=-1):
    """Return an iterator over arrangements of a hand, least deadwood first.

    Parameters
    ----------
    mask : int
        Hand of 0 to 52 cards.
    max_deadwood : int, default -1
        Most deadwood an arrangement may leave; -1 for those of least deadwood only.

    Returns
    -------
    iterator of tuple of int
        Masks of the melds, runs first (by suit, then rank), then sets by rank. Every set of disjoint melds
        inside the hand is an arrangement, the empty one too, and a run of six differs from the same cards as
        two runs of three. Ordered by deadwood, then by the tuples of masks. Nothing is computed ahead; below
        the least deadwood there is nothing.

    Raises
    ------
    CardError
        If `mask` is negative or has bits above 51.
    HandError
        If `max_deadwood` is below -1.
    TypeError
        If an argument is no integer.

    Examples
    --------
    >>> from ginfast import masks
    >>> for melds in masks.arrangements(masks.parse_cards("4S 5S 6S 7S 8S 9S")):
    ...     print([masks.format_cards(m) for m in melds])
    ['4S 5S 6S', '7S 8S 9S']
    ['4S 5S 6S 7S 8S 9S']
    """
    cdef uint64_t cards = mask_of(mask, "mask")
    if not PyLong_Check(max_deadwood):
        try:
            max_deadwood = PyNumber_Index(max_deadwood)
        except TypeError:
            raise TypeError(f"max_deadwood: expected an int, got {type(max_deadwood).__name__}") from None
    if max_deadwood < -1:
        raise HandError(f"max_deadwood: {max_deadwood} is negative, expected 0 or more, or -1 for the least")
    cdef int least = least_deadwood(gf_spread(cards), GF_LANES_DECK)
    cdef int most = least if max_deadwood == -1 else <int>min(max_deadwood, 340)
    return ArrangementIterator(cards, least, most) if least <= most else iter(())


cdef class ArrangementIterator:
    """Depth-first search over arrangements, one level of deadwood after the other.

    Melds are put down in listing order, so every arrangement is met once. A branch is left when even the best
    completion leaves more than the level; the least such excess is the next level, so no level without
    arrangements in reach is searched twice.
    """

    cdef uint64_t hand
    cdef int level, next_level, most
    cdef bint empty_due              # the empty arrangement is on the level and comes next
    cdef list path                   # melds put down
    cdef list branches               # for each depth, the melds still to be tried there, ascending, reversed

    def __cinit__(self, hand, int level, int most):
        self.hand = hand
        self.level = level
        self.most = most
        self.empty_due = self.start_level()

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            if self.empty_due:
                self.empty_due = False
                return ()
            while self.branches:
                candidates = <list>self.branches[len(self.branches) - 1]
                if not candidates:
                    self.branches.pop()
                    if self.path:
                        self.path.pop()
                    continue
                self.path.append(candidates.pop())
                if self.open_node():
                    return tuple(self.path)
            if self.next_level > self.most:
                raise StopIteration
            self.level = self.next_level
            self.empty_due = self.start_level()

    cdef bint start_level(self):
        """Begin at the empty arrangement; tell whether it is itself on the level."""
        self.path = []
        self.branches = []
        self.next_level = 1 << 16
        return self.open_node()

    cdef bint open_node(self):
        """List what may follow the melds put down; tell whether they are themselves on the level.

        A list of branches always joins the path, so that going back pops one of each.
        """
        cdef uint64_t left = self.hand, lanes, candidate
        cdef int own, bound, last = -1, last_rank = -1
        cdef uint64_t meld
        for item in self.path:
            meld = item
            left &= ~meld
            if core_meld_kind(meld) == 2:
                last = gf_high_bit(meld)
            else:
                last = 51
                last_rank = gf_low_bit(meld) % 13
        lanes = gf_spread(left)
        own = gf_value(lanes)
        candidates = []
        for item in find_melds(left):
            candidate = item
            if core_meld_kind(candidate) == 2:
                if gf_low_bit(candidate) <= last:
                    continue
            elif gf_low_bit(candidate) % 13 <= last_rank:
                continue
            bound = self.bound(left & ~candidate, candidate)
            if bound > self.level:
                self.next_level = min(self.next_level, bound)
            else:
                candidates.append(candidate)
        candidates.sort(reverse=True)
        self.branches.append(candidates)
        if own > self.level:
            self.next_level = min(self.next_level, own)
        return own == self.level

    cdef int bound(self, uint64_t left, uint64_t meld):
        """Return the least deadwood reachable after `meld`: later runs and sets only, so it is exact."""
        cdef uint64_t lanes = gf_spread(left)
        cdef uint64_t later
        if core_meld_kind(meld) == 2:
            later = ~((<uint64_t>2 << gf_high_bit(meld)) - 1) & GF_DECK
            return least_deadwood(lanes, gf_spread(later))
        # Only sets of higher ranks may follow.
        later = (0x1FFF & ~((2 << (gf_low_bit(meld) % 13)) - 1)) * GF_ALL_SUITS
        return gf_value(lanes & ~(gf_triple_ranks(lanes) & later))
