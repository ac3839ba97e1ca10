"""The search over set choices, inline: least deadwood, best arrangement, joint lay-off.

Layer: under _core.pyx, above _bits.pxd and _walk.pxd. Everything here is in spread form (bit
16*suit+rank) and needs neither the GIL nor memory of its own.

Why the choice of sets is the whole search: once it is settled which cards sets take, each
suit stands alone, and every maximal group of three or more consecutive cards is melded whole. A rank
held three or four times none of whose cards lies in a run of the full hand is free: taking it whole
costs no run anything. Only the other ranks, the *contested* ones, are a choice: all of their cards,
none, or, of four, the three that leave one card to a run. Leaving out a card that is in no run of the
full hand would make it deadwood, so that choice is never the best.
"""

from libc.stdint cimport uint64_t

from ginfast._bits cimport (
    GF_ALL_SUITS, GF_LANES_DECK, gf_fold, gf_high_bit, gf_long_groups, gf_low_bit, gf_outside_runs, gf_popcount,
    gf_triple_ranks, gf_unspread, gf_value,
)
from ginfast._walk cimport NO_MEMORY, Problem, walk, walk_deadwood

# More combinations than this are left to the walk over the ranks. Hands of at most eleven cards have at
# most 50 (ranks of 4, 4 and 3 cards in three suits: 5 * 5 * 2), so they never need it.
cdef enum:
    MOST_COMBINATIONS = 64


cdef struct Choices:
    int ranks                        # how many contested ranks
    int count[26]                    # choices at each
    uint64_t cards[26][6]            # the cards each choice takes out of the runs
    int combinations                 # product of the counts, at most MOST_COMBINATIONS + 1


cdef inline void add_choice(Choices* choices, int where, uint64_t cards) noexcept nogil:
    choices.cards[where][choices.count[where]] = cards
    choices.count[where] += 1


cdef inline void multiply(Choices* choices, int where) noexcept nogil:
    if choices.combinations <= MOST_COMBINATIONS:
        choices.combinations *= choices.count[where]
    if choices.combinations > MOST_COMBINATIONS:
        choices.combinations = MOST_COMBINATIONS + 1


cdef inline void list_choices(Choices* choices, uint64_t hand, uint64_t movable, uint64_t contested) noexcept nogil:
    """List the choices of every contested rank; `movable` are the cards that a run could use instead."""
    cdef uint64_t rank_cards, rest
    cdef int where
    choices.ranks = 0
    choices.combinations = 1
    while contested:
        rank_cards = hand & (GF_ALL_SUITS << gf_low_bit(contested))
        contested &= contested - 1
        where = choices.ranks
        choices.count[where] = 0
        add_choice(choices, where, rank_cards)
        add_choice(choices, where, 0)
        if gf_popcount(rank_cards) == 4:
            rest = rank_cards & movable
            while rest:
                add_choice(choices, where, rank_cards & ~(rest & (~rest + 1)))
                rest &= rest - 1
        choices.ranks = where + 1
        multiply(choices, where)


cdef inline void list_fourths(Choices* choices, uint64_t fourths) noexcept nogil:
    """Add the contested fourth cards: laid on the knocker's set, or left to a run."""
    cdef int where
    while fourths:
        where = choices.ranks
        choices.count[where] = 0
        add_choice(choices, where, fourths & (~fourths + 1))
        add_choice(choices, where, 0)
        fourths &= fourths - 1
        choices.ranks = where + 1
        multiply(choices, where)


cdef inline int combine(const Choices* choices, uint64_t* unions) noexcept nogil:
    """Write the cards taken by each combination of choices; return how many, at most MOST_COMBINATIONS."""
    cdef int count = 1, where, choice, i
    unions[0] = 0
    for where in range(choices.ranks):
        for choice in range(1, choices.count[where]):
            for i in range(count):
                unions[choice * count + i] = unions[i] | choices.cards[where][choice]
        for i in range(count):
            unions[i] |= choices.cards[where][0]
        count *= choices.count[where]
    return count


cdef inline int contested_deadwood(uint64_t hand, uint64_t eligible, uint64_t runs, uint64_t sets) noexcept nogil:
    """Return the least deadwood of a hand some of whose cards are in a run and in a set."""
    cdef Choices choices
    cdef uint64_t contested = gf_fold(runs & sets)
    cdef uint64_t base = hand & ~(sets & ~(contested * GF_ALL_SUITS))
    cdef uint64_t left
    cdef uint64_t unions[MOST_COMBINATIONS]
    cdef int number, deadwood, least = 1 << 16
    list_choices(&choices, hand, runs, contested)
    if choices.combinations > MOST_COMBINATIONS:
        return walk_deadwood(hand, eligible)
    for number in range(combine(&choices, unions)):
        left = base & ~unions[number]
        deadwood = gf_value(left & ~gf_long_groups(left & eligible))
        if deadwood < least:
            least = deadwood
    return least


