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

#define GF_ONCE_MORE (GF_LANES > 1)   /* vectors work pass one out again faster than its records are collected */
#define GF_NO_MELD UINT64_C(0x554555) /* eleven cards without a meld: fills up a pair of groups */

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

/* A pair of groups, runs kept whole, up to the choice of the throw. */
struct gf_pair {
    gf_v cards_g[4], cards_h[4], ranks_g, ranks_h; /* gf_free_of */
    gf_v points;                                   /* of all that is left over */
};

GF_INLINE void gf_pair_left(const gf_v m[8], const int8_t *taken, uint8_t *conflicts, struct gf_pair *p)
{
    gf_v x[4], y[4], t[4], u[4];
    gf_turn_suits(m, x);
    gf_turn_suits(m + 4, y);
    if (taken) {
        gf_taken_pair(taken, t, u);
    }
    struct gf_group g = gf_runs_first(x), h = gf_runs_first(y);
    gf_store_meets(conflicts, g.once, g.sets, h.once, h.sets);
    gf_free_of(&g, taken ? t : NULL, p->cards_g, &p->ranks_g);
    gf_free_of(&h, taken ? u : NULL, p->cards_h, &p->ranks_h);
    p->points = gf_points_pair(g.once, g.twice, h.once, h.twice);
}

/* Stores the records of a pair; returns the cards. */
GF_INLINE gf_v gf_pair_throw(const struct gf_pair *p, uint8_t *out)
{
    gf_v points, card;
    gf_top_pair(p->cards_g, p->ranks_g, p->cards_h, p->ranks_h, &points, &card);
    gf_store_records(out, card, gf_sub8(p->points, points));
    return card;
}

/*
 * Pass one over whole pairs of groups; out: records; conflicts: as in gf_deadwood_first; taken may be NULL. With
 * vectors this wide the two halves of the work run faster as two loops over a few pairs: one chain of dependent steps
 * is too long for the processor to begin enough of the next pair meanwhile.
 */
