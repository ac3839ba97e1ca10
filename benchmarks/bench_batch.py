"""The arrays door: millions of hands a second by operation, SIMD level and class of hands; call overhead; two threads.

Run it with `python -m pytest benchmarks/bench_batch.py --benchmark-only -q -m ""`; one operation with `-k lay_off`.
GINFAST_BENCH_ROWS sets the length of the arrays (10 million). Random hands are all different; the hands from play are
a million different ones, repeated. Times are thread CPU times, but wall times for two threads.
"""

import functools
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import hands
import numpy as np
import pytest
from conftest import Measure
from numpy.typing import NDArray

from ginfast import _batch, _cpu, batch

ROWS = int(os.environ.get("GINFAST_BENCH_ROWS", "10000000"))
PLAYED = min(ROWS, 1_000_000)
LEVELS = _cpu.NAMES[: _cpu.BEST + 1]

Masks = NDArray[np.uint64]
Call = Callable[[], object]


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> Iterator[str]:
    before = _batch.level()
    _batch.use_level(request.param)
    yield request.param
    _batch.use_level(before)


def repeated(masks: Masks) -> Masks:
    return np.resize(masks, (ROWS, *masks.shape[1:]))


@functools.cache
def hands_of(kind: str, size: int) -> Masks:
    """Return the hands of a class."""
    if kind == "random":
        return batch.deal(ROWS, size=size, seed=1)
    return repeated(hands.play_hands(PLAYED, size) if kind == "play" else hands.worst_hands(PLAYED, size))


@functools.cache
def pairs_of(kind: str) -> tuple[Masks, Masks, Masks]:
    """Return knockers, defenders and the knockers' melds."""
    make = hands.may_knock_pairs if kind == "may_knock" else hands.play_pairs
    knockers, defenders = make(min(PLAYED, 300_000))
    spread = batch.best_arrangement(knockers)
    melds = np.stack([spread["meld0"], spread["meld1"], spread["meld2"]], axis=1)
    return repeated(knockers), repeated(defenders), repeated(melds)


@functools.cache
def room(kind: str) -> NDArray[Any]:
    """Return an array to fill: `out=` keeps the system's page faults out of the figures."""
    if kind == "eleven":
        return np.zeros((ROWS, 11), np.uint8)
    if kind == "two":
        return np.zeros((ROWS, 2), np.uint64)
    return np.zeros(ROWS, {"u1": np.uint8, "u8": np.uint64}.get(kind, getattr(batch, kind, None)))


def operation(name: str, kind: str) -> Call:
    """Return the call to time."""
    if name in ("lay_off", "resolve_hand"):
        knockers, defenders, melds = pairs_of(kind)
        if name == "lay_off":
            return lambda: batch.lay_off(defenders, melds, out=room("LAY_OFF"))
        return lambda: batch.resolve_hand(knockers, defenders, out=room("HAND_RESULT"))
    if name == "deal":
        two = kind == "two"
        return lambda: batch.deal(ROWS, hands=2 if two else 1, seed=1, out=room("two" if two else "u8"))
    if name == "unrank":
        places = batch.rank(hands_of("random", 10))
        return lambda: batch.unrank(places, 10, out=room("u8"))
    if name == "score_counts":
        mine, his = (np.arange(ROWS) % 11).astype(np.uint8), (np.arange(ROWS) % 97).astype(np.uint8)
        return lambda: batch.score_counts(mine, his, out=room("SCORE"))
    ask: Callable[..., object] = getattr(batch, name)
    masks = hands_of(kind, 11 if name in ("best_discard", "rank_discards") else 10)
    fill = {"best_discard": "DISCARD", "rank_discards": "eleven", "best_arrangement": "ARRANGEMENT", "rank": "u8"}
    return lambda: ask(masks, out=room(fill.get(name, "u1")))


