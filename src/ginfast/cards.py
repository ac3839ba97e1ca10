"""`Card` and `CardSet`: the cards door's values. Above `errors` and `_core`; the parser itself is in `_core`."""

from __future__ import annotations

from ginfast import _core
from ginfast._value import OrderedValue, Value, as_index, fill
from ginfast.errors import CardError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import ClassVar, Final, Self, TypeAlias

    CardsLike: TypeAlias = "str | Card | Iterable[Card | str]"
else:
    CardsLike = object

__all__ = ["DECK", "EMPTY", "Card", "CardSet", "CardsLike"]

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
PRETTY_SUITS: Final = "♣♦♥♠"
SUIT_COLORS: Final = ("#1b1b1b", "#c1121f", "#c1121f", "#1b1b1b")


def face_html(card_id: int) -> str:
    """Return one card face as HTML, red or black."""
    rank = "10" if card_id % 13 == 9 else RANKS[card_id % 13]
    suit = card_id // 13
    return (
        '<span style="display:inline-block;min-width:1.6em;margin:1px;padding:2px 3px;border:1px solid #999;'
        "border-radius:4px;background:#fff;text-align:center;font-family:sans-serif;"
        f'color:{SUIT_COLORS[suit]}">{rank}{PRETTY_SUITS[suit]}</span>'
    )


class Card(OrderedValue):
    """One card of the deck: an immutable value, equal and hashed by its id, ordered by id.

    Parameters
    ----------
    text : str or Card
        One card, such as ``"7H"``, ``"10♥"``, ``"th"`` (rule R-CARD-4).

    Attributes
    ----------
    id : int
        ``13 * suit + rank``, 0 to 51.
    rank : int
        0 for the ace to 12 for the king.
    suit : int
        Clubs 0, diamonds 1, hearts 2, spades 3.
    points : int
        Ace 1, two to ten their pips, court cards 10 (rule R-CARD-2).

    Raises
    ------
    CardError
        If the text is not exactly one card.
    TypeError
        If `text` is no str.

    Examples
    --------
    >>> from ginfast import Card
    >>> Card("7h").id, str(Card("10h")), format(Card("7H"), "pretty")
    (32, 'TH', '7♥')
    """

    __match_args__ = ("id",)
    __slots__ = __match_args__
    id: int
    _all: ClassVar[dict[int, Self]] = {}

    def __init_subclass__(cls) -> None:
        cls._all = {}  # or the cards of a subclass would be given out as plain ones

    def __new__(cls, text: str | Card) -> Self:  # noqa: D102
        if isinstance(text, Card):
            return cls.from_id(text.id)
        mask = _core.parse_cards(text, "card")
        if mask.bit_count() != 1:
            raise CardError(f"card: {text!r} holds {mask.bit_count()} cards, expected one")
        return cls.from_id(mask.bit_length() - 1)

    @classmethod
    def from_id(cls, card_id: int) -> Self:
        """Return the card of an id, 0 to 51; `CardError` outside, `TypeError` for what is no int.

        Examples
        --------
        >>> from ginfast import Card
        >>> Card.from_id(32)
        Card('7H')
        """
        number = as_index(card_id, "card id")
        if not 0 <= number < 52:
            raise CardError(f"card id: {number} is no card, expected 0 to 51")
        known = cls._all.get(number)
        if known is not None:
            return known
        card = object.__new__(cls)
        fill(card, id=number)
        return cls._all.setdefault(number, card)

    @property
    def rank(self) -> int:
        """Rank, 0 for the ace to 12 for the king."""
        return self.id % 13

    @property
    def suit(self) -> int:
        """Suit: clubs 0, diamonds 1, hearts 2, spades 3."""
        return self.id // 13

    @property
    def points(self) -> int:
        """Points: ace 1, two to ten their pips, court cards 10."""
        return min(self.id % 13 + 1, 10)

    def _key(self) -> tuple[int, ...]:
        return (self.id,)

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __format__(self, spec: str) -> str:
        if spec == "pretty":
            return RANKS[self.rank] + PRETTY_SUITS[self.suit]
        return format(str(self), spec)

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return (type(self), (str(self),))

    def _repr_html_(self) -> str:
        return face_html(self.id)


CARDS_LIKE: Final = "text, a Card, a CardSet, or an iterable of Card or text"


