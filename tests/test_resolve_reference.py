"""Finished hands against the reference, over random house rules and declarations, legal and not."""

import itertools
import random
from typing import Any

import pytest
from finished_hands import (
    deal,
    knocking_pair,
    rule_fields,
    rules_of,
)

from ginfast import (
    Card,
    CardSet,
    GinfastError,
    HandResult,
    Outcome,
    masks,
    reference,
    resolve_hand,
)
from ginfast.reference.layoff import ways_to_lay_off


def text(mask: int) -> str:
    return masks.format_cards(mask)


COMPARED = ("winner", "points", "difference", "bonus", "multiplier", "boxes", "knocker_deadwood")
COMPARED_TOO = ("defender_deadwood_before", "defender_deadwood")


def random_subset(rng: random.Random, cards: int, most: int) -> int:
    ids = [card.id for card in CardSet.from_mask(cards)]
    return sum(1 << card for card in rng.sample(ids, min(len(ids), rng.randint(0, most))))


def any_spread(rng: random.Random, hand: int, limit: int) -> tuple[int, ...]:
    """Return some spread within the limit where there is one; now and then any other."""
    found = list(itertools.islice(masks.arrangements(hand, limit if rng.random() < 0.9 else 98), 60))
    return rng.choice(found) if found else ()


def declarations(rng: random.Random, knocker: int, defender: int, fields: dict[str, Any]) -> dict[str, Any]:
    """Return random options for `reference.resolve`: mostly legal, sometimes not."""
    options: dict[str, Any] = {"rules": fields}
    ids, eleven = [card.id for card in CardSet.from_mask(knocker)], knocker.bit_count() == 11
    if fields["oklahoma"] and rng.random() < 0.95:
        options["upcard"] = rng.randrange(52)
    hand = knocker
    if rng.random() < 0.2:
        free = [card for card in range(52) if not (knocker | defender) >> card & 1]
        options["discard"] = rng.choice((ids if eleven else free) if rng.random() < 0.95 else [rng.randrange(52)])
        hand &= ~(1 << options["discard"])
    if rng.random() < 0.5:
        options["melds"] = any_spread(rng, hand, fields["knock_limit"])
    if rng.random() < 0.2:
        options["taken"] = rng.choice(ids)
    if eleven and rng.random() < (0.5 if masks.deadwood(knocker) == 0 else 0.02):
        options["big_gin"] = True
        options.pop("discard", None)
    spread = options.get("melds", masks.best_arrangement(hand))
    kept = defender
    if rng.random() < 0.4:
        legal = ways_to_lay_off(defender, tuple(spread)) if fields["layoff_on_gin"] or masks.deadwood(hand) else {0}
        options["laid_off"] = rng.choice(sorted(legal))
        if rng.random() < 0.05:
            options["laid_off"] ^= random_subset(rng, defender, 2)
        kept &= ~options["laid_off"]
    if rng.random() < 0.4:
        options["defender_melds"] = any_spread(rng, kept if rng.random() < 0.95 else defender, 98)
    return options


def as_cards(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of `reference.resolve` as those of `resolve_hand`."""
    made = dict(options, rules=rules_of(options["rules"]))
    for name in ("upcard", "discard", "taken"):
        if name in made:
            made[name] = Card.from_id(made[name])
    for name in ("melds", "defender_melds"):
        if name in made:
            made[name] = [CardSet.from_mask(meld) for meld in made[name]]
    if "laid_off" in made:
        made["laid_off"] = CardSet.from_mask(made["laid_off"])
    return made


def compare(knocker: int, defender: int, options: dict[str, Any]) -> Outcome | None:
    cards, other = CardSet.from_mask(knocker), CardSet.from_mask(defender)
    try:
        right = reference.resolve(knocker, defender, **options)
    except ValueError as refusal:
        with pytest.raises(GinfastError):
            print(resolve_hand(cards, other, **as_cards(options)), "but the reference refuses:", refusal)
        return None
    ours = resolve_hand(cards, other, **as_cards(options))
    where = f"{text(knocker)} | {text(defender)} | {options}"
    for name in (*COMPARED, *COMPARED_TOO):
        assert getattr(ours, name) == getattr(right, name), f"{name}: {where}"
    assert ours.outcome.name.lower() == right.outcome, where
    assert ours.knocker_arrangement is not None
    assert ours.lay_off is not None
    assert tuple(meld.mask for meld in ours.knocker_arrangement.melds) == right.knocker_melds, where
    assert tuple(meld.mask for meld in ours.lay_off.arrangement.melds) == right.defender_melds, where
    assert tuple((card.id, meld.mask) for card, meld in ours.lay_off.laid_off) == right.placements, where
    assert HandResult.from_dict(ours.to_dict()) == ours
    return ours.outcome


def run_comparison(rows: int, seed: int) -> dict[Outcome | None, int]:
    rng = random.Random(seed)
    seen: dict[Outcome | None, int] = {}
    for _ in range(rows):
        size = rng.choice((10, 10, 11))
        fields = rule_fields(rng)
        limit = min(fields["knock_limit"], rng.choice((0, 10, 10, 98)))
        knocker, defender = knocking_pair(rng, size, limit) if rng.random() < 0.95 else deal(rng, size, 10)
        outcome = compare(knocker, defender, declarations(rng, knocker, defender, fields))
        seen[outcome] = seen.get(outcome, 0) + 1
    return seen


def test_as_the_reference_over_random_rules_and_declarations() -> None:
    seen = run_comparison(800, 1)
    assert set(seen) >= {None, Outcome.KNOCK, Outcome.GIN, Outcome.BIG_GIN, Outcome.UNDERCUT}
    assert seen[None] < 400, "most hands are legal"


@pytest.mark.slow
def test_as_the_reference_in_bulk() -> None:
    seen = run_comparison(20_000, 2)
    assert set(seen) == {None, *Outcome} - {Outcome.DEAD}
