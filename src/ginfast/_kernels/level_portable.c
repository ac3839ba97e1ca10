/*
 * The portable level: what every machine of the build runs. Two lanes of SSE4.2 or NEON where the build may count on them,
 * else plain C11 and one lane, which is also what MSVC makes (see vec.h).
 */
#include "levels.h"

#define GF_LEVEL 0
#include "level.inc.h"
