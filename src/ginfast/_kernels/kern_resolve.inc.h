/*
 * Finished hands: the knocker's spread, the defender's joint lay-off, what both are worth. Included once per level,
 * after kern_arrange.inc.h and kern_reply.inc.h.
 *
 * A turn of GF_ROWS hands goes through four passes; the knocker's runs and sets stay in the L1 cache between them.
 */

/* --- scoring ------------------------------------------------------------------------------------------------------ */

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

/* Limit and multiplier of each row by its upcard: limit * 2 + spade. No count is within a negative one. */
#define GF_SPADE 1

static inline void gf_stakes(const int8_t *upcards, size_t n, const struct gf_hand_rules *rules, uint64_t *stakes)
{
    for (size_t i = 0; i < n; i++) {
        int card = upcards[i];
        int fits = card >= -1 && card < 52, at = card < 0 || !fits ? 52 : card;
        stakes[i] =
            !fits || rules->limit[at] == 255 ? ~UINT64_C(0) : rules->limit[at] * 2u + (rules->spade[at] ? GF_SPADE : 0);
    }
}

/* --- the passes --------------------------------------------------------------------------------------------------- */

struct gf_turn {
    uint64_t runs[GF_ROWS], sets[GF_ROWS]; /* the knocker's */
    uint64_t counts[GF_ROWS];              /* his deadwood, then + 256 * the defender's before laying off */
    uint64_t after[GF_ROWS], laid[GF_ROWS];
    uint8_t conflicts[GF_ROWS];
    gf_rows_t list;
};

/* Knockers in conflict. */
GF_INLINE void gf_spread_list(const uint64_t *knockers, uint16_t *rows, size_t count, struct gf_turn *t)
{
    struct gf_spreads b;
    if (!count) {
        return;
    }
    GF_FN(gf_settle_spreads)(knockers, rows, count, &b);
    for (size_t i = 0; i < count; i += GF_LANES) {
        struct gf_arranged a = gf_arranged(gf_load(b.hand + i), gf_load(b.sets + i));
        gf_store(b.key + i, gf_value(a.dead));
        gf_store(b.less + i, a.runs);
    }
    for (size_t i = 0; i < count; i++) {
        t->counts[rows[i]] = b.key[i];
        t->runs[rows[i]] = b.less[i];
        t->sets[rows[i]] = b.sets[i];
    }
}

/* Replies in conflict. A conflict of the defender's own melds is one of these too, so his own deadwood is settled
 * along. */
GF_INLINE void gf_reply_list(const uint64_t *defenders, uint16_t *rows, size_t count, struct gf_turn *t)
{
    struct gf_replies b;
    gf_m more;
    if (!count) {
        return;
    }
    GF_FN(gf_settle_replies)(defenders, t->runs, t->sets, rows, count, &b);
    for (size_t i = 0; i < count; i += GF_LANES) {
        gf_store(b.key + i, gf_deadwood_two_ways(gf_load(b.hand + i), &more));
        gf_mark(b.marks, i, more);
    }
    size_t left = gf_marked(b.marks, count, b.open);
    for (size_t i = 0; i < left; i += GF_LANES) {
        const uint16_t *at = b.open + i;
        gf_put_lanes(b.key, at, gf_deadwood_all_ways(gf_fetch(b.hand, at), gf_fetch(b.key, at)));
    }
    for (size_t i = 0; i < count; i++) {
        t->counts[rows[i]] = (t->counts[rows[i]] & 255) | b.key[i] << 8;
        t->after[rows[i]] = b.deadwood[i];
        t->laid[rows[i]] = b.laid[i];
    }
}

/* Not 0 for hands that do not hold ten cards. */
GF_INLINE gf_v gf_not_ten(gf_v mask) { return gf_xor(gf_popcount64(mask), gf_set1(10)); }

/* In both hands, or in one and outside the deck. */
GF_INLINE gf_v gf_not_apart(gf_v knocker, gf_v defender) { return gf_maj(knocker, defender, gf_set1(~GF_DECK)); }

