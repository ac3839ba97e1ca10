"""Matches out of one long stream of hands, inline: the loop of batch.settle.

Layer: under _batch.pyx, beside _rows.pxd; no GIL, no memory. What a shutout adds is not stated here: it is linear in
the winner's hand points and boxes, and batch asks ginfast.match for the coefficients.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t


# The layout of the structured array; _array_matches.py holds the same as a NumPy dtype, and a test compares them.
cdef struct Settled:
    int8_t winner
    uint32_t hands
    int32_t score0
    int32_t score1
    uint32_t boxes0
    uint32_t boxes1
    int32_t total0
    int32_t total1

cdef struct MatchRules:
    int64_t target
    int64_t box_value             # what a box adds to the score at once
    int64_t box_bonus
    int64_t game_bonus
    int64_t shutout_fixed         # a shutout adds this
    int64_t shutout_points        # and so many times the winner's hand points
    int64_t shutout_boxes         # and so many times what his boxes pay
    bint shutout_by_hands

# A match under way: scores as they count towards the target, boxes, hands won, hands in all.
cdef struct Running:
    int64_t scores[2]
    int64_t boxes[2]
    int64_t wins[2]
    int64_t hands


cdef inline bint close_match(const Running* at, int winner, const MatchRules* rules, Settled* out) noexcept nogil:
    """Write the row of a match; False when a number does not fit its field. Winner -1: not finished (R-MATCH-5)."""
    cdef int64_t totals[2]
    cdef int64_t points
    cdef int i, loser
    for i in range(2):
        totals[i] = at.scores[i] + (rules.box_bonus - rules.box_value) * at.boxes[i]
    if winner >= 0:
        totals[winner] += rules.game_bonus
        loser = 1 - winner
        if (at.wins[loser] if rules.shutout_by_hands else at.scores[loser]) == 0:
            points = at.scores[winner] - rules.box_value * at.boxes[winner]
            totals[winner] += (rules.shutout_fixed + rules.shutout_points * points
                               + rules.shutout_boxes * rules.box_bonus * at.boxes[winner])
    for i in range(2):
        if (at.scores[i] | totals[i]) >> 31 or (at.boxes[i] | at.hands) >> 32:
            return False
    out.winner = <int8_t>winner
    out.hands = <uint32_t>at.hands
    out.score0, out.score1 = <int32_t>at.scores[0], <int32_t>at.scores[1]
    out.boxes0, out.boxes1 = <uint32_t>at.boxes[0], <uint32_t>at.boxes[1]
    out.total0, out.total1 = <int32_t>totals[0], <int32_t>totals[1]
    return True


cdef inline Py_ssize_t settle_rows(const int16_t* points, const int8_t* winners, const uint8_t* boxes, Py_ssize_t start,
                                   Py_ssize_t stop, const MatchRules* rules, Running* at, Settled* out,
                                   Py_ssize_t* ended) noexcept nogil:
    """Enter rows into matches, write a row for each that ends, and return the first bad row or -1.

    The sums stay in registers and are chosen by masks: who wins a hand cannot be predicted, when a match ends can.
    """
    cdef int64_t score0 = at.scores[0], score1 = at.scores[1], boxes0 = at.boxes[0], boxes1 = at.boxes[1]
    cdef int64_t won0 = at.wins[0], won1 = at.wins[1], mask0, mask1, gain, box
    cdef int64_t target = rules.target, value = rules.box_value
    cdef Py_ssize_t i, count = 0, first = start - at.hands
    cdef int who, worth
    for i in range(start, stop):
        who, worth = winners[i], points[i]
        mask0 = -<int64_t>(who == 0)
        mask1 = -<int64_t>(who == 1)
        box = boxes[i] if boxes != NULL else (mask0 | mask1) & 1
        # Bad: a negative score, a winner that is none of 0, 1 and -1, anything scored in a dead hand.
        if worth < 0 or (not mask0 | mask1 and (who != -1 or worth or box)):
            ended[0] = count
            return i
        gain = worth + value * box
        score0 += gain & mask0
        score1 += gain & mask1
        boxes0 += box & mask0
        boxes1 += box & mask1
        won0 -= mask0
        won1 -= mask1
        if (score0 >= target) | (score1 >= target):
            at.scores[0], at.scores[1] = score0, score1
            at.boxes[0], at.boxes[1] = boxes0, boxes1
            at.wins[0], at.wins[1] = won0, won1
            at.hands = i + 1 - first
            if not close_match(at, 0 if score0 >= target else 1, rules, &out[count]):
                ended[0] = count
                return i
            count += 1
            first = i + 1
            score0 = score1 = boxes0 = boxes1 = won0 = won1 = 0
    at.scores[0], at.scores[1] = score0, score1
    at.boxes[0], at.boxes[1] = boxes0, boxes1
    at.wins[0], at.wins[1] = won0, won1
    at.hands = stop - first
    ended[0] = count
    return -1
