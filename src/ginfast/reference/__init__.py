"""The rules of gin rummy as slow, plain Python: the readable specification and the oracle of the tests.

Layer: beside everything. Uses the standard library only and imports nothing from the rest of ginfast, so that no
mistake can be shared. Hands are int masks as in ``ginfast.masks``; the functions named alike give the same answers.
Wrong input is a ``ValueError``; nothing here is made for speed.
"""

from .cards import format_cards, parse_cards
from .layoff import can_lay_off, lay_off, lay_off_cards, lay_off_full
from .melds import arrangements, best_arrangement, best_discard, deadwood, find_melds, is_meld, rank_discards

__all__ = [
    "arrangements",
    "best_arrangement",
    "best_discard",
    "can_lay_off",
    "deadwood",
    "find_melds",
    "format_cards",
    "is_meld",
    "lay_off",
    "lay_off_cards",
    "lay_off_full",
    "parse_cards",
    "rank_discards",
]
