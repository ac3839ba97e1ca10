/*
 * Pass three: hands that may want neither of the two arrangements of passes one and two. Over vec.h; included once per
 * level (see level.inc.h), before kern_deadwood.inc.h and kern_discard.inc.h use it.
 *
 * Nearly all of them are of two kinds, which are settled a group at a time, hands in lanes: one conflicting rank, held
 * four times (one of the four cards goes to a run, the others are the set), or two, each held three times (one of them
 * a set, the other not). The rest goes one hand at a time, its options laid over the 16-bit lanes of four vectors, one
 * per suit.
 */
#define GF_UNDECIDED 0xffffu
#define GF_FEW 4 /* arrangements to look at for the two common kinds */

/* A group of hands and what its two kinds leave out of the sets. */
struct gf_few {
    gf_v x[4], sets;
    gf_v four, low, high; /* the rank held four times; the lower and the higher of two */
    gf_v more;            /* bits in lanes of neither kind */
};

GF_INLINE void gf_few_of(const uint64_t *hands, const uint16_t *places, size_t n, struct gf_few *f)
{
    uint64_t masks[GF_GROUP];
    for (size_t i = 0; i < GF_GROUP; i++) {
        masks[i] = i < n ? hands[places[i]] : 0;
    }
    const gf_v top = gf_set1(GF_REP16(0x8000)), one = gf_set1(GF_REP16(1));
    gf_transpose(masks, f->x);
    struct gf_group g = gf_runs_first(f->x);
    gf_v both = gf_and(g.runs, g.sets), fours = gf_and3(gf_and3(f->x[0], f->x[1], f->x[2]), f->x[3], both);
    /* one less than a lane: its lowest bit is gone, and bit 15, put there to stop the borrow, unless it was 0 */
    gf_v rest = gf_and(gf_sub64(gf_or(both, top), one), both);
    gf_v less = gf_sub64(gf_or(rest, top), one), less_four = gf_sub64(gf_or(fours, top), one);
    f->sets = g.sets;
    f->four = fours;
    f->low = gf_bic(both, gf_or(rest, fours));
    f->high = rest;
    f->more = gf_or(gf_and(less, rest), gf_and3(less, less_four, top)); /* three ranks; a four and another */
}

/* What is left of the hands when arrangement v takes its sets. */
GF_INLINE void gf_few_rest(const struct gf_few *f, int v, gf_v rest[4])
{
    gf_v out = v == 0 ? f->low : v == 1 ? f->high : gf_zero();
    for (int s = 0; s < 4; s++) {
        gf_v kept = gf_bic(f->sets, s == v ? gf_or(out, f->four) : out);
        rest[s] = gf_bic(f->x[s], kept);
    }
}

/* Lane of the transposed group in which hand i stands. */
#define GF_LANE_OF(i) (4 * ((i) % GF_LANES) + (i) / GF_LANES)

/*
 * Answers 0 for hands of the two kinds and GF_UNDECIDED for others. Returned is whether the former are enough: fewer cost
 * less one by one.
 */
GF_INLINE int gf_few_enough(const struct gf_few *f, size_t n, uint16_t *answers)
{
    uint16_t more[GF_GROUP];
    size_t known = 0;
    gf_store(more, f->more);
    for (size_t i = 0; i < n; i++) {
        answers[i] = more[GF_LANE_OF(i)] ? GF_UNDECIDED : 0;
        known += answers[i] == 0;
    }
    return known >= GF_LANES - GF_LANES / 4;
}

/* The answers to hands of the two kinds, from their lanes. */
GF_INLINE void gf_few_answers(gf_v best, size_t n, uint16_t *answers)
{
    uint16_t lanes[GF_GROUP];
    gf_store(lanes, best);
    for (size_t i = 0; i < n; i++) {
        answers[i] = answers[i] ? GF_UNDECIDED : lanes[GF_LANE_OF(i)];
    }
}

/*
 * Least deadwood of up to GF_GROUP hands over the few arrangements; GF_UNDECIDED for hands of other kinds. Returns 0, and
 * no answer is to be used, where too few are of the two kinds.
 */
GF_KERNEL int GF_FN(gf_least_of_few)(const uint64_t *hands, const uint16_t *places, size_t n, uint16_t *least)
{
    struct gf_few f;
    gf_v best = gf_set1(GF_REP16(0x7fff));
    gf_few_of(hands, places, n, &f);
    if (!gf_few_enough(&f, n, least)) {
        return 0;
    }
    for (int v = 0; v < GF_FEW; v++) {
        gf_v rest[4];
        gf_few_rest(&f, v, rest);
        struct gf_group g = gf_runs_first(rest);
        best = gf_min16(best, gf_points_words(g.once, g.twice));
    }
    gf_few_answers(best, n, least);
    return 1;
}