/* What is wrong with the hands and declared melds of a turn, a word a row; asked for only when something is. */
static GF_NOINLINE void GF_FN(gf_wrong_hands)(const uint64_t *knockers, const uint64_t *defenders,
                                              const uint64_t *melds, size_t n, uint64_t *wrong)
{
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v r, s, cards, k = gf_load(knockers + i), d = gf_load(defenders + i);
        gf_v bad = gf_or3(gf_not_apart(k, d), gf_not_ten(k), gf_not_ten(d));
        if (melds) {
            gf_v no_melds = gf_load_melds(melds + 3 * i, &r, &s, &cards);
            bad = gf_or3(bad, no_melds, gf_bic(cards, k));
        }
        gf_store(wrong + i, bad);
    }
}

/* First pass without declared melds. Returns whether a hand is wrong, marks the conflicts. */
GF_INLINE int gf_spread_best(const uint64_t *knockers, size_t n, struct gf_turn *t)
{
    gf_v any = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v mask = gf_load(knockers + i), hand = gf_spread(mask);
        gf_v ranks = gf_in_threes(hand), loose = gf_loose(hand), runs = gf_bic(hand, loose);
        gf_store(t->runs + i, runs);
        gf_store(t->sets + i, gf_and(hand, ranks));
        gf_store(t->counts + i, gf_value(gf_bic(loose, ranks)));
        gf_mark(t->conflicts, i, gf_common(runs, ranks));
        gf_ahead(knockers + i, sizeof *knockers);
        any = gf_or(any, gf_not_ten(mask));
    }
    return gf_bits(gf_nonzero(any)) != 0;
}

/* First pass with declared melds: they bind (R-KNOCK). */
GF_INLINE int gf_spread_declared(const uint64_t *knockers, const uint64_t *melds, size_t n, struct gf_turn *t)
{
    gf_v any = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v r, s, cards, mask = gf_load(knockers + i), bad = gf_load_melds(melds + 3 * i, &r, &s, &cards);
        gf_store(t->runs + i, r);
        gf_store(t->sets + i, s);
        gf_store(t->counts + i, gf_value(gf_spread(gf_bic(mask, cards))));
        gf_ahead(knockers + i, sizeof *knockers);
        gf_ahead(melds + 3 * i, 3 * sizeof *melds);
        any = gf_or3(any, gf_or(bad, gf_bic(cards, mask)), gf_not_ten(mask));
    }
    return gf_bits(gf_nonzero(any)) != 0;
}

/* Second pass: the defender's own deadwood and his reply. Against gin nothing is laid off: the spread is taken away. */
GF_INLINE int gf_reply_rows(const uint64_t *knockers, const uint64_t *defenders, size_t n, int lay_off_on_gin,
                            const struct gf_result_row *out, struct gf_turn *t)
{
    gf_v any = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v mask = gf_load(defenders + i), hand = gf_spread(mask), r = gf_load(t->runs + i), s = gf_load(t->sets + i);
        gf_v ranks = gf_in_threes(hand), loose = gf_loose_of(hand), counts = gf_load(t->counts + i), d, l;
        if (!lay_off_on_gin) {
            gf_m knock = gf_nonzero(counts);
            r = gf_keep(knock, r);
            s = gf_keep(knock, s);
            gf_store(t->runs + i, r);
            gf_store(t->sets + i, s);
        }
        gf_mark(t->conflicts, i, gf_plain_reply(hand, r, s, &d, &l));
        gf_store(t->counts + i, gf_or(counts, gf_shl64(gf_value(gf_and_bic(hand, loose, ranks)), 8)));
        gf_store(t->after + i, d);
        gf_store(t->laid + i, gf_unspread(l));
        gf_ahead(defenders + i, sizeof *defenders);
        gf_ahead(out + i, sizeof *out);
        any = gf_or3(any, gf_not_ten(mask), gf_not_apart(mask, gf_load(knockers + i)));
    }
    return gf_bits(gf_nonzero(any)) != 0;
}

/* Last pass: the rows. Returns whether a spread is over the limit or an upcard does not fit. */
GF_INLINE int gf_pay_rows(size_t n, const uint64_t *stakes, const struct gf_paid paid[2], int spade, uint64_t limit,
                          const struct gf_turn *t, struct gf_result_row *out)
{
    gf_v any = gf_zero(), stake = gf_set1(2 * limit);
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v counts = gf_load(t->counts + i), k = gf_and(counts, gf_set1(255)), d = gf_load(t->after + i), row;
        if (stakes) {
            stake = gf_load(stakes + i);
            row = gf_select(gf_common(stake, gf_set1(GF_SPADE)), gf_pay(k, d, &paid[1]), gf_pay(k, d, &paid[0]));
        } else {
            row = gf_pay(k, d, &paid[spade]);
        }
        row = gf_or3(row, gf_shl64(counts, 40), gf_shl64(d, 56));
        gf_store2(out + i, GF_FIELDS(row), gf_load(t->laid + i));
        any = gf_or(any, gf_sub64(stake, gf_add64(k, k))); /* negative: bit 63 */
    }
    return gf_bits(gf_nonzero(gf_shr64(any, 63))) != 0;
}

