"""Random house rules and finished hands for the tests of scoring; seeds make them repeatable."""

import functools
import random
from typing import Any

from ginfast import masks
from ginfast.rules import Rules

KNOCKER = "4H 5H 6H 7S 7C 7D 9C TC JC 2S"
DEFENDER = "3D 4D 5D QH QS QD 7H KC AC 8S"
GIN = "6S 7S 8S TD TH TC AD AH AC AS"
AGAINST_GIN = "4S 5S 2H 9D JC QH KC KD 3C TS"
BIG_GIN = "5H 6H 7H 8H 9H 2S 2D 2C KS KD KC"
AGAINST_BIG_GIN = "TH 4H QS QD JC 8C 7D AC 3D 9S"

TIES = ("undercut", "no_bonus", "nobody", "knocker")


def rule_fields(rng: random.Random) -> dict[str, Any]:
    """Return random values of every field that concerns one hand."""
    keys = ("gin", "big_gin", "undercut", "gin_off")
    return {
        "knock_limit": rng.choice((0, 1, 5, 10, 10, 10, 15, 30, 98)),
        "oklahoma": rng.random() < 0.3,
        "oklahoma_ace": rng.choice(("one", "gin_only")),
        "spade_multiplier": rng.choice((1, 2, 3, 10)),
        "multiplier_applies_to_boxes": rng.random() < 0.5,
        "gin_bonus": rng.choice((0, 20, 25, 500)),
        "big_gin_bonus": rng.choice((None, 31, 50, 0)),
        "undercut_bonus": rng.choice((0, 10, 25, 500)),
        "tie": rng.choice(TIES),
        "knock_bonus": rng.choice((0, 0, 15, 500)),
        "layoff_on_gin": rng.random() < 0.3,
        "extra_boxes": {key: rng.randint(0, 4) for key in keys if rng.random() < 0.5},
    }


def rules_of(fields: dict[str, Any]) -> Rules:
    """Make the rules of `rule_fields`."""
    return Rules(**fields)


def mask_of(ids: list[int]) -> int:
    """Return the mask of card ids."""
    return sum(1 << card for card in ids)


def deal(rng: random.Random, *sizes: int) -> list[int]:
    """Return disjoint hands as masks; two of three deals come from seven or eight neighbouring ranks."""
    width = rng.choice((7, 8, 13))
    low = rng.randint(0, 13 - width)
    pool = [13 * suit + rank for suit in range(4) for rank in range(low, low + width)]
    cards = rng.sample(pool, sum(sizes))
    return [mask_of([cards.pop() for _ in range(size)]) for size in sizes]


@functools.cache
def small_melds() -> tuple[int, ...]:
    """Return every meld of three to five cards."""
    return tuple(meld for meld in masks.find_melds((1 << 52) - 1) if meld.bit_count() <= 5)


def melded(rng: random.Random, size: int) -> int:
    """Return a hand of three melds and nothing else."""
    while True:
        found = rng.sample(small_melds(), 3)
        hand = found[0] | found[1] | found[2]
        if hand.bit_count() == size == sum(meld.bit_count() for meld in found):
            return hand


def knocking_pair(rng: random.Random, size: int = 10, limit: int = 10) -> tuple[int, int]:
    """Return a knocker's hand that may knock, of ten or eleven cards, and a defender's."""
    while limit >= 10:
        knocker, defender = deal(rng, size, 10)
        least = masks.deadwood(knocker) if size == 10 else masks.best_discard(knocker)[1]
        if least <= limit:
            return knocker, defender
    knocker = melded(rng, size)
    return knocker, mask_of(rng.sample([card for card in range(52) if not knocker >> card & 1], 10))
