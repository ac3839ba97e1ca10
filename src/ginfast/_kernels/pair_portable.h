/*
 * What the passes over pairs of transposed groups need from the portable level: the hands in conflict as rows, points as bytes, the
 * best throw. After vec_portable.h; the same functions stand in the other pair_*.h.
 */
/* The four 16-bit lanes (below 2^15) that are not 0, as four bits: the addition carries into bit 15. */
GF_INLINE unsigned gf_nonzero_words(gf_v v)
{
    v = ((v + GF_REP16(0x7fff)) >> 15) & GF_REP16(1);
    return (unsigned)((v * UINT64_C(0x0001000200040008)) >> 48); /* bits 0, 16, 32, 48 to 48, 49, 50, 51; no other sum gets there */
}

/*
 * GF_PAIR bits for two transposed groups: which hands have a bit of a & b (first group) or c & d (second). The order of the
 * bits is the level's own; gf_meet_rows reads it.
 */
GF_INLINE void gf_store_meets(void *p, gf_v a, gf_v b, gf_v c, gf_v d)
{
    *(uint8_t *)p = (uint8_t)(gf_nonzero_words(a & b) | gf_nonzero_words(c & d) << 4);
}
GF_INLINE unsigned gf_meet_hand(unsigned p) { return p; }

/* The set bits of 64, four at a time: the loop ends after four, eight, ... entries, so rows has room for 68. */
GF_INLINE size_t gf_meet_rows(const void *p, size_t base, uint16_t *rows)
{
    uint64_t bits;
    memcpy(&bits, p, sizeof bits);
    size_t n = gf_count(bits);
    for (size_t i = 0; i < n; i += 4) {
        for (size_t j = i; j < i + 4; j++) {
            rows[j] = (uint16_t)(base + gf_meet_hand(gf_lowest(bits | UINT64_C(1) << 63)));
            bits &= bits - 1;
        }
    }
    return n;
}

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
 * Points of two transposed groups, g and h, as 8 * GF_LANES bytes in the order of gf_in_order; each group is given as the
 * ranks that pay once or twice and the ranks that pay twice. Byte-wise sums stay below 256 (at most 170 points).
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

GF_INLINE void gf_top_group(const gf_v g[4], gf_v ranks, gf_v *points, gf_v *card)
{
    gf_v p = 0, id = 0, a = g[0] & ranks, b = g[1] & ranks, c = g[2] & ranks, d = g[3] & ranks;
    for (int w = 0; w < 4; w++) {
        unsigned top = gf_highest((ranks >> (16 * w) & 0x1fff) << 1 | 1);
        top = top < 10 ? top : 10;
        /* the hand, spread again: the highest bit is the highest suit, then the highest rank */
        uint64_t hand = (a >> (16 * w) & 0xffff) | (b >> (16 * w) & 0xffff) << 16 | (c >> (16 * w) & 0xffff) << 32 |
                        (d >> (16 * w)) << 48;
        uint64_t there = hand & gf_ranks_of[top];
        unsigned at = gf_highest(there | 1);
        p |= (gf_v)top << (8 * w);
        id |= (gf_v)(there ? at - 3 * (at >> 4) : 255) << (8 * w);
    }
    *points = p;
    *card = id;
}

/*
 * The dearest of the cards g (suits) of a group, then of the highest id, and the same for h: its points and its id as bytes,
 * as gf_points_pair. 0 points and id 255 where there is no card. g_ranks and h_ranks: the ranks to look at, each with a card.
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
    for (int i = 0; i < 8; i++) {
        p[2 * i] = (uint8_t)(card >> (8 * i));
        p[2 * i + 1] = (uint8_t)(deadwood >> (8 * i));
    }
}

/* The mask of a card id; 0 for -1. */
GF_INLINE gf_v gf_card_masks(const int8_t *ids) { return *ids < 0 ? 0 : (gf_v)1 << *ids; }

/* The lesser of each two hands' keys, 64 * deadwood + place of the card (gf_throw_place); 0 where there is no card. */
GF_INLINE gf_v gf_throw_keys(gf_v card, gf_v deadwood)
{
    gf_v keys[2] = {0, 0};
    for (int i = 0; i < 8; i++) {
        unsigned id = card >> (8 * i) & 0xff;
        gf_v key = id < 52 ? (deadwood >> (8 * i) & 0xff) << 6 | gf_throw_place[id] : 0;
        keys[i >> 2] |= key << (16 * (i & 3));
    }
    return gf_min16(keys[0], keys[1]);
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
