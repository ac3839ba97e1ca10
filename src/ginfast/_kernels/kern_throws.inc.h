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
#define GF_ELEVEN UINT64_C(0x7ff)    /* some hand of so many cards, in spread form */
#define GF_REST_HANDS (GF_ROWS / 16) /* hands in conflict spread out at a time */
#define GF_RESTS (GF_REST_HANDS * GF_THROWS)

#define GF_PART 64 /* hands between the two steps below: far enough apart for what was stored to have arrived */

struct gf_throwing {
    gf_v hand, dead, threes, runs; /* threes: cards in sets of three */
    gf_v deadwood;
};

#if GF_LEVEL == 2
/* 16 bytes a card's suit: its value, and the values of its neighbours, by rank. */
#define GF_BY_SUIT(...) {__VA_ARGS__, 0, 0, 0, __VA_ARGS__, 0, 0, 0, __VA_ARGS__, 0, 0, 0, __VA_ARGS__, 0, 0, 0}
static const uint8_t gf_card_value[64] = GF_BY_SUIT(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10);
static const uint8_t gf_card_below1[64] = GF_BY_SUIT(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10);
static const uint8_t gf_card_below2[64] = GF_BY_SUIT(0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 20);
static const uint8_t gf_card_above1[64] = GF_BY_SUIT(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 0);
static const uint8_t gf_card_above2[64] = GF_BY_SUIT(5, 7, 9, 11, 13, 15, 17, 19, 20, 20, 20, 10, 0);

struct gf_throws {
    uint64_t hand[GF_PART], deadwood[GF_PART], dead[GF_PART], threes[GF_PART];
    uint64_t below1[GF_PART], below2[GF_PART], above1[GF_PART], above2[GF_PART]; /* what a run's card leaves behind */
};

GF_INLINE void gf_throw(const struct gf_throwing *t, size_t i, struct gf_throws *m)
{
    gf_v up1 = gf_shl64(t->runs, 1), up2 = gf_shl64(t->runs, 2), down1 = gf_shr64(t->runs, 1),
         down2 = gf_shr64(t->runs, 2);
    gf_store(m->hand + i, t->hand);
    gf_store(m->deadwood + i, _mm512_shuffle_epi8(t->deadwood, _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0)));
    gf_store(m->dead + i, t->dead);
    gf_store(m->threes + i, t->threes);
    gf_store(m->below1 + i, gf_and_bic(t->runs, up1, up2));
    gf_store(m->below2 + i, gf_and_bic(gf_and(t->runs, up1), up2, gf_shl64(t->runs, 3)));
    gf_store(m->above1 + i, gf_and_bic(t->runs, down1, down2));
    gf_store(m->above2 + i, gf_and_bic(gf_and(t->runs, down1), down2, gf_shr64(t->runs, 3)));
}

/*
 * The 52 cards in spread form are 64 bytes, so a vector holds an answer for every card of a hand: masked byte
 * operations work the cases in, a compression keeps the eleven held. Writes 16 bytes a hand, in order, so that each
 * hand overwrites what the one before left behind its row.
 */
GF_INLINE void gf_put_throws(const struct gf_throws *m, size_t n, uint8_t *out)
{
    const __m512i value = gf_load(gf_card_value);
    for (size_t i = 0; i < n; i++) {
        __m512i v = _mm512_set1_epi64((long long)m->deadwood[i]);
        v = _mm512_mask_sub_epi8(v, m->dead[i], v, value);
        v = _mm512_mask_add_epi8(v, m->threes[i], v, _mm512_add_epi8(value, value));
        v = _mm512_mask_add_epi8(v, m->below1[i], v, gf_load(gf_card_below1));
        v = _mm512_mask_add_epi8(v, m->below2[i], v, gf_load(gf_card_below2));
        v = _mm512_mask_add_epi8(v, m->above1[i], v, gf_load(gf_card_above1));
        v = _mm512_mask_add_epi8(v, m->above2[i], v, gf_load(gf_card_above2));
        v = _mm512_maskz_compress_epi8(m->hand[i], v);
        _mm_storeu_si128((__m128i *)(out + GF_THROWS * i), _mm512_castsi512_si128(v));
    }
}
#else
struct gf_throws {
    uint64_t first[GF_PART], last[GF_PART]; /* eight answers, three answers */
};

