/*
 * Finished hands: the knocker's spread, the defender's joint lay-off, what both are worth. Included once per level, after
 * kern_arrange.inc.h and kern_reply.inc.h.
 *
 * A turn of GF_ROWS hands goes through four passes; the knocker's runs and sets stay in the L1 cache between them.
 */

/* --- scoring ------------------------------------------------------------------------------------------------------- */

/* The payments of one multiplier as the low five bytes of a result row, the points of the bonus worked in. */
struct gf_paid {
    uint64_t of[GF_CASES];
    unsigned multiplier;
};

static inline struct gf_paid gf_paid(const struct gf_hand_rules *rules, int spade)
{
    struct gf_paid paid;
    paid.multiplier = (unsigned)rules->multiplier[spade];
    for (int c = 0; c < GF_CASES; c++) {
        const struct gf_payment *p = &rules->payments[spade][c];
        paid.of[c] = p->outcome | (uint64_t)(uint8_t)p->winner << 8 |
                     (uint64_t)(uint16_t)(rules->multiplier[spade] * p->bonus) << 16 | (uint64_t)p->boxes << 32;
    }
    return paid;
}

/* Outcome, winner, points and boxes from counts in the lanes. */
GF_INLINE gf_v gf_pay(gf_v knocker, gf_v defender, const struct gf_paid *paid)
{
    gf_m none = gf_eq64(defender, gf_zero());
    gf_v difference = gf_sub64(gf_max64(knocker, defender), gf_min64(knocker, defender));
    gf_v at_zero = gf_select(none, gf_set1(paid->of[GF_GIN_NONE]), gf_set1(paid->of[GF_GIN]));
    gf_v won = gf_select(none, gf_set1(paid->of[GF_GIN_OFF]), gf_set1(paid->of[GF_UNDERCUT]));
    won = gf_select(gf_gt64(defender, knocker), gf_set1(paid->of[GF_KNOCK]), won);
    won = gf_select(gf_eq64(defender, knocker), gf_set1(paid->of[GF_LEVEL_COUNTS]), won);
    won = gf_select(gf_eq64(knocker, gf_zero()), at_zero, won);
    if (paid->multiplier != 1) {
        difference = gf_times(difference, paid->multiplier);
    }
    return gf_add64(won, gf_shl64(difference, 16));
}

/* Limit and multiplier of each row; 255 stands for a wrong upcard, which no count fits (limit 0 would admit gin). */
struct gf_stakes {
    uint64_t refused[GF_ROWS], limit[GF_ROWS], spade[GF_ROWS];
};

static inline void gf_stakes(const int8_t *upcards, size_t n, const struct gf_hand_rules *rules, struct gf_stakes *s)
{
    for (size_t i = 0; i < n; i++) {
        int card = upcards[i];
        int fits = card >= -1 && card < 52, at = card < 0 || !fits ? 52 : card;
        s->refused[i] = !fits || rules->limit[at] == 255;
        s->limit[i] = rules->limit[at];
        s->spade[i] = rules->spade[at];
    }
}

/* --- the passes ---------------------------------------------------------------------------------------------------- */

struct gf_turn {
    uint64_t knocker[GF_ROWS]; /* his deadwood */
    uint64_t runs[GF_ROWS], sets[GF_ROWS];
    uint64_t hands[GF_ROWS]; /* the defender's, spread */
    uint64_t before[GF_ROWS], after[GF_ROWS], laid[GF_ROWS];
    uint64_t wrong[GF_ROWS]; /* not 0: refused */
    uint8_t conflicts[GF_ROWS], own_conflicts[GF_ROWS];
};

/* The knocker's best arrangement of the listed rows, all of them in conflict. The list is used up. */
GF_INLINE void gf_settle_spreads(const uint64_t *knockers, uint16_t *list, size_t count, struct gf_turn *t)
{
    uint64_t knocker[GF_ROWS + GF_LANES], runs[GF_ROWS + GF_LANES], sets[GF_ROWS + GF_LANES];
    gf_rows_t many_list;
    size_t many_count = 0;
    gf_m many;
    for (int all = 0; count; all++, count = many_count, list = many_list, many_count = 0) {
        gf_fill_up(list, count);
        for (size_t i = 0; i < count; i += GF_LANES) {
            gf_v hand = gf_spread(gf_fetch(knockers, list + i));
            struct gf_arranged a;
            if (all) {
                a = gf_arrange_all_ways(hand);
            } else {
                a = gf_arrange_two_ways(hand, &many);
                many_count = gf_note(many_list, many_count, list + i, many, count - i);
            }
            gf_store(knocker + i, gf_value(a.dead));
            gf_store(runs + i, a.runs);
            gf_store(sets + i, a.sets);
        }
        for (size_t i = 0; i < count; i++) {
            t->knocker[list[i]] = knocker[i];
            t->runs[list[i]] = runs[i];
            t->sets[list[i]] = sets[i];
        }
    }
}

