/*
 * Which sets to meld: the only choice a hand leaves (R-MELD). Included once per level, after kern_hand.inc.h.
 *
 * A rank is in conflict when a card of its set also lies in a run. Hands in conflict are brought together in buffers
 * and settled there in two steps. First the two ways "every set whole" and "without what is in conflict" (gf_without),
 * which is all there is for nine hands in ten. Then, for those with more, every way, by the bits of an option word:
 *   three of a kind (or a fourth card laid on a knocker's set): one bit, in the lowest suit: set = the rank is left
 *     whole
 *   four of a kind: one bit for each card that lies in a run. None set = all four are melded as a set; one = that
 *     card is left out of the set; two or more = the rank is left whole
 * A card left out that lies in no run would be dead where the set could hold it, so no better way is missing. The
 * subsets of the word are walked by x = (x - word) & word, every lane for itself.
 *
 * The loops are short on purpose: the steps of one turn wait for each other, and only over a short loop does the
 * processor see far enough to work on several turns at a time.
 */
#define GF_ALL_LANES ((1u << GF_LANES) - 1)
#define GF_BUFFER (GF_ROWS + GF_LANES)

/* Ranks held three or four times, and four times, in all suits. */
GF_INLINE gf_v gf_ranks(gf_v x, gf_v *four)
{
    gf_v a = gf_rol_suit1(x), b = gf_rol_suit2(x), c = gf_rol_suit3(x), abx = gf_and3(x, a, b);
    *four = gf_and(abx, c);
    return gf_and_or(gf_maj(x, a, b), c, abx);
}

/*
 * The sets without what is in conflict: a three of a kind whole, of a four the one card in a run, which leaves a set. open:
 * lanes where that and `sets` are not all ways; there the ranks are left out whole. fours: ranks held four times.
 */
GF_INLINE gf_v gf_without(gf_v sets, gf_v conflict, gf_v fours, gf_m *open)
{
    gf_v ranks = gf_any4(conflict), low = gf_and(ranks, gf_set1(GF_SUIT0)), cards = gf_and(conflict, fours);
    gf_v more = gf_and(low, gf_sub64(low, gf_set1(1))); /* several ranks */
    *open = gf_nonzero(gf_and_or(cards, gf_sub64(cards, gf_set1(1)), more));
    return gf_select(*open, gf_bic(sets, ranks), gf_bic2(sets, gf_bic(ranks, fours), cards));
}

struct gf_ways {
    gf_v sets;  /* every set whole */
    gf_v word;  /* the option word */
    gf_v quads; /* its bits of fours of a kind */
    gf_v stop;  /* where the walk has come to what is known: the ranks left whole (the word itself), or the start */
    gf_v x;     /* the walk */
    unsigned done;
};

GF_INLINE struct gf_ways gf_ways(gf_v sets, gf_v conflict, gf_v fours)
{
    struct gf_ways w;
    w.sets = sets;
    w.quads = gf_and(conflict, fours);
    w.word = gf_and_or(gf_any4(gf_bic(conflict, fours)), gf_set1(GF_SUIT0), w.quads);
    /* Cards of one hand, hence eleven at most, but for an array that another thread changes meanwhile: no ways then. */
    w.word = gf_keep(gf_eq64(gf_too_many(w.word), gf_zero()), w.word);
    w.stop = gf_select(gf_nonzero(w.quads), gf_zero(), w.word);
    w.x = gf_zero();
    w.done = 0;
    return w;
}

/* Go on to the next way; 0 when every lane has seen all of its own. A lane that has may see some again. */
GF_INLINE int gf_next_way(struct gf_ways *w)
{
    w->x = gf_and(gf_sub64(w->x, w->word), w->word);
    w->done |= gf_bits(gf_eq64(w->x, w->stop));
    return w->done != GF_ALL_LANES;
}

/* The sets of the way. */
GF_INLINE gf_v gf_way(const struct gf_ways *w)
{
    gf_v quad = gf_and(w->x, w->quads), next = gf_rol_suit1(quad);
    gf_v both = gf_and(quad, next), either = gf_or(quad, next);
    gf_v two = gf_or3(both, gf_rol_suit2(both), gf_and(either, gf_rol_suit2(either)));
    return gf_bic(gf_bic2(w->sets, gf_any4(gf_bic(w->x, w->quads)), two), quad);
}

/* --- arrangements ------------------------------------------------------------------------------------------------- */

struct gf_arranged {
    gf_v sets;  /* cards in sets */
    gf_v ranks; /* their ranks, in all suits */
    gf_v runs;  /* cards in runs */
    gf_v dead;  /* the rest */
};

GF_INLINE struct gf_arranged gf_arranged(gf_v hand, gf_v sets)
{
    struct gf_arranged a = {sets, gf_any4(sets), gf_bic(hand, sets), gf_zero()};
    a.dead = gf_loose(a.runs);
    a.runs = gf_bic(a.runs, a.dead);
    return a;
}

