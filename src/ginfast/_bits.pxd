"""C bit primitives of _kernels/bits.h, as Cython sees them. Build-time only: not part of the wheel."""

from libc.stdint cimport uint64_t


cdef extern from "bits.h" nogil:
    const uint64_t GF_DECK
    const uint64_t GF_LANES_DECK
    const uint64_t GF_ALL_SUITS
    int gf_popcount(uint64_t x) noexcept
    int gf_low_bit(uint64_t x) noexcept
    int gf_high_bit(uint64_t x) noexcept
    uint64_t gf_spread(uint64_t mask) noexcept
    uint64_t gf_unspread(uint64_t lanes) noexcept
    uint64_t gf_outside_runs(uint64_t lanes) noexcept
    uint64_t gf_long_groups(uint64_t lanes) noexcept
    uint64_t gf_triple_ranks(uint64_t lanes) noexcept
    uint64_t gf_fold(uint64_t lanes) noexcept
    int gf_value(uint64_t lanes) noexcept
