"""What each house rule may be: unit, range and meaning of every field, and the checks.

Below `rules`, beside `_presets`: uses `errors` only. `check_field` turns a given value into the stored
one or refuses it, naming the field, the value and the range.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from operator import index

from ginfast.errors import RulesError

__all__ = ["BOOLS", "BOX_KEYS", "CHOICES", "RANGES", "Boxes", "as_integer", "check_field", "parse_field"]

# Points of one hand must fit int16: multiplier 10 * (500 + 98) = 5,980; boxes of one hand uint8: 1 + 10 * 25 = 251.
RANGES: Mapping[str, tuple[int, int, str]] = {
    "knock_limit": (0, 98, "points of deadwood"),
    "spade_multiplier": (1, 10, "times"),
    "gin_bonus": (0, 500, "points"),
    "big_gin_bonus": (0, 500, "points, or None for no big gin"),
    "undercut_bonus": (0, 500, "points"),
    "knock_bonus": (0, 500, "points"),
    "target": (1, 100_000, "points"),
    "game_bonus": (0, 10_000, "points"),
    "box_bonus": (0, 500, "points a box"),
    "shutout_bonus": (0, 10_000, "points"),
    "columns": (1, 20, "columns"),
}
BOOLS = frozenset({"oklahoma", "multiplier_applies_to_boxes", "layoff_on_gin", "fiftieth_card", "columns_run_on"})
CHOICES: Mapping[str, tuple[str, ...]] = {
    "oklahoma_ace": ("one", "gin_only"),
    "tie": ("undercut", "no_bonus", "nobody", "knocker"),
    "box_timing": ("end", "immediate"),
    "shutout": (
        "none",
        "double_game_bonus",
        "flat",
        "double_hand_points",
        "double_before_boxes",
        "double_bonuses",
        "double_total",
        "double_difference",
    ),
    "shutout_test": ("points", "hands"),
    "next_dealer": ("winner", "loser", "alternate"),
}
BOX_KEYS = ("gin", "big_gin", "undercut", "gin_off")
_MAX_BOXES = 25
_MAX_WEIGHT = 100


class Boxes(Mapping[str, int]):
    """Read-only, hashable mapping of outcome to extra boxes, kept as sorted pairs."""

    __slots__ = ("pairs",)
    pairs: tuple[tuple[str, int], ...]

    def __init__(self, boxes: Mapping[str, int] | None = None) -> None:
        """Keep the pairs of `boxes`, sorted by key."""
        object.__setattr__(self, "pairs", tuple(sorted((boxes or {}).items())))

    def __getitem__(self, key: str) -> int:
        for name, value in self.pairs:
            if name == key:
                return value
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __repr__(self) -> str:
        return repr(dict(self.pairs))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"extra_boxes is read-only, cannot set {name!r}")

    def __reduce__(self) -> tuple[type["Boxes"], tuple[dict[str, int]]]:
        return Boxes, (dict(self.pairs),)


def check_field(name: str, value: object) -> object:
    """Return the stored form of `value` for the field `name`, or raise `TypeError` or `RulesError`."""
    if name in RANGES:
        if value is None and name == "big_gin_bonus":
            return None
        low, high, unit = RANGES[name]
        return _integer(name, value, low, high, unit)
    if name in BOOLS:
        if not isinstance(value, bool):
            raise TypeError(f"Rules field {name!r} must be True or False, got {value!r} ({type(value).__name__})")
        return value
    if name in CHOICES:
        return _choice(name, value, CHOICES[name])
    if name == "extra_boxes":
        return _extra_boxes(value)
    return _weights(value)


def parse_field(name: str, text: str) -> object:
    """Return the value that `text` writes for a field, for `check_field` to check.

    Yes, no, none, numbers and other JSON; a field with named choices takes the text as it is, so that the shutout
    rule "none" stays a name.
    """
    if name in CHOICES:
        return text
    words: dict[str, object] = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    if text.lower() == "none":
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value


def as_integer(value: object) -> int | None:
    """Return an int, or what stands for one as NumPy's integers do; None for anything else, a bool too.

    Asking for the protocol `SupportsIndex` instead takes 5 microseconds on Python 3.11.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # what has no __index__ raises
    except TypeError:
        return None


def _integer(what: str, value: object, low: int, high: int, unit: str) -> int:
    number = as_integer(value)
    if number is None:
        raise TypeError(f"Rules field {what!r} must be an int from {low} to {high} ({unit}), got {_shown(value)}")
    if not low <= number <= high:
        raise RulesError(f"Rules field {what!r} is {number}, expected {low} to {high} ({unit})")
    return number


def _choice(what: str, value: object, choices: tuple[str, ...]) -> str:
    expected = ", ".join(map(repr, choices))
    if not isinstance(value, str):
        raise TypeError(f"Rules field {what!r} must be one of {expected}, got {_shown(value)}")
    if value not in choices:
        raise RulesError(f"Rules field {what!r} is {value!r}, expected one of {expected}")
    return str(value)


def _extra_boxes(value: object) -> Boxes:
    if isinstance(value, Boxes):
        return value
    if not isinstance(value, Mapping):
        keys = ", ".join(map(repr, BOX_KEYS))
        raise TypeError(f"Rules field 'extra_boxes' must map some of {keys} to boxes, got {_shown(value)}")
    checked: dict[str, int] = {}
    for key, boxes in value.items():
        outcome = _choice("extra_boxes", key, BOX_KEYS)
        checked[outcome] = _integer(f"extra_boxes[{outcome!r}]", boxes, 0, _MAX_BOXES, "boxes")
    return Boxes(checked)


def _weights(value: object) -> tuple[int, ...]:
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise TypeError(f"Rules field 'column_weights' must be a sequence of ints, got {_shown(value)}")
    return tuple(_integer(f"column_weights[{i}]", weight, 1, _MAX_WEIGHT, "times") for i, weight in enumerate(value))


def _shown(value: object) -> str:
    return f"{value!r} ({type(value).__name__})"
