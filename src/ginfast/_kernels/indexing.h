/*
 * Tables of rank and unrank. The place of a hand among those of its size, in rising order of masks (colexicographic):
 *
 *     rank({p1 < p2 < ... < pk}) = C(p1, 1) + C(p2, 2) + ... + C(pk, k)          0 .. C(52, k) - 1
 *
 * Below the kernels, above word.h. Written once by gf_indexing_init (kern_deal.c), read by indexing.inc.h.
 */
#ifndef GF_INDEXING_H
#define GF_INDEXING_H

#include <string.h>

#include "word.h"

/*
 * Unrank looks for the greatest card p with C(p, i) <= r. The bucket of r is its exponent and four more bits, after
 * adding 16 (so that r below 16 has an exponent). For i >= 3 no bucket holds more than one C(p, i) in its inside
 * (five bits would be needed for i = 2; tests/test_rank.py goes over every bucket's edges), so p is the bucket's
 * first answer or one more.
 */
#define GF_BUCKET_BITS 4
#define GF_BUCKETS ((49 - GF_BUCKET_BITS + 1) << GF_BUCKET_BITS) /* C(52, 26) + 16 < 2^49 */
#define GF_HALF_DECK 26 /* larger hands go by their complement: rank(m) + rank(deck without m) = C(52, k) - 1 */
#define GF_PAIRS 1326   /* C(52, 2) */
#define GF_TURN 5       /* rank adds five cards a turn, so it may read up to row 55 */

/* Tables of indexing_avx512.inc.h; entries without a meaning are the greatest number of their type. */
#define GF_ROW_CARDS 15   /* cards the permutations can count */
#define GF_PLANE_CARDS 11 /* cards whose hexadecimal digits add up in a byte: 11 * 15 < 256 */
#define GF_PLANES 9       /* C(51, 11) < 16^9 */

struct gf_indexing {
    uint64_t binomial[51 + GF_TURN][64];          /* [i][p] = C(p, i) for p <= 52, else 0 */
    uint64_t pairs[GF_PAIRS];                     /* the hands of two cards in order */
    uint8_t bucket[GF_HALF_DECK + 1][GF_BUCKETS]; /* [i][bucket] = the answer at the bucket's first r */
    uint8_t plane[GF_PLANE_CARDS][GF_PLANES][64]; /* [i - 1][j][p + 1] = hexadecimal digit j of C(p, i); [0] = 0 */
    uint64_t row64[52][16];                       /* [p][i] = C(p, i) for i > 0 */
    uint32_t row32[52][16];
    uint16_t row16[18][32];
    int8_t narrow[GF_ROW_CARDS + 1]; /* [k] = first row for 32 bits: C(row + 1, i) < 2^32 for i <= k; at most 45 */
};

extern struct gf_indexing gf_index_table;

/* The double of an integer below 2^53 is exact, so its upper bits are the exponent and the leading bits. On baseline
 * x86-64 a bit scan with variable shifts takes four times as long. */
static inline size_t gf_bucket(uint64_t r)
{
    double x = (double)(int64_t)(r + (1U << GF_BUCKET_BITS));
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (size_t)(bits >> (52 - GF_BUCKET_BITS)) - ((1023U + GF_BUCKET_BITS) << GF_BUCKET_BITS);
}

#endif
