/*
 * What the passes over pairs of transposed groups need from AVX2: the hands in conflict as rows, points as bytes, the
 * best throw. After vec_avx2.h; the same functions stand in the other pair_*.h.
 */
/*
 * GF_PAIR bits for two transposed groups: which hands have a bit of a & b (first group) or c & d (second). The order
 * of the bits is the level's own; gf_meet_rows reads it.
 */
GF_INLINE void gf_store_meets(void *p, gf_v a, gf_v b, gf_v c, gf_v d)
{
    gf_v g = _mm256_cmpeq_epi16(gf_and(a, b), gf_zero()), h = _mm256_cmpeq_epi16(gf_and(c, d), gf_zero());
    uint32_t bits = ~(uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16(g, h));
    memcpy(p, &bits, sizeof bits);
}

/* Of 32 bits, bits 3 and 4 are the group and the half: word 8 * half + (p & 7) = 4 * i + w. */
GF_INLINE unsigned gf_meet_hand(unsigned p)
{
    return (p & 32) | (p & 8) << 1 | (p & 3) << 2 | (p & 16) >> 3 | ((p >> 2) & 1);
}

/*
 * Of 64 hands from number base on, those whose bit is set are written to rows, which has room for 68; returns their
 * number. Four at a time, wanted or not, so that the loop seldom ends in a surprise.
 */
GF_INLINE size_t gf_meet_rows(const void *p, size_t base, uint16_t *rows)
{
    uint64_t bits;
    memcpy(&bits, p, sizeof bits);
    size_t n = gf_count(bits), i = 0;
    do {
        for (int k = 0; k < 4; k++) {
            rows[i++] = (uint16_t)(base + gf_meet_hand(gf_lowest(bits | UINT64_C(1) << 63)));
            bits &= bits - 1;
        }
    } while (i < n);
    return n;
}

