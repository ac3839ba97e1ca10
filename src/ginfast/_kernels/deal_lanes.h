/*
 * The few vector operations deals need beyond vec.h: gf_d holds GF_D_LANES rows in 64-bit lanes.
 *
 * Included once per level by kern_deal.inc.h. AVX-512, AVX2 and NEON use vec.h's vectors; the portable level else two
 * lanes of SSE2 where the compiler's baseline has it (every x86-64), or one integer.
 *
 *   gf_d_mul(a, b)    product of the low 32 bits
 *   gf_d_high(a)      a >> 32
 *   gf_d_fine         start of a record r of doubtful lanes; gf_d_doubt(r, x) adds those whose low 32 bits are below
 *                   GF_SURELY_FINE, gf_d_doubts(r) gives them, a bit per lane
 *   gf_d_put(m, x, p) Floyd's step: card x >> 32 goes into m, or the card of bit p, the highest, when m holds it
 *                   (not with SSE2, which has no shift by lanes and whose ports are busy with Philox: GF_D_APART)
 */
#if GF_LEVEL > 0 || defined(GF_NEON) || !(defined(__SSE2__) || defined(_M_X64))
typedef gf_v gf_d;
#define gf_d_load gf_load
#define gf_d_store gf_store
#define gf_d_set1 gf_set1
#define gf_d_add gf_add64
#define gf_d_and gf_and
#define gf_d_xor gf_xor
#define gf_d_xor3 gf_xor3
#define gf_d_bic gf_bic
#define gf_d_or gf_or
#define gf_d_sub gf_sub64
#endif

#if GF_LEVEL == 2
#define GF_D_LANES 8
#define GF_D_UNROLL 6
#define GF_D_CHAINS 6
GF_INLINE gf_d gf_d_mul(gf_d a, gf_d b) { return _mm512_mul_epu32(a, b); }
GF_INLINE gf_d gf_d_high(gf_d a) { return _mm512_srli_epi64(a, 32); }
#define gf_d_fine gf_set1(~UINT64_C(0))
GF_INLINE gf_d gf_d_doubt(gf_d r, gf_d x) { return _mm512_min_epu32(r, x); }
GF_INLINE unsigned gf_d_doubts(gf_d a)
{
    return _mm512_testn_epi64_mask(a, gf_set1(0xffffffffU & ~(GF_SURELY_FINE - 1)));
}
GF_INLINE gf_d gf_d_put(gf_d mask, gf_d x, gf_d place)
{
    gf_d bit = gf_shlv64(gf_set1(1), gf_d_high(x));
    __mmask8 held = _mm512_test_epi64_mask(mask, bit);
    return _mm512_mask_or_epi64(gf_or(mask, bit), held, mask, place);
}

#elif GF_LEVEL == 1
#define GF_D_LANES 4
#define GF_D_UNROLL 6
#define GF_D_CHAINS 6
GF_INLINE gf_d gf_d_mul(gf_d a, gf_d b) { return _mm256_mul_epu32(a, b); }
GF_INLINE gf_d gf_d_high(gf_d a) { return _mm256_srli_epi64(a, 32); }
#define gf_d_fine gf_set1(~UINT64_C(0))
GF_INLINE gf_d gf_d_doubt(gf_d r, gf_d x) { return _mm256_min_epu32(r, x); }
GF_INLINE unsigned gf_d_doubts(gf_d a)
{
    return gf_bits(gf_eq64(gf_and(a, gf_set1(0xffffffffU & ~(GF_SURELY_FINE - 1))), gf_zero()));
}
GF_INLINE gf_d gf_d_put(gf_d mask, gf_d x, gf_d place)
{
    gf_d bit = gf_shlv64(gf_set1(1), gf_d_high(x));
    gf_d held = _mm256_cmpeq_epi64(gf_and(mask, bit), bit);
    return gf_or(gf_or(mask, bit), gf_and(held, place));
}

