"""Finished hands in arrays: whole hands and pairs of counts under house rules. Re-exported by ``batch``.

Layer: under ``batch``, above ``_array_hands``, ``_arrays``, ``_threads``, ``_words``, ``_batch``, and ``scoring``.
No rule is stated here: what each case pays comes from `outcome.score`, limits and multipliers from `Rules`, and the
words for a refused hand from the cards door.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ginfast import _batch, scoring
from ginfast._array_hands import INT8, SHORT_SLICE, UINT8
from ginfast._arrays import as_masks, as_masks_like, as_out, as_small, finish
from ginfast._threads import SLICE, Progress, run
from ginfast._words import Row, bad_card, bad_mask, bad_melds
from ginfast.cards import Card, CardSet
from ginfast.errors import GinfastError, HandError, RulesError
from ginfast.outcome import score
from ginfast.rules import Rules
from ginfast.spreads import MAX_DEADWOOD, check_rules

__all__ = ["HAND_RESULT", "SCORE", "resolve_hand", "score_counts"]

#: Rows of `score_counts`.
SCORE = np.dtype([("outcome", "u1"), ("winner", "i1"), ("points", "i2"), ("boxes", "u1")], align=True)
#: Rows of `resolve_hand`.
HAND_RESULT = np.dtype(
    [
        ("outcome", "u1"),
        ("winner", "i1"),
        ("points", "i2"),
        ("boxes", "u1"),
        ("knocker_deadwood", "u1"),
        ("defender_before", "u1"),
        ("defender_deadwood", "u1"),
        ("laid_off", "u8"),
    ],
    align=True,
)

DEFAULT_RULES = Rules()
NO_LIMIT = 255
WINNERS = {"knocker": 0, "defender": 1, None: -1}
# One pair of counts for each case of _rows.pxd, in its order: the payment is the same for all counts of a case.
CASES = (
    (0, 1, False),
    (0, 0, False),
    (0, 1, True),
    (0, 0, True),
    (1, 2, False),
    (1, 1, False),
    (2, 1, False),
    (1, 0, False),
)


def resolve_hand(
    knockers: npt.ArrayLike,
    defenders: npt.ArrayLike,
    *,
    melds: npt.ArrayLike | None = None,
    rules: Rules = DEFAULT_RULES,
    upcards: npt.ArrayLike | None = None,
    big_gin: npt.ArrayLike | None = None,
    out: npt.NDArray[np.void] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.void]:
    """Settle finished hands from the cards of both players, as the cards door's `resolve_hand` does one.

    Parameters
    ----------
    knockers : array_like of int, any shape
        Hands of ten cards after the throw, or eleven before it, as 52-bit masks. Of eleven the dearest unmelded card
        goes, or without `melds` the best throw (R-KNOCK-8).
    defenders : array_like of int
        Hands of ten cards, of the same shape.
    melds : array_like of int, optional
        Of the shape of `knockers` and an axis of 3: the spreads, 0 for no meld; they bind, best or not (R-KNOCK-3).
        None: each knocker spreads his best arrangement.
    rules : Rules
        House rules; ``Rules()`` is the preset ``modern``.
    upcards : array_like of int, optional
        Id of the first upcard of each deal, -1 for none, or one id for all. Required under Oklahoma rules.
    big_gin : array_like of bool, optional
        Which knockers declare big gin, or one answer for all (R-GIN-4).
    out, threads, progress
        As of `evaluate`; `out` is of dtype `HAND_RESULT`.

    Returns
    -------
    structured ndarray (`HAND_RESULT`)
        Of the shape of `knockers`. ``outcome``: an `Outcome`; ``winner``: 0 knocker, 1 defender, -1 none; ``points``
        with bonuses and multiplier; ``boxes`` with the hand's own; ``knocker_deadwood``; ``defender_before`` and
        ``defender_deadwood``, before and after laying off; ``laid_off``: mask of the cards laid off.

    Raises
    ------
    CardError, HandError, MeldError
        For the first hand that the cards door refuses, naming argument and row.
    RulesError
        Big gin under rules without it, or a missing upcard under Oklahoma rules.
    GinfastError, TypeError
        As of `evaluate`.

    Examples
    --------
    >>> from ginfast import batch
    >>> knockers = batch.parse_cards(["4H 5H 6H 7S 7C 7D 9C TC JC 2S"])
    >>> rows = batch.resolve_hand(knockers, batch.parse_cards(["3D 4D 5D QH QS QD 7H KC AC 8S"]))
    >>> rows["points"], rows["defender_before"], rows["defender_deadwood"]
    (array([17], dtype=int16), array([26], dtype=uint8), array([19], dtype=uint8))
    """
    table = rule_table(rules)
    mine = as_masks(knockers, "knockers")
    his = as_masks_like(defenders, "defenders", mine)
    spreads = None if melds is None else as_masks_like(melds, "melds", mine, 3)
    cards = None if upcards is None and not rules.oklahoma else _upcards(upcards, mine)
    flags = None if big_gin is None else _flags(big_gin, mine, rules)
    filled = _batch.room_like(None, mine, HAND_RESULT) if out is None else None
    if filled is None:
        inputs = (("knockers", mine), ("defenders", his), ("melds", spreads), ("upcards", cards), ("big_gin", flags))
        filled = as_out(out, mine.shape, HAND_RESULT, inputs)
    args = (mine, his, spreads, cards, flags, table, filled)
    bad = run(_batch.resolve_hand, args, mine.size, threads, progress, SHORT_SLICE)
    if bad >= 0:
        raise _refused_hand(bad, knockers, defenders, melds=melds, upcards=upcards, flags=flags, rules=rules)
    return filled if out is None else finish(out, filled)


def score_counts(
    knocker_deadwood: npt.ArrayLike,
    defender_deadwood: npt.ArrayLike,
    *,
    rules: Rules = DEFAULT_RULES,
    upcards: npt.ArrayLike | None = None,
    big_gin: npt.ArrayLike | None = None,
    out: npt.NDArray[np.void] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> npt.NDArray[np.void]:
    """Settle finished hands from the two counts alone.

    Parameters
    ----------
    knocker_deadwood : array_like of int, any shape
        Points left by the spread: 0 (gin) to the knock limit.
    defender_deadwood : array_like of int
        Points the defender is left with after laying off, 0 to 98; of the same shape, or one count for all.
    rules, upcards, big_gin
        As of `resolve_hand`.
    out, threads, progress
        As of `evaluate`; `out` is of dtype `SCORE`.

    Returns
    -------
    structured ndarray (`SCORE`)
        Of the shape of `knocker_deadwood`: ``outcome winner points boxes`` as of `resolve_hand`. A defender with count
        0 against a knock makes a gin-off.

    Raises
    ------
    HandError
        A count out of its range, or big gin with deadwood; the first such row is named.
    CardError, RulesError, GinfastError, TypeError
        As of `resolve_hand`.

    Examples
    --------
    >>> from ginfast import Rules, batch
    >>> batch.score_counts([8, 8, 0], [20, 8, 30])["points"]
    array([12, 25, 55], dtype=int16)
    >>> batch.score_counts([8], [8], rules=Rules(tie="nobody"))["winner"]
    array([-1], dtype=int8)
    """
    table = rule_table(rules)
    mine = as_small(knocker_deadwood, "knocker_deadwood", None, UINT8)
    his = as_small(defender_deadwood, "defender_deadwood", mine, UINT8)
    cards = None if upcards is None and not rules.oklahoma else _upcards(upcards, mine)
    flags = None if big_gin is None else _flags(big_gin, mine, rules)
    filled = _batch.room_like(None, mine, SCORE) if out is None else None
    if filled is None:
        inputs = (("knocker_deadwood", mine), ("defender_deadwood", his), ("upcards", cards), ("big_gin", flags))
        filled = as_out(out, mine.shape, SCORE, inputs)
    bad = run(_batch.score_counts, (mine, his, cards, flags, table, filled), mine.size, threads, progress, SLICE)
    if bad >= 0:
        raise _refused_counts(bad, knocker_deadwood, defender_deadwood, upcards=upcards, flags=flags, rules=rules)
    return filled if out is None else finish(out, filled)


_last_table: tuple[Rules, _batch.RuleTable] | None = None


def rule_table(rules: Rules) -> _batch.RuleTable:
    """Return the rules of one hand as the loops read them; the last one made is kept."""
    global _last_table  # noqa: PLW0603 - one pair, replaced whole, so that small calls do not build it again
    last = _last_table
    if last is not None and last[0] is rules:
        return last[1]
    check_rules(rules)
    limits, spades = bytearray(53), bytearray(53)
    for i in range(52):
        card = Card.from_id(i)
        limits[i] = rules.limit_for(card)
        spades[i] = rules.multiplier_for(card) != 1
    limits[52] = NO_LIMIT if rules.oklahoma else rules.limit_for(None)
    multipliers = (1, rules.spade_multiplier)
    payments = []
    for multiplier in multipliers:
        for knocker, defender, big_gin in CASES:
            paid = score(knocker, defender, rules, multiplier=multiplier, big_gin=big_gin)
            payments.append((int(paid.outcome), WINNERS[paid.winner], paid.bonus, paid.boxes))
    table = _batch.RuleTable(rules.layoff_on_gin, bytes(limits), bytes(spades), multipliers, tuple(payments))
    _last_table = (rules, table)
    return table


def _upcards(upcards: npt.ArrayLike | None, like: npt.NDArray[np.generic]) -> npt.NDArray[np.uint8]:
    if upcards is None:
        raise RulesError(
            "upcards is None, expected the upcard of each deal: under oklahoma rules it sets the knock limit"
        )
    return as_small(upcards, "upcards", like, INT8)


def _flags(big_gin: npt.ArrayLike, like: npt.NDArray[np.generic], rules: Rules) -> npt.NDArray[np.uint8] | None:
    flags: npt.NDArray[np.generic] = np.asarray(big_gin)
    if flags.dtype.kind != "b":
        raise TypeError(f"big_gin: array of {flags.dtype}, expected booleans")
    if flags.ndim == 0 and not flags:
        return None
    if flags.any() and rules.big_gin_bonus is None:
        raise RulesError("big_gin: declared, but big_gin_bonus is None: these rules have no big gin")
    return as_small(flags, "big_gin", like, UINT8)


def _bad_upcard(upcards: object, bad: int, rules: Rules) -> GinfastError | None:
    if upcards is None:
        return None
    card = Row("upcards", upcards, bad)
    if card.value == -1 and rules.oklahoma:
        return RulesError(f"{card.name}: -1, expected a card id: under oklahoma rules the upcard sets the knock limit")
    return bad_card(card)


def _refused_hand(
    bad: int,
    knockers: object,
    defenders: object,
    *,
    melds: object,
    upcards: object,
    flags: npt.NDArray[np.uint8] | None,
    rules: Rules,
) -> GinfastError:
    """Return the error of the first bad hand; what the row alone does not show, the cards door puts into words."""
    knocker, defender = Row("knockers", knockers, bad), Row("defenders", defenders, bad)
    problem = bad_mask(knocker, "10 or 11", range(10, 12)) or bad_mask(defender, "10", range(10, 11))
    if problem is None and knocker.value & defender.value:
        shared = CardSet.from_mask(knocker.value & defender.value)
        problem = HandError(f"{defender.name}: also holds {shared} of {knocker.name}, expected different cards")
    problem = problem or _bad_upcard(upcards, bad, rules)
    if problem is None and melds is not None:
        problem = bad_melds("melds", melds, bad)
    if problem is not None:
        return problem
    spread = None
    if melds is not None:
        columns = np.asarray(melds).reshape(-1)[3 * bad : 3 * bad + 3]
        spread = [CardSet.from_mask(int(meld)) for meld in columns if meld]
    upcard = -1 if upcards is None else Row("upcards", upcards, bad).value
    try:
        scoring.resolve_hand(
            CardSet.from_mask(knocker.value),
            CardSet.from_mask(defender.value),
            melds=spread,
            rules=rules,
            upcard=None if upcard < 0 else Card.from_id(upcard),
            big_gin=flags is not None and bool(flags.reshape(-1)[bad]),
        )
    except GinfastError as error:
        return type(error)(f"{knocker.name}: {error}")
    return GinfastError("the input changed while it was read")


def _refused_counts(
    bad: int,
    knocker_deadwood: object,
    defender_deadwood: object,
    *,
    upcards: object,
    flags: npt.NDArray[np.uint8] | None,
    rules: Rules,
) -> GinfastError:
    problem = _bad_upcard(upcards, bad, rules)
    if problem is not None:
        return problem
    mine, his = Row("knocker_deadwood", knocker_deadwood, bad), Row("defender_deadwood", defender_deadwood, bad)
    upcard = -1 if upcards is None else Row("upcards", upcards, bad).value
    limit = rules.limit_for(None if upcard < 0 else Card.from_id(upcard))
    if not 0 <= mine.value <= limit:
        return HandError(f"{mine.name}: {mine.value}, expected 0 to the knock limit {limit}")
    if not 0 <= his.value <= MAX_DEADWOOD:
        return HandError(f"{his.name}: {his.value}, expected 0 to {MAX_DEADWOOD}, the most ten cards can count")
    if mine.value and flags is not None and flags.reshape(-1)[bad]:
        return HandError(f"{mine.name}: {mine.value}, expected 0 for big gin")
    return GinfastError("the input changed while it was read")
