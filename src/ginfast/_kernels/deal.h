/* Deals: the hands that a seed has at a hand number; the stream of docs/deals.md, one row at a time.
 *
 * Lowest layer of the C code beside bits.h, which it uses. C11, no allocation, no writable globals, GIL-free.
 * deal_kernel.h deals many rows at once and falls back on gf_deal_hand here; both give the same cards.
 *
 *   gf_deal_plan plan;
 *   if (gf_deal_plan_init(&plan, seed, size, hands, exclude)) ...       bad arguments
 *   gf_deal_rows(&plan, start, n, out)                                  out[n * hands], row by row, through the dispatch table
 *
 * Row i of the call has hand number start + i (modulo 2^64), so any slice of a stream can be dealt alone.
 */
#ifndef GF_DEAL_H
#define GF_DEAL_H

#include <stddef.h>
#include <stdint.h>

#include "bits.h"

#define GF_PHILOX_M0 0xD2511F53U
#define GF_PHILOX_M1 0xCD9E8D57U
#define GF_PHILOX_W0 0x9E3779B9U
#define GF_PHILOX_W1 0xBB67AE85U
#define GF_PHILOX_ROUNDS 10

/* What all rows of one call share. */
typedef struct {
    uint64_t available;                 /* the cards that may be dealt */
    uint32_t key0[GF_PHILOX_ROUNDS];    /* round keys, first word */
    uint32_t key1[GF_PHILOX_ROUNDS];    /* round keys, second word */
    int size;                           /* cards of a hand, 0..52 */
    int hands;                          /* hands of a row; hands * size <= popcount(available) */
} gf_deal_plan;

static inline uint64_t gf_split_mix(uint64_t seed) {
    uint64_t z = seed + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/* Fill a plan. Returns 0, or 1 when `hands` hands of `size` cards do not fit into the deck without `exclude`. */
static inline int gf_deal_plan_init(gf_deal_plan *plan, uint64_t seed, int size, int hands, uint64_t exclude) {
    uint64_t mixed = gf_split_mix(seed);
    uint32_t k0 = (uint32_t)mixed, k1 = (uint32_t)(mixed >> 32);
    plan->available = GF_DECK & ~exclude;
    plan->size = size;
    plan->hands = hands;
    for (int r = 0; r < GF_PHILOX_ROUNDS; r++) {
        plan->key0[r] = k0 + (uint32_t)r * GF_PHILOX_W0;
        plan->key1[r] = k1 + (uint32_t)r * GF_PHILOX_W1;
    }
    if (size < 0 || size > 52 || hands < 0) {
        return 1;
    }
    return (int64_t)size * hands > gf_popcount(plan->available);
}

/* The block of four words at counter c, in place: Philox4x32-10 (Salmon and others, SC11). */
static inline void gf_philox(const gf_deal_plan *plan, uint32_t c[4]) {
    for (int r = 0; r < GF_PHILOX_ROUNDS; r++) {
        uint64_t p0 = (uint64_t)GF_PHILOX_M0 * c[0];
        uint64_t p1 = (uint64_t)GF_PHILOX_M1 * c[2];
        c[0] = (uint32_t)(p1 >> 32) ^ c[1] ^ plan->key0[r];
        c[1] = (uint32_t)p1;
        c[2] = (uint32_t)(p0 >> 32) ^ c[3] ^ plan->key1[r];
        c[3] = (uint32_t)p0;
    }
}

/* Lay the low bits of `bits` into the set bits of `where`, lowest first (PDEP in plain C). */
static inline uint64_t gf_deposit(uint64_t bits, uint64_t where) {
    uint64_t out = 0;
    for (; bits; bits >>= 1, where &= where - 1) {
        out |= (where & (0 - where)) & (0 - (bits & 1));
    }
    return out;
}

/* The hand `hand` of row `number` as places among the `cards` cards still there: bit p = the p-th lowest of them.
 *
 * Three draws to a word: x * n1 * n2 * n3 = index * 2^32 + rest, and index, in mixed radix, is the three draws.
 * Each index below N = n1 * n2 * n3 has floor(2^32 / N) words once those with rest < 2^32 mod N are rejected
 * (Lemire 2019), so the draws are exactly uniform. Floyd's algorithm makes a uniform subset of them. */
static inline uint64_t gf_deal_hand(const gf_deal_plan *plan, uint64_t number, uint32_t hand, int cards) {
    const int size = plan->size;
    uint32_t block = 0;
    uint64_t mask;
    int accepted;
    if (size == 0) {
        return 0;
    }
    do {
        uint32_t words[4] = {0, 0, 0, 0};
        int used = 4, place = cards - size;
        mask = 0;
        accepted = 1;
        while (place < cards) {
            uint32_t rest, product = 1;
            if (used == 4) {
                words[0] = (uint32_t)number;
                words[1] = (uint32_t)(number >> 32);
                words[2] = block++;
                words[3] = hand;
                gf_philox(plan, words);
                used = 0;
            }
            rest = words[used++];
            for (int i = 0; i < 3 && place < cards; i++, place++) {
                uint64_t scaled = (uint64_t)rest * (uint32_t)(place + 1);
                uint64_t bit = 1ULL << (scaled >> 32);
                rest = (uint32_t)scaled;
                product *= (uint32_t)(place + 1);
                mask |= (mask & bit) ? 1ULL << place : bit;
            }
            if (rest < product && rest < (0U - product) % product) {
                accepted = 0;
            }
        }
    } while (!accepted);
    return mask;
}

/* One row: `hands` disjoint masks. */
static inline void gf_deal_row(const gf_deal_plan *plan, uint64_t number, uint64_t *out) {
    uint64_t left = plan->available;
    int cards = gf_popcount(left);
    for (int h = 0; h < plan->hands; h++) {
        uint64_t mask = gf_deal_hand(plan, number, (uint32_t)h, cards);
        out[h] = left == GF_DECK ? mask : gf_deposit(mask, left);
        left &= ~out[h];
        cards -= plan->size;
    }
}

#endif
