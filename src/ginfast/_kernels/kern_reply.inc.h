/*
 * Joint lay-offs: a defender of at most eleven cards against the knocker's spread. Included once per level, after
 * kern_options.inc.h.
 *
 * R the knocker's cards in runs, S in sets, H the defender's: runs are the groups of three or more of H | R, sets the ranks
 * held three times in H | S, taken on H. Where no card of H is in both, that is the answer, in one evaluation.
 */

/* Lanes that hold neither a meld nor nothing; runs gets the lanes that are runs (or nothing). x is spread, inside the deck. */
GF_INLINE gf_m gf_no_meld(gf_v x, gf_m *runs)
{
    gf_v low = gf_and(x, gf_sub64(gf_zero(), x)), rank = gf_any4(low), lacking = gf_bic(rank, x);
    /* Bits that stay when a one is added at the lowest card, and the third card where it is missing: 0 for a run. */
    gf_v no_run = gf_or(gf_and(x, gf_add64(x, low)), gf_bic(gf_shl64(low, 2), x));
    /* Cards of other ranks, and a second missing card of the rank: 0 for a set. */
    gf_v no_set = gf_or(gf_bic(x, rank), gf_and(lacking, gf_sub64(lacking, gf_set1(1))));
    gf_m not_run = gf_nonzero(no_run);
    *runs = gf_m_not(not_run);
    return gf_m_and(not_run, gf_nonzero(no_set));
}

/* The spread of GF_LANES rows of three melds: cards in runs and in sets (spread form), all cards as a mask; returns the
 * lanes with anything that is no meld, or is outside the deck, or overlaps. */
GF_INLINE gf_m gf_load_melds(const uint64_t *melds, gf_v *runs, gf_v *sets, gf_v *cards)
{
    gf_v x, y, z;
    gf_m run_x, run_y, run_z, bad;
    gf_load3(melds, &x, &y, &z);
    *cards = gf_or3(x, y, z);
    /* Sum and union agree on disjoint masks only. */
    bad = gf_m_or(gf_common(*cards, gf_set1(~GF_DECK)), gf_m_not(gf_eq64(*cards, gf_add64(gf_add64(x, y), z))));
    x = gf_spread(x);
    y = gf_spread(y);
    z = gf_spread(z);
    bad = gf_m_or(bad, gf_no_meld(x, &run_x));
    bad = gf_m_or(bad, gf_no_meld(y, &run_y));
    bad = gf_m_or(bad, gf_no_meld(z, &run_z));
    *runs = gf_or3(gf_keep(run_x, x), gf_keep(run_y, y), gf_keep(run_z, z));
    *sets = gf_bic(gf_or3(x, y, z), *runs);
    return bad;
}

/* The answer without conflict, and the lanes with one. */
GF_INLINE gf_m gf_plain_reply(gf_v hand, gf_v runs, gf_v sets, gf_v *deadwood, gf_v *laid)
{
    gf_v ranks = gf_atleast3(gf_or(hand, sets)), taken = gf_and(hand, ranks);
    gf_v loose = gf_loose(gf_or(hand, runs)), grouped = gf_bic(hand, loose);
    *deadwood = gf_value(gf_and_bic(hand, loose, ranks));
    *laid = gf_and_or(taken, gf_rol_suit1(sets), gf_and(grouped, gf_loose(hand)));
    return gf_common(grouped, ranks);
}

/* Deadwood and cards laid off (spread form) of the listed rows, all of them in conflict; list is used up. */
GF_INLINE void gf_settle_replies(const uint64_t *hands, const uint64_t *runs, const uint64_t *sets, uint16_t *list,
                                 size_t count, uint64_t *deadwood, uint64_t *laid)
{
    gf_rows_t many_list;
    size_t many_count = 0;
    gf_m many;
    if (!count) {
        return;
    }
    gf_fill_up(list, count);
    for (size_t i = 0; i < count; i += GF_LANES) {
        const uint16_t *rows = list + i;
        struct gf_reply r =
            gf_reply_two_ways(gf_fetch(hands, rows), gf_fetch(runs, rows), gf_fetch(sets, rows), &many);
        many_count = gf_note(many_list, many_count, rows, many, count - i);
        gf_put_rows(deadwood, rows, gf_shr64(r.key, 4));
        gf_put_rows(laid, rows, r.laid);
    }
    if (!many_count) {
        return;
    }
    gf_fill_up(many_list, many_count);
    for (size_t i = 0; i < many_count; i += GF_LANES) {
        const uint16_t *rows = many_list + i;
        struct gf_reply r = gf_reply_all_ways(gf_fetch(hands, rows), gf_fetch(runs, rows), gf_fetch(sets, rows));
        gf_put_rows(deadwood, rows, gf_shr64(r.key, 4));
        gf_put_rows(laid, rows, r.laid);
    }
}

GF_INLINE int gf_lay_off_rows(const uint64_t *defenders, const uint64_t *melds, size_t n, struct gf_lay_off_row *out,
                              uint8_t *refused)
{
    const gf_v outside = gf_set1(~GF_DECK), eleven = gf_set1(11);
    uint64_t hands[GF_ROWS], runs[GF_ROWS], sets[GF_ROWS], deadwood[GF_ROWS], laid[GF_ROWS];
    uint8_t conflicts[GF_ROWS];
    gf_rows_t list;
    gf_m any = gf_no_lane();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v r, s, cards, d, l, mask = gf_load(defenders + i), hand = gf_spread(mask);
        gf_m bad = gf_load_melds(melds + 3 * i, &r, &s, &cards), conflict = gf_plain_reply(hand, r, s, &d, &l);
        bad = gf_m_or(bad, gf_m_or(gf_common(mask, gf_or(cards, outside)), gf_gt64(gf_popcount64(mask), eleven)));
        any = gf_m_or(any, bad);
        gf_mark(refused, i, bad);
        gf_mark(conflicts, i, gf_m_and(conflict, gf_m_not(bad)));
        gf_store(hands + i, hand);
        gf_store(runs + i, r);
        gf_store(sets + i, s);
        gf_store(deadwood + i, d);
        gf_store(laid + i, l);
    }
    gf_settle_replies(hands, runs, sets, list, gf_list_rows(conflicts, n, list), deadwood, laid);
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_store2(out + i, GF_FIELDS(gf_load(deadwood + i)), gf_unspread(gf_load(laid + i)));
    }
    return gf_bits(any) != 0;
}

static size_t GF_FN(gf_lay_off)(const uint64_t *defenders, const uint64_t *melds, size_t n, struct gf_lay_off_row *out,
                                uint16_t *todo)
{
    uint8_t refused[GF_ROWS];
    gf_rows_t rows;
    size_t count = 0, start = 0;
    for (size_t part; (part = (n - start) / GF_LANES * GF_LANES); start += part) {
        part = part > GF_ROWS ? GF_ROWS : part;
        if (gf_lay_off_rows(defenders + start, melds + 3 * start, part, out + start, refused)) {
            count = gf_refuse(refused, part, start, rows, todo, count);
        }
    }
    if (start < n) {
        uint64_t hands[GF_LANES] = {0}, spreads[3 * GF_LANES] = {0};
        struct gf_lay_off_row answers[GF_LANES];
        memcpy(hands, defenders + start, (n - start) * sizeof *hands);
        memcpy(spreads, melds + 3 * start, (n - start) * 3 * sizeof *spreads);
        if (gf_lay_off_rows(hands, spreads, GF_LANES, answers, refused)) {
            count = gf_refuse(refused, n - start, start, rows, todo, count);
        }
        memcpy(out + start, answers, (n - start) * sizeof *out);
    }
    return count;
}
