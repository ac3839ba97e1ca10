"""The scalar doors: one Python call per hand, over 200,000 different hands, in the three classes of `hands.py`."""

import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from functools import cache

import hands
import pytest
from conftest import Measure

import ginfast
from ginfast import masks, reference

N = 200_000
CLASSES: dict[str, Callable[..., hands.Masks]] = {
    "random": hands.random_hands,
    "play": hands.play_hands,
    "worst": hands.worst_hands,
}
DECK = (1 << 52) - 1
LANE = (1 << 13) - 1
ANY_HAND = {
    "empty": 0,
    "two_full_suits": LANE | LANE << 13,
    "three_full_suits": LANE | LANE << 13 | LANE << 26,
    "block_4x4": sum(0xF << (13 * suit + 3) for suit in range(4)),
    "block_4x8": sum(0xFF << (13 * suit + 2) for suit in range(4)),
    "deck": DECK,
    "deck_without_sevens": DECK & ~sum(1 << (13 * suit + 6) for suit in range(4)),
}


@cache
def ints(kind: str, size: int = 10, n: int = N) -> list[int]:
    """Return n hands of a class as Python ints."""
    return [int(mask) for mask in CLASSES[kind](n, size)]


@cache
def pairs(kind: str) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return defenders and the knocker's melds: random pairs, or final positions of play."""
    knockers, defenders = hands.random_pairs(N) if kind == "random" else hands.play_pairs(N)
    return [int(d) for d in defenders], [masks.best_arrangement(int(k)) for k in knockers]


def drain(iterator: Iterable[object]) -> None:
    """Consume an iterator at C speed and keep nothing."""
    deque(iterator, maxlen=0)


def test_floor_builtin_call(measure: Measure) -> None:
    """The interpreter's own part: `abs` of the same ints."""
    data = ints("random")
    measure(lambda: drain(map(abs, data)), N)


@pytest.mark.parametrize("kind", CLASSES)
def test_masks_deadwood(measure: Measure, kind: str) -> None:
    data = ints(kind)
    measure(lambda: drain(map(masks.deadwood, data)), N)


@pytest.mark.parametrize("kind", CLASSES)
def test_masks_best_arrangement(measure: Measure, kind: str) -> None:
    data = ints(kind)
    measure(lambda: drain(map(masks.best_arrangement, data)), N)


@pytest.mark.parametrize("kind", CLASSES)
def test_masks_best_discard(measure: Measure, kind: str) -> None:
    data = ints(kind, 11)
    measure(lambda: drain(map(masks.best_discard, data)), N)


@pytest.mark.parametrize("kind", CLASSES)
def test_masks_rank_discards(measure: Measure, kind: str) -> None:
    data = ints(kind, 11)
    measure(lambda: drain(map(masks.rank_discards, data)), N)


@pytest.mark.parametrize("kind", ["random", "play"])
def test_masks_lay_off(measure: Measure, kind: str) -> None:
    defenders, melds = pairs(kind)
    measure(lambda: drain(map(masks.lay_off, defenders, melds)), N)


@pytest.mark.parametrize("kind", ["random", "play"])
def test_masks_resolve_hand(measure: Measure, kind: str) -> None:
    knockers, defenders = hands.random_pairs(N) if kind == "random" else hands.play_pairs(N)
    one, other = [int(k) for k in knockers], [int(d) for d in defenders]
    measure(lambda: drain(map(masks.resolve_hand, one, other)), N)


def test_masks_parse_cards(measure: Measure) -> None:
    texts = [masks.format_cards(mask) for mask in ints("random")]
    measure(lambda: drain(map(masks.parse_cards, texts)), N)


def test_text_deadwood(measure: Measure) -> None:
    texts = [masks.format_cards(mask) for mask in ints("random")]
    measure(lambda: drain(map(ginfast.deadwood, texts)), N)


def test_cards_resolve_hand(measure: Measure) -> None:
    knockers, defenders = hands.play_pairs(2000)
    one = [ginfast.CardSet.from_mask(int(k)) for k in knockers]
    other = [ginfast.CardSet.from_mask(int(d)) for d in defenders]
    measure(lambda: drain(map(ginfast.resolve_hand, one, other)), 2000)


@pytest.mark.parametrize("name", ANY_HAND)
def test_masks_deadwood_of_any_hand(measure: Measure, name: str) -> None:
    data = [ANY_HAND[name]] * 1000
    nanoseconds = measure(lambda: drain(map(masks.deadwood, data)), 1000)
    assert nanoseconds < 50_000, "any hand answers within 50 microseconds"


def test_reference_deadwood(measure: Measure) -> None:
    data = ints("random")[:2000]

    def ask() -> None:
        reference.deadwood.cache_clear()
        drain(map(reference.deadwood, data))

    measure(ask, 2000, rounds=3)


def test_import_time(measure: Measure) -> None:
    """Process CPU seconds of `import ginfast` over a bare interpreter; the recorded item is the difference."""
    clock = "import time; print(time.process_time())"

    def cpu(code: str) -> float:
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        return float(done.stdout)

    cost = min(cpu(f"import ginfast; {clock}") for _ in range(9)) - min(cpu(clock) for _ in range(9))
    print(f"import ginfast: {cost * 1e3:.1f} ms over bare Python")
    measure(lambda: cpu("import ginfast; " + clock), rounds=3)
