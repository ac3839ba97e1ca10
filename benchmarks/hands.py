"""Hands to measure on, in the three classes every figure is reported for. Seeded, generated, never stored.

* random: uniform over all hands of a size;
* play: hands met in games between two simple players (take the upcard when it lowers the deadwood, throw the best
  card, knock as soon as allowed), after the draw (11 cards) or after the throw (10 cards);
* worst: all cards from three or four neighbouring ranks, so that runs and sets contend for nearly every card.

Uses NumPy, and `ginfast.batch` for the play class.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.uint64]

ONE = np.uint64(1)
KNOCK_LIMIT = 10
TABLES = 20_000


def _sample(generator: np.random.Generator, n: int, size: int, cards: int) -> Masks:
    """Return n uniform subsets of ``size`` of the low ``cards`` bits: Floyd's algorithm, a column at a time."""
    masks = np.zeros(n, dtype=np.uint64)
    for j in range(cards - size, cards):
        bit = ONE << generator.integers(0, j + 1, n, dtype=np.uint64)
        masks |= np.where(masks & bit, ONE << np.uint64(j), bit)
    return masks


def random_hands(n: int, size: int = 10, seed: int = 1) -> Masks:
    """Return n uniform hands of ``size`` cards."""
    return _sample(np.random.default_rng(seed), n, size, 52)


def random_pairs(n: int, seed: int = 1, first: int = 10, second: int = 10) -> tuple[Masks, Masks]:
    """Return n pairs of disjoint uniform hands."""
    one = _sample(np.random.default_rng(seed), n, first, 52)
    return one, beside(one, seed + 1, second)


def beside(hands: Masks, seed: int = 1, size: int = 10) -> Masks:
    """Return a uniform hand of ``size`` cards disjoint from each given hand."""
    generator = np.random.default_rng(seed)
    other = np.zeros(len(hands), dtype=np.uint64)
    missing = np.full(len(hands), size)
    while (rows := np.flatnonzero(missing)).size:
        bit = ONE << generator.integers(0, 52, rows.size, dtype=np.uint64)
        free = (hands[rows] | other[rows]) & bit == 0
        other[rows[free]] |= bit[free]
        missing[rows[free]] -= 1
    return other


def worst_hands(n: int, size: int = 10, seed: int = 1) -> Masks:
    """Return n hands whose cards all come from three (every other row) or four neighbouring ranks."""
    generator = np.random.default_rng(seed)
    masks = np.zeros(n, dtype=np.uint64)
    for width, rows in ((3, slice(0, None, 2)), (4, slice(1, None, 2))):
        part = masks[rows]
        local = _sample(generator, part.size, size, 4 * width)
        start = generator.integers(0, 13 - width + 1, part.size, dtype=np.uint64)
        for suit in range(4):
            cards = (local >> np.uint64(suit * width)) & np.uint64((1 << width) - 1)
            part |= cards << (start + np.uint64(13 * suit))
    return masks


class _Tables:
    """Many games of two simple players, one turn at a time for all of them."""

    def __init__(self, n: int, generator: np.random.Generator) -> None:
        self.deck = np.argsort(generator.random((n, 52)), axis=1).astype(np.uint64)
        bits = ONE << self.deck
        self.hands = [np.bitwise_or.reduce(bits[:, :10], axis=1), np.bitwise_or.reduce(bits[:, 10:20], axis=1)]
        self.upcard = self.deck[:, 20]
        self.next = 21

    def keep(self, rows: NDArray[np.bool_]) -> None:
        """Drop the tables whose game is over."""
        self.deck, self.upcard = self.deck[rows], self.upcard[rows]
        self.hands = [hand[rows] for hand in self.hands]

    def turn(self, player: int) -> tuple[Masks, Masks, NDArray[np.bool_]]:
        """Let one player draw and throw everywhere; return hands after the draw, after the throw, and who knocks."""
        from ginfast import batch

        hand = self.hands[player]
        taken = self.upcard.astype(np.int8)
        with_upcard = batch.best_discard(hand | (ONE << self.upcard), taken=taken)
        takes = with_upcard["deadwood"] < batch.deadwood(hand)
        drawn = np.where(takes, self.upcard, self.deck[:, self.next])
        self.next += 1
        full = hand | (ONE << drawn)
        throw = batch.best_discard(full, taken=np.where(takes, taken, -1).astype(np.int8))
        self.upcard = throw["card"].astype(np.uint64)
        self.hands[player] = full & ~(ONE << self.upcard)
        return full, self.hands[player], throw["deadwood"] <= KNOCK_LIMIT


def _play(n: int, seed: int, take: Callable[[_Tables, int, Masks, Masks, NDArray[np.bool_]], Masks]) -> Masks:
    """Play tables until ``take`` has given n rows, and return them in a random order."""
    generator = np.random.default_rng(seed)
    parts: list[Masks] = []
    found = 0
    while found < n:
        tables = _Tables(TABLES, generator)
        for turn in range(30):
            player = turn % 2
            full, rest, knocks = tables.turn(player)
            parts.append(take(tables, player, full, rest, knocks))
            found += len(parts[-1])
            tables.keep(~knocks)
            if not tables.upcard.size:
                break
    rows = np.concatenate(parts)
    return rows[generator.permutation(len(rows))[:n]]


def play_hands(n: int, size: int = 10, seed: int = 1) -> Masks:
    """Return n hands met in play: 11 cards after the draw, 10 after the throw."""
    return _play(n, seed, lambda _tables, _player, full, rest, _knocks: full if size == 11 else rest)


def play_pairs(n: int, seed: int = 1) -> tuple[Masks, Masks]:
    """Return n final positions of play: the knocker's ten cards and the defender's."""
    pairs = _play(
        n,
        seed,
        lambda tables, player, _full, rest, knocks: np.stack([rest[knocks], tables.hands[1 - player][knocks]], axis=1),
    )
    return np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])


def may_knock_pairs(n: int, seed: int = 1) -> tuple[Masks, Masks]:
    """Return n uniform pairs in which the first player, after his best throw of eleven cards, may knock with ten."""
    from ginfast import batch

    knockers: list[Masks] = []
    defenders: list[Masks] = []
    found, start = 0, 0
    while found < n:
        full = batch.deal(1_000_000, size=11, seed=seed, start=start)
        throw = batch.best_discard(full)
        rows = throw["deadwood"] <= KNOCK_LIMIT
        thrown = ONE << throw["card"][rows].astype(np.uint64)
        full = full[rows]
        other = beside(full, seed + start + 1)
        knockers.append(full & ~thrown)
        defenders.append(other)
        found += len(full)
        start += 1_000_000
    return np.concatenate(knockers)[:n], np.concatenate(defenders)[:n]


def conflicts(hands: Masks) -> NDArray[np.bool_]:
    """Tell which hands have a card both in a run and in a rank of three or more: the ones that need a search."""
    lanes = [(hands >> np.uint64(13 * suit)) & np.uint64(0x1FFF) for suit in range(4)]
    a, b, c, d = lanes
    threes = (a & b & c) | (a & b & d) | (a & c & d) | (b & c & d)
    found = np.zeros(hands.shape, dtype=np.bool_)
    for lane in lanes:
        start = lane & (lane >> ONE) & (lane >> np.uint64(2))
        run = start | (start << ONE) | (start << np.uint64(2))
        found |= (run & threes) != 0
    return found
