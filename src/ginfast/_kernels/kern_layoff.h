/*
 * Arrangement, lay-off, resolution, scoring and all throws, for blocks of hands: entries of struct gf_ops.
 *
 * Every kernel takes n <= GF_BLOCK rows and returns the length of todo: the rows (ascending) that it left alone
 * because they break a rule of the input, or, for resolve, because the knocker holds eleven cards. The caller settles
 * those one by one, with words for what is wrong. All other rows are complete and exact, under the total orders of the
 * docs (R-TIE). Nothing is read or written outside the n rows; todo has room for n numbers. in and out must not
 * overlap.
 */
#ifndef GF_KERN_LAYOFF_H
#define GF_KERN_LAYOFF_H

#include <stddef.h>
#include <stdint.h>

/* The rows written, laid out as the structured arrays of the arrays door; padding is set to 0. */
struct gf_arrangement_row {
    uint64_t melds[3]; /* runs by suit and rank, then sets by rank; 0 = none */
    uint64_t deadwood_cards;
    uint8_t deadwood;
    uint8_t padding[7];
};

struct gf_lay_off_row {
    uint8_t deadwood;
    uint8_t padding[7];
    uint64_t laid_off;
};

struct gf_result_row {
    uint8_t outcome;
    int8_t winner;
    int16_t points;
    uint8_t boxes;
    uint8_t knocker_deadwood;
    uint8_t defender_before;
    uint8_t defender_deadwood;
    uint64_t laid_off;
};

struct gf_counts_row {
    uint8_t outcome;
    int8_t winner;
    int16_t points;
    uint8_t boxes;
    uint8_t padding;
};

/* What a case of two counts pays: points = multiplier * (difference + bonus). */
enum gf_case {
    GF_GIN,
    GF_GIN_NONE,
    GF_BIG_GIN,
    GF_BIG_GIN_NONE,
    GF_KNOCK,
    GF_LEVEL_COUNTS,
    GF_UNDERCUT,
    GF_GIN_OFF,
    GF_CASES
};

struct gf_payment {
    uint8_t outcome;
    int8_t winner;
    int16_t bonus;
    uint8_t boxes;
};

/* House rules of one hand. Tables by upcard have 53 entries, the last for "no upcard". */
struct gf_hand_rules {
    int lay_off_on_gin;
    uint8_t limit[53]; /* 255: an upcard is required */
    uint8_t spade[53]; /* which multiplier is in force */
    int16_t multiplier[2];
    struct gf_payment payments[2][8]; /* by multiplier and case */
};

struct gf_layoff_ops {
    /* Hands of 0 to 11 cards. todo: bits outside the deck, more than 11 cards. */
    size_t (*best_arrangement)(const uint64_t *masks, size_t n, struct gf_arrangement_row *out, uint16_t *todo);

    /* Defenders of 0 to 11 cards against three melds each (0 = none). todo: bits outside the deck, more than 11 cards,
     * masks that are no melds, cards held twice. */
    size_t (*lay_off)(const uint64_t *defenders, const uint64_t *melds, size_t n, struct gf_lay_off_row *out,
                      uint16_t *todo);

    /* Ten cards against ten. melds: three declared melds a row, or NULL for the knocker's best arrangement. upcards:
     * ids or -1, or NULL. todo: what lay_off refuses, other numbers of cards, declared melds not in the hand, a wrong
     * or missing upcard, a spread over the limit. */
    size_t (*resolve)(const uint64_t *knockers, const uint64_t *defenders, const uint64_t *melds, const int8_t *upcards,
                      const struct gf_hand_rules *rules, size_t n, struct gf_result_row *out, uint16_t *todo);

    /* The same from counts. todo: a knocker over the limit, a defender over 98, a wrong or missing upcard. */
    size_t (*score_counts)(const uint8_t *knocker, const uint8_t *defender, const int8_t *upcards,
                           const struct gf_hand_rules *rules, size_t n, struct gf_counts_row *out, uint16_t *todo);

    /* Hands of 11 cards: out[11 * i + j] = deadwood after throwing the j-th lowest card. todo: all other hands. */
    size_t (*rank_discards)(const uint64_t *masks, size_t n, uint8_t *out, uint16_t *todo);
};

#endif
