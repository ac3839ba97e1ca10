/*
 * Best throw of eleven cards, over vec.h; included once per level (see level.inc.h).
 *
 * With the melds chosen and cards left over, the throw is the dearest of these (then the highest id), and what
 * remains to pay is their points less its own. That function never falls when a card joins the left-over cards, so
 * only arrangements that leave the fewest (by inclusion) matter: the same two as for deadwood, then the same choices.
 * Throwing a card out of a meld leaves all the left-over cards to pay and never beats throwing one of them. It does
 * count when nothing is left over that may be thrown: such rows go to the caller's search, whichever arrangement
 * shows them.
 */

#define GF_NO_MELD UINT64_C(0x554555) /* eleven cards without a meld: fills up a pair of groups */

/*
 * Cards of a group that may be thrown, and their ranks. Sets of loose cards are in none of these ranks, but still in
 * cards: gf_top_pair looks at cards only where ranks are. taken: cards that may not be thrown, or NULL.
 */
GF_INLINE void gf_free_of(const struct gf_group *g, const gf_v *taken, gf_v cards[4], gf_v *ranks)
{
    for (int s = 0; s < 4; s++) {
        cards[s] = taken ? gf_bic(g->loose[s], taken[s]) : g->loose[s];
    }
    *ranks = taken ? gf_bic(gf_or3(cards[0], cards[1], gf_or(cards[2], cards[3])), g->three) : g->once;
}

/* The best throws of a pair of groups as bytes: cards (255: none may be thrown) and what remains to pay. */
GF_INLINE void gf_throw_pair(const struct gf_group *g, const struct gf_group *h, const gf_v *taken_g,
                             const gf_v *taken_h, gf_v *card, gf_v *deadwood)
{
    gf_v cards_g[4], cards_h[4], ranks_g, ranks_h, points;
    gf_free_of(g, taken_g, cards_g, &ranks_g);
    gf_free_of(h, taken_h, cards_h, &ranks_h);
    gf_top_pair(cards_g, ranks_g, cards_h, ranks_h, &points, card);
    *deadwood = gf_sub8(gf_points_pair(g->once, g->twice, h->once, h->twice), points);
}

/* The taken cards (ids, -1 none) of a pair of groups, transposed like the hands. */
GF_INLINE void gf_taken_pair(const int8_t *ids, gf_v t[4], gf_v u[4])
{
    uint64_t masks[GF_PAIR];
    for (int i = 0; i < GF_PAIR; i += GF_LANES) {
        gf_store(masks + i, gf_card_masks(ids + i));
    }
    gf_transpose(masks, t);
    gf_transpose(masks + GF_GROUP, u);
}

/* What pass one notices of all hands: their union, the differences of their sizes from eleven, all cards thrown. */
struct gf_noticed {
    gf_v seen, sizes, cards;
};

/* Pass one over whole pairs of groups; out: records; conflicts: as in gf_deadwood_first; taken may be NULL. */
GF_INLINE struct gf_noticed gf_discard_pairs(const uint64_t *masks, const int8_t *taken, size_t pairs, uint8_t *out,
                                             uint8_t *conflicts)
{
    struct gf_noticed all = {gf_zero(), gf_zero(), gf_zero()};
    for (size_t k = 0; k < pairs; k++) {
        gf_v x[4], y[4], t[4], u[4], card, deadwood;
        for (int i = 0; i < 8; i += 2) {
            gf_v v = gf_load(masks + GF_LANES * i), w = gf_load(masks + GF_LANES * (i + 1));
            all.seen = gf_or3(all.seen, v, w);
            all.sizes = gf_diff_or(gf_popcount64(v), gf_set1(11), all.sizes);
            all.sizes = gf_diff_or(gf_popcount64(w), gf_set1(11), all.sizes);
        }
        gf_fetch_ahead(masks);
        gf_transpose(masks, x);
        gf_transpose(masks + GF_GROUP, y);
        if (taken) {
            gf_taken_pair(taken, t, u);
            taken += GF_PAIR;
        }
        struct gf_group g = gf_runs_first(x), h = gf_runs_first(y);
        gf_store_meets(conflicts, g.once, g.sets, h.once, h.sets);
        gf_throw_pair(&g, &h, taken ? t : NULL, taken ? u : NULL, &card, &deadwood);
        gf_store_records(out, card, deadwood);
        all.cards = gf_or(all.cards, card);
        masks += GF_PAIR;
        out += 2 * GF_PAIR;
        conflicts += GF_PAIR / 8;
    }
    return all;
}

