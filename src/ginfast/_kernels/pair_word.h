/*
 * What the passes over pairs of transposed groups need from one 64-bit lane: the hands in conflict as rows, points as
 * bytes, the best throw. After vec_word.h; the same functions stand in the other pair_*.h.
 */
/* The four 16-bit lanes (below 2^15) that are not 0, as four bits: the addition carries into bit 15. */
GF_INLINE unsigned gf_nonzero_words(gf_v v)
{
    v = ((v + GF_REP16(0x7fff)) >> 15) & GF_REP16(1);
    /* bits 0, 16, 32, 48 go to 48, 49, 50, 51; no other product gets there, and none carries */
    return (unsigned)((v * UINT64_C(0x0001000200040008)) >> 48);
}

/*
 * GF_PAIR bits for two transposed groups: which hands have a bit of a & b (first group) or c & d (second). The order
 * of the bits is the level's own; gf_meet_rows reads it.
 */
GF_INLINE void gf_store_meets(void *p, gf_v a, gf_v b, gf_v c, gf_v d)
{
    *(uint8_t *)p = (uint8_t)(gf_nonzero_words(a & b) | gf_nonzero_words(c & d) << 4);
}
GF_INLINE unsigned gf_meet_hand(unsigned p) { return p; }

/* The bytes of a pair are in the order of the hands already. */
GF_INLINE gf_v gf_in_order(gf_v bytes) { return bytes; }

GF_INLINE gf_v gf_points_group(gf_v once, gf_v twice)
{
    gf_v sum = 0;
    for (int w = 0; w < 4; w++) {
        sum |= (gf_v)(gf_points[(once >> (16 * w)) & 0x1fff] + gf_points[(twice >> (16 * w)) & 0x1fff]) << (8 * w);
    }
    return sum;
}

/*
 * Points of two transposed groups, g and h, as 8 * GF_LANES bytes in the order of gf_in_order; each group is given as
 * the ranks that pay once or twice and the ranks that pay twice. Byte-wise sums stay below 256 (at most 170 points).
 */
GF_INLINE gf_v gf_points_pair(gf_v g1, gf_v g2, gf_v h1, gf_v h2)
{
    return gf_points_group(g1, g2) | gf_points_group(h1, h2) << 32;
}

/* Points of one transposed group, a 16-bit lane each. */
GF_INLINE gf_v gf_points_words(gf_v once, gf_v twice)
{
    gf_v sum = 0;
    for (int w = 0; w < 64; w += 16) {
        sum |= (gf_v)(gf_points[(once >> w) & 0x1fff] + gf_points[(twice >> w) & 0x1fff]) << w;
    }
    return sum;
}
/* 16-bit lanes below 2^15: where a >= b the guard bit survives the subtraction. */
GF_INLINE gf_v gf_min16(gf_v a, gf_v b)
{
    gf_v at_least = (((a | GF_REP16(0x8000)) - b) >> 15) & GF_REP16(1);
    return gf_pick(at_least * 0xffff, b, a);
}
GF_INLINE unsigned gf_least16(gf_v v)
{
    unsigned a = v & 0xffff, b = (v >> 16) & 0xffff, c = (v >> 32) & 0xffff, d = (unsigned)(v >> 48);
    a = a < b ? a : b;
    c = c < d ? c : d;
    return a < c ? a : c;
}

/* Bytes that do not borrow from each other: a >= b in every byte. */
GF_INLINE gf_v gf_sub8(gf_v a, gf_v b) { return a - b; }

/* The ranks that pay p points, in all suits of a spread hand. */
static const uint64_t gf_ranks_of[11] = {0,
                                         GF_REP16(0x0001),
                                         GF_REP16(0x0002),
                                         GF_REP16(0x0004),
                                         GF_REP16(0x0008),
                                         GF_REP16(0x0010),
                                         GF_REP16(0x0020),
                                         GF_REP16(0x0040),
                                         GF_REP16(0x0080),
                                         GF_REP16(0x0100),
                                         GF_REP16(0x1e00)};

/* Points of the dearest of the 13 ranks of a suit, 0 for none: half of every table has the rank of its step on top. */
#define GF_F1(t) t, t
#define GF_F2(t) GF_F1(t), GF_F1(t)
#define GF_F3(t) GF_F2(t), GF_F2(t)
#define GF_F4(t) GF_F3(t), GF_F3(t)
#define GF_F5(t) GF_F4(t), GF_F4(t)
#define GF_F6(t) GF_F5(t), GF_F5(t)
#define GF_F7(t) GF_F6(t), GF_F6(t)
#define GF_F8(t) GF_F7(t), GF_F7(t)
#define GF_F9(t) GF_F8(t), GF_F8(t)
#define GF_F10(t) GF_F9(t), GF_F9(t)
#define GF_F11(t) GF_F10(t), GF_F10(t)
#define GF_F12(t) GF_F11(t), GF_F11(t)
static const uint8_t gf_top[8192] = {0,        1,        GF_F1(2), GF_F2(3),  GF_F3(4),   GF_F4(5),   GF_F5(6),
                                     GF_F6(7), GF_F7(8), GF_F8(9), GF_F9(10), GF_F10(10), GF_F11(10), GF_F12(10)};

