"""`LayOff` and the lay-off questions. Above `melds`, `cards` and `_core`."""

from __future__ import annotations

from ginfast import _core
from ginfast._value import Value, fill
from ginfast.cards import Card, CardSet, as_card, as_mask
from ginfast.errors import MeldError
from ginfast.melds import Arrangement, Meld, as_melds, best_arrangement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ginfast.cards import CardsLike
    from ginfast.melds import MeldsLike

__all__ = ["LayOff", "can_lay_off", "lay_off", "lay_off_cards"]


class LayOff(Value):
    """What a defender lays off, and how the cards kept are arranged.

    Attributes
    ----------
    laid_off : tuple of (Card, Meld)
        Cards in a legal order, lowest id first where free, each with the knocker's meld it goes on, as that meld
        was spread (rule R-TIE-7).
    arrangement : Arrangement
        The defender's own melds and deadwood after laying off.

    Examples
    --------
    >>> from ginfast import lay_off
    >>> found = lay_off("7H 8H QC", ["4H 5H 6H", "7S 7C 7D"])
    >>> found.deadwood, found.laid_off_cards
    (10, CardSet('7H 8H'))
    """

    __match_args__ = ("laid_off", "arrangement")
    __slots__ = __match_args__
    laid_off: tuple[tuple[Card, Meld], ...]
    arrangement: Arrangement

    def __init__(self, laid_off: tuple[tuple[Card, Meld], ...], arrangement: Arrangement) -> None:
        fill(self, laid_off=laid_off, arrangement=arrangement)

    @property
    def deadwood(self) -> int:
        """The defender's deadwood after laying off."""
        return self.arrangement.deadwood

    @property
    def laid_off_cards(self) -> CardSet:
        """The cards laid off."""
        return CardSet(card for card, _ in self.laid_off)


def _fits(card_id: int, meld: Meld) -> bool:
    return bool(_core.lay_off_cards((meld.mask,)) >> card_id & 1)


def can_lay_off(card: Card | str, meld: Meld | CardsLike) -> bool:
    """Tell whether a card fits a meld directly (rule R-LAY-1).

    Parameters
    ----------
    card : Card or str
        One card.
    meld : Meld or cards-like
        The meld; pass the lengthened meld to go on along a run. A card already in it does not fit.

    Raises
    ------
    MeldError
        If the cards are no meld.
    CardError
        If something is no card or a card stands twice.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from ginfast import can_lay_off
    >>> can_lay_off("7H", "4H 5H 6H"), can_lay_off("8H", "4H 5H 6H"), can_lay_off("KH", "AH 2H 3H")
    (True, False, False)
    """
    return _fits(as_card(card, "card").id, Meld(meld))


def _disjoint(melds: MeldsLike, what: str) -> tuple[Meld, ...]:
    """Return the melds, checked to share no card."""
    checked = as_melds(melds, what)
    seen = 0
    for place, meld in enumerate(checked):
        if meld.mask & seen:
            raise MeldError(f"{what}[{place}]: {_core.format_cards(meld.mask & seen)} already stands in another meld")
        seen |= meld.mask
    return checked


def lay_off_cards(melds: MeldsLike) -> CardSet:
    """Return the cards that fit some meld directly (rule R-LAY-1).

    Parameters
    ----------
    melds : iterable of Meld or cards-like
        Disjoint melds as spread.

    Returns
    -------
    CardSet
        Neighbours of the runs and missing fourth cards of the sets; cards of the melds themselves excepted.

    Raises
    ------
    MeldError
        If an item is no meld, or melds share a card.
    CardError
        If something is no card or a card stands twice.
    TypeError
        If `melds` is a bare text, `Meld` or `CardSet`, or no iterable of melds.

    Examples
    --------
    >>> from ginfast import lay_off_cards
    >>> lay_off_cards(["3S 4S 5S", "7S 8S 9S"])
    CardSet('2S 6S TS')
    """
    return CardSet.from_mask(_core.lay_off_cards([meld.mask for meld in _disjoint(melds, "melds")]))


