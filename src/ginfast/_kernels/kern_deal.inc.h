/* Kernel text over vec.h: included once per level (see level.inc.h). Must define GF_DEAL_OPS, the initialiser. */
#include "deal.h"
#include "indexing.h"

#include "deal_lanes.h"

#include "deal.inc.h"
#include "ids.inc.h"
#include "indexing.inc.h"

#define GF_DEAL_OPS {GF_FN(gf_deal), GF_FN(gf_rank), GF_FN(gf_unrank), GF_FN(gf_from_ids), GF_FN(gf_to_ids)}
