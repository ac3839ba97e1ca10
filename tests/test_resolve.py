"""R-KNOCK, R-LAY, R-GIN: whole hands by their cards; what binds, what is best, what is refused."""

import itertools
import random
from typing import Any

import pytest
from finished_hands import (
    AGAINST_BIG_GIN,
    AGAINST_GIN,
    BIG_GIN,
    DEFENDER,
    GIN,
    KNOCKER,
    deal,
    knocking_pair,
    rule_fields,
    rules_of,
)

from ginfast import (
    Card,
    CardError,
    CardSet,
    GinfastError,
    HandError,
    HandResult,
    Meld,
    MeldError,
    Outcome,
    Rules,
    RulesError,
    arrangements,
    best_spread,
    masks,
    reference,
    resolve_hand,
)
from ginfast.reference.layoff import ways_to_lay_off

MELDS = ["4H 5H 6H", "7S 7C 7D", "9C TC JC"]
OS1 = "5S 6S 7S 9C TC JC KS KC KD JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
OS2 = "AS 5S 6S 7S 5C 6C 7C 5D 6D 7D", "3S 4S 4C 4D 5H 6H 7H 8S 8C 8D"


def laid(result: HandResult) -> list[str]:
    assert result.lay_off is not None
    return [f"{card} on {meld}" for card, meld in result.lay_off.laid_off]


def text(mask: int) -> str:
    return masks.format_cards(mask)


def meld_texts(found: tuple[Meld, ...]) -> list[str]:
    return [str(meld) for meld in found]


# --- the two counts --------------------------------------------------------------------------------------------------


def test_the_hand_of_the_readme() -> None:
    result = resolve_hand(KNOCKER, DEFENDER, discard="KS")
    assert (result.outcome, result.winner, result.points, result.boxes) == (Outcome.KNOCK, "knocker", 17, 1)
    assert (result.knocker_deadwood, result.defender_deadwood_before, result.defender_deadwood) == (2, 26, 19)
    assert laid(result) == ["7H on 4H 5H 6H"], "R-TIE-7: the run is named, not the set of sevens"
    assert str(result.discard) == "KS"
    assert result.rules == Rules()
    assert result.upcard is None


# Own best melds first and laying off after gives the fifth number, both together the sixth. In the first eight the
# winner changes.
OWN_MELDS_FIRST = [
    (*OS1, 10, 17, 9),
    ("6C 7C 8C QC 7H 8H 9H 7S 8S 9S", "9C TC JC 8D 9D TD QD TH JH TS", 10, 37, 10),
    ("2C 4C 2D 4D 5D 6D 3S 4S 5S 6S", "3C 7D 8D 4H 5H 6H 7H 8H 2S 7S", 8, 19, 3),
    ("8C TC JC KC 8D TD 8H KH TS KS", "QC 7D QD KD 7H QH 7S 8S 9S QS", 10, 14, 9),
    ("7D AH 2H 3H 4H 5H 3S 5S 6S 7S", "4C 5C 6C AD 2D 3D 6D 6H 7H 2S", 10, 18, 8),
    ("2C 3C 4C 5C AD 3D 5D 2H AS 2S", "AC 6C 7C 6D 7D 3H 7H 4S 5S 6S", 10, 13, 10),
    ("2C 6C 2D 2H 3H 4H 2S 3S 4S 5S", "3C 4C 5C 3D 5D 6D 7D 5H 6H 6S", 6, 17, 3),
    ("9H TH JH 3S 3D 3C 5C 6C 7C 2D", "QH QS QD QC KH 7D 8D 9D AC AS", 2, 12, 2),
    ("AC 3C 6C 3D AH 2H 3H 4S 5S 6S", "2C 4C 7C 2D 5D 6D 7D 5H 6H 7S", 10, 30, 26),
    ("AC AH 5H 6H 7H 3S 4S 5S 6S 7S", "2C 3C 5C 2D 5D 7D 2H 4H AS 2S", 2, 21, 20),
    ("8C TC 4D 5D 6D 4H 8H TH 8S TS", "4C 5C 6C 7D TD 5H 6H 7H 9H 7S", 4, 20, 16),
]


def own_melds_first(defender: str, spread: tuple[Meld, ...]) -> int:
    """Return the least deadwood of a defender who takes any best arrangement and lays off from what it leaves."""
    found = (resolve_rest(own.deadwood_cards.mask, spread) for own in arrangements(defender))
    return min(found)


