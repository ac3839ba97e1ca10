/* Which level runs: asked once by the caller, who keeps the table. */
#include "levels.h"

int gf_best_level(void)
{
#if GF_HAVE_X86
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
    int avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                 __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                 __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bitalg");
    return avx512 ? GF_AVX512 : avx2 ? GF_AVX2 : GF_PORTABLE;
#else
    return GF_PORTABLE;
#endif
}

const struct gf_ops *gf_ops_at(int level)
{
    if (level < GF_PORTABLE || level > gf_best_level()) {
        return NULL;
    }
    gf_indexing_init();
#if GF_HAVE_X86
    if (level == GF_AVX512) {
        return &gf_ops_avx512;
    }
    if (level == GF_AVX2) {
        return &gf_ops_avx2;
    }
#endif
    return &gf_ops_portable;
}
