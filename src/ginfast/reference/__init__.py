"""The rules of gin rummy as slow, plain Python: the readable specification and the oracle of the tests.

Layer: beside everything. Uses the standard library only and imports nothing from the rest of ginfast, so that no
mistake can be shared. Hands are int masks as in ``ginfast.masks``; the functions named alike give the same answers.
Wrong input is a ``ValueError``; nothing here is made for speed.
"""

from .cards import format_cards, parse_cards
from .hands import HandScore, resolve, resolve_hand, score_counts
from .houserules import MODERN, HouseRules, RuleValue, boxes_for, limit_for, multiplier_for
from .layoff import can_lay_off, lay_off, lay_off_cards, lay_off_full
from .match import (
    Game,
    MatchScore,
    next_dealer,
    partnership_target,
    play_cutthroat,
    play_hollywood,
    play_match,
    play_partnership,
    settle_numbers,
)
from .melds import arrangements, best_arrangement, best_discard, deadwood, find_melds, is_meld, rank_discards

__all__ = [
    "MODERN",
    "Game",
    "HandScore",
    "HouseRules",
    "MatchScore",
    "RuleValue",
    "arrangements",
    "best_arrangement",
    "best_discard",
    "boxes_for",
    "can_lay_off",
    "deadwood",
    "find_melds",
    "format_cards",
    "is_meld",
    "lay_off",
    "lay_off_cards",
    "lay_off_full",
    "limit_for",
    "multiplier_for",
    "next_dealer",
    "parse_cards",
    "partnership_target",
    "play_cutthroat",
    "play_hollywood",
    "play_match",
    "play_partnership",
    "rank_discards",
    "resolve",
    "resolve_hand",
    "score_counts",
    "settle_numbers",
]
