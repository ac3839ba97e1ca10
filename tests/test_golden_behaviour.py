"""Promises that reports of other programs ask for, each named after its report, over all hands of the golden files."""

import random

import pytest
from golden_cases import ALL, Case, mask, of_kind

import ginfast
from ginfast import CardSet, Outcome, masks, reference

HANDS = sorted(
    {
        text
        for case in ALL
        if case.kind not in {"parse", "invalid"}
        for name in ("cards", "hand", "knocker", "defender")
        if (text := case.input.get(name))
    }
)
PAIRS = [(case.input["knocker"], case.input["defender"]) for case in ALL if case.kind == "hand"]


def test_there_is_something_to_check() -> None:
    assert len(HANDS) > 70
    assert len(PAIRS) == 24


def conserved() -> None:
    for text in HANDS:
        for arrangement in (ginfast.best_arrangement(text), *ginfast.arrangements(text)):
            parts = [meld.mask for meld in arrangement.melds] + [arrangement.deadwood_cards.mask]
            assert sum(parts) == mask(text)
            assert sum(part.bit_count() for part in parts) == len(text.split())
            assert arrangement.deadwood == arrangement.deadwood_cards.points == ginfast.deadwood(text)


def one_outcome() -> None:
    for knocker, defender in PAIRS:
        if ginfast.deadwood(knocker) > 10:
            continue
        result = ginfast.resolve_hand(knocker, defender)
        gin = result.knocker_deadwood == 0
        undercut = not gin and result.defender_deadwood <= result.knocker_deadwood
        wanted = Outcome.GIN if gin else Outcome.UNDERCUT if undercut else Outcome.KNOCK
        assert result.outcome is wanted
        assert result.winner == ("defender" if undercut else "knocker")
    assert ginfast.dead_hand().outcome is Outcome.DEAD


def nothing_changed() -> None:
    for knocker, defender in PAIRS:
        cards, others = knocker.split(), [ginfast.Card(card) for card in defender.split()]
        melds = [str(meld.cards).split() for meld in ginfast.best_arrangement(knocker).melds]
        before = (list(cards), list(others), [list(meld) for meld in melds])
        ginfast.deadwood(cards)
        list(ginfast.arrangements(cards))
        ginfast.lay_off(others, melds)
        if ginfast.deadwood(cards) <= 10:
            ginfast.resolve_hand(cards, others, melds=melds, big_gin=len(cards) == 11)
        assert (cards, others, melds) == before


def no_card_dropped() -> None:
    rng = random.Random(91)
    for text in HANDS:
        cards = text.split()
        twice = [*cards, rng.choice(cards)]
        rng.shuffle(twice)
        for doubled in (twice, " ".join(twice), "".join(twice)):
            with pytest.raises(ginfast.CardError, match=r"twice|already|again|duplicate"):
                ginfast.deadwood(doubled)
            with pytest.raises(ginfast.CardError):
                CardSet(doubled)
        assert len(CardSet(text)) == len(cards)


def batch_as_scalar() -> None:
    import numpy as np

    from ginfast import batch

    every = [mask(text) for text in HANDS]
    for rows in (every[:0], every[:1], every, every * 50):
        array = np.array(rows, dtype=np.uint64)
        assert batch.deadwood(array).tolist() == [masks.deadwood(row) for row in rows]
        assert batch.evaluate(array).tolist() == [reference.deadwood(row) for row in rows]


CHECKS = {
    "B025a": conserved,
    "B058a": one_outcome,
    "B063a": nothing_changed,
    "B091a": no_card_dropped,
    "B103a": batch_as_scalar,
}


@of_kind("behaviour")
def test_promise(case: Case) -> None:
    CHECKS[case.id]()
