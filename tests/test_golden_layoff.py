"""Known answers on laying off (R-LAY)."""

from golden_cases import Case, card_id, mask, masks_of, of_kind

import ginfast
from ginfast import masks, reference


@of_kind("layoff_legal")
def test_can_lay_off(case: Case) -> None:
    meld = f"{case.input['meld']} {case.input.get('already', '')}".strip()
    card = case.input["card"]
    assert ginfast.can_lay_off(card, meld) is case.expect["legal"]
    assert reference.can_lay_off(card_id(card), mask(meld)) is case.expect["legal"]
    assert bool(masks.lay_off_cards((mask(meld),)) >> card_id(card) & 1) is case.expect["legal"]


@of_kind("layoff_cards")
def test_lay_off_cards(case: Case) -> None:
    melds, wanted = case.input["melds"], mask(case.expect["cards"])
    assert ginfast.lay_off_cards(melds).mask == wanted
    assert masks.lay_off_cards(masks_of(melds)) == reference.lay_off_cards(masks_of(melds)) == wanted


@of_kind("layoff")
def test_lay_off(case: Case) -> None:
    defender, melds = case.input["defender"], case.input["melds"]
    result = ginfast.lay_off(defender, melds)
    assert result.deadwood == case.expect["deadwood"]
    assert ginfast.deadwood(defender) == case.expect["own_deadwood"]
    laid = sum(1 << card.id for card, _ in result.laid_off)
    assert (result.deadwood, laid) == masks.lay_off(mask(defender), masks_of(melds))
    assert (result.deadwood, laid) == reference.lay_off(mask(defender), masks_of(melds))