/* Throw by throw, the lowest card first: its set or run breaks up, and what is loose then is dead. */
GF_INLINE void gf_throw(const struct gf_throwing *t, size_t i, struct gf_throws *m)
{
    gf_v rest = t->hand, answers = gf_zero();
    for (int j = 0; j < GF_THROWS; j++) {
        gf_v card = gf_and(rest, gf_sub64(gf_zero(), rest));
        gf_v broken = gf_and(gf_any4(gf_and(card, t->threes)), t->threes);
        gf_v dead = gf_or(gf_bic(gf_or(t->dead, broken), card), gf_loose(gf_bic(t->runs, card)));
        answers = gf_or(gf_shr64(answers, 8), gf_shl64(gf_value(dead), 56));
        rest = gf_xor(rest, card);
        if (j == 7) {
            gf_store(m->first + i, answers);
        }
    }
    gf_store(m->last + i, gf_shr64(answers, 40));
}

GF_INLINE void gf_put_throws(const struct gf_throws *m, size_t n, uint8_t *out)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t first = GF_FIELDS(m->first[i]), last = GF_FIELDS(m->last[i]);
        memcpy(out + GF_THROWS * i, &first, 8);
        memcpy(out + GF_THROWS * i + 8, &last, 3);
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
        if (GF_UNLIKELY(gf_count(hand) != GF_THROWS)) {
            hand = GF_ELEVEN; /* another thread changes the array meanwhile; room is for eleven throws */
        }
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

/* n <= GF_ROWS rows, a multiple of GF_LANES; out has 16 bytes for the last row. Returned is whether any is refused, by
 * its word of wrong, which is written only then. */
static GF_NOINLINE int GF_FN(gf_throw_rows)(const uint64_t *masks, size_t n, uint8_t *out, uint64_t *wrong)
{
    struct gf_throws m;
    uint64_t hands[GF_ROWS];
    uint8_t conflicts[GF_ROWS];
    gf_rows_t list;
    size_t start = 0;
    gf_v any = gf_zero(), four;
    for (size_t i = 0; i < n; i += GF_LANES) {
        struct gf_throwing t;
        gf_v mask = gf_load(masks + i), ranks, loose;
        t.hand = gf_spread(mask);
        ranks = gf_ranks(t.hand, &four);
        loose = gf_loose(t.hand);
        t.runs = gf_bic(t.hand, loose);
        t.dead = gf_bic(loose, ranks);
        t.threes = gf_and_bic(t.hand, ranks, four);
        t.deadwood = gf_value(t.dead);
        gf_throw(&t, i - start, &m);
        gf_store(hands + i, t.hand);
        gf_mark(conflicts, i, gf_common(t.runs, ranks));
        any = gf_or3(any, gf_and(mask, gf_set1(~GF_DECK)), gf_xor(gf_popcount64(mask), gf_set1(GF_THROWS)));
        if (i + GF_LANES == n || i + GF_LANES - start == GF_PART) {
            gf_put_throws(&m, i + GF_LANES - start, out + GF_THROWS * start);
            start = i + GF_LANES;
        }
    }
    int refused = gf_bits(gf_nonzero(any)) != 0;
    if (refused) {
        for (size_t i = 0; i < n; i += GF_LANES) {
            gf_v mask = gf_load(masks + i);
            gf_store(wrong + i, gf_and_or(mask, gf_set1(~GF_DECK), gf_xor(gf_popcount64(mask), gf_set1(GF_THROWS))));
        }
        gf_unmark(conflicts, wrong, n); /* of any number of cards, hence of ways */
    }
    size_t count = gf_list_rows(conflicts, n, list);
    for (size_t i = 0; i < count; i += GF_REST_HANDS) {
        gf_throw_rests(hands, list + i, count - i < GF_REST_HANDS ? count - i : GF_REST_HANDS, out);
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
