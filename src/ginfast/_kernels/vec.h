/*
 * A small vector type: GF_LANES lanes of 64 bits, 8 (AVX-512), 4 (AVX2) or, at the portable level, 2 where every machine
 * of the build has vectors (SSE4.2, see setup.py; NEON of 64-bit ARM), else 1 (plain C11; GF_ONE_LANE asks for it).
 *
 * Included once per level file, after GF_LEVEL is set; everything is static inline, so the names need no suffix.
 * Kernels reached from outside are named GF_FN(gf_something), which adds _portable, _avx2 or _avx512.
 *
 * Two layouts of hands:
 *   spread      one hand per 64-bit lane, suit s in 16-bit lane s: card (s, r) is bit 16 * s + r. Bits 13..15 of
 *               every 16 are 0, so that a carry or a shift never reaches the next suit. gf_spread, gf_unspread, ...
 *   transposed  4 * GF_LANES hands in four vectors, one per suit, each hand a 16-bit lane. A statement about ranks
 *               ("three or more of a kind") is then plain logic on four vectors, no rotation. gf_transpose. About
 *               twice as fast.
 */
#ifndef GF_LEVEL
#error "set GF_LEVEL (0 portable, 1 AVX2, 2 AVX-512) before including vec.h"
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define GF_INLINE static __forceinline
#define GF_KERNEL static __declspec(noinline)
#define GF_LIKELY(c) (c)
#define GF_UNLIKELY(c) (c)
#define GF_PREFETCH(p) ((void)(p))
#define GF_PREFETCH_FAR(p) ((void)(p))
#else
#define GF_INLINE static inline __attribute__((always_inline, unused))
#define GF_KERNEL static __attribute__((noinline)) /* keeps its name in profiles and instruction budgets */
#define GF_LIKELY(c) __builtin_expect(!!(c), 1)
#define GF_UNLIKELY(c) __builtin_expect(!!(c), 0)
#define GF_PREFETCH(p) __builtin_prefetch((p), 0, 3)     /* into the first cache */
#define GF_PREFETCH_FAR(p) __builtin_prefetch((p), 0, 2) /* into the second: many more may be under way */
#endif

#define GF_CAT_(a, b) a##_##b
#define GF_CAT(a, b) GF_CAT_(a, b)
#define GF_FN(name) GF_CAT(name, GF_SUFFIX)

/* Index of the lowest set bit of a value that is not 0. */
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
GF_INLINE unsigned gf_lowest(uint64_t x)
{
    unsigned long i;
    if ((uint32_t)x) {
        _BitScanForward(&i, (unsigned long)(uint32_t)x);
        return i;
    }
    _BitScanForward(&i, (unsigned long)(x >> 32));
    return i + 32;
}
#else
GF_INLINE unsigned gf_lowest(uint64_t x) { return (unsigned)__builtin_ctzll(x); }
#endif

/* Index of the highest set bit of a value that is not 0. */
#if defined(_MSC_VER) && !defined(__clang__)
GF_INLINE unsigned gf_highest(uint64_t x)
{
    unsigned long i;
    if (x >> 32) {
        _BitScanReverse(&i, (unsigned long)(x >> 32));
        return i + 32;
    }
    _BitScanReverse(&i, (unsigned long)x);
    return i;
}
#else
GF_INLINE unsigned gf_highest(uint64_t x) { return 63u ^ (unsigned)__builtin_clzll(x); }
#endif

