/*
 * Joint lay-offs: a defender of at most eleven cards against the knocker's spread. Included once per level, after
 * kern_options.inc.h.
 *
 * R the knocker's cards in runs, S in sets, H the defender's: runs are the groups of three or more of H | R, sets the
 * ranks held three times in H | S, taken on H. Where no card of H is in both, that is the answer, in one evaluation;
 * most other hands need no second one either, see gf_plain_reply.
 */

/*
 * The spread of GF_LANES rows of three melds: cards in runs and in sets (spread form) and all cards (as a mask), of
 * masks that are melds or 0. Lanes of the result with a bit hold something else: a mask that is no meld, bits outside
 * the deck, a card twice.
 */
#if GF_LEVEL == 2
/*
 * A spread meld moved up to bit 63: a run is then contiguous from there, a set three or four of the bits 63, 47, 31,
 * 15. Bits of the result tell where that and its double differ: at the lowest card of a run; at 63 and at two bits for
 * each other card of a set.
 */
GF_INLINE gf_v gf_meld_edges(gf_v x, gf_m *run)
{
    gf_v n = _mm512_sllv_epi64(x, _mm512_lzcnt_epi64(x)), up = gf_add64(n, n);
    *run = _mm512_movepi64_mask(up);
    return gf_xor(n, up);
}

/*
 * The bits that are no edges of a meld with so many edges, modulo 16. The moved meld is 0 or has bit 63, and at most
 * 13 cards follow each other.
 *   0      No card. Of sixteen edges, all are left.
 *   1      The cards are contiguous from bit 63 on: a run if the lowest is at 61 or below. The bits 51..61 do not hold
 *          seventeen edges.
 *   5, 7   Only edges at 63 and at 48 and 47, 32 and 31, 16 and 15. Thirteen cards do not reach from one pair to the
 *          next, so both edges of a pair are there, for a card at 47, 31, 15, or neither; the number being odd, 63 is
 *          there too. A set of three or four.
 * No meld has another number: all edges are left.
 */
GF_INLINE gf_v gf_no_edges(gf_v edges)
{
    const long long run = ~0x3ff8000000000000, set = 0x7ffe7ffe7ffe7fff; /* bits 51..61; bits 15, 16, ... 63 */
    const gf_v table = _mm512_setr_epi64(-1, run, -1, -1, -1, set, -1, set);
    return _mm512_permutex2var_epi64(table, gf_popcount64(edges), gf_set1(~UINT64_C(0)));
}

GF_INLINE gf_v gf_load_melds(const uint64_t *melds, gf_v *runs, gf_v *sets, gf_v *cards)
{
    gf_v x, y, z, bad;
    gf_m rx, ry, rz;
    gf_load3(melds, &x, &y, &z);
    *cards = gf_or3(x, y, z);
    bad = gf_maj(x, y, z);
    x = gf_spread(x);
    y = gf_spread(y);
    z = gf_spread(z);
    gf_v ex = gf_meld_edges(x, &rx), ey = gf_meld_edges(y, &ry), ez = gf_meld_edges(z, &rz);
    bad = gf_and_or(ex, gf_no_edges(ex), bad);
    bad = gf_and_or(ey, gf_no_edges(ey), bad);
    bad = gf_and_or(ez, gf_no_edges(ez), bad);
    *runs = gf_keep(rx, x);
    *runs = _mm512_mask_or_epi64(*runs, ry, *runs, y);
    *runs = _mm512_mask_or_epi64(*runs, rz, *runs, z);
    *sets = gf_xor(gf_or3(x, y, z), *runs);
    return bad;
}
#elif GF_LANES > 1
/* Not 0 where a spread mask is neither a meld nor 0; runs is all ones where it is a run or 0. */
GF_INLINE gf_v gf_no_meld(gf_v x, gf_v *runs)
{
    gf_v low = gf_and(x, gf_sub64(gf_zero(), x)), other = gf_xor(x, gf_any4(low));
    /* Bits that stay when a one is added at the lowest card, and the third card where it is missing: 0 for a run. */
    gf_v no_run = gf_or(gf_and(x, gf_add64(x, low)), gf_bic(gf_shl64(low, 2), x));
    /* Cards of other ranks, and all but one of the missing cards of the rank: 0 for a set. */
    gf_v no_set = gf_and(other, gf_or(x, gf_sub64(other, gf_set1(1))));
    *runs = gf_eq64(no_run, gf_zero());
    return gf_bic(no_set, *runs);
}

