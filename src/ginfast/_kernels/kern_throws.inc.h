/*
 * The deadwood after each of the eleven throws. Included once per level, after kern_options.inc.h.
 *
 * Without a card in both a run and a set, each throw is closed form. With d the deadwood of the eleven cards:
 *   a dead card             d - its value
 *   a card of a set of 3    d + twice its value (the other two are left over)
 *   a card of a set of 4    d
 *   a card of a run         d + what is left of the run below and above it, where that is one or two cards
 * Hands in conflict are spread out to their eleven rests, which are evaluated like any hands.
 */

#define GF_THROWS 11
#define GF_REST_HANDS (GF_ROWS / 16) /* hands in conflict spread out at a time */
#define GF_RESTS (GF_REST_HANDS * GF_THROWS)

/* What a throw leaves behind, as masks of the cards that do so; d in every byte. */
struct gf_throw_masks {
    uint64_t dead[GF_ROWS], threes[GF_ROWS], deadwood[GF_ROWS];
    uint64_t below1[GF_ROWS], below2[GF_ROWS], above1[GF_ROWS], above2[GF_ROWS];
    uint64_t hands[GF_ROWS];
};

#if GF_LEVEL == 2
/* 16 bytes a card's suit: its value, and the values of its neighbours, by rank. */
#define GF_BY_SUIT(...) {__VA_ARGS__, 0, 0, 0, __VA_ARGS__, 0, 0, 0, __VA_ARGS__, 0, 0, 0, __VA_ARGS__, 0, 0, 0}
static const uint8_t gf_card_value[64] = GF_BY_SUIT(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10);
static const uint8_t gf_card_below1[64] = GF_BY_SUIT(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10);
static const uint8_t gf_card_below2[64] = GF_BY_SUIT(0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 20);
static const uint8_t gf_card_above1[64] = GF_BY_SUIT(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 0);
static const uint8_t gf_card_above2[64] = GF_BY_SUIT(5, 7, 9, 11, 13, 15, 17, 19, 20, 20, 20, 10, 0);

/* The 52 cards in spread form are 64 bytes: masked byte operations give every card its answer, a compression keeps the
 * eleven held. Writes 16 bytes. */
GF_INLINE void gf_throw_row(const struct gf_throw_masks *m, size_t i, uint8_t *out)
{
    const __m512i value = gf_load(gf_card_value);
    __m512i v = _mm512_set1_epi64((long long)m->deadwood[i]);
    v = _mm512_mask_sub_epi8(v, m->dead[i], v, value);
    v = _mm512_mask_add_epi8(v, m->threes[i], v, _mm512_add_epi8(value, value));
    v = _mm512_mask_add_epi8(v, m->below1[i], v, gf_load(gf_card_below1));
    v = _mm512_mask_add_epi8(v, m->below2[i], v, gf_load(gf_card_below2));
    v = _mm512_mask_add_epi8(v, m->above1[i], v, gf_load(gf_card_above1));
    v = _mm512_mask_add_epi8(v, m->above2[i], v, gf_load(gf_card_above2));
    _mm_storeu_si128((__m128i *)out, _mm512_castsi512_si128(_mm512_maskz_compress_epi8(m->hands[i], v)));
}
#else
GF_INLINE unsigned gf_if(uint64_t mask, unsigned at, unsigned v) { return (0u - (unsigned)(mask >> at & 1)) & v; }

/* Writes 16 bytes at most. */
GF_INLINE void gf_throw_row(const struct gf_throw_masks *m, size_t i, uint8_t *out)
{
    static const uint8_t value[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 0, 0, 0};
    static const uint8_t below2[16] = {0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 20, 0, 0, 0};
    static const uint8_t above2[16] = {5, 7, 9, 11, 13, 15, 17, 19, 20, 20, 20, 10, 0, 0, 0, 0};
    uint64_t rest = m->hands[i];
    for (int j = 0; j < GF_THROWS && rest; j++, rest &= rest - 1) {
        unsigned at = (unsigned)gf_lowest_bit(rest), rank = at & 15, v = (unsigned)(m->deadwood[i] & 255);
        v -= gf_if(m->dead[i], at, value[rank]);
        v += gf_if(m->threes[i], at, 2u * value[rank]);
        v += gf_if(m->below1[i], at, value[(rank - 1) & 15]) + gf_if(m->below2[i], at, below2[rank]);
        v += gf_if(m->above1[i], at, value[rank + 1]) + gf_if(m->above2[i], at, above2[rank]);
        out[j] = (uint8_t)v;
    }
}
#endif