/* Four suits of four hands to four spread hands, or back: the 4 x 4 transposition of 16-bit lanes. */
GF_INLINE void gf_turn(gf_v a, gf_v b, gf_v c, gf_v d, gf_v turned[4])
{
    const gf_v low = UINT64_C(0x00000000ffffffff), even = UINT64_C(0x0000ffff0000ffff);
    gf_v ac = (a & low) | c << 32, ca = a >> 32 | (c & ~low), bd = (b & low) | d << 32, db = b >> 32 | (d & ~low);
    turned[0] = (ac & even) | (bd & even) << 16;
    turned[1] = (ac >> 16 & even) | (bd & ~even);
    turned[2] = (ca & even) | (db & even) << 16;
    turned[3] = (ca >> 16 & even) | (db & ~even);
}

GF_INLINE void gf_top_group(const gf_v g[4], gf_v ranks, gf_v *points, gf_v *card)
{
    gf_v p = 0, id = 0, hand[4];
    gf_turn(g[0] & ranks, g[1] & ranks, g[2] & ranks, g[3] & ranks, hand);
    for (int w = 0; w < 4; w++) {
        unsigned top = gf_top[ranks >> (16 * w) & 0x1fff];
        uint64_t there = hand[w] & gf_ranks_of[top];
        unsigned at = gf_highest(there | 1); /* the highest suit, then the highest rank */
        p |= (gf_v)top << (8 * w);
        id |= (gf_v)(top ? at - 3 * (at >> 4) : 255) << (8 * w);
    }
    *points = p;
    *card = id;
}

/*
 * The dearest of the cards g (suits) of a group, then of the highest id, and the same for h: its points and its id as
 * bytes, as gf_points_pair. 0 points and id 255 where there is no card. g_ranks and h_ranks: the ranks to look at,
 * each with a card.
 */
GF_INLINE void gf_top_pair(const gf_v g[4], gf_v g_ranks, const gf_v h[4], gf_v h_ranks, gf_v *points, gf_v *card)
{
    gf_v p, id;
    gf_top_group(g, g_ranks, points, card);
    gf_top_group(h, h_ranks, &p, &id);
    *points |= p << 32;
    *card |= id << 32;
}

/* Records (card, deadwood) in the order of the hands. */
GF_INLINE void gf_store_records(uint8_t *p, gf_v card, gf_v deadwood)
{
    for (int half = 0; half < 64; half += 32) {
        uint64_t c = card >> half & UINT64_C(0xffffffff), d = deadwood >> half & UINT64_C(0xffffffff);
        c = (c | c << 16) & UINT64_C(0x0000ffff0000ffff);
        d = (d | d << 16) & UINT64_C(0x0000ffff0000ffff);
        uint64_t records = ((c | c << 8) & GF_REP16(0x00ff)) | (((d | d << 8) & GF_REP16(0x00ff)) << 8);
        memcpy(p + half / 4, &records, sizeof records);
    }
}

/* The mask of a card id; 0 for -1. */
GF_INLINE gf_v gf_card_masks(const int8_t *ids) { return *ids < 0 ? 0 : (gf_v)1 << (*ids & 63); }

/*
 * Keys of a pair of groups, 64 * deadwood + place of the card (gf_throw_place), 0 where there is no card: 16-bit lanes in
 * any order.
 */
GF_INLINE void gf_throw_keys(gf_v card, gf_v deadwood, gf_v *keys_g, gf_v *keys_h)
{
    gf_v keys[2] = {0, 0};
    for (int i = 0; i < 8; i++) {
        unsigned id = card >> (8 * i) & 0xff;
        gf_v key = id < 52 ? (deadwood >> (8 * i) & 0xff) << 6 | gf_throw_place[id] : 0;
        keys[i >> 2] |= key << (16 * (i & 3));
    }
    *keys_g = keys[0];
    *keys_h = keys[1];
}

/* Records to keys, 64 * deadwood + place of the card, 0 where there is none; and back. Words in any order. */
GF_INLINE gf_v gf_record_keys(gf_v records)
{
    gf_v keys = 0;
    for (int w = 0; w < 64; w += 16) {
        unsigned card = records >> w & 0xff;
        keys |= (card < 52 ? (records >> w & 0xff00) >> 2 | gf_throw_place[card] : 0) << w;
    }
    return keys;
}
GF_INLINE gf_v gf_key_records(gf_v keys)
{
    gf_v records = 0;
    for (int w = 0; w < 64; w += 16) {
        records |= ((keys >> w & 0x3fc0) << 2 | gf_throw_card[keys >> w & 0x3f]) << w;
    }
    return records;
}