GF_INLINE gf_v gf_load_melds(const uint64_t *melds, gf_v *runs, gf_v *sets, gf_v *cards)
{
    gf_v x, y, z, rx, ry, rz, twice, wrong;
    gf_load3(melds, &x, &y, &z);
    *cards = gf_or3(x, y, z);
    twice = gf_maj(x, y, z);
    x = gf_spread(x);
    y = gf_spread(y);
    z = gf_spread(z);
    wrong = gf_no_meld(x, &rx);
    wrong = gf_or3(wrong, gf_no_meld(y, &ry), gf_no_meld(z, &rz));
    *runs = gf_or3(gf_and(x, rx), gf_and(y, ry), gf_and(z, rz));
    *sets = gf_xor(gf_or3(x, y, z), *runs);
    return gf_or(wrong, twice);
}
#else
/* The sixteen shapes of a meld moved down to bit 0: none, runs of 3 to 13, sets; each in its own place. */
GF_INLINE uint64_t gf_meld_shape(uint64_t shape)
{
    static const uint64_t shapes[16] = {0x0,  0x8000002001, 0x3f,  0x7f,      0xff, 0x1fff, 0x8004000001, 0x7, 0x1ff,
                                        0x1f, 0x8004002001, 0xfff, 0x4002001, 0xf,  0x7ff,  0x3ff};
    return shapes[(shape * UINT64_C(0xec3a52a301d0952f)) >> 60];
}

GF_INLINE gf_v gf_load_melds(const uint64_t *melds, gf_v *runs, gf_v *sets, gf_v *cards)
{
    const uint64_t kings = UINT64_C(0x4002001000); /* clubs to hearts: the next bit is another suit's ace */
    uint64_t wrong = 0, pairs = 0, r = 0, all = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t m = melds[i], edges = m & (m >> 1), shape = m >> gf_lowest_bit(m | UINT64_C(1) << 63);
        wrong |= (gf_meld_shape(shape) ^ shape) | (all & m);
        pairs |= edges;
        r |= edges ? m : 0;
        all |= m;
    }
    wrong |= pairs & kings;
    *cards = all;
    *runs = gf_spread(r);
    *sets = gf_spread(all ^ r);
    return wrong;
}
#endif

/* gf_loose on the cards of x; the other bits are of no meaning. */
GF_INLINE gf_v gf_loose_of(gf_v x)
{
    gf_v z = gf_and3(gf_shr64(x, 1), gf_shr64(x, 2), x);
    return gf_bic(gf_add64(x, z), z);
}

/*
 * The reply with every own set taken whole and the rest joined to the spread, and the lanes where another may be
 * better.
 *
 * Own sets: the ranks held three or four times in H. Of the other cards, those in a group of the rest of H | R stand;
 * of those alone, the fourth cards of the knocker's sets are laid off and the others are dead. Let no dead card lie in
 * a group of H | R, and no card of an own set in a run of H. Then no choice X of sets does better:
 *   deadwood  A dead card here is alone in H | R, so in every X, and fits no set: it is dead in every X.
 *   laid off  A card laid off here is in no own set and in no run of H, so in X it is laid off too, or dead; the latter
 *             makes X dearer. So an X of equal deadwood lays off these cards and perhaps more.
 * Taking no card of a run of H also leaves these runs whole: the cards of the rest outside them are in no own run.
 * The other lanes are conflicts: among them all hands whose own melds conflict.
 */
GF_INLINE gf_m gf_plain_reply(gf_v hand, gf_v runs, gf_v sets, gf_v *deadwood, gf_v *laid)
{
    gf_v ranks = gf_in_threes(hand), loose = gf_loose_of(hand), rest = gf_bic(hand, ranks);
    gf_v dead = gf_and_bic(rest, gf_loose_of(gf_or(rest, runs)), gf_rol_suit1(sets));
    gf_v broken = gf_and_bic(hand, ranks, loose), avoidable = gf_bic(dead, gf_loose_of(gf_or(hand, runs)));
    *deadwood = gf_value(dead);
    *laid = gf_and_bic(rest, loose, dead);
    return gf_nonzero(gf_or(broken, avoidable));
}

