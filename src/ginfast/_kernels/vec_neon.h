/*
 * vec.h for NEON, part of every 64-bit ARM: two 64-bit lanes. All of it is the machine's own and nothing is left to
 * vec_nibbles.h: bits are chosen, counted and shifted in with one instruction, tables may have 32 bytes.
 */
#include <arm_neon.h>

#define GF_NEON 1
typedef uint64x2_t gf_v;
typedef uint64x2_t gf_m; /* all ones or all zeros per lane */

/* The same 128 bits in narrower lanes, and back; an operation of two vectors on their bytes, words or dwords. */
#define GF_U8(v) vreinterpretq_u8_u64(v)
#define GF_U16(v) vreinterpretq_u16_u64(v)
#define GF_U32(v) vreinterpretq_u32_u64(v)
#define GF_FROM8(v) vreinterpretq_u64_u8(v)
#define GF_FROM16(v) vreinterpretq_u64_u16(v)
#define GF_FROM32(v) vreinterpretq_u64_u32(v)
#define GF_ON8(operation, a, b) GF_FROM8(operation##q_u8(GF_U8(a), GF_U8(b)))
#define GF_ON16(operation, a, b) GF_FROM16(operation##q_u16(GF_U16(a), GF_U16(b)))
#define GF_ON32(operation, a, b) GF_FROM32(operation##q_u32(GF_U32(a), GF_U32(b)))

/* Loaded and stored as bytes, which may stand at any address. */
GF_INLINE gf_v gf_load(const void *p) { return GF_FROM8(vld1q_u8((const uint8_t *)p)); }
GF_INLINE gf_v gf_load_once(const void *p) { return gf_load(p); }
GF_INLINE void gf_store(void *p, gf_v v) { vst1q_u8((uint8_t *)p, GF_U8(v)); }
GF_INLINE void gf_stream(void *p, gf_v v) { gf_store(p, v); }
GF_INLINE gf_v gf_set1(uint64_t x) { return vdupq_n_u64(x); }
GF_INLINE gf_v gf_zero(void) { return vdupq_n_u64(0); }
GF_INLINE gf_v gf_and(gf_v a, gf_v b) { return vandq_u64(a, b); }
GF_INLINE gf_v gf_or(gf_v a, gf_v b) { return vorrq_u64(a, b); }
GF_INLINE gf_v gf_xor(gf_v a, gf_v b) { return veorq_u64(a, b); }
GF_INLINE gf_v gf_bic(gf_v a, gf_v b) { return vbicq_u64(a, b); }
GF_INLINE gf_v gf_add64(gf_v a, gf_v b) { return vaddq_u64(a, b); }
GF_INLINE gf_v gf_sub64(gf_v a, gf_v b) { return vsubq_u64(a, b); }
GF_INLINE gf_v gf_add16(gf_v a, gf_v b) { return GF_ON16(vadd, a, b); }
GF_INLINE gf_v gf_sub16(gf_v a, gf_v b) { return GF_ON16(vsub, a, b); }
GF_INLINE gf_v gf_min16(gf_v a, gf_v b) { return GF_ON16(vmin, a, b); }
GF_INLINE gf_v gf_max16(gf_v a, gf_v b) { return GF_ON16(vmax, a, b); }
GF_INLINE gf_v gf_zero16(gf_v a) { return GF_FROM16(vceqzq_u16(GF_U16(a))); } /* all ones where a word is 0 */
GF_INLINE gf_v gf_add8(gf_v a, gf_v b) { return GF_ON8(vadd, a, b); }
GF_INLINE gf_v gf_sub8(gf_v a, gf_v b) { return GF_ON8(vsub, a, b); }
GF_INLINE gf_v gf_max8(gf_v a, gf_v b) { return GF_ON8(vmax, a, b); }

/* The counts of the instructions are 0..63 to the left, but 1..64 to the right. */
#define gf_shl64(v, n) vshlq_n_u64((v), (n))
#define gf_shr64(v, n) ((n) ? vshrq_n_u64((v), (n) ? (n) : 1) : (v))
#define gf_rol64(v, n) vsriq_n_u64(gf_shl64((v), (n)), (v), 64 - (n))
#define gf_shl16(v, n) GF_FROM16(vshlq_n_u16(GF_U16(v), (n)))
#define gf_shr16(v, n) ((n) ? GF_FROM16(vshrq_n_u16(GF_U16(v), (n) ? (n) : 1)) : (v))

/* One instruction for both ways takes a signed byte as count; what is no count below 64 is put out apart. */
GF_INLINE gf_v gf_shlv64(gf_v v, gf_v n)
{
    return vandq_u64(vshlq_u64(v, vreinterpretq_s64_u64(n)), vcltq_u64(n, gf_set1(64)));
}
GF_INLINE gf_v gf_shrv64(gf_v v, gf_v n)
{
    return vandq_u64(vshlq_u64(v, vnegq_s64(vreinterpretq_s64_u64(n))), vcltq_u64(n, gf_set1(64)));
}

