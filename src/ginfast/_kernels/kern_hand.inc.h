/*
 * What the kernels over hands need beside vec.h: lists of rows, rows of three and of two, small numbers of a lane.
 * Included once per level, after vec.h.
 */

#define GF_ROWS 512 /* rows of a turn: all that is kept of them stays in the L1 cache */

/*
 * Large arrays: ask for the lines that the vector of rows `GF_AHEAD_ROWS` further on reads or writes, and for those much
 * further on into the second cache. With ten million rows, lay_off 5.4 -> 3.3 ns a row. The portable level leaves it to
 * the machine: a line is four or eight turns.
 */
#define GF_AHEAD_ROWS 192
#define GF_FAR_ROWS 1536
GF_INLINE void gf_ahead(const void *rows, size_t row_size)
{
    const char *p = (const char *)rows;
    for (size_t i = 0; GF_LANES > 2 && i < GF_LANES * row_size; i += 64) {
        GF_PREFETCH(p + GF_AHEAD_ROWS * row_size + i);
        GF_PREFETCH_FAR(p + GF_FAR_ROWS * row_size + i);
    }
    (void)p;
}

/* A one in the lowest suit of a spread hand, for each rank. */
#define GF_SUIT0 UINT64_C(0x1fff)

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define GF_NOINLINE __declspec(noinline)
GF_INLINE int gf_lowest_bit(uint64_t x)
{
    unsigned long at;
    _BitScanForward64(&at, x);
    return (int)at;
}
#else
#define GF_NOINLINE __attribute__((noinline))
#define gf_lowest_bit(x) __builtin_ctzll(x)
#endif

#if GF_LEVEL == 2
GF_INLINE gf_m gf_common(gf_v a, gf_v b) { return _mm512_test_epi64_mask(a, b); }
GF_INLINE gf_v gf_keep(gf_m m, gf_v a) { return _mm512_maskz_mov_epi64(m, a); }

GF_INLINE gf_v gf_fetch(const uint64_t *base, const uint16_t *rows)
{
    return _mm512_i64gather_epi64(_mm512_cvtepu16_epi64(_mm_loadu_si128((const __m128i *)rows)), base, 8);
}

/* Lowest rank of a pattern that is the same in all suits (0 if none). */
GF_INLINE gf_v gf_lowest_rank(gf_v t) { return gf_and(t, _mm512_sub_epi16(gf_zero(), t)); }

/* Rows whose bit is set: 32 at a time by compression. */
GF_INLINE size_t gf_list_rows(const uint8_t *flags, size_t n, uint16_t *rows)
{
    __m512i row = _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11,
                                   10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    size_t count = 0;
    for (size_t i = 0; i < n; i += 32) {
        uint32_t k;
        memcpy(&k, flags + i / 8, 4);
        if (n - i < 32) {
            k &= (UINT32_C(1) << (n - i)) - 1;
        }
        if (k) {
            _mm512_storeu_si512(rows + count, _mm512_maskz_compress_epi16(k, row));
            count += (size_t)__builtin_popcount(k);
        }
        row = _mm512_add_epi16(row, _mm512_set1_epi16(32));
    }
    return count;
}

/* Eight rows of three into columns. */
GF_INLINE void gf_load3(const uint64_t *p, gf_v *x, gf_v *y, gf_v *z)
{
    gf_v a = gf_load(p), b = gf_load(p + 8), c = gf_load(p + 16);
    gf_v u = _mm512_permutex2var_epi64(a, _mm512_set_epi64(0, 0, 15, 12, 9, 6, 3, 0), b);
    gf_v v = _mm512_permutex2var_epi64(a, _mm512_set_epi64(0, 0, 0, 13, 10, 7, 4, 1), b);
    gf_v w = _mm512_permutex2var_epi64(a, _mm512_set_epi64(0, 0, 0, 14, 11, 8, 5, 2), b);
    *x = _mm512_permutex2var_epi64(u, _mm512_set_epi64(13, 10, 5, 4, 3, 2, 1, 0), c);
    *y = _mm512_permutex2var_epi64(v, _mm512_set_epi64(14, 11, 8, 4, 3, 2, 1, 0), c);
    *z = _mm512_permutex2var_epi64(w, _mm512_set_epi64(15, 12, 9, 4, 3, 2, 1, 0), c);
}

/* Eight rows of two. */
GF_INLINE void gf_store2(void *out, gf_v a, gf_v b)
{
    gf_store(out, _mm512_permutex2var_epi64(a, _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), b));
    gf_store((char *)out + 64, _mm512_permutex2var_epi64(a, _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4), b));
}

