"""Gin rummy analysis, exact and fast: the cards door.

Text, `Card` and `CardSet` in, value objects out. `ginfast.masks` asks the same questions of int masks,
`ginfast.batch` of NumPy arrays; docs/rules.md gives the rules by id. What concerns whole hands and matches, and the
other doors, is loaded at first use, so that `import ginfast` stays light.
"""

try:
    from ginfast import _arrangements, _core, _cpu  # noqa: F401
except ImportError as error:
    raise ImportError(
        "ginfast: its compiled modules are missing or do not load, and there is no slow substitute; build them with "
        "`pip install .` in the source tree, or install a wheel for this Python"
    ) from error

from ginfast._cpu import cpu_level
from ginfast.cards import DECK, EMPTY, Card, CardSet
from ginfast.errors import CardError, GinfastError, HandError, MatchError, MeldError, RulesError
from ginfast.layoff import LayOff, can_lay_off, lay_off, lay_off_cards
from ginfast.melds import (
    Arrangement,
    Discard,
    Meld,
    arrangements,
    best_arrangement,
    best_discard,
    deadwood,
    find_melds,
    rank_discards,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ginfast import batch, interop, masks, match, reference
    from ginfast.match import CutthroatMatch, HollywoodMatch, Match, PartnershipMatch, Settlement
    from ginfast.rules import Rules
    from ginfast.scoring import (
        HandResult,
        Outcome,
        best_spread,
        can_knock,
        dead_hand,
        knock_options,
        resolve_hand,
        score_counts,
        verify_knock,
    )

__version__ = "0.1.0"

_LAZY = {
    "ginfast.match": ("CutthroatMatch", "HollywoodMatch", "Match", "PartnershipMatch", "Settlement"),
    "ginfast.rules": ("Rules",),
    "ginfast.scoring": (
        "HandResult",
        "Outcome",
        "best_spread",
        "can_knock",
        "dead_hand",
        "knock_options",
        "resolve_hand",
        "score_counts",
        "verify_knock",
    ),
}
_SUBMODULES = ("batch", "interop", "masks", "match", "reference")

__all__ = [
    "DECK",
    "EMPTY",
    "Arrangement",
    "Card",
    "CardError",
    "CardSet",
    "CutthroatMatch",
    "Discard",
    "GinfastError",
    "HandError",
    "HandResult",
    "HollywoodMatch",
    "LayOff",
    "Match",
    "MatchError",
    "Meld",
    "MeldError",
    "Outcome",
    "PartnershipMatch",
    "Rules",
    "RulesError",
    "Settlement",
    "__version__",
    "arrangements",
    "batch",
    "best_arrangement",
    "best_discard",
    "best_spread",
    "can_knock",
    "can_lay_off",
    "cpu_level",
    "dead_hand",
    "deadwood",
    "find_melds",
    "interop",
    "knock_options",
    "lay_off",
    "lay_off_cards",
    "masks",
    "match",
    "rank_discards",
    "reference",
    "resolve_hand",
    "score_counts",
    "verify_knock",
]


def __getattr__(name: str) -> object:
    """Load a name of the upper layers, or a submodule, at first use."""
    from importlib import import_module

    if name in _SUBMODULES:
        return import_module(f"ginfast.{name}")
    for module, names in _LAZY.items():
        if name in names:
            value = getattr(import_module(module), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'ginfast' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
