/*
 * Kernel text of the AVX-512 level: rank and unrank for hands of common sizes, a block at a time. Included by
 * indexing.inc.h, which finishes what these leave.
 */

#define GF_RANK_BLOCK 64
#define GF_UNRANK_BLOCK 128

/*
 * Rank of 64 hands of at most GF_PLANE_CARDS cards; 0 when a hand has more or a bit outside the deck.
 *
 * Card by card from the lowest: blsmsk and a population count give the place of every hand's card plus one (64 when
 * there is none left), and one byte permutation looks up one hexadecimal digit of C(p, i) for all 64 hands. Sums of
 * up to eleven digits fit into a byte; the last step adds them up by their weights, 16-bit, 32-bit and 64-bit lanes
 * in turn. Byte v of lane l belongs to hand 8 * v + l.
 */
#define GF_RANK_DIGIT(i, j) sum[j] = _mm512_add_epi8(sum[j], _mm512_permutexvar_epi8(at, gf_load(plane[(i) - 1][j])))
#define GF_RANK_CARD(i, digits)                                                                                        \
    do {                                                                                                               \
        gf_v at = gf_zero();                                                                                           \
        for (int v = 0; v < 8; v++) {                                                                                  \
            gf_v below = gf_add64(m[v], gf_set1(~UINT64_C(0)));                                                        \
            at = _mm512_shrdi_epi64(at, gf_popcount64(gf_xor(m[v], below)), 8);                                        \
            m[v] = gf_and(m[v], below);                                                                                \
        }                                                                                                              \
        for (int j = 0; j < (digits); j++) {                                                                           \
            GF_RANK_DIGIT(i, j);                                                                                       \
        }                                                                                                              \
    } while (0)

GF_INLINE int gf_rank_block(const uint64_t *masks, uint64_t *out)
{
    const uint8_t (*plane)[GF_PLANES][64] = (const uint8_t (*)[GF_PLANES][64])gf_index_table.plane;
    const gf_v zero = gf_zero(), low = gf_set1(0xffffffffU);
    gf_v m[8], sum[GF_PLANES], any = zero;
    for (int v = 0; v < 8; v++) {
        m[v] = gf_load(masks + 8 * v);
        any = gf_or(any, m[v]);
    }
    if (GF_UNLIKELY(_mm512_test_epi64_mask(any, gf_set1(~GF_DECK)))) {
        return 0;
    }
    for (int j = 0; j < GF_PLANES; j++) {
        sum[j] = zero;
    }
    GF_RANK_CARD(1, 2); /* C(51, 1) has two hexadecimal digits, C(51, 2) three, ... */
    GF_RANK_CARD(2, 3);
    GF_RANK_CARD(3, 4);
    GF_RANK_CARD(4, 5);
    GF_RANK_CARD(5, 6);
    GF_RANK_CARD(6, 7);
    GF_RANK_CARD(7, 7);
    GF_RANK_CARD(8, 8);
    GF_RANK_CARD(9, 8);
    GF_RANK_CARD(10, 9);
    any = gf_or3(gf_or3(m[0], m[1], m[2]), gf_or3(m[3], m[4], m[5]), gf_or(m[6], m[7]));
    if (_mm512_test_epi64_mask(any, any)) {
        GF_RANK_CARD(11, 9);
        any = gf_or3(gf_or3(m[0], m[1], m[2]), gf_or3(m[3], m[4], m[5]), gf_or(m[6], m[7]));
        if (_mm512_test_epi64_mask(any, any)) {
            return 0;
        }
    }
    /* [parity of the lane l][v / 2]: 128 bits hold hands 8 * v + l and 8 * (v + 1) + l. */
    gf_v done[2][4];
    for (int odd = 0; odd < 2; odd++) {
        gf_v word[5];
        for (int j = 0; j < 4; j++) {
            gf_v both = odd ? _mm512_unpackhi_epi8(sum[2 * j], sum[2 * j + 1])
                            : _mm512_unpacklo_epi8(sum[2 * j], sum[2 * j + 1]);
            word[j] = _mm512_maddubs_epi16(both, _mm512_set1_epi16(0x1001)); /* 1 and 16 */
        }
        word[4] = odd ? _mm512_unpackhi_epi8(sum[8], zero) : _mm512_unpacklo_epi8(sum[8], zero);
        for (int half = 0; half < 2; half++) {
            const gf_v weights = _mm512_set1_epi32(0x01000001); /* 1 and 256 */
            gf_v a = half ? _mm512_unpackhi_epi16(word[0], word[1]) : _mm512_unpacklo_epi16(word[0], word[1]);
            gf_v b = half ? _mm512_unpackhi_epi16(word[2], word[3]) : _mm512_unpacklo_epi16(word[2], word[3]);
            gf_v c = half ? _mm512_unpackhi_epi16(word[4], zero) : _mm512_unpacklo_epi16(word[4], zero);
            a = _mm512_madd_epi16(a, weights);
            b = _mm512_madd_epi16(b, weights);
            for (int pair = 0; pair < 2; pair++) {
                gf_v ab = pair ? _mm512_unpackhi_epi32(a, b) : _mm512_unpacklo_epi32(a, b);
                gf_v high = pair ? _mm512_unpackhi_epi32(zero, c) : _mm512_unpacklo_epi32(zero, c);
                gf_v middle = gf_bic(gf_shr64(ab, 16), gf_set1(0xffff));
                done[odd][2 * half + pair] = gf_add64(gf_add64(gf_and(ab, low), middle), high);
            }
        }
    }
    for (int v = 0; v < 8; v++) {
        gf_v even = done[0][v / 2], odd = done[1][v / 2];
        gf_store(out + 8 * v, v & 1 ? _mm512_unpackhi_epi64(even, odd) : _mm512_unpacklo_epi64(even, odd));
    }
    return 1;
}

