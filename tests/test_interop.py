"""Other libraries' card ids: known cards, and both ways for all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ginfast import Card, CardError, interop, masks

KNOWN = {
    # scheme: text of the cards with ids 0, 1, 13, 51
    "openspiel": "AS 2S AC KH",
    "rlcard": "AS 2S AH KC",
    "eaai": "AC 2C AH KD",
    "rank_major": "AC AD 4D KS",
    "rank_major_ace_high": "2C 2D 5D AS",
}


@pytest.mark.parametrize("scheme", interop.SCHEMES)
def test_known_cards(scheme: interop.Scheme) -> None:
    expected = [Card(text).id for text in KNOWN[scheme].split()]
    assert interop.from_ids([0, 1, 13, 51], scheme) == expected
    assert interop.to_ids(expected, scheme) == [0, 1, 13, 51]


@pytest.mark.parametrize("scheme", interop.SCHEMES)
def test_there_and_back(scheme: interop.Scheme) -> None:
    ids = interop.from_ids(range(52), scheme)
    assert sorted(ids) == list(range(52))
    assert interop.to_ids(ids, scheme) == list(range(52))
    assert all(interop.from_mask(1 << i, scheme) == 1 << ids[i] for i in range(52))
    hand = masks.parse_cards("4H 5H 6H 7S 7C 7D 9C TC JC 2S")
    assert interop.from_mask(interop.to_mask(hand, scheme), scheme) == hand


def test_what_is_refused() -> None:
    for wrong in (-1, 52):
        with pytest.raises(CardError, match="expected 0 to 51"):
            interop.from_id(wrong, "rlcard")
        with pytest.raises(CardError, match="expected 0 to 51"):
            interop.to_id(wrong, "rank_major")
    for odd in (1.0, "1", None, True):
        with pytest.raises(TypeError, match="int"):
            interop.from_id(odd, "rlcard")  # type: ignore[arg-type]
    with pytest.raises(CardError, match="pyspiel"):
        interop.from_id(1, "pyspiel")  # type: ignore[arg-type]
    for scheme in (["rlcard"], None, 3):
        with pytest.raises(TypeError, match="scheme: expected one of openspiel"):
            interop.to_mask(1, scheme)  # type: ignore[arg-type]
    for mask in (-1, 1 << 52):
        with pytest.raises(CardError, match="mask"):
            interop.from_mask(mask, "rlcard")
    for odd in (1.0, "1", None, True):
        with pytest.raises(TypeError, match="mask"):
            interop.to_mask(odd, "rlcard")  # type: ignore[arg-type]
    for no_ids in (3, "12"):
        with pytest.raises(TypeError, match="iterable of ints"):
            interop.from_ids(no_ids, "rlcard")  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", [interop.from_ids, interop.to_ids, interop.from_mask, interop.to_mask])
def test_the_scheme_is_checked_also_when_there_is_nothing_to_convert(ask: Callable[[object, str], object]) -> None:
    nothing: object = [] if ask in (interop.from_ids, interop.to_ids) else 0
    with pytest.raises(CardError, match="pyspiel"):
        ask(nothing, "pyspiel")


def test_a_wrong_id_among_many_is_named_by_its_place() -> None:
    with pytest.raises(CardError, match=r"numbers\[2\]: 52 is no card id"):
        interop.from_ids([0, 1, 52], "rlcard")
    with pytest.raises(TypeError, match=r"card_ids\[1\]: expected an int, got float"):
        interop.to_ids((i for i in (0, 1.0)), "rlcard")  # type: ignore[misc]