/* Not 0 for a defender with a card of the spread, and for cards of either outside the deck. */
GF_INLINE gf_v gf_wrong_cards(gf_v mask, gf_v cards) { return gf_maj(mask, cards, gf_set1(~GF_DECK)); }

/* What the first pass notices of all rows: bits where one breaks a rule, the most cards of a defender. */
struct gf_reply_notes {
    gf_v any, most;
};

/* What it keeps of each row: spreads for the second pass, conflicts. */
struct gf_reply_rows {
    uint64_t runs[GF_BUFFER], sets[GF_BUFFER];
    uint8_t conflicts[GF_ROWS];
};

#if GF_LANES == 2 || GF_LANES == 4
/*
 * With these vectors the first pass works on transposed groups (vec.h): whether the suits of a meld agree, how many cards
 * of a rank there are, and the points are then plain logic. A sixth faster; three-input logic and tables of 128 bytes
 * make the spread form the faster one again.
 */
#define GF_REPLY_ROWS GF_GROUP

/* 4 * GF_LANES rows of suits back to spread hands: m[w] has the words w of the four suits. The inverse of the
 * transposition. */
GF_INLINE void gf_turn_back(const gf_v s[4], gf_v m[4])
{
    gf_v evens = gf_evens16(s[0], s[1]), odds = gf_odds16(s[0], s[1]);
    gf_v more_evens = gf_evens16(s[2], s[3]), more_odds = gf_odds16(s[2], s[3]);
    m[0] = gf_evens32(evens, more_evens);
    m[1] = gf_evens32(odds, more_odds);
    m[2] = gf_odds32(evens, more_evens);
    m[3] = gf_odds32(odds, more_odds);
}

/*
 * A group of melds, by suits. Returned: bits in the lanes that hold neither a meld nor nothing. *run: all ones where it is
 * a run or nothing. *ranks: its ranks.
 *
 * In a meld all ranks are consecutive and one suit has them all. A run has no rank twice, so the other suits are empty,
 * and at least three ranks: the second above the lowest is there. A set has one rank, three or four times.
 */
GF_INLINE gf_v gf_turned_meld(const gf_v x[4], gf_v *run, gf_v *ranks)
{
    gf_v all = gf_or(gf_or3(x[0], x[1], x[2]), x[3]), low = gf_and(all, gf_sub16(gf_zero(), all));
    gf_v odd = gf_xor3(x[0], x[1], x[2]), two = gf_maj(x[0], x[1], x[2]);
    gf_v three = gf_and(gf_or(odd, x[3]), two), most = gf_max16(gf_max16(x[0], x[1]), gf_max16(x[2], x[3]));
    gf_v bad = gf_or(gf_and(gf_add16(all, low), all), gf_xor(most, all));
    *ranks = all;
    *run = gf_zero16(gf_and_or(odd, x[3], two));
    return gf_or(bad, gf_pick(*run, gf_bic(gf_shl64(low, 2), all), gf_diff3(three, low, all)));
}

/* The spreads of a group of rows: cards in runs by suits; returned are the ranks of sets. hand: the defenders' masks. */
GF_INLINE gf_v gf_turned_spreads(const gf_v hand[4], const uint64_t *melds, gf_v runs[4], struct gf_reply_notes *notes)
{
    gf_v m[3][4], x[4], run, ranks, sets = gf_zero();
    for (int w = 0; w < 4; w++) {
        gf_load3(melds + 3 * GF_LANES * w, &m[0][w], &m[1][w], &m[2][w]);
        gf_v all = gf_or(gf_or3(m[0][w], m[1][w], m[2][w]), hand[w]);
        gf_v sum = gf_add64(gf_add64(m[0][w], m[1][w]), gf_add64(m[2][w], hand[w]));
        /* the sum is more than the union if a card is held twice; beyond the deck it may be anything */
        notes->any = gf_or3(notes->any, gf_xor(sum, all), gf_and(all, gf_set1(~GF_DECK)));
    }
    for (int s = 0; s < 4; s++) {
        runs[s] = gf_zero();
    }
    for (int i = 0; i < 3; i++) {
        gf_turn_suits(m[i], x);
        notes->any = gf_or(notes->any, gf_turned_meld(x, &run, &ranks));
        sets = gf_or(gf_bic(ranks, run), sets);
        for (int s = 0; s < 4; s++) {
            runs[s] = gf_and_or(x[s], run, runs[s]);
        }
    }
    return sets;
}