def lay_off_targets(loose: int, melds: tuple[Meld, ...]) -> dict[int, Meld]:
    """Return the cards of the mask `loose` that can go, chained or not, by id, each with its meld (rule R-TIE-7).

    Runs are filled first, lowest mask first: a card on a run never blocks another, a card on a set can (7S on the
    sevens stops 6S from following 8S on 9S TS JS).
    """
    targets: dict[int, Meld] = {}
    for meld in sorted(melds, key=lambda meld: (meld.kind == "set", meld.mask)):
        grown = meld.mask
        while step := _core.lay_off_cards((grown,)) & loose:
            grown |= step
            loose &= ~step
            targets |= {card.id: meld for card in CardSet.from_mask(step)}
    return targets


def order_lay_offs(targets: dict[int, Meld]) -> tuple[tuple[Card, Meld], ...]:
    """Return lay-offs in a legal order, lowest id first where free; `MeldError` if there is no such order."""
    waiting, grown = dict(sorted(targets.items())), {meld: meld.mask for meld in targets.values()}
    placed: list[tuple[Card, Meld]] = []
    while waiting:
        fits = (i for i, meld in waiting.items() if _core.lay_off_cards((grown[meld],)) >> i & 1)
        card_id = next(fits, None)
        if card_id is None:
            card_id, meld = next(iter(waiting.items()))
            raise MeldError(f"laid_off: {Card.from_id(card_id)} does not fit {_core.format_cards(grown[meld])}")
        meld = waiting.pop(card_id)
        grown[meld] |= 1 << card_id
        placed.append((Card.from_id(card_id), meld))
    return tuple(placed)


def place_lay_offs(laid: int, melds: tuple[Meld, ...]) -> tuple[tuple[Card, Meld], ...]:
    """Return the cards of the mask `laid` in a legal order, each with the meld it goes on (rule R-TIE-7).

    Raises `MeldError` naming the cards that fit nowhere.
    """
    targets = lay_off_targets(laid, melds)
    lost = laid & ~sum(1 << card_id for card_id in targets)
    if lost:
        spread = ", ".join(map(str, melds)) or "no melds"
        raise MeldError(f"laid_off: {_core.format_cards(lost)}: fits none of the melds {spread}")
    return order_lay_offs(targets)


def lay_off(defender: CardsLike, melds: MeldsLike) -> LayOff:
    """Return the best a defender can do with own melds and lay-offs together (rule R-LAY-3).

    Melding the own hand first and laying off after is wrong in up to one of a hundred knocks on random hands.

    Parameters
    ----------
    defender : cards-like
        The defender's hand, any number of cards.
    melds : iterable of Meld or cards-like
        The knocker's melds as spread.

    Returns
    -------
    LayOff
        Of least deadwood over all own arrangements and all lay-offs: the fourth card on a set of three, either
        end of a run, chained, partial. Ties (rule R-TIE-6): fewest cards laid off, then the smallest mask of them,
        then the order of `best_arrangement` on the cards kept.

    Raises
    ------
    MeldError
        If an item is no meld, or melds share a card with each other or with the hand.
    CardError
        If something is no card or a card stands twice.
    TypeError
        If an argument has the wrong type; `melds` may not be a bare text, `Meld` or `CardSet`.

    Examples
    --------
    >>> from ginfast import lay_off
    >>> found = lay_off("2S 2C 2D 2H 8S 8C 8D 9S 7C AC", ["KS KC KD", "5S 6S 7S", "9C TC JC"])
    >>> found.deadwood, [f"{card} on {meld}" for card, meld in found.laid_off][:2]
    (9, ['8C on 9C TC JC', '7C on 9C TC JC'])
    """
    mask = as_mask(defender, "defender")
    checked = _disjoint(melds, "melds")
    _, laid = _core.lay_off(mask, [meld.mask for meld in checked])
    return LayOff(place_lay_offs(laid, checked), best_arrangement(CardSet.from_mask(mask & ~laid)))
