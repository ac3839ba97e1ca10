/* Shared by the level files and dispatch.c: which levels this build has, and the names of their tables. */
#ifndef GF_LEVELS_H
#define GF_LEVELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cpu.h"
#include "kernels.h"
#include "choices.h"

#if GF_HAVE_X86
#include <immintrin.h>
extern const struct gf_ops gf_ops_avx2;
extern const struct gf_ops gf_ops_avx512;
#endif

extern const struct gf_ops gf_ops_portable;

#endif
