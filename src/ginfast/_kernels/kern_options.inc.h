/*
 * Which sets to meld: the only choice a hand leaves (R-MELD). Included once per level, after kern_hand.inc.h.
 *
 * A rank is in conflict when a card of its set also lies in a run. Its options as bits of a word, the option word:
 *   three of a kind (or a fourth card laid on a knocker's set): one bit, in the lowest suit: set = the rank is left whole
 *   four of a kind: one bit for each card that lies in a run. None set = all four are melded as a set; one = that card is
 *     left out of the set; two or more = the rank is left whole
 * A card left out that lies in no run would be dead where the set could hold it, so no better option is missing. The
 * subsets of the option word are walked by x = (x - word) & word, every lane for itself. Most words have
 * one bit: there are two ways then, and kernels try these first. The rows of a list that have more follow in a second pass.
 */

/* Ranks held three or four times, and four times, in all suits. */
GF_INLINE gf_v gf_ranks(gf_v x, gf_v *four)
{
    gf_v a = gf_rol_suit1(x), b = gf_rol_suit2(x), c = gf_rol_suit3(x), abx = gf_and3(x, a, b);
    *four = gf_and(abx, c);
    return gf_and_or(gf_maj(x, a, b), c, abx);
}

struct gf_options {
    gf_v word;    /* the option word */
    gf_v singles; /* ranks in conflict that are no four of a kind, in all suits */
    gf_v quads;   /* cards in conflict of fours of a kind */
};

/* conflict: cards in a set and in a run; fours: cards in fours of a kind. */
GF_INLINE struct gf_options gf_options(gf_v conflict, gf_v fours)
{
    struct gf_options o;
    o.singles = gf_any4(gf_bic(conflict, fours));
    o.quads = gf_and(conflict, fours);
    o.word = gf_and_or(o.singles, gf_set1(GF_SUIT0), o.quads);
    return o;
}

/* Lanes with more than one option bit. */
GF_INLINE gf_m gf_many(struct gf_options o)
{
    return gf_common(o.word, gf_sub64(o.word, gf_set1(1)));
}

/* Ranks left whole under the subset x of the option word, in all suits. */
GF_INLINE gf_v gf_left_whole(gf_v x, struct gf_options o)
{
    gf_v quad = gf_and(x, o.quads), next = gf_rol_suit1(quad);
    gf_v both = gf_and(quad, next), either = gf_or(quad, next);
    gf_v two = gf_or3(both, gf_rol_suit2(both), gf_and(either, gf_rol_suit2(either)));
    return gf_or(gf_any4(gf_bic(x, o.quads)), two);
}

GF_INLINE gf_v gf_next_subset(gf_v x, gf_v word) { return gf_and(gf_sub64(x, word), word); }

/* --- one hand ------------------------------------------------------------------------------------------------------ */

struct gf_arranged {
    gf_v sets;  /* cards in sets */
    gf_v ranks; /* their ranks, in all suits */
    gf_v runs;  /* cards in runs */
    gf_v dead;  /* the rest */
};

/* Cards outside the hand that would fit a meld: neighbours of runs, the fourth cards of sets. */
GF_INLINE gf_v gf_exposed(gf_v hand, gf_v runs, gf_v ranks)
{
    gf_v fits = gf_or3(gf_shl64(runs, 1), gf_shr64(runs, 1), ranks);
    return gf_popcount64(gf_and_bic(fits, gf_set1(GF_SPREAD_ALL), hand));
}

/* Deadwood, then cards exposed. */
GF_INLINE gf_v gf_arranged_key(gf_v hand, const struct gf_arranged *a)
{
    return gf_add64(gf_shl64(gf_value(a->dead), 8), gf_exposed(hand, a->runs, a->ranks));
}

GF_INLINE struct gf_arranged gf_arrange_with(gf_v hand, gf_v sets, gf_v ranks)
{
    struct gf_arranged a = {sets, ranks, gf_bic(hand, sets), gf_zero()};
    a.dead = gf_loose(a.runs);
    a.runs = gf_bic(a.runs, a.dead);
    return a;
}

GF_INLINE struct gf_arranged gf_select_arranged(gf_m m, struct gf_arranged a, struct gf_arranged b)
{
    struct gf_arranged s = {gf_select(m, a.sets, b.sets), gf_select(m, a.ranks, b.ranks), gf_select(m, a.runs, b.runs),
                            gf_select(m, a.dead, b.dead)};
    return s;
}

/* The better of the two ways where the option word has one bit. Equal keys: fewer set cards are the smaller mask. */
GF_INLINE struct gf_arranged gf_arrange_two_ways(gf_v hand, gf_m *many)
{
    gf_v four, ranks = gf_ranks(hand, &four), sets = gf_and(hand, ranks);
    struct gf_options o = gf_options(gf_bic(sets, gf_loose(hand)), four);
    struct gf_arranged all = gf_arrange_with(hand, sets, ranks);
    struct gf_arranged less = gf_arrange_with(hand, gf_bic2(sets, o.singles, o.quads), gf_bic(ranks, o.singles));
    *many = gf_many(o);
    return gf_select_arranged(gf_gt64(gf_arranged_key(hand, &less), gf_arranged_key(hand, &all)), all, less);
}

