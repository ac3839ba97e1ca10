"""What a finished hand is worth, from two counts: the one statement of the scoring formulas.

Layer: beside `rules`, below `spreads`, `replies`, `result` and `scoring`. Plain numbers in and out, no cards.
`resolve_hand`, `score_counts`, `best_spread` and the reading of stored results all call `score`; the arrays door
is tested against it.
"""

from enum import IntEnum
from typing import Literal, NamedTuple

from ginfast.rules import Rules

__all__ = ["Outcome", "Score", "Side", "score"]

Side = Literal["knocker", "defender"]


class Outcome(IntEnum):
    """How a hand ended; the numbers are part of the arrays door.

    Examples
    --------
    >>> Outcome.UNDERCUT.value, Outcome(1).name
    (3, 'GIN')
    """

    KNOCK = 0
    GIN = 1
    BIG_GIN = 2
    UNDERCUT = 3
    DEAD = 4
    TIE = 5


class Score(NamedTuple):
    """The result of one hand in numbers: ``points == multiplier * (difference + bonus)``."""

    outcome: Outcome
    winner: Side | None
    difference: int
    bonus: int
    points: int
    boxes: int
    gin_off: bool


_NOBODY = Score(Outcome.TIE, None, difference=0, bonus=0, points=0, boxes=0, gin_off=False)


def score(
    knocker: int,
    defender: int,
    rules: Rules,
    *,
    multiplier: int = 1,
    big_gin: bool = False,
    gin_off: bool | None = None,
) -> Score:
    """Score a hand from the knocker's declared and the defender's final deadwood.

    Parameters
    ----------
    knocker : int
        Declared deadwood of the spread; 0 is gin.
    defender : int
        The defender's deadwood after lay-offs (against gin: without, unless the rules allow them).
    rules : Rules
        House rules; the limit is not tested here.
    multiplier : int
        What the upcard makes the hand worth: 1, or ``rules.spade_multiplier``.
    big_gin : bool
        Whether eleven melded cards were declared.
    gin_off : bool, optional
        Whether an undercutting defender got rid of everything; None reads it off his deadwood (0).

    Returns
    -------
    Score

    Notes
    -----
    With m the multiplier, k and d the two counts::

        big gin   knocker   m * (big_gin_bonus + d)
        gin       knocker   m * (gin_bonus + d)
        knock     knocker   m * (d - k + knock_bonus)      d > k
        undercut  defender  m * (undercut_bonus + k - d)   d < k, or d == k under tie="undercut"
        boxes     winner    1 + extra_boxes[outcome] * (m if multiplier_applies_to_boxes else 1)
    """
    if knocker == 0:
        if rules.layoff_on_gin and defender == 0:
            return _NOBODY
        outcome = Outcome.BIG_GIN if big_gin else Outcome.GIN
        bonus = (rules.big_gin_bonus or 0) if big_gin else rules.gin_bonus
    elif defender > knocker:
        outcome, bonus = Outcome.KNOCK, rules.knock_bonus
    elif defender == knocker and rules.tie == "nobody":
        return _NOBODY
    elif defender == knocker and rules.tie == "knocker":
        outcome, bonus = Outcome.KNOCK, 0
    else:
        outcome = Outcome.UNDERCUT
        bonus = 0 if defender == knocker and rules.tie == "no_bonus" else rules.undercut_bonus
    undercut = outcome is Outcome.UNDERCUT
    off = undercut and (defender == 0 if gin_off is None else gin_off)
    difference = abs(defender - knocker)
    return Score(
        outcome,
        winner="defender" if undercut else "knocker",
        difference=difference,
        bonus=bonus,
        points=multiplier * (difference + bonus),
        boxes=rules.boxes_for(outcome.name.lower(), gin_off=off, multiplier=multiplier),
        gin_off=off,
    )
