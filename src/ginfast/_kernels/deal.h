/*
 * The stream of deals of docs/deals.md, one hand at a time.
 *
 * Below the kernels, above word.h. deal.inc.h deals many rows at once and falls back on gf_deal_hand here for the few
 * hands it cannot finish; both give the same cards.
 */
#ifndef GF_DEAL_H
#define GF_DEAL_H

#include "word.h"
#include "kern_deal.h"

#define GF_PHILOX_M0 0xD2511F53U
#define GF_PHILOX_M1 0xCD9E8D57U
#define GF_PHILOX_W0 0x9E3779B9U
#define GF_PHILOX_W1 0xBB67AE85U

#define GF_DRAWS_PER_WORD 3
/* Above every product of three draw limits (52 * 51 * 50 = 132600): a rest of this or more is never rejected. */
#define GF_SURELY_FINE_BITS 18
#define GF_SURELY_FINE (1U << GF_SURELY_FINE_BITS)

/* The block of four words at counter c, in place: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC11). */
static inline void gf_philox(const struct gf_deal_plan *plan, uint32_t c[4])
{
    for (int r = 0; r < GF_PHILOX_ROUNDS; r++) {
        uint64_t p0 = (uint64_t)GF_PHILOX_M0 * c[0];
        uint64_t p1 = (uint64_t)GF_PHILOX_M1 * c[2];
        c[0] = (uint32_t)(p1 >> 32) ^ c[1] ^ plan->key0[r];
        c[1] = (uint32_t)p1;
        c[2] = (uint32_t)(p0 >> 32) ^ c[3] ^ plan->key1[r];
        c[3] = (uint32_t)p0;
    }
}

/*
 * The hand `hand` of row `number` as places among the `cards` cards still there: bit p is the p-th lowest of them.
 *
 * Three draws to a word: x * n1 * n2 * n3 = index * 2^32 + rest, and the digits of index in the mixed radix n1, n2,
 * n3 are the draws. Each index below N = n1 * n2 * n3 has floor(2^32 / N) words once those with rest < 2^32 mod N are
 * rejected (Lemire, ACM TOMACS 29, 2019), so the draws are exactly uniform if the words are. Floyd's algorithm makes
 * a uniform subset of them. A rejected word (one hand of ten cards in 18,000) rejects the hand, which then goes on
 * with fresh blocks.
 */
static inline uint64_t gf_deal_hand(const struct gf_deal_plan *plan, uint64_t number, uint32_t hand, int cards)
{
    const int size = plan->size;
    uint32_t block = 0;
    uint64_t mask = 0;
    int rejected = size > 0;
    while (rejected) {
        uint32_t words[4] = {0, 0, 0, 0};
        int used = 4, place = cards - size;
        mask = 0;
        rejected = 0;
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
            for (int i = 0; i < GF_DRAWS_PER_WORD && place < cards; i++, place++) {
                uint32_t limit = (uint32_t)place + 1;
                uint64_t scaled = (uint64_t)rest * limit;
                uint64_t bit = UINT64_C(1) << (scaled >> 32);
                rest = (uint32_t)scaled;
                product *= limit;
                mask |= (mask & bit) ? UINT64_C(1) << place : bit;
            }
            rejected |= rest < product && rest < (0U - product) % product;
        }
    }
    return mask;
}

/* Lay the low bits of `bits` into the set bits of `where`, lowest first: insert a zero at each gap, from below. */
static inline uint64_t gf_deposit(uint64_t bits, uint64_t where)
{
    uint64_t gaps = GF_DECK & ~where;
    while (gaps) {
        bits += bits & (gaps | (0 - gaps)); /* moves what lies at or above the lowest gap */
        gaps &= gaps - 1;
    }
    return bits;
}

#endif
