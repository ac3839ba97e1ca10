"""Melds, arrangements and throws through the cards door: order, ties, laws, refusals (R-MELD, R-TIE)."""

from __future__ import annotations

import pickle
import random
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginfast
from ginfast import DECK, Arrangement, Card, CardError, CardSet, Discard, HandError, Meld, MeldError, masks, reference

BIG_HANDS = {
    "two full suits": "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
    "block of 4 x 4": "3C 4C 5C 6C 3D 4D 5D 6D 3H 4H 5H 6H 3S 4S 5S 6S",
    "block of 4 x 7": " ".join(r + s for s in "CDHS" for r in "5678 9TJ".replace(" ", "")),
    "holes": " ".join(r + s for s in "CDHS" for r in "A2346789JQK"),
    "deck": str(DECK),
}


def test_the_deck_holds_329_melds_in_listing_order() -> None:
    melds = ginfast.find_melds(DECK)
    assert len(melds) == 329
    assert sum(meld.kind == "run" for meld in melds) == 264
    assert list(melds) == sorted(set(melds))
    assert all(Meld(meld.cards) == meld == Meld.from_mask(meld.mask) for meld in melds)
    assert all(a < b and b > a and a <= b and not a >= b for a, b in pairwise(melds))


@pytest.mark.parametrize(
    "cards",
    ["", "4H", "4H 5H", "4H 5S 6H", "QH KH AH", "KH AH 2H", "JS QS KS AC", "AS AC AD 2S", "AS 2S 3S KS", "4H 5H 7H"],
)
def test_what_is_no_meld_is_refused(cards: str) -> None:
    with pytest.raises(MeldError, match="no meld"):
        Meld(cards)


def test_a_meld_is_a_constant() -> None:
    meld = Meld("6H 4H 5H")
    assert (str(meld), repr(meld), len(meld), format(meld, "pretty")) == ("4H 5H 6H", "Meld('4H 5H 6H')", 3, "4♥ 5♥ 6♥")
    assert "5H" in meld
    assert Card("7H") not in meld
    assert list(meld) == list(meld.cards)
    assert pickle.loads(pickle.dumps(meld)) == meld  # noqa: S301
    with pytest.raises(AttributeError, match="immutable"):
        meld.mask = 3
    assert Meld("4H 5H 6H") != CardSet("4H 5H 6H")


def test_an_arrangement_checks_its_melds() -> None:
    hand = CardSet("4H 5H 6H 7H 7S")
    assert Arrangement.from_masks(hand.mask, []).deadwood == 29
    with pytest.raises(MeldError, match="not in the hand"):
        Arrangement.from_masks(hand.mask, [Meld("7H 8H 9H").mask])
    with pytest.raises(MeldError, match="two melds"):
        Arrangement.from_masks(hand.mask, [Meld("4H 5H 6H").mask, Meld("5H 6H 7H").mask])
    found = ginfast.best_arrangement(hand)
    match found:
        case Arrangement(melds, left):
            assert (melds, left) == ((Meld("4H 5H 6H 7H"),), CardSet("7S"))
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301
    assert hash(found) == hash(ginfast.best_arrangement(str(hand)))
    assert "deadwood 7" in found._repr_html_()


@pytest.mark.parametrize("cards", BIG_HANDS.values(), ids=list(BIG_HANDS))
def test_big_hands_answer_exactly(cards: str) -> None:
    mask = masks.parse_cards(cards)
    assert masks.deadwood(mask) == reference.deadwood(mask)
    melds = masks.best_arrangement(mask)
    left = mask
    for meld in melds:
        assert meld & ~left == 0
        assert Meld.from_mask(meld)
        left &= ~meld
    assert CardSet.from_mask(left).points == masks.deadwood(mask)


def test_arrangements_of_the_deck_are_lazy() -> None:
    found = list(islice(ginfast.arrangements(DECK), 50))
    assert len(set(found)) == 50
    assert all(arrangement.is_gin for arrangement in found)


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        # All four: the run shows 3C only. Three: the run of four shows 3C and 8C.
        ("4C 5C 6C 7C 7D 7H 7S", ["4C 5C 6C", "7C 7D 7H 7S"]),
        # All four: the run A-2-3 shows nothing, 4C being in the hand. Three: A-2-3-4 shows 5C.
        ("AC 2C 3C 4C 4D 4H 4S", ["AC 2C 3C", "4C 4D 4H 4S"]),
        # Both show 9C only; three cards of kings are the smaller mask of set cards.
        ("TC JC QC KC KD KH KS", ["TC JC QC KC", "KD KH KS"]),
    ],
)
def test_a_four_beside_a_run_weighs_all_four_and_three(hand: str, melds: list[str]) -> None:
    assert ginfast.best_arrangement(hand).melds == tuple(map(Meld, melds))


def test_seen_cards_do_not_count_as_exposed() -> None:
    # The set shows 7D; the run shows 5C and 9C.
    hand = "6C 7C 8C 7H 7S"
    assert ginfast.best_arrangement(hand).melds == (Meld("7C 7H 7S"),)
    assert ginfast.best_arrangement(hand, seen="5C").melds == (Meld("6C 7C 8C"),)
    assert ginfast.best_arrangement(hand, seen=["5C", "9C"]).melds == (Meld("6C 7C 8C"),)
    assert ginfast.best_arrangement(hand, seen="5C 7D").melds == (Meld("7C 7H 7S"),)
    # Cards of the hand among the seen change nothing.
    assert ginfast.best_arrangement(hand, seen=hand).melds == (Meld("7C 7H 7S"),)


