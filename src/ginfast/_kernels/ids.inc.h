/* Kernel text: rows of card ids to masks and back. Included once per level by kern_deal.inc.h. */

/* Keeps a compiler from widening a loop over the few cards of one hand into vectors, which doubles its time. */
#if defined(__GNUC__)
#define GF_IN_REGISTERS(x) __asm__("" : "+r"(x))
#else
#define GF_IN_REGISTERS(x) ((void)0)
#endif

/* An id outside 0..63 shows in `outside`, 52..63 in the mask, and one that stands twice in the count. */
static size_t GF_FN(gf_from_ids)(const int8_t *ids, size_t n, int size, uint64_t *out)
{
    for (size_t i = 0; i < n; i++, ids += size) {
        uint64_t mask = 0;
        unsigned outside = 0;
        for (int c = 0; c < size; c++) {
            outside |= (uint8_t)ids[c];
            mask |= UINT64_C(1) << (ids[c] & 63);
            GF_IN_REGISTERS(mask);
        }
        if (GF_UNLIKELY(outside > 63 || mask > GF_DECK || gf_word_count(mask) != size)) {
            return i;
        }
        out[i] = mask;
    }
    return n;
}

static size_t GF_FN(gf_to_ids)(const uint64_t *masks, size_t n, int size, int8_t *out)
{
    for (size_t i = 0; i < n; i++, out += size) {
        uint64_t mask = masks[i];
        if (GF_UNLIKELY(mask > GF_DECK || gf_word_count(mask) != size)) {
            return i;
        }
        for (int c = 0; c < size; c++, mask &= mask - 1) {
            out[c] = (int8_t)gf_word_lowest(mask);
        }
    }
    return n;
}
