"""`Meld`, `Arrangement`, `Discard`, and the questions about one hand. Above `cards` and `_core`."""

from __future__ import annotations

from ginfast import _arrangements, _core
from ginfast._value import OrderedValue, Value, as_index, fill
from ginfast.cards import Card, CardSet, as_card, as_mask, face_html, items_of
from ginfast.errors import HandError, MeldError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal, Self, TypeAlias

    from ginfast.cards import CardsLike

    MeldsLike: TypeAlias = "Iterable[Meld | CardsLike]"
else:
    MeldsLike = object

__all__ = [
    "Arrangement",
    "Discard",
    "Meld",
    "MeldsLike",
    "arrangements",
    "best_arrangement",
    "best_discard",
    "deadwood",
    "find_melds",
    "rank_discards",
]


class Meld(OrderedValue):
    """A set (three or four of a rank) or a run (three or more consecutive cards of a suit, ace low).

    An immutable value, equal and hashed by its cards; ordered as melds are listed: runs by suit, start and
    length, then sets by rank and mask.

    Parameters
    ----------
    cards : cards-like
        The cards of the meld, in any order.

    Attributes
    ----------
    kind : {"run", "set"}
        What it is (rules R-MELD-1, R-MELD-2).
    cards : CardSet
        Its cards.
    mask : int
        Its cards as a mask.

    Raises
    ------
    MeldError
        If the cards are no meld.
    CardError
        If something is no card or a card stands twice.
    TypeError
        If `cards` is not cards-like.

    Examples
    --------
    >>> from ginfast import Meld
    >>> Meld("6H 4H 5H"), Meld("7S 7C 7D").kind
    (Meld('4H 5H 6H'), 'set')
    """

    __match_args__ = ("kind", "mask")
    __slots__ = __match_args__
    kind: Literal["run", "set"]
    mask: int

    def __new__(cls, cards: CardsLike | Meld) -> Self:  # noqa: D102
        return cards if isinstance(cards, cls) else cls._make(as_mask(cards, "meld"), "meld")

    @classmethod
    def from_mask(cls, mask: int) -> Self:
        """Return the meld of a mask; `MeldError` if its cards are none, `CardError` for bits outside the deck.

        Examples
        --------
        >>> from ginfast import Meld
        >>> Meld.from_mask(7)
        Meld('AC 2C 3C')
        """
        return cls._make(mask, "meld")

    @classmethod
    def _make(cls, mask: int, what: str) -> Self:
        kind = _core.meld_kind(mask)
        if kind is None:
            raise MeldError(
                f"{what}: {_core.format_cards(mask) or 'no cards'}: no meld, expected three or four of a rank "
                "or three or more consecutive cards of a suit (ace low)"
            )
        made = object.__new__(cls)
        fill(made, kind=kind, mask=int(mask))
        return made

    @property
    def cards(self) -> CardSet:
        """The cards of the meld."""
        return CardSet.from_mask(self.mask)

    def _key(self) -> tuple[int, ...]:
        low = (self.mask & -self.mask).bit_length() - 1
        return (0, low, self.mask) if self.kind == "run" else (1, low % 13, self.mask)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __str__(self) -> str:
        return _core.format_cards(self.mask)

    def __repr__(self) -> str:
        return f"Meld({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(self.cards, spec)

    def __reduce__(self) -> tuple[type[Meld], tuple[str]]:
        return (type(self), (str(self),))

    def _repr_html_(self) -> str:
        return self.cards._repr_html_()


class Arrangement(Value):
    """A set of pairwise disjoint melds inside a hand, and the deadwood they leave (rule R-MELD-4).

    Attributes
    ----------
    melds : tuple of Meld
        Runs by suit and rank, then sets by rank (rule R-TIE-1).
    deadwood_cards : CardSet
        The cards of the hand in no meld.

    Examples
    --------
    >>> from ginfast import best_arrangement
    >>> found = best_arrangement("4H 5H 6H 9C 2S")
    >>> found.melds, found.deadwood, found.is_gin
    ((Meld('4H 5H 6H'),), 11, False)
    """

    __match_args__ = ("melds", "deadwood_cards")
    __slots__ = __match_args__
    melds: tuple[Meld, ...]
    deadwood_cards: CardSet

    def __init__(self, melds: tuple[Meld, ...], deadwood_cards: CardSet) -> None:
        fill(self, melds=melds, deadwood_cards=deadwood_cards)

    @classmethod
    def from_masks(cls, mask: int, meld_masks: Iterable[int]) -> Arrangement:
        """Return the arrangement of the hand `mask` with the given melds, disjoint and inside the hand.

        Raises `MeldError` for what is no meld, overlaps another, or leaves the hand.

        Examples
        --------
        >>> from ginfast import Arrangement
        >>> Arrangement.from_masks(0b10111, [0b111]).deadwood_cards
        CardSet('5C')
        """
        melds = tuple(sorted(Meld.from_mask(meld) for meld in meld_masks))
        left = CardSet.from_mask(mask).mask  # a plain int: an array would be changed by what follows
        for meld in melds:
            if meld.mask & ~left:
                raise MeldError(f"melds: {_core.format_cards(meld.mask & ~left)} is not in the hand, or in two melds")
            left &= ~meld.mask
        return cls(melds, CardSet.from_mask(left))

    @property
    def deadwood(self) -> int:
        """Points of the cards in no meld."""
        return self.deadwood_cards.points

    @property
    def is_gin(self) -> bool:
        """True when no deadwood is left (rule R-GIN-1)."""
        return not self.deadwood_cards

    def __str__(self) -> str:
        melds = " | ".join(map(str, self.melds)) or "no melds"
        return f"{melds}; deadwood {self.deadwood}" + (f": {self.deadwood_cards}" if self.deadwood_cards else "")

    def _repr_html_(self) -> str:
        gap = '<span style="display:inline-block;width:1em"></span>'
        groups = [meld._repr_html_() for meld in self.melds]
        if self.deadwood_cards:
            groups.append('<span style="opacity:.65">' + self.deadwood_cards._repr_html_() + "</span>")
        return gap.join(groups) + f" <small>deadwood {self.deadwood}</small>"