/* The greater of small numbers. */
GF_INLINE gf_v gf_most(gf_v a, gf_v b) { return _mm512_max_epu8(a, b); }
#elif GF_LANES > 1
GF_INLINE gf_m gf_common(gf_v a, gf_v b) { return gf_nonzero(gf_and(a, b)); }
GF_INLINE gf_v gf_keep(gf_m m, gf_v a) { return gf_and(m, a); }
GF_INLINE gf_v gf_lowest_rank(gf_v t) { return gf_and(t, gf_sub16(gf_zero(), t)); }
/* The greater of small numbers. */
GF_INLINE gf_v gf_most(gf_v a, gf_v b) { return gf_max8(a, b); }

#if GF_LANES == 4
GF_INLINE gf_v gf_fetch(const uint64_t *base, const uint16_t *rows)
{
    return _mm256_set_epi64x((long long)base[rows[3]], (long long)base[rows[2]], (long long)base[rows[1]],
                             (long long)base[rows[0]]);
}

/* Four rows a turn, by a table of the sixteen patterns. */
GF_INLINE size_t gf_list_rows(const uint8_t *flags, size_t n, uint16_t *rows)
{
    static const uint64_t order[16] = {0,       0,           1,           0x10000,        2,       0x20000,
                                       0x20001, 0x200010000, 3,           0x30000,        0x30001, 0x300010000,
                                       0x30002, 0x300020000, 0x300020001, 0x3000200010000};
    size_t count = 0;
    for (size_t i = 0; i < n; i += 4) {
        unsigned k = flags[i / 4];
        uint64_t four = order[k] + GF_REP16(i);
        memcpy(rows + count, &four, 8);
        count += (size_t)__builtin_popcount(k);
    }
    return count;
}

GF_INLINE void gf_load3(const uint64_t *p, gf_v *x, gf_v *y, gf_v *z)
{
    gf_v a = gf_load(p), b = gf_load(p + 4), c = gf_load(p + 8);
    gf_v u = _mm256_blend_epi32(_mm256_blend_epi32(a, b, 0x30), c, 0x0c); /* columns 0 of rows 0 3 2 1 */
    gf_v v = _mm256_blend_epi32(_mm256_blend_epi32(b, a, 0x0c), c, 0x30); /* columns 1 of rows 1 0 3 2 */
    gf_v w = _mm256_blend_epi32(_mm256_blend_epi32(c, b, 0x0c), a, 0x30); /* columns 2 of rows 2 1 0 3 */
    *x = _mm256_permute4x64_epi64(u, 0x6c);
    *y = _mm256_permute4x64_epi64(v, 0xb1);
    *z = _mm256_permute4x64_epi64(w, 0xc6);
}

GF_INLINE void gf_store2(void *out, gf_v a, gf_v b)
{
    gf_v low = _mm256_unpacklo_epi64(a, b), high = _mm256_unpackhi_epi64(a, b);
    gf_store(out, _mm256_permute2x128_si256(low, high, 0x20));
    gf_store((char *)out + 32, _mm256_permute2x128_si256(low, high, 0x31));
}
#else
GF_INLINE gf_v gf_fetch(const uint64_t *base, const uint16_t *rows)
{
    return gf_load_lanes(base + rows[0], base + rows[1]);
}

/* Two rows a turn. */
GF_INLINE size_t gf_list_rows(const uint8_t *flags, size_t n, uint16_t *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i += 2) {
        unsigned k = flags[i / 2];
        rows[count] = (uint16_t)i;
        count += k & 1;
        rows[count] = (uint16_t)(i + 1);
        count += k >> 1;
    }
    return count;
}

GF_INLINE void gf_load3(const uint64_t *p, gf_v *x, gf_v *y, gf_v *z)
{
    gf_v a = gf_load(p), b = gf_load(p + 2), c = gf_load(p + 4);
    *x = gf_lanes01(a, b);
    *y = gf_lanes10(a, c);
    *z = gf_lanes01(b, c);
}

GF_INLINE void gf_store2(void *out, gf_v a, gf_v b)
{
    gf_store(out, gf_lanes00(a, b));
    gf_store((char *)out + 16, gf_lanes11(a, b));
}
#endif
#else
GF_INLINE gf_m gf_common(gf_v a, gf_v b) { return gf_nonzero(gf_and(a, b)); }
GF_INLINE gf_v gf_keep(gf_m m, gf_v a) { return m & a; }
GF_INLINE gf_v gf_fetch(const uint64_t *base, const uint16_t *rows) { return base[*rows]; }
GF_INLINE gf_v gf_lowest_rank(gf_v t) { return (t & (0 - t)) * UINT64_C(0x0001000100010001); }

GF_INLINE size_t gf_list_rows(const uint8_t *flags, size_t n, uint16_t *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        rows[count] = (uint16_t)i;
        count += flags[i];
    }
    return count;
}

