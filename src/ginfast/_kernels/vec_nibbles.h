/*
 * vec.h for vectors without three-input logic, whose tables have sixteen bytes: what vec_x86.h leaves to be made of its
 * operations.
 */
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
    const gf_v nibble = gf_bytes(15);
    const gf_v count = GF_TABLE(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    gf_v low = gf_look_up(count, gf_and(v, nibble));
    gf_v high = gf_look_up(count, gf_and(gf_shr16(v, 4), nibble));
    return gf_sum_bytes(gf_add8(low, high));
}

/* All ones or all zeros per lane: gf_eq64, gf_gt64, gf_bits and gf_select are the machine's own. */
GF_INLINE gf_m gf_m_not(gf_m a) { return gf_xor(a, gf_set1(~UINT64_C(0))); }
GF_INLINE gf_m gf_m_and(gf_m a, gf_m b) { return gf_and(a, b); }
GF_INLINE gf_m gf_m_or(gf_m a, gf_m b) { return gf_or(a, b); }
GF_INLINE gf_m gf_nonzero(gf_v v) { return gf_m_not(gf_eq64(v, gf_zero())); }
GF_INLINE gf_v gf_min64(gf_v a, gf_v b) { return gf_select(gf_gt64(a, b), b, a); }
GF_INLINE gf_v gf_max64(gf_v a, gf_v b) { return gf_select(gf_gt64(a, b), a, b); }

GF_INLINE gf_v gf_rol_suit1(gf_v x)
{
    return gf_look_up(x, GF_TABLE(6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13));
}
GF_INLINE gf_v gf_rol_suit3(gf_v x)
{
    return gf_look_up(x, GF_TABLE(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9));
}

/* Every second word or dword of both vectors by turns, a's first. */
GF_INLINE gf_v gf_evens16(gf_v a, gf_v b) { return gf_odd_words(a, gf_shl64(b, 16)); }
GF_INLINE gf_v gf_odds16(gf_v a, gf_v b) { return gf_odd_words(gf_shr64(a, 16), b); }
GF_INLINE gf_v gf_evens32(gf_v a, gf_v b) { return gf_odd_dwords(a, gf_shl64(b, 32)); }
GF_INLINE gf_v gf_odds32(gf_v a, gf_v b) { return gf_odd_dwords(gf_shr64(a, 32), b); }

/* First the halves (26 bits each), then the suits of each half. */
GF_INLINE gf_v gf_spread(gf_v v)
{
    gf_v q = gf_odd_dwords(v, gf_shl64(v, 6));
    gf_v d = gf_odd_words(q, gf_shl64(q, 3));
    return gf_and(d, gf_set1(GF_SPREAD_ALL));
}

/*
 * Points of four ranks, a nibble: ace to four, five to eight, nine to queen. Indices of 0..127, only bits 0..3 count.
 */
GF_INLINE gf_v gf_points_ace(gf_v n)
{
    return gf_look_up(GF_TABLE(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10), n);
}
GF_INLINE gf_v gf_points_five(gf_v n)
{
    return gf_look_up(GF_TABLE(0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26), n);
}
GF_INLINE gf_v gf_points_nine(gf_v n)
{
    return gf_look_up(GF_TABLE(0, 9, 10, 19, 10, 19, 20, 29, 10, 19, 20, 29, 20, 29, 30, 39), n);
}

/* Low bytes hold ace to eight, high bytes nine to queen (bits 0..3) and king (bit 4). */
GF_INLINE gf_v gf_value(gf_v x)
{
    const gf_v low4 = gf_set1(GF_REP16(0x000f)), high4 = gf_set1(GF_REP16(0x0f00)), king = gf_set1(GF_REP16(0x1000));
    gf_v t = gf_points_ace(gf_and(x, low4));
    t = gf_add8(t, gf_points_five(gf_and(gf_shr64(x, 4), low4)));
    t = gf_add8(t, gf_points_nine(gf_and(x, high4)));
    gf_v k = gf_and(x, king); /* bit 12 to 2 + 8 in the high byte */
    t = gf_add8(t, gf_or(gf_shr64(k, 1), gf_shr64(k, 3)));
    return gf_sum_bytes(t);
}

/* Halves of two hands side by side, 26 bits of 32, then the suits of each half, 13 bits of 16: m[w] gives word w. */
GF_INLINE void gf_turn_suits(const gf_v m[4], gf_v s[4])
{
    const gf_v all = gf_set1(GF_SPREAD_ALL);
    gf_v a = gf_odd_dwords(m[0], gf_shl64(m[2], 32)), b = gf_odd_dwords(m[1], gf_shl64(m[3], 32));
    gf_v c = gf_odd_dwords(gf_shr64(m[0], 26), gf_shl64(m[2], 6));
    gf_v d = gf_odd_dwords(gf_shr64(m[1], 26), gf_shl64(m[3], 6));
    s[0] = gf_and(gf_odd_words(a, gf_shl64(b, 16)), all);
    s[1] = gf_and(gf_odd_words(gf_shr64(a, 13), gf_shl64(b, 3)), all);
    s[2] = gf_and(gf_odd_words(c, gf_shl64(d, 16)), all);
    s[3] = gf_and(gf_odd_words(gf_shr64(c, 13), gf_shl64(d, 3)), all);
#if defined(__GNUC__) || defined(__clang__)
    for (int i = 0; i < 4; i++) {
        __asm__("" : "+x"(s[i])); /* seeing through, gcc would mask every difference of suits once more */
    }
#endif
}
