/* Kernel text: rows of card ids to masks and back. Included once per level by kern_deal.inc.h. */

static size_t GF_FN(gf_from_ids)(const int8_t *ids, size_t n, int size, uint64_t *out)
{
    for (size_t i = 0; i < n; i++, ids += size) {
        uint64_t mask = 0;
        for (int c = 0; c < size; c++) {
            mask |= UINT64_C(1) << (ids[c] & 63); /* ids from 64 up and below 0 land where popcount or deck test fails ... */
        }
        unsigned outside = 0;
        for (int c = 0; c < size; c++) {
            outside |= (uint8_t)ids[c]; /* ... or show here */
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