/* The two forms, so that the common one carries nothing of taken cards. */
GF_KERNEL struct gf_noticed GF_FN(gf_discard_first)(const uint64_t *masks, size_t pairs, uint8_t *out,
                                                    uint8_t *conflicts)
{
    return gf_discard_pairs(masks, NULL, pairs, out, conflicts);
}
GF_KERNEL struct gf_noticed GF_FN(gf_discard_first_taken)(const uint64_t *masks, const int8_t *taken, size_t pairs,
                                                          uint8_t *out, uint8_t *conflicts)
{
    return gf_discard_pairs(masks, taken, pairs, out, conflicts);
}

/*
 * Pass two, all sets whole. records: those of pass one, the better of both afterwards, (255, 0) where either has no
 * card. Returns all cards.
 */
GF_KERNEL uint64_t GF_FN(gf_discard_second)(const uint64_t *masks, const int8_t *taken, size_t pairs, uint8_t *records,
                                            uint8_t *hard)
{
    uint8_t second[2 * GF_PAIR];
    uint64_t lanes[GF_LANES], cards = 0;
    gf_v all = gf_zero();
    for (size_t k = 0; k < pairs; k++) {
        gf_v x[4], y[4], t[4], u[4], p, q, card, deadwood;
        gf_transpose(masks, x);
        gf_transpose(masks + GF_GROUP, y);
        gf_taken_pair(taken, t, u);
        struct gf_group g = gf_sets_first(x, &p), h = gf_sets_first(y, &q);
        gf_store_meets(hard, p, p, q, q);
        gf_throw_pair(&g, &h, t, u, &card, &deadwood);
        gf_store_records(second, card, deadwood);
        for (int i = 0; i < 2 * GF_PAIR; i += 8 * GF_LANES) {
            gf_v best = gf_min16(gf_record_keys(gf_load(records + i)), gf_record_keys(gf_load(second + i)));
            best = gf_key_records(best);
            all = gf_or(all, best);
            gf_store(records + i, best);
        }
        masks += GF_PAIR;
        taken += GF_PAIR;
        records += 2 * GF_PAIR;
        hard += GF_PAIR / 8;
    }
    gf_store(lanes, all);
    for (int i = 0; i < GF_LANES; i++) {
        cards |= lanes[i];
    }
    return cards & GF_REP16(0x00ff);
}

/*
 * Pass three: the least key over all choices of a hand; 0 when some choice leaves no card to throw or there are too
 * many.
 */
GF_KERNEL unsigned GF_FN(gf_throw_of_choices)(uint64_t mask, int taken)
{
    struct gf_choices o;
    gf_v t[4], best = gf_set1(GF_REP16(0x7fff)), card, deadwood;
    if (!gf_lay_out(mask, &o)) {
        return 0;
    }
    for (int s = 0; s < 4; s++) {
        t[s] = taken < 0 || taken / 13 != s ? gf_zero() : gf_set1(GF_REP16(1 << (taken - 13 * s)));
    }
    for (size_t n = 0; n < o.count; n += GF_PAIR) {
        gf_v rest[4], more[4];
        gf_choice_group(&o, n, rest);
        gf_choice_group(&o, n + GF_GROUP < o.count ? n + GF_GROUP : n, more);
        struct gf_group g = gf_runs_first(rest), h = gf_runs_first(more);
        gf_throw_pair(&g, &h, t, t, &card, &deadwood);
        best = gf_min16(best, gf_throw_keys(card, deadwood));
    }
    return gf_least16(best);
}

/*
 * Passes two and three for the queued rows of a block; rows that show no card now, but did not before, join the left
 * in todo.
 */
