"""Known answers on deadwood, throws and the right to knock (R-MELD, R-KNOCK, R-OKLA)."""

from golden_cases import Case, card_id, mask, of_kind

import ginfast
from ginfast import Rules, masks, reference

DECK = range(52)


@of_kind("deadwood")
def test_deadwood(case: Case) -> None:
    cards, least = case.input["cards"], case.expect["deadwood"]
    hand = mask(cards)
    assert ginfast.deadwood(cards) == masks.deadwood(hand) == reference.deadwood(hand) == least
    assert ginfast.best_arrangement(cards).deadwood == least
    if case.wrong is not None:
        assert ginfast.deadwood(cards) != case.wrong
    if "melds" in case.expect:
        assert len(ginfast.find_melds(cards)) == len(reference.find_melds(hand)) == case.expect["melds"]
    if "arrangements" in case.expect:
        assert len(list(ginfast.arrangements(cards))) == case.expect["arrangements"]
        assert len(list(reference.arrangements(hand))) == case.expect["arrangements"]
    if "deadwood_cards" in case.expect:
        left = {arrangement.deadwood_cards.mask for arrangement in ginfast.arrangements(cards)}
        assert left == {mask(text) for text in case.expect["deadwood_cards"]}


@of_kind("discard")
def test_discard(case: Case) -> None:
    cards, taken = case.input["cards"], case.input.get("taken")
    hand, least = mask(cards), case.expect["best_deadwood"]
    optimal = set(case.expect["optimal_discards"].split())
    ranked = ginfast.rank_discards(cards, taken=taken)
    assert {str(throw.card) for throw in ranked if throw.deadwood == least} == optimal
    best = ginfast.best_discard(cards, taken=taken)
    assert (best.card, best.deadwood) == (ranked[0].card, least)
    if case.wrong is not None:
        assert best.deadwood != case.wrong
    pairs = [(throw.card.id, throw.deadwood) for throw in ranked]
    taken_id = -1 if taken is None else card_id(taken)
    assert masks.rank_discards(hand, taken_id) == reference.rank_discards(hand, taken_id) == pairs
    assert masks.best_discard(hand, taken_id) == reference.best_discard(hand, taken_id) == pairs[0]
    if "all_eleven_deadwood" in case.expect:
        assert ginfast.deadwood(cards) == case.expect["all_eleven_deadwood"]
    if "knock_discards" in case.expect:
        rules = Rules(knock_limit=case.input.get("limit", 10))
        options = ginfast.knock_options(cards, rules=rules, taken=taken)
        assert {str(throw.card) for throw in options} == set(case.expect["knock_discards"].split())


@of_kind("knock_limit")
def test_knock_limit(case: Case) -> None:
    upcard = case.input["upcard"]
    assert Rules(**case.rules).limit_for(upcard) == case.expect["limit"]
    assert reference.limit_for({**reference.MODERN, **case.rules}, card_id(upcard)) == case.expect["limit"]


@of_kind("knock_legal")
def test_knock_legal(case: Case) -> None:
    cards, rules = case.input["cards"], Rules(knock_limit=case.input["limit"])
    assert ginfast.deadwood(cards) == reference.deadwood(mask(cards)) == case.expect["deadwood"]
    assert ginfast.can_knock(cards, rules=rules) is case.expect["legal"]


@of_kind("draw")
def test_draw(case: Case) -> None:
    hand, limit = mask(case.input["hand"]), case.input["limit"]
    unseen = [card for card in DECK if not (hand | mask(case.input["seen"])) >> card & 1]
    wanted = {card_id(card) for card in case.expect["cards"].split()}
    assert {card for card in unseen if masks.best_discard(hand | 1 << card)[1] <= limit} == wanted
    assert {card for card in unseen if reference.best_discard(hand | 1 << card)[1] <= limit} == wanted
    through_cards = {
        card
        for card in unseen
        if ginfast.knock_options(ginfast.CardSet.from_mask(hand | 1 << card), rules=Rules(knock_limit=limit))
    }
    assert through_cards == wanted
