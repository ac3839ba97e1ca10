/*
 * What the deal kernels share over the levels: plan of a deal, tables of rank and unrank, fault of a row of ids.
 *
 * Beside the level files; C11, no allocation. gf_index_table is written at module init only.
 */
#include "kernels.h"

#include "deal.h"
#include "indexing.h"

struct gf_indexing gf_index_table;

static uint64_t split_mix(uint64_t seed)
{
    uint64_t z = seed + UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

int gf_deal_plan_init(struct gf_deal_plan *plan, uint64_t seed, int size, int hands, uint64_t exclude)
{
    uint64_t mixed = split_mix(seed);
    uint32_t key0 = (uint32_t)mixed, key1 = (uint32_t)(mixed >> 32);
    plan->available = GF_DECK & ~exclude;
    plan->size = size;
    plan->hands = hands;
    for (uint32_t r = 0; r < GF_PHILOX_ROUNDS; r++) {
        plan->key0[r] = key0 + r * GF_PHILOX_W0;
        plan->key1[r] = key1 + r * GF_PHILOX_W1;
    }
    return size < 0 || size > 52 || hands < 0 || (int64_t)size * hands > gf_word_count(plan->available);
}

static void fill_buckets(struct gf_indexing *t)
{
    for (int i = 3; i <= GF_HALF_DECK; i++) {
        uint8_t p = (uint8_t)(i - 1);
        for (unsigned b = 0; b < GF_BUCKETS; b++) {
            const uint64_t leading = (b & ((1U << GF_BUCKET_BITS) - 1)) + (1U << GF_BUCKET_BITS);
            const uint64_t first = (leading << (b >> GF_BUCKET_BITS)) - (1U << GF_BUCKET_BITS);
            while (p < 51 && t->binomial[i][p + 1] <= first) {
                p++;
            }
            t->bucket[i][b] = p;
        }
    }
}

static void fill_rows(struct gf_indexing *t)
{
    for (int p = 0; p < 52; p++) {
        for (int i = 0; i < 32; i++) {
            const uint64_t c = i > 0 && i <= GF_ROW_CARDS ? t->binomial[i][p] : ~UINT64_C(0);
            if (i <= GF_ROW_CARDS) {
                t->row64[p][i] = c;
                t->row32[p][i] = c < UINT32_MAX ? (uint32_t)c : UINT32_MAX;
            }
            if (p < 18) {
                t->row16[p][i] = c < UINT16_MAX ? (uint16_t)c : UINT16_MAX;
            }
        }
        for (int i = 1; i <= GF_PLANE_CARDS; i++) {
            for (int j = 0; j < GF_PLANES; j++) {
                t->plane[i - 1][j][p + 1] = (uint8_t)(t->binomial[i][p] >> (4 * j) & 15);
            }
        }
    }
    for (int k = 0, row = 45; k <= GF_ROW_CARDS; k++) {
        while (t->binomial[k][row + 1] > UINT32_MAX) {
            row--;
        }
        t->narrow[k] = (int8_t)row;
    }
}

/* Filling the tables again writes what is there already. */
void gf_indexing_init(void)
{
    struct gf_indexing *t = &gf_index_table;
    for (int p = 0; p <= 52; p++) {
        t->binomial[0][p] = 1;
        for (int i = 1; i <= p; i++) {
            t->binomial[i][p] = t->binomial[i - 1][p - 1] + t->binomial[i][p - 1];
        }
    }
    for (int high = 1, n = 0; high < 52; high++) {
        for (int low = 0; low < high; low++) {
            t->pairs[n++] = UINT64_C(1) << high | UINT64_C(1) << low;
        }
    }
    fill_buckets(t);
    fill_rows(t);
}

uint64_t gf_hands_of(int size) { return gf_index_table.binomial[size][52]; }

int gf_ids_fault(const int8_t *ids, int size, int *column)
{
    uint64_t seen = 0;
    for (int c = 0; c < size; c++) {
        *column = c;
        if (ids[c] < 0 || ids[c] > 51) {
            return 1;
        }
        if (seen >> ids[c] & 1) {
            return 2;
        }
        seen |= UINT64_C(1) << ids[c];
    }
    return 0;
}
