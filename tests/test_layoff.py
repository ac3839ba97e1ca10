"""Joint lay-off: the least of all, the order of ties, who is named where, and what is refused (R-LAY)."""

from __future__ import annotations

import pickle
import random

import pytest

import ginfast
from ginfast import Card, CardSet, LayOff, Meld, MeldError, masks, reference

SPREAD = ["KS KC KD", "5S 6S 7S", "9C TC JC"]
BREAKS_A_SET = "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"


def own_melds_first(defender: int, melds: list[int]) -> int:
    """Meld the own hand first, then lay off what is left: the wrong way, for comparison."""
    left = defender & ~sum(masks.best_arrangement(defender))
    grown = list(melds)
    while True:
        for i, meld in enumerate(grown):
            fits = masks.lay_off_cards((meld,)) & left
            if fits:
                grown[i] |= fits & -fits
                left &= ~(fits & -fits)
                break
        else:
            return CardSet.from_mask(left).points


def test_own_melds_first_loses() -> None:
    melds = [masks.parse_cards(text) for text in SPREAD]
    defender = masks.parse_cards(BREAKS_A_SET)
    assert own_melds_first(defender, melds) == 17
    assert masks.lay_off(defender, melds)[0] == 9
    # Against a knock of 10 that is an undercut, 26 points, instead of a loss of 7.
    knocker = "KS KC KD 5S 6S 7S 9C TC JC JD"
    result = ginfast.resolve_hand(knocker, BREAKS_A_SET, melds=SPREAD)
    assert (result.winner, result.points) == ("defender", 26)
    kept = ginfast.resolve_hand(knocker, BREAKS_A_SET, melds=SPREAD, defender_melds=["2S 2C 2D 2H", "8S 8C 8D"])
    assert (kept.winner, kept.points) == ("knocker", 7)


def test_own_melds_first_loses_points_on_random_hands() -> None:
    draw = random.Random(5)
    worse = pairs = 0
    while pairs < 4000:
        ids = draw.sample(range(52), 21)
        eleven, defender = sum(1 << i for i in ids[:11]), sum(1 << i for i in ids[11:])
        card, count = masks.best_discard(eleven)
        if count > 25:
            continue
        pairs += 1
        melds = masks.best_arrangement(eleven & ~(1 << card))
        joint, first = masks.lay_off(defender, melds)[0], own_melds_first(defender, list(melds))
        assert joint <= first
        worse += joint < first
    assert worse > 10


def test_cards_are_named_in_a_legal_order_with_the_meld_as_spread() -> None:
    found = ginfast.lay_off(BREAKS_A_SET, SPREAD)
    assert [(str(card), str(meld)) for card, meld in found.laid_off] == [
        ("8C", "9C TC JC"),
        ("7C", "9C TC JC"),
        ("8S", "5S 6S 7S"),
        ("9S", "5S 6S 7S"),
    ]
    grown = {meld: meld for _, meld in found.laid_off}
    for card, meld in found.laid_off:
        assert ginfast.can_lay_off(card, grown[meld])
        grown[meld] = Meld([*grown[meld].cards, card])
    assert found.arrangement == ginfast.best_arrangement("2S 2C 2D 2H 8D AC")
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301


def test_a_chain_may_name_the_meld_as_spread_or_as_lengthened() -> None:
    knocker, defender = "4H 5H 6H 8S 8C 8D AC AD AS 2C", "7H 8H 9H KS KD QC JD TS 9C 2D"
    melds = ["4H 5H 6H", "8S 8C 8D", "AC AD AS"]
    as_spread = [("8H", "4H 5H 6H"), ("7H", "4H 5H 6H")]
    lengthened = [("7H", "4H 5H 6H"), ("8H", "4H 5H 6H 7H")]
    for laid_off in (as_spread, lengthened):
        result = ginfast.resolve_hand(knocker, defender, melds=melds, laid_off=laid_off)
        assert result.lay_off is not None
        assert result.lay_off.laid_off == ((Card("7H"), Meld("4H 5H 6H")), (Card("8H"), Meld("4H 5H 6H")))
    with pytest.raises(MeldError, match="expected a meld of the spread"):
        ginfast.resolve_hand(knocker, defender, melds=melds, laid_off=[("8H", "4H 5H 6H 7H")])


def test_a_run_is_named_before_a_set_and_the_lower_run_first() -> None:
    found = ginfast.lay_off("7H", ["7S 7C 7D", "4H 5H 6H"])
    assert found.laid_off == ((Card("7H"), Meld("4H 5H 6H")),)
    found = ginfast.lay_off("6S", ["7S 8S 9S", "3S 4S 5S"])
    assert found.laid_off == ((Card("6S"), Meld("3S 4S 5S")),)


