"""The compiled core against the reference, hand by hand: random and clustered hands, and pairs of hands.

The fast part runs always; the bulk (200,000 random and 50,000 clustered hands of 0 to 20 cards, 20,000 pairs) has the
marker ``slow``. Clustered hands come from 3 to 6 neighbouring ranks, where melds compete.
"""

import random
from collections.abc import Callable, Iterator

import pytest

from ginfast import Outcome, masks, reference, resolve_hand
from ginfast.cards import Card, CardSet
from ginfast.rules import Rules

DECK = range(52)


def pick(rng: random.Random, size: int, among: list[int]) -> int:
    return sum(1 << card for card in rng.sample(among, min(size, len(among))))


def random_cards(_: random.Random) -> list[int]:
    return list(DECK)


def clustered_cards(rng: random.Random) -> list[int]:
    width = rng.randint(3, 6)
    low = rng.randint(0, 13 - width)
    return [13 * suit + rank for suit in range(4) for rank in range(low, low + width)]


Cards = Callable[[random.Random], list[int]]


def compare_hand(rng: random.Random, hand: int) -> None:
    """Deadwood and melds always; what is slow in the reference on a part of the large hands."""
    assert masks.deadwood(hand) == reference.deadwood(hand), hex(hand)
    size = hand.bit_count()
    if size > 12 and rng.random() < 0.75:
        return
    assert tuple(masks.find_melds(hand)) == reference.find_melds(hand), hex(hand)
    seen = pick(rng, rng.randint(0, 30), list(DECK)) & ~hand if rng.random() < 0.5 else 0
    assert masks.best_arrangement(hand, seen) == reference.best_arrangement(hand, seen), (hex(hand), hex(seen))
    if rng.random() < 0.2:
        assert list(masks.arrangements(hand)) == list(reference.arrangements(hand)), hex(hand)
    if size <= 11 and rng.random() < 0.05:
        limit = masks.deadwood(hand) + rng.randint(-3, 12)
        wanted = list(reference.arrangements(hand, limit)) if limit >= 0 else []
        assert limit < 0 or list(masks.arrangements(hand, limit)) == wanted, (hex(hand), limit)
    if size == 11:
        taken = rng.choice([-1, *(card for card in DECK if hand >> card & 1)])
        ranked = reference.rank_discards(hand, taken)
        assert masks.rank_discards(hand, taken) == ranked, (hex(hand), taken)
        assert masks.best_discard(hand, taken) == ranked[0], (hex(hand), taken)


def compare_hands(cards: Cards, count: int, seed: int) -> None:
    rng = random.Random(seed)
    for number in range(count):
        compare_hand(rng, pick(rng, number % 21, cards(rng)))


def pairs(cards: Cards, count: int, seed: int) -> Iterator[tuple[random.Random, int, int]]:
    """Give disjoint hands of ten; clustered ones fill up with other cards where the cluster is too small."""
    rng = random.Random(seed)
    for _ in range(count):
        near = cards(rng)
        rng.shuffle(near)
        far = [card for card in DECK if card not in near]
        rng.shuffle(far)
        both = [*near[: rng.randint(14, 24)], *far][:20]
        rng.shuffle(both)
        yield rng, sum(1 << card for card in both[:10]), sum(1 << card for card in both[10:])


def compare_pairs(cards: Cards, count: int, seed: int) -> None:
    for rng, knocker, other in pairs(cards, count, seed):
        spread = reference.best_arrangement(knocker)
        if rng.random() < 0.3:  # any legal spread will do, the empty one too
            spread = rng.choice(list(reference.arrangements(knocker, 98))[:64])
        # Hands of other sizes may lay off too.
        defender = other & rng.getrandbits(52) if rng.random() < 0.2 else other
        where = (hex(defender), [hex(meld) for meld in spread])
        assert masks.lay_off(defender, spread) == reference.lay_off(defender, spread), where
        assert masks.lay_off_cards(spread) == reference.lay_off_cards(spread), where
        if defender.bit_count() == 10:
            assert masks.resolve_hand(knocker, defender, spread) == reference.resolve_hand(knocker, defender, spread)
            compare_scored(rng, knocker, defender)


HOUSES: list[dict[str, reference.RuleValue]] = [
    {},
    {"knock_limit": 98},
    {"knock_limit": 98, "tie": "nobody", "gin_bonus": 20, "undercut_bonus": 10},
    {"knock_limit": 98, "tie": "knocker", "knock_bonus": 15, "extra_boxes": {"gin": 2, "undercut": 1, "gin_off": 3}},
    {"knock_limit": 98, "tie": "no_bonus", "layoff_on_gin": True},
    {"oklahoma": True, "spade_multiplier": 2, "multiplier_applies_to_boxes": True, "extra_boxes": {"gin": 2}},
]