/* Every way. */
GF_INLINE struct gf_arranged gf_arrange_all_ways(gf_v hand)
{
    gf_v four, ranks = gf_ranks(hand, &four), sets = gf_and(hand, ranks), x = gf_zero();
    struct gf_options o = gf_options(gf_bic(sets, gf_loose(hand)), four);
    struct gf_arranged best = gf_arrange_with(hand, sets, ranks);
    gf_v least = gf_arranged_key(hand, &best);
    while (gf_bits(gf_nonzero(x = gf_next_subset(x, o.word)))) {
        gf_v whole = gf_left_whole(x, o);
        struct gf_arranged a = gf_arrange_with(hand, gf_bic2(sets, whole, gf_and(x, o.quads)), gf_bic(ranks, whole));
        gf_v key = gf_arranged_key(hand, &a);
        gf_m better = gf_m_or(gf_gt64(least, key), gf_m_and(gf_eq64(least, key), gf_gt64(best.sets, a.sets)));
        best = gf_select_arranged(better, a, best);
        least = gf_select(better, key, least);
    }
    return best;
}

/* The same for the number alone. */
GF_INLINE gf_v gf_deadwood_two_ways(gf_v hand, gf_m *many)
{
    gf_v four, ranks = gf_ranks(hand, &four), sets = gf_and(hand, ranks);
    struct gf_options o = gf_options(gf_bic(sets, gf_loose(hand)), four);
    gf_v all = gf_value(gf_loose(gf_bic(hand, ranks)));
    gf_v less = gf_value(gf_loose(gf_bic(hand, gf_bic2(sets, o.singles, o.quads))));
    *many = gf_many(o);
    return gf_min64(all, less);
}

GF_INLINE gf_v gf_deadwood_all_ways(gf_v hand)
{
    gf_v four, ranks = gf_ranks(hand, &four), sets = gf_and(hand, ranks), x = gf_zero();
    struct gf_options o = gf_options(gf_bic(sets, gf_loose(hand)), four);
    gf_v least = gf_value(gf_loose(gf_bic(hand, ranks)));
    while (gf_bits(gf_nonzero(x = gf_next_subset(x, o.word)))) {
        gf_v taken = gf_bic2(sets, gf_left_whole(x, o), gf_and(x, o.quads));
        least = gf_min64(least, gf_value(gf_loose(gf_bic(hand, taken))));
    }
    return least;
}

/* --- a hand against a spread --------------------------------------------------------------------------------------- */

struct gf_reply {
    gf_v key;  /* deadwood * 16 + number of cards laid off */
    gf_v laid; /* cards laid off */
};

/*
 * The reply with the cards `taken` by sets, own sets or the knocker's (`fourth`: cards of the hand that would complete
 * one). The rest joins the knocker's runs in groups of three or more; there, fewer than three own cards together are
 * laid off, three or more are a run of the defender's own and stay (fewest laid off, R-TIE).
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

/* The sets taken when none is left, and the options. Where hand and spread hold all four of a rank and the card is no
 * fourth card, all are in the hand. */
GF_INLINE struct gf_options gf_reply_options(gf_v hand, gf_v runs, gf_v sets, gf_v *taken, gf_v *fourth)
{
    gf_v four, ranks = gf_ranks(gf_or(hand, sets), &four);
    *taken = gf_and(hand, ranks);
    *fourth = gf_rol_suit1(sets);
    return gf_options(gf_bic(*taken, gf_loose(gf_or(hand, runs))), gf_bic(four, *fourth));
}

GF_INLINE struct gf_reply gf_reply_two_ways(gf_v hand, gf_v runs, gf_v sets, gf_m *many)
{
    gf_v taken, fourth;
    struct gf_options o = gf_reply_options(hand, runs, sets, &taken, &fourth);
    *many = gf_many(o);
    return gf_better_reply(gf_reply_with(hand, runs, taken, fourth),
                           gf_reply_with(hand, runs, gf_bic2(taken, o.singles, o.quads), fourth));
}

GF_INLINE struct gf_reply gf_reply_all_ways(gf_v hand, gf_v runs, gf_v sets)
{
    gf_v taken, fourth, x = gf_zero();
    struct gf_options o = gf_reply_options(hand, runs, sets, &taken, &fourth);
    struct gf_reply best = gf_reply_with(hand, runs, taken, fourth);
    while (gf_bits(gf_nonzero(x = gf_next_subset(x, o.word)))) {
        gf_v less = gf_bic2(taken, gf_left_whole(x, o), gf_and(x, o.quads));
        best = gf_better_reply(best, gf_reply_with(hand, runs, less, fourth));
    }
    return best;
}
