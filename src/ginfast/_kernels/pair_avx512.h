/*
 * What the passes over pairs of transposed groups need from AVX-512: the hands in conflict as rows, points as bytes,
 * the best throw. After vec_avx512.h; the same functions stand in the other pair_*.h.
 */
/*
 * GF_PAIR bits for two transposed groups: which hands have a bit of a & b (first group) or c & d (second). The order
 * of the bits is the level's own; gf_meet_rows reads it.
 */
GF_INLINE void gf_store_meets(void *p, gf_v a, gf_v b, gf_v c, gf_v d)
{
    /* stored from the mask registers: the way through general registers would cost port 0 two operations */
    _store_mask32((__mmask32 *)p, _mm512_test_epi16_mask(a, b));
    _store_mask32((__mmask32 *)p + 1, _mm512_test_epi16_mask(c, d));
}

/*
 * Of 64 hands from number base on, those whose bit is set are written to rows, which has room for 64; returns their
 * number. Bit 4 * i + w of a group is hand 8 * w + i.
 */
GF_INLINE size_t gf_meet_rows(const void *p, size_t base, uint16_t *rows)
{
    const gf_v hands =
        _mm512_setr_epi64(0x1911090118100800, 0x1b130b031a120a02, 0x1d150d051c140c04, 0x1f170f071e160e06,
                          0x3931292138302820, 0x3b332b233a322a22, 0x3d352d253c342c24, 0x3f372f273e362e26);
    const gf_v first = _mm512_set1_epi16((short)base);
    uint64_t bits;
    memcpy(&bits, p, sizeof bits);
    gf_v found = _mm512_maskz_compress_epi8(bits, hands);
    size_t n = (size_t)_mm_popcnt_u64(bits);
    gf_store(rows, gf_add16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(found)), first));
    if (GF_UNLIKELY(n > 32)) {
        gf_store(rows + 32, gf_add16(_mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(found, 1)), first));
    }
    return n;
}

/* Bytes 8 * i + 2 * w + group (two groups of 16-bit lanes packed) into the order of hands, 32 * group + 8 * w + i. */
GF_INLINE gf_v gf_in_order(gf_v bytes)
{
    return _mm512_permutexvar_epi8(_mm512_setr_epi64(0x3830282018100800, 0x3a322a221a120a02, 0x3c342c241c140c04,
                                                     0x3e362e261e160e06, 0x3931292119110901, 0x3b332b231b130b03,
                                                     0x3d352d251d150d05, 0x3f372f271f170f07),
                                   bytes);
}

/*
 * Points of two transposed groups, g and h, as 8 * GF_LANES bytes in the order of gf_in_order; each group is given as
 * the ranks that pay once or twice and the ranks that pay twice. Byte-wise sums stay below 256 (at most 170 points).
 */
GF_INLINE gf_v gf_points_pair(gf_v g1, gf_v g2, gf_v h1, gf_v h2)
{
    const gf_v odd = gf_set1(UINT64_C(0xff00ff00ff00ff00));
    gf_v low1 = gf_pick(odd, gf_shl16(h1, 8), g1), low2 = gf_pick(odd, gf_shl16(h2, 8), g2);
    gf_v high1 = gf_pick(odd, gf_add64(h1, h1), gf_shr16(g1, 7)),
         high2 = gf_pick(odd, gf_add64(h2, h2), gf_shr16(g2, 7));
    gf_v low = _mm512_add_epi8(gf_points_low(low1), gf_points_low(low2));
    gf_v high = _mm512_add_epi8(gf_points_high(high1), gf_points_high(high2));
    return _mm512_add_epi8(low, high);
}

