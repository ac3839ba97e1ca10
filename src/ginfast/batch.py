"""The arrays door: NumPy arrays of masks in, arrays out, for millions to billions of hands.

Layer: above ``_batch`` (compiled loops) and ``scoring`` (rules); public names only, the functions live in ``_array_*``.
A mask is a 52-bit number with bit ``13 * suit + rank`` set for each card; every argument may be any array-like of
integers, and is copied only where it is not a contiguous array of the right type. ``import ginfast`` does not load this
module, nor NumPy.
"""

from ginfast._array_cards import deal, format_cards, from_ids, parse_cards, rank, to_ids, unrank
from ginfast._array_hands import (
    ARRANGEMENT,
    DISCARD,
    LAY_OFF,
    best_arrangement,
    best_discard,
    evaluate,
    lay_off,
    rank_discards,
)
from ginfast._array_matches import SETTLEMENT, settle
from ginfast._array_results import HAND_RESULT, SCORE, resolve_hand, score_counts
from ginfast._batch import deadwood

__all__ = [
    "ARRANGEMENT",
    "DISCARD",
    "HAND_RESULT",
    "LAY_OFF",
    "SCORE",
    "SETTLEMENT",
    "best_arrangement",
    "best_discard",
    "deadwood",
    "deal",
    "evaluate",
    "format_cards",
    "from_ids",
    "lay_off",
    "parse_cards",
    "rank",
    "rank_discards",
    "resolve_hand",
    "score_counts",
    "settle",
    "to_ids",
    "unrank",
]
