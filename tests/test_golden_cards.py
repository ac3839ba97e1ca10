"""Known answers on text, melds and refused cards (R-CARD, R-MELD), through both doors and the reference."""

import re
from pathlib import Path

import pytest
from golden_cases import ALL, Case, mask, of_kind

import ginfast
from ginfast import masks, reference

# Why the doors and the reference refuse a hand; of each call or case.
REASONS = {
    "deadwood": r"stands twice|is twice",
    "best_discard": r"holds 12 cards, expected 11",
    "B062a": r"not in the (knocker's )?hand",
    "B093a": r"both (hold 5H|hands)",
}


def test_every_case_is_run() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_golden_*.py"))
    assert {case.kind for case in ALL} == set(re.findall(r'^@of_kind\("(\w+)"\)\ndef test_', tests, re.MULTILINE))
    assert len(ALL) == len({case.id for case in ALL}) == 99 + 107


@of_kind("parse")
def test_parse(case: Case) -> None:
    text, cards = case.input["text"], case.expect["cards"]
    if cards is None:
        with pytest.raises(ginfast.CardError, match=r"at position 0: .*\bno (rank|suit|card)\b"):
            ginfast.CardSet(text)
        with pytest.raises(ginfast.CardError, match=r"at position 0: .*\bno (rank|suit|card)\b"):
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
    why = REASONS.get(case.id, REASONS.get(call, "gin_off"))
    if call == "deadwood":
        with pytest.raises(ginfast.CardError, match=why):
            ginfast.deadwood(given["cards"])
        with pytest.raises(ginfast.CardError, match=why):
            masks.parse_cards(given["cards"])
        with pytest.raises(ValueError, match=why):
            reference.parse_cards(given["cards"])
    elif call == "best_discard":
        with pytest.raises(ginfast.HandError, match=why):
            ginfast.best_discard(given["cards"])
        with pytest.raises(ginfast.HandError, match=why):
            masks.best_discard(mask(given["cards"]))
        with pytest.raises(ValueError, match=why):
            reference.best_discard(mask(given["cards"]))
    elif call == "resolve":
        with pytest.raises(ginfast.GinfastError, match=why):
            ginfast.resolve_hand(given["knocker"], given["defender"], melds=given["melds"])
        knocker, defender = mask(given["knocker"]), mask(given["defender"])
        melds = tuple(map(mask, given["melds"]))
        with pytest.raises(ginfast.GinfastError, match=why):
            masks.resolve_hand(knocker, defender, melds)
        with pytest.raises(ValueError, match=why):
            reference.resolve(knocker, defender, melds=melds)
    else:  # gin and undercut exclude each other: there is no way to say both but a gin-off on gin
        assert call == "score"
        assert given["gin"]
        assert given["undercut"]
        with pytest.raises(ginfast.MatchError, match=why):
            ginfast.Match().record("A", 25, outcome=ginfast.Outcome.GIN, gin_off=True)