cdef inline int least_deadwood(uint64_t hand, uint64_t eligible) noexcept nogil:
    """Return the least deadwood over all arrangements whose runs use `eligible` cards only."""
    cdef uint64_t runs = gf_long_groups(hand & eligible)
    cdef uint64_t sets = gf_triple_ranks(hand) & hand
    if runs & sets:
        return contested_deadwood(hand, eligible, runs, sets)
    return gf_value(hand & ~(runs | sets))


cdef inline int list_melds(uint64_t hand, uint64_t sets, uint64_t* melds) noexcept nogil:
    """Write the melds of the arrangement with these cards in sets, as masks; return how many, at most 17.

    In listing order (R-TIE-1): the maximal runs of the other cards by suit and rank, then the sets by rank.
    """
    cdef uint64_t runs = gf_long_groups(hand & ~sets), run, ranks = gf_fold(sets)
    cdef int count = 0
    while runs:
        # A one added at the lowest card carries through its group and clears exactly that.
        run = runs & ~(runs + (runs & (~runs + 1)))
        runs &= ~run
        melds[count] = gf_unspread(run)
        count += 1
    while ranks:
        melds[count] = gf_unspread(sets & (GF_ALL_SUITS << gf_low_bit(ranks)))
        ranks &= ranks - 1
        count += 1
    return count


cdef inline int count_exposed(uint64_t runs, uint64_t sets, uint64_t exposable) noexcept nogil:
    """Count the cards that fit directly: neighbours of the runs, missing fourth cards of the sets."""
    cdef uint64_t fits = (runs << 1) | (runs >> 1) | gf_triple_ranks(sets)
    return gf_popcount(fits & exposable)


cdef inline uint64_t best_sets(uint64_t hand, uint64_t seen) noexcept nogil:
    """Return the cards in sets of the best arrangement under the total order, or NO_MEMORY.

    The order (rule R-TIE-2): least deadwood; fewest exposed cards; smallest mask of the cards in sets.
    """
    cdef uint64_t runs = gf_long_groups(hand)
    cdef uint64_t sets = gf_triple_ranks(hand) & hand
    if not runs & sets:
        return sets
    cdef Choices choices
    cdef uint64_t contested = gf_fold(runs & sets)
    cdef uint64_t free_sets = sets & ~(contested * GF_ALL_SUITS)
    cdef uint64_t exposable = GF_LANES_DECK & ~(hand | seen)
    cdef uint64_t taken, left, best = 0
    cdef uint64_t unions[MOST_COMBINATIONS]
    cdef int number, deadwood, exposed, least = 1 << 16, fewest = -1
    cdef Problem problem
    list_choices(&choices, hand, runs, contested)
    if choices.combinations > MOST_COMBINATIONS:
        problem.laying = False
        problem.hand = hand
        problem.exposable = exposable
        problem.knocker_runs = problem.fourths = 0
        return NO_MEMORY if walk(&problem) else problem.cards
    for number in range(combine(&choices, unions)):
        taken = free_sets | unions[number]
        left = hand & ~taken
        runs = gf_long_groups(left)
        deadwood = gf_value(left & ~runs)
        if deadwood > least:
            continue
        exposed = count_exposed(runs, taken, exposable)
        if deadwood < least or exposed < fewest or (exposed == fewest and taken < best):
            least, fewest, best = deadwood, exposed, taken
    return best


cdef inline int joint_lay_off(uint64_t hand, uint64_t knocker_runs, uint64_t fourths, uint64_t* laid) noexcept nogil:
    """Return the least deadwood over all own arrangements and lay-offs together, and the cards laid off.

    `knocker_runs` are the cards of the knocker's runs; `fourths` the cards of `hand` that are the missing
    fourth of one of his sets of three. Runs of the defender and lay-offs on runs follow one rule
    (R-LAY-5): a group of three or more consecutive cards of the defender and the knocker's runs costs the
    defender nothing, since a group that holds a knocker's card holds a whole run of his. Of such a group
    the stretches of three or more cards of the defender are runs of his own; shorter ones are laid off.
    The order (rule R-TIE-6): deadwood, number laid off, smallest mask of the cards laid off.
    Returns -1 without memory, which only a hand of more than eleven cards can meet.
    """
    cdef uint64_t free = gf_long_groups(hand | knocker_runs)
    cdef uint64_t sets = gf_triple_ranks(hand) & hand
    cdef uint64_t contested = gf_fold(free & sets)
    cdef uint64_t contested_fourths = fourths & free
    cdef uint64_t base = hand & ~(sets & ~(contested * GF_ALL_SUITS)) & ~(fourths & ~free)
    cdef uint64_t taken, left, off, best = 0
    cdef uint64_t unions[MOST_COMBINATIONS]
    cdef int number, deadwood, laid_count, least = 1 << 16, fewest = 0
    cdef Choices choices
    cdef Problem problem
    choices.ranks = 0
    choices.combinations = 1
    if contested:
        list_choices(&choices, hand, free, contested)
    if contested_fourths:
        list_fourths(&choices, contested_fourths)
    if choices.combinations > MOST_COMBINATIONS:
        problem.laying = True
        problem.hand = hand
        problem.exposable = 0
        problem.knocker_runs = knocker_runs
        problem.fourths = fourths
        if walk(&problem):
            return -1
        laid[0] = problem.cards
        return problem.deadwood
    for number in range(combine(&choices, unions)):
        taken = unions[number]
        left = base & ~taken
        free = gf_long_groups(left | knocker_runs)
        deadwood = gf_value(left & ~free)
        if deadwood > least:
            continue
        off = (left & free & gf_outside_runs(left)) | (taken & fourths) | (fourths & ~contested_fourths)
        laid_count = gf_popcount(off)
        if deadwood < least or laid_count < fewest or (laid_count == fewest and off < best):
            least, fewest, best = deadwood, laid_count, off
    laid[0] = best
    return least


