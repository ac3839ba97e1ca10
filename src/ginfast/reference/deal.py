"""The stream of dealt hands and the order of hands in plain Python: docs/deals.md as code.

Layer: top of ``ginfast.reference``. Uses the standard library only. The stream is part of the public interface: what
this module deals for a seed and a hand number never changes.
"""

from math import comb

from .cards import DECK, cards_in

_WORD = 2**32
_TRIPLE = 3  # draws that one 32-bit word serves


def split_mix(seed: int) -> int:
    """Give the first output of SplitMix64 for a 64-bit seed."""
    z = (seed + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Give the block of four 32-bit words that Philox4x32-10 has at a counter."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * c0, _WORD)
        high1, low1 = divmod(0xCD9E8D57 * c2, _WORD)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 = (k0 + 0x9E3779B9) % _WORD
        k1 = (k1 + 0xBB67AE85) % _WORD
    return c0, c1, c2, c3


def _draws(words: list[int], limits: list[int]) -> list[int] | None:
    """Turn words into one draw below each limit, three draws to a word; None when a word must be rejected."""
    draws: list[int] = []
    for i, word in enumerate(words):
        fraction, product = word, 1
        for limit in limits[_TRIPLE * i : _TRIPLE * (i + 1)]:
            draw, fraction = divmod(fraction * limit, _WORD)
            product *= limit
            draws.append(draw)
        if fraction < _WORD % product:  # one of the values that would make some draws likelier than others
            return None
    return draws


def _pick(available: list[int], size: int, counter: tuple[int, int, int], key: tuple[int, int]) -> int:
    """Pick `size` of the cards `available` (rising ids), every choice equally likely; `counter` is (c0, c1, c3)."""
    if size == 0:
        return 0
    low, high, hand = counter
    places = range(len(available) - size, len(available))
    limits = [place + 1 for place in places]
    needed = -(-size // _TRIPLE)
    blocks = -(-needed // 4)
    draws, block = None, 0
    while draws is None:
        words = [word for b in range(block, block + blocks) for word in philox((low, high, b, hand), key)]
        draws, block = _draws(words[:needed], limits), block + blocks
    chosen: set[int] = set()
    for place, draw in zip(places, draws, strict=True):  # Floyd's algorithm
        chosen.add(place if draw in chosen else draw)
    return sum(1 << available[index] for index in chosen)


def deal_row(number: int, *, seed: int, size: int = 10, hands: int = 1, exclude: int = 0) -> list[int]:
    """Deal the disjoint hands that a seed has at one hand number."""
    left = DECK & ~exclude
    if not 0 <= size <= 52 or hands < 0 or hands * size > left.bit_count():
        raise ValueError(f"{hands} hands of {size} cards do not fit into {left.bit_count()} cards")
    mixed = split_mix(seed % 2**64)
    key = (mixed % _WORD, mixed // _WORD)
    high, low = divmod(number % 2**64, _WORD)
    row = []
    for hand in range(hands):
        mask = _pick(cards_in(left), size, (low, high, hand), key)
        row.append(mask)
        left &= ~mask
    return row


def rank(mask: int) -> int:
    """Count the hands of as many cards whose mask is smaller."""
    return sum(comb(card, i + 1) for i, card in enumerate(cards_in(mask)))


def unrank(index: int, size: int) -> int:
    """Give the hand of `size` cards that has `index` smaller ones of its size."""
    if not 0 <= index < comb(52, size):
        raise ValueError(f"index {index} is not below {comb(52, size)}, the number of hands of {size} cards")
    mask = 0
    for i in range(size, 0, -1):
        card = max(p for p in range(52) if comb(p, i) <= index)
        index -= comb(card, i)
        mask |= 1 << card
    return mask
