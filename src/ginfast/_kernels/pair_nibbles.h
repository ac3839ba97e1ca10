/*
 * What the passes over pairs of transposed groups need from the levels of vec_nibbles.h: the hands in conflict as rows,
 * points as bytes, the best throw. After pair_x86.h; the same functions stand in pair_avx512.h and pair_word.h.
 */
#if GF_LANES == 2
/* Two lanes: bytes 8 * i + 2 * w + group into the order of hands, 8 * group + 2 * w + i. */
GF_INLINE gf_v gf_in_order(gf_v bytes)
{
    return gf_look_up(bytes, GF_TABLE(0, 8, 2, 10, 4, 12, 6, 14, 1, 9, 3, 11, 5, 13, 7, 15));
}

/* Words 4 * i + w of a group into the order of hands, 2 * w + i. */
GF_INLINE gf_v gf_words_in_order(gf_v words)
{
    return gf_look_up(words, GF_TABLE(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
}

/* Masks of two card ids; 0 for -1. */
GF_INLINE gf_v gf_card_masks(const int8_t *ids)
{
    uint64_t two[2] = {ids[0] < 0 ? 0 : UINT64_C(1) << (ids[0] & 63), ids[1] < 0 ? 0 : UINT64_C(1) << (ids[1] & 63)};
    return gf_load(two);
}
#endif

/*
 * Points of two transposed groups, g and h, as 8 * GF_LANES bytes in the order of gf_in_order; each group is given as
 * the ranks that pay once or twice and the ranks that pay twice. Byte-wise sums stay below 256 (at most 170 points).
 */
GF_INLINE gf_v gf_points_pair(gf_v g1, gf_v g2, gf_v h1, gf_v h2)
{
    const gf_v even = gf_set1(GF_REP16(0x00ff)), nibble = gf_bytes(15), king = gf_bytes(16);
    const gf_v kings = GF_TABLE(0, 10, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    gf_v low1 = gf_or(gf_and(g1, even), gf_shl16(h1, 8)), low2 = gf_or(gf_and(g2, even), gf_shl16(h2, 8));
    gf_v high1 = gf_or(gf_shr16(g1, 8), gf_bic(h1, even)), high2 = gf_or(gf_shr16(g2, 8), gf_bic(h2, even));
    gf_v ace = gf_add8(gf_points_ace(gf_and(low1, nibble)), gf_points_ace(gf_and(low2, nibble)));
    gf_v five =
        gf_add8(gf_points_five(gf_and(gf_shr16(low1, 4), nibble)), gf_points_five(gf_and(gf_shr16(low2, 4), nibble)));
    gf_v nine = gf_add8(gf_points_nine(high1), gf_points_nine(high2));
    gf_v held = gf_add8(gf_and(high1, king), gf_and(high2, king)); /* 0, 16 or 32: kings times 16 */
    gf_v sum = gf_add8(gf_add8(ace, five), nine);
    sum = gf_add8(sum, gf_look_up(kings, gf_shr16(held, 4)));
    return sum;
}

/* Points of one transposed group, a 16-bit lane each. */
GF_INLINE gf_v gf_points_words(gf_v once, gf_v twice)
{
    gf_v sum = gf_zero();
    const gf_v low4 = gf_set1(GF_REP16(0x000f)), high4 = gf_set1(GF_REP16(0x0f00)), king = gf_set1(GF_REP16(0x1000));
    for (int i = 0; i < 2; i++) {
        gf_v x = i ? twice : once;
        sum = gf_add8(sum, gf_points_ace(gf_and(x, low4)));
        sum = gf_add8(sum, gf_points_five(gf_and(gf_shr16(x, 4), low4)));
        sum = gf_add8(sum, gf_points_nine(gf_and(x, high4)));
    }
    gf_v kings = gf_add16(gf_and(once, king), gf_and(twice, king)); /* in the high byte, 16 times */
    sum = gf_add8(sum, gf_or(gf_shr16(kings, 1), gf_shr16(kings, 3)));
    return gf_words_of_bytes(sum);
}
/* Of the highest suit with a card in ranks: that suit (bits 13 and 14) and its cards there; 0 for none. */
GF_INLINE gf_v gf_top_suit(const gf_v cards[4], gf_v ranks)
{
    gf_v best = gf_and(cards[0], ranks);
    for (int s = 1; s < 4; s++) {
        gf_v here = gf_and(cards[s], ranks);
        best = gf_max16(best, gf_or(here, gf_where16(here, gf_set1(GF_REP16(s << 13)))));
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
    const gf_v even = gf_set1(GF_REP16(0x00ff)), nibble = gf_bytes(15), ten = gf_bytes(10);
    gf_v low = gf_or(gf_and(g_ranks, even), gf_shl16(h_ranks, 8));
    gf_v high = gf_or(gf_shr16(g_ranks, 8), gf_bic(h_ranks, even));
    gf_v ace = gf_look_up(GF_TABLE(0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4), gf_and(low, nibble));
    gf_v five = gf_look_up(GF_TABLE(0, 5, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8), gf_and(gf_shr16(low, 4), nibble));
    gf_v nine = gf_look_up(GF_TABLE(0, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10), high);
    gf_v king = gf_and(gf_above8(high, nibble), ten);
    gf_v top = gf_max8(gf_max8(ace, five), gf_max8(nine, king));
    /* the ranks that pay so many points: low and high byte of 1 << (p - 1), 0x1e00 for 10 */
    gf_v ranks0 = gf_look_up(GF_TABLE(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0), top);
    gf_v ranks1 = gf_look_up(GF_TABLE(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x1e, 0, 0, 0, 0, 0), top);
    gf_v of_g = gf_top_suit(g, gf_and(g_ranks, gf_or(gf_and(ranks0, even), gf_shl16(ranks1, 8))));
    gf_v of_h = gf_top_suit(h, gf_and(h_ranks, gf_or(gf_shr16(ranks0, 8), gf_bic(ranks1, even))));
    /* bits 9..14 of the words, tens and suit, to bits 0..5 of the bytes */
    gf_v index = gf_or(gf_shr16(of_g, 9), gf_bic(gf_shr16(of_h, 1), even));
    gf_v place = gf_look_up(GF_TABLE(-1, -1, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2), gf_and(index, nibble));
    gf_v suit =
        gf_look_up(GF_TABLE(0, 13, 26, 39, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), gf_and(gf_shr16(index, 4), nibble));
    *points = top;
    *card = gf_add8(gf_add8(place, suit), top);
}

/* Records (card, deadwood) in the order of the hands. */
GF_INLINE void gf_store_records(uint8_t *p, gf_v card, gf_v deadwood)
{
    const gf_v even = gf_set1(GF_REP16(0x00ff));
    gf_store(p, gf_words_in_order(gf_or(gf_and(card, even), gf_shl16(deadwood, 8))));
    gf_store(p + sizeof(gf_v), gf_words_in_order(gf_or(gf_shr16(card, 8), gf_bic(deadwood, even))));
}

/* Bytes of a table of 64, at indices of which bits 0..5 count. */
GF_INLINE gf_v gf_look_up64(const uint8_t *table, gf_v index)
{
    gf_v part[4], digit = gf_and(index, gf_bytes(15)), bit4 = gf_shl16(index, 3), bit5 = gf_shl16(index, 2);
    for (int i = 0; i < 4; i++) {
        part[i] = gf_look_up(gf_load_table(table + 16 * i), digit);
    }
    return gf_choose8(bit5, gf_choose8(bit4, part[0], part[1]), gf_choose8(bit4, part[2], part[3]));
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
    *keys_g = gf_bic(g, gf_top_bit16(gf_shl16(card, 8)));
    *keys_h = gf_bic(h, gf_top_bit16(card));
}

/* Records to keys, 64 * deadwood + place of the card, 0 where there is none; and back. Words in any order. */
GF_INLINE gf_v gf_record_keys(gf_v records)
{
    gf_v place = gf_look_up64(gf_throw_place, gf_and(records, gf_set1(GF_REP16(0x003f))));
    gf_v none = gf_zero16(gf_and(place, gf_set1(GF_REP16(0x00ff))));
    gf_v key = gf_or(gf_and(place, gf_set1(GF_REP16(0x00ff))), gf_shl16(gf_shr16(records, 8), 6));
    return gf_bic(key, none);
}
GF_INLINE gf_v gf_key_records(gf_v keys)
{
    gf_v card = gf_look_up64(gf_throw_card, gf_and(keys, gf_set1(GF_REP16(0x003f))));
    return gf_or(gf_and(card, gf_set1(GF_REP16(0x00ff))), gf_shl16(gf_shr16(keys, 6), 8));
}