cdef inline int points_of(int rank) noexcept nogil:
    """Return the points of a card of a rank, or of an id modulo 13: ace 1, pips, court cards 10."""
    rank %= 13
    return 10 if rank > 9 else rank + 1


cdef inline int dearest(uint64_t cards) noexcept nogil:
    """Return the place (16 * suit + rank) of the card of most points, then highest id; `cards` is not empty."""
    cdef uint64_t tens = cards & 0x1E001E001E001E00ULL
    return gf_high_bit(tens if tens else cards & (GF_ALL_SUITS << gf_high_bit(gf_fold(cards))))


cdef inline uint64_t spare_cards(uint64_t runs, uint64_t sets) noexcept nogil:
    """Return the melded cards that may go without breaking a meld.

    The ends of runs of four or more, cards with three or more on either side, and any card of a set of four.
    """
    cdef uint64_t below = (runs << 1) & (runs << 2) & (runs << 3), above = (runs >> 1) & (runs >> 2) & (runs >> 3)
    cdef uint64_t ends = (below & ~(runs >> 1)) | (above & ~(runs << 1))
    cdef uint64_t fours = sets & (sets >> 16 | sets << 48) & (sets >> 32 | sets << 32) & (sets >> 48 | sets << 16)
    return (runs & (ends | (below & above))) | fours


cdef inline int throw_from(uint64_t runs, uint64_t sets, uint64_t unmelded, uint64_t kept, int* place) noexcept nogil:
    """Return the least deadwood after a throw from one choice of sets, and the place of the dearest card for it.

    Throwing an unmelded card leaves `dead - points`, so the dearest goes. Where none may go, a spare melded card
    does: of eleven cards with at most one unmelded some meld has four or more.
    """
    cdef uint64_t throwable = unmelded & ~kept
    if throwable:
        place[0] = dearest(throwable)
        return gf_value(unmelded) - points_of(place[0] & 15)
    place[0] = dearest(spare_cards(runs, sets) & ~kept)
    return gf_value(unmelded)


cdef inline int best_throw(uint64_t hand, uint64_t kept, int* thrown) noexcept nogil:
    """Return the least deadwood after throwing one card of a hand of eleven, `kept` excepted, and its place.

    Trying the choices of sets is exact: any throw leaves an arrangement of the ten, which is one of the eleven with
    the card unmelded. If its choice of sets leaves other cards that may go, throwing the dearest of those is no
    worse, and strictly better than breaking a meld; if not, a spare card is best. Ties: most points, then highest
    id (R-TIE-5).
    """
    cdef uint64_t runs = gf_long_groups(hand)
    cdef uint64_t sets = gf_triple_ranks(hand) & hand
    cdef uint64_t taken, left, contested
    cdef uint64_t unions[MOST_COMBINATIONS]
    cdef int number, place = 0, deadwood, least = 1 << 16
    cdef Choices choices
    if not runs & sets:
        return throw_from(runs, sets, hand & ~(runs | sets), kept, thrown)
    contested = gf_fold(runs & sets)
    sets &= ~(contested * GF_ALL_SUITS)
    list_choices(&choices, hand, runs, contested)
    # Eleven cards never have more combinations than MOST_COMBINATIONS.
    for number in range(combine(&choices, unions)):
        taken = sets | unions[number]
        left = hand & ~taken
        runs = gf_long_groups(left)
        deadwood = throw_from(runs, taken, left & ~runs, kept, &place)
        if deadwood < least:
            least, thrown[0] = deadwood, place
        elif deadwood == least and place != thrown[0]:
            thrown[0] = dearest(<uint64_t>1 << place | <uint64_t>1 << thrown[0])
    return least
