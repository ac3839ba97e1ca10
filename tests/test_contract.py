"""Everything the masks door refuses, and what the message says; that nothing given is changed."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import ginfast
from ginfast import CardError, HandError, MeldError, _core, masks

HAND = masks.parse_cards("4H 5H 6H 7S 7C 7D 9C TC JC 2S")
ELEVEN = masks.parse_cards("4H 5H 6H 7S 7C 7D 9C TC JC 2S KS")
OTHER = masks.parse_cards("3D 4D 5D QH QS QD 7H KC AC 8S")
MELDS = masks.best_arrangement(HAND)

# Every mask argument of the door, as a call with that argument wrong.
MASK_ARGUMENTS = {
    "deadwood": masks.deadwood,
    "find_melds": masks.find_melds,
    "best_arrangement": masks.best_arrangement,
    "best_arrangement seen": lambda wrong: masks.best_arrangement(HAND, wrong),
    "arrangements": masks.arrangements,
    "best_discard": masks.best_discard,
    "rank_discards": masks.rank_discards,
    "lay_off": lambda wrong: masks.lay_off(wrong, MELDS),
    "lay_off melds": lambda wrong: masks.lay_off(OTHER, (MELDS[0], wrong)),
    "lay_off_cards": lambda wrong: masks.lay_off_cards((wrong,)),
    "resolve_hand knocker": lambda wrong: masks.resolve_hand(wrong, OTHER),
    "resolve_hand defender": lambda wrong: masks.resolve_hand(HAND, wrong),
    "resolve_hand melds": lambda wrong: masks.resolve_hand(HAND, OTHER, (wrong,)),
    "format_cards": masks.format_cards,
}


def test_the_core_is_the_compiled_one() -> None:
    assert not (_core.__file__ or "").endswith(".py")
    assert masks.deadwood is _core.deadwood
    for name in masks.__all__:
        assert type(getattr(masks, name)).__name__ == "cython_function_or_method", name


@pytest.mark.parametrize("ask", MASK_ARGUMENTS.values(), ids=list(MASK_ARGUMENTS))
@pytest.mark.parametrize(
    "wrong", [1.0, 1.9, np.float64(1), np.float32(3), None, "7", b"7", [7], 1 + 0j, ginfast.CardSet("4H")]
)
def test_a_mask_is_an_integer(ask: object, wrong: object) -> None:
    with pytest.raises(TypeError, match=r"mask|iterable"):
        ask(wrong)  # type: ignore[operator]


@pytest.mark.parametrize("ask", MASK_ARGUMENTS.values(), ids=list(MASK_ARGUMENTS))
@pytest.mark.parametrize("wrong", [-1, 1 << 52, (1 << 52) | 7, 1 << 63, 1 << 64, 1 << 200, -(1 << 200), np.int64(-1)])
def test_a_mask_is_inside_the_deck(ask: object, wrong: int) -> None:
    with pytest.raises(CardError, match=r"negative|bits 0 to 51"):
        ask(wrong)  # type: ignore[operator]


def test_numpy_integers_are_integers() -> None:
    for kind in (np.uint64, np.int64):
        assert masks.deadwood(kind(HAND)) == 2
    assert masks.deadwood(np.uint8(7)) == 0
    assert masks.best_discard(np.uint64(ELEVEN), np.int8(-1)) == (51, 2)


@pytest.mark.parametrize("ask", [masks.best_discard, masks.rank_discards])
def test_throws_and_the_card_taken(ask: object) -> None:
    for size in (0, 1, 10, 12, 52):
        with pytest.raises(HandError, match=f"{size} cards, expected 11"):
            ask((1 << size) - 1)  # type: ignore[operator]
    for wrong in (-2, 52, 1 << 70, -(1 << 70)):
        with pytest.raises(CardError, match="taken"):
            ask(ELEVEN, wrong)  # type: ignore[operator]
    with pytest.raises(HandError, match="taken: card 0"):
        ask(ELEVEN, 0)  # type: ignore[operator]
    for odd in (1.0, None, "1"):
        with pytest.raises(TypeError, match="taken"):
            ask(ELEVEN, odd)  # type: ignore[operator]


def test_resolving_by_counts() -> None:
    assert masks.resolve_hand(HAND, OTHER) == (2, 19, masks.parse_cards("7H"))
    # Only the run of hearts spread: the sevens and the run of clubs count, and 7H still has a place.
    hearts = masks.parse_cards("4H 5H 6H")
    assert masks.resolve_hand(HAND, OTHER, (hearts,)) == (3 * 7 + 9 + 10 + 10 + 2, 19, masks.parse_cards("7H"))
    assert masks.resolve_hand(HAND, OTHER, ()) == (67, 26, 0)
    gin = masks.parse_cards("4H 5H 6H 7S 7C 7D 9C TC JC QC")
    assert masks.resolve_hand(gin, OTHER) == (0, 26, 0)
    with pytest.raises(HandError, match="knocker: the hand holds 9"):
        masks.resolve_hand(HAND & (HAND - 1), OTHER)
    with pytest.raises(HandError, match="defender: the hand holds 11"):
        masks.resolve_hand(HAND, OTHER | 1 << 12 | 1 << 1)
    with pytest.raises(HandError, match="in both hands"):
        masks.resolve_hand(HAND, (OTHER & (OTHER - 1)) | (HAND & -HAND))
    with pytest.raises(MeldError, match="not in the knocker's hand"):
        masks.resolve_hand(HAND, OTHER, (masks.parse_cards("AH 2H 3H"),))


def test_text_is_text() -> None:
    for odd in (7, None, b"4H", ["4H"]):
        with pytest.raises(TypeError, match="text"):
            masks.parse_cards(odd)  # type: ignore[arg-type]


def test_nothing_given_is_changed() -> None:
    melds = list(MELDS)
    masks.lay_off(OTHER, melds)
    assert melds == list(MELDS)
    cards = ["4H", "5H", "6H"]
    spread: list[list[str] | ginfast.CardSet] = [cards, ginfast.CardSet("7S 7C 7D")]
    ginfast.lay_off("7H KS", spread)
    ginfast.deadwood(cards)
    assert cards == ["4H", "5H", "6H"]
    assert spread == [["4H", "5H", "6H"], ginfast.CardSet("7S 7C 7D")]


def test_the_door_has_the_names_and_defaults_of_the_contract() -> None:
    expected: dict[str, dict[str, object]] = {
        "best_arrangement": {"seen": 0},
        "arrangements": {"max_deadwood": -1},
        "best_discard": {"taken": -1},
        "rank_discards": {"taken": -1},
        "resolve_hand": {"melds": None},
    }
    for name, defaults in expected.items():
        parameters = inspect.signature(getattr(masks, name)).parameters
        assert {key: parameters[key].default for key in defaults} == defaults


def test_a_wrong_meld_is_named_by_its_place() -> None:
    for wrong, error in ((1.0, TypeError), (None, TypeError), (-1, CardError), (1 << 52, CardError)):
        for ask in (lambda melds: masks.lay_off(OTHER, melds), masks.lay_off_cards):
            with pytest.raises(error, match=r"melds\[1\]: "):
                ask((MELDS[0], wrong))  # type: ignore[arg-type]


def test_an_arrangement_of_masks_leaves_the_mask_given_alone() -> None:
    mask = np.array(0b10111, dtype=np.uint64)
    assert ginfast.Arrangement.from_masks(mask, [0b111]).deadwood == 5  # type: ignore[arg-type]
    assert mask == 0b10111
    assert ginfast.Arrangement.from_masks(np.uint64(7), [7]).is_gin  # type: ignore[arg-type]
    for wrong in (1.0, "7", None, np.array([7, 8])):
        with pytest.raises(TypeError, match="mask: expected an int mask"):
            ginfast.Arrangement.from_masks(wrong, [])  # type: ignore[arg-type]
    with pytest.raises(CardError, match="bits 0 to 51"):
        ginfast.Arrangement.from_masks(1 << 52, [])


def test_most_deadwood_is_one_integer() -> None:
    cases: list[Any] = [1.0, "7", True, np.array([7, 8])]
    if not hasattr(np.True_, "__index__"):  # in old NumPy its booleans stand for integers, with a warning
        cases.append(np.True_)
    for wrong in cases:
        with pytest.raises(TypeError, match="max_deadwood: expected an int or None"):
            ginfast.arrangements("4H", max_deadwood=wrong)
    assert len(list(ginfast.arrangements("4H", max_deadwood=np.int64(4)))) == 1  # type: ignore[arg-type]
