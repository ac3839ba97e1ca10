"""Lay-off of the reference: every way to lay off, each with the best arrangement of what stays.

Layer: above ``melds``. Uses the standard library only.
"""

from .cards import cards_in, check_hand
from .melds import Melds, best_arrangement, deadwood, direct_fits, is_meld, is_run, union

Placement = tuple[int, int]


def check_melds(melds: Melds, defender: int = 0) -> int:
    """Return the cards of a spread; ``ValueError`` unless each is a meld and none shares a card with anything."""
    for meld in melds:
        if not is_meld(check_hand(meld, "meld")):
            raise ValueError(f"{meld:#x} is no meld")
    cards = union(melds)
    if cards & check_hand(defender, "defender"):
        raise ValueError("the defender holds a card of the spread")
    return cards


def can_lay_off(card: int, meld: int) -> bool:
    """Tell whether a card fits a meld directly (R-LAY-1); a card already in it does not.

    Examples
    --------
    >>> can_lay_off(3, 0b111), can_lay_off(4, 0b111)
    (True, False)
    """
    check_melds((meld,))
    return bool(direct_fits(meld) >> card & 1)


def lay_off_cards(melds: Melds) -> int:
    """Give the cards that fit one of the melds directly and lie in none of them.

    Examples
    --------
    >>> lay_off_cards((0b111,)) == 0b1000
    True
    """
    spread = check_melds(tuple(melds))
    fitting = 0
    for meld in melds:
        fitting |= direct_fits(meld)
    return fitting & ~spread


def ways_to_lay_off(hand: int, melds: Melds) -> set[int]:
    """Give every set of cards of ``hand`` that can be laid off on the spread, the empty one included.

    One card after another is added to a meld it fits, as it then lies on the table (R-LAY-2). The melds on the table
    are all that matters for going on, so each such table is visited once.
    """
    start = tuple(melds)
    tables, waiting = {start}, [start]
    while waiting:
        table = waiting.pop()
        free = hand & ~union(table)
        for number, meld in enumerate(table):
            for card in cards_in(direct_fits(meld) & free):
                longer = (*table[:number], meld | 1 << card, *table[number + 1 :])
                if longer not in tables:
                    tables.add(longer)
                    waiting.append(longer)
    return {union(table) & ~union(start) for table in tables}


def lay_off(defender: int, melds: Melds) -> tuple[int, int]:
    """Give the least deadwood the defender can reach and the cards laid off for it (R-LAY-3, R-TIE-6).

    Examples
    --------
    >>> lay_off(0b11000, (0b111,))
    (0, 24)
    """
    spread = tuple(melds)
    check_melds(spread, defender)
    options = [(deadwood(defender & ~laid), laid.bit_count(), laid) for laid in ways_to_lay_off(defender, spread)]
    least, _, laid = min(options)
    return least, laid


def lay_off_full(defender: int, melds: Melds) -> tuple[int, int, Melds, tuple[Placement, ...]]:
    """Give deadwood, laid-off cards, the defender's own melds, and where each card goes in a legal order.

    Examples
    --------
    >>> lay_off_full(0b11000, (0b111,))
    (0, 24, (), ((3, 7), (4, 7)))
    """
    least, laid = lay_off(defender, melds)
    return least, laid, best_arrangement(defender & ~laid), place(laid, tuple(melds))


def place(laid: int, melds: Melds) -> tuple[Placement, ...]:
    """Name for each laid-off card its meld as spread, in a legal order (R-TIE-7); ``ValueError`` if they do not fit.

    First the targets: a card that some run reaches through other laid-off cards goes on the lowest such run, else on
    its set. A card on a run never stops another one, a card on a set can, hence runs first. Then the order: again and
    again the lowest card that fits its meld as it lies by then.
    """
    target: dict[int, int] = {}
    for run in sorted(meld for meld in melds if is_run(meld)):
        table = run
        while fitting := direct_fits(table) & laid & ~sum(1 << card for card in target):
            for card in cards_in(fitting):
                target[card] = run
            table |= fitting
    for card in cards_in(laid):
        for meld in melds:
            if card not in target and not is_run(meld) and can_lay_off(card, meld):
                target[card] = meld
    if len(target) < laid.bit_count():
        raise ValueError("a laid-off card fits no meld of the spread")
    return _in_legal_order(target)


def _in_legal_order(target: dict[int, int]) -> tuple[Placement, ...]:
    table = {meld: meld for meld in target.values()}
    order: list[Placement] = []
    while len(order) < len(target):
        placed = {card for card, _ in order}
        card = min(card for card in target if card not in placed and can_lay_off(card, table[target[card]]))
        table[target[card]] |= 1 << card
        order.append((card, target[card]))
    return tuple(order)