def resolve_rest(rest: int, spread: tuple[Meld, ...]) -> int:
    options = ways_to_lay_off(rest, tuple(meld.mask for meld in spread))
    return min(CardSet.from_mask(rest & ~gone).points for gone in options)


@pytest.mark.parametrize(("knocker", "defender", "k", "separate", "joint"), OWN_MELDS_FIRST)
def test_r_lay_3_own_melds_first_then_laying_off_is_wrong(
    knocker: str, defender: str, k: int, separate: int, joint: int
) -> None:
    result = resolve_hand(knocker, defender)
    assert result.knocker_arrangement is not None
    assert own_melds_first(defender, result.knocker_arrangement.melds) == separate > joint
    assert (result.knocker_deadwood, result.defender_deadwood) == (k, joint)


def test_r_lay_3_the_winner_flips() -> None:
    flips = [(k < separate) != (k < joint) for _, _, k, separate, joint in OWN_MELDS_FIRST]
    assert flips == [True] * 8 + [False] * 3


def test_r_lay_3_the_defender_breaks_a_set() -> None:
    result = resolve_hand(*OS1, rules=Rules(undercut_bonus=20))
    assert (result.outcome, result.winner, result.points) == (Outcome.UNDERCUT, "defender", 21)
    assert laid(result) == [
        "8C on 9C TC JC",
        "7C on 9C TC JC",
        "8S on 5S 6S 7S",
        "9S on 5S 6S 7S",
    ]


# --- what is declared binds ------------------------------------------------------------------------------------------


def test_r_knock_3_two_spreads_of_one_hand() -> None:
    knocker, defender = OS2
    runs = resolve_hand(knocker, defender, melds=["5S 6S 7S", "5C 6C 7C", "5D 6D 7D"])
    sets = resolve_hand(knocker, defender, melds=["5S 5C 5D", "6S 6C 6D", "7S 7C 7D"])
    assert (runs.winner, runs.points) == ("defender", 26)
    assert (sets.winner, sets.points) == ("knocker", 2)
    assert runs.knocker_deadwood == sets.knocker_deadwood == 1


def test_r_knock_3_a_spread_with_more_deadwood_binds() -> None:
    result = resolve_hand(KNOCKER, DEFENDER, melds=["4H 5H 6H", "9C TC JC"], rules=Rules(knock_limit=30))
    assert (result.knocker_deadwood, result.winner) == (23, "defender")
    assert result.knocker_arrangement is not None
    assert result.knocker_arrangement.deadwood_cards == CardSet("7S 7C 7D 2S")


def test_r_gin_1_a_gin_hand_spread_with_deadwood_is_a_knock() -> None:
    result = resolve_hand(GIN, AGAINST_GIN, melds=["6S 7S 8S", "TH TD TC", "AS AH AD"])
    assert (result.outcome, result.knocker_deadwood) == (Outcome.KNOCK, 1)
    assert "AC" not in [str(card) for card in result.knocker_arrangement.melds[1]]  # type: ignore[union-attr]
    assert result.lay_off is not None
    assert result.lay_off.laid_off_cards == CardSet("4S 5S TS")
    assert result.points == 73 - 19 - 1


def test_no_meld_at_all_is_a_spread_where_the_limit_allows() -> None:
    result = resolve_hand(KNOCKER, DEFENDER, melds=(), rules=Rules(knock_limit=98))
    assert result.knocker_deadwood == CardSet(KNOCKER).points
    assert laid(result) == []


def test_r_lay_4_declining_binds() -> None:
    result = resolve_hand(KNOCKER, DEFENDER, laid_off=())
    assert (result.defender_deadwood, result.points, laid(result)) == (26, 24, [])
    nothings: tuple[Any, ...] = ("", [], CardSet(), iter(()))
    for nothing in nothings:
        assert resolve_hand(KNOCKER, DEFENDER, laid_off=nothing) == result


def test_r_lay_4_laid_off_cards_bind_in_any_form() -> None:
    knocker, defender = OS1
    result = resolve_hand(knocker, defender, laid_off="7C 8C")
    assert laid(result) == ["8C on 9C TC JC", "7C on 9C TC JC"]
    assert result.defender_deadwood == 1 + 8 + 8 + 9, "the two eights left are no meld any more"
    pairs = [("7C", "9C TC JC"), (Card("8C"), Meld("9C TC JC"))]
    listed = [list(pair) for pair in pairs]
    forms: tuple[Any, ...] = (["7C", "8C"], CardSet("7C 8C"), [Card("8C"), "7C"], pairs, pairs[::-1], listed)
    for form in forms:
        assert resolve_hand(knocker, defender, laid_off=form) == result