GF_INLINE void gf_load3(const uint64_t *p, gf_v *x, gf_v *y, gf_v *z)
{
    *x = p[0];
    *y = p[1];
    *z = p[2];
}
GF_INLINE void gf_store2(void *out, gf_v a, gf_v b)
{
    gf_store(out, a);
    gf_store((char *)out + 8, b);
}

/* The greater of small numbers. */
GF_INLINE gf_v gf_most(gf_v a, gf_v b) { return a < b ? b : a; }
#endif

/* Ranks held three or four times, in all suits. */
GF_INLINE gf_v gf_in_threes(gf_v x)
{
#if GF_LEVEL == 2
    gf_v a = gf_rol_suit1(x), b = gf_rol_suit2(x), c = gf_rol_suit3(x);
    return gf_and_or(gf_maj(x, a, b), c, gf_and3(x, a, b));
#else
    /* One pair of opposite suits whole and one card of the other pair; cheaper where logic has two inputs. */
    gf_v b = gf_rol_suit2(x), both = gf_and(x, b), either = gf_or(x, b);
    return gf_or(gf_and(both, gf_rol_suit1(either)), gf_and(either, gf_rol_suit1(both)));
#endif
}

/* A list of rows, with room for what the writing of whole vectors leaves behind its end. */
typedef uint16_t gf_rows_t[GF_ROWS + 32];

/* A bit a row, a byte a vector. */
GF_INLINE void gf_mark(uint8_t *flags, size_t i, gf_m m) { flags[i / GF_LANES] = (uint8_t)gf_bits(m); }

/* Fill a list up to whole vectors by repeating its last row, which is harmless. */
GF_INLINE void gf_fill_up(uint16_t *rows, size_t count)
{
    for (size_t i = 0; count && i + 1 < GF_LANES; i++) {
        rows[count + i] = rows[count - 1];
    }
}

/* List the places below count that are marked, filled up to whole vectors; returns how many. */
GF_INLINE size_t gf_marked(uint8_t *flags, size_t count, uint16_t *places)
{
    size_t left = gf_list_rows(flags, (count + GF_LANES - 1) / GF_LANES * GF_LANES, places);
    while (left && places[left - 1] >= count) {
        left--; /* the repeated last row */
    }
    gf_fill_up(places, left);
    return left;
}

/* Put a vector's lanes in their places. */
GF_INLINE void gf_put_lanes(uint64_t *base, const uint16_t *places, gf_v v)
{
    uint64_t lane[GF_LANES];
    gf_store(lane, v);
    for (size_t i = 0; i < GF_LANES; i++) {
        base[places[i]] = lane[i];
    }
}

/*
 * Rows that break a rule of the input are rare. The first pass keeps for each row a word that is not 0 if so, and their
 * union; only when that is not 0 are the words looked at.
 */

/* Take the rows with such a word out of the marks: they may hold any number of cards, hence of options. */
GF_INLINE void gf_unmark(uint8_t *flags, const uint64_t *wrong, size_t n)
{
    for (size_t i = 0; i < n; i += GF_LANES) {
        flags[i / GF_LANES] &= (uint8_t)~gf_bits(gf_nonzero(gf_load(wrong + i)));
    }
}

/* Append those among the first n of a turn that began at row start. */
GF_INLINE size_t gf_refuse(const uint64_t *wrong, size_t n, size_t start, uint16_t *todo, size_t count)
{
    for (size_t i = 0; i < n; i++) {
        todo[count] = (uint16_t)(start + i); /* count <= start + i: inside todo */
        count += wrong[i] != 0;
    }
    return count;
}

/* Not 0 for hands with more than eleven cards. */
GF_INLINE gf_v gf_too_many(gf_v mask) { return gf_and(gf_add64(gf_popcount64(mask), gf_set1(4)), gf_set1(0xf0)); }

/* v < 2^16 times the small number k (below 16). */
GF_INLINE gf_v gf_times(gf_v v, unsigned k)
{
    gf_v sum = gf_and(v, gf_set1(0 - (uint64_t)(k & 1)));
    sum = gf_add64(sum, gf_and(gf_shl64(v, 1), gf_set1(0 - (uint64_t)(k >> 1 & 1))));
    sum = gf_add64(sum, gf_and(gf_shl64(v, 2), gf_set1(0 - (uint64_t)(k >> 2 & 1))));
    return gf_add64(sum, gf_and(gf_shl64(v, 3), gf_set1(0 - (uint64_t)(k >> 3 & 1))));
}

/* Rows of outputs are made as 64-bit numbers with the first field lowest. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define GF_FIELDS(v) __builtin_bswap64(v)
#else
#define GF_FIELDS(v) (v)
#endif
