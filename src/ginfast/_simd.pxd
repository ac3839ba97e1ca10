"""The C kernels as Cython sees them. Build-time only: not part of the wheel."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint64_t


cdef extern from "kernels.h":
    enum:
        GF_BLOCK

    struct gf_arrangement_row:
        uint64_t melds[3]
        uint64_t deadwood_cards
        uint8_t deadwood
        uint8_t padding[7]

    struct gf_lay_off_row:
        uint8_t deadwood
        uint8_t padding[7]
        uint64_t laid_off

    struct gf_result_row:
        uint8_t outcome
        int8_t winner
        int16_t points
        uint8_t boxes
        uint8_t knocker_deadwood
        uint8_t defender_before
        uint8_t defender_deadwood
        uint64_t laid_off

    struct gf_counts_row:
        uint8_t outcome
        int8_t winner
        int16_t points
        uint8_t boxes
        uint8_t padding

    enum gf_case:
        GF_GIN, GF_GIN_NONE, GF_BIG_GIN, GF_BIG_GIN_NONE, GF_KNOCK, GF_LEVEL_COUNTS, GF_UNDERCUT, GF_GIN_OFF, GF_CASES

    struct gf_payment:
        uint8_t outcome
        int8_t winner
        int16_t bonus
        uint8_t boxes

    struct gf_hand_rules:
        int lay_off_on_gin
        uint8_t limit[53]
        uint8_t spade[53]
        int16_t multiplier[2]
        gf_payment payments[2][8]

    struct gf_layoff_ops:
        size_t (*best_arrangement)(const uint64_t *masks, size_t n, gf_arrangement_row *out,
                                   uint16_t *todo) noexcept nogil
        size_t (*lay_off)(const uint64_t *defenders, const uint64_t *melds, size_t n, gf_lay_off_row *out,
                          uint16_t *todo) noexcept nogil
        size_t (*resolve)(const uint64_t *knockers, const uint64_t *defenders, const uint64_t *melds,
                          const int8_t *upcards, const gf_hand_rules *rules, size_t n, gf_result_row *out,
                          uint16_t *todo) noexcept nogil
        size_t (*score_counts)(const uint8_t *knocker, const uint8_t *defender, const int8_t *upcards,
                               const gf_hand_rules *rules, size_t n, gf_counts_row *out, uint16_t *todo) noexcept nogil
        size_t (*rank_discards)(const uint64_t *masks, size_t n, uint8_t *out, uint16_t *todo) noexcept nogil

    struct gf_deal_plan:
        pass

    struct gf_deal_ops:
        void (*deal)(const gf_deal_plan *plan, uint64_t start, size_t n, uint64_t *out) noexcept nogil
        size_t (*rank)(const uint64_t *masks, size_t n, uint64_t *out) noexcept nogil
        size_t (*unrank)(const uint64_t *ranks, size_t n, int size, uint64_t *out) noexcept nogil
        size_t (*from_ids)(const int8_t *ids, size_t n, int size, uint64_t *out) noexcept nogil
        size_t (*to_ids)(const uint64_t *masks, size_t n, int size, int8_t *out) noexcept nogil

    struct gf_ops:
        int level, lanes
        const char *name
        gf_layoff_ops layoff
        gf_deal_ops deal

    const gf_ops *gf_ops_at(int level) noexcept nogil

    ctypedef int gf_deadwood_search(uint64_t mask) noexcept nogil
    ctypedef int gf_discard_search(uint64_t mask, int taken, int *card) noexcept nogil
    size_t gf_deadwood_rows(const gf_ops *ops, const uint64_t *masks, size_t n, uint8_t *out,
                            gf_deadwood_search *search, int around_cache, int64_t *searches) noexcept nogil
    size_t gf_best_discard_rows(const gf_ops *ops, const uint64_t *masks, const int8_t *taken, size_t n, uint8_t *out,
                                gf_discard_search *search, int around_cache) noexcept nogil
    int gf_deal_plan_init(gf_deal_plan *plan, uint64_t seed, int size, int hands, uint64_t exclude) noexcept nogil