GF_INLINE gf_v gf_pick(gf_v m, gf_v a, gf_v b) { return vbslq_u64(m, a, b); }
GF_INLINE gf_v gf_and3(gf_v a, gf_v b, gf_v c) { return gf_and(gf_and(a, b), c); }
GF_INLINE gf_v gf_or3(gf_v a, gf_v b, gf_v c) { return gf_or(gf_or(a, b), c); }
GF_INLINE gf_v gf_xor3(gf_v a, gf_v b, gf_v c) { return gf_xor(gf_xor(a, b), c); }
GF_INLINE gf_v gf_maj(gf_v a, gf_v b, gf_v c) { return gf_pick(gf_xor(a, b), c, a); }
GF_INLINE gf_v gf_bic2(gf_v a, gf_v b, gf_v c) { return gf_bic(gf_bic(a, b), c); }
GF_INLINE gf_v gf_and_bic(gf_v a, gf_v b, gf_v c) { return gf_bic(gf_and(a, b), c); }
GF_INLINE gf_v gf_and_or(gf_v a, gf_v b, gf_v c) { return gf_or(gf_and(a, b), c); }
GF_INLINE gf_v gf_or_and(gf_v a, gf_v b, gf_v c) { return gf_and(gf_or(a, b), c); }
GF_INLINE gf_v gf_diff_or(gf_v a, gf_v b, gf_v c) { return gf_or(gf_xor(a, b), c); }
GF_INLINE gf_v gf_diff3(gf_v a, gf_v b, gf_v c) { return gf_or(gf_xor(a, c), gf_xor(b, c)); }

/* Of a count c2 * 2 + s + d: is it one or two; is it two. */
GF_INLINE gf_v gf_once_twice(gf_v c2, gf_v s, gf_v d) { return gf_xor(c2, gf_or(s, d)); }
GF_INLINE gf_v gf_twice(gf_v c2, gf_v s, gf_v d) { return gf_bic(gf_once_twice(c2, s, d), gf_xor(s, d)); }

GF_INLINE gf_m gf_nonzero(gf_v v) { return vtstq_u64(v, v); }
GF_INLINE gf_m gf_eq64(gf_v a, gf_v b) { return vceqq_u64(a, b); }
GF_INLINE gf_m gf_gt64(gf_v a, gf_v b) { return vcgtq_u64(a, b); }
GF_INLINE gf_m gf_m_and(gf_m a, gf_m b) { return gf_and(a, b); }
GF_INLINE gf_m gf_m_or(gf_m a, gf_m b) { return gf_or(a, b); }
GF_INLINE gf_m gf_m_not(gf_m a) { return GF_FROM8(vmvnq_u8(GF_U8(a))); }
GF_INLINE unsigned gf_bits(gf_m m)
{
    static const uint64_t weight[2] = {1, 2};
    return (unsigned)vaddvq_u64(gf_and(m, vld1q_u64(weight)));
}
GF_INLINE gf_v gf_select(gf_m m, gf_v a, gf_v b) { return gf_pick(m, a, b); }
GF_INLINE gf_v gf_min64(gf_v a, gf_v b) { return gf_select(gf_gt64(a, b), b, a); }
GF_INLINE gf_v gf_max64(gf_v a, gf_v b) { return gf_select(gf_gt64(a, b), a, b); }

/* Bytes of a table of 16 or of 32 at given indices; 0 at greater ones. */
GF_INLINE gf_v gf_look_up(const uint8_t *table, gf_v index)
{
    return GF_FROM8(vqtbl1q_u8(vld1q_u8(table), GF_U8(index)));
}
GF_INLINE gf_v gf_look_up32(const uint8_t *table, gf_v index)
{
    return GF_FROM8(vqtbl2q_u8(vld1q_u8_x2(table), GF_U8(index)));
}

/* Every second byte, word or dword of both vectors by turns, a's first. */
GF_INLINE gf_v gf_evens8(gf_v a, gf_v b) { return GF_ON8(vtrn1, a, b); }
GF_INLINE gf_v gf_odds8(gf_v a, gf_v b) { return GF_ON8(vtrn2, a, b); }
GF_INLINE gf_v gf_evens16(gf_v a, gf_v b) { return GF_ON16(vtrn1, a, b); }
GF_INLINE gf_v gf_odds16(gf_v a, gf_v b) { return GF_ON16(vtrn2, a, b); }
GF_INLINE gf_v gf_evens32(gf_v a, gf_v b) { return GF_ON32(vtrn1, a, b); }
GF_INLINE gf_v gf_odds32(gf_v a, gf_v b) { return GF_ON32(vtrn2, a, b); }

