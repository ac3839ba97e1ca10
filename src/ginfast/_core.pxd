"""The core for other Cython and numba code: `from ginfast._core cimport core_deadwood`.

All functions take masks of the 52 cards (bit 13*suit+rank, suits clubs, diamonds, hearts, spades) that the
caller has checked, need no GIL, raise nothing, and keep no state. This file names no header, so the
wheel is enough to compile against it.
"""

from libc.stdint cimport uint8_t, uint64_t

# Least deadwood of any hand of 0 to 52 cards.
cdef int core_deadwood(uint64_t mask) noexcept nogil

# Cards in sets of the best arrangement; its runs are the maximal groups of three or more consecutive
# cards of the rest. All bits set: no memory (hands of more than eleven cards only).
cdef uint64_t core_best_sets(uint64_t mask, uint64_t seen) noexcept nogil

# The cards of a mask in groups of three or more consecutive cards of a suit.
cdef uint64_t core_run_cards(uint64_t mask) noexcept nogil

# Points of the cards of a mask.
cdef int core_points(uint64_t mask) noexcept nogil

# Best throw from eleven cards: its id in card[0], the least deadwood left as result. taken: id that may
# not be thrown, or -1.
cdef int core_best_discard(uint64_t mask, int taken, int* card) noexcept nogil

# Least deadwood after throwing the j-th lowest card, in out[j]; as many entries as cards.
cdef void core_rank_discards(uint64_t mask, uint8_t* out) noexcept nogil

# 1 for a set, 2 for a run, 0 for no meld.
cdef int core_meld_kind(uint64_t mask) noexcept nogil

# Joint lay-off of a defender against the knocker's run cards and set cards: the least deadwood as result,
# the cards laid off in laid[0]. -1: no memory (hands of more than eleven cards only).
cdef int core_lay_off(uint64_t defender, uint64_t run_cards, uint64_t set_cards, uint64_t* laid) noexcept nogil
