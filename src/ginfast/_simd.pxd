"""The C kernels as Cython sees them. Build-time only: not part of the wheel."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t


cdef extern from "kernels.h":
    enum:
        GF_BLOCK

    struct gf_deal_plan:
        pass

    struct gf_deal_ops:
        void (*deal)(const gf_deal_plan *plan, uint64_t start, size_t n, uint64_t *out) noexcept nogil
        size_t (*rank)(const uint64_t *masks, size_t n, uint64_t *out) noexcept nogil
        size_t (*unrank)(const uint64_t *ranks, size_t n, int size, uint64_t *out) noexcept nogil
        size_t (*from_ids)(const int8_t *ids, size_t n, int size, uint64_t *out) noexcept nogil
        size_t (*to_ids)(const uint64_t *masks, size_t n, int size, int8_t *out) noexcept nogil

    struct gf_ops:
        int level
        const char *name
        gf_deal_ops deal

    const gf_ops *gf_ops_at(int level) noexcept nogil
    int gf_deal_plan_init(gf_deal_plan *plan, uint64_t seed, int size, int hands, uint64_t exclude) noexcept nogil
