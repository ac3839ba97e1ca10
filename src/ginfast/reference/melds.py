"""Melds, arrangements and throws of the reference, searched recursively.

Layer: above ``cards``. Uses the standard library only. Two independent ideas: the least deadwood is a plan over the
thirteen ranks, the arrangements come from a search that decides card by card.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from .cards import cards_in, check_hand, points, rank_of, suit_of, value_of

Melds = tuple[int, ...]


def is_set(mask: int) -> bool:
    """Tell whether the cards are three or four of one rank (R-MELD-1)."""
    cards = cards_in(mask)
    return len(cards) >= 3 and len({rank_of(card) for card in cards}) == 1


def is_run(mask: int) -> bool:
    """Tell whether the cards are three or more neighbours of one suit (R-MELD-2)."""
    cards = cards_in(mask)
    return len(cards) >= 3 and cards[-1] - cards[0] == len(cards) - 1 and suit_of(cards[0]) == suit_of(cards[-1])


def is_meld(mask: int) -> bool:
    """Tell whether the cards are one meld."""
    return is_set(mask) or is_run(mask)


def all_melds() -> list[int]:
    """List the 329 melds of the deck in listing order (R-TIE-1)."""
    runs = [
        sum(1 << (13 * suit + rank) for rank in range(low, high))
        for suit in range(4)
        for low in range(11)
        for high in range(low + 3, 14)
    ]
    sets = [
        sum(1 << (13 * suit + rank) for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    return sorted(runs + sets, key=listing_key)


def listing_key(meld: int) -> tuple[int, int, int]:
    """Order melds: runs by suit, lowest card, length; then sets by rank, mask (R-TIE-1)."""
    lowest = cards_in(meld)[0]
    return (0, lowest, meld) if is_run(meld) else (1, rank_of(lowest), meld)


def find_melds(mask: int) -> Melds:
    """List every meld inside the hand, in listing order.

    Examples
    --------
    >>> len(find_melds(0b11111))
    6
    """
    check_hand(mask)
    return tuple(meld for meld in _deck_melds() if meld & mask == meld)


@lru_cache(maxsize=1)
def _deck_melds() -> list[int]:
    return all_melds()


# --- least deadwood ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 17)
def deadwood(mask: int) -> int:
    """Give the least deadwood of a hand of 0 to 52 cards (R-MELD-5).

    The ranks are walked from ace to king. What matters of the past is, for each suit, how long the run is that reaches
    the present rank: 0 (none), 1, 2, or 3 for "three or more". A run of 1 or 2 must go on; a finished one may end. For
    each such state the least deadwood so far is kept: 256 states at most, so the time is bounded for any hand.

    Examples
    --------
    >>> deadwood(0b111 | 1 << 51)
    10
    """
    check_hand(mask)
    states = {(0, 0, 0, 0): 0}
    for rank in range(13):
        held = [suit for suit in range(4) if mask >> (13 * suit + rank) & 1]
        following: dict[tuple[int, ...], int] = {}
        for in_set in _set_choices(held):
            for state, dead in states.items():
                for after, added in _next_states(state, rank, [suit for suit in held if suit not in in_set], mask):
                    if dead + added < following.get(after, 1000):
                        following[after] = dead + added
        states = following  # type: ignore[assignment]
    return min(dead for state, dead in states.items() if not {1, 2} & set(state))


def _set_choices(held: list[int]) -> list[tuple[int, ...]]:
    """List the suits that a set of this rank may take: none, three, or four of those held."""
    return [(), *combinations(held, 3), *combinations(held, 4)]


def _next_states(
    state: tuple[int, ...], rank: int, free: list[int], mask: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each state after this rank with the deadwood it adds; ``free``: suits whose card is held and in no set."""
    options: list[list[tuple[int, int]]] = []
    for suit in range(4):
        length, choices = state[suit], []
        if suit in free and (length or (rank <= 10 and mask >> (13 * suit + rank) & 0b111 == 0b111)):
            # A run begins only where three neighbours are held. Exact: any other beginning cannot reach length three.
            choices.append((min(length + 1, 3), 0))
        if length in (0, 3):
            choices.append((0, min(rank + 1, 10) if suit in free else 0))
        options.append(choices)
    for combination in product(*options):
        yield tuple(length for length, _ in combination), sum(dead for _, dead in combination)


# --- arrangements -----------------------------------------------------------------------------------------------------


def _melds_from_lowest(hand: int) -> Iterator[int]:
    """Yield the melds inside ``hand`` that hold its lowest card."""
    lowest = cards_in(hand)[0]
    high = lowest + 1
    while hand >> high & 1 and suit_of(high) == suit_of(lowest):
        high += 1
        if high - lowest >= 3:
            yield (1 << high) - (1 << lowest)
    same_rank = [card for card in range(lowest + 13, 52, 13) if hand >> card & 1]
    for size in (2, 3):
        for others in combinations(same_rank, size):
            yield 1 << lowest | sum(1 << card for card in others)