class CardSet(Value):
    """An immutable set of cards over a 52-bit mask.

    Equal and hashed by its cards; iterates in id order; ``|``, ``&``, ``-``, ``^`` as for sets, ``<=`` is
    "subset of".

    Parameters
    ----------
    cards : cards-like, default ()
        Text, a `Card`, a `CardSet`, or an iterable of `Card` or text.

    Attributes
    ----------
    mask : int
        Bit ``13 * suit + rank`` for each card.
    points : int
        Sum of the points of the cards.

    Raises
    ------
    CardError
        If something is no card, or a card stands twice.
    TypeError
        If `cards` is not cards-like; an int is refused, since an id and a mask look alike.

    Examples
    --------
    >>> from ginfast import CardSet
    >>> hand = CardSet("6H 4h5h")
    >>> hand, len(hand), hand.points, "5H" in hand
    (CardSet('4H 5H 6H'), 3, 15, True)
    """

    __match_args__ = ("mask",)
    __slots__ = __match_args__
    mask: int

    def __new__(cls, cards: CardsLike = ()) -> Self:  # noqa: D102
        return cards if isinstance(cards, cls) else cls.from_mask(as_mask(cards, "cards"))

    @classmethod
    def from_mask(cls, mask: int) -> Self:
        """Return the set of the cards of a mask; `CardError` for bits outside the deck.

        Examples
        --------
        >>> from ginfast import CardSet
        >>> CardSet.from_mask(3)
        CardSet('AC 2C')
        """
        _core.points(mask)
        made = object.__new__(cls)
        fill(made, mask=int(mask))
        return made

    @property
    def points(self) -> int:
        """Sum of the points of the cards."""
        return _core.points(self.mask)

    def __iter__(self) -> Iterator[Card]:
        rest = self.mask
        while rest:
            low = rest & -rest
            yield Card.from_id(low.bit_length() - 1)
            rest ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: object) -> bool:
        if isinstance(card, Card):
            return bool(self.mask >> card.id & 1)
        if isinstance(card, str):
            return bool(self.mask >> Card(card).id & 1)
        return False

    def __le__(self, other: object) -> bool:
        return not self.mask & ~other.mask if isinstance(other, CardSet) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self <= other and self.mask != other.mask if isinstance(other, CardSet) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return other <= self if isinstance(other, CardSet) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return other < self if isinstance(other, CardSet) else NotImplemented

    def __or__(self, other: object) -> CardSet:
        return CardSet.from_mask(self.mask | other.mask) if isinstance(other, CardSet) else NotImplemented

    def __and__(self, other: object) -> CardSet:
        return CardSet.from_mask(self.mask & other.mask) if isinstance(other, CardSet) else NotImplemented

    def __sub__(self, other: object) -> CardSet:
        return CardSet.from_mask(self.mask & ~other.mask) if isinstance(other, CardSet) else NotImplemented

    def __xor__(self, other: object) -> CardSet:
        return CardSet.from_mask(self.mask ^ other.mask) if isinstance(other, CardSet) else NotImplemented

    def isdisjoint(self, other: CardSet) -> bool:
        """Tell whether no card is in both sets.

        Examples
        --------
        >>> from ginfast import CardSet
        >>> CardSet("4H").isdisjoint(CardSet("4S 5S"))
        True
        """
        if not isinstance(other, CardSet):
            raise TypeError(f"other: expected a CardSet, got {type(other).__name__}")
        return not self.mask & other.mask

    def __str__(self) -> str:
        return _core.format_cards(self.mask)

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})" if self.mask else "CardSet()"

    def __format__(self, spec: str) -> str:
        if spec == "pretty":
            return " ".join(format(card, "pretty") for card in self)
        return format(str(self), spec)

    def __reduce__(self) -> tuple[type[CardSet], tuple[str]]:
        return (type(self), (str(self),))

    def _repr_html_(self) -> str:
        return "".join(face_html(card.id) for card in self) or "<i>no cards</i>"


def _hint(value: object) -> str:
    """Say what to do with ints, in the error that refuses one."""
    alike = "; an id and a mask look alike: use ginfast.masks, Card.from_id or CardSet.from_mask"
    return alike if hasattr(value, "__index__") else ""


def items_of(value: object, what: str, expected: str) -> Iterator[object]:
    """Iterate over what is iterable; `TypeError` naming `what` for bytes and all that is not.

    Asked by iterating: arrays have `__index__` as ints have, and classes the `__iter__` of their instances.
    """
    if not isinstance(value, (bytes, bytearray)):
        try:
            return iter(value)  # type: ignore[call-overload, no-any-return]  # what cannot be iterated raises
        except TypeError:
            pass
    raise TypeError(f"{what}: expected {expected}, got {type(value).__name__}{_hint(value)}")


def as_mask(cards: object, what: str) -> int:
    """Return the mask of cards-like `cards`; errors name `what`.

    Raises `CardError` for what is no card or stands twice, `TypeError` for what is not cards-like.
    """
    if isinstance(cards, str):
        return _core.parse_cards(cards, what)
    if isinstance(cards, CardSet):
        return cards.mask
    if isinstance(cards, Card):
        return 1 << cards.id
    mask = 0
    for place, item in enumerate(items_of(cards, what, CARDS_LIKE)):
        if isinstance(item, Card):
            more = 1 << item.id
        elif isinstance(item, str):
            more = _core.parse_cards(item, f"{what}[{place}]")
        else:
            raise TypeError(f"{what}[{place}]: expected a Card or text, got {type(item).__name__}{_hint(item)}")
        if mask & more:
            raise CardError(f"{what}[{place}]: {_core.format_cards(mask & more)} stands twice")
        mask |= more
    return mask


def as_card(card: object, what: str) -> Card:
    """Return the one card of a `Card` or text; errors name `what`."""
    if isinstance(card, Card):
        return card
    mask = as_mask(card, what)
    if mask.bit_count() != 1:
        raise CardError(f"{what}: {_core.format_cards(mask) or 'no card'}: expected one card, got {mask.bit_count()}")
    return Card.from_id(mask.bit_length() - 1)


EMPTY: Final = CardSet.from_mask(0)
DECK: Final = CardSet.from_mask((1 << 52) - 1)
