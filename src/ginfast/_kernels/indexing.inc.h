/* Kernel text: rank and unrank. Included once per level by kern_deal.inc.h. */

#if GF_LEVEL == 2
#include "indexing_avx512.inc.h"
#endif

#define GF_INDEX_BLOCK 128

/* Five cards a turn; bits 53 to 63 stand guard behind the last card and add the zeros of their columns. */
GF_INLINE uint64_t gf_rank_one(uint64_t mask)
{
    const uint64_t *row = gf_index_table.binomial[1];
    uint64_t sum = 0;
    mask |= ~UINT64_C(0) << 53;
    while (mask & GF_DECK) {
        for (int i = 0; i < GF_TURN; i++, mask &= mask - 1) {
            sum += (row + 64 * i)[(size_t)gf_word_lowest(mask)];
        }
        row += 64 * GF_TURN;
    }
    return sum;
}

static size_t GF_FN(gf_rank)(const uint64_t *masks, size_t n, uint64_t *out)
{
    size_t i = 0;
    while (i < n) {
        size_t end = n;
#if GF_LEVEL == 2
        if (n - i >= GF_RANK_BLOCK) {
            end = i + GF_RANK_BLOCK;
            if (gf_rank_block(masks + i, out + i)) {
                i = end;
                continue;
            }
        }
#endif
        for (; i < end; i++) {
            const uint64_t mask = masks[i];
            if (GF_UNLIKELY(mask > GF_DECK)) {
                return i;
            }
            out[i] = gf_rank_one(mask);
        }
    }
    return n;
}

/* The hands of `size` <= 26 cards at n <= GF_INDEX_BLOCK places: card by card over all of them, so that the chains of
 * look-ups of different hands overlap. */
GF_INLINE void gf_unrank_block(uint64_t *rest, size_t n, int size, uint64_t *out)
{
    uint64_t mask[GF_INDEX_BLOCK];
#if GF_LEVEL == 2
    if (n == GF_UNRANK_BLOCK && size <= GF_ROW_CARDS) {
        gf_unrank_rows(rest, size, out);
        return;
    }
#endif
    memset(mask, 0, sizeof mask);
    for (int i = size; i > 2; i--) {
        const uint64_t *row = gf_index_table.binomial[i];
        const uint8_t *bucket = gf_index_table.bucket[i];
        for (size_t h = 0; h < n; h++) {
            uint64_t r = rest[h], p = bucket[gf_bucket(r)];
            p += r >= row[p + 1];
            rest[h] = r - row[p];
            mask[h] |= UINT64_C(1) << p;
        }
    }
    for (size_t h = 0; h < n; h++) {
        out[h] = mask[h] | (size >= 2 ? gf_index_table.pairs[rest[h]] : size ? UINT64_C(1) << rest[h] : 0);
    }
}

static size_t GF_FN(gf_unrank)(const uint64_t *ranks, size_t n, int size, uint64_t *out)
{
    const uint64_t end = gf_index_table.binomial[size][52];
    const int swap = size > GF_HALF_DECK;
    for (size_t done = 0; done < n; done += GF_INDEX_BLOCK) {
        const size_t count = n - done < GF_INDEX_BLOCK ? n - done : GF_INDEX_BLOCK;
        const uint64_t *part = ranks + done;
        uint64_t rest[GF_INDEX_BLOCK], wrong = 0;
        for (size_t h = 0; h < count; h++) {
            wrong |= part[h] >= end;
            rest[h] = swap ? end - 1 - part[h] : part[h];
        }
        for (size_t h = 0; GF_UNLIKELY(wrong); h++) {
            if (part[h] >= end) {
                return done + h;
            }
        }
        gf_unrank_block(rest, count, swap ? 52 - size : size, out + done);
        for (size_t h = 0; swap && h < count; h++) {
            out[done + h] ^= GF_DECK;
        }
    }
    return n;
}