/* Points of one transposed group, a 16-bit lane each. */
GF_INLINE gf_v gf_points_words(gf_v once, gf_v twice)
{
    const __mmask64 odd = UINT64_C(0xaaaaaaaaaaaaaaaa);
    gf_v high = gf_load(gf_pts_high);
    gf_v a = _mm512_mask_permutexvar_epi8(gf_points_low(once), odd, gf_add64(once, once), high);
    gf_v b = _mm512_mask_permutexvar_epi8(gf_points_low(twice), odd, gf_add64(twice, twice), high);
    return _mm512_maddubs_epi16(_mm512_add_epi8(a, b), _mm512_set1_epi8(1));
}
GF_INLINE gf_v gf_min16(gf_v a, gf_v b) { return _mm512_min_epu16(a, b); }
GF_INLINE unsigned gf_least16(gf_v v)
{
    __m256i h = _mm256_min_epu16(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64(v, 1));
    __m128i q = _mm_min_epu16(_mm256_castsi256_si128(h), _mm256_extracti128_si256(h, 1));
    return (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(q)) & 0xffff;
}

GF_INLINE gf_v gf_sub8(gf_v a, gf_v b) { return _mm512_sub_epi8(a, b); }

/* Points of the dearest rank of a byte of seven low or six high ranks, 0 for none. */
#define GF_TOP_LOW(n)                                                                                                  \
    ((n) >> 6 & 1   ? 7                                                                                                \
     : (n) >> 5 & 1 ? 6                                                                                                \
     : (n) >> 4 & 1 ? 5                                                                                                \
     : (n) >> 3 & 1 ? 4                                                                                                \
     : (n) >> 2 & 1 ? 3                                                                                                \
     : (n) >> 1 & 1 ? 2                                                                                                \
                    : (n) & 1)
#define GF_TOP_HIGH(n) ((n) >> 2 ? 10 : (n) >> 1 ? 9 : (n) ? 8 : 0)
/* Bits 0..3 the tens of a suit (ten to king), bits 4..5 the suit: 13 * suit + place among the tens - 1, modulo 256. */
#define GF_TOP_CARD(n) ((13 * ((n) >> 4) + ((n) >> 3 & 1 ? 3 : (n) >> 2 & 1 ? 2 : (n) >> 1 & 1 ? 1 : 0) + 255) & 255)
static const uint8_t gf_top_low[128] __attribute__((aligned(64))) = {GF_X64(GF_TOP_LOW, 0), GF_X64(GF_TOP_LOW, 64)};
static const uint8_t gf_top_high[64] __attribute__((aligned(64))) = {GF_X64(GF_TOP_HIGH, 0)};
static const uint8_t gf_top_card[64] __attribute__((aligned(64))) = {GF_X64(GF_TOP_CARD, 0)};

/*
 * Of the highest suit with a card in the ranks from those that pay points (mod 16, per lane) on: that suit (bits 13 and
 * 14) and its cards there.
 */
GF_INLINE gf_v gf_top_suit(const gf_v cards[4], gf_v ranks, gf_v points)
{
    gf_v best = cards[0], from = _mm512_shldv_epi16(gf_set1(GF_REP16(0xffff)), gf_set1(GF_REP16(0x8000)), points);
    ranks = gf_or_and(ranks, gf_set1(GF_REP16(0x6000)), from); /* bits points - 1 and up */
    for (int s = 1; s < 4; s++) {
        best = _mm512_mask_add_epi16(best, _mm512_test_epi16_mask(cards[s], ranks), cards[s],
                                     _mm512_set1_epi16((short)(s << 13)));
    }
    return gf_and(best, ranks);
}

/*
 * The dearest of the cards g (suits) of a group, then of the highest id, and the same for h: its points and its id as
 * bytes, as gf_points_pair. 0 points and id 255 where there is no card. g_ranks and h_ranks: the ranks to look at,
 * each with a card.
 */