/* Two lanes out of two vectors: a0 b0, a1 b1, a0 b1, a1 b0. */
GF_INLINE gf_v gf_lanes00(gf_v a, gf_v b) { return vzip1q_u64(a, b); }
GF_INLINE gf_v gf_lanes11(gf_v a, gf_v b) { return vzip2q_u64(a, b); }
GF_INLINE gf_v gf_lanes01(gf_v a, gf_v b) { return vcombine_u64(vget_low_u64(a), vget_high_u64(b)); }
GF_INLINE gf_v gf_lanes10(gf_v a, gf_v b) { return vextq_u64(a, b, 1); }
/* Eight bytes each. */
GF_INLINE gf_v gf_load_lanes(const uint64_t *p, const uint64_t *q) { return vcombine_u64(vld1_u64(p), vld1_u64(q)); }
GF_INLINE void gf_store_lanes(void *p, void *q, gf_v v)
{
    vst1_u8((uint8_t *)p, vget_low_u8(GF_U8(v)));
    vst1_u8((uint8_t *)q, vget_high_u8(GF_U8(v)));
}

/* The eight bytes of a lane added up. */
GF_INLINE gf_v gf_sum_bytes(uint8x16_t a) { return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(a))); }
GF_INLINE gf_v gf_popcount64(gf_v v) { return gf_sum_bytes(vcntq_u8(GF_U8(v))); }

GF_INLINE gf_v gf_rol_suit1(gf_v x)
{
    const uint8x16_t order = {6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13};
    return GF_FROM8(vqtbl1q_u8(GF_U8(x), order));
}
GF_INLINE gf_v gf_rol_suit2(gf_v x) { return GF_FROM32(vrev64q_u32(GF_U32(x))); }
GF_INLINE gf_v gf_rol_suit3(gf_v x)
{
    const uint8x16_t order = {2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9};
    return GF_FROM8(vqtbl1q_u8(GF_U8(x), order));
}

/* First the halves (26 bits each), then the suits of each half: the upper one is shifted in over what is below. */
GF_INLINE gf_v gf_spread(gf_v v)
{
    uint32x4_t halves = GF_U32(vsliq_n_u64(v, vshrq_n_u64(v, 26), 32));
    return gf_and(GF_FROM32(vsliq_n_u32(halves, vshrq_n_u32(halves, 13), 16)), gf_set1(GF_SPREAD_ALL));
}
GF_INLINE gf_v gf_unspread(gf_v x)
{
    gf_v halves = GF_FROM32(vsliq_n_u32(GF_U32(x), vshrq_n_u32(GF_U32(x), 16), 13));
    return vsliq_n_u64(halves, vshrq_n_u64(halves, 32), 26);
}

/*
 * Points of four ranks, a nibble: ace to four, nine to queen; five to eight, king. The last two rows of the first table
 * together are nine to king.
 */
static const uint8_t gf_points_low4[48] = {0,  1,  2,  3,  3,  4,  5,  6,  4,  5,  6,  7,  7,  8,  9,  10,
                                           0,  9,  10, 19, 10, 19, 20, 29, 10, 19, 20, 29, 20, 29, 30, 39,
                                           10, 19, 20, 29, 20, 29, 30, 39, 20, 29, 30, 39, 30, 39, 40, 49};
static const uint8_t gf_points_high4[32] = {0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26, 0, 10};

/* Low bytes hold ace to eight, high bytes nine to king, sixteen further in both tables. */
GF_INLINE gf_v gf_value(gf_v x)
{
    const gf_v high = gf_set1(GF_REP16(0x1000)), nibble = gf_set1(GF_REP16(0x0f0f));
    gf_v low4 = gf_look_up32(gf_points_low4, gf_pick(nibble, x, high));
    gf_v high4 = gf_look_up32(gf_points_high4, GF_FROM8(vsriq_n_u8(GF_U8(high), GF_U8(x), 4)));
    return gf_sum_bytes(GF_U8(gf_add8(low4, high4)));
}

/* Halves of two hands side by side, 26 bits of 32, then the suits of each half, 13 bits of 16: m[w] gives word w. */
GF_INLINE void gf_turn_suits(const gf_v m[4], gf_v s[4])
{
    const gf_v all = gf_set1(GF_SPREAD_ALL);
    gf_v a = gf_evens32(m[0], m[2]), b = gf_evens32(m[1], m[3]);
    gf_v c = gf_odds32(gf_shl64(m[0], 6), gf_shl64(m[2], 6)), d = gf_odds32(gf_shl64(m[1], 6), gf_shl64(m[3], 6));
    s[0] = gf_and(gf_evens16(a, b), all);
    s[1] = gf_and(gf_odds16(gf_shl64(a, 3), gf_shl64(b, 3)), all);
    s[2] = gf_and(gf_evens16(c, d), all);
    s[3] = gf_and(gf_odds16(gf_shl64(c, 3), gf_shl64(d, 3)), all);
    for (int i = 0; i < 4; i++) {
        /* Seeing through, gcc 12 would mask every difference of suits once more: 197 steps a pair of groups, not 169. */
        __asm__("" : "+w"(s[i]));
    }
}
