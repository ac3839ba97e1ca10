"""The reference against enumerations too simple to be wrong: the oracle of all other tests has to be right itself."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from golden_cases import mask, masks_of

from ginfast import reference
from ginfast.reference import hands, houserules, layoff, melds
from ginfast.reference.cards import cards_in, points

DECK = 2**52 - 1
Melds = tuple[int, ...]
House = dict[str, reference.RuleValue]


def random_hand(rng: random.Random, size: int, among: int = DECK) -> int:
    cards = cards_in(among)
    return sum(1 << card for card in rng.sample(cards, min(size, len(cards))))


def clustered_hand(rng: random.Random, size: int) -> int:
    width = rng.randint(3, 6)
    low = rng.randint(0, 13 - width)
    return random_hand(rng, size, sum((1 << width) - 1 << 13 * suit + low for suit in range(4)))


def every_hand(count: int, seed: int, largest: int) -> Iterator[int]:
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.randint(0, largest)
        yield clustered_hand(rng, size) if rng.random() < 0.7 else random_hand(rng, size)


def by_definition_meld(cards: tuple[int, ...]) -> bool:
    ranks, suits = {card % 13 for card in cards}, {card // 13 for card in cards}
    same = len(ranks) == 1
    neighbours = len(suits) == 1 and len(ranks) == len(cards) and max(ranks) - min(ranks) == len(cards) - 1
    return len(cards) >= 3 and (same or neighbours)


def all_arrangements(hand: int) -> list[frozenset[int]]:
    """Give every set of disjoint melds in the hand, by trying each meld in or out."""
    found = [(frozenset[int](), 0)]
    for size in range(3, hand.bit_count() + 1):
        for cards in combinations(cards_in(hand), size):
            if by_definition_meld(cards):
                meld = sum(1 << card for card in cards)
                found += [(chosen | {meld}, used | meld) for chosen, used in found if not used & meld]
    return [chosen for chosen, _ in found]


def left_over(hand: int, chosen: frozenset[int]) -> int:
    return points(hand) - sum(points(meld) for meld in chosen)


# --- melds ------------------------------------------------------------------------------------------------------------


def test_R_MELD_1_2_every_triple_and_quad_of_the_deck() -> None:
    for size, sets, runs in ((3, 52, 44), (4, 13, 40)):
        wanted = [
            sum(1 << card for card in cards) for cards in combinations(range(52), size) if by_definition_meld(cards)
        ]
        assert len(wanted) == sets + runs
        assert sorted(meld for meld in reference.find_melds(DECK) if meld.bit_count() == size) == sorted(wanted)
    assert len(reference.find_melds(DECK)) == 329
    assert all(by_definition_meld(tuple(cards_in(meld))) for meld in reference.find_melds(DECK))


def test_R_TIE_1_listing_order() -> None:
    listed = reference.find_melds(mask("AC 2C 3C 4C AD AH AS KD KH KS QD JD"))
    texts = [reference.format_cards(meld) for meld in listed]
    assert texts == [
        *("AC 2C 3C", "AC 2C 3C 4C", "2C 3C 4C", "JD QD KD"),
        *("AC AD AH", "AC AD AS", "AC AH AS", "AD AH AS", "AC AD AH AS", "KD KH KS"),
    ]


# --- deadwood and arrangements ----------------------------------------------------------------------------------------


def test_R_MELD_5_deadwood_is_the_least_of_all_arrangements() -> None:
    for hand in every_hand(400, seed=1, largest=9):
        assert reference.deadwood(hand) == min(left_over(hand, chosen) for chosen in all_arrangements(hand))


def test_R_MELD_5_large_hands() -> None:
    assert reference.deadwood(DECK) == 0
    assert reference.deadwood(2**26 - 1) == 0
    assert reference.deadwood(sum(0b1111 << 13 * suit for suit in range(4))) == 0
    assert reference.deadwood(sum(0b11 << 13 * suit for suit in range(3))) == 0
    assert reference.deadwood(sum(0b11 << 13 * suit for suit in range(2))) == 6


def test_R_TIE_4_arrangements_are_all_there_in_order() -> None:
    for hand in every_hand(150, seed=2, largest=9):
        naive = [
            (left_over(hand, chosen), tuple(sorted(chosen, key=melds.listing_key))) for chosen in all_arrangements(hand)
        ]
        least = min(naive)[0]
        assert list(reference.arrangements(hand)) == sorted(found for dead, found in naive if dead == least)
        for limit in (0, least - 1, least, least + 5, 340):
            if limit >= 0:
                wanted = [found for dead, found in sorted(naive) if dead <= limit]
                assert list(reference.arrangements(hand, limit)) == wanted


def naive_best(hand: int, seen: int) -> Melds:
    """Choose by R-TIE-2, word by word."""
    choices = []
    for chosen in all_arrangements(hand):
        runs = [cards_in(meld) for meld in chosen if melds.is_run(meld)]
        ends = {cards[-1] + 1 for cards in runs if cards[-1] % 13 < 12}
        if ends & {cards[0] for cards in runs}:
            continue
        fits = set()
        for meld in chosen:
            for card in range(52):
                longer = (*cards_in(meld), card)
                if not meld >> card & 1 and by_definition_meld(longer):
                    fits.add(card)
        exposed = sum(1 for card in fits if not (hand | seen) >> card & 1)
        sets = sum(meld for meld in chosen if melds.is_set(meld))
        choices.append((left_over(hand, chosen), exposed, sets, tuple(sorted(chosen, key=melds.listing_key))))
    return min(choices)[3]


def test_R_TIE_2_best_arrangement() -> None:
    rng = random.Random(3)
    for hand in every_hand(250, seed=3, largest=9):
        seen = random_hand(rng, rng.choice((0, 0, 5, 20)))
        assert reference.best_arrangement(hand, seen) == naive_best(hand, seen)


def test_R_TIE_2_four_of_a_kind_beside_a_run() -> None:
    """Four jacks, or three and the jack of clubs in the run: fewer exposed cards decide, then the smaller sets."""
    hand = mask("8C 9C TC JC JD JH JS")
    assert [reference.format_cards(meld) for meld in reference.best_arrangement(hand)] == ["8C 9C TC", "JC JD JH JS"]
    longer = reference.best_arrangement(hand, seen=mask("QC"))
    assert [reference.format_cards(meld) for meld in longer] == ["8C 9C TC JC", "JD JH JS"]


def test_R_TIE_2_runs_are_never_split_and_suits_never_joined() -> None:
    assert reference.best_arrangement(mask("4S 5S 6S 7S 8S 9S")) == masks_of(["4S 5S 6S 7S 8S 9S"])
    assert reference.best_arrangement(mask("JC QC KC AD 2D 3D")) == masks_of(["JC QC KC", "AD 2D 3D"])
    assert len(list(reference.arrangements(mask("4S 5S 6S 7S 8S 9S TS")))) == 3


def test_R_TIE_5_throws() -> None:
    rng = random.Random(4)
    for _ in range(150):
        hand = (
            random_hand(rng, 11) if rng.random() < 0.5 else random_hand(rng, 11, clustered_hand(rng, 24) | 0b111 << 40)
        )
        if hand.bit_count() != 11:
            continue
        taken = rng.choice([-1, *cards_in(hand)])
        best = min(
            (reference.deadwood(hand ^ 1 << card), -points(1 << card), -card)
            for card in cards_in(hand)
            if card != taken
        )
        assert reference.best_discard(hand, taken) == (-best[2], best[0])
        assert len(reference.rank_discards(hand, taken)) == (11 if taken == -1 else 10)


# --- lay-off ----------------------------------------------------------------------------------------------------------


def can_go(cards: int, table: tuple[tuple[int, ...], ...]) -> bool:
    """Tell whether all of ``cards`` can be added to the melds on the table, trying every order and target."""
    if not cards:
        return True
    for card in cards_in(cards):
        for number, meld in enumerate(table):
            longer = tuple(sorted((*meld, card)))
            if by_definition_meld(longer) and can_go(
                cards ^ 1 << card, (*table[:number], longer, *table[number + 1 :])
            ):
                return True
    return False


def naive_lay_off(defender: int, spread: Melds) -> tuple[int, int]:
    table = tuple(tuple(cards_in(meld)) for meld in spread)
    options = []
    for size in range(defender.bit_count() + 1):
        for laid in combinations(cards_in(defender), size):
            cards = sum(1 << card for card in laid)
            if can_go(cards, table):
                rest = defender ^ cards
                dead = min(left_over(rest, chosen) for chosen in all_arrangements(rest))
                options.append((dead, size, cards))
    return min(options)[0], min(options)[2]


def spreads(rng: random.Random) -> tuple[int, Melds]:
    """Give a defender's hand near the melds of a spread."""
    deck = clustered_hand(rng, 16) if rng.random() < 0.7 else random_hand(rng, 20)
    knocker = random_hand(rng, 10, deck)
    spread = reference.best_arrangement(knocker)
    near = (deck | reference.lay_off_cards(spread)) & ~knocker
    return random_hand(rng, rng.randint(0, 7), near), spread