def test_a_card_laid_on_a_set_lengthens_no_run() -> None:
    # 7H on the set; 8H then has nothing beside it but the knocker's hearts end at 6H only by 7H on the run.
    found = ginfast.lay_off("8H", ["7S 7C 7D", "4H 5H 6H"])
    assert found.deadwood == 8
    assert ginfast.lay_off("7H 8H", ["7S 7C 7D", "4H 5H 6H"]).deadwood == 0
    assert ginfast.lay_off("7H 8H", ["7S 7C 7D"]).deadwood == 8


def test_fewest_cards_laid_off_wins_a_tie() -> None:
    # 7-8-9 of hearts is a run of his own as well as a tail of the knocker's: nothing needs laying off.
    found = ginfast.lay_off("7H 8H 9H", ["4H 5H 6H"])
    assert found == LayOff((), ginfast.best_arrangement("7H 8H 9H"))
    assert ginfast.lay_off("7H 8H", ["4H 5H 6H"]).laid_off_cards == CardSet("7H 8H")


def test_no_melds_no_lay_off_whatever_the_hand() -> None:
    for text in ("", "4H", BREAKS_A_SET, "3C 4C 5C 6C 3D 4D 5D 6D 3H 4H 5H 6H 3S 4S 5S 6S"):
        mask = masks.parse_cards(text)
        assert masks.lay_off(mask, ()) == (masks.deadwood(mask), 0)


@pytest.mark.parametrize(
    ("melds", "fits"),
    [
        (["2S 3S 4S"], "5S AS"),
        (["AS 2S 3S"], "4S"),
        (["JS QS KS"], "TS"),
        (["3S 4S 5S", "7S 8S 9S"], "2S 6S TS"),
        (["5S 5H 5D"], "5C"),
        (["5S 5H 5D 5C"], ""),
        (["4S 5S 6S", "7S 8S 9S"], "3S TS"),
        (["7S 7C 7D", "4H 5H 6H"], "3H 7H"),
        ([], ""),
    ],
)
def test_direct_fits(melds: list[str], fits: str) -> None:
    assert ginfast.lay_off_cards(melds) == CardSet(fits)
    for card in ginfast.DECK:
        assert (card in CardSet(fits)) == (
            any(ginfast.can_lay_off(card, meld) for meld in melds) and not any(card in CardSet(meld) for meld in melds)
        )


@pytest.mark.parametrize("wrong", ["4H 5H 6H", Meld("4H 5H 6H"), CardSet("4H 5H 6H"), Card("4H"), 7, None, b"", 3.5])
@pytest.mark.parametrize("ask", [lambda melds: ginfast.lay_off("KS", melds), ginfast.lay_off_cards])
def test_melds_are_an_iterable_of_melds(ask: object, wrong: object) -> None:
    with pytest.raises(TypeError, match="melds"):
        ask(wrong)  # type: ignore[operator]


def test_melds_that_are_none_or_share_cards_are_refused_with_their_place() -> None:
    with pytest.raises(MeldError, match=r"melds\[1\].*no meld"):
        ginfast.lay_off("KS", ["4H 5H 6H", "4S 5H 6H"])
    with pytest.raises(MeldError, match=r"melds\[1\].*5H.*another"):
        ginfast.lay_off("KS", ["4H 5H 6H", "5H 5S 5D"])
    with pytest.raises(MeldError, match=r"melds\[0\].*4H.*defender"):
        ginfast.lay_off("4H", ["4H 5H 6H"])
    for wrong in ((7, 7), (3,), (0,)):
        with pytest.raises(MeldError):
            masks.lay_off(1 << 51, wrong)
    for odd in (7, "7", b"7", None, 7.0, (7.0,), ("7",)):
        with pytest.raises(TypeError, match="melds"):
            masks.lay_off(0, odd)  # type: ignore[arg-type]


def test_joint_is_never_more_than_any_way_of_taking_turns() -> None:
    draw = random.Random(3)
    for _ in range(300):
        low = draw.randrange(0, 8)
        pool = [13 * suit + rank for suit in range(4) for rank in range(low, low + 5)]
        ids = draw.sample(pool, 18)
        knocker, defender = sum(1 << i for i in ids[:9]), sum(1 << i for i in ids[9:])
        for melds in list(masks.arrangements(knocker, 200))[:4]:
            deadwood, laid = masks.lay_off(defender, melds)
            assert (deadwood, laid) == reference.lay_off(defender, melds)
            assert deadwood == masks.deadwood(defender & ~laid)
            assert deadwood <= own_melds_first(defender, list(melds))
            placed = ginfast.lay_off(CardSet.from_mask(defender), [CardSet.from_mask(meld) for meld in melds])
            assert placed.laid_off_cards.mask == laid
