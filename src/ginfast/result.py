"""`HandResult`: a scored hand that can be explained, stored and read back.

Layer: above `spreads` and `replies`, below `scoring`. `settle` is where a spread, a reply and the rules become a
result; `resolve_hand` and `HandResult.from_dict` both go through it: a stored result is checked by being made again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import index
from typing import Any, SupportsIndex

from ginfast import masks
from ginfast._explain import Telling
from ginfast.cards import Card, CardSet
from ginfast.errors import HandError
from ginfast.layoff import LayOff
from ginfast.melds import Arrangement
from ginfast.outcome import Outcome, Score, Side, score
from ginfast.replies import reply
from ginfast.rules import DEFAULT_RULES, Rules
from ginfast.spreads import (
    MAX_DEADWOOD,
    Spread,
    Stakes,
    check_apart,
    check_flag,
    check_limit,
    hand_mask,
    make_spread,
    one_card,
    stakes_for,
)

__all__ = ["HandResult"]

SCHEMA = 1
NUMBERS = (
    "winner",
    "points",
    "difference",
    "bonus",
    "multiplier",
    "boxes",
    "gin_off",
    "knocker_deadwood",
    "defender_deadwood_before",
    "defender_deadwood",
)
CARDS = ("knocker", "defender", "discard", "melds", "laid_off", "defender_melds")


@dataclass(frozen=True, kw_only=True, slots=True)
class HandResult:
    """Hold the result of one hand, as `resolve_hand`, `score_counts`, `best_spread` or `dead_hand` made it.

    ``points == multiplier * (difference + bonus)``, and ``winner`` is None for a dead hand and a tie without winner.

    Attributes
    ----------
    outcome : Outcome
        How the hand ended.
    winner : {"knocker", "defender", None}
        Who scores it.
    points : int
        The winner's points, bonuses and multiplier included.
    difference : int
        Distance of the two counts (points).
    bonus : int
        The gin, big gin, undercut or knock bonus that was paid, before the multiplier.
    multiplier : int
        What a spade upcard made of the hand under Oklahoma rules; else 1.
    boxes : int
        The winner's boxes, the hand's own included; 0 without winner.
    gin_off : bool
        Whether the hand is an undercut with no deadwood left.
    knocker_deadwood : int
        What the spread leaves; 0 is gin.
    defender_deadwood_before : int
        The defender's own minimum, before laying off; from counts alone, the same as `defender_deadwood`.
    defender_deadwood : int
        What he was left with.
    knocker, defender : CardSet or None
        The cards: the knocker's after the throw. None when only counts are known.
    discard : Card or None
        The knocker's throw, where known.
    knocker_arrangement : Arrangement or None
        The spread.
    lay_off : LayOff or None
        The lay-offs in a legal order and what the defender kept; empty on gin.
    upcard : Card or None
        The upcard, where given.
    rules : Rules
        The house rules that were applied.

    Examples
    --------
    >>> from ginfast import score_counts
    >>> result = score_counts(8, 5)
    >>> result.outcome.name, result.winner, result.points, result.difference, result.bonus
    ('UNDERCUT', 'defender', 28, 3, 25)
    >>> print(result)
    undercut: the defender scores 28 (8 against 5), 1 box
    >>> HandResult.from_dict(result.to_dict()) == result
    True
    """

    outcome: Outcome
    winner: Side | None
    points: int
    difference: int
    bonus: int
    multiplier: int
    boxes: int
    gin_off: bool
    knocker_deadwood: int
    defender_deadwood_before: int
    defender_deadwood: int
    knocker: CardSet | None = None
    defender: CardSet | None = None
    discard: Card | None = None
    knocker_arrangement: Arrangement | None = None
    lay_off: LayOff | None = None
    upcard: Card | None = None
    rules: Rules = DEFAULT_RULES

    def __str__(self) -> str:
        name = self.outcome.name.lower().replace("_", " ")
        if self.outcome is Outcome.DEAD:
            return "dead hand: nobody scores"
        counts = f"({self.knocker_deadwood} against {self.defender_deadwood})"
        if self.winner is None:
            return f"{name}: nobody scores {counts}"
        boxes = "1 box" if self.boxes == 1 else f"{self.boxes} boxes"
        return f"{name}: the {self.winner} scores {self.points} {counts}, {boxes}"

    def explain(self, *, pretty: bool = False) -> str:
        """Return the step-by-step account of the hand, for a person to check.

        Parameters
        ----------
        pretty : bool
            Write suits as signs (``4♥``) instead of letters (``4H``).

        Returns
        -------
        str
            Numbered steps: the spread and its count, the defender's melds, every lay-off, the sum.

        Examples
        --------
        >>> from ginfast import score_counts
        >>> print(score_counts(5, 13).explain())
        1. Knocker 5, defender 13: the knocker wins the difference, 13 - 5 = 8.
           Points for the knocker: 8.
           Boxes: 1.
        """
        known = self.outcome is not Outcome.DEAD
        telling = Telling(
            self.rules, stakes_for(self.rules, self.upcard) if known else None, "pretty" if pretty else ""
        )
        lines = list(telling.upcard())
        if self.knocker_arrangement is not None and self.lay_off is not None and self.defender is not None:
            lines += telling.knocker(self.knocker_arrangement, self.discard)
            lines += telling.defender(self.defender, self.lay_off, self.knocker_arrangement)
        lines += telling.score(self._score(), self.knocker_deadwood, self.defender_deadwood)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Show the account in a notebook."""
        from html import escape  # late: notebooks only

        return f"<pre>{escape(self.explain(pretty=True))}</pre>"

    def _score(self) -> Score:
        return Score(**{name: getattr(self, name) for name in Score._fields})

    def to_dict(self) -> dict[str, object]:
        """Return the result as plain values that survive JSON; `from_dict` reads them back.

        Examples
        --------
        >>> from ginfast import score_counts
        >>> score_counts(0, 26).to_dict()["points"]
        51
        """
        cards: dict[str, object] | None = None
        if self.knocker_arrangement is not None and self.lay_off is not None:
            cards = {
                "knocker": _text(self.knocker),
                "defender": _text(self.defender),
                "discard": _text(self.discard),
                "melds": [str(meld.cards) for meld in self.knocker_arrangement.melds],
                "laid_off": [[str(card), str(meld.cards)] for card, meld in self.lay_off.laid_off],
                "defender_melds": [str(meld.cards) for meld in self.lay_off.arrangement.melds],
            }
        return {
            "schema": SCHEMA,
            "outcome": self.outcome.name.lower(),
            **{name: getattr(self, name) for name in NUMBERS},
            "upcard": _text(self.upcard),
            "cards": cards,
            "rules": self.rules.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> "HandResult":
        """Return the result stored by `to_dict`, after making it again from its cards (or counts) and rules.

        Parameters
        ----------
        data : mapping
            What `to_dict` gave, also after a trip through JSON.

        Raises
        ------
        HandError
            For a missing or unknown key, another schema, or a number that the cards and rules do not give.
        GinfastError
            For cards, melds, lay-offs or rules that would be refused in `resolve_hand`.
        TypeError
            For values of a wrong type.

        Examples
        --------
        >>> from ginfast import score_counts
        >>> HandResult.from_dict(score_counts(8, 8).to_dict() | {"points": 26})
        Traceback (most recent call last):
        ginfast.errors.HandError: stored result has points 26, expected 25 from its cards, counts and rules
        """
        made = _make_again(data)
        expected = made.to_dict()
        for name in ("outcome", *NUMBERS):
            if type(data[name]) is not type(expected[name]) or data[name] != expected[name]:
                was, is_now = data[name], expected[name]
                raise HandError(
                    f"stored result has {name} {was!r}, expected {is_now!r} from its cards, counts and rules"
                )
        return made


def settle(spread: Spread, defender: int, lay_off: LayOff, *, rules: Rules, stakes: Stakes) -> HandResult:
    """Score a legal spread and reply."""
    knocker = spread.arrangement.deadwood
    numbers = score(knocker, lay_off.deadwood, rules, multiplier=stakes.multiplier, big_gin=spread.big_gin)
    return HandResult(
        **numbers._asdict(),
        multiplier=stakes.multiplier,
        knocker_deadwood=knocker,
        defender_deadwood_before=masks.deadwood(defender),
        defender_deadwood=lay_off.deadwood,
        knocker=spread.cards,
        defender=CardSet.from_mask(defender),
        discard=spread.discard,
        knocker_arrangement=spread.arrangement,
        lay_off=lay_off,
        upcard=stakes.upcard,
        rules=rules,
    )


def settle_counts(
    knocker: int, defender: int, *, big_gin: bool, gin_off: bool | None, rules: Rules, stakes: Stakes
) -> HandResult:
    """Score two counts whose ranges have been checked."""
    numbers = score(knocker, defender, rules, multiplier=stakes.multiplier, big_gin=big_gin, gin_off=gin_off)
    return HandResult(
        **numbers._asdict(),
        multiplier=stakes.multiplier,
        knocker_deadwood=knocker,
        defender_deadwood_before=defender,
        defender_deadwood=defender,
        upcard=stakes.upcard,
        rules=rules,
    )


def no_score(rules: Rules) -> HandResult:
    """Return the result of a dead hand (R-DEAD-1)."""
    return HandResult(
        **Score(Outcome.DEAD, None, difference=0, bonus=0, points=0, boxes=0, gin_off=False)._asdict(),
        multiplier=1,
        knocker_deadwood=0,
        defender_deadwood_before=0,
        defender_deadwood=0,
        rules=rules,
    )


def check_counts(
    knocker: object, defender: object, limit: int, *, big_gin: bool, gin_off: bool | None
) -> tuple[int, int]:
    """Refuse counts that no hand can have, or that contradict what is declared."""
    k = _count(knocker, "knocker_deadwood", limit, f"the knock limit {limit}")
    d = _count(defender, "defender_deadwood", MAX_DEADWOOD, f"{MAX_DEADWOOD}, the most ten cards can count")
    if big_gin and k:
        raise HandError(f"knocker_deadwood is {k}, expected 0 for big gin")
    if gin_off and (d or not k):
        raise HandError(f"gin_off is True with knocker {k}, defender {d}, expected a defender at 0 against a knock")
    return k, d


def _count(value: object, what: str, most: int, most_is: str) -> int:
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise TypeError(f"{what} is {value!r} of type {type(value).__name__}, expected an int")
    count = index(value)
    if not 0 <= count <= most:
        raise HandError(f"{what} is {count}, expected 0 to {most_is}")
    return count


def _text(cards: Card | CardSet | None) -> str | None:
    return None if cards is None else str(cards)


def _part(data: object, what: str, names: tuple[str, ...]) -> Mapping[str, Any]:
    """Refuse what is no mapping of exactly the names given; the values are checked by those who use them."""
    if not isinstance(data, Mapping):
        raise TypeError(f"{what} is of type {type(data).__name__}, expected a mapping as to_dict gives it")
    missing = [name for name in names if name not in data]
    unknown = [str(name) for name in data if name not in names]
    if missing or unknown:
        raise HandError(
            f"{what} lacks {', '.join(missing)}" if missing else f"{what} has unknown keys {', '.join(unknown)}"
        )
    return data


def _make_again(data: object) -> HandResult:
    """Make a result again from a stored one's cards, or counts, and rules."""
    if isinstance(data, Mapping) and "schema" in data and (type(data["schema"]) is not int or data["schema"] != SCHEMA):
        raise HandError(f"stored result has schema {data['schema']!r}, expected {SCHEMA}")
    stored = _part(data, "stored result", ("schema", "outcome", *NUMBERS, "upcard", "cards", "rules"))
    rules = Rules.from_dict(stored["rules"])
    if not isinstance(stored["outcome"], str):
        raise TypeError(f"stored outcome is of type {type(stored['outcome']).__name__}, expected a text")
    if stored["outcome"] == "dead":
        for name in ("upcard", "cards"):
            if stored[name] is not None:
                raise HandError(f"stored result of a dead hand has {name} {stored[name]!r}, expected None")
        return no_score(rules)
    stakes = stakes_for(rules, stored["upcard"])
    if stored["cards"] is None:
        big_gin = stored["outcome"] == "big_gin"
        gin_off = check_flag(stored["gin_off"], "stored gin_off")
        k, d = check_counts(
            stored["knocker_deadwood"], stored["defender_deadwood"], stakes.limit, big_gin=big_gin, gin_off=gin_off
        )
        return settle_counts(k, d, big_gin=big_gin, gin_off=gin_off, rules=rules, stakes=stakes)
    cards = _part(stored["cards"], "stored cards", CARDS)
    knocker = hand_mask(cards["knocker"], "stored knocker", (10, 11))
    big_gin = knocker.bit_count() == 11  # not told by the outcome: one that the defender matches is a tie (R-LAY-6)
    defender = hand_mask(cards["defender"], "stored defender", (10,))
    check_apart(knocker, defender)
    spread = make_spread(
        knocker,
        defender,
        melds=_listed(cards["melds"], "melds"),
        discard=one_card(cards["discard"], "stored discard"),
        taken=None,
        big_gin=big_gin,
        rules=rules,
    )
    check_limit(spread, stakes)
    laid = _listed(cards["laid_off"], "laid_off")
    own = _listed(cards["defender_melds"], "defender_melds")
    allowed = spread.arrangement.deadwood > 0 or rules.layoff_on_gin
    lay_off = reply(defender, spread, allowed=allowed, laid_off=laid, defender_melds=own)
    return settle(spread, defender, lay_off, rules=rules, stakes=stakes)


def _listed(value: object, what: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"stored {what} is of type {type(value).__name__}, expected a list")
    return list(value)