/*
 * The 128 hands of `size` <= GF_ROW_CARDS cards at valid places: a walk down the rows of Pascal's triangle, row p
 * held in a register and looked up by the number i of cards still to place; card p is taken when C(p, i) <= r, then
 * r -= C(p, i).
 *
 * The lanes narrow as r does: 64 bits while r may pass 2^32, 32 bits down to row 18, 16 bits below (C(18, i) <
 * 2^16). A lane of x holds i in its low bits, which are all the permutation looks at, and above them the cards
 * taken, so that one masked addition keeps both: 64 - 4, 32 - 4 = 28 and 16 - 5 = 11 rows fit. Neighbouring lanes
 * are joined even below odd.
 */
#define GF_WALK(count, width, mask_type, at, row, step)                                                                \
    for (int u = 0; u < (count); u++) {                                                                                \
        gf_v c = at;                                                                                                   \
        mask_type take = _mm512_cmp_epu##width##_mask(r[u], c, _MM_CMPINT_NLT);                                        \
        r[u] = _mm512_mask_sub_epi##width(r[u], take, r[u], c);                                                        \
        x[u] = _mm512_mask_add_epi##width(x[u], take, x[u], step);                                                     \
    }

GF_INLINE void gf_unrank_wide(const uint64_t *ranks, int size, int last, gf_v taken[8], gf_v rest[4], gf_v left[4])
{
    gf_v r[8], x[8];
    for (int u = 0; u < 8; u++) {
        r[u] = gf_load(ranks + 8 * u);
        x[u] = gf_set1((uint64_t)size);
    }
    for (int p = 51; p > last; p--) {
        const gf_v low = gf_load(gf_index_table.row64[p]), high = gf_load(gf_index_table.row64[p] + 8);
        const gf_v step = gf_set1((UINT64_C(16) << (p - last - 1)) - 1);
        GF_WALK(8, 64, __mmask8, _mm512_permutex2var_epi64(low, x[u], high), row, step)
    }
    const __m128i shift = _mm_cvtsi32_si128(last + 1);
    for (int u = 0; u < 8; u++) {
        taken[u] = _mm512_sll_epi64(gf_shr64(x[u], 4), shift);
    }
    for (int u = 0; u < 4; u++) {
        rest[u] = _mm512_mask_shuffle_epi32(r[2 * u], 0xaaaa, r[2 * u + 1], (_MM_PERM_ENUM)0xa0);
        left[u] = _mm512_mask_shuffle_epi32(x[2 * u], 0xaaaa, x[2 * u + 1], (_MM_PERM_ENUM)0xa0);
        left[u] = gf_and(left[u], _mm512_set1_epi32(15));
    }
}