def _pack(hand: int, budget: int, *, split: bool, barred: int = 52) -> Iterator[Melds]:
    """Yield every arrangement of ``hand`` with at most ``budget`` deadwood, each once.

    The lowest card is either dead or in one of the melds that hold it; then the rest is arranged. A branch is kept if
    the least deadwood of its rest fits the budget: that is the exact least it can come to, so nothing is lost.
    With ``split`` false no run may begin at ``barred``, the card after the run chosen last: the two would be one run.
    """
    if deadwood(hand) > budget:
        return
    if not hand:
        yield ()
        return
    lowest = cards_in(hand)[0]
    yield from _pack(hand ^ 1 << lowest, budget - value_of(lowest), split=split, barred=barred)
    for meld in _melds_from_lowest(hand):
        run = is_run(meld)
        if run and lowest == barred:
            continue
        after = cards_in(meld)[-1] + 1 if run and not split else barred
        after = 52 if after % 13 == 0 else after
        for others in _pack(hand ^ meld, budget, split=split, barred=after):
            yield (meld, *others)


def union(melds: Melds) -> int:
    """Put the cards of melds together that share none (R-MELD-3); ``ValueError`` if they share one."""
    cards = 0
    for meld in melds:
        if cards & meld:
            raise ValueError("two melds share a card")
        cards |= meld
    return cards


def arrangements(mask: int, max_deadwood: int = -1) -> Iterator[Melds]:
    """Give all arrangements of least deadwood, or all with at most ``max_deadwood`` (-1: the least), by R-TIE-4.

    Examples
    --------
    >>> len(list(arrangements(0b111111)))
    2
    """
    check_hand(mask)
    budget = deadwood(mask) if max_deadwood < 0 else max_deadwood
    found = [tuple(sorted(melds, key=listing_key)) for melds in _pack(mask, budget, split=True)]
    return iter(sorted(found, key=lambda melds: (points(mask & ~union(melds)), melds)))


def exposed_cards(melds: Melds, hand: int, seen: int = 0) -> int:
    """Give the cards that others may hold and that fit a meld directly (R-TIE-3)."""
    fitting = 0
    for meld in melds:
        fitting |= direct_fits(meld)
    return fitting & ~hand & ~seen


def direct_fits(meld: int) -> int:
    """Give the cards that one meld takes: neighbours of a run, the fourth of a set of three (R-LAY-1)."""
    cards = cards_in(meld)
    if is_run(meld):
        below = 1 << cards[0] - 1 if rank_of(cards[0]) > 0 else 0
        above = 1 << cards[-1] + 1 if rank_of(cards[-1]) < 12 else 0
        return below | above
    return sum(1 << card for card in range(rank_of(cards[0]), 52, 13)) & ~meld


def best_arrangement(mask: int, seen: int = 0) -> Melds:
    """Give the best arrangement (R-TIE-2): least deadwood, no run split, fewest exposed cards, smallest set cards.

    Examples
    --------
    >>> best_arrangement(0b111111) == (0b111111,)
    True
    """
    check_hand(mask)
    check_hand(seen, "seen")
    candidates = _pack(mask, deadwood(mask), split=False)
    best = min(candidates, key=lambda melds: (exposed_cards(melds, mask, seen).bit_count(), set_cards(melds)))
    return tuple(sorted(best, key=listing_key))


def set_cards(melds: Melds) -> int:
    """Give all cards that lie in sets."""
    return union(tuple(meld for meld in melds if not is_run(meld)))


# --- throws -----------------------------------------------------------------------------------------------------------


def rank_discards(mask: int, taken: int = -1) -> list[tuple[int, int]]:
    """Give each card that may be thrown with the least deadwood of the other ten, best first (R-MELD-6, R-TIE-5).

    Examples
    --------
    >>> rank_discards(2**11 - 1)[0]
    (10, 0)
    """
    if check_hand(mask).bit_count() != 11:
        raise ValueError(f"mask holds {mask.bit_count()} cards, expected 11")
    if taken != -1 and taken not in cards_in(mask):
        raise ValueError(f"taken is {taken}, expected a card of the hand or -1")
    throws = [(card, deadwood(mask ^ 1 << card)) for card in cards_in(mask) if card != taken]
    return sorted(throws, key=lambda throw: (throw[1], -value_of(throw[0]), -throw[0]))


def best_discard(mask: int, taken: int = -1) -> tuple[int, int]:
    """Give the best throw from eleven cards and the deadwood it leaves; ``taken`` may not go (R-MELD-7).

    Examples
    --------
    >>> best_discard(2**11 - 1, taken=10)
    (7, 0)
    """
    return rank_discards(mask, taken)[0]
