"""R-KNOCK, R-LAY, R-GIN: whole hands by their cards; what binds, what is best, what is refused."""

from typing import Any

import pytest
from finished_hands import (
    AGAINST_BIG_GIN,
    AGAINST_GIN,
    BIG_GIN,
    DEFENDER,
    GIN,
    KNOCKER,
)

from ginfast import (
    Card,
    CardSet,
    HandError,
    HandResult,
    Meld,
    MeldError,
    Outcome,
    Rules,
    arrangements,
    resolve_hand,
)
from ginfast.reference.layoff import ways_to_lay_off

MELDS = ["4H 5H 6H", "7S 7C 7D", "9C TC JC"]
OS1 = "5S 6S 7S 9C TC JC KS KC KD JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
OS2 = "AS 5S 6S 7S 5C 6C 7C 5D 6D 7D", "3S 4S 4C 4D 5H 6H 7H 8S 8C 8D"


def laid(result: HandResult) -> list[str]:
    assert result.lay_off is not None
    return [f"{card} on {meld}" for card, meld in result.lay_off.laid_off]


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
