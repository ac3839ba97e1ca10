/* Which level runs: asked once by the caller, who keeps the table. */
#include "levels.h"

int gf_best_level(void) { return gf_cpu_level(); }

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
