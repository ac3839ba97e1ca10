"""The defender's side of a finished hand: what was or could be laid off, which own melds stay.

Layer: above `layoff` and `spreads`, below `result` and `scoring`. With nothing declared the answer is `lay_off`, the
joint optimum; what is declared binds, and the rest is the best subject to it (R-LAY-4).
"""

from collections.abc import Iterable, Mapping

from ginfast.cards import Card, CardSet, CardsLike, as_card, as_mask
from ginfast.errors import CardError, HandError, MeldError, RulesError
from ginfast.layoff import LayOff, lay_off, lay_off_targets, order_lay_offs, place_lay_offs
from ginfast.melds import Arrangement, Meld, as_melds, best_arrangement
from ginfast.spreads import Spread, check_melds, text

__all__ = ["LaidOff", "reply"]

LaidOff = CardsLike | Iterable[tuple[Card | str, Meld | CardsLike]]
Pairs = tuple[tuple[Card, Meld], ...]


def reply(
    defender: int,
    spread: Spread,
    *,
    allowed: bool,
    laid_off: LaidOff | None = None,
    defender_melds: Iterable[Meld | CardsLike] | None = None,
) -> LayOff:
    """Find out what the defender does with his ten cards against a spread.

    Parameters
    ----------
    defender : int
        Mask of his cards.
    spread : Spread
        The knocker's spread.
    allowed : bool
        Whether he may lay off: always against a knock, against gin where the rules say so.
    laid_off, defender_melds
        As of `resolve_hand`; None is the best there is.

    Returns
    -------
    LayOff
        His lay-offs in a legal order, and the arrangement of what he keeps.
    """
    targets = spread.arrangement.melds
    own: tuple[Meld, ...] | None = None
    bound = 0
    if defender_melds is not None:
        own = as_melds(defender_melds, "defender_melds")
        bound = check_melds(own, "defender_melds", defender, spread.cards.mask)
    if laid_off is not None:
        pairs = _declared(laid_off, defender, bound, targets, allowed=allowed)
    elif not allowed:
        pairs = ()
    elif own is None:
        return lay_off(CardSet.from_mask(defender), targets)
    else:
        # His own melds are fixed, so every card that fits goes: each takes points off and, runs before sets, none
        # stands in another's way.
        pairs = order_lay_offs(lay_off_targets(defender & ~bound, targets))
    kept = defender
    for card, _ in pairs:
        kept &= ~(1 << card.id)
    if own is None:
        arrangement = best_arrangement(CardSet.from_mask(kept))
    else:
        arrangement = Arrangement.from_masks(kept, [meld.mask for meld in own])
    return LayOff(pairs, arrangement)


def _declared(laid_off: LaidOff, defender: int, bound: int, targets: tuple[Meld, ...], *, allowed: bool) -> Pairs:
    """Check lay-offs that were made: held, not melded, allowed, and fitting in some order."""
    pairs = _read(laid_off)
    laid = pairs if isinstance(pairs, int) else sum(1 << number for number in pairs)
    if laid & ~defender:
        raise HandError(f"laid_off holds {text(laid & ~defender)}, expected cards of the defender: {text(defender)}")
    if laid & bound:
        raise MeldError(f"laid_off holds {text(laid & bound)}, which defender_melds hold too")
    if laid and not allowed:
        raise RulesError(f"laid_off holds {text(laid)}, expected no card: nothing is laid off on gin (layoff_on_gin)")
    if isinstance(pairs, int):
        return place_lay_offs(pairs, targets)
    return order_lay_offs({number: _as_spread(number, meld, laid, targets) for number, meld in pairs.items()})


def _as_spread(number: int, meld: Meld, laid: int, targets: tuple[Meld, ...]) -> Meld:
    """Find the meld of the spread that was meant: itself, or already lengthened by cards laid off."""
    for target in targets:
        if target.kind == meld.kind and not target.mask & ~meld.mask and not meld.mask & ~(target.mask | laid):
            return target
    spread = ", ".join(map(str, targets)) or "none"
    raise MeldError(f"laid_off has {Card.from_id(number)} on {meld}, expected a meld of the spread: {spread}")


def _read(laid_off: LaidOff) -> int | dict[int, Meld]:
    """Read declared lay-offs: a mask of cards, or card ids with the melds they were put on."""
    if isinstance(laid_off, Mapping):
        raise TypeError("laid_off is a mapping, expected cards or (card, meld) pairs; write laid_off.items()")
    if isinstance(laid_off, (str, Card, CardSet)) or not isinstance(laid_off, Iterable):
        return as_mask(laid_off, "laid_off")
    items = list(laid_off)
    if not any(isinstance(item, (tuple, list)) for item in items):
        return as_mask(items, "laid_off")
    pairs: dict[int, Meld] = {}
    for i, item in enumerate(items):
        if not isinstance(item, (tuple, list)) or len(item) != 2:
            raise TypeError(f"laid_off[{i}] is {item!r}, expected a pair of a card and a meld like the others")
        card = as_card(item[0], f"laid_off[{i}][0]")
        if card.id in pairs:
            raise CardError(f"laid_off[{i}] holds {card}, which an earlier pair holds too")
        pairs[card.id] = as_melds([item[1]], f"laid_off[{i}][1]")[0]
    return pairs
