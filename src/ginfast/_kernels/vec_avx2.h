/* vec.h for AVX2: four 64-bit lanes. */
typedef __m256i gf_v;
typedef __m256i gf_m; /* all ones or all zeros per lane */

GF_INLINE gf_v gf_load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
GF_INLINE gf_v gf_load_once(const void *p) { return gf_load(p); } /* registers are scarce */
GF_INLINE void gf_store(void *p, gf_v v) { _mm256_storeu_si256((__m256i *)p, v); }
GF_INLINE void gf_stream(void *p, gf_v v) { _mm256_stream_si256((__m256i *)p, v); }
GF_INLINE gf_v gf_set1(uint64_t x) { return _mm256_set1_epi64x((long long)x); }
GF_INLINE gf_v gf_zero(void) { return _mm256_setzero_si256(); }
GF_INLINE gf_v gf_and(gf_v a, gf_v b) { return _mm256_and_si256(a, b); }
GF_INLINE gf_v gf_or(gf_v a, gf_v b) { return _mm256_or_si256(a, b); }
GF_INLINE gf_v gf_xor(gf_v a, gf_v b) { return _mm256_xor_si256(a, b); }
GF_INLINE gf_v gf_bic(gf_v a, gf_v b) { return _mm256_andnot_si256(b, a); }
GF_INLINE gf_v gf_add64(gf_v a, gf_v b) { return _mm256_add_epi64(a, b); }
GF_INLINE gf_v gf_sub64(gf_v a, gf_v b) { return _mm256_sub_epi64(a, b); }
GF_INLINE gf_v gf_add16(gf_v a, gf_v b) { return _mm256_add_epi16(a, b); }

#define gf_shl64(v, n) _mm256_slli_epi64((v), (n))
#define gf_shr64(v, n) _mm256_srli_epi64((v), (n))
#define gf_rol64(v, n) gf_or(gf_shl64((v), (n)), gf_shr64((v), 64 - (n)))
#define gf_shl16(v, n) _mm256_slli_epi16((v), (n))
#define gf_shr16(v, n) _mm256_srli_epi16((v), (n))

GF_INLINE gf_v gf_shlv64(gf_v v, gf_v n) { return _mm256_sllv_epi64(v, n); }
GF_INLINE gf_v gf_shrv64(gf_v v, gf_v n) { return _mm256_srlv_epi64(v, n); }

GF_INLINE gf_v gf_and3(gf_v a, gf_v b, gf_v c) { return gf_and(gf_and(a, b), c); }
GF_INLINE gf_v gf_or3(gf_v a, gf_v b, gf_v c) { return gf_or(gf_or(a, b), c); }
GF_INLINE gf_v gf_xor3(gf_v a, gf_v b, gf_v c) { return gf_xor(gf_xor(a, b), c); }
GF_INLINE gf_v gf_maj(gf_v a, gf_v b, gf_v c) { return gf_or(gf_and(a, b), gf_and(gf_xor(a, b), c)); }
GF_INLINE gf_v gf_bic2(gf_v a, gf_v b, gf_v c) { return gf_bic(a, gf_or(b, c)); }
GF_INLINE gf_v gf_and_bic(gf_v a, gf_v b, gf_v c) { return gf_bic(gf_and(a, b), c); }
GF_INLINE gf_v gf_and_or(gf_v a, gf_v b, gf_v c) { return gf_or(gf_and(a, b), c); }
GF_INLINE gf_v gf_or_and(gf_v a, gf_v b, gf_v c) { return gf_and(gf_or(a, b), c); }
GF_INLINE gf_v gf_diff_or(gf_v a, gf_v b, gf_v c) { return gf_or(gf_xor(a, b), c); }
GF_INLINE gf_v gf_diff3(gf_v a, gf_v b, gf_v c) { return gf_or(gf_xor(a, c), gf_xor(b, c)); }
GF_INLINE gf_v gf_pick(gf_v m, gf_v a, gf_v b) { return gf_xor(b, gf_and(gf_xor(a, b), m)); }

/* Of a count c2 * 2 + s + d: is it one or two; is it two. */
GF_INLINE gf_v gf_once_twice(gf_v c2, gf_v s, gf_v d) { return gf_xor(c2, gf_or(s, d)); }
GF_INLINE gf_v gf_twice(gf_v c2, gf_v s, gf_v d) { return gf_bic(gf_once_twice(c2, s, d), gf_xor(s, d)); }

/* Nibble counts, summed over the eight bytes of a lane. */
GF_INLINE gf_v gf_popcount64(gf_v v)
{
    const gf_v nibble = _mm256_set1_epi8(15);
    const gf_v count = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2,
                                        3, 2, 3, 3, 4);
    gf_v low = _mm256_shuffle_epi8(count, gf_and(v, nibble));
    gf_v high = _mm256_shuffle_epi8(count, gf_and(gf_shr16(v, 4), nibble));
    return _mm256_sad_epu8(_mm256_add_epi8(low, high), gf_zero());
}

