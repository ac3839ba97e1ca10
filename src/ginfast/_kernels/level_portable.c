/*
 * The portable level: what every machine of the build runs. Two lanes where the build may count on SSE4.2, else plain C11
 * (see vec.h).
 */
#include "levels.h"

#define GF_LEVEL 0
#include "level.inc.h"
