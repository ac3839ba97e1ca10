/*
 * Count and lowest bit of one 64-bit word, for the kernels that work hand by hand.
 *
 * Lowest layer of the C code, like bits.h, whose gf_spread and gf_value would clash with those of vec.h.
 */
#ifndef GF_WORD_H
#define GF_WORD_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static __inline unsigned gf_word_lowest(uint64_t x)
{
    unsigned long index;
    _BitScanForward64(&index, x);
    return index;
}
static __inline int gf_word_count(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555U;
    x = (x & 0x3333333333333333U) + ((x >> 2) & 0x3333333333333333U);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FU;
    return (int)((x * 0x0101010101010101U) >> 56);
}
#else
#define gf_word_lowest(x) ((unsigned)__builtin_ctzll(x)) /* x is not 0 */
#define gf_word_count(x) __builtin_popcountll(x)
#endif

#endif
