"""Random house rules and random hands for the match tests, as Hypothesis strategies and from a seeded generator.

Test helper. A hand is ``(winner, points, outcome, gin_off, multiplier)`` with the winner's number or None.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st

from ginfast import Outcome, Rules, reference
from ginfast._rulefields import CHOICES

Numbers = tuple[int | None, int, Outcome, bool, int]

CHOSEN: Mapping[str, tuple[Any, ...]] = {
    "knock_limit": (0, 5, 10, 98),
    "oklahoma": (False, True),
    "spade_multiplier": (1, 2, 10),
    "multiplier_applies_to_boxes": (False, True),
    "gin_bonus": (0, 20, 25, 500),
    "big_gin_bonus": (None, 31, 50),
    "undercut_bonus": (0, 10, 25),
    "knock_bonus": (0, 15),
    "layoff_on_gin": (False, True),
    "fiftieth_card": (False, True),
    "target": (1, 30, 100, 150),
    "game_bonus": (0, 100, 250),
    "box_bonus": (0, 10, 25, 500),
    "extra_boxes": ({}, {"gin": 2}, {"gin": 2, "undercut": 1, "gin_off": 3}, {"big_gin": 25, "undercut": 0}),
    "shutout_bonus": (0, 100),
    "columns_run_on": (False, False, True),
    **CHOICES,
}
OUTCOMES = (Outcome.KNOCK, Outcome.GIN, Outcome.BIG_GIN, Outcome.UNDERCUT)


def house_rules() -> st.SearchStrategy[Rules]:
    """Give all sorts of house rules."""

    def build(fields: dict[str, Any], columns: int, weights: list[int] | None) -> Rules:
        if weights is None:
            return Rules(columns=columns, **fields)
        return Rules(columns=columns, column_weights=tuple(weights), **fields)

    chosen = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in CHOSEN.items()})
    return st.integers(1, 5).flatmap(
        lambda columns: st.builds(
            build,
            chosen,
            st.just(columns),
            st.none() | st.lists(st.integers(1, 3), min_size=columns, max_size=columns),
        )
    )


def scored_hands() -> st.SearchStrategy[Numbers]:
    """Give hands by numbers, dead ones and ties among them."""
    return st.one_of(
        st.tuples(
            st.integers(0, 1),
            st.integers(0, 130),
            st.sampled_from(OUTCOMES),
            st.booleans(),
            st.sampled_from((1, 1, 2)),
        ).map(lambda h: (h[0], h[1], h[2], h[3] and h[2] is Outcome.UNDERCUT, h[4])),
        st.sampled_from(((None, 0, Outcome.DEAD, False, 1), (None, 0, Outcome.TIE, False, 1))),
    )


def random_rules(random: Random) -> Rules:
    """Draw house rules from a seeded generator, for bulk runs."""
    fields = {name: random.choice(values) for name, values in CHOSEN.items() if random.random() < 0.6}
    columns = random.randint(1, 4)
    weights = tuple(random.randint(1, 3) for _ in range(columns)) if random.random() < 0.5 else (1,) * columns
    return Rules(columns=columns, column_weights=weights, **fields)


def random_hand(random: Random, players: int = 2) -> Numbers:
    """Draw a hand by numbers from a seeded generator."""
    if random.random() < 0.1:
        return None, 0, random.choice((Outcome.DEAD, Outcome.TIE)), False, 1
    outcome = random.choice(OUTCOMES)
    points = random.choice((0, random.randint(0, 20), random.randint(0, 120)))
    gin_off = outcome is Outcome.UNDERCUT and random.random() < 0.5
    return random.randrange(players), points, outcome, gin_off, random.choice((1, 1, 2))


def plain(rules: Rules) -> dict[str, Any]:
    """Give rules in the form that the reference takes."""
    fields = {name: value for name, value in rules.to_dict().items() if name != "schema"}
    return fields | {"column_weights": rules.column_weights}


def reference_hand(house: Mapping[str, Any], hand: Numbers) -> tuple[int | None, int, int]:
    """Give a hand in the form that the reference folds: winner, points, boxes."""
    winner, points, outcome, gin_off, multiplier = hand
    if winner is None:
        return None, 0, 0
    name = outcome.name.lower()
    return winner, points, reference.boxes_for(house, name, gin_off=gin_off, multiplier=multiplier)


__all__ = [
    "CHOSEN",
    "Numbers",
    "house_rules",
    "plain",
    "random_hand",
    "random_rules",
    "reference_hand",
    "scored_hands",
]
