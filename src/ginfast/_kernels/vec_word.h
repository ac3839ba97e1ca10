/* vec.h in plain C11: one 64-bit lane. Compilers widen simple loops over it by themselves where they can. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "lanes are stored lowest first: a big-endian machine needs its own gf_load and gf_store"
#endif

typedef uint64_t gf_v;
typedef uint64_t gf_m; /* all ones or zero */

GF_INLINE gf_v gf_load(const void *p)
{
    gf_v v;
    memcpy(&v, p, sizeof v);
    return v;
}
GF_INLINE gf_v gf_load_once(const void *p) { return gf_load(p); }
GF_INLINE void gf_store(void *p, gf_v v) { memcpy(p, &v, sizeof v); }
GF_INLINE void gf_stream(void *p, gf_v v) { memcpy(p, &v, sizeof v); }
GF_INLINE gf_v gf_set1(uint64_t x) { return x; }
GF_INLINE gf_v gf_zero(void) { return 0; }
GF_INLINE gf_v gf_and(gf_v a, gf_v b) { return a & b; }
GF_INLINE gf_v gf_or(gf_v a, gf_v b) { return a | b; }
GF_INLINE gf_v gf_xor(gf_v a, gf_v b) { return a ^ b; }
GF_INLINE gf_v gf_bic(gf_v a, gf_v b) { return a & ~b; }
GF_INLINE gf_v gf_add64(gf_v a, gf_v b) { return a + b; }
GF_INLINE gf_v gf_sub64(gf_v a, gf_v b) { return a - b; }
/* 16-bit lanes: the top bits are added apart, so that no carry leaves its lane. */
GF_INLINE gf_v gf_add16(gf_v a, gf_v b)
{
    const gf_v top = GF_REP16(0x8000);
    return ((a & ~top) + (b & ~top)) ^ ((a ^ b) & top);
}

#define gf_shl64(v, n) ((gf_v)(v) << (n))
#define gf_shr64(v, n) ((gf_v)(v) >> (n))
#define gf_rol64(v, n) (gf_shl64((v), (n)) | gf_shr64((v), 64 - (n)))
#define gf_shl16(v, n) (gf_shl64((v), (n)) & GF_REP16((0xffff << (n)) & 0xffff))
#define gf_shr16(v, n) (gf_shr64((v), (n)) & GF_REP16(0xffff >> (n)))

GF_INLINE gf_v gf_shlv64(gf_v v, gf_v n) { return n < 64 ? v << n : 0; }
GF_INLINE gf_v gf_shrv64(gf_v v, gf_v n) { return n < 64 ? v >> n : 0; }

GF_INLINE gf_v gf_and3(gf_v a, gf_v b, gf_v c) { return a & b & c; }
GF_INLINE gf_v gf_or3(gf_v a, gf_v b, gf_v c) { return a | b | c; }
GF_INLINE gf_v gf_xor3(gf_v a, gf_v b, gf_v c) { return a ^ b ^ c; }
GF_INLINE gf_v gf_maj(gf_v a, gf_v b, gf_v c) { return (a & b) | ((a ^ b) & c); }
GF_INLINE gf_v gf_bic2(gf_v a, gf_v b, gf_v c) { return a & ~(b | c); }
GF_INLINE gf_v gf_and_bic(gf_v a, gf_v b, gf_v c) { return a & b & ~c; }
GF_INLINE gf_v gf_and_or(gf_v a, gf_v b, gf_v c) { return (a & b) | c; }
GF_INLINE gf_v gf_or_and(gf_v a, gf_v b, gf_v c) { return (a | b) & c; }
GF_INLINE gf_v gf_diff_or(gf_v a, gf_v b, gf_v c) { return (a ^ b) | c; }
GF_INLINE gf_v gf_diff3(gf_v a, gf_v b, gf_v c) { return (a ^ c) | (b ^ c); }
GF_INLINE gf_v gf_pick(gf_v m, gf_v a, gf_v b) { return b ^ ((a ^ b) & m); }

/* Of a count c2 * 2 + s + d: is it one or two; is it two. */
GF_INLINE gf_v gf_once_twice(gf_v c2, gf_v s, gf_v d) { return gf_xor(c2, gf_or(s, d)); }
GF_INLINE gf_v gf_twice(gf_v c2, gf_v s, gf_v d) { return gf_bic(gf_once_twice(c2, s, d), gf_xor(s, d)); }