def test_R_LAY_3_joint_optimum() -> None:
    rng = random.Random(5)
    moved = 0
    for _ in range(250):
        defender, spread = spreads(rng)
        result = reference.lay_off(defender, spread)
        assert result == naive_lay_off(defender, spread)
        moved += result[1] > 0
    assert moved > 60


def test_R_LAY_3_own_melds_first_loses_points() -> None:
    """Both ways on hands where they differ: own melds first leaves 17, choosing together 9."""
    spread = masks_of(["KS KC KD", "5S 6S 7S", "9C TC JC"])
    defender = mask("2S 2C 2D 2H 8S 8C 8D 9S 7C AC")
    own = melds.union(reference.best_arrangement(defender))
    loose = defender & ~own
    first = min(points(loose & ~laid) for laid in layoff.ways_to_lay_off(loose, spread))
    assert (first, reference.lay_off(defender, spread)[0]) == (17, 9)


def test_R_TIE_7_placements_are_legal_and_named() -> None:
    rng = random.Random(6)
    for _ in range(400):
        defender, spread = spreads(rng)
        least, laid, own, placed = reference.lay_off_full(defender, spread)
        assert sum(1 << card for card, _ in placed) == laid
        assert points(defender & ~laid & ~melds.union(own)) == least
        table = {meld: meld for meld in spread}
        for card, meld in placed:
            assert reference.can_lay_off(card, table[meld])
            table[meld] |= 1 << card


