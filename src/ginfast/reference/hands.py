"""A finished hand of the reference: spread, lay-off, outcome, points, boxes.

Layer: above ``layoff`` and ``houserules``. Uses the standard library only.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from .cards import cards_in, check_hand, points, value_of
from .houserules import HouseRules, boxes_for, limit_for, multiplier_for, number, with_defaults
from .layoff import Placement, check_melds, lay_off, lay_off_full, place, ways_to_lay_off
from .melds import Melds, best_arrangement, best_discard, deadwood, is_meld, listing_key, union


@dataclass(frozen=True)
class HandScore:
    """The result of one hand; ``winner`` is "knocker", "defender" or None, cards are masks."""

    outcome: str
    winner: str | None
    points: int
    difference: int
    bonus: int
    multiplier: int
    boxes: int
    knocker_deadwood: int = 0
    defender_deadwood_before: int = 0
    defender_deadwood: int = 0
    knocker_melds: Melds = ()
    defender_melds: Melds = ()
    laid_off: int = 0
    placements: tuple[Placement, ...] = ()


def resolve_hand(knocker: int, defender: int, melds: Iterable[int] | None = None) -> tuple[int, int, int]:
    """Give the knocker's deadwood, the defender's, and the laid-off cards; no limit and no house rule is looked at.

    Of eleven cards one is thrown (R-KNOCK-8), unless the declared melds hold them all.

    Examples
    --------
    >>> resolve_hand(2**10 - 1, 0b11 << 13)
    (0, 3, 0)
    """
    if check_hand(knocker, "knocker") & check_hand(defender, "defender"):
        raise ValueError("a card is in both hands")
    declared = None if melds is None else tuple(melds)
    if knocker.bit_count() == 11 and (declared is None or union(declared) != knocker):
        knocker ^= 1 << _thrown(knocker, declared, -1)
    declared = _spread(knocker, defender, declared)
    left = points(knocker & ~union(declared))
    if left == 0:
        return 0, deadwood(defender), 0
    return left, *lay_off(defender, declared)


def resolve(
    knocker: int,
    defender: int,
    *,
    melds: Iterable[int] | None = None,
    laid_off: int | None = None,
    defender_melds: Iterable[int] | None = None,
    rules: HouseRules | None = None,
    upcard: int | None = None,
    discard: int | None = None,
    taken: int | None = None,
    big_gin: bool = False,
) -> HandScore:
    """Settle a finished hand under house rules; ``ValueError`` for what may not be.

    Parameters
    ----------
    knocker, defender : int
        Masks; the knocker's ten cards after the throw, or eleven before it; the defender's ten.
    melds, defender_melds : iterable of int, optional
        Declared melds; they bind (R-KNOCK-3, R-LAY-4). None: the best.
    laid_off : int, optional
        Mask of the cards the defender lays off; it binds. None: the best.
    rules : mapping, optional
        House rules; fields left out have their usual value.
    upcard, discard, taken : int, optional
        Card ids.
    big_gin : bool
        Whether eleven melded cards are declared as big gin (R-GIN-4).

    Examples
    --------
    >>> resolve(2**10 - 1, 0b11111_00000_11111 << 26).points
    28
    """
    house = with_defaults(rules)
    spread = None if melds is None else tuple(melds)
    hand = _hand_laid(knocker, defender, spread, discard=discard, taken=taken, big_gin=big_gin, rules=house)
    spread = _spread(hand, defender, spread)
    left = points(hand & ~union(spread))
    limit = limit_for(house, upcard)
    if left > limit:
        raise ValueError(f"the spread leaves {left}, over the limit of {limit} (R-KNOCK-5)")
    if big_gin and left:
        raise ValueError("big gin needs eleven melded cards (R-GIN-4)")
    closed = left == 0 and not house["layoff_on_gin"]
    if closed and laid_off:
        raise ValueError("nothing is laid off on gin (R-LAY-5)")
    own = None if defender_melds is None else tuple(defender_melds)
    laid, own = _defence(defender, () if closed else spread, laid_off, own)
    score = score_counts(left, points(defender & ~laid & ~union(own)), rules=house, upcard=upcard, big_gin=big_gin)
    return HandScore(
        **{
            **score.__dict__,
            "defender_deadwood_before": deadwood(defender),
            "knocker_melds": spread,
            "defender_melds": own,
            "laid_off": laid,
            "placements": place(laid, spread),
        }
    )


def _hand_laid(
    knocker: int,
    defender: int,
    melds: Melds | None,
    *,
    discard: int | None,
    taken: int | None,
    big_gin: bool,
    rules: HouseRules,
) -> int:
    """Give the cards that the knocker lays down: ten after the throw, or eleven for big gin."""
    if check_hand(knocker, "knocker") & check_hand(defender, "defender"):
        raise ValueError("a card is in both hands (R-CARD-1)")
    if defender.bit_count() != 10 or knocker.bit_count() not in (10, 11):
        raise ValueError(f"hands of {knocker.bit_count()} and {defender.bit_count()} cards, expected 10 or 11 and 10")
    if taken is not None and (taken == discard or not knocker >> taken & 1):
        raise ValueError("the card taken must be held and may not be thrown (R-MELD-7)")
    if big_gin:
        if rules["big_gin_bonus"] is None or knocker.bit_count() != 11 or discard is not None:
            raise ValueError("big gin needs eleven cards, no throw, and rules with a bonus for it (R-GIN-5)")
        return knocker
    if knocker.bit_count() == 10:
        if discard is not None and (knocker | defender) >> discard & 1:
            raise ValueError("the thrown card is still in a hand")
        return knocker
    if discard is None:
        discard = _thrown(knocker, melds, -1 if taken is None else taken)
    if not knocker >> discard & 1:
        raise ValueError("the thrown card is not in the knocker's hand")
    return knocker ^ 1 << discard


def _thrown(hand: int, melds: Melds | None, taken: int) -> int:
    """Choose the throw that nobody named (R-KNOCK-8)."""
    if melds is None:
        return best_discard(hand, taken)[0]
    loose = [card for card in cards_in(hand & ~union(melds)) if card != taken]
    if not loose:
        raise ValueError("eleven melded cards need a throw or big gin")
    return max(loose, key=lambda card: (value_of(card), card))


def _spread(hand: int, defender: int, melds: Melds | None) -> Melds:
    """Give the knocker's melds, declared or best, in listing order."""
    if melds is None:
        return best_arrangement(hand)
    if check_melds(melds, defender) & ~hand:
        raise ValueError("a declared meld is not in the knocker's hand")
    return tuple(sorted(melds, key=listing_key))