/* n <= GF_ROWS rows, a multiple of GF_LANES. Returned is whether any is refused, by its word of wrong. */
static GF_NOINLINE int GF_FN(gf_resolve_rows)(const uint64_t *knockers, const uint64_t *defenders,
                                              const uint64_t *melds, const int8_t *upcards,
                                              const struct gf_hand_rules *rules, const struct gf_paid paid[2], size_t n,
                                              struct gf_result_row *out, uint64_t *wrong)
{
    struct gf_turn turn, *t = &turn;
    uint64_t stakes[GF_ROWS];
    int refused = melds ? gf_spread_declared(knockers, melds, n, t) : gf_spread_best(knockers, n, t);
    if (refused) {
        GF_FN(gf_wrong_hands)(knockers, defenders, melds, n, wrong);
        gf_unmark(t->conflicts, wrong, n); /* of any number of cards, hence of options */
    }
    if (!melds) {
        gf_spread_list(knockers, t->list, gf_list_rows(t->conflicts, n, t->list), t);
    }
    if (gf_reply_rows(knockers, defenders, n, rules->lay_off_on_gin, out, t) || refused) {
        refused = 1;
        GF_FN(gf_wrong_hands)(knockers, defenders, melds, n, wrong);
        gf_unmark(t->conflicts, wrong, n);
    }
    gf_reply_list(defenders, t->list, gf_list_rows(t->conflicts, n, t->list), t);
    if (upcards) {
        gf_stakes(upcards, n, rules, stakes);
    }
    if (gf_pay_rows(n, upcards ? stakes : NULL, paid, rules->spade[52], rules->limit[52], t, out)) {
        if (!refused) {
            memset(wrong, 0, n * sizeof *wrong);
        }
        refused = 1;
        for (size_t i = 0; i < n; i++) {
            wrong[i] |= ((upcards ? stakes[i] : rules->limit[52] * 2u) - (t->counts[i] & 255) * 2) >> 63;
        }
    }
    return refused;
}

static size_t GF_FN(gf_resolve)(const uint64_t *knockers, const uint64_t *defenders, const uint64_t *melds,
                                const int8_t *upcards, const struct gf_hand_rules *rules, size_t n,
                                struct gf_result_row *out, uint16_t *todo)
{
    const struct gf_paid paid[2] = {gf_paid(rules, 0), gf_paid(rules, 1)};
    uint64_t wrong[GF_ROWS];
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
                                   upcards ? upcards + start : NULL, rules, paid, part, out + start, wrong)) {
            count = gf_refuse(wrong, part, start, todo, count);
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
        if (GF_FN(gf_resolve_rows)(last, last + GF_LANES, melds ? last + 2 * GF_LANES : NULL, upcards ? cards : NULL,
                                   rules, paid, GF_LANES, answers, wrong)) {
            count = gf_refuse(wrong, rest, start, todo, count);
        }
        memcpy(out + start, answers, rest * sizeof *out);
    }
    return count;
}

static size_t GF_FN(gf_score_counts)(const uint8_t *knocker, const uint8_t *defender, const int8_t *upcards,
                                     const struct gf_hand_rules *rules, size_t n, struct gf_counts_row *out,
                                     uint16_t *todo)
{
    const struct gf_paid paid[2] = {gf_paid(rules, 0), gf_paid(rules, 1)};
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        int card = upcards ? upcards[i] : -1;
        int fits = card >= -1 && card < 52, at = card < 0 || !fits ? 52 : card;
        uint64_t k = knocker[i], d = defender[i];
        const struct gf_paid *p = &paid[rules->spade[at] != 0];
        enum gf_case c = k == 0   ? d == 0 ? GF_GIN_NONE : GF_GIN
                         : d > k  ? GF_KNOCK
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
