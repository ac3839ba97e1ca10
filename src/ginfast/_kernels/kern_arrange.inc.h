/*
 * Best arrangements of hands of at most eleven cards. Included once per level, after kern_options.inc.h.
 *
 * First pass: cards in runs and cards in ranks held three times are found apart; unless a card is in both, that is the
 * arrangement. Hands with such a card are listed and settled by kern_options.inc.h in a second pass.
 */

/* The first run of the cards in runs: a one added at its lowest card carries through it. */
GF_INLINE gf_v gf_first_run(gf_v runs)
{
    gf_v lowest = gf_and(runs, gf_sub64(gf_zero(), runs));
    return gf_bic(runs, gf_add64(runs, lowest));
}

/* The three melds in listing order, the cards left, the deadwood: the five words of a row. */
GF_INLINE void gf_list_melds(gf_v mask, const struct gf_arranged *a, gf_v word[5])
{
    gf_v run0 = gf_first_run(a->runs), rest = gf_bic(a->runs, run0);
    gf_v run1 = gf_first_run(rest), run2 = gf_bic(rest, run1);
    gf_v rank0 = gf_lowest_rank(a->ranks), ranks = gf_bic(a->ranks, rank0), rank1 = gf_lowest_rank(ranks);
    gf_v set0 = gf_and(a->sets, rank0), set1 = gf_and(a->sets, rank1), set2 = gf_bic2(a->sets, rank0, rank1);
    gf_m one = gf_nonzero(run0), two = gf_nonzero(run1);
    /* Three melds at most, so a third run leaves no set, and a second run one. */
    word[0] = gf_unspread(gf_select(one, run0, set0));
    word[1] = gf_unspread(gf_select(two, run1, gf_select(one, set0, set1)));
    word[2] = gf_unspread(gf_or(run2, gf_select(two, set0, gf_select(one, set1, set2))));
    word[3] = gf_bic(mask, gf_or3(word[0], word[1], word[2]));
    word[4] = gf_value(a->dead);
}

#if GF_LEVEL == 2
/* Column c of row r is word 5 * r + c of eight rows of five. Five and eight have no common factor, so one permutation
 * brings each column to its places and blends do the rest. */
GF_INLINE void gf_store5(struct gf_arrangement_row *out, const gf_v w[5])
{
    gf_v a = _mm512_permutexvar_epi64(_mm512_set_epi64(3, 6, 1, 4, 7, 2, 5, 0), w[0]);
    gf_v b = _mm512_permutexvar_epi64(_mm512_set_epi64(6, 1, 4, 7, 2, 5, 0, 3), w[1]);
    gf_v c = _mm512_permutexvar_epi64(_mm512_set_epi64(1, 4, 7, 2, 5, 0, 3, 6), w[2]);
    gf_v d = _mm512_permutexvar_epi64(_mm512_set_epi64(4, 7, 2, 5, 0, 3, 6, 1), w[3]);
    gf_v e = _mm512_permutexvar_epi64(_mm512_set_epi64(7, 2, 5, 0, 3, 6, 1, 4), w[4]);
#define GF_ROW5(i, ma, mb, mc, md, me)                                                                                 \
    gf_store(                                                                                                          \
        (char *)out + 64 * (i),                                                                                        \
        _mm512_mask_blend_epi64(                                                                                       \
            me, _mm512_mask_blend_epi64(md, _mm512_mask_blend_epi64(mc, _mm512_mask_blend_epi64(mb, a, b), c), d), e))
    GF_ROW5(0, 0x21, 0x42, 0x84, 0x08, 0x10);
    GF_ROW5(1, 0x84, 0x08, 0x10, 0x21, 0x42);
    GF_ROW5(2, 0x10, 0x21, 0x42, 0x84, 0x08);
    GF_ROW5(3, 0x42, 0x84, 0x08, 0x10, 0x21);
    GF_ROW5(4, 0x08, 0x10, 0x21, 0x42, 0x84);
#undef GF_ROW5
}
#elif GF_LEVEL == 1
GF_INLINE void gf_store5(struct gf_arrangement_row *out, const gf_v w[5])
{
    gf_v a = _mm256_unpacklo_epi64(w[0], w[1]), b = _mm256_unpackhi_epi64(w[0], w[1]);
    gf_v c = _mm256_unpacklo_epi64(w[2], w[3]), d = _mm256_unpackhi_epi64(w[2], w[3]);
    __m128i low = _mm256_castsi256_si128(w[4]), high = _mm256_extracti128_si256(w[4], 1);
    gf_store(&out[0], _mm256_permute2x128_si256(a, c, 0x20));
    gf_store(&out[1], _mm256_permute2x128_si256(b, d, 0x20));
    gf_store(&out[2], _mm256_permute2x128_si256(a, c, 0x31));
    gf_store(&out[3], _mm256_permute2x128_si256(b, d, 0x31));
    _mm_storel_epi64((__m128i *)&out[0].deadwood, low);
    _mm_storeh_pd((double *)&out[1].deadwood, _mm_castsi128_pd(low));
    _mm_storel_epi64((__m128i *)&out[2].deadwood, high);
    _mm_storeh_pd((double *)&out[3].deadwood, _mm_castsi128_pd(high));
}
#elif GF_LANES == 2
GF_INLINE void gf_store5(struct gf_arrangement_row *out, const gf_v w[5])
{
    gf_store(&out[0].melds[0], gf_lanes00(w[0], w[1]));
    gf_store(&out[0].melds[2], gf_lanes00(w[2], w[3]));
    gf_store(&out[1].melds[0], gf_lanes11(w[0], w[1]));
    gf_store(&out[1].melds[2], gf_lanes11(w[2], w[3]));
    gf_store_lanes(&out[0].deadwood, &out[1].deadwood, w[4]);
}
#else
GF_INLINE void gf_store5(struct gf_arrangement_row *out, const gf_v w[5])
{
    gf_v last = GF_FIELDS(w[4]);
    memcpy(out, w, 32);
    memcpy(&out->deadwood, &last, 8);
}
#endif

