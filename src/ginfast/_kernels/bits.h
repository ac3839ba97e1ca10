/* Bit primitives on one hand: spread form, runs, ranks held three times, card values.
 *
 * Above word.h; C11, no state, no allocation. Used by the scalar search in Cython, through _bits.pxd.
 *
 * A mask has bit 13*suit+rank; the spread form has bit 16*suit+rank. The three gap bits of each
 * 16-bit lane are zero, so that shifts and carries never join two suits:
 *
 *     lane 3 spades      lane 2 hearts      lane 1 diamonds    lane 0 clubs
 *     000KQJT98765432A   000KQJT98765432A   000KQJT98765432A   000KQJT98765432A
 */
#ifndef GF_BITS_H
#define GF_BITS_H

#include <stdint.h>

#include "word.h"

#define gf_popcount(x) gf_word_count(x)
#define gf_low_bit(x) ((int)gf_word_lowest(x))

#if defined(_MSC_VER) && !defined(__clang__)
static __inline int gf_high_bit(uint64_t x)
{
    unsigned long index;
    _BitScanReverse64(&index, x);
    return (int)index;
}
#else
#define gf_high_bit(x) (63 - __builtin_clzll(x)) /* x is not 0 */
#endif

#define GF_DECK 0x000FFFFFFFFFFFFFULL       /* the 52 cards, mask form */
#define GF_LANES_DECK 0x1FFF1FFF1FFF1FFFULL /* the 52 cards, spread form */
#define GF_ALL_SUITS 0x0001000100010001ULL  /* one rank in every lane, times the lane's mask */
#define GF_LANE 0x1FFFULL

/* Mask form to spread form. */
static inline uint64_t gf_spread(uint64_t mask)
{
    return (mask & GF_LANE) | ((mask & (GF_LANE << 13)) << 3) | ((mask & (GF_LANE << 26)) << 6) |
           ((mask & (GF_LANE << 39)) << 9);
}

/* Spread form to mask form. */
static inline uint64_t gf_unspread(uint64_t lanes)
{
    return (lanes & GF_LANE) | ((lanes >> 3) & (GF_LANE << 13)) | ((lanes >> 6) & (GF_LANE << 26)) |
           ((lanes >> 9) & (GF_LANE << 39));
}

/* Cards NOT in a group of three or more consecutive cards of a suit. A one added at the start of each
 * such group carries through it and clears exactly its bits; the gap bits stop it at the king. */
static inline uint64_t gf_outside_runs(uint64_t lanes)
{
    uint64_t triples = lanes & (lanes >> 1) & (lanes >> 2);
    uint64_t starts = triples & ~(lanes << 1);
    return lanes & (lanes + starts);
}

/* Cards in groups of three or more consecutive cards of a suit. */
static inline uint64_t gf_long_groups(uint64_t lanes) { return lanes & ~gf_outside_runs(lanes); }

/* Ranks held at least three times, in every lane. */
static inline uint64_t gf_triple_ranks(uint64_t lanes)
{
    uint64_t turned = (lanes >> 32) | (lanes << 32);
    uint64_t both = lanes & turned, any = lanes | turned;
    uint64_t both_next = (both >> 16) | (both << 48), any_next = (any >> 16) | (any << 48);
    return (both & any_next) | (any & both_next);
}

/* Ranks held at all, in lane 0. */
static inline uint64_t gf_fold(uint64_t lanes)
{
    uint64_t halves = lanes | (lanes >> 32);
    return (halves | (halves >> 16)) & GF_LANE;
}

/* Points of the cards in spread form: ace 1, pips, court cards 10. The four masks are the binary digits
 * of the values of the thirteen ranks. */
static inline int gf_value(uint64_t lanes)
{
    return gf_popcount(lanes & 0x0155015501550155ULL) + 2 * gf_popcount(lanes & 0x1E661E661E661E66ULL) +
           4 * gf_popcount(lanes & 0x0078007800780078ULL) + 8 * gf_popcount(lanes & 0x1F801F801F801F80ULL);
}

#endif