/* Bytes 8 * i + 2 * w + group into the order of hands, 16 * group + 4 * w + i. */
GF_INLINE gf_v gf_in_order(gf_v bytes)
{
    /* within a half: even bytes (group g), then odd ones; then halves to groups; then 2 * w + i to the hands */
    const gf_v parts = GF_TWICE(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    const gf_v order = GF_TWICE(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm256_shuffle_epi8(_mm256_permute4x64_epi64(_mm256_shuffle_epi8(bytes, parts), 0xd8), order);
}

/*
 * Points of two transposed groups, g and h, as 8 * GF_LANES bytes in the order of gf_in_order; each group is given as
 * the ranks that pay once or twice and the ranks that pay twice. Byte-wise sums stay below 256 (at most 170 points).
 */
GF_INLINE gf_v gf_points_pair(gf_v g1, gf_v g2, gf_v h1, gf_v h2)
{
    const gf_v even = gf_set1(GF_REP16(0x00ff)), nibble = _mm256_set1_epi8(15), king = _mm256_set1_epi8(16);
    const gf_v kings = GF_TWICE(0, 10, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    gf_v low1 = gf_or(gf_and(g1, even), gf_shl16(h1, 8)), low2 = gf_or(gf_and(g2, even), gf_shl16(h2, 8));
    gf_v high1 = gf_or(gf_shr16(g1, 8), gf_bic(h1, even)), high2 = gf_or(gf_shr16(g2, 8), gf_bic(h2, even));
    gf_v ace = _mm256_add_epi8(gf_points_ace(gf_and(low1, nibble)), gf_points_ace(gf_and(low2, nibble)));
    gf_v five = _mm256_add_epi8(gf_points_five(gf_and(gf_shr16(low1, 4), nibble)),
                                gf_points_five(gf_and(gf_shr16(low2, 4), nibble)));
    gf_v nine = _mm256_add_epi8(gf_points_nine(high1), gf_points_nine(high2));
    gf_v held = _mm256_add_epi8(gf_and(high1, king), gf_and(high2, king)); /* 0, 16 or 32: kings times 16 */
    gf_v sum = _mm256_add_epi8(_mm256_add_epi8(ace, five), nine);
    sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(kings, gf_shr16(held, 4)));
    return sum;
}

/* Points of one transposed group, a 16-bit lane each. */
GF_INLINE gf_v gf_points_words(gf_v once, gf_v twice)
{
    gf_v sum = gf_zero();
    const gf_v low4 = gf_set1(GF_REP16(0x000f)), high4 = gf_set1(GF_REP16(0x0f00)), king = gf_set1(GF_REP16(0x1000));
    for (int i = 0; i < 2; i++) {
        gf_v x = i ? twice : once;
        sum = _mm256_add_epi8(sum, gf_points_ace(gf_and(x, low4)));
        sum = _mm256_add_epi8(sum, gf_points_five(gf_and(gf_shr16(x, 4), low4)));
        sum = _mm256_add_epi8(sum, gf_points_nine(gf_and(x, high4)));
    }
    gf_v kings = gf_add16(gf_and(once, king), gf_and(twice, king)); /* in the high byte, 16 times */
    sum = _mm256_add_epi8(sum, gf_or(gf_shr16(kings, 1), gf_shr16(kings, 3)));
    return _mm256_maddubs_epi16(sum, _mm256_set1_epi8(1));
}
GF_INLINE gf_v gf_min16(gf_v a, gf_v b) { return _mm256_min_epu16(a, b); }
GF_INLINE unsigned gf_least16(gf_v v)
{
    __m128i q = _mm_min_epu16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(q)) & 0xffff;
}

GF_INLINE gf_v gf_sub8(gf_v a, gf_v b) { return _mm256_sub_epi8(a, b); }

/* Of the highest suit with a card in ranks: that suit (bits 13 and 14) and its cards there; 0 for none. */
GF_INLINE gf_v gf_top_suit(const gf_v cards[4], gf_v ranks)
{
    gf_v best = gf_and(cards[0], ranks);
    for (int s = 1; s < 4; s++) {
        gf_v here = gf_and(cards[s], ranks); /* the sign operation passes the suit where here > 0 */
        best = _mm256_max_epu16(best, gf_or(here, _mm256_sign_epi16(_mm256_set1_epi16((short)(s << 13)), here)));
    }
    return best;
}

/*
 * The dearest of the cards g (suits) of a group, then of the highest id, and the same for h: its points and its id as
 * bytes, as gf_points_pair. 0 points and id 255 where there is no card. g_ranks and h_ranks: the ranks to look at,
 * each with a card.
 */
GF_INLINE void gf_top_pair(const gf_v g[4], gf_v g_ranks, const gf_v h[4], gf_v h_ranks, gf_v *points, gf_v *card)
{
    const gf_v even = gf_set1(GF_REP16(0x00ff)), nibble = _mm256_set1_epi8(15), ten = _mm256_set1_epi8(10);
    gf_v low = gf_or(gf_and(g_ranks, even), gf_shl16(h_ranks, 8));
    gf_v high = gf_or(gf_shr16(g_ranks, 8), gf_bic(h_ranks, even));
    gf_v ace = _mm256_shuffle_epi8(GF_TWICE(0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4), gf_and(low, nibble));
    gf_v five =
        _mm256_shuffle_epi8(GF_TWICE(0, 5, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8), gf_and(gf_shr16(low, 4), nibble));
    gf_v nine = _mm256_shuffle_epi8(GF_TWICE(0, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10), high);
    gf_v king = gf_and(_mm256_cmpgt_epi8(high, nibble), ten);
    gf_v top = _mm256_max_epu8(_mm256_max_epu8(ace, five), _mm256_max_epu8(nine, king));
    /* the ranks that pay so many points: low and high byte of 1 << (p - 1), 0x1e00 for 10 */
    gf_v ranks0 = _mm256_shuffle_epi8(GF_TWICE(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0), top);
    gf_v ranks1 = _mm256_shuffle_epi8(GF_TWICE(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x1e, 0, 0, 0, 0, 0), top);
    gf_v of_g = gf_top_suit(g, gf_and(g_ranks, gf_or(gf_and(ranks0, even), gf_shl16(ranks1, 8))));
    gf_v of_h = gf_top_suit(h, gf_and(h_ranks, gf_or(gf_shr16(ranks0, 8), gf_bic(ranks1, even))));
    /* bits 9..14 of the words, tens and suit, to bits 0..5 of the bytes */
    gf_v index = gf_or(gf_shr16(of_g, 9), gf_bic(gf_shr16(of_h, 1), even));
    gf_v place = _mm256_shuffle_epi8(GF_TWICE(-1, -1, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2), gf_and(index, nibble));
    gf_v suit = _mm256_shuffle_epi8(GF_TWICE(0, 13, 26, 39, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                                    gf_and(gf_shr16(index, 4), nibble));
    *points = top;
    *card = _mm256_add_epi8(_mm256_add_epi8(place, suit), top);
}

/* Words 4 * i + w of a group into the order of hands, 4 * w + i. */
GF_INLINE gf_v gf_words_in_order(gf_v words)
{
    gf_v pairs = _mm256_shuffle_epi8(words, GF_TWICE(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
    return _mm256_permutevar8x32_epi32(pairs, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/* Records (card, deadwood) in the order of the hands. */
GF_INLINE void gf_store_records(uint8_t *p, gf_v card, gf_v deadwood)
{
    const gf_v even = gf_set1(GF_REP16(0x00ff));
    gf_store(p, gf_words_in_order(gf_or(gf_and(card, even), gf_shl16(deadwood, 8))));
    gf_store(p + 32, gf_words_in_order(gf_or(gf_shr16(card, 8), gf_bic(deadwood, even))));
}

/* Masks of GF_LANES card ids; 0 for -1 (a count of 64 and more shifts all out). */
GF_INLINE gf_v gf_card_masks(const int8_t *ids)
{
    int32_t four;
    memcpy(&four, ids, sizeof four);
    return _mm256_sllv_epi64(gf_set1(1), _mm256_cvtepi8_epi64(_mm_cvtsi32_si128(four)));
}

/* Bytes of a table of 64, at indices of which bits 0..5 count. */
GF_INLINE gf_v gf_look_up64(const uint8_t *table, gf_v index)
{
    gf_v part[4], digit = gf_and(index, _mm256_set1_epi8(15)), bit4 = gf_shl16(index, 3), bit5 = gf_shl16(index, 2);
    for (int i = 0; i < 4; i++) {
        __m128i quarter = _mm_loadu_si128((const __m128i *)(table + 16 * i));
        part[i] = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(quarter), digit);
    }
    return _mm256_blendv_epi8(_mm256_blendv_epi8(part[0], part[1], bit4), _mm256_blendv_epi8(part[2], part[3], bit4),
                              bit5);
}

/*
 * Keys of a pair of groups, 64 * deadwood + place of the card (gf_throw_place), 0 where there is no card: 16-bit lanes in
 * any order.
 */
GF_INLINE void gf_throw_keys(gf_v card, gf_v deadwood, gf_v *keys_g, gf_v *keys_h)
{
    const gf_v even = gf_set1(GF_REP16(0x00ff));
    gf_v place = gf_look_up64(gf_throw_place, card);
    gf_v g = gf_or(gf_shl16(gf_and(deadwood, even), 6), gf_and(place, even));
    gf_v h = gf_or(gf_shl16(gf_shr16(deadwood, 8), 6), gf_shr16(place, 8));
    *keys_g = gf_bic(g, _mm256_srai_epi16(gf_shl16(card, 8), 15));
    *keys_h = gf_bic(h, _mm256_srai_epi16(card, 15));
}

/* Records to keys, 64 * deadwood + place of the card, 0 where there is none; and back. Words in any order. */
GF_INLINE gf_v gf_record_keys(gf_v records)
{
    gf_v place = gf_look_up64(gf_throw_place, gf_and(records, gf_set1(GF_REP16(0x003f))));
    gf_v none = _mm256_cmpeq_epi16(gf_and(place, gf_set1(GF_REP16(0x00ff))), gf_zero());
    gf_v key = gf_or(gf_and(place, gf_set1(GF_REP16(0x00ff))), gf_shl16(gf_shr16(records, 8), 6));
    return gf_bic(key, none);
}
GF_INLINE gf_v gf_key_records(gf_v keys)
{
    gf_v card = gf_look_up64(gf_throw_card, gf_and(keys, gf_set1(GF_REP16(0x003f))));
    return gf_or(gf_and(card, gf_set1(GF_REP16(0x00ff))), gf_shl16(gf_shr16(keys, 6), 8));
}