CASES = [
    ("deadwood", "random"),
    ("deadwood", "play"),
    ("deadwood", "worst"),
    ("best_discard", "random"),
    ("best_discard", "play"),
    ("best_discard", "worst"),
    ("lay_off", "may_knock"),
    ("lay_off", "play"),
    ("resolve_hand", "may_knock"),
    ("resolve_hand", "play"),
    ("best_arrangement", "random"),
    ("best_arrangement", "play"),
    ("best_arrangement", "worst"),
    ("rank_discards", "random"),
    ("rank_discards", "play"),
    ("rank_discards", "worst"),
    ("deal", "one"),
    ("deal", "two"),
    ("rank", "random"),
    ("unrank", "random"),
    ("score_counts", "all"),
]


@pytest.mark.parametrize(("name", "kind"), CASES, ids=["-".join(case) for case in CASES])
def test_throughput(measure: Measure, level: str, name: str, kind: str) -> None:
    measure(operation(name, kind), items=ROWS, rounds=3 if kind == "worst" else 7)


# --- call overhead ---------------------------------------------------------------------------------------------------

CALLS = 2000

SMALL: dict[str, Callable[[], Call]] = {
    "ufunc_out": lambda: functools.partial(batch.deadwood, hands_of("random", 10)[:2].copy(), np.empty(2, np.uint8)),
    "evaluate": lambda: functools.partial(batch.evaluate, hands_of("random", 10)[:2].copy()),
    "best_discard": lambda: functools.partial(batch.best_discard, hands_of("random", 11)[:2].copy()),
    "rank_discards": lambda: functools.partial(batch.rank_discards, hands_of("random", 11)[:2].copy()),
    "best_arrangement": lambda: functools.partial(batch.best_arrangement, hands_of("random", 10)[:2].copy()),
    "lay_off": lambda: functools.partial(batch.lay_off, *(part[:2].copy() for part in pairs_of("play")[1:])),
    "resolve_hand": lambda: functools.partial(batch.resolve_hand, *(part[:2].copy() for part in pairs_of("play")[:2])),
    "score_counts": lambda: functools.partial(batch.score_counts, np.zeros(2, np.uint8), np.ones(2, np.uint8)),
    "rank": lambda: functools.partial(batch.rank, hands_of("random", 10)[:2].copy()),
    "unrank": lambda: functools.partial(batch.unrank, np.arange(2, dtype=np.uint64), 10),
    "deal": lambda: functools.partial(batch.deal, 2, seed=1),
    "to_ids": lambda: functools.partial(batch.to_ids, hands_of("random", 10)[:2].copy()),
    "from_ids": lambda: functools.partial(batch.from_ids, np.arange(20, dtype=np.int8).reshape(2, 10)),
}


@pytest.mark.parametrize("name", SMALL)
def test_call_overhead(measure: Measure, name: str) -> None:
    """A call on two rows; the ufunc may take 300 ns, the others 1.5 microseconds."""
    call = SMALL[name]()

    def many() -> None:
        for _ in range(CALLS):
            call()

    measure(many, items=CALLS, rounds=25)


# --- threads ---------------------------------------------------------------------------------------------------------


def wall(call: Call, rounds: int = 9) -> float:
    """Return the least wall time of a call, in seconds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core")
@pytest.mark.parametrize("name", ["evaluate", "best_discard", "best_arrangement", "lay_off", "resolve_hand", "unrank"])
def test_two_threads(measure: Measure, name: str) -> None:
    """Print how many times faster two threads are; the machine must be otherwise idle."""
    kind = "may_knock" if name in ("lay_off", "resolve_hand") else "random"
    arguments: tuple[Any, ...]
    if name in ("lay_off", "resolve_hand"):
        arguments = pairs_of(kind)[1:] if name == "lay_off" else pairs_of(kind)[:2]
    elif name == "unrank":
        arguments = (batch.rank(hands_of(kind, 10)), 10)
    else:
        arguments = (hands_of(kind, 11 if name == "best_discard" else 10),)
    ask: Callable[..., NDArray[np.generic]] = getattr(batch, name)
    filled = ask(*arguments)
    one = wall(lambda: ask(*arguments, out=filled))
    two = wall(lambda: ask(*arguments, out=filled, threads=2))
    measure(lambda: None)
    print(f"\n{name}: {one / two:.2f} times faster with two threads ({ROWS} rows)")
