"""Cards, sets of cards, and card text: what is read, shown and refused (R-CARD)."""

from __future__ import annotations

import copy
import pickle
from enum import StrEnum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginfast import DECK, EMPTY, Card, CardError, CardSet, masks
from ginfast.cards import as_mask

DECK_TEXT = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


@pytest.mark.parametrize(("number", "text"), list(enumerate(DECK_TEXT)))
def test_every_card_has_its_id_text_rank_suit_and_points(number: int, text: str) -> None:
    card = Card(text)
    assert card.id == number
    assert str(card) == text
    assert (card.suit, card.rank) == divmod(number, 13)
    assert card.points == min(card.rank + 1, 10)
    assert Card.from_id(number) is card or Card.from_id(number) == card
    assert format(card, "pretty") == text[0] + "♣♦♥♠"[card.suit]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("10h TH 9h", None),
        ("10h", "TH"),
        ("th", "TH"),
        ("10♥", "TH"),
        ("4♡5♧6♢7♤", "5C 6D 4H 7S"),
        ("4♥\ufe0f 5♥\ufe0e", "4H 5H"),
        ("🂡\ufe0e🂱\ufe0f", "AH AS"),
        ("4H5H6H", "4H 5H 6H"),
        ("4H,5H, 6H", "4H 5H 6H"),
        ("  4H\t5H\n6H\u00a07H ", "4H 5H 6H 7H"),
        ("10C10D10H10S", "TC TD TH TS"),
        ("\U0001f0a1\U0001f0b1\U0001f0c1\U0001f0d1", "AC AD AH AS"),
        ("\U0001f0ab\U0001f0bd\U0001f0ce", "KD QH JS"),
        ("", ""),
    ],
)
def test_text_is_read(text: str, shown: str | None) -> None:
    if shown is None:
        with pytest.raises(CardError, match="twice"):
            masks.parse_cards(text)
    else:
        assert masks.format_cards(masks.parse_cards(text)) == shown


@pytest.mark.parametrize(
    ("text", "position", "why"),
    [
        ("XH", 0, "no rank"),
        ("4H 1J", 3, "no rank"),
        ("JJ", 0, "no suit"),
        ("4H 5", 3, "no suit"),
        ("4H 10", 3, "no suit"),
        ("4H 4h", 3, "twice"),
        ("4 H", 0, "no suit"),
        ("H4", 0, "no rank"),
        ("4H;5H", 2, "no rank"),
        ("0H", 0, "no rank"),
        ("1H", 0, "no rank"),
        ("11H", 0, "no rank"),
        ("joker", 0, "no suit"),
        ("\U0001f0ac", 0, "no card of the 52"),
        ("4H\U0001f0cf", 2, "no card of the 52"),
        ("\U0001f0a0", 0, "no card of the 52"),
        ("\U0001f0e1", 0, "no card of the 52"),
        ("4H\ufe0f\ufe0f", 3, "no rank"),
        ("4H\x00", 2, "no rank"),
        ("４H", 0, "no rank"),
    ],
)
def test_text_is_refused_with_its_position(text: str, position: int, why: str) -> None:
    with pytest.raises(CardError) as caught:
        masks.parse_cards(text)
    assert f"at position {position}" in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize("wrong", [7, True, 3.5, None, b"4H", bytearray(b"4H"), object(), [7], [None], [b"4H"], [True]])
def test_what_is_not_cards_like_is_a_type_error(wrong: object) -> None:
    with pytest.raises(TypeError, match="hand"):
        as_mask(wrong, "hand")


def test_a_bare_int_is_refused_with_a_hint() -> None:
    with pytest.raises(TypeError, match=r"ginfast\.masks"):
        CardSet(7)  # type: ignore[arg-type]


def test_an_iterable_of_cards_names_the_wrong_item() -> None:
    with pytest.raises(CardError, match=r"hand\[1\]"):
        as_mask(["4H", "XX"], "hand")
    with pytest.raises(CardError, match=r"hand\[2\].*4H stands twice"):
        as_mask(["4H", Card("5H"), Card("4H")], "hand")


def test_the_same_cards_however_they_are_given() -> None:
    cards = CardSet("4H 5H 6H")
    mixed: list[Card | str] = ["4H", Card("5H"), "6♥"]
    for other in ("6h5h4h", mixed, (c for c in cards), {Card("4H"), Card("5H"), Card("6H")}, cards):
        assert CardSet(other) == cards
    assert CardSet(Card("4H")) == CardSet("4H")


