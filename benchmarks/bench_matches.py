"""Matches: `batch.settle` over a long stream of hands, `Match.record` one hand at a time."""

from collections.abc import Callable

import numpy as np
import pytest

from ginfast import Match, Rules, batch

HANDS = 10_000_000
RNG = np.random.default_rng(1)
DEAD = RNG.random(HANDS) < 0.05
WINNERS = np.where(DEAD, -1, RNG.integers(0, 2, HANDS)).astype(np.int8)
POINTS = np.where(DEAD, 0, RNG.integers(0, 60, HANDS)).astype(np.int16)
BOXES = np.where(DEAD, 0, RNG.integers(1, 4, HANDS)).astype(np.uint8)


@pytest.mark.parametrize("preset", ["modern", "palace", "wikipedia"])
@pytest.mark.parametrize("boxes", [None, BOXES], ids=["one box each", "boxes given"])
def test_settle(measure: Callable[..., float], preset: str, boxes: object) -> None:
    rules = Rules.preset(preset)
    nanoseconds = measure(lambda: batch.settle(POINTS, WINNERS, boxes=boxes, rules=rules), HANDS)  # type: ignore[arg-type]
    assert nanoseconds < 20, "50 million hands a second at least"


def test_record(measure: Callable[..., float]) -> None:
    def play() -> None:
        match = Match()
        for _ in range(49):
            match.record(0, 2)
        match.settle()

    measure(play, 49)
