"""Matches against the reference, which shares no code: random hands under random rules, all kinds of match."""

from random import Random
from typing import Any

import pytest
from match_cases import Numbers, plain, random_hand, random_rules, reference_hand

from ginfast import CutthroatMatch, HollywoodMatch, Match, PartnershipMatch, Rules, reference

SEED = 20_260_101


def same(match: Any, folded: reference.MatchScore) -> None:  # noqa: ANN401 - any kind of match
    settled = match.settle()
    assert match.scores == folded.scores
    assert match.boxes == folded.boxes
    assert match.is_over is folded.is_over
    assert len(match.hands) == folded.used
    assert settled.totals == folded.totals
    assert settled.net == folded.net


def two(rules: Rules, hands: list[Numbers], dealer: int) -> None:
    match = Match(rules, dealer=dealer)
    for winner, points, outcome, gin_off, multiplier in hands:
        if match.is_over:
            break
        match.record(winner, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)
    house = plain(rules)
    folded = reference.play_match([reference_hand(house, hand) for hand in hands], house, dealer=dealer)
    same(match, folded)
    assert (match.winner, match.dealer) == (folded.winner, folded.dealer)


def hollywood(rules: Rules, hands: list[Numbers], dealer: int) -> None:
    match = HollywoodMatch(rules, dealer=dealer)
    for winner, points, outcome, gin_off, multiplier in hands:
        if match.is_over:
            break
        match.record(winner, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)
    house = plain(rules)
    folded = reference.play_hollywood([reference_hand(house, hand) for hand in hands], house, dealer=dealer)
    same(match, folded)
    assert match.dealer == folded.dealer
    if rules.columns > 1:  # of a single column the winner is who closed it, also when the boxes cost him the net
        assert match.winner == folded.winner
    assert [
        (column.scores, column.boxes, column.wins, column.winner, part.totals, part.net)
        for column, part in zip(match.columns, match.settle().columns, strict=True)
    ] == [(game.scores, game.boxes, game.wins, game.winner, game.totals, game.net) for game in folded.columns]


def partnership(rules: Rules, random: Random) -> None:
    per_side = random.randint(2, 6)
    target = random.choice((None, 40, 300))
    deals = [[random.randint(-60, 60) * random.randint(0, 1) for _ in range(per_side)] for _ in range(12)]
    match = PartnershipMatch(rules, per_side, target)
    for deltas in deals:
        if match.is_over:
            break
        match.record_deal(deltas)
    folded = reference.play_partnership(deals, plain(rules), per_side=per_side, target=target)
    same(match, folded)
    assert match.winner == folded.winner


def cutthroat(rules: Rules, random: Random) -> None:
    hands = [random_hand(random, players=3) for _ in range(12)]
    match = CutthroatMatch(rules)
    for winner, points, outcome, gin_off, multiplier in hands:
        if match.is_over:
            break
        loser = None if winner is None else (winner + random.randint(1, 2)) % 3
        match.record(winner, loser, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)
    house = plain(rules)
    folded = reference.play_cutthroat([reference_hand(house, hand) for hand in hands], house)
    same(match, folded)
    assert match.winner == folded.winner


def compare(count: int, seed: int) -> None:
    random = Random(seed)
    for number in range(count):
        rules = random_rules(random)
        hands = [random_hand(random) for _ in range(random.choice((0, 3, 8, 20)))]
        dealer = random.randint(0, 1)
        try:
            match number % 4:
                case 0:
                    two(rules, hands, dealer)
                case 1:
                    hollywood(rules, hands, dealer)
                case 2:
                    partnership(rules, random)
                case _:
                    cutthroat(rules, random)
        except AssertionError as error:
            raise AssertionError(f"match {number} of seed {seed}: {rules!r}, {hands!r}") from error


def test_matches_agree_with_the_reference() -> None:
    compare(4_000, SEED)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_100_000_matches_agree_with_the_reference(part: int) -> None:
    compare(10_000, SEED + 1 + part)