@pytest.mark.parametrize(
    ("wrong", "error"),
    [(52, CardError), (-1, CardError), (1.0, TypeError), (True, TypeError), ("1", TypeError), (None, TypeError)],
)
def test_card_ids_outside_the_deck_are_refused(wrong: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        Card.from_id(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [-1, 1 << 52, 1 << 64, -(1 << 70)])
def test_masks_outside_the_deck_are_refused(wrong: int) -> None:
    with pytest.raises(CardError):
        CardSet.from_mask(wrong)


@pytest.mark.parametrize("text", ["", "4H 5H", "XX"])
def test_a_card_is_exactly_one_card(text: str) -> None:
    with pytest.raises(CardError):
        Card(text)


def test_cards_are_constants() -> None:
    card, cards = Card("4H"), CardSet("4H")
    for value, name in ((card, "id"), (cards, "mask")):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(value, name, 3)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(value, name)
        with pytest.raises(AttributeError):
            value.other = 1
    assert pickle.loads(pickle.dumps((card, cards))) == (card, cards)  # noqa: S301
    assert copy.deepcopy((card, cards)) == (card, cards)


def test_order_agrees_with_equality_and_hash() -> None:
    cards = [Card(text) for text in DECK_TEXT]
    assert sorted(set(cards)) == cards
    assert len(set(cards) | set(map(Card, DECK_TEXT))) == 52
    assert not Card("4H") < Card("4H")
    assert Card("4H") != 29
    with pytest.raises(TypeError):
        _ = Card("4H") < 3


sets_of_cards = st.integers(0, (1 << 52) - 1).map(CardSet.from_mask)


@given(sets_of_cards, sets_of_cards)
def test_card_sets_behave_as_sets(a: CardSet, b: CardSet) -> None:
    x, y = set(a), set(b)
    assert set(a | b) == x | y
    assert set(a & b) == x & y
    assert set(a - b) == x - y
    assert set(a ^ b) == x ^ y
    assert (a <= b, a < b, a >= b, a > b) == (x <= y, x < y, x >= y, x > y)
    assert a.isdisjoint(b) == x.isdisjoint(y)
    assert len(a) == len(x)
    assert bool(a) == bool(x)
    assert list(a) == sorted(x)
    assert a.points == sum(card.points for card in x)
    assert (a == b) == (x == y)
    assert CardSet(str(a)) == a == CardSet(format(a, "pretty"))


def test_membership_takes_a_card_or_its_text() -> None:
    hand = CardSet("4H 5H")
    assert "4h" in hand
    assert Card("5H") in hand
    assert "6H" not in hand
    assert 29 not in hand


def test_deck_and_empty() -> None:
    assert len(DECK) == 52
    assert DECK.points == 340
    assert not EMPTY
    assert repr(EMPTY) == "CardSet()"
    assert repr(CardSet("6H 4H")) == "CardSet('4H 6H')"


def test_notebook_faces_are_coloured() -> None:
    html = CardSet("TH AS")._repr_html_()
    assert "10♥" in html
    assert "A♠" in html
    assert html.count("<span") == 2
    assert "#c1121f" in Card("4D")._repr_html_()
    assert "#c1121f" not in Card("4C")._repr_html_()


class Word(str):
    """A str of another class, as NumPy's texts and enums are."""

    __slots__ = ()

    def __str__(self) -> str:
        return "not this"


class Named(StrEnum):
    """Cards by name."""

    FOUR = "4H"


def test_text_of_a_subclass_is_text() -> None:
    for text in (Word("4H"), np.str_("4H"), Named.FOUR):
        assert Card(text) == Card("4H")
        assert CardSet(text) == CardSet([text]) == CardSet("4H")
        assert masks.parse_cards(text) == 1 << Card("4H").id
        with pytest.raises(CardError, match="at position 0"):
            Card(Word("zH"))


def test_an_array_of_texts_is_an_iterable_of_text() -> None:
    assert CardSet(np.array(["4H", "5H", "6H"])) == CardSet("4H 5H 6H")
    assert CardSet(np.array(["4H", Card("5H")], dtype=object)) == CardSet("4H 5H")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        *(
            (numbers, r"cards\[0\]: expected a Card or text, .* look alike")
            for numbers in (np.array([1]), [1], range(3))
        ),
        *((number, r"cards: expected text, a Card, .* look alike") for number in (np.array(7), np.int64(7), 7, True)),
        *((other, r"cards: expected text, a Card, .* got \w+$") for other in (object, None, b"4H", 1.5)),
    ],
)
def test_numbers_are_refused_with_a_hint_and_all_else_without(wrong: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        CardSet(wrong)  # type: ignore[arg-type]


def test_values_of_a_subclass_are_equal_with_equal_hashes_and_kept_apart() -> None:
    class MyCard(Card):
        __slots__ = ()

    class MySet(CardSet):
        __slots__ = ()

    for card in map(MyCard.from_id, range(52)):
        assert type(card) is MyCard
        assert type(Card.from_id(card.id)) is Card
        assert len({card, Card.from_id(card.id)}) == 1
    assert len(set(map(MyCard.from_id, range(52)))) == 52
    mine, plain = MySet("4H 5H"), CardSet("4H 5H")
    assert type(mine) is MySet
    assert (mine == plain, plain == mine, hash(mine) == hash(plain)) == (True, True, True)


def test_a_subclass_survives_pickle() -> None:
    assert type(pickle.loads(pickle.dumps(Hand("4H")))) is Hand  # noqa: S301
    assert type(copy.deepcopy(Hand("4H"))) is Hand


class Hand(CardSet):
    """A set of cards of another class; pickle finds it by its name."""

    __slots__ = ()
