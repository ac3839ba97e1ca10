"""The masks door: the functions of the compiled core themselves, on int masks, without a wrapper.

Above `_core` and `_arrangements`. A mask is a 52-bit int, bit ``13 * suit + rank`` for each card held: suits clubs 0,
diamonds 1, hearts 2, spades 3; ranks ace 0 to king 12.
"""

from ginfast._arrangements import arrangements
from ginfast._core import (
    best_arrangement,
    best_discard,
    deadwood,
    find_melds,
    format_cards,
    lay_off,
    lay_off_cards,
    parse_cards,
    rank_discards,
    resolve_hand,
)

__all__ = [
    "arrangements",
    "best_arrangement",
    "best_discard",
    "deadwood",
    "find_melds",
    "format_cards",
    "lay_off",
    "lay_off_cards",
    "parse_cards",
    "rank_discards",
    "resolve_hand",
]
