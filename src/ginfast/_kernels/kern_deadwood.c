/*
 * Whole arrays through the block kernels of kern_deadwood.h: deck check, the caller's search for the rows left over,
 * output.
 */
#include "levels.h"
#include "word.h"

#if GF_HAVE_X86
#include <emmintrin.h> /* SSE2, part of every x86-64 */
#endif

size_t gf_first_wrong(const uint64_t *masks, size_t n, int size)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t x = masks[i];
        if (x > GF_DECK || (size >= 0 && gf_word_count(x) != size)) {
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
                        gf_deadwood_search *search, int around_cache, int64_t *searches)
{
    size_t done = n;
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
            to[todo[i]] = (uint8_t)search(masks[start + todo[i]] & GF_DECK); /* whatever stands there by now */
        }
        if (around_cache) {
            ops->deadwood.put(out + start, buffer, rows);
        }
        if (searches && (*searches -= (int64_t)left) < 0) {
            done = start + rows;
            break;
        }
    }
    if (around_cache) {
        gf_put_end();
    }
    return done;
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
            size_t row = todo[i];
            /* read once more, and once: another thread may change them, and the search has room for eleven cards */
            uint64_t hand = *(const volatile uint64_t *)&masks[start + row];
            int card = 0, taken_card = held ? *(const volatile int8_t *)&held[row] : -1;
            if (hand > GF_DECK || gf_word_count(hand) != 11 || taken_card >= 52 ||
                (taken_card >= 0 && !(hand >> taken_card & 1))) {
                return start + row;
            }
            to[2 * row + 1] = (uint8_t)search(hand, taken_card < 0 ? -1 : taken_card, &card);
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