def compare_scored(rng: random.Random, knocker: int, defender: int) -> None:
    """A whole hand through the cards door, with its explanation's ingredients."""
    house = rng.choice(HOUSES)
    upcard = rng.randrange(52) if house.get("oklahoma") else None
    rules = Rules(**house)  # type: ignore[arg-type]
    shown = None if upcard is None else Card.from_id(upcard)
    try:
        wanted = reference.resolve(knocker, defender, rules=house, upcard=upcard)
    except ValueError:
        with pytest.raises(ValueError, match="limit"):
            resolve_hand(CardSet.from_mask(knocker), CardSet.from_mask(defender), rules=rules, upcard=shown)
        return
    result = resolve_hand(CardSet.from_mask(knocker), CardSet.from_mask(defender), rules=rules, upcard=shown)
    assert Outcome(result.outcome).name.lower() == wanted.outcome
    for name in ("winner", "points", "difference", "bonus", "multiplier", "boxes"):
        assert getattr(result, name) == getattr(wanted, name), (name, hex(knocker), hex(defender), house)
    assert result.knocker_deadwood == wanted.knocker_deadwood
    assert result.defender_deadwood == wanted.defender_deadwood
    assert result.defender_deadwood_before == wanted.defender_deadwood_before
    assert result.knocker_arrangement is not None
    assert result.lay_off is not None
    assert tuple(meld.mask for meld in result.knocker_arrangement.melds) == wanted.knocker_melds
    assert tuple(meld.mask for meld in result.lay_off.arrangement.melds) == wanted.defender_melds
    assert tuple((card.id, meld.mask) for card, meld in result.lay_off.laid_off) == wanted.placements


@pytest.mark.parametrize("cards", [random_cards, clustered_cards])
def test_hands(cards: Cards) -> None:
    compare_hands(cards, 1000, seed=1)


@pytest.mark.parametrize("cards", [random_cards, clustered_cards])
def test_pairs(cards: Cards) -> None:
    compare_pairs(cards, 400, seed=2)


def test_large_hands() -> None:
    rng = random.Random(3)
    for size in range(21, 53):
        for _ in range(3):
            hand = pick(rng, size, list(DECK))
            assert masks.deadwood(hand) == reference.deadwood(hand), hex(hand)


def test_text() -> None:
    rng = random.Random(4)
    for _ in range(300):
        hand = pick(rng, rng.randint(0, 52), list(DECK))
        text = masks.format_cards(hand)
        assert text == reference.format_cards(hand)
        loose = text.replace("T", rng.choice(("T", "10", "t")))
        loose = "".join(rng.choice((sign, sign.lower())) for sign in loose)
        for letter, suit in zip("CDHS", rng.choice(("♣♦♥♠", "♧♢♡♤", "CDHS")), strict=True):
            loose = loose.replace(letter, suit)
        loose = loose.replace(" ", rng.choice((" ", "", ",", ", ")))
        assert masks.parse_cards(loose) == reference.parse_cards(loose) == hand


def test_R_KNOCK_8_eleven_cards_before_the_throw() -> None:
    rng = random.Random(5)
    for _ in range(300):
        deck = rng.sample(clustered_cards(rng) if rng.random() < 0.3 else list(DECK), 12)
        extra = [card for card in DECK if card not in deck]
        knocker = sum(1 << card for card in deck[:11])
        defender = sum(1 << card for card in rng.sample(extra, 10))
        some = rng.choice(list(reference.arrangements(knocker, 98))[:64] or [()])
        for melds in (None, some):
            counts = masks.resolve_hand(knocker, defender, melds)
            assert counts == reference.resolve_hand(knocker, defender, melds), (hex(knocker), hex(defender), melds)
        hands = CardSet.from_mask(knocker), CardSet.from_mask(defender)
        if (result := resolve_hand(*hands, rules=Rules(knock_limit=98))).knocker_deadwood:
            counts = masks.resolve_hand(knocker, defender)
            assert (result.knocker_deadwood, result.defender_deadwood) == counts[:2]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
def test_bulk_of_random_hands(seed: int) -> None:
    compare_hands(random_cards, 10_000, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30, 40))
def test_bulk_of_clustered_hands(seed: int) -> None:
    compare_hands(clustered_cards, 5_000, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40, 44))
@pytest.mark.parametrize("cards", [random_cards, clustered_cards])
def test_bulk_of_pairs(cards: Cards, seed: int) -> None:
    compare_pairs(cards, 2_500, seed)