/* Not 0 for hands that do not hold ten cards. */
GF_INLINE gf_v gf_not_ten(gf_v mask) { return gf_xor(gf_popcount64(mask), gf_set1(10)); }

/* First pass without declared melds. */
GF_INLINE void gf_spread_best(const uint64_t *knockers, size_t n, struct gf_turn *t)
{
    gf_rows_t list;
    gf_v any = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v mask = gf_load(knockers + i), hand = gf_spread(mask), four;
        gf_v ranks = gf_ranks(hand, &four), loose = gf_loose(hand), runs = gf_bic(hand, loose), bad = gf_not_ten(mask);
        gf_store(t->runs + i, runs);
        gf_store(t->sets + i, gf_and(hand, ranks));
        gf_store(t->knocker + i, gf_value(gf_bic(loose, ranks)));
        gf_store(t->wrong + i, bad);
        any = gf_or(any, bad);
        gf_mark(t->conflicts, i, gf_common(runs, ranks));
    }
    if (gf_bits(gf_nonzero(any))) {
        gf_unmark(t->conflicts, t->wrong, n);
    }
    gf_settle_spreads(knockers, list, gf_list_rows(t->conflicts, n, list), t);
}

/* First pass with declared melds: they bind (R-KNOCK). */
GF_INLINE void gf_spread_declared(const uint64_t *knockers, const uint64_t *melds, size_t n, struct gf_turn *t)
{
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v r, s, cards, mask = gf_load(knockers + i), bad = gf_load_melds(melds + 3 * i, &r, &s, &cards);
        gf_store(t->runs + i, r);
        gf_store(t->sets + i, s);
        gf_store(t->knocker + i, gf_value(gf_spread(gf_bic(mask, cards))));
        gf_store(t->wrong + i, gf_or3(bad, gf_bic(cards, mask), gf_not_ten(mask)));
    }
}

/* Second pass: the defender's own deadwood and his reply. Against gin nothing is laid off, so the spread is taken away. */
GF_INLINE void gf_reply_rows(const uint64_t *knockers, const uint64_t *defenders, size_t n, int lay_off_on_gin,
                             struct gf_turn *t)
{
    gf_rows_t list;
    gf_v any = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v mask = gf_load(defenders + i), hand = gf_spread(mask), r = gf_load(t->runs + i), s = gf_load(t->sets + i), d, l;
        gf_v other = gf_load(knockers + i), four, ranks = gf_ranks(hand, &four), loose = gf_loose(hand);
        gf_v bad = gf_or3(gf_load(t->wrong + i), gf_not_ten(mask), gf_maj(mask, other, gf_set1(~GF_DECK)));
        gf_store(t->wrong + i, bad);
        any = gf_or(any, bad);
        if (!lay_off_on_gin) {
            gf_m knock = gf_nonzero(gf_load(t->knocker + i));
            r = gf_keep(knock, r);
            s = gf_keep(knock, s);
            gf_store(t->runs + i, r);
            gf_store(t->sets + i, s);
        }
        gf_mark(t->conflicts, i, gf_plain_reply(hand, r, s, &d, &l));
        gf_mark(t->own_conflicts, i, gf_common(gf_bic(hand, loose), ranks));
        gf_store(t->hands + i, hand);
        gf_store(t->before + i, gf_value(gf_bic(loose, ranks)));
        gf_store(t->after + i, d);
        gf_store(t->laid + i, gf_unspread(l));
    }
    if (gf_bits(gf_nonzero(any))) {
        gf_unmark(t->conflicts, t->wrong, n);
        gf_unmark(t->own_conflicts, t->wrong, n);
    }
    gf_settle_replies(t->hands, t->runs, t->sets, list, gf_list_rows(t->conflicts, n, list), t->after, t->laid, 1);
    gf_settle_deadwood(t->hands, list, gf_list_rows(t->own_conflicts, n, list), t->before);
}

/* Not 0 where a count is over the limit: the difference is negative. */
GF_INLINE gf_v gf_over(gf_v count, gf_v limit) { return gf_shr64(gf_sub64(limit, count), 63); }