class Discard(Value):
    """A throw from eleven cards: the card, and the best arrangement of the ten it leaves.

    Attributes
    ----------
    card : Card
        The card thrown.
    arrangement : Arrangement
        The best arrangement of the other ten.

    Examples
    --------
    >>> from ginfast import best_discard
    >>> throw = best_discard("4H 5H 6H 7S 7C 7D 9C TC JC 2S KS")
    >>> throw.card, throw.deadwood
    (Card('KS'), 2)
    """

    __match_args__ = ("card", "arrangement")
    __slots__ = __match_args__
    card: Card
    arrangement: Arrangement

    def __init__(self, card: Card, arrangement: Arrangement) -> None:
        fill(self, card=card, arrangement=arrangement)

    @property
    def deadwood(self) -> int:
        """Least deadwood of the ten cards left."""
        return self.arrangement.deadwood

    def _repr_html_(self) -> str:
        return f"{face_html(self.card.id)} thrown: {self.arrangement._repr_html_()}"


def as_melds(melds: object, what: str) -> tuple[Meld, ...]:
    """Return the melds of an iterable of `Meld` or cards-like, in the order given; errors name `what`."""
    if isinstance(melds, (str, Meld, CardSet, Card)):
        raise TypeError(
            f"{what}: expected an iterable of Meld or cards-like, got {type(melds).__name__}; write [meld] for one meld"
        )
    return tuple(
        item if isinstance(item, Meld) else Meld._make(as_mask(item, f"{what}[{place}]"), f"{what}[{place}]")
        for place, item in enumerate(items_of(melds, what, "an iterable of Meld or cards-like"))
    )


def deadwood(cards: CardsLike) -> int:
    """Return the least deadwood of a hand of 0 to 52 cards (rule R-MELD-5).

    Parameters
    ----------
    cards : cards-like
        Text, a `Card`, a `CardSet`, or an iterable of `Card` or text.

    Returns
    -------
    int
        Points of the cards that the best arrangement leaves over, 0 to 340.

    Raises
    ------
    CardError
        If something is no card or a card stands twice.
    TypeError
        If `cards` is not cards-like; an int is refused, since an id and a mask look alike.

    Examples
    --------
    >>> import ginfast
    >>> ginfast.deadwood("4H 5H 6H 7S 7C 7D 9C TC JC 2S")
    2
    """
    if type(cards) is str:
        return _core.deadwood(_core.parse_cards(cards, "cards"))
    return _core.deadwood(as_mask(cards, "cards"))


def find_melds(cards: CardsLike) -> tuple[Meld, ...]:
    """Return every meld inside a hand of 0 to 52 cards.

    Parameters
    ----------
    cards : cards-like
        The hand.

    Returns
    -------
    tuple of Meld
        Runs by suit, start and length; then sets by rank and mask (rule R-TIE-1). The deck holds 329.

    Raises
    ------
    CardError
        If something is no card or a card stands twice.
    TypeError
        If `cards` is not cards-like.

    Examples
    --------
    >>> from ginfast import find_melds
    >>> find_melds("4H 5H 6H 7H")
    (Meld('4H 5H 6H'), Meld('4H 5H 6H 7H'), Meld('5H 6H 7H'))
    """
    return tuple(map(Meld.from_mask, _core.find_melds(as_mask(cards, "cards"))))