/* gf_plain_reply of a group; rows in conflict are marked. */
GF_INLINE void gf_turned_replies(const uint64_t *defenders, const uint64_t *melds, struct gf_lay_off_row *out,
                                 uint8_t *conflicts, size_t at, struct gf_reply_notes *notes)
{
    gf_v m[4], h[4], runs[4], dead[4], laid[4], conflict = gf_zero();
    for (int w = 0; w < 4; w++) {
        m[w] = gf_load(defenders + GF_LANES * w);
        notes->most = gf_most(notes->most, gf_popcount64(m[w]));
    }
    gf_v fourth = gf_turned_spreads(m, melds, runs, notes);
    gf_turn_suits(m, h);
    gf_v own = gf_or_and(gf_xor3(h[0], h[1], h[2]), h[3], gf_maj(h[0], h[1], h[2]));
    for (int s = 0; s < 4; s++) {
        gf_v loose = gf_loose_of(h[s]), rest = gf_bic(h[s], own);
        dead[s] = gf_and_bic(rest, gf_loose_of(gf_or(rest, runs[s])), fourth);
        laid[s] = gf_and_bic(rest, loose, dead[s]);
        conflict = gf_or3(conflict, gf_and_bic(h[s], own, loose), gf_bic(dead[s], gf_loose_of(gf_or(h[s], runs[s]))));
    }
    /* no rank is dead more than twice */
    gf_v once = gf_or(gf_or3(dead[0], dead[1], dead[2]), dead[3]);
    gf_v twice = gf_and_or(gf_xor3(dead[0], dead[1], dead[2]), dead[3], gf_maj(dead[0], dead[1], dead[2]));
    gf_v points = gf_points_words(once, twice);
    gf_turn_back(laid, m);
    for (int w = 0; w < 4; w++) {
        gf_v word = gf_set1(UINT64_C(0xffff) << (16 * w)), deadwood = gf_and(points, word);
        gf_mark(conflicts, at + (size_t)(GF_LANES * w), gf_common(conflict, word));
        deadwood = w == 0   ? deadwood
                   : w == 1 ? gf_shr64(deadwood, 16)
                   : w == 2 ? gf_shr64(deadwood, 32)
                            : gf_shr64(deadwood, 48);
        gf_store2(out + GF_LANES * w, GF_FIELDS(deadwood), gf_unspread(m[w]));
    }
}

/* The first pass: n rows, a multiple of GF_REPLY_ROWS. */
GF_INLINE struct gf_reply_notes gf_first_replies(const uint64_t *defenders, const uint64_t *melds, size_t n,
                                                 struct gf_lay_off_row *out, struct gf_reply_rows *rows)
{
    struct gf_reply_notes notes = {gf_zero(), gf_zero()};
    for (size_t i = 0; i < n; i += GF_GROUP) {
        for (size_t j = i; j < i + GF_GROUP; j += GF_LANES) {
            gf_ahead(defenders + j, sizeof *defenders);
            gf_ahead(melds + 3 * j, 3 * sizeof *melds);
            gf_ahead(out + j, sizeof *out);
        }
        gf_turned_replies(defenders + i, melds + 3 * i, out + i, rows->conflicts, i, &notes);
    }
    return notes;
}

/* Settle the listed rows, brought together with their spreads. */
GF_INLINE void gf_settle_listed(const uint64_t *defenders, const uint64_t *melds, uint16_t *list, size_t count,
                                struct gf_reply_rows *rows, struct gf_replies *b)
{
    uint64_t hands[GF_BUFFER], spreads[3 * GF_BUFFER];
    gf_rows_t all;
    gf_v r, s, cards;
    for (size_t i = 0; i < count; i++) {
        hands[i] = defenders[list[i]];
        memcpy(spreads + 3 * i, melds + 3 * (size_t)list[i], 3 * sizeof *melds);
        all[i] = (uint16_t)i;
    }
    memset(spreads + 3 * count, 0, 3 * GF_LANES * sizeof *spreads);
    for (size_t i = 0; i < count; i += GF_LANES) {
        gf_load_melds(spreads + 3 * i, &r, &s, &cards);
        gf_store(rows->runs + i, r);
        gf_store(rows->sets + i, s);
    }
    GF_FN(gf_settle_replies)(hands, rows->runs, rows->sets, all, count, b);
}
#else
#define GF_REPLY_ROWS GF_LANES
GF_INLINE struct gf_reply_notes gf_first_replies(const uint64_t *defenders, const uint64_t *melds, size_t n,
                                                 struct gf_lay_off_row *out, struct gf_reply_rows *rows)
{
    struct gf_reply_notes notes = {gf_zero(), gf_zero()};
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v r, s, cards, d, l, mask = gf_load(defenders + i), hand = gf_spread(mask),
                                bad = gf_load_melds(melds + 3 * i, &r, &s, &cards);
        notes.any = gf_or3(notes.any, bad, gf_wrong_cards(mask, cards));
        notes.most = gf_most(notes.most, gf_popcount64(mask));
        gf_mark(rows->conflicts, i, gf_plain_reply(hand, r, s, &d, &l));
        gf_store(rows->runs + i, r);
        gf_store(rows->sets + i, s);
        gf_store2(out + i, GF_FIELDS(d), gf_unspread(l));
        gf_ahead(defenders + i, sizeof *defenders);
        gf_ahead(melds + 3 * i, 3 * sizeof *melds);
        gf_ahead(out + i, sizeof *out);
    }
    return notes;
}