/* Deadwood * 256 + cards exposed: those outside the hand that are neighbours of runs or the fourth cards of sets. */
GF_INLINE gf_v gf_arranged_key(gf_v hand, gf_v sets)
{
    struct gf_arranged a = gf_arranged(hand, sets);
    gf_v fits = gf_or3(gf_shl64(a.runs, 1), gf_shr64(a.runs, 1), a.ranks);
    return gf_add64(gf_shl64(gf_value(a.dead), 8), gf_popcount64(gf_and_bic(fits, gf_set1(GF_SPREAD_ALL), hand)));
}

struct gf_spreads {
    uint64_t hand[GF_BUFFER]; /* spread form */
    uint64_t sets[GF_BUFFER]; /* the cards in sets of the best arrangement */
    uint64_t less[GF_BUFFER], key[GF_BUFFER];
    uint8_t marks[GF_BUFFER];
    gf_rows_t open;
};

/* Settle the listed hands, all of them in conflict (R-TIE: least deadwood, fewest exposed, smallest mask of set
 * cards). */
static GF_NOINLINE void GF_FN(gf_settle_spreads)(const uint64_t *masks, uint16_t *rows, size_t count,
                                                 struct gf_spreads *b)
{
    gf_fill_up(rows, count);
    for (size_t i = 0; i < count; i += GF_LANES) {
        gf_v hand = gf_spread(gf_fetch(masks, rows + i)), four, ranks = gf_ranks(hand, &four),
             sets = gf_and(hand, ranks);
        gf_m open;
        gf_store(b->less + i, gf_without(sets, gf_bic(sets, gf_loose(hand)), four, &open));
        gf_store(b->hand + i, hand);
        gf_store(b->sets + i, sets);
        gf_mark(b->marks, i, open);
    }
    for (size_t i = 0; i < count; i += GF_LANES) {
        gf_store(b->key + i, gf_arranged_key(gf_load(b->hand + i), gf_load(b->sets + i)));
    }
    for (size_t i = 0; i < count; i += GF_LANES) {
        gf_v all = gf_load(b->key + i), sets = gf_load(b->less + i), key = gf_arranged_key(gf_load(b->hand + i), sets);
        /* Equal keys: the fewer set cards are the smaller mask. */
        gf_m more = gf_gt64(key, all);
        gf_store(b->key + i, gf_select(more, all, key));
        gf_store(b->sets + i, gf_select(more, gf_load(b->sets + i), sets));
    }
    size_t left = gf_marked(b->marks, count, b->open);
    for (size_t i = 0; i < left; i += GF_LANES) {
        gf_v hand = gf_fetch(b->hand, b->open + i), best = gf_fetch(b->sets, b->open + i),
             least = gf_fetch(b->key, b->open + i);
        gf_v four, sets = gf_and(hand, gf_ranks(hand, &four));
        struct gf_ways w = gf_ways(sets, gf_bic(sets, gf_loose(hand)), four);
        while (gf_next_way(&w)) {
            gf_v way = gf_way(&w), key = gf_arranged_key(hand, way);
            gf_m better = gf_m_or(gf_gt64(least, key), gf_m_and(gf_eq64(least, key), gf_gt64(best, way)));
            best = gf_select(better, way, best);
            least = gf_select(better, key, least);
        }
        gf_put_lanes(b->sets, b->open + i, best);
    }
}

/* --- the number alone --------------------------------------------------------------------------------------------- */

GF_INLINE gf_v gf_deadwood_with(gf_v hand, gf_v sets) { return gf_value(gf_loose(gf_bic(hand, sets))); }

/* Two ways, and marks where there are more. */
GF_INLINE gf_v gf_deadwood_two_ways(gf_v hand, gf_m *more)
{
    gf_v four, sets = gf_and(hand, gf_ranks(hand, &four));
    gf_v less = gf_without(sets, gf_bic(sets, gf_loose(hand)), four, more);
    return gf_min64(gf_deadwood_with(hand, sets), gf_deadwood_with(hand, less));
}

/* Every way, from the least of two. */
GF_INLINE gf_v gf_deadwood_all_ways(gf_v hand, gf_v least)
{
    gf_v four, sets = gf_and(hand, gf_ranks(hand, &four));
    struct gf_ways w = gf_ways(sets, gf_bic(sets, gf_loose(hand)), four);
    while (gf_next_way(&w)) {
        least = gf_min64(least, gf_deadwood_with(hand, gf_way(&w)));
    }
    return least;
}

/* --- a hand against a spread -------------------------------------------------------------------------------------- */

struct gf_reply {
    gf_v key;  /* deadwood * 16 + number of cards laid off */
    gf_v laid; /* cards laid off */
};

/*
 * The reply with the cards `taken` by sets, own sets or the knocker's (`fourth`: cards that would complete one). The
 * rest joins the knocker's runs in groups of three or more; there, fewer than three own cards together are laid off,
 * three or more are a run of the defender's own and stay (fewest laid off, R-TIE).
 */