#define GF_APART (GF_LANES == 8 ? 16 : 1)
GF_INLINE struct gf_noticed gf_discard_pairs(const uint64_t *masks, const int8_t *taken, size_t pairs, uint8_t *out,
                                             uint8_t *conflicts)
{
    struct gf_noticed all = {gf_zero(), gf_zero(), gf_zero()};
    struct gf_pair left[GF_APART];
    for (size_t start = 0; start < pairs; start += GF_APART) {
        size_t some = GF_APART == 1 || pairs - start >= GF_APART ? GF_APART : pairs - start;
        for (size_t k = 0; k < some; k++) {
            gf_v m[8];
            gf_load_pair(masks, m);
            for (int i = 0; i < 8; i += 4) {
                gf_v a = gf_diff3(gf_popcount64(m[i]), gf_popcount64(m[i + 1]), gf_set1(11));
                gf_v b = gf_diff3(gf_popcount64(m[i + 2]), gf_popcount64(m[i + 3]), gf_set1(11));
                all.sizes = gf_or3(all.sizes, a, b);
                all.seen = gf_or3(gf_or3(all.seen, m[i], m[i + 1]), m[i + 2], m[i + 3]);
            }
            gf_fetch_near(masks, GF_APART > 1 ? 8192 : GF_AHEAD); /* all masks of the next turn of this loop */
            gf_fetch_far(masks, 0, GF_PAIR / 2);
            gf_pair_left(m, taken, conflicts, &left[k]);
            masks += GF_PAIR;
            taken = taken ? taken + GF_PAIR : NULL;
            conflicts += GF_PAIR / 8;
        }
        for (size_t k = 0; k < some; k++) {
            gf_fetch_far(masks - GF_PAIR * (some - k), GF_PAIR / 2, GF_PAIR);
            all.cards = gf_or(all.cards, gf_pair_throw(&left[k], out));
            out += 2 * GF_PAIR;
        }
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
 * Pass two, all sets whole. records: the better of this and pass one, (255, 0) where either has no card; the records
 * of pass one are to be there before unless GF_ONCE_MORE. taken may be NULL. Returns all cards.
 */
GF_INLINE uint64_t gf_discard_again(const uint64_t *masks, const int8_t *taken, size_t pairs, uint8_t *records,
                                    uint8_t *hard)
{
    uint8_t second[2 * GF_PAIR];
    uint64_t lanes[GF_LANES], cards = 0;
    gf_v all = gf_zero();
    for (size_t k = 0; k < pairs; k++) {
        gf_v x[4], y[4], t[4], u[4], p, q, card, deadwood;
        gf_transpose(masks, x);
        gf_transpose(masks + GF_GROUP, y);
        if (taken) {
            gf_taken_pair(taken, t, u);
            taken += GF_PAIR;
        }
        struct gf_group g = gf_runs_first(x), h = gf_runs_first(y);
        if (GF_ONCE_MORE) {
            gf_throw_pair(&g, &h, taken ? t : NULL, taken ? u : NULL, &card, &deadwood);
            gf_store_records(records, card, deadwood);
        }
        g = gf_sets_first(x, &g, &p);
        h = gf_sets_first(y, &h, &q);
        gf_store_meets(hard, p, p, q, q);
        gf_throw_pair(&g, &h, taken ? t : NULL, taken ? u : NULL, &card, &deadwood);
        gf_store_records(second, card, deadwood);
        for (int i = 0; i < 2 * GF_PAIR; i += 8 * GF_LANES) {
            gf_v best = gf_min16(gf_record_keys(gf_load(records + i)), gf_record_keys(gf_load(second + i)));
            best = gf_key_records(best);
            all = gf_or(all, best);
            gf_store(records + i, best);
        }
        masks += GF_PAIR;
        records += 2 * GF_PAIR;
        hard += GF_PAIR / 8;
    }
    gf_store(lanes, all);
    for (int i = 0; i < GF_LANES; i++) {
        cards |= lanes[i];
    }
    return cards & GF_REP16(0x00ff);
}
GF_KERNEL uint64_t GF_FN(gf_discard_second)(const uint64_t *masks, size_t pairs, uint8_t *records, uint8_t *hard)
{
    return gf_discard_again(masks, NULL, pairs, records, hard);
}
GF_KERNEL uint64_t GF_FN(gf_discard_second_taken)(const uint64_t *masks, const int8_t *taken, size_t pairs,
                                                  uint8_t *records, uint8_t *hard)
{
    return gf_discard_again(masks, taken, pairs, records, hard);
}

/* The better of a record and a key; no card where either has none. */
GF_INLINE void gf_better_record(uint8_t *record, unsigned key)
{
    unsigned other = record[0] < 52 ? (unsigned)record[1] << 6 | gf_throw_place[record[0]] : 0;
    key = key < other ? key : other;
    record[0] = gf_throw_card[key & 63];
    record[1] = (uint8_t)(key >> 6);
}

/*
 * Passes two and three for the queued rows of a block; rows that show no card now, but did not before, join the left
 * in todo.
 */
GF_KERNEL size_t GF_FN(gf_discard_queue)(const uint64_t *masks, const int8_t *taken, uint8_t *out, const uint16_t *rows,
                                         size_t queued, uint16_t *todo, size_t left)
{
    enum { CHUNK = 512 };
    uint64_t hands[CHUNK], cards;
    uint8_t records[2 * CHUNK], hard[CHUNK / 8 + 8];
    int8_t own[CHUNK];
    uint16_t places[CHUNK + GF_ROWS_SLACK];
    for (size_t start = 0; start < queued; start += CHUNK, rows += CHUNK) {
        size_t n = queued - start < CHUNK ? queued - start : CHUNK, pairs = (n + GF_PAIR - 1) / GF_PAIR;
        for (size_t i = 0; i < n; i++) {
            GF_NO_VECTORS();
            hands[i] = masks[rows[i]];
            if (!GF_ONCE_MORE) {
                memcpy(records + 2 * i, out + 2 * rows[i], 2);
            }
        }
        if (!GF_ONCE_MORE) {
            memset(records + 2 * n, 0, 2 * (pairs * GF_PAIR - n));
        }
        for (size_t i = n; i < pairs * GF_PAIR; i++) {
            hands[i] = GF_NO_MELD;
        }
        memset(hard, 0, sizeof hard);
        if (taken) {
            for (size_t i = 0; i < n; i++) {
                own[i] = taken[rows[i]];
            }
            memset(own + n, -1, pairs * GF_PAIR - n);
            cards = GF_FN(gf_discard_second_taken)(hands, own, pairs, records, hard);
        } else {
            cards = GF_FN(gf_discard_second)(hands, pairs, records, hard);
        }
        size_t more = GF_FN(gf_rows_of)(hard, n, places);
        size_t others = 0;
        for (size_t i = 0; i < more; i += GF_GROUP) {
            uint16_t few[GF_GROUP];
            size_t some = more - i < GF_GROUP ? more - i : GF_GROUP;
            int known = GF_FN(gf_throws_of_few)(hands, taken ? own : NULL, places + i, some, few);
            for (size_t j = 0; j < some; j++) {
                unsigned at = places[i + j];
                if (known) {
                    gf_better_record(records + 2 * at, few[j]); /* GF_UNDECIDED is no better */
                    cards |= records[2 * at];
                }
                places[others] = (uint16_t)at;
                others += !known || few[j] == GF_UNDECIDED;
            }
        }
        for (size_t i = 0; i < others; i += 2) {
            size_t at[2] = {places[i], places[i + 1 < others ? i + 1 : i]};
            uint64_t two[2] = {hands[at[0]], hands[at[1]]};
            int held[2] = {taken ? own[at[0]] : -1, taken ? own[at[1]] : -1};
            unsigned keys[2];
            GF_FN(gf_throws_of_choices)(two, held, keys);
            for (int j = 0; j < 2; j++) {
                /* all choices of the hands: at least as good as what pass two found, or no card at all */
                records[2 * at[j]] = gf_throw_card[keys[j] & 63];
                records[2 * at[j] + 1] = (uint8_t)(keys[j] >> 6);
                cards |= records[2 * at[j]];
            }
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

#define GF_DEADWOOD_OPS {GF_FN(gf_deadwood), GF_FN(gf_best_discard), GF_FN(gf_put)}
