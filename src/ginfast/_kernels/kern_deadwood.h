/* Least deadwood and the best throw of eleven, for blocks of hands: entries of struct gf_ops. */
#ifndef GF_KERN_DEADWOOD_H
#define GF_KERN_DEADWOOD_H

#include <stddef.h>
#include <stdint.h>

struct gf_deadwood_ops {
    /*
     * out[i] = least deadwood of masks[i], n <= GF_BLOCK rows, any number of cards each, but for the rows listed in todo
     * (in no order, room for n), whose number is returned: the caller settles those by search. *seen |= every mask, for
     * the deck check; masks with bits beyond the deck do no harm and their out means nothing.
     */
    size_t (*deadwood)(const uint64_t *masks, size_t n, uint8_t *out, uint16_t *todo, uint64_t *seen);
};

#endif