/* The rows of a list, through a buffer. */
GF_INLINE void gf_store5_rows(struct gf_arrangement_row *out, const uint16_t *rows, size_t most, const gf_v w[5])
{
    struct gf_arrangement_row buffer[GF_LANES];
    gf_store5(buffer, w);
    for (size_t i = 0; i < GF_LANES && i < most; i++) {
        memcpy(out + rows[i], buffer + i, sizeof *out);
    }
}

/* n <= GF_ROWS rows, a multiple of GF_LANES. Returned is whether any is refused, by its word of wrong, which is written
 * only then. */
static GF_NOINLINE int GF_FN(gf_arrange_rows)(const uint64_t *masks, size_t n, struct gf_arrangement_row *out,
                                              uint64_t *wrong)
{
    uint8_t conflicts[GF_ROWS];
    struct gf_spreads b;
    gf_rows_t list;
    gf_v word[5], any = gf_zero();
    for (size_t i = 0; i < n; i += GF_LANES) {
        gf_v mask = gf_load(masks + i), hand = gf_spread(mask), four;
        gf_v ranks = gf_ranks(hand, &four), loose = gf_loose(hand), runs = gf_bic(hand, loose);
        struct gf_arranged a = {gf_and(hand, ranks), ranks, runs, gf_bic(loose, ranks)};
        gf_ahead(masks + i, sizeof *masks);
        gf_ahead(out + i, sizeof *out);
        any = gf_or3(any, gf_and(mask, gf_set1(~GF_DECK)), gf_too_many(mask));
        gf_mark(conflicts, i, gf_common(runs, ranks));
        gf_list_melds(mask, &a, word);
        gf_store5(out + i, word);
    }
    int refused = gf_bits(gf_nonzero(any)) != 0;
    if (refused) {
        for (size_t i = 0; i < n; i += GF_LANES) {
            gf_v mask = gf_load(masks + i);
            gf_store(wrong + i, gf_and_or(mask, gf_set1(~GF_DECK), gf_too_many(mask)));
        }
        gf_unmark(conflicts, wrong, n); /* of any number of cards, hence of ways */
    }
    size_t count = gf_list_rows(conflicts, n, list);
    if (count) {
        GF_FN(gf_settle_spreads)(masks, list, count, &b);
    }
    for (size_t i = 0; i < count; i += GF_LANES) {
        struct gf_arranged a = gf_arranged(gf_load(b.hand + i), gf_load(b.sets + i));
        gf_list_melds(gf_fetch(masks, list + i), &a, word);
        gf_store5_rows(out, list + i, count - i, word);
    }
    return refused;
}

static size_t GF_FN(gf_best_arrangement)(const uint64_t *masks, size_t n, struct gf_arrangement_row *out,
                                         uint16_t *todo)
{
    uint64_t wrong[GF_ROWS];
    size_t count = 0, start = 0;
    for (size_t part; (part = (n - start) / GF_LANES * GF_LANES); start += part) {
        part = part > GF_ROWS ? GF_ROWS : part;
        if (GF_FN(gf_arrange_rows)(masks + start, part, out + start, wrong)) {
            count = gf_refuse(wrong, part, start, todo, count);
        }
    }
    if (start < n) {
        uint64_t last[GF_LANES] = {0};
        struct gf_arrangement_row answers[GF_LANES];
        memcpy(last, masks + start, (n - start) * sizeof *masks);
        if (GF_FN(gf_arrange_rows)(last, GF_LANES, answers, wrong)) {
            count = gf_refuse(wrong, n - start, start, todo, count);
        }
        memcpy(out + start, answers, (n - start) * sizeof *out);
    }
    return count;
}
