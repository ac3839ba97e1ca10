/*
 * What pair_nibbles.h needs from AVX2 or SSE4.2 beyond vec_x86.h: hands in conflict as bits, and the orders of the lanes.
 */
/*
 * GF_PAIR bits for two transposed groups: which hands have a bit of a & b (first group) or c & d (second). The order
 * of the bits is the level's own; gf_meet_hand tells it.
 */
GF_INLINE void gf_store_meets(void *p, gf_v a, gf_v b, gf_v c, gf_v d)
{
    gf_v none = GF_X(packs_epi16)(gf_zero16(gf_and(a, b)), gf_zero16(gf_and(c, d)));
#if GF_LANES == 4
    uint32_t bits = ~(uint32_t)_mm256_movemask_epi8(none);
#else
    uint16_t bits = (uint16_t)~(unsigned)_mm_movemask_epi8(none);
#endif
    memcpy(p, &bits, sizeof bits);
}

#if GF_LANES == 4
/* Of 32 bits, bits 3 and 4 are the group and the half: word 8 * half + (p & 7) = 4 * i + w. */
GF_INLINE unsigned gf_meet_hand(unsigned p)
{
    return (p & 32) | (p & 8) << 1 | (p & 3) << 2 | (p & 16) >> 3 | ((p >> 2) & 1);
}

/* Bytes 8 * i + 2 * w + group into the order of hands, 16 * group + 4 * w + i. */
GF_INLINE gf_v gf_in_order(gf_v bytes)
{
    /* within a half: even bytes (group g), then odd ones; then halves to groups; then 2 * w + i to the hands */
    const gf_v parts = GF_TABLE(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    const gf_v order = GF_TABLE(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return gf_look_up(_mm256_permute4x64_epi64(gf_look_up(bytes, parts), 0xd8), order);
}

/* Words 4 * i + w of a group into the order of hands, 4 * w + i. */
GF_INLINE gf_v gf_words_in_order(gf_v words)
{
    gf_v pairs = gf_look_up(words, GF_TABLE(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
    return _mm256_permutevar8x32_epi32(pairs, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/* Sixteen bytes at p as a table. */
GF_INLINE gf_v gf_load_table(const uint8_t *p)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}

GF_INLINE unsigned gf_least16(gf_v v)
{
    __m128i q = _mm_min_epu16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(q)) & 0xffff;
}

/* Masks of GF_LANES card ids; 0 for -1 (a count of 64 and more shifts all out). */
GF_INLINE gf_v gf_card_masks(const int8_t *ids)
{
    int32_t four;
    memcpy(&four, ids, sizeof four);
    return _mm256_sllv_epi64(gf_set1(1), _mm256_cvtepi8_epi64(_mm_cvtsi32_si128(four)));
}
#else
/* Of 16 bits, bit 3 is the group: word p & 7 = 4 * i + w. */
GF_INLINE unsigned gf_meet_hand(unsigned p) { return (p & 0x38) | (p & 3) << 1 | ((p >> 2) & 1); }

GF_INLINE gf_v gf_load_table(const uint8_t *p) { return gf_load(p); }
GF_INLINE unsigned gf_least16(gf_v v) { return (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(v)) & 0xffff; }
#endif