def test_r_lay_4_a_pair_names_the_set_where_cards_would_name_the_run() -> None:
    by_pair = resolve_hand(KNOCKER, DEFENDER, laid_off=[("7H", "7S 7C 7D")])
    assert laid(by_pair) == ["7H on 7C 7D 7S"]
    assert laid(resolve_hand(KNOCKER, DEFENDER, laid_off="7H")) == ["7H on 4H 5H 6H"]
    assert by_pair.points == 17


def test_r_tie_7_a_card_goes_on_the_set_only_if_no_run_reaches_it() -> None:
    knocker, defender = "9S TS JS 7C 7D 7H AC AD AH 2C", "6S 7S 8S KC KD QC QD 3H 4D 5C"
    chain = resolve_hand(knocker, defender, laid_off="6S 7S 8S")
    assert laid(chain) == ["8S on 9S TS JS", "7S on 9S TS JS", "6S on 9S TS JS"]
    assert laid(resolve_hand(knocker, defender, laid_off="7S")) == ["7S on 7C 7D 7H"]
    with pytest.raises(MeldError, match="6S"):
        resolve_hand(knocker, defender, laid_off="6S 7S")


def test_r_lay_4_own_melds_bind_and_all_that_fits_is_laid_off() -> None:
    knocker, defender = OS1
    result = resolve_hand(knocker, defender, defender_melds=["8S 8C 8D", "2S 2C 2D 2H"])
    assert (result.defender_deadwood, laid(result)) == (17, [])
    fewer = resolve_hand(knocker, defender, defender_melds=["2S 2C 2D"])
    assert laid(fewer) == ["8C on 9C TC JC", "7C on 9C TC JC", "8S on 5S 6S 7S", "9S on 5S 6S 7S"]
    assert fewer.defender_deadwood == 1 + 2 + 8
    assert fewer.lay_off is not None
    assert meld_texts(fewer.lay_off.arrangement.melds) == ["2C 2D 2S"]


def test_r_lay_4_both_declared() -> None:
    result = resolve_hand(KNOCKER, DEFENDER, laid_off="7H", defender_melds=["QH QS QD"])
    assert result.defender_deadwood == 19 + 12
    assert result.defender_deadwood_before == 26


def test_defender_deadwood_before_is_always_his_own_minimum() -> None:
    every: tuple[dict[str, Any], ...] = (
        {},
        {"laid_off": ()},
        {"defender_melds": ()},
        {"laid_off": "7H", "defender_melds": ()},
    )
    for options in every:
        assert resolve_hand(KNOCKER, DEFENDER, **options).defender_deadwood_before == 26


# --- gin -------------------------------------------------------------------------------------------------------------


def test_r_lay_5_nothing_is_laid_off_on_gin() -> None:
    result = resolve_hand(GIN, AGAINST_GIN)
    assert (result.outcome, result.points, laid(result)) == (Outcome.GIN, 98, [])
    assert resolve_hand(GIN, AGAINST_GIN, laid_off=()) == result, "declining is no lay-off"


def test_r_lay_6_laying_off_on_gin_where_the_rules_allow_it() -> None:
    rules = Rules(layoff_on_gin=True)
    result = resolve_hand(GIN, AGAINST_GIN, rules=rules)
    assert (result.outcome, result.points) == (Outcome.GIN, 98 - 4 - 5 - 10)
    assert resolve_hand(GIN, AGAINST_GIN, rules=rules, laid_off="TS").points == 88
    zero = resolve_hand(GIN, "2H 3H 4H 9D 9C 9S KC KD KS KH", rules=rules)
    assert (zero.outcome, zero.winner, zero.points, zero.boxes) == (Outcome.TIE, None, 0, 0)


def test_r_gin_2_own_melds_bind_on_gin_too() -> None:
    assert resolve_hand(GIN, "2H 3H 4H 9D 9C 9S KC KD KS KH", defender_melds=["2H 3H 4H"]).points == 25 + 67


def test_r_gin_4_big_gin() -> None:
    result = resolve_hand(BIG_GIN, AGAINST_BIG_GIN, big_gin=True)
    assert (result.outcome, result.points, laid(result)) == (Outcome.BIG_GIN, 103, [])
    assert result.knocker == CardSet(BIG_GIN)
    assert result.discard is None
    declared = ["5H 6H 7H 8H 9H", "2S 2D 2C", "KS KD KC"]
    assert resolve_hand(BIG_GIN, AGAINST_BIG_GIN, big_gin=True, melds=declared) == result


