/*
 * Kernels that make, number and name hands: entries of struct gf_ops, and what they need beforehand.
 *
 *   struct gf_deal_plan plan;
 *   if (gf_deal_plan_init(&plan, seed, size, hands, exclude)) ...     1: the hands do not fit into the deck
 *   ops->deal.deal(&plan, start, n, out)       out[n * hands]: row i is hand number start + i (modulo 2^64)
 *   ops->deal.rank(masks, n, out)              place of each hand among the hands of its own size, rising masks
 *   ops->deal.unrank(ranks, n, size, out)      the hand at a place
 *   ops->deal.from_ids(ids, n, size, out)      rows of `size` card ids, any order, to masks
 *   ops->deal.to_ids(masks, n, size, out)      masks of `size` cards to rows of ids, rising
 *
 * The last four return n, or the first row that is wrong: a bit from 52 up; a place of C(52, size) or more; an id
 * outside 0..51 or twice (gf_ids_fault tells which); a hand of another size. Rows from there on are then undefined
 * in `out`. Any n; `size` is 0..52. `out` may be the input where the types agree (rank, unrank), else they must not
 * overlap. Every row depends on its own input alone, so a call may be cut anywhere. docs/deals.md defines the stream
 * of deals.
 */
#ifndef GF_KERN_DEAL_H
#define GF_KERN_DEAL_H

#include <stddef.h>
#include <stdint.h>

#define GF_PHILOX_ROUNDS 10

/* What all rows of one deal share. */
struct gf_deal_plan {
    uint64_t available;              /* the cards that may be dealt */
    uint32_t key0[GF_PHILOX_ROUNDS]; /* round keys, first word */
    uint32_t key1[GF_PHILOX_ROUNDS]; /* round keys, second word */
    int size;                        /* cards of a hand, 0..52 */
    int hands;                       /* hands of a row; hands * size <= number of available cards */
};

struct gf_deal_ops {
    void (*deal)(const struct gf_deal_plan *plan, uint64_t start, size_t n, uint64_t *out);
    size_t (*rank)(const uint64_t *masks, size_t n, uint64_t *out);
    size_t (*unrank)(const uint64_t *ranks, size_t n, int size, uint64_t *out);
    size_t (*from_ids)(const int8_t *ids, size_t n, int size, uint64_t *out);
    size_t (*to_ids)(const uint64_t *masks, size_t n, int size, int8_t *out);
};

/* Fill a plan. Returns 0, or 1 when `hands` hands of `size` cards do not fit into the deck without `exclude`. */
int gf_deal_plan_init(struct gf_deal_plan *plan, uint64_t seed, int size, int hands, uint64_t exclude);

/* Write the tables of rank and unrank; gf_ops_at does it, so nobody else needs to. */
void gf_indexing_init(void);

/* C(52, size): how many places there are. */
uint64_t gf_hands_of(int size);

/* What is wrong with a row of ids: 0 nothing, 1 ids[*column] is no card, 2 ids[*column] stands earlier in the row. */
int gf_ids_fault(const int8_t *ids, int size, int *column);

#endif
