/* The portable level: plain C11, one 64-bit lane; also what arm64 and MSVC run. */
#include "levels.h"

#define GF_LEVEL 0
#include "level.inc.h"