def test_r_gin_5_eleven_melded_cards_are_played_as_gin_by_throwing_one() -> None:
    result = resolve_hand(BIG_GIN, AGAINST_BIG_GIN)
    assert (result.outcome, result.points, str(result.discard)) == (Outcome.GIN, 97, "9H")


# --- eleven cards ----------------------------------------------------------------------------------------------------


def test_r_knock_8_the_best_throw() -> None:
    result = resolve_hand(f"{KNOCKER} KS", DEFENDER)
    assert (str(result.discard), result.points, result.knocker) == ("KS", 17, CardSet(KNOCKER))
    assert result == resolve_hand(KNOCKER, DEFENDER, discard="KS")


def test_r_knock_8_with_melds_the_dearest_unmelded_card() -> None:
    result = resolve_hand(f"{KNOCKER} KS", DEFENDER, melds=MELDS)
    assert str(result.discard) == "KS"
    assert str(resolve_hand(f"{KNOCKER} KS", DEFENDER, melds=MELDS, discard="2S").discard) == "2S"
    taken = resolve_hand(f"{KNOCKER} KS", DEFENDER, melds=MELDS, taken="KS")
    assert (str(taken.discard), taken.knocker_deadwood) == ("2S", 10)
    tens = resolve_hand(
        "4H 5H 6H 7S 7C 7D 9S 9C 9D JC KC", DEFENDER.replace("KC", "KH"), melds=["4H 5H 6H", "7S 7C 7D", "9S 9C 9D"]
    )
    assert str(tens.discard) == "KC", "highest id of the cards of ten points"


def test_r_meld_7_the_card_taken_stays() -> None:
    result = resolve_hand(f"{KNOCKER} KS", DEFENDER, taken="KS")
    assert (str(result.discard), result.knocker_deadwood) == ("2S", 10)


def test_r_okla_1_the_upcard_sets_the_limit_also_when_it_is_held() -> None:
    rules = Rules(oklahoma=True, oklahoma_ace="one")
    result = resolve_hand(KNOCKER, DEFENDER, rules=rules, upcard="2S")
    assert (result.points, result.multiplier, str(result.upcard)) == (17, 1, "2S")
    with pytest.raises(HandError, match="expected at most the knock limit 1"):
        resolve_hand(KNOCKER, DEFENDER, rules=rules, upcard="AH")


def test_r_okla_3_spades_multiply_the_whole_hand() -> None:
    knocker, defender = OS1
    rules = Rules(oklahoma=True, spade_multiplier=2)
    result = resolve_hand(knocker, defender, rules=rules, upcard="TS")
    assert (result.points, result.multiplier, result.difference, result.bonus) == (52, 2, 1, 25)


# --- both hands open -------------------------------------------------------------------------------------------------


def test_best_spread_may_show_other_melds_or_more_deadwood() -> None:
    assert best_spread(*OS2).points == 2
    knocker, defender = "4H 5H 6H 7H 9C TC JC KS KC KD", "3H 8H 9H TH QC 8C AS AD 2D 2C"
    best, plain = best_spread(knocker, defender), resolve_hand(knocker, defender)
    assert plain.outcome is Outcome.GIN
    assert best.points == plain.points


def signed(result: HandResult) -> tuple[int, int, int]:
    sign = -1 if result.winner == "defender" else 1
    return sign * result.points, sign * result.boxes, -result.knocker_deadwood


def test_best_spread_is_the_best_of_all_legal_spreads() -> None:
    rng = random.Random(8)
    better = 0
    for _ in range(150):
        knocker, defender = knocking_pair(rng)
        rules = rules_of(rule_fields(rng) | {"oklahoma": False, "knock_limit": 10})
        best = best_spread(CardSet.from_mask(knocker), CardSet.from_mask(defender), rules=rules)
        every = [
            resolve_hand(CardSet.from_mask(knocker), CardSet.from_mask(defender), melds=found.melds, rules=rules)
            for found in arrangements(CardSet.from_mask(knocker), max_deadwood=10)
        ]
        assert best == max(every, key=signed), "the first of the best in the order of arrangements"
        better += best != resolve_hand(CardSet.from_mask(knocker), CardSet.from_mask(defender), rules=rules)
    assert better > 2


def test_best_spread_ties_go_to_boxes_then_to_the_least_deadwood() -> None:
    hands = "7C 8C 9C TC 6D TD 8H 9H TH 7S", "6C 7D 8D 9D 6H 7H 6S 8S 9S TS"
    least = best_spread(*hands, rules=Rules(knock_limit=40))
    assert (least.knocker_deadwood, least.defender_deadwood, least.points) == (23, 0, 48)
    boxes = best_spread(*hands, rules=Rules(knock_limit=40, extra_boxes={"gin_off": 4}))
    assert (boxes.knocker_deadwood, boxes.defender_deadwood, boxes.points, boxes.boxes) == (30, 7, 48, 1)