def _defence(defender: int, spread: Melds, laid_off: int | None, own: Melds | None) -> tuple[int, Melds]:
    """Give the laid-off cards and the defender's own melds: what is declared, and the best of the rest (R-LAY-4)."""
    if own is not None:
        own = tuple(sorted(own, key=listing_key))
        if not all(is_meld(meld) for meld in own) or union(own) & ~defender:
            raise ValueError("a declared meld of the defender is none, or not in the hand")
    if laid_off is not None:
        taken = 0 if own is None else union(own)
        if laid_off & taken or laid_off & ~defender or laid_off not in ways_to_lay_off(defender, spread):
            raise ValueError("a declared lay-off is melded, not in the hand, or fits no meld of the spread")
        return laid_off, best_arrangement(defender & ~laid_off) if own is None else own
    if own is not None:
        loose = defender & ~union(own)
        options = [(points(loose & ~laid), laid.bit_count(), laid) for laid in ways_to_lay_off(loose, spread)]
        return min(options)[2], own
    _, laid, best, _ = lay_off_full(defender, spread)
    return laid, best


def score_counts(
    knocker_deadwood: int,
    defender_deadwood: int,
    *,
    rules: HouseRules | None = None,
    upcard: int | None = None,
    big_gin: bool = False,
    gin_off: bool | None = None,
) -> HandScore:
    """Score a hand from the two counts, the defender's after lay-off.

    Examples
    --------
    >>> score_counts(8, 5).points
    28
    """
    house = with_defaults(rules)
    k, d = knocker_deadwood, defender_deadwood
    if not 0 <= k <= limit_for(house, upcard) or d < 0:
        raise ValueError(f"counts {k} and {d}: the knocker's is over the limit, or one is negative")
    if big_gin and (k or house["big_gin_bonus"] is None):
        raise ValueError("big gin needs a count of 0 and rules with a bonus for it")
    if gin_off and (d or not k):
        raise ValueError(f"counts {k} and {d}: a gin-off is a defender at 0 against a knock")
    outcome, winner, bonus = _outcome(k, d, house, big_gin=big_gin)
    multiplier = multiplier_for(house, upcard)
    difference = abs(d - k)
    off = d == 0 if gin_off is None else gin_off
    return HandScore(
        outcome,
        winner,
        points=multiplier * (difference + bonus),
        difference=difference,
        bonus=bonus,
        multiplier=multiplier,
        boxes=boxes_for(house, outcome, gin_off=off, multiplier=multiplier) if winner else 0,
        knocker_deadwood=k,
        defender_deadwood_before=d,
        defender_deadwood=d,
    )


def _outcome(k: int, d: int, rules: HouseRules, *, big_gin: bool) -> tuple[str, str | None, int]:
    """Give outcome, winner and bonus (families R-GIN and R-UNDER)."""
    if k == 0:
        if d == 0 and rules["layoff_on_gin"]:
            return "tie", None, 0
        return (
            ("big_gin", "knocker", number(rules, "big_gin_bonus"))
            if big_gin
            else (
                "gin",
                "knocker",
                number(rules, "gin_bonus"),
            )
        )
    if d > k:
        return "knock", "knocker", number(rules, "knock_bonus")
    if d == k and rules["tie"] != "undercut":
        return {
            "no_bonus": ("undercut", "defender", 0),
            "nobody": ("tie", None, 0),
            "knocker": ("knock", "knocker", 0),
        }[str(rules["tie"])]
    return "undercut", "defender", number(rules, "undercut_bonus")
