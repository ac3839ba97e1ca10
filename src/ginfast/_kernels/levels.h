/* Shared by the level files and dispatch.c: which levels this build has, and the names of their tables. */
#ifndef GF_LEVELS_H
#define GF_LEVELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels.h"

/* The two SIMD levels need x86-64 and per-region targets: gcc or clang. Everything else runs the portable level. */
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(_MSC_VER)
#define GF_HAVE_X86 1
#include <immintrin.h>
extern const struct gf_ops gf_ops_avx2;
extern const struct gf_ops gf_ops_avx512;
#else
#define GF_HAVE_X86 0
#endif

extern const struct gf_ops gf_ops_portable;

#endif