#elif defined(GF_NEON)
#define GF_D_LANES 2
#define GF_D_UNROLL 6
#define GF_D_CHAINS 3
GF_INLINE gf_d gf_d_mul(gf_d a, gf_d b) { return vmull_u32(vmovn_u64(a), vmovn_u64(b)); }
GF_INLINE gf_d gf_d_high(gf_d a) { return vshrq_n_u64(a, 32); }
#define gf_d_fine gf_set1(~UINT64_C(0))
GF_INLINE gf_d gf_d_doubt(gf_d r, gf_d x) { return GF_ON32(vmin, r, x); }
GF_INLINE unsigned gf_d_doubts(gf_d a)
{
    return gf_bits(gf_eq64(gf_and(a, gf_set1(0xffffffffU & ~(GF_SURELY_FINE - 1))), gf_zero()));
}
GF_INLINE gf_d gf_d_put(gf_d mask, gf_d x, gf_d place)
{
    gf_d bit = vshlq_u64(gf_set1(1), vreinterpretq_s64_u64(gf_d_high(x)));
    return gf_or3(mask, bit, gf_and(vtstq_u64(mask, bit), place));
}

#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define GF_D_APART 1
typedef __m128i gf_d;
#define GF_D_LANES 2
#define GF_D_UNROLL 12
#define GF_D_CHAINS 2
GF_INLINE gf_d gf_d_load(const void *p) { return _mm_loadu_si128((const __m128i *)p); }
GF_INLINE void gf_d_store(void *p, gf_d a) { _mm_storeu_si128((__m128i *)p, a); }
GF_INLINE gf_d gf_d_set1(uint64_t x) { return _mm_set1_epi64x((long long)x); }
GF_INLINE gf_d gf_d_add(gf_d a, gf_d b) { return _mm_add_epi64(a, b); }
GF_INLINE gf_d gf_d_and(gf_d a, gf_d b) { return _mm_and_si128(a, b); }
GF_INLINE gf_d gf_d_xor(gf_d a, gf_d b) { return _mm_xor_si128(a, b); }
GF_INLINE gf_d gf_d_xor3(gf_d a, gf_d b, gf_d c) { return _mm_xor_si128(_mm_xor_si128(a, b), c); }
GF_INLINE gf_d gf_d_bic(gf_d a, gf_d b) { return _mm_andnot_si128(b, a); }
GF_INLINE gf_d gf_d_or(gf_d a, gf_d b) { return _mm_or_si128(a, b); }
GF_INLINE gf_d gf_d_sub(gf_d a, gf_d b) { return _mm_sub_epi64(a, b); }
GF_INLINE gf_d gf_d_mul(gf_d a, gf_d b) { return _mm_mul_epu32(a, b); }
GF_INLINE gf_d gf_d_high(gf_d a) { return _mm_srli_epi64(a, 32); }
#define gf_d_fine _mm_setzero_si128()
GF_INLINE gf_d gf_d_doubt(gf_d r, gf_d x)
{
    return _mm_or_si128(r, _mm_cmpeq_epi32(_mm_srli_epi32(x, GF_SURELY_FINE_BITS), _mm_setzero_si128()));
}
GF_INLINE unsigned gf_d_doubts(gf_d r) { return (unsigned)_mm_movemask_pd(_mm_castsi128_pd(_mm_slli_epi64(r, 32))); }
#else
#define GF_D_LANES 1
#define GF_D_UNROLL 8
#define GF_D_CHAINS 2
GF_INLINE gf_d gf_d_mul(gf_d a, gf_d b) { return (a & 0xffffffffU) * (b & 0xffffffffU); }
GF_INLINE gf_d gf_d_high(gf_d a) { return a >> 32; }
#define gf_d_fine 0
GF_INLINE gf_d gf_d_doubt(gf_d r, gf_d x) { return r | ((uint32_t)x < GF_SURELY_FINE); }
GF_INLINE unsigned gf_d_doubts(gf_d r) { return (unsigned)r; }
GF_INLINE gf_d gf_d_put(gf_d mask, gf_d x, gf_d place)
{
    const uint64_t bit = UINT64_C(1) << (x >> 32);
    return mask | bit | (((mask & bit) + place - 1) & place);
}
#endif
