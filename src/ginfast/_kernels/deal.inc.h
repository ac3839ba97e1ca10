/*
 * Kernel text: deals. Included once per level by kern_deal.inc.h, over deal_lanes.h.
 *
 * GF_D_ROWS rows at a time, each a 64-bit lane. A product x * n keeps draw and rest of one word together, the draw in the
 * upper, the rest in the lower half, which is all the next multiplication sees: a round of Philox is two products, two
 * shifts and two three-way exclusive ors, a draw one product and one shift.
 */
#define GF_D_ROWS (GF_D_LANES * GF_D_UNROLL)
#define GF_EACH for (int u = 0; u < GF_D_UNROLL; u++)

/*
 * One block of Philox for the rows from `start` on, whose upper halves agree. Rows differ only in the first product, so the
 * first two rounds are done by halves. GF_D_CHAINS vectors at a time: as many as fit into the registers with their four
 * words each and hide the latency of the products.
 */
GF_INLINE void gf_d_philox(const struct gf_deal_plan *plan, uint64_t start, uint32_t block, uint32_t hand,
                           gf_d word[4][GF_D_UNROLL])
{
    static const uint64_t lane[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const gf_d m0 = gd_set1(GF_PHILOX_M0), m1 = gd_set1(GF_PHILOX_M1);
    const uint64_t p1 = (uint64_t)GF_PHILOX_M1 * block;
    const uint32_t a0 = (uint32_t)(p1 >> 32) ^ (uint32_t)(start >> 32) ^ plan->key0[0], a1 = (uint32_t)p1;
    const uint64_t p0 = (uint64_t)GF_PHILOX_M0 * a0;
    for (int from = 0; from < GF_D_UNROLL; from += GF_D_CHAINS) {
        gf_d c0[GF_D_CHAINS], c1[GF_D_CHAINS], c2[GF_D_CHAINS], c3[GF_D_CHAINS];
        for (int u = 0; u < GF_D_CHAINS; u++) {
            gf_d number = gd_add(gd_set1(start + (uint64_t)(GF_D_LANES * (from + u))), gd_load(lane));
            gf_d first = gd_mul(number, m0);
            c1[u] = gd_mul(gd_xor(gd_high(first), gd_set1(hand ^ plan->key1[0])), m1);
            c0[u] = gd_xor(gd_high(c1[u]), gd_set1(a1 ^ plan->key0[1]));
            c2[u] = gd_xor(first, gd_set1((uint32_t)(p0 >> 32) ^ plan->key1[1]));
            c3[u] = gd_set1((uint32_t)p0);
        }
        for (int r = 2; r < GF_PHILOX_ROUNDS; r++) {
            const gf_d k0 = gd_set1(plan->key0[r]), k1 = gd_set1(plan->key1[r]);
            for (int u = 0; u < GF_D_CHAINS; u++) {
                gf_d left = gd_mul(c0[u], m0), right = gd_mul(c2[u], m1);
                c0[u] = gd_xor3(gd_high(right), c1[u], k0);
                c1[u] = right;
                c2[u] = gd_xor3(gd_high(left), c3[u], k1);
                c3[u] = left;
            }
        }
        for (int u = 0; u < GF_D_CHAINS; u++) {
            word[0][from + u] = c0[u];
            word[1][from + u] = c1[u];
            word[2][from + u] = c2[u];
            word[3][from + u] = c3[u];
        }
    }
}

/* The hands `hand` of GF_D_ROWS rows as places among the `cards` cards still there; what gf_deal_hand gives row by row. */
static void GF_FN(gf_d_hands)(const struct gf_deal_plan *plan, uint64_t start, uint32_t hand, int cards, uint64_t *out)
{
    const int size = plan->size;
    int place = cards - size;
    uint32_t block = 0;
    gf_d doubt = gd_fine;
    gf_d mask[GF_D_UNROLL];
    GF_EACH mask[u] = gd_set1(0);
    if ((start >> 32) != ((start + GF_D_ROWS - 1) >> 32)) {
        for (int i = 0; i < GF_D_ROWS; i++) {
            out[i] = gf_deal_hand(plan, start + (uint64_t)i, hand, cards);
        }
        return;
    }
    while (place < cards) {
        gf_d word[4][GF_D_UNROLL];
        gf_d_philox(plan, start, block++, hand, word);
        for (int w = 0; w < 4 && place < cards; w++) {
            const int end = place + GF_DRAWS_PER_WORD < cards ? place + GF_DRAWS_PER_WORD : cards;
            gf_d x[GF_D_UNROLL];
            GF_EACH x[u] = word[w][u];
            for (; place < end; place++) {
                const gf_d limit = gd_set1((uint64_t)place + 1), bit = gd_set1(UINT64_C(1) << place);
                GF_EACH
                {
                    x[u] = gd_mul(x[u], limit);
                    mask[u] = gd_put(mask[u], x[u], bit);
                }
            }
            GF_EACH doubt = gd_doubt(doubt, x[u]);
        }
    }
    GF_EACH gd_store(out + GF_D_LANES * u, mask[u]);
    if (GF_UNLIKELY(gd_doubts(doubt))) {
        for (int i = 0; i < GF_D_ROWS; i++) {
            if (gd_doubts(doubt) >> (i % GF_D_LANES) & 1) {
                out[i] = gf_deal_hand(plan, start + (uint64_t)i, hand, cards);
            }
        }
    }
}

/* Turn places among the `cards` cards left into cards, row by row (gf_deposit). */
static void GF_FN(gf_d_deposit)(uint64_t *places, const uint64_t *left, int cards)
{
#if GF_LEVEL == 2
    (void)cards;
    for (int i = 0; i < GF_D_ROWS; i++) {
        places[i] = _pdep_u64(places[i], left[i]);
    }
#else
    /* PDEP takes hundreds of steps on AMD before Zen 3, and every row has the same number of gaps. */
    const gf_d deck = gd_set1(GF_DECK), none = gd_set1(0);
    gf_d bits[GF_D_UNROLL], gaps[GF_D_UNROLL];
    GF_EACH
    {
        bits[u] = gd_load(places + GF_D_LANES * u);
        gaps[u] = gd_bic(deck, gd_load(left + GF_D_LANES * u));
    }
    for (int gap = cards; gap < 52; gap++) {
        GF_EACH
        {
            gf_d below = gd_sub(none, gaps[u]);
            bits[u] = gd_add(bits[u], gd_and(bits[u], gd_or(gaps[u], below)));
            gaps[u] = gd_bic(gaps[u], below);
        }
    }
    GF_EACH gd_store(places + GF_D_LANES * u, bits[u]);
#endif
}

static void GF_FN(gf_deal)(const struct gf_deal_plan *plan, uint64_t start, size_t n, uint64_t *out)
{
    const int hands = plan->hands, size = plan->size, all = gf_word_count(plan->available);
    size_t i = 0;
    for (; size && i + GF_D_ROWS <= n; i += GF_D_ROWS) {
        uint64_t places[GF_D_ROWS], left[GF_D_ROWS], *rows = out + i * (size_t)hands;
        if (hands == 1 && all == 52) {
            GF_FN(gf_d_hands)(plan, start + i, 0, 52, rows);
            continue;
        }
        for (int r = 0; r < GF_D_ROWS; r++) {
            left[r] = plan->available;
        }
        for (int h = 0, cards = all; h < hands; h++, cards -= size) {
            GF_FN(gf_d_hands)(plan, start + i, (uint32_t)h, cards, places);
            if (cards < 52) {
                GF_FN(gf_d_deposit)(places, left, cards);
            }
            for (int r = 0; r < GF_D_ROWS; r++) {
                rows[r * hands + h] = places[r];
                left[r] &= ~places[r];
            }
        }
    }
    for (; i < n; i++) {
        uint64_t left = plan->available, *row = out + i * (size_t)hands;
        for (int h = 0, cards = all; h < hands; h++, cards -= size) {
            row[h] = gf_deposit(gf_deal_hand(plan, start + i, (uint32_t)h, cards), left);
            left &= ~row[h];
        }
    }
}

#undef GF_EACH
