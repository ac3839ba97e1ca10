"""The exceptions of ginfast. Lowest layer: imports nothing.

Every refusal of a *value* is a `GinfastError`, which is a `ValueError`; a wrong *type* is a plain
`TypeError`. Messages say what was refused, where it stood, its value, and what was expected.
"""

__all__ = ["CardError", "GinfastError", "HandError", "MatchError", "MeldError", "RulesError"]


class GinfastError(ValueError):
    """Base of all errors that ginfast raises for values it refuses."""


class CardError(GinfastError):
    """A text, id or mask is no card or no set of different cards."""


class HandError(GinfastError):
    """A hand has the wrong number of cards, shares cards, or breaks the rules of the hand."""


class MeldError(GinfastError):
    """Cards are no meld, melds overlap or leave the hand, or a lay-off does not fit."""


class RulesError(GinfastError):
    """A house rule is out of its range, or a question needs a rule that is not in force."""


class MatchError(GinfastError):
    """A match cannot take this hand, or a stored match does not make sense."""
