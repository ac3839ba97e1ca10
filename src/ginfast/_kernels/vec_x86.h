/*
 * Vectors of x86 before AVX-512: four 64-bit lanes with AVX2, two with SSE4.2. The intrinsics have the same names but for
 * the width: GF_X. What is made of these operations is in vec_nibbles.h.
 */
#if GF_LANES == 4
#define GF_X(operation) _mm256_##operation
#define GF_SI(operation) _mm256_##operation##_si256
typedef __m256i gf_v;
#define GF_TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)
#define gf_odd_dwords(a, b) _mm256_blend_epi32((a), (b), 0xaa)
#else
#define GF_X(operation) _mm_##operation
#define GF_SI(operation) _mm_##operation##_si128
typedef __m128i gf_v;
#define GF_TABLE(...) _mm_setr_epi8(__VA_ARGS__)
#define gf_odd_dwords(a, b) _mm_blend_epi16((a), (b), 0xcc)
#endif
typedef gf_v gf_m; /* all ones or all zeros per lane */
/* GF_TABLE: sixteen bytes, in every 16 bytes of a vector. gf_odd_dwords, gf_odd_words: b where they are odd, else a. */
#define gf_odd_words(a, b) GF_X(blend_epi16)((a), (b), 0xaa)

GF_INLINE gf_v gf_load(const void *p) { return GF_SI(loadu)((const gf_v *)p); }
GF_INLINE gf_v gf_load_once(const void *p) { return gf_load(p); } /* registers are scarce */
GF_INLINE void gf_store(void *p, gf_v v) { GF_SI(storeu)((gf_v *)p, v); }
GF_INLINE void gf_stream(void *p, gf_v v) { GF_SI(stream)((gf_v *)p, v); }
GF_INLINE gf_v gf_set1(uint64_t x) { return GF_X(set1_epi64x)((long long)x); }
GF_INLINE gf_v gf_zero(void) { return GF_SI(setzero)(); }
GF_INLINE gf_v gf_and(gf_v a, gf_v b) { return GF_SI (and)(a, b); }
GF_INLINE gf_v gf_or(gf_v a, gf_v b) { return GF_SI(or)(a, b); }
GF_INLINE gf_v gf_xor(gf_v a, gf_v b) { return GF_SI(xor)(a, b); }
GF_INLINE gf_v gf_bic(gf_v a, gf_v b) { return GF_SI(andnot)(b, a); }
GF_INLINE gf_v gf_add64(gf_v a, gf_v b) { return GF_X(add_epi64)(a, b); }
GF_INLINE gf_v gf_sub64(gf_v a, gf_v b) { return GF_X(sub_epi64)(a, b); }
GF_INLINE gf_v gf_add16(gf_v a, gf_v b) { return GF_X(add_epi16)(a, b); }

#define gf_shl64(v, n) GF_X(slli_epi64)((v), (n))
#define gf_shr64(v, n) GF_X(srli_epi64)((v), (n))
#define gf_rol64(v, n) gf_or(gf_shl64((v), (n)), gf_shr64((v), 64 - (n)))
#define gf_shl16(v, n) GF_X(slli_epi16)((v), (n))
#define gf_shr16(v, n) GF_X(srli_epi16)((v), (n))

#if GF_LANES == 4
GF_INLINE gf_v gf_shlv64(gf_v v, gf_v n) { return _mm256_sllv_epi64(v, n); }
GF_INLINE gf_v gf_shrv64(gf_v v, gf_v n) { return _mm256_srlv_epi64(v, n); }
#else
GF_INLINE gf_v gf_shlv64(gf_v v, gf_v n)
{
    return _mm_blend_epi16(_mm_sll_epi64(v, n), _mm_sll_epi64(v, _mm_unpackhi_epi64(n, n)), 0xf0);
}
GF_INLINE gf_v gf_shrv64(gf_v v, gf_v n)
{
    return _mm_blend_epi16(_mm_srl_epi64(v, n), _mm_srl_epi64(v, _mm_unpackhi_epi64(n, n)), 0xf0);
}
#endif

GF_INLINE gf_m gf_eq64(gf_v a, gf_v b) { return GF_X(cmpeq_epi64)(a, b); }
GF_INLINE gf_m gf_gt64(gf_v a, gf_v b) { return GF_X(cmpgt_epi64)(a, b); }
#if GF_LANES == 4
GF_INLINE unsigned gf_bits(gf_m m) { return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(m)); }
#else
GF_INLINE unsigned gf_bits(gf_m m) { return (unsigned)_mm_movemask_pd(_mm_castsi128_pd(m)); }
#endif
GF_INLINE gf_v gf_select(gf_m m, gf_v a, gf_v b) { return GF_X(blendv_epi8)(b, a, m); }

