/*
 * The options of a hand's conflicting ranks, laid out as 16-bit lanes: all ones where option n takes the card of suit
 * s out of the runs for the set of slot j. A rank of three has two options (leave it, take it), a rank of four has
 * six (leave it, take it whole, take all but one suit). Three tables, each slot a digit of n, lowest first:
 *   threes   2 * 2 * 2 options: three ranks of three
 *   four     6 * 2 * 2: a rank of four, two ranks of three
 *   fours    6 * 6 * 2: two ranks of four, one of three
 * Fewer ranks are a prefix. Entries past the last option repeat earlier ones. No hand of eleven cards or fewer needs
 * more.
 */
#ifndef GF_CHOICES_H
#define GF_CHOICES_H

#include <stdint.h>

#define GF_THREES_ROW 32
#define GF_FOUR_ROW 32
#define GF_FOURS_ROW 96

extern const uint16_t gf_choices_threes[3][4][GF_THREES_ROW];
extern const uint16_t gf_choices_four[3][4][GF_FOUR_ROW];
extern const uint16_t gf_choices_fours[3][4][GF_FOURS_ROW];

/*
 * The order of throws of equal deadwood: highest points, then highest id. Place of a card, 1 (king of the last suit)
 * to 52, 0 past the deck; and the card at a place, 255 at place 0.
 */
extern const uint8_t gf_throw_place[64];
extern const uint8_t gf_throw_card[64];

#endif
