"""Streams of hands cut into matches: row by row what `Match` says, and everything that is refused (R-MATCH, R-SHUT)."""

import re
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from match_cases import Numbers, random_hand, random_rules

from ginfast import GinfastError, Match, MatchError, Rules, batch
from ginfast.rules import preset_names

Stream = tuple[npt.NDArray[np.int16], npt.NDArray[np.int8], npt.NDArray[np.uint8]]


def stream(rules: Rules, hands: list[Numbers]) -> Stream:
    """Give a stream as three columns; boxes as the rules say."""
    points = np.array([hand[1] for hand in hands], dtype=np.int16)
    winners = np.array([-1 if hand[0] is None else hand[0] for hand in hands], dtype=np.int8)
    boxes = [
        0 if winner is None else rules.boxes_for(outcome.name.lower(), gin_off=gin_off, multiplier=multiplier)
        for winner, _, outcome, gin_off, multiplier in hands
    ]
    return points, winners, np.array(boxes, dtype=np.uint8)


def by_match(rules: Rules, hands: list[Numbers]) -> list[tuple[int, ...]]:
    """Play the stream through `Match`, one after the other."""
    rows: list[tuple[int, ...]] = []
    match = Match(rules)
    for winner, points, outcome, gin_off, multiplier in hands:
        match.record(winner, points, outcome=outcome, gin_off=gin_off, multiplier=multiplier)
        if match.is_over:
            rows.append(row_of(match))
            match = Match(rules)
    return [*rows, row_of(match)] if match.hands else rows


def row_of(match: Match) -> tuple[int, ...]:
    winner = -1 if match.winner is None else match.winner
    return (winner, len(match.hands), *match.scores, *match.boxes, *match.settle().totals)


