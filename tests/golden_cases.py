"""Golden cases for the tests: known right answers in ``golden/*.json``, each with the id of its rule or report.

Test helper. Uses pytest, the standard library and `ginfast.reference`, not the code under test.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ginfast import reference
from ginfast.reference import layoff, melds
from ginfast.reference.cards import points

GOLDEN = Path(__file__).parent / "golden"
RANKS, SUITS = "A23456789TJQK", "CDHS"


@dataclass(frozen=True)
class Case:
    """One case: house rules that differ from the usual ones, input, expected answer, a known wrong one."""

    id: str
    rule: str
    kind: str
    rules: Mapping[str, Any]
    input: Mapping[str, Any]
    expect: Mapping[str, Any]
    wrong: int | None


def read(name: str) -> list[Case]:
    """Read one file of cases."""
    stored = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return [
        Case(
            case["id"],
            case["rule"],
            case["kind"],
            case.get("rules", {}),
            case["input"],
            case["expect"],
            case.get("wrong"),
        )
        for case in stored
    ]


ALL = read("examples") + read("reports")


def of_kind(kind: str, *, expecting: str | None = None) -> pytest.MarkDecorator:
    """Parametrize a test over the cases of a kind, or those that expect something; test ids are rule id and case id."""
    chosen = [
        pytest.param(case, id=f"{case.rule}:{case.id}")
        for case in ALL
        if case.kind == kind and (expecting is None or expecting in case.expect)
    ]
    assert chosen, (kind, expecting)
    return pytest.mark.parametrize("case", chosen)


def card_id(text: str) -> int:
    """Give the id of one card, independently of any parser under test."""
    return 13 * SUITS.index(text[1]) + RANKS.index(text[0])


def mask(text: str) -> int:
    """Give the mask of blank-separated cards, independently of any parser under test."""
    ids = [card_id(card) for card in text.split()]
    assert len(set(ids)) == len(ids), text
    return sum(1 << card for card in ids)


def masks_of(texts: list[str]) -> tuple[int, ...]:
    """Give the masks of several melds."""
    return tuple(mask(text) for text in texts)


def own_melds_first(defender: int, spread: tuple[int, ...]) -> int:
    """Lay own melds of least deadwood first, as luckily as can be, then lay off as much as goes (R-LAY-3)."""
    left = []
    for arrangement in reference.arrangements(defender):
        loose = defender & ~melds.union(arrangement)
        left += [points(loose & ~laid) for laid in layoff.ways_to_lay_off(loose, spread)]
    return min(left)
