/*
 * Which SIMD level this build and this machine have. Lowest layer, header only, so that the small module _cpu can tell
 * the level without the kernels (and without NumPy), and dispatch.c asks the same question.
 */
#ifndef GF_CPU_H
#define GF_CPU_H

/* The two SIMD levels need x86-64 and per-region targets: gcc or clang. Everything else runs the portable level. */
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(_MSC_VER)
#define GF_HAVE_X86 1
#else
#define GF_HAVE_X86 0
#endif

/* 0 portable, 1 AVX2, 2 AVX-512 with VBMI and VBMI2 (enum gf_level). */
static inline int gf_cpu_level(void)
{
#if GF_HAVE_X86
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
    int avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                 __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                 __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bitalg") &&
                 __builtin_cpu_supports("avx512cd");
    return avx512 ? 2 : avx2 ? 1 : 0;
#else
    return 0;
#endif
}

#endif
