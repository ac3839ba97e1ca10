"""Cards of the reference: ids, values, text.

Layer: bottom of ``ginfast.reference``. Uses the standard library only. A hand is an int mask: bit ``13 * suit + rank``
for each card, suits clubs, diamonds, hearts, spades, ranks ace to king.
"""

import re

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK = 2**52 - 1

_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
# Unicode card faces: one block of sixteen per suit, ace first; the twelfth is the knight, which this deck lacks.
_FACES = {"S": 0x1F0A1, "H": 0x1F0B1, "D": 0x1F0C1, "C": 0x1F0D1}
_FACE_RANKS = "A23456789TJ?QK"
_SKIPPED = re.compile(r"[\s,]*")
_CARD = re.compile(r"(10|[A2-9TJQK])([CDHS])[\ufe0e\ufe0f]?")


def rank_of(card: int) -> int:
    """Give the rank of a card id, ace 0 to king 12."""
    return card % 13


def suit_of(card: int) -> int:
    """Give the suit of a card id: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // 13


def value_of(card: int) -> int:
    """Give the deadwood value of a card id (R-CARD-2)."""
    return min(rank_of(card) + 1, 10)


def cards_in(mask: int) -> list[int]:
    """List the card ids of a mask in rising order."""
    return [card for card in range(52) if mask >> card & 1]


def points(mask: int) -> int:
    """Add up the values of all cards of a mask."""
    return sum(value_of(card) for card in cards_in(mask))


def check_hand(mask: int, what: str = "mask") -> int:
    """Return ``mask`` if it is a set of cards of the deck; ``ValueError`` otherwise."""
    if not 0 <= mask <= DECK:
        raise ValueError(f"{what} is {mask:#x}, expected cards of the deck only (bits 0 to 51)")
    return mask


def parse_cards(text: str) -> int:
    """Read cards from text (R-CARD-4); ``ValueError`` for anything that is not a card, or is there twice.

    Examples
    --------
    >>> parse_cards("AC 10c, K♣") == 1 << 0 | 1 << 9 | 1 << 12
    True
    """
    plain = _plain_letters(text)
    mask, place = 0, 0
    while (place := _end_of(_SKIPPED, plain, place)) < len(plain):
        found = _CARD.match(plain, place)
        if found is None:
            raise ValueError(f"no card at position {place} of {text!r}")
        rank = RANKS.index(found[1].replace("10", "T"))
        bit = 1 << (13 * SUITS.index(found[2]) + rank)
        if mask & bit:
            raise ValueError(f"{found[0]} is twice in {text!r}")
        mask |= bit
        place = found.end()
    return mask


def _end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    return place if found is None else found.end()


def _plain_letters(text: str) -> str:
    """Write suit signs and Unicode card faces as letters."""
    letters = []
    for sign in text:
        face = next(
            (_FACE_RANKS[ord(sign) - first] + suit for suit, first in _FACES.items() if 0 <= ord(sign) - first < 14),
            None,
        )
        letters.append(face or _SIGNS.get(sign) or (sign.upper() if sign.isascii() else sign))
    return "".join(letters)


def format_cards(mask: int) -> str:
    """Write the cards of a mask in id order.

    Examples
    --------
    >>> format_cards(parse_cards("kc 10♣ ac"))
    'AC TC KC'
    """
    return " ".join(RANKS[rank_of(card)] + SUITS[suit_of(card)] for card in cards_in(check_hand(mask)))
