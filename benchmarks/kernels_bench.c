/*
 * The kernels alone, without Python: nanoseconds per hand of least deadwood and of the best throw, for every level this
 * machine has, on random hands and on hands of three or four neighbouring ranks (the worst class), cached.
 *
 *   gcc -std=gnu11 -O3 -march=x86-64-v2 -Isrc/ginfast/_kernels benchmarks/kernels_bench.c src/ginfast/_kernels/[a-z]*.c \
 *       -o build/kernels_bench && build/kernels_bench
 *
 * For work on a kernel: compare compilers, read profiles (perf record), count instructions (callgrind). What users get is
 * measured by bench_batch.py. A file of little-endian 64-bit masks as argument is measured too (say, hands from play).
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "kernels.h"

enum { HANDS = 131072, ROUNDS = 25 };

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x9e3779b97f4a7c15) >> 11;
}

/* size cards out of the neighbouring ranks low..low + width - 1. */
static uint64_t hand(int size, int low, int width)
{
    uint64_t mask = 0;
    while (size > 0) {
        uint64_t card = UINT64_C(1) << (13 * (next() & 3) + (unsigned)low + next() % (unsigned)width);
        size -= !(mask & card);
        mask |= card;
    }
    return mask;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The best of several rounds; rows left to the search are counted, not settled. */
static void measure(const struct gf_ops *ops, const char *name, const uint64_t *masks, size_t n, int throws)
{
    static uint8_t out[2 * GF_BLOCK];
    static uint16_t todo[GF_BLOCK];
    double best = 1e9;
    size_t left = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        left = 0;
        for (size_t i = 0; i < n; i += GF_BLOCK) {
            size_t rows = n - i < GF_BLOCK ? n - i : GF_BLOCK;
            uint64_t noticed = 0;
            left += throws ? ops->deadwood.best_discard(masks + i, NULL, rows, out, todo, &noticed)
                           : ops->deadwood.deadwood(masks + i, rows, out, todo, &noticed);
        }
        double spent = seconds() - start;
        best = spent < best ? spent : best;
    }
    printf("%-8s  %-22s %8.3f ns %8.0f M/s   %6.2f %% to the search\n", ops->name, name, 1e9 * best / (double)n,
           1e-6 * (double)n / best, 100.0 * (double)left / (double)n);
}

int main(int argc, char **argv)
{
    static uint64_t ten[HANDS], eleven[HANDS], worst[HANDS], from_file[HANDS];
    size_t read = 0;
    for (int i = 0; i < HANDS; i++) {
        int width = 3 + (int)(next() & 1);
        ten[i] = hand(10, 0, 13);
        eleven[i] = hand(11, 0, 13);
        worst[i] = hand(10, (int)(next() % (uint64_t)(14 - width)), width);
    }
    if (argc > 1) {
        FILE *file = fopen(argv[1], "rb");
        read = file ? fread(from_file, sizeof *from_file, HANDS, file) : 0;
    }
    for (int level = gf_best_level(); level >= GF_PORTABLE; level--) {
        const struct gf_ops *ops = gf_ops_at(level);
        measure(ops, "deadwood, random", ten, HANDS, 0);
        measure(ops, "deadwood, worst class", worst, HANDS, 0);
        measure(ops, "best throw, random", eleven, HANDS, 1);
        if (read) {
            measure(ops, "deadwood, file", from_file, read, 0);
        }
    }
    return 0;
}
