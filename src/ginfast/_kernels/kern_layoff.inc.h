/* Kernel text over vec.h: included once per level (see level.inc.h). Must define GF_LAYOFF_OPS, the initialiser. */
#include "kern_hand.inc.h"
#include "kern_options.inc.h"

#include "kern_arrange.inc.h"
#include "kern_reply.inc.h"
#include "kern_resolve.inc.h"
#include "kern_throws.inc.h"

#define GF_LAYOFF_OPS                                                                                                  \
    {.best_arrangement = GF_FN(gf_best_arrangement),                                                                   \
     .lay_off = GF_FN(gf_lay_off),                                                                                     \
     .resolve = GF_FN(gf_resolve),                                                                                     \
     .score_counts = GF_FN(gf_score_counts),                                                                           \
     .rank_discards = GF_FN(gf_rank_discards)}