GF_INLINE void gf_top_pair(const gf_v g[4], gf_v g_ranks, const gf_v h[4], gf_v h_ranks, gf_v *points, gf_v *card)
{
    const gf_v odd = gf_set1(UINT64_C(0xff00ff00ff00ff00));
    gf_v low = gf_pick(odd, gf_shl16(h_ranks, 8), g_ranks);
    gf_v high = gf_pick(odd, gf_add64(h_ranks, h_ranks), gf_shr16(g_ranks, 7));
    low = _mm512_permutex2var_epi8(gf_load(gf_top_low), low, gf_load(gf_top_low + 64));
    high = _mm512_permutexvar_epi8(high, gf_load(gf_top_high));
    gf_v top = _mm512_max_epu8(low, high);
    gf_v of_g = gf_top_suit(g, g_ranks, top), of_h = gf_top_suit(h, h_ranks, gf_shr16(top, 8));
    /* bits 9..14, tens and suit, to bits 0..5 of the byte; the look-up ignores the rest */
    gf_v index = gf_pick(odd, gf_shr16(of_h, 1), gf_shr16(of_g, 9));
    *card = _mm512_add_epi8(_mm512_permutexvar_epi8(index, gf_load(gf_top_card)), top);
    *points = top;
}

/* Records (card, deadwood) in the order of the hands. */
GF_INLINE void gf_store_records(uint8_t *p, gf_v card, gf_v deadwood)
{
    /* the order of gf_in_order, so that the lower and the upper halves of each 128 bits are the two groups */
    const gf_v order =
        _mm512_setr_epi64(0x3830282018100800, 0x3931292119110901, 0x3a322a221a120a02, 0x3b332b231b130b03,
                          0x3c342c241c140c04, 0x3d352d251d150d05, 0x3e362e261e160e06, 0x3f372f271f170f07);
    card = _mm512_permutexvar_epi8(order, card);
    deadwood = _mm512_permutexvar_epi8(order, deadwood);
    gf_store(p, _mm512_unpacklo_epi8(card, deadwood));
    gf_store(p + 64, _mm512_unpackhi_epi8(card, deadwood));
}

/* Masks of GF_LANES card ids; 0 for -1 (a count of 64 and more shifts all out). */
GF_INLINE gf_v gf_card_masks(const int8_t *ids)
{
    return _mm512_sllv_epi64(gf_set1(1), _mm512_cvtepi8_epi64(_mm_loadl_epi64((const __m128i *)ids)));
}

/*
 * Keys of a pair of groups, 64 * deadwood + place of the card (gf_throw_place), 0 where there is no card: 16-bit lanes in
 * any order.
 */
GF_INLINE void gf_throw_keys(gf_v card, gf_v deadwood, gf_v *keys_g, gf_v *keys_h)
{
    const gf_v even = gf_set1(GF_REP16(0x00ff)), none = gf_set1(GF_REP16(0x0080));
    gf_v place = _mm512_permutexvar_epi8(card, gf_load(gf_throw_place)), card_h = gf_shr16(card, 8);
    gf_v g = gf_or(gf_shl16(gf_and(deadwood, even), 6), gf_and(place, even));
    gf_v h = gf_or(gf_shl16(gf_shr16(deadwood, 8), 6), gf_shr16(place, 8));
    *keys_g = _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(card, none), g);
    *keys_h = _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(card_h, none), h);
}

/* Records to keys, 64 * deadwood + place of the card, 0 where there is none; and back. Words in any order. */
GF_INLINE gf_v gf_record_keys(gf_v records)
{
    gf_v place = _mm512_permutexvar_epi8(records, gf_load(gf_throw_place));
    gf_v key = gf_pick(gf_set1(GF_REP16(0x003f)), place, gf_shr16(records, 2));
    return _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(place, gf_set1(GF_REP16(0x003f))), key);
}
GF_INLINE gf_v gf_key_records(gf_v keys)
{
    gf_v card = _mm512_permutexvar_epi8(keys, gf_load(gf_throw_card));
    return gf_pick(gf_set1(GF_REP16(0x00ff)), card, gf_shl16(keys, 2));
}
