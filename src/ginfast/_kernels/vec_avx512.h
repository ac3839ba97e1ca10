/* vec.h for AVX-512 with F, BW, DQ, VL, VBMI, VBMI2, VPOPCNTDQ, BITALG, CD: eight 64-bit lanes. */
typedef __m512i gf_v;
typedef __mmask8 gf_m;

GF_INLINE gf_v gf_load(const void *p) { return _mm512_loadu_si512(p); }
/* A vector needed several times: one load, where the compiler would make memory operands that all cross cache lines. */
GF_INLINE gf_v gf_load_once(const void *p)
{
    gf_v v = gf_load(p);
    __asm__("" : "+v"(v));
    return v;
}
GF_INLINE void gf_store(void *p, gf_v v) { _mm512_storeu_si512(p, v); }
GF_INLINE void gf_stream(void *p, gf_v v) { _mm512_stream_si512((__m512i *)p, v); }
GF_INLINE gf_v gf_set1(uint64_t x) { return _mm512_set1_epi64((long long)x); }
GF_INLINE gf_v gf_zero(void) { return _mm512_setzero_si512(); }
GF_INLINE gf_v gf_and(gf_v a, gf_v b) { return _mm512_and_si512(a, b); }
GF_INLINE gf_v gf_or(gf_v a, gf_v b) { return _mm512_or_si512(a, b); }
GF_INLINE gf_v gf_xor(gf_v a, gf_v b) { return _mm512_xor_si512(a, b); }
GF_INLINE gf_v gf_bic(gf_v a, gf_v b) { return _mm512_andnot_si512(b, a); }
GF_INLINE gf_v gf_add64(gf_v a, gf_v b) { return _mm512_add_epi64(a, b); }
GF_INLINE gf_v gf_sub64(gf_v a, gf_v b) { return _mm512_sub_epi64(a, b); }
GF_INLINE gf_v gf_add16(gf_v a, gf_v b) { return _mm512_add_epi16(a, b); }

#define gf_shl64(v, n) _mm512_slli_epi64((v), (n))
#define gf_shr64(v, n) _mm512_srli_epi64((v), (n))
#define gf_rol64(v, n) _mm512_rol_epi64((v), (n))
#define gf_shl16(v, n) _mm512_slli_epi16((v), (n))
#define gf_shr16(v, n) _mm512_srli_epi16((v), (n))

GF_INLINE gf_v gf_shlv64(gf_v v, gf_v n) { return _mm512_sllv_epi64(v, n); }
GF_INLINE gf_v gf_shrv64(gf_v v, gf_v n) { return _mm512_srlv_epi64(v, n); }

/*
 * Three-input logic; the immediate is f(0xf0, 0xcc, 0xaa). The first operand is overwritten: best one that is not
 * needed again.
 */
GF_INLINE gf_v gf_and3(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0x80); }
GF_INLINE gf_v gf_or3(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0xfe); }
GF_INLINE gf_v gf_xor3(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0x96); }
GF_INLINE gf_v gf_maj(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0xe8); }
GF_INLINE gf_v gf_bic2(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0x10); }
GF_INLINE gf_v gf_and_bic(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0x40); }
GF_INLINE gf_v gf_and_or(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0xea); }
GF_INLINE gf_v gf_or_and(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0xa8); }
GF_INLINE gf_v gf_diff_or(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0xbe); }
GF_INLINE gf_v gf_diff3(gf_v a, gf_v b, gf_v c) { return _mm512_ternarylogic_epi64(a, b, c, 0x7e); }
GF_INLINE gf_v gf_pick(gf_v m, gf_v a, gf_v b) { return _mm512_ternarylogic_epi64(a, b, m, 0xe4); }

/* Of a count c2 * 2 + s + d: is it one or two; is it two. */
GF_INLINE gf_v gf_once_twice(gf_v c2, gf_v s, gf_v d) { return _mm512_ternarylogic_epi64(c2, s, d, 0x1e); }
GF_INLINE gf_v gf_twice(gf_v c2, gf_v s, gf_v d) { return _mm512_ternarylogic_epi64(c2, s, d, 0x18); }

GF_INLINE gf_v gf_popcount64(gf_v v) { return _mm512_popcnt_epi64(v); }
GF_INLINE gf_m gf_nonzero(gf_v v) { return _mm512_test_epi64_mask(v, v); }
GF_INLINE gf_m gf_eq64(gf_v a, gf_v b) { return _mm512_cmpeq_epi64_mask(a, b); }
GF_INLINE gf_m gf_gt64(gf_v a, gf_v b) { return _mm512_cmpgt_epi64_mask(a, b); }
GF_INLINE unsigned gf_bits(gf_m m) { return m; }
GF_INLINE gf_m gf_m_and(gf_m a, gf_m b) { return (gf_m)(a & b); }
GF_INLINE gf_m gf_m_or(gf_m a, gf_m b) { return (gf_m)(a | b); }
GF_INLINE gf_m gf_m_not(gf_m a) { return (gf_m)~a; }
GF_INLINE gf_v gf_select(gf_m m, gf_v a, gf_v b) { return _mm512_mask_blend_epi64(m, b, a); }
GF_INLINE gf_v gf_min64(gf_v a, gf_v b) { return _mm512_min_epu64(a, b); }
GF_INLINE gf_v gf_max64(gf_v a, gf_v b) { return _mm512_max_epu64(a, b); }

/* Rotations by whole suits: one by shift (port 0 on Intel), two by shuffles (port 5). */
GF_INLINE gf_v gf_rol_suit1(gf_v x) { return _mm512_rol_epi64(x, 16); }
GF_INLINE gf_v gf_rol_suit2(gf_v x) { return _mm512_shuffle_epi32(x, (_MM_PERM_ENUM)0xb1); }
GF_INLINE gf_v gf_rol_suit3(gf_v x) { return _mm512_rol_epi64(x, 48); }

