"""Hands on which shortcuts are wrong: own melds before lay-offs (R-LAY-3), melds before the throw (R-MELD-6)."""

import json

import pytest
from golden_cases import GOLDEN, mask, own_melds_first

import ginfast
from ginfast import masks, reference
from ginfast.reference import melds
from ginfast.reference.cards import cards_in, points, value_of

TRAPS = json.loads((GOLDEN / "traps.json").read_text(encoding="utf-8"))


def melds_first(hand: int) -> int:
    """Lay best melds of eleven cards first, as unluckily as can be, then throw the dearest card left."""
    left = []
    for arrangement in reference.arrangements(hand):
        loose = hand & ~melds.union(arrangement)
        left.append(points(loose) - max((value_of(card) for card in cards_in(loose)), default=0))
    return max(left)


@pytest.mark.parametrize("trap", TRAPS["flips"] + TRAPS["loses"], ids=lambda trap: trap["defender"])
def test_R_LAY_3_own_melds_first_leaves_more(trap: dict[str, str | int]) -> None:
    knocker, defender = str(trap["knocker"]), str(trap["defender"])
    result = ginfast.resolve_hand(knocker, defender)
    assert result.knocker_deadwood == trap["knocker_deadwood"]
    assert result.defender_deadwood == trap["together"]
    spread = masks.best_arrangement(mask(knocker))
    assert own_melds_first(mask(defender), spread) == trap["own_melds_first"]
    assert result.defender_deadwood < own_melds_first(mask(defender), spread)


@pytest.mark.parametrize("trap", TRAPS["flips"], ids=lambda trap: trap["defender"])
def test_R_LAY_3_own_melds_first_names_the_wrong_winner(trap: dict[str, str | int]) -> None:
    result = ginfast.resolve_hand(str(trap["knocker"]), str(trap["defender"]))
    wrong = ginfast.score_counts(result.knocker_deadwood, int(trap["own_melds_first"]))
    assert (result.winner, wrong.winner) == ("defender", "knocker")


@pytest.mark.parametrize("trap", TRAPS["throws"], ids=lambda trap: trap["cards"])
def test_R_MELD_6_melds_first_throws_worse(trap: dict[str, str | int]) -> None:
    hand = mask(str(trap["cards"]))
    assert ginfast.best_discard(str(trap["cards"])).deadwood == trap["together"]
    assert masks.best_discard(hand) == reference.best_discard(hand)
    assert melds_first(hand) == trap["melds_first"]
    assert masks.best_discard(hand)[1] < melds_first(hand)