/* All throws of the listed hands by their rests. */
GF_INLINE void gf_throw_rests(const uint64_t *hands, const uint16_t *rows, size_t count, uint8_t *out)
{
    uint64_t rests[GF_RESTS + GF_LANES], deadwood[GF_RESTS + GF_LANES];
    uint8_t marks[GF_RESTS + GF_LANES];
    gf_rows_t open;
    size_t n = 0;
    gf_m more;
    for (size_t i = 0; i < count; i++) {
        uint64_t hand = hands[rows[i]];
        for (uint64_t left = hand; left; left &= left - 1) {
            rests[n++] = hand & ~(left & (0 - left));
        }
    }
    memset(rests + n, 0, GF_LANES * sizeof *rests);
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_store(deadwood + i, gf_deadwood_two_ways(gf_load(rests + i), &more));
        gf_mark(marks, i, more);
    }
    size_t left_open = gf_marked(marks, n, open);
    for (size_t i = 0; i < left_open; i += GF_LANES) {
        const uint16_t *at = open + i;
        gf_put_lanes(deadwood, at, gf_deadwood_all_ways(gf_fetch(rests, at), gf_fetch(deadwood, at)));
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t *row = out + (size_t)GF_THROWS * rows[i];
        for (size_t j = 0; j < GF_THROWS; j++) {
            row[j] = (uint8_t)deadwood[GF_THROWS * i + j];
        }
    }
}

/* n <= GF_ROWS rows, a multiple of GF_LANES; out has 16 bytes for the last row. */
static GF_NOINLINE int GF_FN(gf_throw_rows)(const uint64_t *masks, size_t n, uint8_t *out, uint64_t *wrong)
{
    struct gf_throw_masks m;
    uint8_t conflicts[GF_ROWS];
    gf_rows_t list;
    gf_v any = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v mask = gf_load(masks + i), hand = gf_spread(mask);
        gf_v four, ranks = gf_ranks(hand, &four), loose = gf_loose(hand), runs = gf_bic(hand, loose);
        gf_v up1 = gf_shl64(runs, 1), up2 = gf_shl64(runs, 2), down1 = gf_shr64(runs, 1), down2 = gf_shr64(runs, 2);
        gf_v dead = gf_bic(loose, ranks), d = gf_value(dead);
        gf_v bad = gf_and_or(mask, gf_set1(~GF_DECK), gf_xor(gf_popcount64(mask), gf_set1(GF_THROWS)));
        gf_store(wrong + i, bad);
        any = gf_or(any, bad);
        gf_mark(conflicts, i, gf_common(runs, ranks));
        d = gf_or(d, gf_shl64(d, 8));
        d = gf_or(d, gf_shl64(d, 16));
        gf_store(m.deadwood + i, gf_or(d, gf_shl64(d, 32)));
        gf_store(m.hands + i, hand);
        gf_store(m.dead + i, dead);
        gf_store(m.threes + i, gf_and_bic(hand, ranks, four));
        gf_store(m.below1 + i, gf_and_bic(runs, up1, up2));
        gf_store(m.below2 + i, gf_and_bic(gf_and(runs, up1), up2, gf_shl64(runs, 3)));
        gf_store(m.above1 + i, gf_and_bic(runs, down1, down2));
        gf_store(m.above2 + i, gf_and_bic(gf_and(runs, down1), down2, gf_shr64(runs, 3)));
    }
    for (size_t i = 0; i < n; i++) {
        gf_throw_row(&m, i, out + GF_THROWS * i);
    }
    int refused = gf_bits(gf_nonzero(any)) != 0;
    if (refused) {
        gf_unmark(conflicts, wrong, n);
    }
    size_t count = gf_list_rows(conflicts, n, list);
    for (size_t i = 0; i < count; i += GF_REST_HANDS) {
        gf_throw_rests(m.hands, list + i, count - i < GF_REST_HANDS ? count - i : GF_REST_HANDS, out);
    }
    return refused;
}

static size_t GF_FN(gf_rank_discards)(const uint64_t *masks, size_t n, uint8_t *out, uint16_t *todo)
{
    uint64_t wrong[GF_ROWS];
    size_t count = 0, start = 0;
    /* A row is written as 16 bytes, so the last ones go through a buffer. */
    for (size_t part; n - start > GF_LANES; start += part) {
        part = (n - start - 1) / GF_LANES * GF_LANES;
        part = part > GF_ROWS ? GF_ROWS : part;
        if (GF_FN(gf_throw_rows)(masks + start, part, out + GF_THROWS * start, wrong)) {
            count = gf_refuse(wrong, part, start, todo, count);
        }
    }
    if (start < n) {
        uint64_t last[GF_LANES] = {0};
        uint8_t answers[GF_THROWS * GF_LANES + 8];
        memcpy(last, masks + start, (n - start) * sizeof *masks);
        if (GF_FN(gf_throw_rows)(last, GF_LANES, answers, wrong)) {
            count = gf_refuse(wrong, n - start, start, todo, count);
        }
        memcpy(out + GF_THROWS * start, answers, GF_THROWS * (n - start));
    }
    return count;
}