GF_INLINE void gf_unrank_narrow(const gf_v rest[8], const gf_v left[8], gf_v below[8])
{
    gf_v r[4], x[4], upper[4];
    for (int u = 0; u < 4; u++) {
        r[u] = gf_or(rest[2 * u], _mm512_slli_epi32(rest[2 * u + 1], 16));
        x[u] = gf_or(gf_and(left[2 * u], _mm512_set1_epi32(15)),
                     gf_and(_mm512_slli_epi32(left[2 * u + 1], 16), _mm512_set1_epi32(15 << 16)));
    }
    for (int p = 17; p >= 7; p--) {
        const gf_v row = gf_load(gf_index_table.row16[p]), step = _mm512_set1_epi16((short)((32U << (p - 7)) - 1));
        GF_WALK(4, 16, __mmask32, _mm512_permutexvar_epi16(x[u], row), row, step)
    }
    for (int u = 0; u < 4; u++) {
        upper[u] = gf_shl16(gf_shr16(x[u], 5), 5); /* bits 5..15: cards 7..17 */
        x[u] = gf_and(x[u], _mm512_set1_epi16(31));
    }
    for (int p = 6; p >= 0; p--) {
        const gf_v row = gf_load(gf_index_table.row16[p]), step = _mm512_set1_epi16((short)((32U << p) - 1));
        GF_WALK(4, 16, __mmask32, _mm512_permutexvar_epi16(x[u], row), row, step)
    }
    for (int u = 0; u < 4; u++) {
        const gf_v low16 = _mm512_set1_epi32(0xffff);
        gf_v lower = gf_shr16(x[u], 5);
        below[2 * u] = gf_or(_mm512_slli_epi32(gf_and(upper[u], low16), 2), gf_and(lower, low16));
        below[2 * u + 1] =
            gf_or(gf_and(_mm512_srli_epi32(upper[u], 14), _mm512_set1_epi32(0x3ff80)), _mm512_srli_epi32(lower, 16));
    }
}

static void gf_unrank_rows(const uint64_t *ranks, int size, uint64_t *out)
{
    const int last = gf_index_table.narrow[size];
    const gf_v low = gf_set1(0xffffffffU);
    gf_v taken[16], r[8], x[8], below[8];
    gf_unrank_wide(ranks, size, last, taken, r, x);
    gf_unrank_wide(ranks + 64, size, last, taken + 8, r + 4, x + 4);
    for (int p = last; p >= 18; p--) {
        const gf_v row = gf_load(gf_index_table.row32[p]), step = _mm512_set1_epi32((int)((16U << (p - 18)) - 1));
        GF_WALK(8, 32, __mmask16, _mm512_permutexvar_epi32(x[u], row), row, step)
    }
    gf_unrank_narrow(r, x, below);
    for (int u = 0; u < 8; u++) {
        gf_v middle = _mm512_srli_epi32(x[u], 4);
        gf_v even = gf_or(gf_shl64(gf_and(middle, low), 18), gf_and(below[u], low));
        gf_v odd = gf_or(gf_shl64(gf_shr64(middle, 32), 18), gf_shr64(below[u], 32));
        gf_store(out + 16 * u, gf_or(taken[2 * u], even));
        gf_store(out + 16 * u + 8, gf_or(taken[2 * u + 1], odd));
    }
}