def test_R_TIE_7_a_set_may_not_take_the_card_that_a_run_needs() -> None:
    spread = masks_of(["8S 9S TS", "6C 6D 6H"])
    placed = layoff.place(mask("5S 6S 7S"), spread)
    assert [reference.format_cards(1 << card) for card, _ in placed] == ["7S", "6S", "5S"]
    assert {meld for _, meld in placed} == {mask("8S 9S TS")}
    with pytest.raises(ValueError, match="fits no meld"):
        layoff.place(mask("5S 7S"), spread)


def test_R_TIE_6_fewest_cards_then_smallest_mask() -> None:
    """A card that would be free of charge in an own meld is kept there."""
    spread = masks_of(["5S 6S 7S"])
    assert reference.lay_off(mask("8S 9S TS"), spread) == (0, 0)
    assert reference.lay_off(mask("8S 8C 8D 9S TS"), spread) == (16, 0)
    assert reference.lay_off(mask("8S 8C 8D 9S"), spread) == (9, 0)
    # TH alone, or 8C and 9C: either way the rest is melded. One card beats two, though two have the smaller mask.
    spread = masks_of(["5C 6C 7C", "JH QH KH"])
    assert reference.lay_off(mask("8C 9C TC TD JD QD KD TH"), spread) == (0, mask("TH"))


# --- hands ------------------------------------------------------------------------------------------------------------

KNOCKER, DEFENDER = mask("4H 5H 6H 7S 7C 7D 9C TC JC 2S"), mask("3D 4D 5D QH QS QD 7H KC AC 8S")


def test_a_finished_hand() -> None:
    score = reference.resolve(KNOCKER, DEFENDER, discard=51)
    assert (score.outcome, score.winner, score.points, score.boxes) == ("knock", "knocker", 17, 1)
    assert (score.knocker_deadwood, score.defender_deadwood_before, score.defender_deadwood) == (2, 26, 19)
    assert reference.resolve_hand(KNOCKER, DEFENDER) == (2, 19, mask("7H"))
    assert reference.resolve(KNOCKER | 1 << 51, DEFENDER) == score