def best_arrangement(cards: CardsLike, *, seen: CardsLike = ()) -> Arrangement:
    """Return the arrangement of least deadwood of a hand of 0 to 52 cards.

    Parameters
    ----------
    cards : cards-like
        The hand.
    seen : cards-like, default ()
        Cards known to be out of play. They do not count as exposed; cards of the hand among them are ignored.

    Returns
    -------
    Arrangement
        Ties are decided by rule R-TIE-2: runs are never split; then fewest exposed cards (distinct cards outside
        the hand and `seen` that would fit directly); then the smallest mask of all cards in sets.

    Raises
    ------
    CardError
        If something is no card or a card stands twice.
    TypeError
        If an argument is not cards-like.

    Examples
    --------
    >>> from ginfast import best_arrangement
    >>> str(best_arrangement("7H 7D 7C 8H 9H 2S"))
    '7H 8H 9H; deadwood 16: 7C 7D 2S'
    """
    mask = as_mask(cards, "cards")
    return Arrangement.from_masks(mask, _core.best_arrangement(mask, as_mask(seen, "seen")))


def arrangements(cards: CardsLike, *, max_deadwood: int | None = None) -> Iterator[Arrangement]:
    """Return a lazy iterator over arrangements of a hand, least deadwood first.

    Parameters
    ----------
    cards : cards-like
        The hand, 0 to 52 cards.
    max_deadwood : int, optional
        Most deadwood an arrangement may leave: with the knock limit, all that a knocker may legally spread. None:
        those of least deadwood only.

    Returns
    -------
    iterator of Arrangement
        Every set of disjoint melds inside the hand counts, the empty one too; six cards as one run and as two
        runs of three are two. By deadwood, then by the masks of the melds in listing order (rule R-TIE-4). Below
        the least deadwood there is nothing.

    Raises
    ------
    CardError
        If something is no card or a card stands twice.
    HandError
        If `max_deadwood` is negative.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from ginfast import arrangements
    >>> [len(found.melds) for found in arrangements("4S 5S 6S 7S 8S 9S")]
    [2, 1]
    """
    mask = as_mask(cards, "cards")
    if max_deadwood is None:
        found = _arrangements.arrangements(mask, -1)
    else:
        most = as_index(max_deadwood, "max_deadwood", "an int or None")
        if most < 0:
            raise HandError(f"max_deadwood: {most} is negative, expected 0 or more")
        found = _arrangements.arrangements(mask, most)
    return (Arrangement.from_masks(mask, melds) for melds in found)


def _eleven(cards: CardsLike, taken: Card | str | None) -> tuple[int, int]:
    """Return the mask of eleven cards and the id of the card just taken, -1 for none, both checked."""
    mask = as_mask(cards, "cards")
    if mask.bit_count() != 11:
        raise HandError(f"cards: the hand holds {mask.bit_count()} cards, expected 11 to throw from")
    if taken is None:
        return mask, -1
    card = as_card(taken, "taken")
    if not mask >> card.id & 1:
        raise HandError(f"taken: {card} is not in the hand {_core.format_cards(mask)}")
    return mask, card.id


def _discard(mask: int, card_id: int) -> Discard:
    left = mask & ~(1 << card_id)
    return Discard(Card.from_id(card_id), Arrangement.from_masks(left, _core.best_arrangement(left)))


def rank_discards(cards: CardsLike, *, taken: Card | str | None = None) -> list[Discard]:
    """Return every throw from eleven cards, best first.

    Parameters
    ----------
    cards : cards-like
        Exactly eleven cards.
    taken : Card or str, optional
        The card just taken from the discard pile, which may not be thrown (rule R-MELD-7).

    Returns
    -------
    list of Discard
        Eleven throws, ten with `taken`. Least deadwood of the ten cards left first; ties: highest points, then
        highest id (rule R-TIE-5).

    Raises
    ------
    HandError
        If there are not eleven cards, or `taken` is not among them.
    CardError
        If something is no card or a card stands twice.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from ginfast import rank_discards
    >>> [(str(throw.card), throw.deadwood) for throw in rank_discards("4H 5H 6H 7S 7C 7D 9C TC JC 2S KS")][:2]
    [('KS', 2), ('2S', 10)]
    """
    mask, taken_id = _eleven(cards, taken)
    return [_discard(mask, card_id) for card_id, _ in _core.rank_discards(mask, taken_id)]


def best_discard(cards: CardsLike, *, taken: Card | str | None = None) -> Discard:
    """Return the best throw from eleven cards: the first of `rank_discards`.

    Arrangement and throw are chosen together (rule R-MELD-6): arranging all eleven first and then throwing the
    dearest card left over is wrong.

    Parameters
    ----------
    cards : cards-like
        Exactly eleven cards.
    taken : Card or str, optional
        The card just taken from the discard pile, which may not be thrown (rule R-MELD-7).

    Returns
    -------
    Discard
        Ties: highest points, then highest id (rule R-TIE-5).

    Raises
    ------
    HandError
        If there are not eleven cards, or `taken` is not among them.
    CardError
        If something is no card or a card stands twice.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from ginfast import best_discard
    >>> best_discard("4S 5S 6S 2C 4C 5C 6C AD 3H 4H 6H").deadwood
    10
    """
    mask, taken_id = _eleven(cards, taken)
    return _discard(mask, _core.best_discard(mask, taken_id)[0])
