"""The named rule sets: for each, what its source states and the fields that differ from the default.

Data only, below `rules`: imports nothing. A field that is not listed has the value of the default
rules (`modern`), also where the source is silent; the description says which fields the source gives.
"""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["PRESETS"]

_TABLE: dict[str, tuple[str, dict[str, object]]] = {
    "modern": (
        (
            "The default: gin 25, big gin 31 in all, undercut 25 (ties too), 100 up, game 100, boxes 25 at the end, "
            "game bonus doubled for a shutout, winner deals. The commonest values of today's apps and pages, from no "
            "single one."
        ),
        {},
    ),
    "guide": (
        (
            "A printed player's guide, the fullest of the plain rule texts. It states knock 10, gin 25, undercut 25 "
            "(ties too), 100 up, game 100, boxes 20 at the end, and doubling for a shutout without saying of what: "
            "taken as the game bonus. It calls big gin 'larger' without a number, so none is offered; next dealer as "
            "default."
        ),
        {"big_gin_bonus": None, "box_bonus": 20},
    ),
    "pagat": (
        (
            "pagat.com, main rules, read through pages written against it. Stated: knock 10, gin 20, undercut 10 "
            "(ties too), 100 up, game 100, boxes 20 at the end, game bonus doubled for a shutout, loser deals (its "
            "copies disagree). The source has no big gin."
        ),
        {"gin_bonus": 20, "big_gin_bonus": None, "undercut_bonus": 10, "box_bonus": 20, "next_dealer": "loser"},
    ),
    "pagat_25": (
        (
            "The variation on pagat.com with gin, undercut and boxes at 25. The rest as pagat: 100 up, game 100, "
            "doubled for a shutout; the loser deals. The source has no big gin."
        ),
        {"big_gin_bonus": None, "next_dealer": "loser"},
    ),
    "wikipedia": (
        (
            "Wikipedia, 'Gin rummy', text of 2018. Stated: knock 10, gin 25, big gin 31 (commonly 50), undercut 25 "
            "(ties too), 100 up, game 100, boxes 25, the winner's hand points doubled when the loser won no hand, "
            "dealers alternate."
        ),
        {"shutout": "double_hand_points", "shutout_test": "hands", "next_dealer": "alternate"},
    ),
    "bicycle": (
        (
            "Bicycle's two-handed values at second hand. Stated: knock 10, gin 20, undercut 10 (ties too), 100 up, "
            "game 100, boxes 20, a flat 100 for a shutout, winner deals. The source has no big gin."
        ),
        {
            "gin_bonus": 20,
            "big_gin_bonus": None,
            "undercut_bonus": 10,
            "box_bonus": 20,
            "shutout": "flat",
            "shutout_bonus": 100,
        },
    ),
    "gin_rummy_plus": (
        (
            "The app Gin Rummy Plus. Only 25 for gin, 25 for an undercut and 25 a box are stated; all else is the "
            "default, without big gin."
        ),
        {"big_gin_bonus": None},
    ),
    "cardgames_io": (
        (
            "cardgames.io. Stated: knock 10, gin 25, undercut 25, 100 up, boxes 25 at the end. Game bonus, shutout, "
            "ties and dealer are the default. The source has no big gin."
        ),
        {"big_gin_bonus": None},
    ),
    "mobilityware": (
        (
            "MobilityWare's help. Stated: knock 10, gin 25, big gin 31, undercut 25 (10 by setting; ties too), 100 "
            "up. Boxes, game bonus, shutout and dealer are the default."
        ),
        {},
    ),
    "palace": (
        (
            "The palace rules of jdh8's gin-rummy. Stated: knock 10, gin 25, undercut 20 (ties too), 100 up with "
            "boxes of 10 counted at once, no game bonus, nothing for a shutout, winner deals, no big gin."
        ),
        {
            "big_gin_bonus": None,
            "undercut_bonus": 20,
            "game_bonus": 0,
            "box_bonus": 10,
            "box_timing": "immediate",
            "shutout": "none",
        },
    ),
    "british": (
        (
            "A British book of games. Stated: gin 25, 100 up, game 100, boxes 20, the difference doubled for a "
            "shutout. Knock limit, undercut, ties and dealer are the default. The source has no big gin."
        ),
        {"big_gin_bonus": None, "box_bonus": 20, "shutout": "double_difference"},
    ),
    "jdh8_modern": (
        (
            "The modern rules of jdh8's gin-rummy. Stated: knock 10, gin 25, big gin 31, undercut 25 (ties too), 100 "
            "up, game 100, boxes 25 at the end, the winner's whole total doubled for a shutout, winner deals."
        ),
        {"shutout": "double_total"},
    ),
    "eaai": (
        (
            "The EAAI 2021 undergraduate research challenge. Stated by its code: knock 10, gin 25, undercut 25 (ties "
            "too), first to 100, no game bonus, no boxes, nothing for a shutout, starters alternate, no big gin."
        ),
        {"big_gin_bonus": None, "game_bonus": 0, "box_bonus": 0, "shutout": "none", "next_dealer": "alternate"},
    ),
    "openspiel": (
        (
            "OpenSpiel's gin_rummy, which plays single hands. Stated by its code: knock 10, gin 25, undercut 25, "
            "nobody scores on a tie, the 50th card may be taken to knock, no big gin. Target and dealer are the "
            "default."
        ),
        {
            "big_gin_bonus": None,
            "tie": "nobody",
            "fiftieth_card": True,
            "game_bonus": 0,
            "box_bonus": 0,
            "shutout": "none",
        },
    ),
    "oklahoma": (
        (
            "Oklahoma gin. Stated: the upcard sets the limit, an ace allows one (elsewhere gin only), a spade upcard "
            "doubles the hand, gin 20, undercut 10 (ties too), 150 up, game 100, boxes 20; shutout and dealer as "
            "pagat. No big gin."
        ),
        {
            "oklahoma": True,
            "oklahoma_ace": "one",
            "spade_multiplier": 2,
            "gin_bonus": 20,
            "big_gin_bonus": None,
            "undercut_bonus": 10,
            "target": 150,
            "box_bonus": 20,
            "next_dealer": "loser",
        },
    ),
    "straight": (
        (
            "Straight gin: no knocking, only gin (limit 0). The bonuses are usually kept; all else is the default, "
            "without big gin."
        ),
        {"knock_limit": 0, "big_gin_bonus": None},
    ),
    "competition": (
        (
            "The competition and money-game school (Oklahoma with Hollywood). Stated: the upcard sets the limit, an "
            "ace demands gin, spades double points and bonus boxes, gin 25 and 2 boxes, undercut 25 and 1 box, "
            "gin-off 3 boxes, 250 up, boxes 25, the third column double, the column doubled for a shutout. Game bonus "
            "and dealer are the default. The source has no big gin."
        ),
        {
            "oklahoma": True,
            "oklahoma_ace": "gin_only",
            "spade_multiplier": 2,
            "multiplier_applies_to_boxes": True,
            "big_gin_bonus": None,
            "target": 250,
            "extra_boxes": {"gin": 2, "undercut": 1, "gin_off": 3},
            "shutout": "double_total",
            "column_weights": (1, 1, 2),
        },
    ),
}

PRESETS: Mapping[str, tuple[str, Mapping[str, object]]] = MappingProxyType(
    {name: (description, MappingProxyType(fields)) for name, (description, fields) in _TABLE.items()}
)
"""Preset name to (description, fields that differ from the default)."""
