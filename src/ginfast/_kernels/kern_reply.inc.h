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

/* n <= GF_ROWS rows, a multiple of GF_LANES. Returned is whether any is refused, by its word of wrong, which is written
 * only then. */
static GF_NOINLINE int GF_FN(gf_lay_off_rows)(const uint64_t *defenders, const uint64_t *melds, size_t n,
                                              struct gf_lay_off_row *out, uint64_t *wrong)
{
    uint64_t runs[GF_ROWS], sets[GF_ROWS];
    uint8_t conflicts[GF_ROWS];
    struct gf_replies b;
    gf_rows_t list;
    gf_v r, s, cards, any = gf_zero(), most = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v d, l, mask = gf_load(defenders + i), hand = gf_spread(mask),
                   bad = gf_load_melds(melds + 3 * i, &r, &s, &cards);
        gf_ahead(defenders + i, sizeof *defenders);
        gf_ahead(melds + 3 * i, 3 * sizeof *melds);
        gf_ahead(out + i, sizeof *out);
        any = gf_or3(any, bad, gf_wrong_cards(mask, cards));
        most = gf_most(most, gf_popcount64(mask));
        gf_mark(conflicts, i, gf_plain_reply(hand, r, s, &d, &l));
        gf_store(runs + i, r);
        gf_store(sets + i, s);
        gf_store2(out + i, GF_FIELDS(d), gf_unspread(l));
    }
    int refused = gf_bits(gf_m_or(gf_nonzero(any), gf_gt64(most, gf_set1(11)))) != 0;
    if (refused) {
        for (size_t i = 0; i < n; i += GF_LANES) {
            gf_v mask = gf_load(defenders + i), bad = gf_load_melds(melds + 3 * i, &r, &s, &cards);
            gf_store(wrong + i, gf_or3(bad, gf_wrong_cards(mask, cards), gf_too_many(mask)));
        }
        gf_unmark(conflicts, wrong, n); /* of any number of cards, hence of ways */
    }
    size_t count = gf_list_rows(conflicts, n, list);
    if (count) {
        GF_FN(gf_settle_replies)(defenders, runs, sets, list, count, &b);
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
    for (size_t part; (part = (n - start) / GF_LANES * GF_LANES); start += part) {
        part = part > GF_ROWS ? GF_ROWS : part;
        if (GF_FN(gf_lay_off_rows)(defenders + start, melds + 3 * start, part, out + start, wrong)) {
            count = gf_refuse(wrong, part, start, todo, count);
        }
    }
    if (start < n) {
        uint64_t hands[GF_LANES] = {0}, spreads[3 * GF_LANES] = {0};
        struct gf_lay_off_row answers[GF_LANES];
        memcpy(hands, defenders + start, (n - start) * sizeof *hands);
        memcpy(spreads, melds + 3 * start, (n - start) * 3 * sizeof *spreads);
        if (GF_FN(gf_lay_off_rows)(hands, spreads, GF_LANES, answers, wrong)) {
            count = gf_refuse(wrong, n - start, start, todo, count);
        }
        memcpy(out + start, answers, (n - start) * sizeof *out);
    }
    return count;
}
