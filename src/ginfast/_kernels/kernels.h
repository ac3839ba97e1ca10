/*
 * The bit-parallel kernels of ginfast: what Cython sees.
 *
 * One kernel text is compiled for three levels (portable, AVX2, AVX-512; see vec.h); each level fills one constant table of
 * function pointers, and gf_ops_at() hands out the table asked for. Nothing here allocates, nothing is written after
 * start-up, every function may run without the GIL and in any number of threads.
 *
 * A hand is a uint64_t of 52 bits: card id = 13 * suit + rank (rank 0 = ace), bit id set when the card is held.
 */
#ifndef GF_KERNELS_H
#define GF_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifndef GF_DECK
#define GF_DECK UINT64_C(0x000FFFFFFFFFFFFF) /* the 52 cards; bits.h has it too */
#endif
#define GF_BLOCK 8192 /* most rows one call of a block kernel takes (indices fit uint16_t) */

enum gf_level { GF_PORTABLE = 0, GF_AVX2 = 1, GF_AVX512 = 2 };

#include "kern_deadwood.h"
#include "kern_deal.h"
#include "kern_layoff.h"

/* One level's kernels. Each member struct belongs to the header of the same name. */
struct gf_ops {
    int level, lanes; /* lanes: 64-bit lanes of its vectors */
    const char *name; /* "portable", "avx2", "avx512" */
    struct gf_deadwood_ops deadwood;
    struct gf_layoff_ops layoff;
    struct gf_deal_ops deal;
};

/* The best level this machine runs (also limited by what was compiled). */
int gf_best_level(void);

/* The table of a level, or NULL when the machine or the build lacks it. */
const struct gf_ops *gf_ops_at(int level);

#endif
