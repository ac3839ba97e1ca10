/*
 * Least deadwood of a block of hands, over vec.h; included once per level (see level.inc.h).
 *
 * Only sets are a choice: once the set cards are out, every group of three or more consecutive cards is melded whole.
 * Pass one keeps all runs and takes sets of the loose cards (those in no run). No arrangement can spare a card that
 * is in no run and whose rank is held less than three times; pass one pays for exactly these unless a rank held three
 * or four times has one or two loose cards: a conflict. Such hands are queued. Pass two tries "all sets whole, runs
 * found again", which settles one rank of three between set and run; pass three (kern_third.inc.h) lays out all
 * options of one hand.
 *
 * The least deadwood of any hand fits a byte: take as sets all ranks held three or four times; at most two cards of
 * each rank are left, 2 * (1 + 2 + ... + 9 + 4 * 10) = 170 points. Every pass below leaves at most two cards of a
 * rank too.
 */
/* Pass one over whole pairs of groups. conflicts: GF_PAIR bits per pair, see gf_store_meets. */
GF_KERNEL void GF_FN(gf_deadwood_first)(const uint64_t *masks, size_t pairs, uint8_t *out, uint8_t *conflicts,
                                        gf_v *seen)
{
    gf_v all = *seen;
    for (size_t k = 0; k < pairs; k++) {
        gf_v m[8], x[4], y[4];
        gf_load_pair(masks, m);
        for (int i = 0; i < 8; i += 2) {
            all = gf_or3(all, m[i], m[i + 1]);
        }
        gf_fetch_near(masks, GF_AHEAD);
        gf_fetch_far(masks, 0, GF_PAIR);
        gf_turn_suits(m, x);
        gf_turn_suits(m + 4, y);
        struct gf_group g = gf_runs_first(x), h = gf_runs_first(y);
        gf_store_meets(conflicts, g.once, g.sets, h.once, h.sets);
        gf_store(out, gf_in_order(gf_points_pair(g.once, g.twice, h.once, h.twice)));
        masks += GF_PAIR;
        out += GF_PAIR;
        conflicts += GF_PAIR / 8;
    }
    *seen = all;
}

/* Pass two, the same shape: points with all sets whole, and bits for the hands that need pass three. */
GF_KERNEL void GF_FN(gf_deadwood_second)(const uint64_t *masks, size_t pairs, uint8_t *out, uint8_t *hard)
{
    for (size_t k = 0; k < pairs; k++) {
        gf_v x[4], y[4], p, q;
        gf_transpose(masks, x);
        gf_transpose(masks + GF_GROUP, y);
        struct gf_group g = gf_runs_first(x), h = gf_runs_first(y);
        g = gf_sets_first(x, &g, &p);
        h = gf_sets_first(y, &h, &q);
        gf_store_meets(hard, p, p, q, q);
        gf_store(out, gf_in_order(gf_points_pair(g.once, g.twice, h.once, h.twice)));
        masks += GF_PAIR;
        out += GF_PAIR;
        hard += GF_PAIR / 8;
    }
}

/*
 * The hands whose bits are set, in rows; bits is read in whole eight bytes (gf_store_meets). Written past the end by
 * up to 67 entries: at most base are there when 64 hands more are looked at, so n + GF_ROWS_SLACK entries do.
 */
#define GF_ROWS_SLACK 132
GF_KERNEL size_t GF_FN(gf_rows_of)(const uint8_t *bits, size_t n, uint16_t *rows)
{
    size_t found = 0;
    for (size_t base = 0; base < n; base += 64) {
        found += gf_meet_rows(bits + base / 8, base, rows + found);
    }
    return found;
}

