/* Least deadwood and the best throw of eleven, for blocks of hands: entries of struct gf_ops. */
#ifndef GF_KERN_DEADWOOD_H
#define GF_KERN_DEADWOOD_H

#include <stddef.h>
#include <stdint.h>

struct gf_deadwood_ops {
    /*
     * out[i] = least deadwood of masks[i], n <= GF_BLOCK rows, any number of cards each, but for the rows listed in
     * todo (in no order, room for n), whose number is returned: the caller settles those by search. *seen |= every
     * mask, for the deck check; masks with bits beyond the deck do no harm and their out means nothing.
     */
    size_t (*deadwood)(const uint64_t *masks, size_t n, uint8_t *out, uint16_t *todo, uint64_t *seen);

    /*
     * out[2 * i], out[2 * i + 1] = card to throw and deadwood after it, of hands of eleven cards, n <= GF_BLOCK rows,
     * but for the rows listed in todo (in no order, room for n), whose number is returned. taken: NULL, or a card id
     * per row that may not be thrown, -1 for none. *wrong becomes non-zero when some mask has not eleven cards or
     * leaves the deck (find it with gf_first_wrong); nothing is to be used then.
     */
    size_t (*best_discard)(const uint64_t *masks, const int8_t *taken, size_t n, uint8_t *out, uint16_t *todo,
                           uint64_t *wrong);

    /* Copies n bytes around the cache where the level can; gf_deadwood_rows and gf_best_discard_rows wait for the end. */
    void (*put)(uint8_t *to, const uint8_t *from, size_t n);
};

/* The scalar searches, as in _core.pxd: deadwood of a mask; deadwood after the best throw, whose id goes to *card. */
typedef int gf_deadwood_search(uint64_t mask);
typedef int gf_discard_search(uint64_t mask, int taken, int *card);

struct gf_ops;

/*
 * Any number of rows through the block kernels, rows left over through the search. out: n bytes, or n records of card
 * and deadwood. around_cache: write past the caches, for arrays much larger than they are. Returns n, or the first
 * row that is no hand (rows from the start of its block on are not written in full). searches: NULL, or how many rows
 * may go through the search, which takes up to five microseconds; when that has become negative, the rows up to the one
 * returned are done and the others are left.
 */
size_t gf_deadwood_rows(const struct gf_ops *ops, const uint64_t *masks, size_t n, uint8_t *out,
                        gf_deadwood_search *search, int around_cache, int64_t *searches);
size_t gf_best_discard_rows(const struct gf_ops *ops, const uint64_t *masks, const int8_t *taken, size_t n,
                            uint8_t *out, gf_discard_search *search, int around_cache);

/*
 * The first of n masks with a bit beyond the deck, or, unless size < 0, with another number of cards than size; n if
 * none.
 */
size_t gf_first_wrong(const uint64_t *masks, size_t n, int size);

#endif
