"""Card ids of other libraries, both ways. Above `_core` and `errors`.

Every converter takes and gives plain ints. Ours are ``13 * suit + rank``, suits clubs, diamonds, hearts,
spades, ranks ace 0 to king 12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, SupportsIndex

from ginfast._value import as_index
from ginfast.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["SCHEMES", "Scheme", "from_id", "from_ids", "from_mask", "to_id", "to_ids", "to_mask"]

Scheme = Literal["openspiel", "rlcard", "eaai", "rank_major", "rank_major_ace_high"]

# Order of the suits in each scheme, by our suit numbers.
_SUITS: Final = {"openspiel": (3, 0, 1, 2), "rlcard": (3, 2, 1, 0), "eaai": (0, 2, 3, 1)}
SCHEMES: Final[tuple[Scheme, ...]] = ("openspiel", "rlcard", "eaai", "rank_major", "rank_major_ace_high")


def _check(number: SupportsIndex, what: str) -> int:
    value = as_index(number, what)
    if not 0 <= value < 52:
        raise CardError(f"{what}: {value} is no card id, expected 0 to 51")
    return value


def _check_scheme(scheme: str) -> None:
    if not isinstance(scheme, str):
        raise TypeError(f"scheme: expected one of {', '.join(SCHEMES)}, got {type(scheme).__name__}")
    if scheme not in SCHEMES:
        raise CardError(f"scheme: {scheme!r} is not known, expected one of {', '.join(SCHEMES)}")


def from_id(number: SupportsIndex, scheme: Scheme) -> int:
    """Return our card id of a card id of another library.

    Parameters
    ----------
    number : int
        Their id, 0 to 51.
    scheme : str
        ``"openspiel"`` (suits s c d h, each ace to king), ``"rlcard"`` (s h d c), ``"eaai"`` (c h s d),
        ``"rank_major"`` (four suits c d h s of the ace, then of the two, ...), ``"rank_major_ace_high"`` (the
        same from the two to the ace, as poker libraries count).

    Returns
    -------
    int
        ``13 * suit + rank``.

    Raises
    ------
    CardError
        If the id is outside 0 to 51 or the scheme unknown.
    TypeError
        If `number` is no int, or `scheme` no str.

    Examples
    --------
    >>> from ginfast import Card, interop
    >>> Card.from_id(interop.from_id(0, "openspiel"))
    Card('AS')
    """
    _check_scheme(scheme)
    return _ours(_check(number, "number"), scheme)


def _ours(value: int, scheme: Scheme) -> int:
    if scheme == "rank_major":
        return 13 * (value % 4) + value // 4
    if scheme == "rank_major_ace_high":
        return 13 * (value % 4) + (value // 4 + 1) % 13
    return 13 * _SUITS[scheme][value // 13] + value % 13


def to_id(card_id: SupportsIndex, scheme: Scheme) -> int:
    """Return another library's id of one of our card ids: the inverse of `from_id`.

    Parameters
    ----------
    card_id : int
        Our id, 0 to 51.
    scheme : str
        As for `from_id`.

    Returns
    -------
    int
        Their id, 0 to 51.

    Raises
    ------
    CardError
        If the id is outside 0 to 51 or the scheme unknown.
    TypeError
        If `card_id` is no int, or `scheme` no str.

    Examples
    --------
    >>> from ginfast import Card, interop
    >>> interop.to_id(Card("AS").id, "openspiel")
    0
    """
    _check_scheme(scheme)
    return _theirs(_check(card_id, "card_id"), scheme)


def _theirs(value: int, scheme: Scheme) -> int:
    suit, rank = divmod(value, 13)
    if scheme == "rank_major":
        return 4 * rank + suit
    if scheme == "rank_major_ace_high":
        return 4 * ((rank - 1) % 13) + suit
    return 13 * _SUITS[scheme].index(suit) + rank


def from_ids(numbers: Iterable[SupportsIndex], scheme: Scheme) -> list[int]:
    """Return our card ids of an iterable of ids of another library, in the order given.

    Raises as `from_id`; see there for the schemes.

    Examples
    --------
    >>> from ginfast import interop
    >>> interop.from_ids([0, 13], "rlcard")
    [39, 26]
    """
    _check_scheme(scheme)
    return [_ours(value, scheme) for value in _ids(numbers, "numbers")]


def to_ids(card_ids: Iterable[SupportsIndex], scheme: Scheme) -> list[int]:
    """Return the ids of another library of an iterable of our card ids, in the order given.

    Raises as `to_id`; see `from_id` for the schemes.

    Examples
    --------
    >>> from ginfast import interop
    >>> interop.to_ids([39, 26], "rlcard")
    [0, 13]
    """
    _check_scheme(scheme)
    return [_theirs(value, scheme) for value in _ids(card_ids, "card_ids")]


def from_mask(mask: SupportsIndex, scheme: Scheme) -> int:
    """Return our mask of a mask whose bits are the card ids of another library.

    Raises `CardError` for bits outside the deck or an unknown scheme, `TypeError` for what is no int.

    Examples
    --------
    >>> from ginfast import masks, interop
    >>> masks.format_cards(interop.from_mask(0b111, "openspiel"))
    'AS 2S 3S'
    """
    _check_scheme(scheme)
    return sum(1 << _ours(number, scheme) for number in _bits(mask))


def to_mask(mask: SupportsIndex, scheme: Scheme) -> int:
    """Return a mask whose bits are another library's card ids: the inverse of `from_mask`.

    Raises `CardError` for bits outside the deck or an unknown scheme, `TypeError` for what is no int.

    Examples
    --------
    >>> from ginfast import masks, interop
    >>> interop.to_mask(masks.parse_cards("AS 2S 3S"), "openspiel")
    7
    """
    _check_scheme(scheme)
    return sum(1 << _theirs(card_id, scheme) for card_id in _bits(mask))


def _bits(mask: SupportsIndex) -> list[int]:
    value = as_index(mask, "mask")
    if not 0 <= value < 1 << 52:
        raise CardError(f"mask: {value:#x} is no mask of the 52 cards, expected bits 0 to 51")
    return [number for number in range(52) if value >> number & 1]


def _ids(numbers: object, what: str) -> list[int]:
    if not isinstance(numbers, str):
        try:
            items: Iterator[SupportsIndex] = iter(numbers)  # type: ignore[call-overload]  # raises what is refused
        except TypeError:
            pass
        else:
            return [_check(number, f"{what}[{place}]") for place, number in enumerate(items)]
    raise TypeError(f"{what}: expected an iterable of ints, got {type(numbers).__name__}")