/* The queued rows of one block: passes two and three. Returns how many are left to the caller, in todo. */
GF_KERNEL size_t GF_FN(gf_deadwood_queue)(const uint64_t *masks, uint8_t *out, const uint16_t *rows, size_t queued,
                                          uint16_t *todo)
{
    enum { CHUNK = 512 };
    uint64_t hands[CHUNK];
    uint8_t points[CHUNK], hard[CHUNK / 8];
    uint16_t places[CHUNK + GF_ROWS_SLACK], least[GF_GROUP];
    size_t left = 0;
    for (size_t start = 0; start < queued; start += CHUNK, rows += CHUNK) {
        size_t n = queued - start < CHUNK ? queued - start : CHUNK, pairs = (n + GF_PAIR - 1) / GF_PAIR;
        for (size_t i = 0; i < n; i++) {
            GF_NO_VECTORS();
            hands[i] = masks[rows[i]];
        }
        memset(hands + n, 0, (pairs * GF_PAIR - n) * sizeof *hands);
        memset(hard, 0, sizeof hard);
        GF_FN(gf_deadwood_second)(hands, pairs, points, hard);
        for (size_t i = 0; i < n; i++) {
            uint8_t runs_first = out[rows[i]];
            out[rows[i]] = runs_first < points[i] ? runs_first : points[i];
        }
        size_t more = GF_FN(gf_rows_of)(hard, n, places);
        size_t others = 0;
        for (size_t i = 0; i < more; i += GF_GROUP) {
            size_t some = more - i < GF_GROUP ? more - i : GF_GROUP;
            int known = GF_FN(gf_least_of_few)(hands, places + i, some, least);
            for (size_t j = 0; j < some; j++) {
                /* without branches on the answers, which are anybody's guess: GF_UNDECIDED is more than any */
                unsigned at = places[i + j], row = rows[at];
                if (known) {
                    out[row] = (uint8_t)(least[j] < out[row] ? least[j] : out[row]);
                }
                places[others] = (uint16_t)at;
                others += !known || least[j] == GF_UNDECIDED;
            }
        }
        for (size_t i = 0; i < others; i++) {
            unsigned found = GF_FN(gf_least_of_choices)(hands[places[i]]); /* over all ways */
            if (found == GF_UNDECIDED) {
                todo[left++] = rows[places[i]];
            } else {
                out[rows[places[i]]] = (uint8_t)found;
            }
        }
    }
    return left;
}

static size_t GF_FN(gf_deadwood)(const uint64_t *masks, size_t n, uint8_t *out, uint16_t *todo, uint64_t *seen)
{
    uint8_t conflicts[GF_BLOCK / 8 + 16], bytes[GF_PAIR];
    uint16_t rows[GF_BLOCK + GF_ROWS_SLACK];
    uint64_t last[GF_PAIR], lanes[GF_LANES];
    size_t pairs = n / GF_PAIR, done = pairs * GF_PAIR;
    gf_v all = gf_zero();
    memset(conflicts + done / 64 * 8, 0, 16); /* gf_rows_of reads whole eight bytes */
    GF_FN(gf_deadwood_first)(masks, pairs, out, conflicts, &all);
    if (done < n) {
        memset(last, 0, sizeof last);
        memcpy(last, masks + done, (n - done) * sizeof *last);
        GF_FN(gf_deadwood_first)(last, 1, bytes, conflicts + done / 8, &all);
        memcpy(out + done, bytes, n - done);
    }
    gf_store(lanes, all);
    for (int i = 0; i < GF_LANES; i++) {
        *seen |= lanes[i];
    }
    return GF_FN(gf_deadwood_queue)(masks, out, rows, GF_FN(gf_rows_of)(conflicts, n, rows), todo);
}

/* Whole vectors at aligned addresses around the cache, the ends through it. */
static void GF_FN(gf_put)(uint8_t *to, const uint8_t *from, size_t n)
{
    size_t i = 0;
    if (n >= 2 * sizeof(gf_v)) {
        i = (size_t)(-(uintptr_t)to & (sizeof(gf_v) - 1));
        memcpy(to, from, sizeof(gf_v));
        for (; i + sizeof(gf_v) <= n; i += sizeof(gf_v)) {
            gf_stream(to + i, gf_load(from + i));
        }
    }
    memcpy(to + i, from + i, n - i);
}
