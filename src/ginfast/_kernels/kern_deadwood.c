/*
 * Whole arrays through the block kernels of kern_deadwood.h: deck check, the caller's search for the rows left over,
 * output.
 */
#include "levels.h"

#if GF_HAVE_X86
#include <emmintrin.h> /* SSE2, part of every x86-64 */
#endif

size_t gf_first_wrong(const uint64_t *masks, size_t n, int size)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t x = masks[i];
        int cards = 0;
        if (x > GF_DECK) {
            return i;
        }
        for (; size >= 0 && x; x &= x - 1) {
            cards++;
        }
        if (size >= 0 && cards != size) {
            return i;
        }
    }
    return n;
}

static void gf_put_end(void)
{
#if GF_HAVE_X86
    _mm_sfence();
#endif
}

size_t gf_deadwood_rows(const struct gf_ops *ops, const uint64_t *masks, size_t n, uint8_t *out,
                        gf_deadwood_search *search, int around_cache)
{
    uint8_t buffer[GF_BLOCK];
    uint16_t todo[GF_BLOCK];
    for (size_t start = 0; start < n; start += GF_BLOCK) {
        size_t rows = n - start < GF_BLOCK ? n - start : GF_BLOCK;
        uint8_t *to = around_cache ? buffer : out + start;
        uint64_t seen = 0;
        size_t left = ops->deadwood.deadwood(masks + start, rows, to, todo, &seen);
        if (seen > GF_DECK) {
            return start + gf_first_wrong(masks + start, rows, -1);
        }
        for (size_t i = 0; i < left; i++) {
            to[todo[i]] = (uint8_t)search(masks[start + todo[i]]);
        }
        if (around_cache) {
            ops->deadwood.put(out + start, buffer, rows);
        }
    }
    if (around_cache) {
        gf_put_end();
    }
    return n;
}

size_t gf_best_discard_rows(const struct gf_ops *ops, const uint64_t *masks, const int8_t *taken, size_t n,
                            uint8_t *out, gf_discard_search *search, int around_cache)
{
    uint8_t buffer[2 * GF_BLOCK];
    uint16_t todo[GF_BLOCK];
    for (size_t start = 0; start < n; start += GF_BLOCK) {
        size_t rows = n - start < GF_BLOCK ? n - start : GF_BLOCK;
        uint8_t *to = around_cache ? buffer : out + 2 * start;
        const int8_t *held = taken ? taken + start : NULL;
        uint64_t wrong = 0;
        size_t left = ops->deadwood.best_discard(masks + start, held, rows, to, todo, &wrong);
        if (wrong) {
            return start + gf_first_wrong(masks + start, rows, 11);
        }
        for (size_t i = 0; i < left; i++) {
            int card = 0, row = todo[i];
            to[2 * row + 1] = (uint8_t)search(masks[start + (size_t)row], held ? held[row] : -1, &card);
            to[2 * row] = (uint8_t)card;
        }
        if (around_cache) {
            ops->deadwood.put(out + 2 * start, buffer, 2 * rows);
        }
    }
    if (around_cache) {
        gf_put_end();
    }
    return n;
}