def test_max_deadwood_below_the_least_yields_nothing() -> None:
    assert list(ginfast.arrangements("KS QH", max_deadwood=19)) == []
    assert list(ginfast.arrangements("KS QH", max_deadwood=20)) == [Arrangement((), CardSet("KS QH"))]
    assert list(ginfast.arrangements("")) == [Arrangement((), CardSet())]
    with pytest.raises(HandError, match="max_deadwood"):
        ginfast.arrangements("KS", max_deadwood=-1)
    with pytest.raises(HandError, match="max_deadwood"):
        masks.arrangements(3, -2)
    for wrong in (1.5, "3", True):
        with pytest.raises(TypeError, match="max_deadwood"):
            ginfast.arrangements("KS", max_deadwood=wrong)  # type: ignore[arg-type]


def test_an_abandoned_iterator_does_no_harm() -> None:
    found = ginfast.arrangements("4S 5S 6S 7S 8S 9S", max_deadwood=39)
    first = next(found)
    again = list(ginfast.arrangements("4S 5S 6S 7S 8S 9S", max_deadwood=39))
    assert first == again[0]
    assert [first, *found] == again
    assert [a.deadwood for a in again] == sorted(a.deadwood for a in again)
    with pytest.raises(StopIteration):
        next(found)


@pytest.mark.parametrize("cards", ["", "4H", "4H 5H 6H 7S 7C 7D 9C TC JC 2S", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"])
@pytest.mark.parametrize("ask", [ginfast.best_discard, ginfast.rank_discards])
def test_throws_take_exactly_eleven_cards(ask: object, cards: str) -> None:
    with pytest.raises(HandError, match="expected 11"):
        ask(cards)  # type: ignore[operator]


ELEVEN = "4H 5H 6H 7S 7C 7D 9C TC JC 2S KS"


def test_the_card_just_taken_may_not_go() -> None:
    assert ginfast.best_discard(ELEVEN).card == Card("KS")
    throw = ginfast.best_discard(ELEVEN, taken="KS")
    assert (throw.card, throw.deadwood) == (Card("2S"), 10)
    ranked = ginfast.rank_discards(ELEVEN, taken=Card("KS"))
    assert len(ranked) == 10
    assert ranked[0] == throw
    assert Card("KS") not in [discard.card for discard in ranked]
    with pytest.raises(HandError, match="taken: 3S"):
        ginfast.best_discard(ELEVEN, taken="3S")
    with pytest.raises(CardError, match="taken"):
        ginfast.best_discard(ELEVEN, taken="2S KS")
    with pytest.raises(TypeError, match="taken"):
        ginfast.best_discard(ELEVEN, taken=3)  # type: ignore[arg-type]


def test_best_melds_then_dearest_throw_is_wrong() -> None:
    hand = "4S 5S 6S 2C 4C 5C 6C AD 3H 4H 6H"
    assert ginfast.best_discard(hand).deadwood == 10
    first = ginfast.best_arrangement(hand)
    assert first.deadwood - max(card.points for card in first.deadwood_cards) == 11


def test_a_throw_is_a_constant_that_shows_itself() -> None:
    throw = ginfast.best_discard(ELEVEN)
    assert isinstance(throw, Discard)
    assert throw.deadwood == throw.arrangement.deadwood == 2
    assert pickle.loads(pickle.dumps(throw)) == throw  # noqa: S301
    assert "thrown" in throw._repr_html_()


def relabel(mask: int, suits: list[int]) -> int:
    return sum((mask >> (13 * suit) & 0x1FFF) << (13 * to) for suit, to in enumerate(suits))


hands = st.lists(st.integers(0, 51), unique=True, max_size=16).map(lambda ids: sum(1 << i for i in ids))


@given(hands, st.permutations(range(4)))
def test_suit_names_change_nothing(mask: int, suits: list[int]) -> None:
    other = relabel(mask, suits)
    assert masks.deadwood(mask) == masks.deadwood(other)
    assert len(masks.find_melds(mask)) == len(masks.find_melds(other))


@given(hands, st.integers(0, 51))
def test_one_more_card_costs_its_points_at_most_and_never_helps_twice(mask: int, card: int) -> None:
    more = mask | 1 << card
    if more != mask:
        assert masks.deadwood(more) <= masks.deadwood(mask) + min(card % 13 + 1, 10)


@given(hands)
def test_the_witness_is_disjoint_and_adds_up(mask: int) -> None:
    found = ginfast.best_arrangement(CardSet.from_mask(mask))
    union = found.deadwood_cards.mask
    for meld in found.melds:
        assert not union & meld.mask
        union |= meld.mask
    assert union == mask
    assert found.deadwood == masks.deadwood(mask)
    assert list(found.melds) == sorted(found.melds)
    assert found in ginfast.arrangements(CardSet.from_mask(mask))


def test_throws_agree_with_deadwood_on_clustered_hands() -> None:
    draw = random.Random(11)
    for _ in range(3000):
        low = draw.randrange(0, 10)
        pool = [13 * suit + rank for suit in range(4) for rank in range(low, min(13, low + draw.randrange(3, 5)))]
        if len(pool) < 11:
            continue
        ids = draw.sample(pool, 11)
        mask = sum(1 << i for i in ids)
        taken = draw.choice([-1, *ids])
        ranked = masks.rank_discards(mask, taken)
        assert ranked == sorted(ranked, key=lambda throw: (throw[1], -min(throw[0] % 13 + 1, 10), -throw[0]))
        assert ranked[0] == masks.best_discard(mask, taken)
        assert dict(ranked) == {i: masks.deadwood(mask & ~(1 << i)) for i in ids if i != taken}