/* The usual sums of neighbours: pairs, nibbles, bytes, then all bytes into the top one. */
GF_INLINE gf_v gf_popcount64(gf_v v)
{
#if defined(__POPCNT__) || defined(__aarch64__)
    return (gf_v)__builtin_popcountll(v); /* one instruction there */
#else
    v -= (v >> 1) & UINT64_C(0x5555555555555555);
    v = (v & UINT64_C(0x3333333333333333)) + ((v >> 2) & UINT64_C(0x3333333333333333));
    v = (v + (v >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (v * UINT64_C(0x0101010101010101)) >> 56;
#endif
}

GF_INLINE gf_m gf_nonzero(gf_v v) { return (gf_m)0 - (gf_m)(v != 0); }
GF_INLINE gf_m gf_eq64(gf_v a, gf_v b) { return (gf_m)0 - (gf_m)(a == b); }
GF_INLINE gf_m gf_gt64(gf_v a, gf_v b) { return (gf_m)0 - (gf_m)(a > b); }
GF_INLINE unsigned gf_bits(gf_m m) { return (unsigned)(m & 1); }
GF_INLINE gf_m gf_m_and(gf_m a, gf_m b) { return a & b; }
GF_INLINE gf_m gf_m_or(gf_m a, gf_m b) { return a | b; }
GF_INLINE gf_m gf_m_not(gf_m a) { return ~a; }
GF_INLINE gf_v gf_select(gf_m m, gf_v a, gf_v b) { return b ^ ((a ^ b) & m); }
GF_INLINE gf_v gf_min64(gf_v a, gf_v b) { return a < b ? a : b; }
GF_INLINE gf_v gf_max64(gf_v a, gf_v b) { return a < b ? b : a; }

GF_INLINE gf_v gf_rol_suit1(gf_v x) { return gf_rol64(x, 16); }
GF_INLINE gf_v gf_rol_suit2(gf_v x) { return gf_rol64(x, 32); }
GF_INLINE gf_v gf_rol_suit3(gf_v x) { return gf_rol64(x, 48); }

/* First the halves (26 bits each), then the suits of each half. */
GF_INLINE gf_v gf_spread(gf_v v)
{
    v = (v & UINT64_C(0x0000000003ffffff)) | ((v << 6) & UINT64_C(0x03ffffff00000000));
    return (v & UINT64_C(0x00001fff00001fff)) | ((v << 3) & UINT64_C(0x1fff00001fff0000));
}
GF_INLINE gf_v gf_unspread(gf_v x)
{
    x = (x & UINT64_C(0x00001fff00001fff)) | ((x >> 3) & UINT64_C(0x03ffe00003ffe000));
    return (x & UINT64_C(0x0000000003ffffff)) | ((x >> 6) & UINT64_C(0x000ffffffc000000));
}

/* Points of the 13 ranks of a suit: each step doubles the table by one rank. At most 85. */
#define GF_P1(v) v, (v) + 1
#define GF_P2(v) GF_P1(v), GF_P1((v) + 2)
#define GF_P3(v) GF_P2(v), GF_P2((v) + 3)
#define GF_P4(v) GF_P3(v), GF_P3((v) + 4)
#define GF_P5(v) GF_P4(v), GF_P4((v) + 5)
#define GF_P6(v) GF_P5(v), GF_P5((v) + 6)
#define GF_P7(v) GF_P6(v), GF_P6((v) + 7)
#define GF_P8(v) GF_P7(v), GF_P7((v) + 8)
#define GF_P9(v) GF_P8(v), GF_P8((v) + 9)
#define GF_P10(v) GF_P9(v), GF_P9((v) + 10)
#define GF_P11(v) GF_P10(v), GF_P10((v) + 10)
#define GF_P12(v) GF_P11(v), GF_P11((v) + 10)
#define GF_P13(v) GF_P12(v), GF_P12((v) + 10)
static const uint8_t gf_points[8192] = {GF_P13(0)};

GF_INLINE gf_v gf_value(gf_v x)
{
    /* below 2^13 each: the gap bits of a spread hand are 0 */
    return (gf_v)gf_points[(uint16_t)x] + gf_points[(uint16_t)(x >> 16)] + gf_points[(uint16_t)(x >> 32)] +
           gf_points[x >> 48];
}

/*
 * Halves of two hands side by side, bits 0..25 and 32..57, then the two suits of each half: word w of suit s comes from
 * mask m[w].
 */
GF_INLINE void gf_turn_suits(const gf_v m[4], gf_v s[4])
{
    const gf_v half = UINT64_C(0x3ffffff), low = UINT64_C(0x00001fff00001fff), high = low << 13;
    gf_v a = (m[0] & half) | (m[2] & half) << 32, b = (m[1] & half) | (m[3] & half) << 32;
    gf_v c = m[0] >> 26 | (m[2] & ~half) << 6, d = m[1] >> 26 | (m[3] & ~half) << 6;
    s[0] = (a & low) | (b & low) << 16;
    s[1] = (a >> 13 & low) | (b & high) << 3;
    s[2] = (c & low) | (d & low) << 16;
    s[3] = (c >> 13 & low) | (d & high) << 3;
}