/*
 * Least keys (gf_throw_keys) of up to GF_GROUP hands over the few arrangements, 0 where some arrangement leaves no card to
 * throw; otherwise as gf_least_of_few. taken: cards that may not be thrown (ids, -1 none), or NULL.
 */
GF_KERNEL int GF_FN(gf_throws_of_few)(const uint64_t *hands, const int8_t *taken, const uint16_t *places, size_t n,
                                      uint16_t *keys)
{
    struct gf_few f;
    gf_v best = gf_set1(GF_REP16(0x7fff)), t[4];
    gf_few_of(hands, places, n, &f);
    if (!gf_few_enough(&f, n, keys)) {
        return 0;
    }
    if (taken) {
        uint64_t masks[GF_GROUP];
        for (size_t i = 0; i < GF_GROUP; i++) {
            masks[i] = i < n && taken[places[i]] >= 0 ? UINT64_C(1) << (taken[places[i]] & 63) : 0;
        }
        gf_transpose(masks, t);
    }
    for (int v = 0; v < GF_FEW; v += 2) {
        gf_v rest[4], next[4], card, deadwood, keys_g, keys_h;
        gf_few_rest(&f, v, rest);
        gf_few_rest(&f, v + 1, next);
        struct gf_group g = gf_runs_first(rest), h = gf_runs_first(next);
        gf_throw_pair(&g, &h, taken ? t : NULL, taken ? t : NULL, &card, &deadwood);
        gf_throw_keys(card, deadwood, &keys_g, &keys_h);
        best = gf_min16(best, gf_min16(keys_g, keys_h));
    }
    gf_few_answers(best, n, keys);
    return 1;
}

_Static_assert(GF_THREES_ROW % GF_GROUP == 0 && GF_FOUR_ROW % GF_GROUP == 0 && GF_FOURS_ROW % GF_GROUP == 0,
               "gf_choice_group reads whole groups of choices");
_Static_assert(GF_THREES_ROW >= 8 && GF_FOUR_ROW >= 24 && GF_FOURS_ROW >= 72, "as many as gf_lay_out counts");

/* A hand prepared for gf_choice_group: suits in all lanes, free sets taken out, one conflicting rank per slot. */
struct gf_choices {
    gf_v suit[4], rank[3];
    const uint16_t *table; /* [3][4][row] */
    size_t row, count;     /* lanes of a row; options to look at */
};

GF_INLINE uint64_t gf_rol_one(uint64_t x, int n) { return x << n | x >> (64 - n); }

/* Of one spread hand: 0 when the hand has more options than the tables of choices.h. */
GF_INLINE int gf_lay_out(uint64_t mask, struct gf_choices *o)
{
    uint64_t x = (mask & UINT64_C(0x3ffffff)) | ((mask & UINT64_C(0xffffffc000000)) << 6);
    x = (x & UINT64_C(0x00001fff00001fff)) | ((x << 3) & UINT64_C(0x1fff00001fff0000));
    uint64_t z = x & (x >> 1) & (x >> 2), in_run = x & ~((x + z) & ~z); /* as gf_loose */
    uint64_t a = gf_rol_one(x, 16), b = gf_rol_one(x, 32), c = gf_rol_one(x, 48);
    uint64_t sets = (((x & a) | ((x | a) & b)) & c) | (x & a & b);
    uint64_t runs = in_run | gf_rol_one(in_run, 32);
    runs |= gf_rol_one(runs, 16);
    uint64_t both = runs & sets, four = both & x & a & b & c & 0xffff, three = both & ~(x & a & b & c) & 0xffff;
    x &= ~(sets & ~runs);

    uint64_t last4 = four & (four - 1), rest3 = three & (three - 1), rest33 = rest3 & (rest3 - 1);
    if (!four) {
        if (rest33 & (rest33 - 1)) {
            return 0;
        }
        o->table = gf_choices_threes[0][0];
        o->row = GF_THREES_ROW;
        o->count = rest33 ? 8 : 4;
        o->rank[0] = gf_set1(GF_REP16(three ^ rest3));
        o->rank[1] = gf_set1(GF_REP16(rest3 ^ rest33));
        o->rank[2] = gf_set1(GF_REP16(rest33));
    } else if (!last4) {
        if (rest33) {
            return 0;
        }
        o->table = gf_choices_four[0][0];
        o->row = GF_FOUR_ROW;
        o->count = rest3 ? 24 : three ? 12 : 6;
        o->rank[0] = gf_set1(GF_REP16(four));
        o->rank[1] = gf_set1(GF_REP16(three ^ rest3));
        o->rank[2] = gf_set1(GF_REP16(rest3));
    } else {
        if ((last4 & (last4 - 1)) || rest3) {
            return 0;
        }
        o->table = gf_choices_fours[0][0];
        o->row = GF_FOURS_ROW;
        o->count = three ? 72 : 36;
        o->rank[0] = gf_set1(GF_REP16(four ^ last4));
        o->rank[1] = gf_set1(GF_REP16(last4));
        o->rank[2] = gf_set1(GF_REP16(three));
    }
    for (int s = 0; s < 4; s++) {
        o->suit[s] = gf_set1(GF_REP16(x >> (16 * s) & 0x1fff));
    }
    return 1;
}

