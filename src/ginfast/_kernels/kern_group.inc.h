/*
 * Transposed groups of hands and the two arrangements every pass is made of; over vec.h, included once per level (see
 * level.inc.h). Used by kern_deadwood.inc.h, kern_third.inc.h and kern_discard.inc.h.
 */
#if GF_LEVEL == 2
#include "pair_avx512.h"
#elif defined(GF_NEON)
#include "pair_neon.h"
#elif GF_LANES > 1
#include "pair_x86.h"
#include "pair_nibbles.h"
#else
#include "pair_word.h"
#endif

#if GF_LEVEL < 2
/*
 * Of 64 hands from number base on, those whose bit is set are written to rows, which has room for 68; returns their
 * number. Four at a time, wanted or not, so that the loop seldom ends in a surprise.
 */
GF_INLINE size_t gf_meet_rows(const void *p, size_t base, uint16_t *rows)
{
    uint64_t bits;
    memcpy(&bits, p, sizeof bits);
    size_t n = gf_count(bits), i = 0;
    do {
        for (int k = 0; k < 4; k++) {
            rows[i++] = (uint16_t)(base + gf_meet_hand(gf_lowest(bits | UINT64_C(1) << 63)));
            bits &= bits - 1;
        }
    } while (i < n);
    return n;
}
#endif

/* In loops of a few scalar loads and stores that only lose when a compiler makes vectors of them. */
#if defined(__GNUC__) || defined(__clang__)
#define GF_NO_VECTORS() __asm__ volatile("")
#else
#define GF_NO_VECTORS() ((void)0)
#endif

#define GF_GROUP (4 * GF_LANES) /* hands in one transposed group */
#define GF_PAIR (2 * GF_GROUP)  /* hands of one step: two groups, as many bytes as a vector has */
#define GF_AHEAD 3072           /* bytes from the masks at work to those fetched into the first cache */
#define GF_FAR_AHEAD 16384      /* and to those fetched into the second */

_Static_assert(GF_BLOCK <= 65536, "rows of a block are uint16_t");
_Static_assert(GF_PAIR % 8 == 0 && 64 % GF_PAIR == 0,
               "the bits of a pair are whole bytes and eight bytes are whole pairs");
_Static_assert(GF_PAIR == sizeof(gf_v), "a pair fills one vector of bytes");

/* Masks that pairs of groups will need later. Addresses past the end of the array are harmless to fetch. */
GF_INLINE void gf_fetch_near(const uint64_t *masks, size_t ahead)
{
    for (int i = 0; i < GF_PAIR; i += 8) {
        GF_PREFETCH((const char *)(masks + i) + ahead);
    }
}
/* A part of the lines of a pair: as the requests under way are few, they are spread over the work. */
GF_INLINE void gf_fetch_far(const uint64_t *masks, int from, int to)
{
    for (int i = from; i < to; i += 8) {
        GF_PREFETCH_FAR((const char *)(masks + i) + GF_FAR_AHEAD);
    }
}

/* The masks of a pair of groups. */
GF_INLINE void gf_load_pair(const uint64_t *masks, gf_v m[8])
{
    for (int i = 0; i < 8; i++) {
        m[i] = gf_load_once(masks + GF_LANES * i);
    }
}

/* One transposed group with its runs kept whole. */
struct gf_group {
    gf_v once, twice; /* ranks that pay once or twice; ranks that pay twice */
    gf_v sets, runs;  /* ranks held three or four times; ranks with a card in a run */
    gf_v loose[4];    /* cards in no run */
    gf_v three;       /* ranks with three or four loose cards: sets */
};

/* Runs whole, then sets of the loose cards: a rank with three or four loose cards pays nothing. */
GF_INLINE struct gf_group gf_runs_first(const gf_v x[4])
{
    struct gf_group g;
    gf_v a = gf_loose(x[0]), b = gf_loose(x[1]), c = gf_loose(x[2]), d = gf_loose(x[3]);
    gf_v odd = gf_xor3(a, b, c), two = gf_maj(a, b, c);
    g.loose[0] = a;
    g.loose[1] = b;
    g.loose[2] = c;
    g.loose[3] = d;
    g.three = gf_or_and(odd, d, two);
    g.once = gf_once_twice(two, odd, d);
    g.twice = gf_twice(two, odd, d);
    g.sets = gf_or_and(gf_xor3(x[0], x[1], x[2]), x[3], gf_maj(x[0], x[1], x[2]));
    g.runs = gf_diff_or(x[0], a, gf_diff_or(x[1], b, gf_diff_or(x[2], c, gf_xor(x[3], d))));
    return g;
}

/*
 * All sets whole, runs found in what is left. Bits in hard: words whose least may be neither this nor gf_runs_first,
 * because several ranks are both in sets and in runs, or because four of a kind may spare one card for a run.
 * g: gf_runs_first(x).
 */
GF_INLINE struct gf_group gf_sets_first(const gf_v x[4], const struct gf_group *g, gf_v *hard)
{
    gf_v both = gf_and(g->runs, g->sets), rest[4];
    /* the lowest bit taken away leaves something: more than one rank (bit 15 stops the borrow) */
    gf_v several = gf_and(gf_sub64(gf_or(both, gf_set1(GF_REP16(0x8000))), gf_set1(GF_REP16(1))), both);
    /* with one card in a run, the other three are a set already and pay nothing */
    gf_v fours = gf_and3(gf_and3(x[0], x[1], x[2]), x[3], g->once);
    *hard = gf_or(several, fours);
    for (int s = 0; s < 4; s++) {
        rest[s] = gf_bic(x[s], g->sets);
    }
    return gf_runs_first(rest);
}

/*
 * Cards of a group that may be thrown, and their ranks. Sets of loose cards are in none of these ranks, but still in
 * cards: gf_top_pair looks at cards only where ranks are. taken: cards that may not be thrown, or NULL.
 */
GF_INLINE void gf_free_of(const struct gf_group *g, const gf_v *taken, gf_v cards[4], gf_v *ranks)
{
    for (int s = 0; s < 4; s++) {
        cards[s] = taken ? gf_bic(g->loose[s], taken[s]) : g->loose[s];
    }
    *ranks = taken ? gf_bic(gf_or3(cards[0], cards[1], gf_or(cards[2], cards[3])), g->three) : g->once;
}

/* The best throws of a pair of groups as bytes: cards (255: none may be thrown) and what remains to pay. */
GF_INLINE void gf_throw_pair(const struct gf_group *g, const struct gf_group *h, const gf_v *taken_g,
                             const gf_v *taken_h, gf_v *card, gf_v *deadwood)
{
    gf_v cards_g[4], cards_h[4], ranks_g, ranks_h, points;
    gf_free_of(g, taken_g, cards_g, &ranks_g);
    gf_free_of(h, taken_h, cards_h, &ranks_h);
    gf_top_pair(cards_g, ranks_g, cards_h, ranks_h, &points, card);
    *deadwood = gf_sub8(gf_points_pair(g->once, g->twice, h->once, h->twice), points);
}