GF_INLINE struct gf_reply gf_reply_with(gf_v hand, gf_v runs, gf_v taken, gf_v fourth)
{
    struct gf_reply r;
    gf_v rest = gf_bic(hand, taken), loose = gf_loose(gf_or(rest, runs));
    r.laid = gf_and_or(taken, fourth, gf_and_bic(rest, gf_loose(rest), loose));
    r.key = gf_add64(gf_shl64(gf_value(gf_and(rest, loose)), 4), gf_popcount64(r.laid));
    return r;
}

GF_INLINE struct gf_reply gf_better_reply(struct gf_reply a, struct gf_reply b)
{
    gf_m better = gf_m_or(gf_gt64(b.key, a.key), gf_m_and(gf_eq64(a.key, b.key), gf_gt64(b.laid, a.laid)));
    struct gf_reply r = {gf_select(better, a.key, b.key), gf_select(better, a.laid, b.laid)};
    return r;
}

/* Cards taken by sets when all are whole. Where hand and spread hold all four of a rank and the card is no fourth
 * card, the four are in the hand. */
GF_INLINE gf_v gf_taken(gf_v hand, gf_v sets, gf_v *fourth, gf_v *fours)
{
    gf_v four, ranks = gf_ranks(gf_or(hand, sets), &four);
    *fourth = gf_rol_suit1(sets);
    *fours = gf_bic(four, *fourth);
    return gf_and(hand, ranks);
}

struct gf_replies {
    uint64_t hand[GF_BUFFER], runs[GF_BUFFER], sets[GF_BUFFER]; /* spread form */
    uint64_t deadwood[GF_BUFFER], laid[GF_BUFFER];              /* the best reply; laid as masks */
    uint64_t all[GF_BUFFER], less[GF_BUFFER], key[GF_BUFFER];
    uint8_t marks[GF_BUFFER];
    gf_rows_t open;
};

/* Settle the listed rows, all of them in conflict (R-TIE: least deadwood, fewest laid off, smallest mask). */
static GF_NOINLINE void GF_FN(gf_settle_replies)(const uint64_t *defenders, const uint64_t *runs, const uint64_t *sets,
                                                 uint16_t *rows, size_t count, struct gf_replies *b)
{
    gf_v fourth, fours;
    gf_m open;
    gf_fill_up(rows, count);
    for (size_t i = 0; i < count; i += GF_LANES) {
        gf_store(b->hand + i, gf_spread(gf_fetch(defenders, rows + i)));
        gf_store(b->runs + i, gf_fetch(runs, rows + i));
        gf_store(b->sets + i, gf_fetch(sets, rows + i));
    }
    for (size_t i = 0; i < count; i += GF_LANES) {
        gf_v hand = gf_load(b->hand + i), r = gf_load(b->runs + i),
             taken = gf_taken(hand, gf_load(b->sets + i), &fourth, &fours);
        gf_store(b->less + i, gf_without(taken, gf_bic(taken, gf_loose(gf_or(hand, r))), fours, &open));
        gf_store(b->all + i, taken);
        gf_mark(b->marks, i, open);
    }
    for (size_t i = 0; i < count; i += GF_LANES) {
        struct gf_reply r = gf_reply_with(gf_load(b->hand + i), gf_load(b->runs + i), gf_load(b->all + i),
                                          gf_rol_suit1(gf_load(b->sets + i)));
        gf_store(b->key + i, r.key);
        gf_store(b->laid + i, r.laid);
    }
    for (size_t i = 0; i < count; i += GF_LANES) {
        struct gf_reply all = {gf_load(b->key + i), gf_load(b->laid + i)};
        struct gf_reply r =
            gf_better_reply(all, gf_reply_with(gf_load(b->hand + i), gf_load(b->runs + i), gf_load(b->less + i),
                                               gf_rol_suit1(gf_load(b->sets + i))));
        gf_store(b->key + i, r.key);
        gf_store(b->laid + i, r.laid);
    }
    size_t left = gf_marked(b->marks, count, b->open);
    for (size_t i = 0; i < left; i += GF_LANES) {
        const uint16_t *at = b->open + i;
        gf_v hand = gf_fetch(b->hand, at), r = gf_fetch(b->runs, at);
        gf_v taken = gf_taken(hand, gf_fetch(b->sets, at), &fourth, &fours);
        struct gf_ways w = gf_ways(taken, gf_bic(taken, gf_loose(gf_or(hand, r))), fours);
        struct gf_reply best = {gf_fetch(b->key, at), gf_fetch(b->laid, at)};
        while (gf_next_way(&w)) {
            best = gf_better_reply(best, gf_reply_with(hand, r, gf_way(&w), fourth));
        }
        gf_put_lanes(b->key, at, best.key);
        gf_put_lanes(b->laid, at, best.laid);
    }
    for (size_t i = 0; i < count; i += GF_LANES) {
        gf_store(b->deadwood + i, gf_shr64(gf_load(b->key + i), 4));
        gf_store(b->laid + i, gf_unspread(gf_load(b->laid + i)));
    }
}
