/*
 * Kernel text: deals. Included once per level by kern_deal.inc.h, over deal_lanes.h.
 *
 * GF_D_ROWS rows at a time, each a 64-bit lane. A product x * n keeps draw and rest of one word together, the draw
 * in the upper, the rest in the lower half, which is all the next multiplication sees: a round of Philox is two
 * products, two shifts and two three-way exclusive ors, a draw one product and one shift.
 */
#define GF_D_ROWS (GF_D_LANES * GF_D_UNROLL)
#define GF_EACH for (int u = 0; u < GF_D_UNROLL; u++)

/*
 * One block of Philox for the rows from `start` on, whose upper halves agree. Rows differ only in the first product,
 * so the first two rounds are done by halves. GF_D_CHAINS vectors at a time: as many as fit into the registers with
 * their four words each and hide the latency of the products.
 */
GF_INLINE void gf_d_philox(const struct gf_deal_plan *plan, uint64_t start, uint32_t block, uint32_t hand,
                           gf_d word[4][GF_D_UNROLL])
{
    static const uint64_t lane[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const gf_d m0 = gf_d_set1(GF_PHILOX_M0), m1 = gf_d_set1(GF_PHILOX_M1);
    const uint64_t p1 = (uint64_t)GF_PHILOX_M1 * block;
    const uint32_t a0 = (uint32_t)(p1 >> 32) ^ (uint32_t)(start >> 32) ^ plan->key0[0], a1 = (uint32_t)p1;
    const uint64_t p0 = (uint64_t)GF_PHILOX_M0 * a0;
    for (int from = 0; from < GF_D_UNROLL; from += GF_D_CHAINS) {
        gf_d c0[GF_D_CHAINS], c1[GF_D_CHAINS], c2[GF_D_CHAINS], c3[GF_D_CHAINS];
        for (int u = 0; u < GF_D_CHAINS; u++) {
            gf_d number = gf_d_add(gf_d_set1(start + (uint64_t)(GF_D_LANES * (from + u))), gf_d_load(lane));
            gf_d first = gf_d_mul(number, m0);
            c1[u] = gf_d_mul(gf_d_xor(gf_d_high(first), gf_d_set1(hand ^ plan->key1[0])), m1);
            c0[u] = gf_d_xor(gf_d_high(c1[u]), gf_d_set1(a1 ^ plan->key0[1]));
            c2[u] = gf_d_xor(first, gf_d_set1((uint32_t)(p0 >> 32) ^ plan->key1[1]));
            c3[u] = gf_d_set1((uint32_t)p0);
        }
        for (int r = 2; r < GF_PHILOX_ROUNDS; r++) {
            const gf_d k0 = gf_d_set1(plan->key0[r]), k1 = gf_d_set1(plan->key1[r]);
            for (int u = 0; u < GF_D_CHAINS; u++) {
                gf_d left = gf_d_mul(c0[u], m0), right = gf_d_mul(c2[u], m1);
                c0[u] = gf_d_xor3(gf_d_high(right), c1[u], k0);
                c1[u] = right;
                c2[u] = gf_d_xor3(gf_d_high(left), c3[u], k1);
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

#if defined(GF_D_APART)
/* Floyd's algorithm in integer registers, four rows at a time. The draws are the upper halves of 64-bit words; their
 * bits come from a table, since the baseline's shift takes three steps. Without a branch, which would be
 * mispredicted twice a hand: 2^draw + 2^place - 1 reaches bit `place` if and only if the draw is held. */
#define GF_BIT4(n) UINT64_C(1) << (n), UINT64_C(1) << ((n) + 1), UINT64_C(1) << ((n) + 2), UINT64_C(1) << ((n) + 3)
#define GF_BIT16(n) GF_BIT4(n), GF_BIT4((n) + 4), GF_BIT4((n) + 8), GF_BIT4((n) + 12)
static const uint64_t gf_bit[64] = {GF_BIT16(0), GF_BIT16(16), GF_BIT16(32), GF_BIT16(48)};
#define GF_PUT(mask, row)                                                                                              \
    do {                                                                                                               \
        const uint64_t bit = gf_bit[draws[d][2 * (i + (row)) + 1]];                                                    \
        mask |= bit | (((mask & bit) + top - 1) & top);                                                                \
    } while (0)
GF_INLINE void gf_d_put_all(uint32_t draws[][2 * GF_D_ROWS], int place, int size, uint64_t *out)
{
    for (int i = 0; i < GF_D_ROWS; i += 4) {
        uint64_t a = 0, b = 0, c = 0, e = 0, top = UINT64_C(1) << place;
        for (int d = 0; d < size; d++, top += top) {
            GF_PUT(a, 0);
            GF_PUT(b, 1);
            GF_PUT(c, 2);
            GF_PUT(e, 3);
        }
        out[i] = a;
        out[i + 1] = b;
        out[i + 2] = c;
        out[i + 3] = e;
    }
}
#endif

/* The hands `hand` of GF_D_ROWS rows as places among the `cards` cards still there: gf_deal_hand in lanes. */
static void GF_FN(gf_d_hands)(const struct gf_deal_plan *plan, uint64_t start, uint32_t hand, int cards, uint64_t *out)
{
    const int size = plan->size;
    int place = cards - size;
    uint32_t block = 0;
    gf_d doubt = gf_d_fine;
#if defined(GF_D_APART)
    uint32_t draws[52][2 * GF_D_ROWS];
#else
    gf_d mask[GF_D_UNROLL];
    GF_EACH mask[u] = gf_d_set1(0);
#endif
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
                const gf_d limit = gf_d_set1((uint64_t)place + 1);
#if defined(GF_D_APART)
                GF_EACH
                {
                    x[u] = gf_d_mul(x[u], limit);
                    gf_d_store(&draws[place - (cards - size)][2 * GF_D_LANES * u], x[u]);
                }
#else
                const gf_d bit = gf_d_set1(UINT64_C(1) << place);
                GF_EACH
                {
                    x[u] = gf_d_mul(x[u], limit);
                    mask[u] = gf_d_put(mask[u], x[u], bit);
                }
#endif
            }
            GF_EACH doubt = gf_d_doubt(doubt, x[u]);
        }
    }
#if defined(GF_D_APART)
    gf_d_put_all(draws, cards - size, size, out);
#else
    GF_EACH gf_d_store(out + GF_D_LANES * u, mask[u]);
#endif
    if (GF_UNLIKELY(gf_d_doubts(doubt))) {
        for (int i = 0; i < GF_D_ROWS; i++) {
            if (gf_d_doubts(doubt) >> (i % GF_D_LANES) & 1) {
                out[i] = gf_deal_hand(plan, start + (uint64_t)i, hand, cards);
            }
        }
    }
}

/* Turn the places of GF_D_ROWS rows, hand by hand, into cards (gf_deposit) and lay the rows out. */
GF_INLINE void gf_d_lay(uint64_t places[][GF_D_ROWS], const struct gf_deal_plan *plan, int all, int hands,
                        uint64_t *rows)
{
    const uint64_t available = plan->available;
#if GF_LEVEL == 2
    for (int i = 0; i < GF_D_ROWS; i++, rows += hands) {
        uint64_t left = available;
        for (int h = 0; h < hands; h++) {
            const uint64_t hand = h == 0 && all == 52 ? places[0][i] : _pdep_u64(places[h][i], left);
            left ^= hand;
            rows[h] = hand;
        }
    }
#else
    /* PDEP takes hundreds of steps on AMD before Zen 3, and every row has the same number of gaps. */
    const gf_d none = gf_d_set1(0);
    const int size = plan->size;
    GF_EACH
    {
        gf_d dealt = gf_d_set1(GF_DECK & ~available);
        for (int h = 0, cards = all; h < hands; h++, cards -= size) {
            uint64_t lane[GF_D_LANES];
            gf_d hand = gf_d_load(&places[h][GF_D_LANES * u]), gaps = dealt;
            for (int gap = cards; gap < 52; gap++) {
                gf_d below = gf_d_sub(none, gaps);
                hand = gf_d_add(hand, gf_d_and(hand, gf_d_or(gaps, below)));
                gaps = gf_d_bic(gaps, below);
            }
            dealt = gf_d_or(dealt, hand);
            gf_d_store(lane, hand);
            for (int l = 0; l < GF_D_LANES; l++) {
                rows[(size_t)(GF_D_LANES * u + l) * (size_t)hands + (size_t)h] = lane[l];
            }
        }
    }
#endif
}

static void GF_FN(gf_deal)(const struct gf_deal_plan *plan, uint64_t start, size_t n, uint64_t *out)
{
    const int hands = plan->hands, size = plan->size, all = gf_word_count(plan->available);
    size_t i = 0;
    for (; size && i + GF_D_ROWS <= n; i += GF_D_ROWS) {
        uint64_t places[52][GF_D_ROWS], *rows = out + i * (size_t)hands;
        if (hands == 1 && all == 52) {
            GF_FN(gf_d_hands)(plan, start + i, 0, 52, rows);
            continue;
        }
        for (int h = 0; h < hands; h++) {
            GF_FN(gf_d_hands)(plan, start + i, (uint32_t)h, all - h * size, places[h]);
        }
        if (hands == 2 && all == 52) {
            gf_d_lay(places, plan, 52, 2, rows);
        } else if (hands == 1) {
            gf_d_lay(places, plan, all, 1, rows);
        } else {
            gf_d_lay(places, plan, all, hands, rows);
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