def compare(streams: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(streams):
        rules = random_rules(random)
        hands = [random_hand(random) for _ in range(random.choice((0, 1, 2, 7, 60)))]
        points, winners, boxes = stream(rules, hands)
        found = batch.settle(points, winners, boxes=boxes, rules=rules)
        assert [tuple(map(int, row)) for row in found.tolist()] == by_match(rules, hands), (rules, hands)


def test_streams_are_matches_one_after_the_other() -> None:
    compare(600, 1)


@pytest.mark.slow
def test_many_streams() -> None:
    compare(30_000, 2)


def test_a_stream_longer_than_a_slice() -> None:
    rng = np.random.default_rng(3)
    rows = 100_003
    winners = rng.integers(-1, 2, rows).astype(np.int8)
    points = np.where(winners < 0, 0, rng.integers(0, 9, rows)).astype(np.int16)
    found = batch.settle(points, winners)
    assert found["hands"].sum() == rows
    assert found["score0"].sum() == points[winners == 0].sum()
    assert found["score1"].sum() == points[winners == 1].sum()
    assert found["boxes0"].sum() == (winners == 0).sum()
    edges = np.cumsum(found["hands"])
    middle = int(np.searchsorted(edges, 32_768))  # the match that two slices share
    start, stop = int(edges[middle - 1]), int(edges[middle])
    alone = batch.settle(points[start:stop], winners[start:stop])
    assert alone.tolist() == [found[middle].item()]
    assert (found["winner"][:-1] >= 0).all()


def test_one_long_match_and_one_hand_matches() -> None:
    rows = 70_000
    found = batch.settle(np.ones(rows, np.int16), np.zeros(rows, np.int8), rules=Rules(target=1))
    assert len(found) == rows
    assert set(found.tolist()) == {(0, 1, 1, 0, 1, 0, 1 + 25 + 200, 0)}
    found = batch.settle(np.zeros(rows, np.int16), np.ones(rows, np.int8))
    assert found.tolist() == [(-1, rows, 0, 0, 0, rows, 0, 25 * rows)]


def test_nothing_and_dead_hands_only() -> None:
    assert batch.settle([], []).shape == (0,)
    assert batch.settle([], []).dtype == batch.SETTLEMENT
    assert batch.settle([0, 0], [-1, -1]).tolist() == [(-1, 2, 0, 0, 0, 0, 0, 0)]


@pytest.mark.parametrize("name", preset_names())
def test_presets(name: str) -> None:
    rules = Rules.preset(name)
    match = Match(rules)
    for points in (60, 70, 80, 90):
        if not match.is_over:
            match.record("B", points)
    found = batch.settle([60, 70, 80, 90][: len(match.hands)], [1] * len(match.hands), rules=rules)
    assert found.tolist() == [row_of(match)]


def test_results_of_hands_go_straight_in() -> None:
    hands = batch.deal(2000, hands=2, seed=5)
    hands = hands[batch.deadwood(hands[:, 0]) <= 10]
    results = batch.resolve_hand(hands[:, 0], hands[:, 1])
    found = batch.settle(results["points"], results["winner"], boxes=results["boxes"])
    assert found["hands"].sum() == len(results)


def test_layout_is_that_of_the_compiled_row() -> None:
    assert batch.SETTLEMENT.itemsize == 32
    assert batch.SETTLEMENT.isalignedstruct
    assert batch.SETTLEMENT.names == ("winner", "hands", "score0", "score1", "boxes0", "boxes1", "total0", "total1")
    assert [batch.SETTLEMENT[name].str[1:] for name in batch.SETTLEMENT.names] == [  # pyright: ignore[reportOptionalIterable]
        "i1",
        "u4",
        "i4",
        "i4",
        "u4",
        "u4",
        "i4",
        "i4",
    ]


def test_all_sorts_of_arrays() -> None:
    points, winners = [60, 0, 30, 45, 80], [0, -1, 1, 0, 1]
    wanted = batch.settle(points, winners)
    for make in (
        lambda x: np.array(x, dtype=np.int64),
        lambda x: np.array(x, dtype=">i4"),
        lambda x: np.repeat(np.array(x, dtype=np.int16), 2)[::2],
        lambda x: np.array(x, dtype=np.int16)[::-1][::-1],
        tuple,
    ):
        assert (batch.settle(make(points), make(winners)) == wanted).all()
    frozen = np.array(points, dtype=np.int16)
    frozen.flags.writeable = False
    assert (batch.settle(frozen, winners) == wanted).all()
    assert (batch.settle(points, winners, boxes=[1, 0, 1, 1, 1]) == wanted).all()


@pytest.mark.parametrize(
    ("points", "winners", "boxes", "error", "message"),
    [
        ([3, -1], [0, 0], None, MatchError, "points[1]: -1, expected 0 to 32767"),
        ([3, 40000], [0, 0], None, MatchError, "points[1]: 40000, expected 0 to 32767"),
        ([3, 3], [0, 2], None, MatchError, "winners[1]: 2, expected 0, 1 or -1 for nobody"),
        ([3, 3], [0, -2], None, MatchError, "winners[1]: -2, expected 0, 1 or -1 for nobody"),
        ([3, 3], [0, 300], None, MatchError, "winners[1]: 300, expected 0, 1 or -1 for nobody"),
        ([3, 3], [0, -1], None, MatchError, "points[1]: 3 in a hand that nobody wins, expected 0"),
        ([3, 0], [0, -1], [1, 1], MatchError, "boxes[1]: 1 in a hand that nobody wins, expected 0"),
        ([3, 3], [0, 1], [1, 256], MatchError, "boxes[1]: 256, expected 0 to 255"),
        ([3, 3], [0], None, GinfastError, "winners: shape (1,), expected (2,)"),
        ([3, 3], [0, 1], [1], GinfastError, "boxes: shape (1,), expected (2,)"),
        ([[3, 3]], [[0, 1]], None, GinfastError, "points: shape (1, 2), expected one axis, a stream of hands"),
        (3, 0, None, GinfastError, "points: shape (), expected one axis"),
        ([3.0], [0], None, TypeError, "points[0]: 3.0 (float), expected an integer"),
        (["3"], [0], None, TypeError, "points[0]: '3' (str), expected an integer"),
        (None, [0], None, TypeError, "points: None, expected an array of integers"),
        ([3], None, None, TypeError, "winners: None, expected an array of integers"),
    ],
)
def test_streams_that_cannot_be(
    points: object, winners: object, boxes: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        batch.settle(points, winners, boxes=boxes)  # type: ignore[arg-type]


def test_the_first_bad_row_is_named_also_far_in() -> None:
    points, winners = np.zeros(200_000, np.int16), np.zeros(200_000, np.int8)
    points[[150_001, 170_000]] = -5
    with pytest.raises(MatchError, match=r"points\[150001\]: -5"):
        batch.settle(points, winners)


def test_sums_that_do_not_fit_are_refused_and_never_wrap() -> None:
    rows = 300_000
    nothing, first = np.zeros(rows, np.int16), np.zeros(rows, np.int8)
    boxes = np.full(rows, 255, np.uint8)
    with pytest.raises(MatchError, match=rf"points\[{rows - 1}\]: .* do not fit into 32 bits"):
        batch.settle(nothing, first, boxes=boxes, rules=Rules(box_bonus=500))
    nothing[-1] = 100
    with pytest.raises(MatchError, match=rf"points\[{rows - 1}\]: .* do not fit into 32 bits"):
        batch.settle(nothing, first, boxes=boxes, rules=Rules(box_bonus=500))
    assert batch.settle(nothing, first, boxes=boxes, rules=Rules(box_bonus=1))["boxes0"].tolist() == [255 * rows]


def test_rules_must_be_rules() -> None:
    with pytest.raises(TypeError, match=r"rules: 'pagat' \(str\), expected Rules"):
        batch.settle([3], [0], rules="pagat")  # type: ignore[arg-type]


def test_inputs_are_left_alone() -> None:
    points, winners = np.array([60, 60], np.int16), np.array([0, 0], np.int8)
    batch.settle(points, winners)
    assert points.tolist() == [60, 60]
    assert winners.tolist() == [0, 0]
