"""House rules of the reference: a plain mapping with every field and its usual value.

Layer: above ``cards``. Uses the standard library only. The fields are those of ``docs/rules.md``.
"""

from collections.abc import Mapping

from .cards import rank_of, suit_of, value_of

RuleValue = int | str | bool | None | Mapping[str, int] | tuple[int, ...]
HouseRules = Mapping[str, RuleValue]

MODERN: dict[str, RuleValue] = {
    "knock_limit": 10,
    "oklahoma": False,
    "oklahoma_ace": "gin_only",
    "spade_multiplier": 1,
    "multiplier_applies_to_boxes": False,
    "gin_bonus": 25,
    "big_gin_bonus": 31,
    "undercut_bonus": 25,
    "tie": "undercut",
    "knock_bonus": 0,
    "layoff_on_gin": False,
    "fiftieth_card": False,
    "target": 100,
    "game_bonus": 100,
    "box_bonus": 25,
    "box_timing": "end",
    "extra_boxes": {},
    "shutout": "double_game_bonus",
    "shutout_bonus": 0,
    "shutout_test": "points",
    "columns": 3,
    "column_weights": (1, 1, 1),
    "columns_run_on": False,
    "next_dealer": "winner",
}


def with_defaults(rules: HouseRules | None) -> dict[str, RuleValue]:
    """Fill a partial mapping of house rules up; ``ValueError`` for a name that is no house rule."""
    unknown = set(rules or {}) - set(MODERN)
    if unknown:
        raise ValueError(f"unknown house rules {sorted(unknown)}")
    return {**MODERN, **(rules or {})}


def number(rules: HouseRules, name: str) -> int:
    """Read a field that counts points, boxes or columns."""
    value = rules[name]
    if not isinstance(value, int):
        raise TypeError(f"{name} is {value!r}, expected a number")
    return value


def limit_for(rules: HouseRules, upcard: int | None) -> int:
    """Give the knock limit of a deal (R-KNOCK-1, R-OKLA-1, R-OKLA-2)."""
    limit = number(rules, "knock_limit")
    if not rules["oklahoma"]:
        return limit
    if upcard is None:
        raise ValueError("Oklahoma needs an upcard")
    if rank_of(upcard) == 0 and rules["oklahoma_ace"] == "gin_only":
        return 0
    return min(limit, value_of(upcard))


def multiplier_for(rules: HouseRules, upcard: int | None) -> int:
    """Give the factor of the points of a hand (R-OKLA-3)."""
    spade = upcard is not None and suit_of(upcard) == 3
    return number(rules, "spade_multiplier") if rules["oklahoma"] and spade else 1


def boxes_for(rules: HouseRules, outcome: str, *, gin_off: bool = False, multiplier: int = 1) -> int:
    """Give the boxes of a hand that somebody won (R-BOX-1, R-BOX-5, R-OKLA-4)."""
    extra = rules["extra_boxes"]
    if not isinstance(extra, Mapping):
        raise TypeError(f"extra_boxes is {extra!r}, expected a mapping")
    name = "gin_off" if outcome == "undercut" and gin_off and "gin_off" in extra else outcome
    return 1 + extra.get(name, 0) * (multiplier if rules["multiplier_applies_to_boxes"] else 1)
