"""Matches: two players, Hollywood, partnerships, three players; settlements and score sheets.

Above `scoring` and `rules`; uses no cards. A match is a fold over its recorded hands.
"""

from ginfast.match._column import Column
from ginfast.match._hand import Hand
from ginfast.match.cutthroat import CutthroatMatch
from ginfast.match.hollywood import HollywoodMatch
from ginfast.match.partnership import PartnershipMatch
from ginfast.match.settlement import Line, Settlement
from ginfast.match.two import Match

__all__ = [
    "Column",
    "CutthroatMatch",
    "Hand",
    "HollywoodMatch",
    "Line",
    "Match",
    "PartnershipMatch",
    "Settlement",
]