/* Byte b of the result is the eight bits from bit position ctl[b] on: suit s starts at bit 13 * s. */
GF_INLINE gf_v gf_spread(gf_v v)
{
    const gf_v ctl = gf_set1(UINT64_C(0x2f27221a150d0800));
    return gf_and(_mm512_multishift_epi64_epi8(ctl, v), gf_set1(GF_SPREAD_ALL));
}

/* Pairs of suits by multiply-add (words below 2^13), then the two halves. */
GF_INLINE gf_v gf_unspread(gf_v x)
{
    gf_v d = _mm512_madd_epi16(x, gf_set1(UINT64_C(0x2000000120000001)));
    return gf_pick(gf_set1(UINT64_C(0x3ffffff)), d, gf_shr64(d, 6));
}

/* Points of seven low ranks (bits 0..6 of a byte) and of six high ranks (bits 0..5), as byte tables. */
#define GF_PTS(n, w) ((n) & 1 ? (w) : 0)
#define GF_PTS_LOW(n)                                                                                                  \
    (GF_PTS((n), 1) + GF_PTS((n) >> 1, 2) + GF_PTS((n) >> 2, 3) + GF_PTS((n) >> 3, 4) + GF_PTS((n) >> 4, 5) +          \
     GF_PTS((n) >> 5, 6) + GF_PTS((n) >> 6, 7))
#define GF_PTS_HIGH(n)                                                                                                 \
    (GF_PTS((n), 8) + GF_PTS((n) >> 1, 9) + GF_PTS((n) >> 2, 10) + GF_PTS((n) >> 3, 10) + GF_PTS((n) >> 4, 10) +       \
     GF_PTS((n) >> 5, 10))
#define GF_X4(f, n) f(n), f((n) + 1), f((n) + 2), f((n) + 3)
#define GF_X16(f, n) GF_X4(f, n), GF_X4(f, (n) + 4), GF_X4(f, (n) + 8), GF_X4(f, (n) + 12)
#define GF_X64(f, n) GF_X16(f, n), GF_X16(f, (n) + 16), GF_X16(f, (n) + 32), GF_X16(f, (n) + 48)
static const uint8_t gf_pts_low[128] __attribute__((aligned(64))) = {GF_X64(GF_PTS_LOW, 0), GF_X64(GF_PTS_LOW, 64)};
static const uint8_t gf_pts_high[64] __attribute__((aligned(64))) = {GF_X64(GF_PTS_HIGH, 0)};

/* Points of the seven low ranks in bits 0..6 of each byte; bit 7 is ignored. */
GF_INLINE gf_v gf_points_low(gf_v bytes)
{
    return _mm512_permutex2var_epi8(gf_load(gf_pts_low), bytes, gf_load(gf_pts_low + 64));
}

/* Points of the six high ranks (eight to king) in bits 0..5 of each byte; bits 6 and 7 are ignored. */
GF_INLINE gf_v gf_points_high(gf_v bytes) { return _mm512_permutexvar_epi8(bytes, gf_load(gf_pts_high)); }

/* Doubling moves ranks 7..12 to bits 0..5 of the odd bytes; even bytes keep ranks 0..6. */
GF_INLINE gf_v gf_value(gf_v x)
{
    const __mmask64 odd = UINT64_C(0xaaaaaaaaaaaaaaaa);
    gf_v t = gf_points_low(x);
    t = _mm512_mask_permutexvar_epi8(t, odd, gf_add64(x, x), gf_load(gf_pts_high));
    return _mm512_sad_epu8(t, gf_zero());
}

/*
 * Each mask is spread with its suits in an order of its own, so that half of the 4 x 4 transposition of 16-bit lanes is
 * blends and the other half double shifts: two operations per mask.
 */
GF_INLINE void gf_turn_suits(const gf_v m[4], gf_v s[4])
{
    const gf_v all = gf_set1(GF_SPREAD_ALL);
    const gf_v odd = gf_set1(UINT64_C(0xffff0000ffff0000)), high = gf_set1(UINT64_C(0xffffffff00000000));
    gf_v x0 = _mm512_multishift_epi64_epi8(gf_set1(UINT64_C(0x2f27221a150d0800)), m[0]); /* suits 0 1 2 3 */
    gf_v x1 = _mm512_multishift_epi64_epi8(gf_set1(UINT64_C(0x221a2f270800150d)), m[1]); /* 1 0 3 2 */
    gf_v x2 = _mm512_multishift_epi64_epi8(gf_set1(UINT64_C(0x150d08002f27221a)), m[2]); /* 2 3 0 1 */
    gf_v x3 = _mm512_multishift_epi64_epi8(gf_set1(UINT64_C(0x0800150d221a2f27)), m[3]); /* 3 2 1 0 */
    gf_v lo02 = gf_pick(high, x2, x0), hi02 = _mm512_shrdi_epi64(x0, x2, 32);            /* 0 1 0 1, 2 3 2 3 */
    gf_v lo13 = gf_pick(high, x3, x1), hi13 = _mm512_shrdi_epi64(x1, x3, 32);            /* 1 0 1 0, 3 2 3 2 */
    s[0] = gf_and(gf_pick(odd, lo13, lo02), all);
    s[1] = gf_and(_mm512_shrdi_epi32(lo02, lo13, 16), all);
    s[2] = gf_and(gf_pick(odd, hi13, hi02), all);
    s[3] = _mm512_shrdi_epi32(hi02, hi13, 16); /* nothing lies above the last suit */
}
