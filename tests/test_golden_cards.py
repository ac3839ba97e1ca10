"""Known answers on text, melds and refused cards (R-CARD, R-MELD), through both doors and the reference."""

import pytest
from golden_cases import ALL, Case, mask, of_kind

import ginfast
from ginfast import masks, reference

RUN_HERE = {
    "test_golden_cards": {"parse", "meld", "meld_count", "invalid"},
    "test_golden_deadwood": {"deadwood", "discard", "knock_limit", "knock_legal", "draw"},
    "test_golden_layoff": {"layoff_legal", "layoff_cards", "layoff"},
    "test_golden_hands": {"hand", "counts"},
    "test_golden_matches": {
        "settlement",
        "match",
        "running",
        "hollywood",
        "partnership",
        "boxes_value",
        "cutthroat",
    },
    "test_golden_behaviour": {"behaviour"},
}


def test_every_case_is_run() -> None:
    assert {case.kind for case in ALL} == set().union(*RUN_HERE.values())
    assert len(ALL) == len({case.id for case in ALL}) == 99 + 107


@of_kind("parse")
def test_parse(case: Case) -> None:
    text, cards = case.input["text"], case.expect["cards"]
    if cards is None:
        with pytest.raises(ginfast.CardError):
            ginfast.CardSet(text)
        with pytest.raises(ginfast.CardError):
            masks.parse_cards(text)
        with pytest.raises(ValueError, match="no card at position"):
            reference.parse_cards(text)
        return
    assert ginfast.CardSet(text).mask == mask(cards)
    assert masks.parse_cards(text) == mask(cards)
    assert reference.parse_cards(text) == mask(cards)
    if " " not in cards:
        assert str(ginfast.Card(text)) == cards


@of_kind("meld")
def test_is_meld(case: Case) -> None:
    cards = case.input["cards"]
    assert reference.is_meld(mask(cards)) is case.expect["is_meld"]
    assert (mask(cards) in masks.find_melds(mask(cards))) is case.expect["is_meld"]
    if case.expect["is_meld"]:
        assert ginfast.Meld(cards).mask == ginfast.Meld.from_mask(mask(cards)).mask == mask(cards)
    else:
        with pytest.raises(ginfast.MeldError):
            ginfast.Meld(cards)
        with pytest.raises(ginfast.MeldError):
            ginfast.Meld.from_mask(mask(cards))


@of_kind("meld_count")
def test_meld_count(case: Case) -> None:
    hand = mask(case.input["cards"]) if "cards" in case.input else 2**52 - 1
    sizes = range(case.input.get("min_len", 3), case.input.get("max_len", 13) + 1)
    found = [meld for meld in reference.find_melds(hand) if meld.bit_count() in sizes]
    assert len(found) == case.expect["count"]
    assert [meld for meld in masks.find_melds(hand) if meld.bit_count() in sizes] == found
    through_cards = ginfast.find_melds(ginfast.CardSet.from_mask(hand))
    assert [meld.mask for meld in through_cards if len(meld.cards) in sizes] == found


@of_kind("invalid")
def test_refused(case: Case) -> None:
    call, given = case.input["call"], case.input
    if call == "deadwood":
        with pytest.raises(ginfast.CardError):
            ginfast.deadwood(given["cards"])
        with pytest.raises(ginfast.CardError):
            masks.parse_cards(given["cards"])
        with pytest.raises(ValueError, match="twice"):
            reference.parse_cards(given["cards"])
    elif call == "best_discard":
        with pytest.raises(ginfast.GinfastError):
            ginfast.best_discard(given["cards"])
        with pytest.raises(ginfast.GinfastError):
            masks.best_discard(mask(given["cards"]))
        with pytest.raises(ValueError, match="expected 11"):
            reference.best_discard(mask(given["cards"]))
    elif call == "resolve":
        with pytest.raises(ginfast.GinfastError):
            ginfast.resolve_hand(given["knocker"], given["defender"], melds=given["melds"])
        knocker, defender = mask(given["knocker"]), mask(given["defender"])
        melds = tuple(map(mask, given["melds"]))
        with pytest.raises(ginfast.GinfastError):
            masks.resolve_hand(knocker, defender, melds)
        with pytest.raises(ValueError, match=r"meld|both hands"):
            reference.resolve(knocker, defender, melds=melds)
    else:  # gin and undercut exclude each other: there is no way to say both but a gin-off on gin
        assert call == "score"
        assert given["gin"]
        assert given["undercut"]
        with pytest.raises(ginfast.MatchError):
            ginfast.Match().record("A", 25, outcome=ginfast.Outcome.GIN, gin_off=True)
