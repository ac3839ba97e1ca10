"""`ginfast bench`: the same questions to ginfast and to its plain Python reference, on the user's machine.

Layer: beside `cli`; uses the masks and arrays doors, `reference` and, where it is installed, OpenSpiel. Every answer is
compared: a race with a wrong answer has no result.
"""

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter_ns
from typing import Any, NamedTuple

from ginfast import interop, masks, reference
from ginfast.errors import GinfastError

__all__ = ["Row", "chart", "race"]

MIN_HANDS, MAX_HANDS = 10, 1_000_000
REFERENCE_HANDS = 200  # plain Python needs a millisecond for some questions
SLOW = "ginfast.reference"
RUNS = 3
BAR = 40

Questions = Any  # a list, or an array: every engine gets the hands in its own form
Ask = Callable[[Any], Any]


class Row(NamedTuple):
    """One engine's time for one question: nanoseconds a hand, best of three runs over all `hands` (reference: one)."""

    question: str
    engine: str
    hands: int
    ns: float


def race(hands: int = 2000, *, seed: int = 1) -> list[Row]:
    """Ask every engine every question and compare answers and times.

    Parameters
    ----------
    hands : int
        Different random hands for each question, 10 to 1,000,000; the reference is asked at most 200 of them.
    seed : int
        Seed of the hands.

    Returns
    -------
    list of Row
        In the order of the questions, the fastest engine of a question first.

    Raises
    ------
    GinfastError
        If `hands` is out of range, or two engines disagree.

    Examples
    --------
    >>> sorted({row.question for row in race(20)})
    ['best lay-off', 'best throw of eleven', 'least deadwood', 'whole hand']
    """
    if not MIN_HANDS <= hands <= MAX_HANDS:
        raise GinfastError(f"hands is {hands}, expected {MIN_HANDS} to {MAX_HANDS}")
    dealer = random.Random(seed)
    ten = [_deal(dealer, 10)[0] for _ in range(hands)]
    eleven = [_deal(dealer, 11)[0] for _ in range(hands)]
    pairs = [_deal(dealer, 10, 10) for _ in range(hands)]
    spreads = [(two[1], masks.best_arrangement(two[0])) for two in pairs]
    return [
        *_ask("least deadwood", ten, masks.deadwood, reference.deadwood, _others(ten)),
        *_ask("best throw of eleven", eleven, masks.best_discard, reference.best_discard),
        *_ask("best lay-off", spreads, lambda one: masks.lay_off(*one), lambda one: reference.lay_off(*one)),
        *_ask("whole hand", pairs, lambda two: masks.resolve_hand(*two), lambda two: reference.resolve_hand(*two)),
    ]


def _deal(dealer: random.Random, *sizes: int) -> tuple[int, ...]:
    cards = dealer.sample(range(52), sum(sizes))
    return tuple(sum(1 << cards.pop() for _ in range(size)) for size in sizes)


def _ask(
    question: str,
    hands: Questions,
    ours: Callable[[Any], object],
    reference: Callable[[Any], object],
    others: dict[str, tuple[Questions, Ask]] | None = None,
) -> list[Row]:
    """Time every engine on one question, each on the hands in its own form."""
    some = hands[:REFERENCE_HANDS]
    engines: dict[str, tuple[Questions, Ask]] = {
        SLOW: (some, lambda asked: list(map(reference, asked))),
        "ginfast.masks": (hands, lambda asked: list(map(ours, asked))),
        **(others or {}),
    }
    rows, right = [], None
    for engine, (asked, answer) in engines.items():
        times: list[int] = []
        answers: Sequence[object] = ()
        for _ in range(1 if engine == SLOW else RUNS):  # the reference remembers answers: only the first run is one
            start = perf_counter_ns()
            answers = answer(asked)
            times.append(perf_counter_ns() - start)
        first = list(answers[: len(some)])
        right = first if right is None else right
        for i, (got, expected) in enumerate(zip(first, right, strict=True)):
            if got != expected:
                raise GinfastError(f"{question}: {engine} answers {got} for hand {hands[i]}, expected {expected}")
        rows.append(Row(question, engine, len(asked), min(times) / len(asked)))
    return sorted(rows, key=lambda row: row.ns)


def _others(hands: list[int]) -> dict[str, tuple[Questions, Ask]]:
    """Return the engines that answer only the least deadwood: the arrays door, and OpenSpiel where there is one."""
    import numpy as np

    from ginfast import batch  # late: the other commands need no NumPy

    engines: dict[str, tuple[Questions, Ask]] = {"ginfast.batch": (np.array(hands, dtype=np.uint64), batch.evaluate)}
    if find_spec("pyspiel") is not None:
        utils = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
        cards = [[interop.to_id(card, "openspiel") for card in range(52) if hand >> card & 1] for hand in hands]
        engines["OpenSpiel"] = (cards, lambda asked: [utils.min_deadwood(one) for one in asked])
    return engines


def chart(rows: Sequence[Row]) -> list[str]:
    r"""Draw a race: time a hand, how many times the fastest's, and a bar as long as the rate.

    Examples
    --------
    >>> print("\n".join(chart([Row("q", "fast", 100, 20.0), Row("q", "slow", 100, 80.0)])))
    q
      fast    20 ns       1 x  ########################################
      slow    80 ns       4 x  ##########
    """
    fastest: dict[str, float] = {}
    for row in rows:
        fastest[row.question] = min(row.ns, fastest.get(row.question, row.ns))
    width = max((len(row.engine) for row in rows), default=0)
    lines: list[str] = []
    question = ""
    for row in rows:
        if row.question != question:
            lines += [""] * bool(lines) + [row.question]
            question = row.question
        times = row.ns / fastest[question]
        bar = "#" * max(1, round(BAR / times))
        lines.append(f"  {row.engine:<{width}}  {_time(row.ns):>7}  {times:>6,.0f} x  {bar}")
    return lines


def _time(ns: float) -> str:
    if ns < 1e4:
        return f"{ns:,.0f} ns"
    return f"{ns / 1e3:,.0f} us" if ns < 1e7 else f"{ns / 1e6:,.0f} ms"
