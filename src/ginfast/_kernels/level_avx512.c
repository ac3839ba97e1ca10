/* The AVX512 level: eight 64-bit lanes. The target holds for this region only; dispatch.c checks the machine first. */
#include "levels.h"

#if GF_HAVE_X86

#if defined(__clang__)
#pragma clang attribute push(                                                                                                      \
    __attribute__((target(                                                                                                         \
        "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,avx512cd,avx2,bmi,bmi2,popcnt"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target(                                                                                                    \
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,avx512cd,avx2,bmi,bmi2,popcnt")
#endif

#define GF_LEVEL 2
#include "level.inc.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#else
typedef int gf_level_is_empty; /* ISO C wants a declaration */
#endif
