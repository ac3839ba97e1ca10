"""`resolve_hand` with all that a table may declare, legal or not, against the reference: same result or both refuse."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ginfast import GinfastError, HandResult, Outcome, masks, reference, resolve_hand
from ginfast.cards import Card, CardSet
from ginfast.melds import Meld
from ginfast.reference.layoff import ways_to_lay_off
from ginfast.rules import Rules

DECK = range(52)
Option = dict[str, Any]


def cards_of(mask: int) -> list[int]:
    return [card for card in DECK if mask >> card & 1]


def some(rng: random.Random, mask: int, size: int) -> int:
    return sum(1 << card for card in rng.sample(cards_of(mask), min(size, mask.bit_count())))


def hands(rng: random.Random) -> tuple[int, int]:
    """Give a knocker's hand with two to four melds in it, ten cards or eleven, and a defender's hand near it."""
    every, knocker = masks.find_melds(2**52 - 1), 0
    for meld in rng.sample(every, 12):
        if not meld & knocker and (knocker | meld).bit_count() <= 11 and meld.bit_count() < 6:
            knocker |= meld
    size = rng.choice((10, 11))
    while knocker.bit_count() < size:
        knocker |= 1 << rng.choice(cards_of(~knocker & (2**52 - 1)))
    near = masks.lay_off_cards(masks.best_arrangement(knocker)) & ~knocker
    defender = some(rng, near, rng.randint(0, 4))
    return knocker, defender | some(rng, 2**52 - 1 & ~knocker & ~defender, 10 - defender.bit_count())


def sub_arrangement(rng: random.Random, hand: int) -> tuple[int, ...]:
    """Give some disjoint melds of a hand."""
    best = masks.best_arrangement(hand)
    if rng.random() < 0.5:
        return tuple(rng.sample(best, rng.randint(0, len(best))))
    every = list(masks.find_melds(hand))
    rng.shuffle(every)
    chosen: list[int] = []
    for meld in every:
        if not any(meld & other for other in chosen):
            chosen.append(meld)
    return tuple(chosen)


def options(rng: random.Random, knocker: int, defender: int) -> Option:
    """Draw what is declared, mostly legal, sometimes not."""
    given: Option = {"knocker": knocker, "defender": defender}
    house: Option = {"knock_limit": rng.choice((10, 98, 98)), "tie": rng.choice(("undercut", "knocker", "nobody"))}
    if rng.random() < 0.3:
        house["layoff_on_gin"] = True
    if rng.random() < 0.2:
        house["big_gin_bonus"] = None
    if rng.random() < 0.2:
        house |= {"oklahoma": True, "spade_multiplier": 3}
        given["upcard"] = rng.choice([None, *DECK])
    given["rules"] = house
    hand = knocker
    if knocker.bit_count() == 11 and rng.random() < 0.3:
        given["big_gin"] = True
    if rng.random() < 0.3:
        given["discard"] = rng.choice(cards_of(knocker) if rng.random() < 0.7 else list(DECK))
        hand &= ~(1 << given["discard"])
    if rng.random() < 0.3:
        given["taken"] = rng.choice(cards_of(knocker) if rng.random() < 0.9 else list(DECK))
    if rng.random() < 0.5:
        given["melds"] = sub_arrangement(rng, hand)
    spread = given.get("melds", masks.best_arrangement(hand))
    if rng.random() < 0.4:
        ways = sorted(ways_to_lay_off(defender, spread))
        given["laid_off"] = rng.choice(ways) if rng.random() < 0.9 else some(rng, defender, 2)
    if rng.random() < 0.4:
        rest = defender & ~given.get("laid_off", 0) if rng.random() < 0.8 else defender
        given["defender_melds"] = sub_arrangement(rng, rest)
    return given


def through_cards(given: Option) -> HandResult:
    """Ask the cards door."""
    plain: Option = {"big_gin": given.get("big_gin", False)}
    for name in ("upcard", "discard", "taken"):
        if given.get(name) is not None:
            plain[name] = Card.from_id(given[name])
    for name in ("melds", "defender_melds"):
        if name in given:
            plain[name] = [Meld.from_mask(meld) for meld in given[name]]
    if "laid_off" in given:
        plain["laid_off"] = CardSet.from_mask(given["laid_off"])
    hands = CardSet.from_mask(given["knocker"]), CardSet.from_mask(given["defender"])
    return resolve_hand(*hands, rules=Rules(**given["rules"]), **plain)


def agree(result: HandResult, wanted: reference.HandScore) -> None:
    assert Outcome(result.outcome).name.lower() == wanted.outcome
    for name in (
        *("winner", "points", "difference", "bonus", "multiplier", "boxes"),
        *("knocker_deadwood", "defender_deadwood_before", "defender_deadwood"),
    ):
        assert getattr(result, name) == getattr(wanted, name), name
    assert result.knocker_arrangement is not None
    assert result.lay_off is not None
    assert tuple(meld.mask for meld in result.knocker_arrangement.melds) == wanted.knocker_melds
    assert tuple(meld.mask for meld in result.lay_off.arrangement.melds) == wanted.defender_melds
    assert tuple((card.id, meld.mask) for card, meld in result.lay_off.laid_off) == wanted.placements


def tables(count: int, seed: int) -> Iterator[Option]:
    rng = random.Random(seed)
    for _ in range(count):
        yield options(rng, *hands(rng))


def compare(count: int, seed: int) -> tuple[int, int]:
    """Compare, and count the settled and the refused."""
    settled = refused = 0
    for given in tables(count, seed):
        try:
            wanted = reference.resolve(**given)
        except ValueError:
            with pytest.raises(GinfastError):
                through_cards(given)
            refused += 1
        else:
            agree(through_cards(given), wanted)
            settled += 1
    return settled, refused


def test_declared_hands() -> None:
    settled, refused = compare(1500, seed=1)
    assert settled > 500
    assert refused > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_bulk_of_declared_hands(seed: int) -> None:
    compare(5000, seed)
