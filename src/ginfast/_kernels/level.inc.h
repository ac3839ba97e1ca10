/*
 * The kernel texts of one level. The including file has set GF_LEVEL and opened the compiler's target region;
 * this file is included once in each of level_portable.c, level_avx2.c, level_avx512.c and nowhere else.
 */
#include "vec.h"

#include "kern_group.inc.h"
#include "kern_third.inc.h"
#include "kern_deadwood.inc.h"
#include "kern_discard.inc.h"
#include "kern_deal.inc.h"
#include "kern_layoff.inc.h"

const struct gf_ops GF_FN(gf_ops) = {
    .level = GF_LEVEL,
    .lanes = GF_LANES,
    .name = GF_LEVEL_NAME,
    .deadwood = GF_DEADWOOD_OPS,
    .layoff = GF_LAYOFF_OPS,
    .deal = GF_DEAL_OPS,
};
