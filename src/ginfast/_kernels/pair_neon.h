/*
 * What the passes over pairs of transposed groups need from NEON: the hands in conflict as rows, points as bytes, the
 * best throw. After vec_neon.h; the same functions stand in the other pair_*.h.
 *
 * Bytes of a pair, g and h: word 4 * i + w of both groups side by side, byte 8 * i + 2 * w + group (gf_evens8 and
 * gf_odds8 of g and h make them, low and high bytes of the words).
 */
/*
 * GF_PAIR bits for two transposed groups: which hands have a bit of a & b (first group) or c & d (second), in the order
 * of the hands. Both groups share the words of one sum, whose weights are the bits' places: word 4 * i + w is hand
 * 2 * w + i.
 */
GF_INLINE void gf_store_meets(void *p, gf_v a, gf_v b, gf_v c, gf_v d)
{
    const uint16x8_t weight = {0x0101, 0x0404, 0x1010, 0x4040, 0x0202, 0x0808, 0x2020, 0x8080};
    uint16x8_t both = vsliq_n_u16(vtstq_u16(GF_U16(a), GF_U16(b)), vtstq_u16(GF_U16(c), GF_U16(d)), 8);
    uint16_t bits = vaddvq_u16(vandq_u16(both, weight));
    memcpy(p, &bits, sizeof bits);
}

GF_INLINE unsigned gf_meet_hand(unsigned p) { return p; }

/* Bytes 8 * i + 2 * w + group into the order of hands, 8 * group + 2 * w + i. */
GF_INLINE gf_v gf_in_order(gf_v bytes)
{
    const uint8x16_t order = {0, 8, 2, 10, 4, 12, 6, 14, 1, 9, 3, 11, 5, 13, 7, 15};
    return GF_FROM8(vqtbl1q_u8(GF_U8(bytes), order));
}

/* Words 4 * i + w of a group into the order of hands, 2 * w + i. */
GF_INLINE gf_v gf_words_in_order(gf_v words)
{
    const uint8x16_t order = {0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15};
    return GF_FROM8(vqtbl1q_u8(GF_U8(words), order));
}

/* Points of bytes of low (ace to eight) and high (nine to king) ranks. */
GF_INLINE gf_v gf_points_bytes(gf_v low, gf_v high)
{
    gf_v ace = gf_look_up(gf_points_low4, gf_and(low, gf_set1(GF_REP16(0x0f0f))));
    gf_v five = gf_look_up(gf_points_high4, GF_FROM8(vshrq_n_u8(GF_U8(low), 4)));
    return gf_add8(gf_add8(ace, five), gf_look_up32(gf_points_low4 + 16, high));
}

/*
 * Points of two transposed groups, g and h, as 8 * GF_LANES bytes in the order of gf_in_order; each group is given as
 * the ranks that pay once or twice and the ranks that pay twice. Byte-wise sums stay below 256 (at most 170 points).
 */
GF_INLINE gf_v gf_points_pair(gf_v g1, gf_v g2, gf_v h1, gf_v h2)
{
    return gf_add8(gf_points_bytes(gf_evens8(g1, h1), gf_odds8(g1, h1)),
                   gf_points_bytes(gf_evens8(g2, h2), gf_odds8(g2, h2)));
}

/* Points of one transposed group, a 16-bit lane each. */
GF_INLINE gf_v gf_points_words(gf_v once, gf_v twice)
{
    uint8x16_t points = GF_U8(gf_points_bytes(GF_ON8(vuzp1, once, twice), GF_ON8(vuzp2, once, twice)));
    return GF_FROM16(vaddl_u8(vget_low_u8(points), vget_high_u8(points)));
}
GF_INLINE unsigned gf_least16(gf_v v) { return vminvq_u16(GF_U16(v)); }

