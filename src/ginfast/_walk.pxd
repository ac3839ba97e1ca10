"""The walk over the ranks, ace to king: bounded work for any hand up to the whole deck.

Layer: under _search.pxd, above _bits.pxd. Used when a hand has too many contested ranks to try every
combination of sets. Per suit the walk keeps the length of the open group of consecutive cards that no
set has taken, capped at three (from then on it is a run); a group that breaks at one or two is charged
then. The state is the four suits together, so there are at most 4**4 states a rank (7**4 with the
tie-breaks), and six choices of sets: the work does not grow with the number of arrangements.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc

from ginfast._bits cimport gf_low_bit, gf_popcount

cdef enum:
    NO_COST = 0xFFFF

# What best_sets returns when the walk found no memory: not a set of cards.
cdef extern from *:
    """
    #define GF_NO_MEMORY 0xFFFFFFFFFFFFFFFFULL
    """
    const uint64_t NO_MEMORY "GF_NO_MEMORY"


cdef inline int suits_at(uint64_t lanes, int rank) noexcept nogil:
    """Return the suits that hold `rank`, as four bits."""
    cdef uint64_t column = (lanes >> rank) & 0x0001000100010001ULL
    return <int>((column | (column >> 15) | (column >> 30) | (column >> 45)) & 15)


cdef inline int list_sets(int held, int* sets) noexcept nogil:
    """Write every choice of cards a set may take of the suits held: none, three, or all four."""
    cdef int suit, count = 1
    sets[0] = 0
    if gf_popcount(held) >= 3:
        sets[count] = held
        count += 1
    if held == 15:
        for suit in range(4):
            sets[count] = 15 ^ (1 << suit)
            count += 1
    return count


cdef inline int walk_deadwood(uint64_t hand, uint64_t eligible) noexcept nogil:
    """Return the least deadwood of any hand; runs use `eligible` cards only.

    A state is two bits a suit, the four low bits and the four high bits of the capped lengths apart.
    """
    cdef uint16_t cost[2][256]
    cdef uint8_t active[2][256]
    cdef int count[2]
    cdef int sets[6]
    cdef int rank, now, then, choice, choices, i, key, state, held, usable, low, high, present, absent, charge, value
    for i in range(256):
        cost[0][i] = cost[1][i] = NO_COST
    cost[0][0] = 0
    active[0][0] = 0
    count[0] = 1
    for rank in range(14):
        now, then = rank & 1, (rank & 1) ^ 1
        held = suits_at(hand, rank) if rank < 13 else 0
        usable = suits_at(hand & eligible, rank) if rank < 13 else 0
        value = rank + 1 if rank < 9 else 10
        choices = list_sets(held, sets)
        count[then] = 0
        for i in range(count[now]):
            state = active[now][i]
            low, high = state & 15, state >> 4
            for choice in range(choices):
                present = usable & ~sets[choice]
                absent = ~present
                # A group that ends here at one card costs that card, at two both.
                charge = cost[now][state] + gf_popcount(held & ~usable & ~sets[choice]) * value
                charge += gf_popcount(absent & (low ^ high)) * (rank if rank < 10 else 10)
                charge += gf_popcount(absent & high & ~low) * (rank - 1 if rank < 11 else 10)
                key = (((~low | high) & present) & 15) | ((((low | high) & present) & 15) << 4)
                if cost[then][key] == NO_COST:
                    active[then][count[then]] = <uint8_t>key
                    count[then] += 1
                if charge < cost[then][key]:
                    cost[then][key] = <uint16_t>charge
            cost[now][state] = NO_COST
    return cost[0][0]


cdef struct Problem:
    # Asked, all in spread form: the lay-off, or else the best arrangement.
    bint laying
    uint64_t hand
    uint64_t exposable               # cards outside hand and seen: they count as exposed
    uint64_t knocker_runs
    uint64_t fourths                 # cards of hand that fit a set of three of the knocker's
    # Answered:
    int deadwood
    uint64_t cards                   # in sets (arrangement), or laid off (lay-off)


# Open group of a suit. The arrangement knows its left neighbour: COUNTED when it is exposed already.
# The lay-off knows whether the group follows a card of the knocker's runs: ATTACHED.
cdef enum Group:
    NONE = 0                         # no group, or (lay-off) a gap
    ONE = 1
    TWO = 2
    RUN = 3
    NONE_MARKED = 4                  # arrangement: neighbour counted; lay-off: the card is the knocker's
    ONE_MARKED = 5
    TWO_MARKED = 6


# What happens to a suit at a rank: its card stays in the suit, or it does not; GONE_EXPOSED: a set of three
# misses this very card.
cdef enum Kind:
    STAYS = 0
    GONE = 1
    GONE_EXPOSED = 2


cdef struct Move:
    int to
    uint64_t major                   # deadwood << 8 | exposed or laid-off cards
    uint64_t minor                   # cards laid off


cdef struct Layer:
    uint64_t major[4096]
    uint64_t minor[4096]
    uint16_t active[4096]
    uint8_t used[4096]
    int count


cdef inline uint64_t bit_at(int suit, int rank) noexcept nogil:
    return <uint64_t>1 << (16 * suit + rank) if rank >= 0 else 0


cdef inline uint64_t rank_value(int rank) noexcept nogil:
    return <uint64_t>(rank + 1 if rank < 9 else 10) << 8


cdef inline Move arrangement_move(const Problem* problem, int suit, int rank, int group, int kind) noexcept nogil:
    cdef Move move
    cdef int marked = group >= NONE_MARKED
    cdef int length = group - NONE_MARKED if marked else group
    move.major = move.minor = 0
    move.to = NONE
    if kind == STAYS:
        move.to = RUN if length >= 2 else group + 1
        if length == 2 and not marked and bit_at(suit, rank - 3) & problem.exposable:
            move.major = 1
        return move
    if length == 1 or length == 2:
        move.major = rank_value(rank - 1) + (rank_value(rank - 2) if length == 2 else 0)
    if (length == 3 or kind == GONE_EXPOSED) and rank < 13 and bit_at(suit, rank) & problem.exposable:
        move.major += 1
        move.to = NONE_MARKED
    return move


cdef inline Move lay_off_move(const Problem* problem, int suit, int rank, int group, int kind) noexcept nogil:
    cdef Move move
    cdef bint knocker = rank < 13 and bit_at(suit, rank) & problem.knocker_runs
    cdef int attached = group >= NONE_MARKED
    cdef int length = group - NONE_MARKED if attached else group
    move.major = move.minor = 0
    if kind == STAYS and not knocker:
        move.to = RUN if length >= 2 else group + 1
        return move
    move.to = NONE_MARKED if knocker else NONE
    if length == 1 or length == 2:
        if knocker or attached:
            # Short of a run of its own but beside a knocker's run: laid off.
            move.major = length
            move.minor = bit_at(suit, rank - 1) | (bit_at(suit, rank - 2) if length == 2 else 0)
        else:
            move.major = rank_value(rank - 1) + (rank_value(rank - 2) if length == 2 else 0)
    return move


cdef inline void offer(Layer* layer, int key, uint64_t major, uint64_t minor) noexcept nogil:
    if not layer.used[key]:
        layer.used[key] = 1
        layer.active[layer.count] = <uint16_t>key
        layer.count += 1
    elif major > layer.major[key] or (major == layer.major[key] and minor >= layer.minor[key]):
        return
    layer.major[key] = major
    layer.minor[key] = minor


cdef inline int walk(Problem* problem) noexcept nogil:
    """Solve the problem under its whole key; return 0, or -1 without memory.

    The key is added up along the walk: (deadwood, exposed cards, cards in sets) for the arrangement,
    (deadwood, number laid off, cards laid off) for the lay-off. Adding the same to both sides keeps an
    order by key, so keeping the best key of each state loses nothing.
    """
    cdef Layer* layers = <Layer*>malloc(2 * sizeof(Layer))
    cdef Move moves[4][7][3]
    cdef int sets[7]
    cdef int rank, suit, group, kind, choice, choices, own_sets, held, fourth, i, state, key, gone, missing
    cdef uint64_t major, minor
    cdef Layer* now
    cdef Layer* then
    cdef Move move
    if layers == NULL:
        return -1
    for i in range(4096):
        layers[0].used[i] = layers[1].used[i] = 0
    layers[0].count = layers[1].count = 0
    offer(&layers[0], 0, 0, 0)
    for rank in range(14):
        now, then = &layers[rank & 1], &layers[(rank & 1) ^ 1]
        held = suits_at(problem.hand, rank) if rank < 13 else 0
        fourth = suits_at(problem.fourths, rank) if rank < 13 else 0
        own_sets = choices = list_sets(held, sets)
        if fourth:
            sets[choices] = fourth
            choices += 1
        for suit in range(4):
            for group in range(7):
                for kind in range(3):
                    if problem.laying:
                        moves[suit][group][kind] = lay_off_move(problem, suit, rank, group, kind)
                    else:
                        moves[suit][group][kind] = arrangement_move(problem, suit, rank, group, kind)
        for i in range(now.count):
            state = now.active[i]
            for choice in range(choices):
                key, major, minor = 0, now.major[state], now.minor[state]
                gone = ~held | sets[choice]
                # A set of three misses the fourth suit; a fourth card laid off adds itself to the key.
                missing = 15 & ~sets[choice] if 0 < choice < own_sets and not problem.laying else 0
                for suit in range(4):
                    kind = STAYS
                    if gone >> suit & 1:
                        kind = GONE_EXPOSED if missing >> suit & 1 else GONE
                    move = moves[suit][(state >> (3 * suit)) & 7][kind]
                    key |= move.to << (3 * suit)
                    major += move.major
                    minor |= move.minor
                    if sets[choice] >> suit & 1 and (choice >= own_sets or not problem.laying):
                        minor |= bit_at(suit, rank)
                if choice >= own_sets:
                    major += 1
                offer(then, key, major, minor)
            now.used[state] = 0
        now.count = 0
    problem.deadwood = <int>(layers[0].major[0] >> 8)
    problem.cards = layers[0].minor[0]
    # After the king every group is closed: states 0 and, with a knocker's king, still 0 at rank 13.
    free(layers)
    return 0
