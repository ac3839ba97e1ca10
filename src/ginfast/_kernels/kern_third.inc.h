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