/* How many bits are set. */
GF_INLINE size_t gf_count(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return (size_t)__builtin_popcountll(x);
#else
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    return (size_t)((((x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

/* One 16-bit pattern in all four suits of a lane. */
#define GF_REP16(w) (UINT64_C(0x0001000100010001) * (uint64_t)(w))
#define GF_SPREAD_ALL GF_REP16(0x1fff)

#if GF_LEVEL == 2
#define GF_SUFFIX avx512
#define GF_LEVEL_NAME "avx512"
#define GF_LANES 8
#include "vec_avx512.h"
#elif GF_LEVEL == 1
#define GF_SUFFIX avx2
#define GF_LEVEL_NAME "avx2"
#define GF_LANES 4
#include "vec_x86.h"
#include "vec_nibbles.h"
#else
#define GF_SUFFIX portable
#define GF_LEVEL_NAME "portable"
#if defined(__SSE4_2__) && !defined(GF_ONE_LANE)
#define GF_LANES 2
#include "vec_x86.h"
#include "vec_nibbles.h"
#elif defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined(GF_ONE_LANE)
#define GF_LANES 2
#include "vec_neon.h"
#else
#define GF_LANES 1
#include "vec_word.h"
#endif
#endif

/*
 * What every level offers (v: vector gf_v, m: lane mask gf_m, n: a literal):
 *   gf_load(p) gf_store(p, v)     unaligned; gf_stream(p, v): aligned, around the cache     gf_set1(u64) gf_zero()
 *   gf_and gf_or gf_xor gf_bic(a, b) = a & ~b   gf_add64 gf_sub64   gf_add16 (16-bit lanes)
 *   gf_shl64(v, n) gf_shr64(v, n) gf_rol64(v, n) gf_shl16(v, n) gf_shr16(v, n)
 *   gf_shlv64(v, counts): per lane, a count of 64 or more gives 0; gf_shrv64 likewise
 *   gf_and3 gf_or3 gf_xor3 gf_maj (two or more of three)
 *   gf_bic2(a, b, c) = a & ~b & ~c    gf_and_bic(a, b, c) = a & b & ~c   gf_and_or(a, b, c) = (a & b) | c
 *   gf_or_and(a, b, c) = (a | b) & c  gf_diff_or(a, b, c) = (a ^ b) | c  gf_pick(m, a, b) = bitwise m ? a : b
 *   gf_diff3(a, b, c)             bits in which not all three agree
 *   gf_popcount64(v)              set bits of each lane
 *   gf_value(x)                   points of the cards of a spread hand, each lane (0..340)
 *   gf_m masks of 64-bit lanes: gf_nonzero(v) gf_eq64(a, b) gf_gt64(a, b) (values below 2^63),
 *                                 gf_select(m, a, b) = m ? a : b,
 *                                 gf_bits(m): bit i = lane i; gf_m_and gf_m_or gf_m_not
 *   gf_min64(a, b) gf_max64(a, b) values below 2^63
 *   gf_spread(v) gf_unspread(v)   52-bit masks <-> four 16-bit lanes
 *   gf_rol_suit1/2/3(v)           rotate a spread hand by one, two, three suits
 *   gf_load_once(p)               gf_load of what is needed several times
 *   gf_turn_suits(m, s)           4 * GF_LANES masks in m[0..3] -> s[0..3], one vector per suit; lane i of m[w] stands
 *                                 in 16-bit lane 4 * i + w
 */

/* 4 * GF_LANES masks at p -> s[0..3] by gf_turn_suits: hand GF_LANES * w + i stands in 16-bit lane 4 * i + w. */
GF_INLINE void gf_transpose(const uint64_t *p, gf_v s[4])
{
    gf_v m[4] = {gf_load(p), gf_load(p + GF_LANES), gf_load(p + 2 * GF_LANES), gf_load(p + 3 * GF_LANES)};
    gf_turn_suits(m, s);
}

/* Ranks held three or four times, shown in all four suits of a spread hand. */
GF_INLINE gf_v gf_atleast3(gf_v x)
{
    gf_v a = gf_rol_suit1(x), b = gf_rol_suit2(x), c = gf_rol_suit3(x);
    return gf_or(gf_and(gf_maj(x, a, b), c), gf_and3(x, a, b));
}

/* Ranks held in all four suits, shown in all four suits of a spread hand. */
GF_INLINE gf_v gf_all4(gf_v x) { return gf_and(gf_and3(x, gf_rol_suit1(x), gf_rol_suit2(x)), gf_rol_suit3(x)); }

/* Ranks held in any suit, shown in all four suits of a spread hand. */
GF_INLINE gf_v gf_any4(gf_v x)
{
    gf_v a = gf_or(x, gf_rol_suit2(x));
    return gf_or(a, gf_rol_suit1(a));
}

/*
 * Cards of a spread hand (or of transposed suits) in no group of three or more consecutive cards.
 * z marks the cards with two successors, 0..k-3 of a group of k >= 3 cards 0..k-1. The sum over the group is
 * 2^k - 1 + 2^(k-2) - 1 = 2^k + 2^(k-2) - 2, whose bits within the group are 1..k-3: all in z. The carry lands in
 * bit k, which holds no card (bit 13 at most). So x & sum & ~z is empty on such groups and x elsewhere.
 */
GF_INLINE gf_v gf_loose(gf_v x)
{
    gf_v z = gf_and3(gf_shr64(x, 1), gf_shr64(x, 2), x);
    return gf_and_bic(gf_add64(x, z), x, z);
}

/* Cards of a spread hand in groups of three or more consecutive cards. */
GF_INLINE gf_v gf_in_runs(gf_v x) { return gf_bic(x, gf_loose(x)); }
