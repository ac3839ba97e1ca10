/*
 * Pass three: one hand with several conflicting ranks, its options laid over the 16-bit lanes of four vectors, one
 * per suit. Over vec.h; included once per level (see level.inc.h), before kern_deadwood.inc.h and kern_discard.inc.h
 * use it.
 */
#define GF_UNDECIDED 0xffffu

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