/* What is left of each suit under the options n, n + 1, ... (4 * GF_LANES of them; the rows are that long). */
GF_INLINE void gf_choice_group(const struct gf_choices *o, size_t n, gf_v rest[4])
{
    for (int s = 0; s < 4; s++) {
        const uint16_t *take = o->table + (size_t)s * o->row + n;
        gf_v out = gf_and(gf_load(take), o->rank[0]);
        out = gf_and_or(gf_load(take + 4 * o->row), o->rank[1], out);
        out = gf_and_or(gf_load(take + 8 * o->row), o->rank[2], out);
        rest[s] = gf_bic(o->suit[s], out);
    }
}

/* Least deadwood over all options of a hand, or GF_UNDECIDED. */
GF_KERNEL unsigned GF_FN(gf_least_of_choices)(uint64_t mask)
{
    struct gf_choices o;
    if (!gf_lay_out(mask, &o)) {
        return GF_UNDECIDED;
    }
    gf_v best = gf_set1(GF_REP16(0x7fff));
    for (size_t n = 0; n < o.count; n += 4 * GF_LANES) {
        gf_v rest[4];
        gf_choice_group(&o, n, rest);
        struct gf_group g = gf_runs_first(rest);
        best = gf_min16(best, gf_points_words(g.once, g.twice));
    }
    return gf_least16(best);
}

/* A group of choices of one hand from number m on, and of the same or another hand from number n on: their best keys. */
GF_INLINE void gf_throw_groups(const struct gf_choices *a, size_t m, const gf_v taken_a[4], gf_v *best_a,
                               const struct gf_choices *b, size_t n, const gf_v taken_b[4], gf_v *best_b)
{
    gf_v rest[4], more[4], card, deadwood, keys_a, keys_b;
    gf_choice_group(a, m < a->count ? m : 0, rest);
    gf_choice_group(b, n < b->count ? n : 0, more);
    struct gf_group g = gf_runs_first(rest), h = gf_runs_first(more);
    gf_throw_pair(&g, &h, taken_a, taken_b, &card, &deadwood);
    gf_throw_keys(card, deadwood, &keys_a, &keys_b);
    *best_a = gf_min16(*best_a, keys_a);
    *best_b = gf_min16(*best_b, keys_b);
}

/*
 * Pass three, two hands at a time: the least key over all choices of a hand; 0 when some choice leaves no card to
 * throw or there are too many.
 */
GF_KERNEL void GF_FN(gf_throws_of_choices)(const uint64_t masks[2], const int taken[2], unsigned keys[2])
{
    struct gf_choices o[2];
    gf_v t[2][4], best[2];
    int known[2];
    for (int i = 0; i < 2; i++) {
        known[i] = gf_lay_out(masks[i], &o[i]);
        o[i].count = known[i] ? o[i].count : 0;
        best[i] = gf_set1(GF_REP16(0x7fff));
        for (int s = 0; s < 4; s++) {
            t[i][s] = taken[i] < 0 || taken[i] / 13 != s ? gf_zero() : gf_set1(GF_REP16(1 << (taken[i] - 13 * s)));
        }
    }
    if (known[0] && known[1] && o[0].count <= GF_GROUP && o[1].count <= GF_GROUP) {
        gf_throw_groups(&o[0], 0, t[0], &best[0], &o[1], 0, t[1], &best[1]);
    } else {
        for (int i = 0; i < 2; i++) {
            for (size_t n = 0; n < o[i].count; n += GF_PAIR) {
                gf_throw_groups(&o[i], n, t[i], &best[i], &o[i], n + GF_GROUP, t[i], &best[i]);
            }
        }
    }
    for (int i = 0; i < 2; i++) {
        keys[i] = known[i] ? gf_least16(best[i]) : 0;
    }
}