/* Of the highest suit with a card in ranks: that suit (bits 13 and 14) and its cards there; 0 for none. */
GF_INLINE gf_v gf_top_suit(const gf_v cards[4], gf_v ranks)
{
    gf_v best = gf_and(cards[0], ranks);
    for (int s = 1; s < 4; s++) {
        gf_v here = gf_or(gf_and(cards[s], ranks), gf_set1(GF_REP16(s << 13)));
        best = gf_pick(GF_ON16(vtst, cards[s], ranks), here, best);
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
    /* the ranks that pay so many points: low and high byte of 1 << (p - 1), 0x1e00 for 10 */
    static const uint8_t ranks0[16] = {0, 1, 2, 4, 8, 16, 32, 64, 128}, ranks1[16] = {[9] = 1, 0x1e};
    static const uint8_t places[16] = {255, 255, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
    /* a word's highest rank is 15 less its leading zeros and pays one more, ten at most; no rank leaves sixteen */
    gf_v zeros = gf_evens8(GF_FROM16(vclzq_u16(GF_U16(g_ranks))), GF_FROM16(vclzq_u16(GF_U16(h_ranks))));
    gf_v top = GF_ON8(vmin, gf_sub8(gf_set1(GF_REP16(0x1010)), zeros), gf_set1(GF_REP16(0x0a0a)));
    gf_v low = gf_look_up(ranks0, top), high = gf_look_up(ranks1, top);
    gf_v of_g = gf_top_suit(g, gf_and(g_ranks, gf_evens8(low, high)));
    gf_v of_h = gf_top_suit(h, gf_and(h_ranks, gf_odds8(low, high)));
    /* bits 9..14 of the words, tens and suit, to bits 0..5 of the bytes */
    gf_v index = gf_evens8(gf_shr16(of_g, 9), gf_shr16(of_h, 9));
    gf_v place = gf_look_up(places, gf_and(index, gf_set1(GF_REP16(0x0f0f))));
    uint8x16_t suit = vshrq_n_u8(GF_U8(index), 4);
    *points = top;
    *card = GF_FROM8(vmlaq_u8(GF_U8(gf_add8(place, top)), suit, vdupq_n_u8(13)));
}

/* Records (card, deadwood) in the order of the hands. */
GF_INLINE void gf_store_records(uint8_t *p, gf_v card, gf_v deadwood)
{
    gf_store(p, gf_words_in_order(gf_evens8(card, deadwood)));
    gf_store(p + sizeof(gf_v), gf_words_in_order(gf_odds8(card, deadwood)));
}

/* Masks of two card ids; 0 for -1, which shifts to the right. */
GF_INLINE gf_v gf_card_masks(const int8_t *ids)
{
    const int64_t two[2] = {ids[0], ids[1]};
    return vshlq_u64(gf_set1(1), vld1q_s64(two));
}

/* Bytes of a table of 64, 0 at indices from 64 on; in two halves, since gcc 8 and 9 began without vld1q_u8_x4. */
GF_INLINE gf_v gf_look_up64(const uint8_t *table, gf_v index)
{
    uint8x16_t found = vqtbl2q_u8(vld1q_u8_x2(table), GF_U8(index));
    return GF_FROM8(vqtbx2q_u8(found, vld1q_u8_x2(table + 32), vsubq_u8(GF_U8(index), vdupq_n_u8(32))));
}

/*
 * Keys of a pair of groups, 64 * deadwood + place of the card (gf_throw_place), 0 where there is no card: 16-bit lanes in
 * any order. The look-up gives no card, 255, the place 0.
 */
GF_INLINE void gf_throw_keys(gf_v card, gf_v deadwood, gf_v *keys_g, gf_v *keys_h)
{
    const gf_v even = gf_set1(GF_REP16(0x00ff));
    gf_v place = gf_look_up64(gf_throw_place, card), paid = gf_and(deadwood, GF_ON8(vtst, place, place));
    *keys_g = GF_FROM16(vsliq_n_u16(GF_U16(gf_and(place, even)), GF_U16(gf_and(paid, even)), 6));
    *keys_h = GF_FROM16(vsliq_n_u16(GF_U16(gf_shr16(place, 8)), GF_U16(gf_shr16(paid, 8)), 6));
}

/* Records to keys, 64 * deadwood + place of the card, 0 where there is none; and back. Words in any order. */
GF_INLINE gf_v gf_record_keys(gf_v records)
{
    const gf_v low6 = gf_set1(GF_REP16(0x003f));
    gf_v place = gf_look_up64(gf_throw_place, records);
    return gf_and(gf_pick(low6, place, gf_shr16(records, 2)), GF_ON16(vtst, place, low6));
}
GF_INLINE gf_v gf_key_records(gf_v keys)
{
    gf_v card = gf_look_up64(gf_throw_card, gf_and(keys, gf_set1(GF_REP16(0x003f))));
    return gf_pick(gf_set1(GF_REP16(0x00ff)), card, gf_shl16(keys, 2));
}
