"""The same questions to ginfast, OpenSpiel and RLCard: answers compared first, then timed. `make competitors`.

OpenSpiel (module pyspiel) and RLCard come from the dependency group `competitors`. Every engine answers through the
same loop, one Python call a hand, arguments converted beforehand; thread CPU time, minimum of several rounds. The
eleven-card hands on which OpenSpiel's `min_deadwood` is too high are listed with ours and the reference's beside them.
"""

import argparse
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import hands

from ginfast import interop, masks, reference


def number(answer: object) -> int:
    """Return an answer that is a number."""
    assert isinstance(answer, int)
    return answer


@dataclass(frozen=True)
class Engine:
    """One library's answer to one question: how it takes a mask, what it computes, how many hands it is asked."""

    name: str
    convert: Callable[[int], object]
    ask: Callable[..., object]
    sample: int
    read: Callable[[object], int] = number  # the number in what ask returns
    forget: Callable[[], None] = lambda: None  # empty a cache before timing


def same(mask: int) -> object:
    """Return the mask itself: what ginfast takes."""
    return mask


def second(answer: object) -> int:
    """Return the deadwood of a (card, deadwood) pair."""
    assert isinstance(answer, tuple)
    return int(answer[1])


def ours() -> list[tuple[Engine, Engine]]:
    """Return ginfast's least deadwood of ten cards and after the best throw of eleven."""
    return [
        (
            Engine("ginfast.masks", same, masks.deadwood, 200_000),
            Engine("ginfast.masks", same, masks.best_discard, 200_000, read=second),
        ),
        (
            Engine("ginfast.reference", same, reference.deadwood, 2_000, forget=reference.deadwood.cache_clear),
            Engine("ginfast.reference", same, reference.best_discard, 500, second, reference.deadwood.cache_clear),
        ),
    ]


def openspiel() -> list[tuple[Engine, Engine]]:
    """Return OpenSpiel's `min_deadwood`, for ten cards, and for eleven (where it throws for itself)."""
    import pyspiel

    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)

    def convert(mask: int) -> list[int]:
        return [interop.to_id(card, "openspiel") for card in range(52) if mask >> card & 1]

    return [
        (
            Engine("OpenSpiel (pyspiel)", convert, utils.min_deadwood, 50_000),
            Engine("OpenSpiel (pyspiel)", convert, utils.min_deadwood, 50_000),
        )
    ]


def rlcard() -> list[tuple[Engine, Engine | None]]:
    """Return RLCard's least deadwood over its best meld clusters; it has no answer for the best throw as a number."""
    from rlcard.games.gin_rummy.utils import melding, utils

    def convert(mask: int) -> list[object]:
        return [utils.card_from_card_id(interop.to_id(card, "rlcard")) for card in range(52) if mask >> card & 1]

    def ask(hand: object) -> int:
        clusters = melding.get_best_meld_clusters(hand=hand)
        return int(utils.get_deadwood_count(hand=hand, meld_cluster=clusters[0] if clusters else []))

    return [(Engine("RLCard", convert, ask, 2_000), None)]


def nanoseconds(engine: Engine, data: list[object], rounds: int = 5) -> float:
    """Return thread CPU time per call, the least of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        engine.forget()
        start = time.thread_time()
        drain(map(engine.ask, data))
        best = min(best, time.thread_time() - start)
    return best / len(data) * 1e9


def drain(iterator: Iterable[object]) -> None:
    """Consume an iterator at C speed."""
    deque(iterator, maxlen=0)


def report(question: str, engines: list[Engine], data: list[int], truth: list[int]) -> list[int]:
    """Print one table; return the hands on which OpenSpiel differs from ginfast."""
    print(f"\n{question}\n{'engine':<22}{'ns/call':>12}{'M/s':>10}{'slower':>9}{'compared':>10}{'different':>11}")
    base = 0.0
    wrong: list[int] = []
    for engine in engines:
        part = data[: engine.sample]
        arguments = [engine.convert(mask) for mask in part]
        answers = [engine.read(engine.ask(argument)) for argument in arguments]
        differ = [mask for mask, answer, right in zip(part, answers, truth, strict=False) if answer != right]
        if engine.name.startswith("OpenSpiel"):
            wrong = differ
        cost = nanoseconds(engine, arguments)
        base = base or cost
        print(f"{engine.name:<22}{cost:12.1f}{1e3 / cost:10.3f}{cost / base:8.1f}x{len(part):10d}{len(differ):11d}")
    return wrong


def list_wrong(wrong: list[int], asked: Callable[[int], int], show: int) -> None:
    """Print the eleven-card hands on which OpenSpiel's number is too high, with the throw that reaches less."""
    print(f"\nOpenSpiel's min_deadwood of eleven cards differs on {len(wrong)} of them; the first {show}:")
    print(f"{'hand':<34}{'OpenSpiel':>10}{'ginfast':>9}{'reference':>11}  throw")
    for mask in wrong[:show]:
        card, least = masks.best_discard(mask)
        slow = reference.best_discard(mask)[1]
        thrown = masks.format_cards(1 << card)
        print(f"{masks.format_cards(mask):<34}{asked(mask):10d}{least:9d}{slow:11d}  {thrown}")


def main() -> int:
    """Run all questions; fail when an engine disagrees where it should not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000, help="different hands per question")
    parser.add_argument("--show", type=int, default=10, help="how many of OpenSpiel's too-high hands to list")
    options = parser.parse_args()
    engines = [*ours(), *openspiel(), *rlcard()]
    spiel, _ = openspiel()[0]

    def spiel_number(mask: int) -> int:
        return spiel.read(spiel.ask(spiel.convert(mask)))

    tens = [int(mask) for mask in hands.random_hands(options.hands, 10)]
    wrong_ten = report(
        "least deadwood, ten cards", [ten for ten, _ in engines], tens, [masks.deadwood(m) for m in tens]
    )
    for kind, make in (("uniform", hands.random_hands), ("three or four neighbouring ranks", hands.worst_hands)):
        elevens = [int(mask) for mask in make(options.hands, 11)]
        best = [masks.best_discard(mask)[1] for mask in elevens]
        asked = [eleven for _, eleven in engines if eleven is not None]
        wrong = report(f"deadwood after the best throw, eleven cards, {kind}", asked, elevens, best)
        list_wrong(wrong, spiel_number, options.show)
        too_low = [mask for mask in wrong if spiel_number(mask) < masks.best_discard(mask)[1]]
        assert not too_low, f"OpenSpiel found less deadwood than ginfast: {masks.format_cards(too_low[0])}"
    assert not wrong_ten, f"ten cards: OpenSpiel differs on {masks.format_cards(wrong_ten[0])}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