/* Bytes and 16-bit words. */
GF_INLINE gf_v gf_bytes(int x) { return GF_X(set1_epi8)((char)x); }
GF_INLINE gf_v gf_add8(gf_v a, gf_v b) { return GF_X(add_epi8)(a, b); }
GF_INLINE gf_v gf_sub8(gf_v a, gf_v b) { return GF_X(sub_epi8)(a, b); }
GF_INLINE gf_v gf_max8(gf_v a, gf_v b) { return GF_X(max_epu8)(a, b); }
GF_INLINE gf_v gf_sub16(gf_v a, gf_v b) { return GF_X(sub_epi16)(a, b); }
GF_INLINE gf_v gf_min16(gf_v a, gf_v b) { return GF_X(min_epu16)(a, b); }
GF_INLINE gf_v gf_max16(gf_v a, gf_v b) { return GF_X(max_epu16)(a, b); }
GF_INLINE gf_v gf_zero16(gf_v a) { return GF_X(cmpeq_epi16)(a, gf_zero()); } /* all ones where a word is 0 */
/* All ones where a byte or word is above another, below 2^7 and 2^15. */
GF_INLINE gf_v gf_above8(gf_v a, gf_v b) { return GF_X(cmpgt_epi8)(a, b); }
/* Bit 15 of every word in all of it. */
GF_INLINE gf_v gf_top_bit16(gf_v a) { return GF_X(srai_epi16)(a, 15); }
/* b where a word is above 0 (below 2^15), else 0. */
GF_INLINE gf_v gf_where16(gf_v a, gf_v b) { return GF_X(sign_epi16)(b, a); }
/* Both bytes of a word added up (below 2^7 the second time). */
GF_INLINE gf_v gf_words_of_bytes(gf_v a) { return GF_X(maddubs_epi16)(a, gf_bytes(1)); }
/* a byte of b where bit 7 of m is set, else of a */
GF_INLINE gf_v gf_choose8(gf_v m, gf_v a, gf_v b) { return GF_X(blendv_epi8)(a, b, m); }
/* Bytes of a table (GF_TABLE) at indices of 0..127, of which bits 0..3 count. */
GF_INLINE gf_v gf_look_up(gf_v table, gf_v index) { return GF_X(shuffle_epi8)(table, index); }
/* The eight bytes of a lane added up. */
GF_INLINE gf_v gf_sum_bytes(gf_v a) { return GF_X(sad_epu8)(a, gf_zero()); }
/* The halves of each lane exchanged. */
GF_INLINE gf_v gf_rol_suit2(gf_v x) { return GF_X(shuffle_epi32)(x, 0xb1); }

/* Pairs of suits by multiply-add (words below 2^13), then the two halves. */
GF_INLINE gf_v gf_unspread(gf_v x)
{
    gf_v d = GF_X(madd_epi16)(x, gf_set1(UINT64_C(0x2000000120000001)));
    return gf_or(gf_and(d, gf_set1(UINT64_C(0x3ffffff))), gf_shl64(gf_shr64(d, 32), 26));
}

#if GF_LANES == 2
/* Two lanes out of two vectors: a0 b0, a1 b1, a0 b1, a1 b0. */
GF_INLINE gf_v gf_lanes00(gf_v a, gf_v b) { return _mm_unpacklo_epi64(a, b); }
GF_INLINE gf_v gf_lanes11(gf_v a, gf_v b) { return _mm_unpackhi_epi64(a, b); }
GF_INLINE gf_v gf_lanes01(gf_v a, gf_v b) { return _mm_blend_epi16(a, b, 0xf0); }
GF_INLINE gf_v gf_lanes10(gf_v a, gf_v b) { return _mm_alignr_epi8(b, a, 8); }
/* Eight bytes each. */
GF_INLINE gf_v gf_load_lanes(const uint64_t *p, const uint64_t *q)
{
    return _mm_set_epi64x((long long)*q, (long long)*p);
}
GF_INLINE void gf_store_lanes(void *p, void *q, gf_v v)
{
    _mm_storel_epi64((__m128i *)p, v);
    _mm_storeh_pd((double *)q, _mm_castsi128_pd(v));
}
#endif
