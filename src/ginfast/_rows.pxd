"""The rows of the array loops, inline: blocks through the kernels, and what a loop does with a row they leave alone.

Layer: under _batch.pyx, above _core.pxd, _search.pxd, _bits.pxd and _simd.pxd; no GIL, no memory. The row functions
check their row and return False for one they refuse; the words for that are made later, in Python.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from ginfast._bits cimport GF_DECK, gf_long_groups, gf_popcount, gf_spread, gf_unspread, gf_value
from ginfast._core cimport core_best_discard, core_best_sets, core_deadwood, core_lay_off, core_meld_kind
from ginfast._search cimport dearest, list_melds
from ginfast._simd cimport (
    GF_BIG_GIN, GF_BLOCK, GF_GIN, GF_GIN_OFF, GF_KNOCK, GF_LEVEL_COUNTS, GF_UNDERCUT, gf_arrangement_row, gf_counts_row,
    gf_hand_rules, gf_lay_off_row, gf_ops, gf_payment, gf_result_row,
)


cdef enum:
    MOST_CARDS = 11       # in a hand of this door, where an answer has room for three melds
    MOST_DEADWOOD = 98    # of ten cards (rule R-CARD-2)
    NO_UPCARD = 52        # index of "none" in the tables by upcard

# The layout of a row of best_discard; the others are those of the kernels.
cdef struct Throw:
    uint8_t card
    uint8_t deadwood


cdef inline bint is_hand(uint64_t mask, int least, int most) noexcept nogil:
    return mask <= GF_DECK and least <= gf_popcount(mask) <= most


cdef inline int value_of(uint64_t mask) noexcept nogil:
    return gf_value(gf_spread(mask))


cdef inline bint join_melds(const uint64_t* melds, uint64_t* run_cards, uint64_t* set_cards) noexcept nogil:
    """Unite up to three disjoint melds by kind; 0 stands for none."""
    cdef uint64_t runs = 0, sets = 0, meld
    cdef int i, kind
    for i in range(3):
        meld = melds[i]
        if meld == 0:
            continue
        if meld > GF_DECK or meld & (runs | sets):
            return False
        kind = core_meld_kind(meld)
        if kind == 0:
            return False
        if kind == 2:
            runs |= meld
        else:
            sets |= meld
    run_cards[0] = runs
    set_cards[0] = sets
    return True


cdef inline bint row_arrangement(uint64_t mask, gf_arrangement_row* out) noexcept nogil:
    cdef uint64_t sets
    if not is_hand(mask, 0, MOST_CARDS):
        return False
    memset(out, 0, sizeof(gf_arrangement_row))
    sets = core_best_sets(mask, 0)
    list_melds(gf_spread(mask), gf_spread(sets), out.melds)
    out.deadwood_cards = mask & ~(out.melds[0] | out.melds[1] | out.melds[2])
    out.deadwood = <uint8_t>value_of(out.deadwood_cards)
    return True


cdef inline bint row_lay_off(uint64_t defender, const uint64_t* melds, gf_lay_off_row* out) noexcept nogil:
    cdef uint64_t runs, sets
    if not is_hand(defender, 0, MOST_CARDS) or not join_melds(melds, &runs, &sets) or defender & (runs | sets):
        return False
    memset(out, 0, sizeof(gf_lay_off_row))
    out.deadwood = <uint8_t>core_lay_off(defender, runs, sets, &out.laid_off)
    return True


cdef inline void pay(int knocker, int defender, bint big_gin, int spade, const gf_hand_rules* rules,
                     gf_counts_row* out) noexcept nogil:
    """Score two counts; the formula is linear in each case."""
    cdef int where, difference
    cdef const gf_payment* payment
    if knocker == 0:
        where = (GF_BIG_GIN if big_gin else GF_GIN) + (defender == 0)
    elif defender > knocker:
        where = GF_KNOCK
    elif defender == knocker:
        where = GF_LEVEL_COUNTS
    else:
        where = GF_GIN_OFF if defender == 0 else GF_UNDERCUT
    payment = &rules.payments[spade][where]
    out.outcome = payment.outcome
    out.winner = payment.winner
    out.boxes = payment.boxes
    difference = defender - knocker if defender > knocker else knocker - defender
    out.points = <int16_t>(rules.multiplier[spade] * (difference + payment.bonus))


cdef inline bint row_counts(int knocker, int defender, int upcard, bint big_gin, const gf_hand_rules* rules,
                            gf_counts_row* out) noexcept nogil:
    cdef int where = NO_UPCARD if upcard < 0 else upcard
    if not -1 <= upcard < 52 or rules.limit[where] == 255:
        return False
    if knocker > rules.limit[where] or defender > MOST_DEADWOOD or (big_gin and knocker):
        return False
    out.padding = 0
    pay(knocker, defender, big_gin, rules.spade[where], rules, out)
    return True


cdef inline bint row_resolve(uint64_t knocker, uint64_t defender, const uint64_t* melds, int upcard, bint big_gin,
                             const gf_hand_rules* rules, gf_result_row* out) noexcept nogil:
    """Resolve one finished hand; without declared melds the knocker spreads his best arrangement (rule R-TIE-1)."""
    cdef uint64_t runs, sets, left, laid = 0
    cdef int card = 0, deadwood, after
    cdef int where = NO_UPCARD if upcard < 0 else upcard
    cdef gf_counts_row counts
    if not is_hand(defender, 10, 10) or not is_hand(knocker, 10, 11) or knocker & defender or not -1 <= upcard < 52:
        return False
    if rules.limit[where] == 255:
        return False
    if big_gin and gf_popcount(knocker) != 11:
        return False
    if melds != NULL:
        if not join_melds(melds, &runs, &sets) or (runs | sets) & ~knocker:
            return False
        left = knocker & ~(runs | sets)
        if gf_popcount(knocker) == 11 and not big_gin:
            if left == 0:
                return False
            left &= ~gf_unspread(<uint64_t>1 << dearest(gf_spread(left)))
    else:
        if gf_popcount(knocker) == 11 and not big_gin:
            core_best_discard(knocker, -1, &card)
            knocker &= ~(<uint64_t>1 << card)
        sets = core_best_sets(knocker, 0)
        runs = gf_unspread(gf_long_groups(gf_spread(knocker & ~sets)))
        left = knocker & ~(runs | sets)
    deadwood = value_of(left)
    if deadwood > rules.limit[where] or (big_gin and left):
        return False
    out.knocker_deadwood = <uint8_t>deadwood
    out.defender_before = <uint8_t>core_deadwood(defender)
    after = out.defender_before
    if deadwood or rules.lay_off_on_gin:
        after = core_lay_off(defender, runs, sets, &laid)
    out.defender_deadwood = <uint8_t>after
    out.laid_off = laid
    pay(deadwood, after, big_gin, rules.spade[where], rules, &counts)
    out.outcome = counts.outcome
    out.winner = counts.winner
    out.points = counts.points
    out.boxes = counts.boxes
    return True


# Ranges of rows: block by block through the kernel, then one by one what it leaves. All return the first row that is
# refused, or -1.

cdef inline Py_ssize_t throw_rows(const gf_ops *ops, const uint64_t *m, uint8_t *o, Py_ssize_t start,
                                  Py_ssize_t stop) noexcept nogil:
    cdef uint16_t todo[GF_BLOCK]
    cdef Py_ssize_t first = start
    while first < stop:
        # The kernel leaves only wrong hands.
        if ops.layoff.rank_discards(m + first, min(stop - first, GF_BLOCK), o + 11 * first, todo):
            return first + todo[0]
        first += GF_BLOCK
    return -1


cdef inline Py_ssize_t arrangement_rows(const gf_ops *ops, const uint64_t *m, gf_arrangement_row *o, Py_ssize_t start,
                                        Py_ssize_t stop) noexcept nogil:
    cdef uint16_t todo[GF_BLOCK]
    cdef Py_ssize_t first, i
    cdef size_t left, t
    first = start
    while first < stop:
        left = ops.layoff.best_arrangement(m + first, min(stop - first, GF_BLOCK), o + first, todo)
        for t in range(left):
            i = first + todo[t]
            if not row_arrangement(m[i], &o[i]):
                return i
        first += GF_BLOCK
    return -1


cdef inline Py_ssize_t lay_off_rows(const gf_ops *ops, const uint64_t *d, const uint64_t *m, gf_lay_off_row *o,
                                    Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef uint16_t todo[GF_BLOCK]
    cdef Py_ssize_t first, i
    cdef size_t left, t
    first = start
    while first < stop:
        left = ops.layoff.lay_off(d + first, m + 3 * first, min(stop - first, GF_BLOCK), o + first, todo)
        for t in range(left):
            i = first + todo[t]
            if not row_lay_off(d[i], m + 3 * i, &o[i]):
                return i
        first += GF_BLOCK
    return -1


cdef inline Py_ssize_t resolve_rows(const gf_ops *ops, const uint64_t *k, const uint64_t *d, const uint64_t *m, const
                                    int8_t *u, const uint8_t *b, const gf_hand_rules *rules, gf_result_row *o,
                                    Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef uint16_t todo[GF_BLOCK]
    cdef Py_ssize_t first, i
    cdef size_t rows, left, t
    first = start
    while first < stop:
        left = rows = min(stop - first, GF_BLOCK)
        if b == NULL:
            left = ops.layoff.resolve(k + first, d + first, m + 3 * first if m != NULL else NULL,
                                      u + first if u != NULL else NULL, rules, rows, o + first, todo)
        for t in range(left):
            i = first + (todo[t] if b == NULL else t)
            if not row_resolve(k[i], d[i], m + 3 * i if m != NULL else NULL, u[i] if u != NULL else -1,
                               b != NULL and b[i], rules, &o[i]):
                return i
        first += GF_BLOCK
    return -1


cdef inline Py_ssize_t count_rows(const gf_ops *ops, const uint8_t *k, const uint8_t *d, const int8_t *u, const
                                  uint8_t *b, const gf_hand_rules *rules, gf_counts_row *o, Py_ssize_t start,
                                  Py_ssize_t stop) noexcept nogil:
    cdef uint16_t todo[GF_BLOCK]
    cdef Py_ssize_t first, i
    cdef size_t rows, left, t
    first = start
    while first < stop:
        left = rows = min(stop - first, GF_BLOCK)
        if b == NULL:
            left = ops.layoff.score_counts(k + first, d + first, u + first if u != NULL else NULL, rules, rows,
                                           o + first, todo)
        for t in range(left):
            i = first + (todo[t] if b == NULL else t)
            if not row_counts(k[i], d[i], u[i] if u != NULL else -1, b != NULL and b[i], rules, &o[i]):
                return i
        first += GF_BLOCK
    return -1