def test_best_spread_weighs_laying_off_on_gin() -> None:
    hands = "3C 3D 7H 8H 9H 3S 5S 6S 7S 8S", "8C TC QC 9D TD QD JH AS 9S TS"
    rules = Rules(layoff_on_gin=True, gin_bonus=0)
    best = best_spread(*hands, rules=rules)
    assert (best.outcome, best.knocker_deadwood, best.points) == (Outcome.KNOCK, 8, 49)
    assert resolve_hand(*hands, rules=rules).points < 49


def test_best_spread_of_eleven_cards() -> None:
    rng = random.Random(9)
    for _ in range(40):
        knocker, defender = knocking_pair(rng, 11)
        cards, other = CardSet.from_mask(knocker), CardSet.from_mask(defender)
        best = best_spread(cards, other)
        every = [
            resolve_hand(cards, other, discard=card, melds=found.melds)
            for card in sorted(cards, key=lambda card: (card.points, card.id), reverse=True)
            for found in arrangements(CardSet.from_mask(knocker & ~(1 << card.id)), max_deadwood=10)
        ]
        if masks.deadwood(knocker) == 0:
            every.insert(0, resolve_hand(cards, other, big_gin=True))
        assert best == max(every, key=signed)
    assert best_spread(BIG_GIN, AGAINST_BIG_GIN).outcome is Outcome.BIG_GIN
    assert best_spread(BIG_GIN, AGAINST_BIG_GIN, rules=Rules.preset("pagat")).outcome is Outcome.GIN


def test_best_spread_refuses_a_hand_that_may_not_knock() -> None:
    with pytest.raises(HandError, match="knocker has 26 deadwood at least, expected at most the knock limit 10"):
        best_spread(DEFENDER, KNOCKER)


# --- what is refused -------------------------------------------------------------------------------------------------

