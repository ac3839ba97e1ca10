"""`Rules`: every house rule of gin rummy as one frozen, hashable, printable value.

Beside `scoring`, above `cards` and `errors`. The ranges and checks stand in `_rulefields`, the named
rule sets in `_presets`; docs/rules.md gives every field's sources under its rule id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, Self

from ginfast._presets import PRESETS
from ginfast._rulefields import BOX_KEYS, Boxes, check_field
from ginfast.errors import RulesError

if TYPE_CHECKING:
    from ginfast.cards import Card

__all__ = ["DEFAULT_RULES", "Rules", "preset_names"]

SCHEMA = 1
_EVEN: tuple[int, ...] = (1, 1, 1)
_NO_BOXES = Boxes()

OklahomaAce = Literal["one", "gin_only"]
Tie = Literal["undercut", "no_bonus", "nobody", "knocker"]
BoxTiming = Literal["end", "immediate"]
Shutout = Literal[
    "none",
    "double_game_bonus",
    "flat",
    "double_hand_points",
    "double_before_boxes",
    "double_bonuses",
    "double_total",
    "double_difference",
]
ShutoutTest = Literal["points", "hands"]
NextDealer = Literal["winner", "loser", "alternate"]


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class Rules:
    """Hold the house rules of a table; the default is the preset ``modern``.

    All fields are keyword-only and checked. Rules are equal and hash alike when all fields are equal.

    Parameters
    ----------
    knock_limit : int, 0 to 98 points
        Most deadwood of the ten cards with which a player may knock (R-KNOCK). 10 at nearly every table, 0 is
        straight gin.
    oklahoma : bool
        The value of the upcard is the limit of the deal, never above `knock_limit` (R-OKLA).
    oklahoma_ace : {"one", "gin_only"}
        What an ace as upcard allows: deadwood 1 (pagat) or gin only (Bicycle, OpenSpiel, competition).
    spade_multiplier : int, 1 to 10 times
        Under `oklahoma`, what a spade upcard multiplies the points of the whole hand by. 2 at pagat, Bicycle and
        competition tables.
    multiplier_applies_to_boxes : bool
        The multiplier acts on the extra boxes too, never on the hand's own box (competition).
    gin_bonus : int, 0 to 500 points
        Added to all of the defender's deadwood on gin (R-GIN). 25; 20 at pagat and Bicycle.
    big_gin_bonus : int, 0 to 500 points, or None
        The whole bonus for eleven melded cards, in place of `gin_bonus`: 31, 50, 35. None: no big gin.
    undercut_bonus : int, 0 to 500 points
        Added to the difference when the defender undercuts (R-UNDER). 25; 10 at pagat and Bicycle, 20 palace.
    tie : {"undercut", "no_bonus", "nobody", "knocker"}
        Equal deadwood after lay-off: an undercut with bonus (nearly all), an undercut worth 0, no winner and no box
        (OpenSpiel), or a knock worth 0 (Gin Player Online).
    knock_bonus : int, 0 to 500 points
        Added to a winning knock. 15 at World Club Games, else 0.
    layoff_on_gin : bool
        The defender may lay off on gin; reaching 0 makes it a tie (rummy-games.com, round the corner).
    fiftieth_card : bool
        The last discard, two cards left in the stock, may be taken to knock (OpenSpiel, GameColony). For the play
        only, no scoring depends on it.
    target : int, 1 to 100000 points
        Ends a match or closes a column when a score reaches it (R-MATCH). 100; 150 Oklahoma, 250 competition.
    game_bonus : int, 0 to 10000 points
        Paid to the winner of the match. 100; 0 at palace and in the EAAI challenge.
    box_bonus : int, 0 to 500 points a box
        Paid for every box (R-BOX). 25, 20 at pagat and Bicycle, 10 palace.
    box_timing : {"end", "immediate"}
        Boxes are added after the match (all but palace), or at once and then count towards the target.
    extra_boxes : mapping of "gin", "big_gin", "undercut", "gin_off" to 0 to 25 boxes
        Boxes beyond the one for the hand. An undercut with everything laid off takes "gin_off", else "undercut".
        gin 2, undercut 1, gin_off 3 at competition tables.
    shutout : str
        What a shutout pays (R-SHUT): "none"; "double_game_bonus" (pagat); "flat" `shutout_bonus` (Bicycle);
        "double_hand_points" (Wikipedia); "double_before_boxes" (points and game bonus); "double_bonuses" (game and
        boxes); "double_total" (jdh8, competition); "double_difference" (British books: totals stand, net doubled).
    shutout_bonus : int, 0 to 10000 points
        Paid for a shutout under ``shutout="flat"``; otherwise not used.
    shutout_test : {"points", "hands"}
        The loser is shut out with no hand points (pagat), or without a single hand won (Wikipedia). They differ when
        a won hand pays 0.
    columns : int, 1 to 20
        Columns of a Hollywood match (R-HOLLY). 3.
    column_weights : sequence of int, 1 to 100 times
        What each column's settlement counts. Left out it is all ones; 1, 1, 2 at competition tables.
    columns_run_on : bool
        A new column opens whenever one closes, so that the match has no end of its own (rummy-games.com).
    next_dealer : {"winner", "loser", "alternate"}
        Who deals after a hand with a winner. A hand without one is dealt again by the same dealer.

    Raises
    ------
    RulesError
        A value out of its range, named with field, value and range.
    TypeError
        A value of the wrong type; a bool is no int, and bool fields take nothing else.

    Examples
    --------
    >>> from ginfast import Rules
    >>> Rules()
    Rules()
    >>> Rules(gin_bonus=20, extra_boxes={"gin": 2})
    Rules(gin_bonus=20, extra_boxes={'gin': 2})
    >>> Rules.preset("straight").knock_limit
    0
    """

    knock_limit: int = 10
    oklahoma: bool = False
    oklahoma_ace: OklahomaAce = "gin_only"
    spade_multiplier: int = 1
    multiplier_applies_to_boxes: bool = False
    gin_bonus: int = 25
    big_gin_bonus: int | None = 31
    undercut_bonus: int = 25
    tie: Tie = "undercut"
    knock_bonus: int = 0
    layoff_on_gin: bool = False
    fiftieth_card: bool = False
    target: int = 100
    game_bonus: int = 100
    box_bonus: int = 25
    box_timing: BoxTiming = "end"
    extra_boxes: Mapping[str, int] = _NO_BOXES
    shutout: Shutout = "double_game_bonus"
    shutout_bonus: int = 0
    shutout_test: ShutoutTest = "points"
    columns: int = 3
    column_weights: tuple[int, ...] = _EVEN
    columns_run_on: bool = False
    next_dealer: NextDealer = "winner"

    def __post_init__(self) -> None:
        """Check every field and store it in its one form."""
        given_weights = self.column_weights
        for name in _names():
            object.__setattr__(self, name, check_field(name, getattr(self, name)))
        if given_weights is _EVEN:
            object.__setattr__(self, "column_weights", _EVEN if self.columns == 3 else (1,) * self.columns)
        elif len(self.column_weights) != self.columns:
            raise RulesError(
                f"Rules field 'column_weights' is {self.column_weights!r}, expected {self.columns} weights, "
                f"one for each of the {self.columns} columns"
            )

    def __repr__(self) -> str:
        """Show what differs from the default."""
        changed = ", ".join(f"{name}={mine!r}" for name, (mine, _) in self.differences(DEFAULT_RULES).items())
        return f"Rules({changed})"

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return the named rule set.

        Parameters
        ----------
        name : str
            One of `preset_names()`.

        Raises
        ------
        RulesError
            There is no preset of that name; the message lists those there are.

        Examples
        --------
        >>> from ginfast import Rules
        >>> Rules.preset("wikipedia")
        Rules(shutout='double_hand_points', shutout_test='hands', next_dealer='alternate')
        """
        return cls.from_dict(_preset(name)[1])

    @staticmethod
    def describe_preset(name: str) -> str:
        """Return what the source of a preset states and which values are the default's.

        Examples
        --------
        >>> from ginfast import Rules
        >>> Rules.describe_preset("straight")[:46]
        'Straight gin: no knocking, only gin (limit 0).'
        """
        return _preset(name)[0]

    def limit_for(self, upcard: Card | str | None = None) -> int:
        """Return the most deadwood with which a knock is legal in a deal with this upcard (R-KNOCK, R-OKLA).

        Parameters
        ----------
        upcard : Card or str, optional
            The first upcard of the deal; needed under `oklahoma` and otherwise only checked to be a card.

        Raises
        ------
        RulesError
            No upcard under `oklahoma`.
        CardError, TypeError
            The upcard is no card.

        Examples
        --------
        >>> from ginfast import Rules
        >>> Rules(oklahoma=True).limit_for("7d"), Rules(oklahoma=True).limit_for("AS"), Rules().limit_for(None)
        (7, 0, 10)
        """
        card = self._upcard(upcard)
        if card is None or not self.oklahoma:
            return self.knock_limit
        if card.rank == 0:
            return min(1, self.knock_limit) if self.oklahoma_ace == "one" else 0
        return min(card.points, self.knock_limit)

    def multiplier_for(self, upcard: Card | str | None = None) -> int:
        """Return what the points of a hand with this upcard are multiplied by (R-OKLA).

        Parameters and errors are those of `limit_for`.

        Examples
        --------
        >>> from ginfast import Rules
        >>> Rules.preset("oklahoma").multiplier_for("9s"), Rules.preset("oklahoma").multiplier_for("9h")
        (2, 1)
        """
        card = self._upcard(upcard)
        return self.spade_multiplier if self.oklahoma and card is not None and card.suit == 3 else 1

    def boxes_for(self, outcome: str, *, gin_off: bool = False, multiplier: int = 1) -> int:
        """Return the boxes of a won hand: its own and the extra ones (R-BOX).

        Parameters
        ----------
        outcome : str
            "knock", "gin", "big_gin" or "undercut".
        gin_off : bool
            The defender laid everything off; counts for an undercut only.
        multiplier : int
            That of the hand; acts on extra boxes if the rules say so.

        Examples
        --------
        >>> from ginfast import Rules
        >>> Rules.preset("competition").boxes_for("gin", multiplier=2)
        5
        """
        if outcome not in ("knock", *BOX_KEYS[:3]):
            raise RulesError(f"outcome is {outcome!r}, expected 'knock', 'gin', 'big_gin' or 'undercut'")
        extra = self.extra_boxes.get(outcome, 0)
        if gin_off and outcome == "undercut":
            extra = self.extra_boxes.get("gin_off", extra)
        return 1 + extra * (multiplier if self.multiplier_applies_to_boxes else 1)

    def replace(self, **changes: object) -> Self:
        """Return these rules with some fields changed, checked as in the constructor.

        Column weights that are all one follow a new number of columns.

        Raises
        ------
        RulesError
            A value out of its range.
        TypeError
            A field that does not exist, or a value of the wrong type.

        Examples
        --------
        >>> from ginfast import Rules
        >>> Rules.preset("pagat").replace(target=250) == Rules.preset("pagat")
        False
        """
        unknown = [name for name in changes if name not in _names()]
        if unknown:
            raise TypeError(f"Rules has no field {', '.join(map(repr, unknown))}; fields are {', '.join(_names())}")
        values: dict[str, object] = {name: getattr(self, name) for name in _names()}
        if "columns" in changes and set(self.column_weights) == {1}:
            values["column_weights"] = _EVEN
        given: dict[str, Any] = {**values, **changes}  # checked on construction
        return type(self)(**given)

    def differences(self, other: Rules) -> dict[str, tuple[object, object]]:
        """Return the fields in which these rules differ from `other`, as field to (mine, other's).

        Examples
        --------
        >>> from ginfast import Rules
        >>> Rules.preset("straight").differences(Rules())
        {'knock_limit': (0, 10), 'big_gin_bonus': (None, 31)}
        """
        if not isinstance(other, Rules):
            raise TypeError(f"other must be Rules, got {other!r} ({type(other).__name__})")
        pairs = ((name, getattr(self, name), getattr(other, name)) for name in _names())
        return {name: (mine, theirs) for name, mine, theirs in pairs if mine != theirs}

    def diff(self, other: Rules) -> str:
        """Return the differences from `other` to print, a line for each field; empty when there are none.

        Examples
        --------
        >>> from ginfast import Rules
        >>> print(Rules.preset("pagat").diff(Rules.preset("bicycle")))
        shutout: 'double_game_bonus' (other: 'flat')
        shutout_bonus: 0 (other: 100)
        next_dealer: 'loser' (other: 'winner')
        """
        lines = (f"{name}: {mine!r} (other: {theirs!r})" for name, (mine, theirs) in self.differences(other).items())
        return "\n".join(lines)

    def to_dict(self) -> dict[str, object]:
        """Return all fields and the schema version as plain values for JSON.

        Examples
        --------
        >>> import json
        >>> from ginfast import Rules
        >>> Rules.from_dict(json.loads(json.dumps(Rules(target=150).to_dict())))
        Rules(target=150)
        """
        result: dict[str, object] = {"schema": SCHEMA}
        for name in _names():
            value = getattr(self, name)
            if isinstance(value, Mapping):
                value = dict(value)
            result[name] = list(value) if isinstance(value, tuple) else value
        return result

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Return the rules of `to_dict`; fields left out have the default.

        Raises
        ------
        RulesError
            An unknown field, by name; a schema version that this release does not know; a value out of its range.
        TypeError
            `data` is no mapping, or a value has the wrong type.

        Examples
        --------
        >>> from ginfast import Rules
        >>> Rules.from_dict({"gin_bonus": 20})
        Rules(gin_bonus=20)
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"rules must be a mapping of field to value, got {data!r} ({type(data).__name__})")
        schema = data.get("schema", SCHEMA)
        if type(schema) is not int or schema != SCHEMA:
            raise RulesError(f"rules have schema {schema!r}, this release reads schema {SCHEMA}")
        values: dict[str, object] = {str(name): value for name, value in data.items() if name != "schema"}
        unknown = [name for name in values if name not in _names()]
        if unknown:
            named = ", ".join(map(repr, unknown))
            raise RulesError(f"rules have unknown field {named}; known are {', '.join(_names())}")
        return cls(**values)  # type: ignore[arg-type]  # every value is checked by the constructor

    def _upcard(self, upcard: Card | str | None) -> Card | None:
        if upcard is None:
            if self.oklahoma:
                raise RulesError("upcard is missing: under oklahoma rules it sets the knock limit")
            return None
        from ginfast.cards import as_card  # late: cards needs the compiled core, rules alone do not

        return as_card(upcard, "upcard")


def preset_names() -> tuple[str, ...]:
    """Return the names of all presets, the default first.

    Examples
    --------
    >>> from ginfast.rules import preset_names
    >>> preset_names()[:3]
    ('modern', 'guide', 'pagat')
    """
    return tuple(PRESETS)


def _names() -> tuple[str, ...]:
    return _FIELDS


def _preset(name: str) -> tuple[str, Mapping[str, object]]:
    if not isinstance(name, str):
        raise TypeError(f"preset name must be a text, got {name!r} ({type(name).__name__})")
    if name not in PRESETS:
        raise RulesError(f"there is no preset {name!r}; presets are {', '.join(PRESETS)}")
    return PRESETS[name]


_FIELDS = tuple(field.name for field in fields(Rules))
DEFAULT_RULES = Rules()
