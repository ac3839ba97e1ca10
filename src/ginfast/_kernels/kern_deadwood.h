/* Least deadwood and the best throw of eleven, for blocks of hands: entries of struct gf_ops. */
#ifndef GF_KERN_DEADWOOD_H
#define GF_KERN_DEADWOOD_H

#include <stddef.h>
#include <stdint.h>

struct gf_deadwood_ops {
    /* out[i] = least deadwood of masks[i] for every row but those listed in todo; returns the length of todo. n <= GF_BLOCK. */
    size_t (*deadwood)(const uint64_t *masks, size_t n, uint8_t *out, uint16_t *todo);
};

#endif