TEN = Rules(knock_limit=10)
REFUSED: list[tuple[str, str, dict[str, Any], type[Exception], str]] = [
    ("4H 5H 6H", DEFENDER, {}, HandError, "knocker holds 3 cards, expected 10 or 11"),
    (f"{KNOCKER} KS KD", DEFENDER, {}, HandError, "knocker holds 12 cards, expected 10 or 11"),
    (KNOCKER, "3D 4D", {}, HandError, "defender holds 2 cards, expected 10"),
    (KNOCKER, f"{DEFENDER} KD", {}, HandError, "defender holds 11 cards, expected 10"),
    (KNOCKER, DEFENDER.replace("8S", "2S"), {}, HandError, "knocker and defender both hold 2S"),
    (KNOCKER.replace("2S", "4H"), DEFENDER, {}, CardError, "knocker: '4H' .* twice"),
    (KNOCKER.replace("2S", "2X"), DEFENDER, {}, CardError, "knocker: '2X'"),
    (KNOCKER.replace("2S", "KS").replace("4H", "KH"), DEFENDER, {}, HandError, "expected at most the knock limit 10"),
    (KNOCKER, DEFENDER, {"melds": ["4H 5H 6H", "9C TC JC"]}, HandError, "leaves 23 deadwood .* knock limit 10"),
    (KNOCKER, DEFENDER, {"melds": ["4H 5H 7S"]}, MeldError, r"melds\[0\]"),
    (KNOCKER, DEFENDER, {"melds": ["4H 5H"]}, MeldError, r"melds\[0\]"),
    (KNOCKER, DEFENDER, {"melds": ["QH KH AH"]}, MeldError, r"melds\[0\]"),
    (KNOCKER, DEFENDER, {"melds": ["3H 4H 5H"]}, MeldError, r"melds\[0\] .* holds 3H, which is not in the hand"),
    (KNOCKER, DEFENDER, {"melds": ["7S 7C 7H"]}, MeldError, r"melds\[0\] .* holds 7H of the other hand"),
    (KNOCKER, DEFENDER, {"melds": [*MELDS, "4H 5H 6H"]}, MeldError, r"melds\[3\] .* an earlier meld holds too"),
    (KNOCKER, DEFENDER, {"discard": "2S"}, HandError, "discard is 2S, which is still in a hand"),
    (KNOCKER, DEFENDER, {"discard": "8S"}, HandError, "discard is 8S, which is still in a hand"),
    (KNOCKER, DEFENDER, {"discard": "KS QS"}, CardError, "discard"),
    (KNOCKER, DEFENDER, {"taken": "KS"}, HandError, "taken is KS, expected one of the knocker's cards"),
    (KNOCKER, DEFENDER, {"upcard": "1S"}, CardError, "upcard"),
    (f"{KNOCKER} KS", DEFENDER, {"discard": "QC"}, HandError, "discard is QC, expected one of the knocker's cards"),
    (f"{KNOCKER} KS", DEFENDER, {"discard": "KS", "taken": "KS"}, HandError, "discard is KS, the card just taken"),
    (f"{KNOCKER} KS", DEFENDER, {"melds": MELDS, "discard": "7D"}, MeldError, "holds the throw 7D"),
    (
        BIG_GIN,
        AGAINST_BIG_GIN,
        {"melds": ["5H 6H 7H 8H 9H", "2S 2D 2C", "KS KD KC"]},
        HandError,
        "hold all eleven cards",
    ),
    (
        BIG_GIN,
        AGAINST_BIG_GIN,
        {"melds": ["5H 6H 7H 8H", "2S 2D 2C", "KS KD KC"], "taken": "9H"},
        HandError,
        "the only unmelded card is 9H, just taken",
    ),
    (BIG_GIN, AGAINST_BIG_GIN, {"big_gin": True, "discard": "9H"}, HandError, "discard is 9H, expected none"),
    (BIG_GIN, AGAINST_BIG_GIN, {"big_gin": True, "rules": Rules.preset("pagat")}, RulesError, "big_gin_bonus is None"),
    (
        BIG_GIN,
        AGAINST_BIG_GIN,
        {"big_gin": True, "melds": ["5H 6H 7H 8H", "2S 2D 2C", "KS KD KC"]},
        HandError,
        "leave 9",
    ),
    (BIG_GIN, AGAINST_BIG_GIN, {"big_gin": True, "laid_off": "TH"}, RulesError, "nothing is laid off on gin"),
    (f"{KNOCKER} KS", DEFENDER, {"big_gin": True}, HandError, "leave 12 deadwood .*, expected 0 for big gin"),
    (KNOCKER, DEFENDER, {"big_gin": True}, HandError, "knocker holds 10 cards, expected 11 for big gin"),
    (
        GIN,
        AGAINST_GIN,
        {"laid_off": "5S"},
        RulesError,
        "laid_off holds 5S, expected no card: nothing is laid off on gin",
    ),
    (GIN, AGAINST_GIN, {"laid_off": [("5S", "6S 7S 8S")]}, RulesError, "nothing is laid off on gin"),
    (KNOCKER, DEFENDER, {"laid_off": "8S"}, MeldError, "laid_off: 8S"),
    (KNOCKER, DEFENDER, {"laid_off": "8H"}, HandError, "laid_off holds 8H, expected cards of the defender"),
    (KNOCKER, DEFENDER, {"laid_off": "2S"}, HandError, "laid_off holds 2S, expected cards of the defender"),
    (KNOCKER, DEFENDER, {"laid_off": "KC"}, MeldError, "KC"),
    (KNOCKER, DEFENDER, {"laid_off": [("7H", "9C TC JC")]}, MeldError, "7H does not fit"),
    (KNOCKER, DEFENDER, {"laid_off": [("7H", "QH QS QD")]}, MeldError, "expected a meld of the spread"),
    (KNOCKER, DEFENDER, {"laid_off": [("7H", "4H 5H 6H"), ("7H", "7S 7C 7D")]}, CardError, "7H, which an earlier pair"),
    (KNOCKER, DEFENDER, {"laid_off": "7H 7H"}, CardError, "laid_off"),
    (
        KNOCKER,
        DEFENDER,
        {"laid_off": "QD", "defender_melds": ["QH QS QD"]},
        MeldError,
        "QD, which defender_melds hold too",
    ),
    (KNOCKER, DEFENDER, {"defender_melds": ["QH QS QC"]}, MeldError, r"defender_melds\[0\] .* not in the hand"),
    (KNOCKER, DEFENDER, {"defender_melds": ["7H 7C 7D"]}, MeldError, r"defender_melds\[0\] .* of the other hand"),
    (KNOCKER, DEFENDER, {"defender_melds": ["QH QS QD", "QH QS QD"]}, MeldError, "an earlier meld holds too"),
    (KNOCKER, DEFENDER, {"defender_melds": ["QH QS"]}, MeldError, r"defender_melds\[0\]"),
    (KNOCKER, DEFENDER, {"rules": Rules(oklahoma=True)}, RulesError, "upcard is missing"),
    (
        KNOCKER,
        DEFENDER,
        {"rules": Rules(oklahoma=True), "upcard": "AS"},
        HandError,
        "expected at most the knock limit 0",
    ),
    (KNOCKER, DEFENDER, {"rules": Rules.preset("straight")}, HandError, "expected at most the knock limit 0"),
]