/* Last pass: the rows. */
GF_INLINE int gf_pay_rows(size_t n, const struct gf_stakes *stakes, const struct gf_paid paid[2], int spade, uint64_t limit,
                          struct gf_turn *t, struct gf_result_row *out)
{
    gf_v any = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v k = gf_load(t->knocker + i), d = gf_load(t->after + i), row;
        gf_v bad = gf_load(t->wrong + i);
        if (stakes) {
            gf_v spades = gf_load(stakes->spade + i);
            row = gf_select(gf_nonzero(spades), gf_pay(k, d, &paid[1]), gf_pay(k, d, &paid[0]));
            bad = gf_or3(bad, gf_over(k, gf_load(stakes->limit + i)), gf_load(stakes->refused + i));
        } else {
            row = gf_pay(k, d, &paid[spade]);
            bad = gf_or(bad, gf_over(k, gf_set1(limit)));
        }
        row = gf_or3(row, gf_shl64(k, 40), gf_or(gf_shl64(gf_load(t->before + i), 48), gf_shl64(d, 56)));
        gf_store2(out + i, GF_FIELDS(row), gf_load(t->laid + i));
        gf_store(t->wrong + i, bad);
        any = gf_or(any, bad);
    }
    return gf_bits(gf_nonzero(any)) != 0;
}

static GF_NOINLINE int GF_FN(gf_resolve_rows)(const uint64_t *knockers, const uint64_t *defenders, const uint64_t *melds,
                              const int8_t *upcards, const struct gf_hand_rules *rules, const struct gf_paid paid[2], size_t n,
                              struct gf_result_row *out, struct gf_turn *t)
{
    struct gf_stakes stakes;
    if (upcards) {
        gf_stakes(upcards, n, rules, &stakes);
    }
    if (melds) {
        gf_spread_declared(knockers, melds, n, t);
    } else {
        gf_spread_best(knockers, n, t);
    }
    gf_reply_rows(knockers, defenders, n, rules->lay_off_on_gin, t);
    return gf_pay_rows(n, upcards ? &stakes : NULL, paid, rules->spade[52], rules->limit[52], t, out);
}

static size_t GF_FN(gf_resolve)(const uint64_t *knockers, const uint64_t *defenders, const uint64_t *melds,
                                const int8_t *upcards, const struct gf_hand_rules *rules, size_t n,
                                struct gf_result_row *out, uint16_t *todo)
{
    const struct gf_paid paid[2] = {gf_paid(rules, 0), gf_paid(rules, 1)};
    struct gf_turn turn;
    size_t count = 0, start = 0;
    if (!upcards && rules->limit[52] == 255) {
        for (; count < n; count++) {
            todo[count] = (uint16_t)count;
        }
        return n;
    }
    for (size_t part; (part = (n - start) / GF_LANES * GF_LANES); start += part) {
        part = part > GF_ROWS ? GF_ROWS : part;
        if (GF_FN(gf_resolve_rows)(knockers + start, defenders + start, melds ? melds + 3 * start : NULL,
                            upcards ? upcards + start : NULL, rules, paid, part, out + start, &turn)) {
            count = gf_refuse(turn.wrong, part, start, todo, count);
        }
    }
    if (start < n) {
        uint64_t last[5 * GF_LANES] = {0};
        int8_t cards[GF_LANES] = {0};
        struct gf_result_row answers[GF_LANES];
        size_t rest = n - start;
        memcpy(last, knockers + start, rest * 8);
        memcpy(last + GF_LANES, defenders + start, rest * 8);
        if (melds) {
            memcpy(last + 2 * GF_LANES, melds + 3 * start, rest * 24);
        }
        if (upcards) {
            memcpy(cards, upcards + start, rest);
        }
        if (GF_FN(gf_resolve_rows)(last, last + GF_LANES, melds ? last + 2 * GF_LANES : NULL, upcards ? cards : NULL, rules, paid,
                            GF_LANES, answers, &turn)) {
            count = gf_refuse(turn.wrong, rest, start, todo, count);
        }
        memcpy(out + start, answers, rest * sizeof *out);
    }
    return count;
}

static size_t GF_FN(gf_score_counts)(const uint8_t *knocker, const uint8_t *defender, const int8_t *upcards,
                                     const struct gf_hand_rules *rules, size_t n, struct gf_counts_row *out, uint16_t *todo)
{
    const struct gf_paid paid[2] = {gf_paid(rules, 0), gf_paid(rules, 1)};
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        int card = upcards ? upcards[i] : -1;
        int fits = card >= -1 && card < 52, at = card < 0 || !fits ? 52 : card;
        uint64_t k = knocker[i], d = defender[i];
        const struct gf_paid *p = &paid[rules->spade[at] != 0];
        enum gf_case c = k == 0  ? d == 0 ? GF_GIN_NONE : GF_GIN
                         : d > k ? GF_KNOCK
                         : d == k ? GF_LEVEL_COUNTS
                         : d == 0 ? GF_GIN_OFF
                                  : GF_UNDERCUT;
        uint64_t row = p->of[c] + ((d > k ? d - k : k - d) * p->multiplier << 16);
        row = GF_FIELDS(row);
        memcpy(out + i, &row, sizeof *out);
        todo[count] = (uint16_t)i;
        count += !fits || rules->limit[at] == 255 || k > rules->limit[at] || d > 98;
    }
    return count;
}