def test_R_LAY_4_declared_replies_bind() -> None:
    declined = reference.resolve(KNOCKER, DEFENDER, laid_off=0)
    assert (declined.defender_deadwood, declined.points) == (26, 24)
    loose = reference.resolve(KNOCKER, DEFENDER, defender_melds=masks_of(["QD QH QS"]))
    assert loose.defender_deadwood == 10 + 1 + 8 + 12
    both = reference.resolve(KNOCKER, DEFENDER, defender_melds=(), laid_off=mask("7H"))
    assert both.defender_deadwood == points(DEFENDER) - 7


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"melds": masks_of(["4H 5H 6H"])}, "limit"),
        ({"melds": masks_of(["8H 9H TH"])}, "meld"),
        ({"melds": masks_of(["3D 4D 5D"])}, "spread"),
        ({"laid_off": mask("8S")}, "lay-off"),
        ({"defender_melds": masks_of(["7H 8S KC"])}, "meld"),
        ({"big_gin": True}, "big gin"),
        ({"discard": 0}, "hand"),
        ({"taken": 51}, "taken"),
        ({"rules": {"knock_limit": 1}}, "limit"),
        ({"rules": {"oklahoma": True}}, "upcard"),
        ({"rules": {"knok_limit": 1}}, "unknown"),
    ],
)
def test_refused_hands(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        reference.resolve(KNOCKER, DEFENDER, **options)  # type: ignore[arg-type]


def test_R_UNDER_and_R_GIN_points_and_boxes() -> None:
    def told(k: int, d: int, **rules: houserules.RuleValue) -> tuple[str, str | None, int, int]:
        score = hands.score_counts(k, d, rules=rules)
        return score.outcome, score.winner, score.points, score.boxes

    assert told(8, 20) == ("knock", "knocker", 12, 1)
    assert told(8, 20, knock_bonus=15) == ("knock", "knocker", 27, 1)
    assert told(8, 5) == ("undercut", "defender", 28, 1)
    assert told(8, 8) == ("undercut", "defender", 25, 1)
    assert told(8, 8, tie="no_bonus") == ("undercut", "defender", 0, 1)
    assert told(8, 8, tie="nobody") == ("tie", None, 0, 0)
    assert told(8, 8, tie="knocker", knock_bonus=15) == ("knock", "knocker", 0, 1)
    assert told(0, 0) == ("gin", "knocker", 25, 1)
    assert told(0, 0, layoff_on_gin=True) == ("tie", None, 0, 0)
    assert told(0, 7, extra_boxes={"gin": 2}) == ("gin", "knocker", 32, 3)
    assert told(3, 0, extra_boxes={"undercut": 1}) == ("undercut", "defender", 28, 2)


def test_R_OKLA_limits_and_multiplier() -> None:
    house = {**houserules.MODERN, "oklahoma": True, "spade_multiplier": 2}
    limits = [houserules.limit_for(house, 39 + rank) for rank in range(13)]
    assert limits == [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert houserules.limit_for({**house, "oklahoma_ace": "one"}, 0) == 1
    assert houserules.limit_for({**house, "knock_limit": 4}, 9) == 4
    doubled = hands.score_counts(3, 13, rules={**house, "extra_boxes": {"knock": 0}}, upcard=39 + 4)
    assert (doubled.points, doubled.multiplier, doubled.boxes) == (20, 2, 1)


# --- matches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shutout", "total"),
    [
        *(("none", 260), ("double_game_bonus", 360), ("flat", 267), ("double_hand_points", 370)),
        *(("double_before_boxes", 470), ("double_bonuses", 410), ("double_total", 520), ("double_difference", 260)),
    ],
)
def test_R_SHUT_formulas(shutout: str, total: int) -> None:
    """110 points, 100 for the game, two boxes of 25."""
    house: House = {"shutout": shutout, "shutout_bonus": 7}
    shut_out = reference.play_match([(1, 50, 1), (1, 60, 1), (0, 99, 1)], house)
    assert (shut_out.totals, shut_out.used, shut_out.winner) == ((0, total), 2, 1)
    assert shut_out.net == ((-520, 520) if shutout == "double_difference" else (-total, total))
    saved = reference.play_match([(1, 50, 1), (0, 1, 1), (1, 60, 1)], house)
    assert saved.totals == (26, 260)


def test_R_BOX_4_boxes_at_once_are_paid_once() -> None:
    house: House = {"box_bonus": 10, "box_timing": "immediate", "shutout": "none"}
    match = reference.play_match([(0, 10, 1)] * 9, house)
    assert (match.scores, match.boxes, match.used, match.totals) == ((100, 0), (5, 0), 5, (200, 0))


def test_R_HOLLY_one_column_is_a_match() -> None:
    rng = random.Random(7)
    for _ in range(300):
        house: House = {"columns": 1, "column_weights": (1,), "shutout": rng.choice(("none", "double_total", "flat"))}
        played = [(rng.choice((0, 0, 1, None)), rng.randint(0, 60), 1) for _ in range(8)]
        plain, column = reference.play_match(played, house), reference.play_hollywood(played, house)
        assert (plain.winner, plain.scores, plain.boxes, plain.totals, plain.net) == (
            column.winner,
            column.scores,
            column.boxes,
            column.totals,
            column.net,
        )


def test_R_HOLLY_6_running_on_opens_a_column_for_each_closed_one() -> None:
    house: House = {"columns": 2, "column_weights": (1, 1), "columns_run_on": True}
    match = reference.play_hollywood([(0, 60, 1)] * 4, house)
    assert [column.scores[0] for column in match.columns] == [120, 120, 120, 60, 0]
    assert not match.is_over


def test_R_CUT_4_everybody_settles_with_everybody() -> None:
    played = [(1, 30, 1), (1, 30, 1), (0, 26, 1), (0, 26, 1), (0, 26, 1), (0, 27, 1)]
    match = reference.play_cutthroat(played, {"shutout": "flat", "shutout_bonus": 100})
    assert (match.totals, match.net) == ((305, 110, 0), (600, -85, -515))
