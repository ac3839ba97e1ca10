/* The tables of choices.h, written out by the preprocessor. */
#include "choices.h"

/* Digit 0 leaves the rank, 1 takes it; of a rank of four, 2 + k takes all but suit k. */
#define TAKE(digit, s) ((digit) ? 0xffff : 0)
#define TAKE4(digit, s) ((digit) == 0 || (digit) == 2 + (s) ? 0 : 0xffff)

#define THREES_0(n, s) TAKE((n) & 1, s)
#define THREES_1(n, s) TAKE((n) >> 1 & 1, s)
#define THREES_2(n, s) TAKE((n) >> 2 & 1, s)
#define FOUR_0(n, s) TAKE4((n) % 6, s)
#define FOUR_1(n, s) TAKE((n) / 6 & 1, s)
#define FOUR_2(n, s) TAKE((n) / 12 & 1, s)
#define FOURS_0(n, s) TAKE4((n) % 6, s)
#define FOURS_1(n, s) TAKE4((n) / 6 % 6, s)
#define FOURS_2(n, s) TAKE((n) / 36 & 1, s)

#define X4(f, n, s) f(n, s), f((n) + 1, s), f((n) + 2, s), f((n) + 3, s)
#define X16(f, n, s) X4(f, n, s), X4(f, (n) + 4, s), X4(f, (n) + 8, s), X4(f, (n) + 12, s)
#define X32(f, n, s) X16(f, n, s), X16(f, (n) + 16, s)
#define X96(f, n, s) X32(f, n, s), X32(f, (n) + 32, s), X32(f, (n) + 64, s)
#define SUITS(x, f)                                                                                                    \
    {                                                                                                                  \
        {x(f, 0, 0)}, {x(f, 0, 1)}, {x(f, 0, 2)}, { x(f, 0, 3) }                                                       \
    }

const uint16_t gf_choices_threes[3][4][GF_THREES_ROW] = {SUITS(X32, THREES_0), SUITS(X32, THREES_1),
                                                         SUITS(X32, THREES_2)};
const uint16_t gf_choices_four[3][4][GF_FOUR_ROW] = {SUITS(X32, FOUR_0), SUITS(X32, FOUR_1), SUITS(X32, FOUR_2)};
const uint16_t gf_choices_fours[3][4][GF_FOURS_ROW] = {SUITS(X96, FOURS_0), SUITS(X96, FOURS_1), SUITS(X96, FOURS_2)};

const uint8_t gf_throw_place[64] = {52, 48, 44, 40, 36, 32, 28, 24, 20, 16, 15, 14, 13, 51, 47, 43, 39, 35,
                                    31, 27, 23, 19, 12, 11, 10, 9,  50, 46, 42, 38, 34, 30, 26, 22, 18, 8,
                                    7,  6,  5,  49, 45, 41, 37, 33, 29, 25, 21, 17, 4,  3,  2,  1};
const uint8_t gf_throw_card[64] = {255, 51, 50, 49, 48, 38, 37, 36, 35, 25, 24, 23, 22, 12, 11, 10, 9,  47,
                                   34,  21, 8,  46, 33, 20, 7,  45, 32, 19, 6,  44, 31, 18, 5,  43, 30, 17,
                                   4,   42, 29, 16, 3,  41, 28, 15, 2,  40, 27, 14, 1,  39, 26, 13, 0};
