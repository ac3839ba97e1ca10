"""Row by row, the arrays door refuses what the cards door refuses, with the same kind of error, and nothing else."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from array_hands import hands, pairs
from at_levels import level_fixture  # noqa: F401 - the fixture `level`

import ginfast
from ginfast import (
    Card,
    CardError,
    CardSet,
    GinfastError,
    HandError,
    MeldError,
    Rules,
    batch,
    masks,
)

ROWS = 4000
DECK = (1 << 52) - 1
WINNERS = {"knocker": 0, "defender": 1, None: -1}

Row = tuple[object, ...]


def ask(question: Callable[..., Row], *arguments: object) -> Row | type[Exception]:
    """Return the answer, or the type of the error."""
    try:
        return question(*arguments)
    except GinfastError as error:
        return type(error)


def broken(generator: np.random.Generator, mask: int) -> int:
    """Return a hand as it is, or with a card too many, too few or another one."""
    for _ in range(int(generator.integers(0, 3))):
        mask ^= 1 << int(generator.integers(0, 52))
    return mask


def spread_of(generator: np.random.Generator, knocker: int) -> list[int]:
    """Return three columns of melds: legal, in part legal, or nonsense."""
    kind = generator.integers(0, 6)
    melds = list(masks.best_arrangement(knocker)) if knocker.bit_count() < 12 else []
    if kind == 1:
        melds = list(generator.permutation(masks.find_melds(knocker))[:3])
    elif kind == 2 and melds:
        melds.pop(int(generator.integers(0, len(melds))))
    elif kind == 3:
        melds.append(int(generator.choice(masks.find_melds(DECK))))
    elif kind == 4:
        melds.append(broken(generator, int(generator.choice(masks.find_melds(DECK)))))
    columns = [int(meld) for meld in melds[:3]]
    return [*columns, *[0] * (3 - len(columns))]


def by_cards(knocker: int, defender: int, melds: list[int] | None, rules: Rules, upcard: int) -> Row:
    declared = None if melds is None else [CardSet.from_mask(meld) for meld in melds if meld]
    result = ginfast.resolve_hand(
        CardSet.from_mask(knocker),
        CardSet.from_mask(defender),
        melds=declared,
        rules=rules,
        upcard=None if upcard < 0 else Card.from_id(upcard),
    )
    assert result.lay_off is not None
    return (
        int(result.outcome),
        WINNERS[result.winner],
        result.points,
        result.boxes,
        result.knocker_deadwood,
        result.defender_deadwood_before,
        result.defender_deadwood,
        sum(1 << card.id for card, _ in result.lay_off.laid_off),
    )


def by_arrays(knocker: int, defender: int, melds: list[int] | None, rules: Rules, upcard: int) -> Row:
    columns = None if melds is None else [melds]
    row = batch.resolve_hand([knocker], [defender], melds=columns, rules=rules, upcards=[upcard])[0]
    return tuple(row.tolist())


def lay_off_by_arrays(defender: int, melds: list[int]) -> Row:
    return tuple(batch.lay_off([defender], [melds])[0].tolist())


def lay_off_by_masks(defender: int, melds: list[int]) -> Row:
    return masks.lay_off(defender, [meld for meld in melds if meld])


def throw_by_arrays(hand: int, taken: int) -> Row:
    return tuple(batch.best_discard([hand], taken=[taken])[0].tolist())


@pytest.mark.parametrize("limit", [10, 98])
@pytest.mark.parametrize("cards", [10, 11])
@pytest.mark.parametrize("declared", [False, True])
def test_hands(cards: int, declared: bool, limit: int) -> None:
    generator = np.random.default_rng(cards + declared)
    refused = 0
    for first, second in zip(*(part.tolist() for part in pairs(ROWS // 4, 11, first=cards)), strict=True):
        knocker, defender = broken(generator, first), broken(generator, second) & ~(first if second % 3 else 0)
        melds = spread_of(generator, knocker) if declared else None
        rules = Rules(knock_limit=limit, oklahoma=first % 5 == 0, tie=("nobody", "undercut")[first % 2])
        upcard = int(generator.integers(-1, 52))

        row = (knocker, defender, melds, rules, upcard)
        wanted, given = ask(by_cards, *row), ask(by_arrays, *row)
        assert given == wanted, row
        refused += isinstance(wanted, type)
    assert refused > ROWS // 20
    assert limit == 10 or refused < ROWS // 4


def test_lay_offs() -> None:
    generator = np.random.default_rng(1)
    kinds = set()
    for first, second in zip(*(part.tolist() for part in pairs(ROWS, 12)), strict=True):
        defender, melds = broken(generator, second), spread_of(generator, first)
        if defender.bit_count() > 11:
            continue
        wanted, given = ask(lay_off_by_masks, defender, melds), ask(lay_off_by_arrays, defender, melds)
        assert given == wanted, (hex(defender), melds)
        kinds.add(wanted if isinstance(wanted, type) else None)
    assert kinds == {None, MeldError}


def test_throws() -> None:
    generator = np.random.default_rng(2)
    kinds = set()
    for first in hands(ROWS, 11, 13).tolist():
        hand, taken = broken(generator, first), int(generator.integers(-3, 55))
        wanted, given = ask(masks.best_discard, hand, taken), ask(throw_by_arrays, hand, taken)
        assert given == wanted, (hex(hand), taken)
        kinds.add(wanted if isinstance(wanted, type) else None)
    assert kinds == {None, HandError, CardError}


@pytest.mark.parametrize("bad", [0, 5, 4095, 4096, 9000])
def test_of_two_bad_arguments_the_earlier_row_is_named(bad: int) -> None:
    many = np.resize(hands(1000, 11, 14), 10_000)
    taken = np.full(10_000, -1)
    taken[bad] = 60
    with pytest.raises(CardError, match=rf"taken\[{bad}\]: 60"):
        batch.best_discard(many, taken=taken)
    for earlier in {max(bad - 1, 0), bad // 2, bad}:
        wrong = many.copy()
        wrong[earlier:] = 1
        with pytest.raises(HandError, match=rf"masks\[{earlier}\]: 1 card, expected 11"):
            batch.best_discard(wrong, taken=taken)


def near_melds() -> list[int]:
    """Return every mask of up to three cards, and every meld with one card more, less or moved."""
    cards = [1 << card for card in range(52)]
    few = [sum(some) for size in (1, 2, 3) for some in itertools.combinations(cards, size)]
    melds = masks.find_melds(DECK)
    return list(dict.fromkeys([*few, *melds, *(meld ^ card for meld in melds for card in cards)]))


def test_nothing_but_a_meld_is_taken_for_one(level: str) -> None:
    melds, refused = set(masks.find_melds(DECK)), 0
    defenders, row = np.zeros(1, np.uint64), np.zeros((1, 3), np.uint64)
    for place, mask in enumerate(near_melds()):
        row[:] = 0
        row[0, place % 3] = mask
        try:
            batch.lay_off(defenders, row)
        except MeldError:
            refused += 1
            assert mask not in melds, (level, hex(mask))
        else:
            assert mask in melds, (level, hex(mask))
    assert refused > 30_000