GF_INLINE void gf_settle_listed(const uint64_t *defenders, const uint64_t *melds, uint16_t *list, size_t count,
                                struct gf_reply_rows *rows, struct gf_replies *b)
{
    (void)melds; /* the first pass has kept all spreads */
    GF_FN(gf_settle_replies)(defenders, rows->runs, rows->sets, list, count, b);
}
#endif

/* n <= GF_ROWS rows, a multiple of GF_REPLY_ROWS. Returned is whether any is refused, by its word of wrong, which is
 * written only then. */
static GF_NOINLINE int GF_FN(gf_lay_off_rows)(const uint64_t *defenders, const uint64_t *melds, size_t n,
                                              struct gf_lay_off_row *out, uint64_t *wrong)
{
    struct gf_reply_rows rows;
    struct gf_replies b;
    gf_rows_t list;
    gf_v r, s, cards;
    struct gf_reply_notes notes = gf_first_replies(defenders, melds, n, out, &rows);
    int refused = gf_bits(gf_m_or(gf_nonzero(notes.any), gf_gt64(notes.most, gf_set1(11)))) != 0;
    if (refused) {
        for (size_t i = 0; i < n; i += GF_LANES) {
            gf_v mask = gf_load(defenders + i), bad = gf_load_melds(melds + 3 * i, &r, &s, &cards);
            gf_store(wrong + i, gf_or3(bad, gf_wrong_cards(mask, cards), gf_too_many(mask)));
        }
        gf_unmark(rows.conflicts, wrong, n); /* of any number of cards, hence of ways */
    }
    size_t count = gf_list_rows(rows.conflicts, n, list);
    if (count) {
        gf_settle_listed(defenders, melds, list, count, &rows, &b);
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t deadwood = GF_FIELDS(b.deadwood[i]);
        memcpy(out + list[i], &deadwood, 8);
        out[list[i]].laid_off = b.laid[i];
    }
    return refused;
}

static size_t GF_FN(gf_lay_off)(const uint64_t *defenders, const uint64_t *melds, size_t n, struct gf_lay_off_row *out,
                                uint16_t *todo)
{
    uint64_t wrong[GF_ROWS];
    size_t count = 0, start = 0;
    for (size_t part; (part = (n - start) / GF_REPLY_ROWS * GF_REPLY_ROWS); start += part) {
        part = part > GF_ROWS ? GF_ROWS : part;
        if (GF_FN(gf_lay_off_rows)(defenders + start, melds + 3 * start, part, out + start, wrong)) {
            count = gf_refuse(wrong, part, start, todo, count);
        }
    }
    if (start < n) {
        uint64_t hands[GF_REPLY_ROWS] = {0}, spreads[3 * GF_REPLY_ROWS] = {0};
        struct gf_lay_off_row answers[GF_REPLY_ROWS];
        memcpy(hands, defenders + start, (n - start) * sizeof *hands);
        memcpy(spreads, melds + 3 * start, (n - start) * 3 * sizeof *spreads);
        if (GF_FN(gf_lay_off_rows)(hands, spreads, GF_REPLY_ROWS, answers, wrong)) {
            count = gf_refuse(wrong, n - start, start, todo, count);
        }
        memcpy(out + start, answers, (n - start) * sizeof *out);
    }
    return count;
}