@pytest.mark.parametrize(("knocker", "defender", "options", "error", "message"), REFUSED)
def test_refused(knocker: str, defender: str, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        resolve_hand(knocker, defender, **options)
    assert issubclass(error, GinfastError)


WRONG_TYPES: list[tuple[dict[str, Any], str]] = [
    ({"knocker": 5}, "knocker"),
    ({"knocker": None}, "knocker"),
    ({"defender": 5.5}, "defender"),
    ({"defender": b"3D"}, "defender"),
    ({"melds": "4H 5H 6H"}, "melds"),
    ({"melds": Meld("4H 5H 6H")}, "melds"),
    ({"melds": CardSet("4H 5H 6H")}, "melds"),
    ({"melds": 7}, "melds"),
    ({"melds": [7]}, r"melds\[0\]"),
    ({"melds": [None]}, r"melds\[0\]"),
    ({"defender_melds": "3D 4D 5D"}, "defender_melds"),
    ({"defender_melds": [1.5]}, r"defender_melds\[0\]"),
    ({"laid_off": 7}, "laid_off"),
    ({"laid_off": [7]}, "laid_off"),
    ({"laid_off": b"7H"}, "laid_off"),
    ({"laid_off": [("7H",)]}, r"laid_off\[0\]"),
    ({"laid_off": [("7H", "4H 5H 6H"), "KC"]}, r"laid_off\[1\]"),
    ({"laid_off": [(7, "4H 5H 6H")]}, r"laid_off\[0\]\[0\]"),
    ({"laid_off": [("7H", 7)]}, r"laid_off\[0\]\[1\]"),
    ({"laid_off": {"7H": "4H 5H 6H"}}, "laid_off"),
    ({"rules": {"gin_bonus": 20}}, "rules"),
    ({"upcard": 5}, "upcard"),
    ({"discard": 50}, "discard"),
    ({"taken": 1.0}, "taken"),
    ({"big_gin": 1}, "big_gin"),
    ({"big_gin": "yes"}, "big_gin"),
]


@pytest.mark.parametrize(("options", "what"), WRONG_TYPES)
def test_wrong_types(options: dict[str, Any], what: str) -> None:
    with pytest.raises(TypeError, match=what):
        resolve_hand(**{"knocker": KNOCKER, "defender": DEFENDER} | options)


def test_what_is_given_is_not_changed() -> None:
    knocker, defender, spread = KNOCKER.split(), DEFENDER.split(), [meld.split() for meld in MELDS]
    off = [["7H", ["4H", "5H", "6H"]]]
    resolve_hand(knocker, defender, melds=spread, laid_off=off)  # type: ignore[arg-type]
    assert (knocker, defender) == (KNOCKER.split(), DEFENDER.split())
    assert (spread, off) == ([meld.split() for meld in MELDS], [["7H", ["4H", "5H", "6H"]]])


def test_iterators_and_shuffled_cards_are_cards_too() -> None:
    result = resolve_hand(iter(KNOCKER.split()), CardSet(DEFENDER), melds=(Meld(meld) for meld in MELDS))
    assert result == resolve_hand(KNOCKER, DEFENDER)
    assert resolve_hand(" ".join(KNOCKER.split()[::-1]), DEFENDER) == result


# --- against the reference, over random rules and declarations -------------------------------------------------------

COMPARED = ("winner", "points", "difference", "bonus", "multiplier", "boxes", "knocker_deadwood")
COMPARED_TOO = ("defender_deadwood_before", "defender_deadwood")


def random_subset(rng: random.Random, cards: int, most: int) -> int:
    ids = [card.id for card in CardSet.from_mask(cards)]
    return sum(1 << card for card in rng.sample(ids, min(len(ids), rng.randint(0, most))))


def any_spread(rng: random.Random, hand: int, limit: int) -> tuple[int, ...]:
    """Return some spread within the limit where there is one; now and then any other."""
    found = list(itertools.islice(masks.arrangements(hand, limit if rng.random() < 0.9 else 98), 60))
    return rng.choice(found) if found else ()


def declarations(rng: random.Random, knocker: int, defender: int, fields: dict[str, Any]) -> dict[str, Any]:
    """Return random options for `reference.resolve`: mostly legal, sometimes not."""
    options: dict[str, Any] = {"rules": fields}
    ids, eleven = [card.id for card in CardSet.from_mask(knocker)], knocker.bit_count() == 11
    if fields["oklahoma"] and rng.random() < 0.95:
        options["upcard"] = rng.randrange(52)
    hand = knocker
    if rng.random() < 0.2:
        free = [card for card in range(52) if not (knocker | defender) >> card & 1]
        options["discard"] = rng.choice((ids if eleven else free) if rng.random() < 0.95 else [rng.randrange(52)])
        hand &= ~(1 << options["discard"])
    if rng.random() < 0.5:
        options["melds"] = any_spread(rng, hand, fields["knock_limit"])
    if rng.random() < 0.2:
        options["taken"] = rng.choice(ids)
    if eleven and rng.random() < (0.5 if masks.deadwood(knocker) == 0 else 0.02):
        options["big_gin"] = True
        options.pop("discard", None)
    spread = options.get("melds", masks.best_arrangement(hand))
    kept = defender
    if rng.random() < 0.4:
        legal = ways_to_lay_off(defender, tuple(spread)) if fields["layoff_on_gin"] or masks.deadwood(hand) else {0}
        options["laid_off"] = rng.choice(sorted(legal))
        if rng.random() < 0.05:
            options["laid_off"] ^= random_subset(rng, defender, 2)
        kept &= ~options["laid_off"]
    if rng.random() < 0.4:
        options["defender_melds"] = any_spread(rng, kept if rng.random() < 0.95 else defender, 98)
    return options


def as_cards(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of `reference.resolve` as those of `resolve_hand`."""
    made = dict(options, rules=rules_of(options["rules"]))
    for name in ("upcard", "discard", "taken"):
        if name in made:
            made[name] = Card.from_id(made[name])
    for name in ("melds", "defender_melds"):
        if name in made:
            made[name] = [CardSet.from_mask(meld) for meld in made[name]]
    if "laid_off" in made:
        made["laid_off"] = CardSet.from_mask(made["laid_off"])
    return made


def compare(knocker: int, defender: int, options: dict[str, Any]) -> Outcome | None:
    cards, other = CardSet.from_mask(knocker), CardSet.from_mask(defender)
    try:
        right = reference.resolve(knocker, defender, **options)
    except ValueError as refusal:
        with pytest.raises(GinfastError):
            print(resolve_hand(cards, other, **as_cards(options)), "but the reference refuses:", refusal)
        return None
    ours = resolve_hand(cards, other, **as_cards(options))
    where = f"{text(knocker)} | {text(defender)} | {options}"
    for name in (*COMPARED, *COMPARED_TOO):
        assert getattr(ours, name) == getattr(right, name), f"{name}: {where}"
    assert ours.outcome.name.lower() == right.outcome, where
    assert ours.knocker_arrangement is not None
    assert ours.lay_off is not None
    assert tuple(meld.mask for meld in ours.knocker_arrangement.melds) == right.knocker_melds, where
    assert tuple(meld.mask for meld in ours.lay_off.arrangement.melds) == right.defender_melds, where
    assert tuple((card.id, meld.mask) for card, meld in ours.lay_off.laid_off) == right.placements, where
    assert HandResult.from_dict(ours.to_dict()) == ours
    return ours.outcome


def run_comparison(rows: int, seed: int) -> dict[Outcome | None, int]:
    rng = random.Random(seed)
    seen: dict[Outcome | None, int] = {}
    for _ in range(rows):
        size = rng.choice((10, 10, 11))
        fields = rule_fields(rng)
        limit = min(fields["knock_limit"], rng.choice((0, 10, 10, 98)))
        knocker, defender = knocking_pair(rng, size, limit) if rng.random() < 0.95 else deal(rng, size, 10)
        outcome = compare(knocker, defender, declarations(rng, knocker, defender, fields))
        seen[outcome] = seen.get(outcome, 0) + 1
    return seen


def test_as_the_reference_over_random_rules_and_declarations() -> None:
    seen = run_comparison(800, 1)
    assert set(seen) >= {None, Outcome.KNOCK, Outcome.GIN, Outcome.BIG_GIN, Outcome.UNDERCUT}
    assert seen[None] < 400, "most hands are legal"


@pytest.mark.slow
def test_as_the_reference_in_bulk() -> None:
    seen = run_comparison(20_000, 2)
    assert set(seen) == {None, *Outcome} - {Outcome.DEAD}