GF_INLINE gf_m gf_eq64(gf_v a, gf_v b) { return _mm256_cmpeq_epi64(a, b); }
GF_INLINE gf_m gf_gt64(gf_v a, gf_v b) { return _mm256_cmpgt_epi64(a, b); }
GF_INLINE gf_m gf_nonzero(gf_v v) { return gf_xor(gf_eq64(v, gf_zero()), _mm256_set1_epi64x(-1)); }
GF_INLINE unsigned gf_bits(gf_m m) { return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(m)); }
GF_INLINE gf_m gf_m_and(gf_m a, gf_m b) { return gf_and(a, b); }
GF_INLINE gf_m gf_m_or(gf_m a, gf_m b) { return gf_or(a, b); }
GF_INLINE gf_m gf_m_not(gf_m a) { return gf_xor(a, _mm256_set1_epi64x(-1)); }
GF_INLINE gf_v gf_select(gf_m m, gf_v a, gf_v b) { return _mm256_blendv_epi8(b, a, m); }
GF_INLINE gf_v gf_min64(gf_v a, gf_v b) { return gf_select(gf_gt64(a, b), b, a); }
GF_INLINE gf_v gf_max64(gf_v a, gf_v b) { return gf_select(gf_gt64(a, b), a, b); }

GF_INLINE gf_v gf_rol_suit1(gf_v x)
{
    return _mm256_shuffle_epi8(x, _mm256_setr_epi8(6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13, 6, 7, 0, 1, 2,
                                                   3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13));
}
GF_INLINE gf_v gf_rol_suit2(gf_v x) { return _mm256_shuffle_epi32(x, 0xb1); }
GF_INLINE gf_v gf_rol_suit3(gf_v x)
{
    return _mm256_shuffle_epi8(x, _mm256_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9, 2, 3, 4, 5, 6,
                                                   7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9));
}

/* First the halves (26 bits each), then the suits of each half. */
GF_INLINE gf_v gf_spread(gf_v v)
{
    gf_v q = _mm256_blend_epi32(v, gf_shl64(v, 6), 0xaa);
    gf_v d = _mm256_blend_epi16(q, gf_shl64(q, 3), 0xaa);
    return gf_and(d, gf_set1(GF_SPREAD_ALL));
}

/* Pairs of suits by multiply-add (words below 2^13), then the two halves. */
GF_INLINE gf_v gf_unspread(gf_v x)
{
    gf_v d = _mm256_madd_epi16(x, gf_set1(UINT64_C(0x2000000120000001)));
    return gf_or(gf_and(d, gf_set1(UINT64_C(0x3ffffff))), gf_shl64(gf_shr64(d, 32), 26));
}

#define GF_TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/*
 * Points of four ranks, a nibble: ace to four, five to eight, nine to queen. Indices of 0..127, only bits 0..3 count.
 */
GF_INLINE gf_v gf_points_ace(gf_v n)
{
    return _mm256_shuffle_epi8(GF_TWICE(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10), n);
}
GF_INLINE gf_v gf_points_five(gf_v n)
{
    return _mm256_shuffle_epi8(GF_TWICE(0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26), n);
}
GF_INLINE gf_v gf_points_nine(gf_v n)
{
    return _mm256_shuffle_epi8(GF_TWICE(0, 9, 10, 19, 10, 19, 20, 29, 10, 19, 20, 29, 20, 29, 30, 39), n);
}

/* Low bytes hold ace to eight, high bytes nine to queen (bits 0..3) and king (bit 4). */
GF_INLINE gf_v gf_value(gf_v x)
{
    const gf_v low4 = gf_set1(GF_REP16(0x000f)), high4 = gf_set1(GF_REP16(0x0f00)), king = gf_set1(GF_REP16(0x1000));
    gf_v t = gf_points_ace(gf_and(x, low4));
    t = _mm256_add_epi8(t, gf_points_five(gf_and(gf_shr64(x, 4), low4)));
    t = _mm256_add_epi8(t, gf_points_nine(gf_and(x, high4)));
    gf_v k = gf_and(x, king); /* bit 12 to 2 + 8 in the high byte */
    t = _mm256_add_epi8(t, gf_or(gf_shr64(k, 1), gf_shr64(k, 3)));
    return _mm256_sad_epu8(t, gf_zero());
}

/* Word w of suit s comes from masks m[w], shifted so that bit 13 * s stands at bit 16 * w. */
#define GF_TO_WORD(v, s, w)                                                                                            \
    (16 * (w) >= 13 * (s) ? gf_shl64((v), (16 * (w) - 13 * (s)) & 63) : gf_shr64((v), (13 * (s) - 16 * (w)) & 63))
#define GF_SUIT(s)                                                                                                     \
    gf_and(_mm256_blend_epi32(_mm256_blend_epi16(GF_TO_WORD(m0, s, 0), GF_TO_WORD(m1, s, 1), 0xaa),                    \
                              _mm256_blend_epi16(GF_TO_WORD(m2, s, 2), GF_TO_WORD(m3, s, 3), 0xaa), 0xaa),             \
           all)
GF_INLINE void gf_turn_suits(const gf_v m[4], gf_v s[4])
{
    const gf_v all = gf_set1(GF_SPREAD_ALL);
    gf_v m0 = m[0], m1 = m[1], m2 = m[2], m3 = m[3];
    s[0] = GF_SUIT(0);
    s[1] = GF_SUIT(1);
    s[2] = GF_SUIT(2);
    s[3] = GF_SUIT(3);
}