GF_KERNEL size_t GF_FN(gf_discard_queue)(const uint64_t *masks, const int8_t *taken, uint8_t *out, const uint16_t *rows,
                                         size_t queued, uint16_t *todo, size_t left)
{
    enum { CHUNK = 512 };
    uint64_t hands[CHUNK];
    uint8_t records[2 * CHUNK], hard[CHUNK / 8 + 8];
    int8_t own[CHUNK];
    uint16_t places[CHUNK + GF_ROWS_SLACK];
    for (size_t start = 0; start < queued; start += CHUNK, rows += CHUNK) {
        size_t n = queued - start < CHUNK ? queued - start : CHUNK, pairs = (n + GF_PAIR - 1) / GF_PAIR;
        for (size_t i = 0; i < n; i++) {
            hands[i] = masks[rows[i]];
            memcpy(records + 2 * i, out + 2 * rows[i], 2);
        }
        for (size_t i = 0; i < n; i++) {
            own[i] = taken ? taken[rows[i]] : -1;
        }
        for (size_t i = n; i < pairs * GF_PAIR; i++) {
            hands[i] = GF_NO_MELD;
        }
        memset(records + 2 * n, 0, 2 * (pairs * GF_PAIR - n));
        memset(own + n, -1, pairs * GF_PAIR - n);
        memset(hard, 0, sizeof hard);
        uint64_t cards = GF_FN(gf_discard_second)(hands, own, pairs, records, hard);
        size_t more = GF_FN(gf_rows_of)(hard, n, places);
        for (size_t i = 0; i < more; i++) {
            /* all choices of the hand: at least as good as what passes one and two found, or no card at all */
            unsigned key = GF_FN(gf_throw_of_choices)(hands[places[i]], own[places[i]]);
            records[2 * places[i]] = gf_throw_card[key & 63];
            records[2 * places[i] + 1] = (uint8_t)(key >> 6);
            cards |= gf_throw_card[key & 63];
        }
        if (cards & GF_REP16(0x0080)) {
            for (size_t i = 0; i < n; i++) {
                if (records[2 * i] == 255 && out[2 * rows[i]] != 255) {
                    todo[left++] = rows[i];
                }
            }
        }
        for (size_t i = 0; i < n; i++) {
            memcpy(out + 2 * rows[i], records + 2 * i, 2);
        }
    }
    return left;
}

static size_t GF_FN(gf_best_discard)(const uint64_t *masks, const int8_t *taken, size_t n, uint8_t *out, uint16_t *todo,
                                     uint64_t *wrong)
{
    uint8_t conflicts[GF_BLOCK / 8 + 16], records[2 * GF_PAIR];
    uint16_t rows[GF_BLOCK + GF_ROWS_SLACK];
    uint64_t last[GF_PAIR], lanes[3][GF_LANES], cards = 0;
    int8_t last_taken[GF_PAIR];
    size_t pairs = n / GF_PAIR, done = pairs * GF_PAIR, left = 0;
    memset(conflicts + done / 64 * 8, 0, 16); /* gf_rows_of reads whole eight bytes */
    struct gf_noticed all = taken ? GF_FN(gf_discard_first_taken)(masks, taken, pairs, out, conflicts)
                                  : GF_FN(gf_discard_first)(masks, pairs, out, conflicts);
    if (done < n) {
        for (size_t i = 0; i < GF_PAIR; i++) {
            last[i] = done + i < n ? masks[done + i] : GF_NO_MELD;
            last_taken[i] = taken && done + i < n ? taken[done + i] : -1;
        }
        struct gf_noticed tail = GF_FN(gf_discard_first_taken)(last, last_taken, 1, records, conflicts + done / 8);
        memcpy(out + 2 * done, records, 2 * (n - done));
        all.seen = gf_or(all.seen, tail.seen);
        all.sizes = gf_or(all.sizes, tail.sizes);
        all.cards = gf_or(all.cards, tail.cards);
    }
    gf_store(lanes[0], all.seen);
    gf_store(lanes[1], all.sizes);
    gf_store(lanes[2], all.cards);
    for (int i = 0; i < GF_LANES; i++) {
        *wrong |= lanes[0][i] >> 52 | lanes[1][i];
        cards |= lanes[2][i];
    }
    if (cards & UINT64_C(0x8080808080808080)) {
        for (size_t i = 0; i < n; i++) {
            todo[left] = (uint16_t)i;
            left += out[2 * i] == 255;
        }
    }
    return GF_FN(gf_discard_queue)(masks, taken, out, rows, GF_FN(gf_rows_of)(conflicts, n, rows), todo, left);
}

#define GF_DEADWOOD_OPS {GF_FN(gf_deadwood), GF_FN(gf_best_discard)}
