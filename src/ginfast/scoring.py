"""A finished hand: who scores what, from the cards or from the counts alone.

Layer: above `layoff`, beside `rules`; `match` stands above it. The formulas are in `outcome`, the knocker's side in
`spreads`, the defender's in `replies`, the result object in `result`; all their public names can be had here.
"""

from collections.abc import Iterable, Iterator

from ginfast import masks
from ginfast.cards import Card, CardSet, CardsLike
from ginfast.errors import HandError
from ginfast.melds import Meld
from ginfast.outcome import Outcome, score
from ginfast.replies import LaidOff, reply
from ginfast.result import HandResult, check_counts, no_score, settle, settle_counts
from ginfast.rules import DEFAULT_RULES, Rules
from ginfast.spreads import (
    can_knock,
    check_apart,
    check_big_gin,
    check_flag,
    check_limit,
    check_rules,
    hand_mask,
    knock_options,
    make_spread,
    one_card,
    stakes_for,
    verify_knock,
)

__all__ = [
    "HandResult",
    "LaidOff",
    "Outcome",
    "best_spread",
    "can_knock",
    "dead_hand",
    "knock_options",
    "resolve_hand",
    "score_counts",
    "verify_knock",
]


def resolve_hand(
    knocker: CardsLike,
    defender: CardsLike,
    *,
    melds: Iterable[Meld | CardsLike] | None = None,
    laid_off: LaidOff | None = None,
    defender_melds: Iterable[Meld | CardsLike] | None = None,
    rules: Rules = DEFAULT_RULES,
    upcard: CardsLike | None = None,
    discard: CardsLike | None = None,
    taken: CardsLike | None = None,
    big_gin: bool = False,
) -> HandResult:
    """Settle a finished hand from the cards of both players.

    Parameters
    ----------
    knocker : cards-like
        Ten cards after the throw, or the eleven before it.
    defender : cards-like
        Ten cards.
    melds : iterable of Meld or cards-like, optional
        The knocker's spread; it binds, best or not (R-KNOCK-3). None is his best arrangement.
    laid_off : cards-like, or iterable of (card, meld) pairs, optional
        What the defender laid off, in any order; ``()`` is nothing. None is the best there is. Of cards without
        melds, one that fits a run goes on it rather than on a set (R-TIE-7). The meld of a pair may be the one
        spread or, in a chain, the one already lengthened.
    defender_melds : iterable of Meld or cards-like, optional
        The melds the defender kept. None is the best there are. With both of these two None, they are chosen
        together (R-LAY-3); with one given, the other is best subject to it (R-LAY-4).
    rules : Rules
        House rules; ``Rules()`` is the preset ``modern``.
    upcard : card, optional
        The first upcard of the deal. Required under Oklahoma rules, which take limit and multiplier from it.
    discard : card, optional
        The throw. With ten cards: in neither hand. With eleven: one of them; left out, the dearest unmelded card
        goes, or without `melds` the best throw (R-KNOCK-8).
    taken : card, optional
        The card the knocker just took from the discard pile; he cannot have thrown it (R-MELD-7).
    big_gin : bool
        Whether eleven melded cards are declared as big gin (R-GIN-4).

    Returns
    -------
    HandResult

    Raises
    ------
    CardError
        For a card that is none, or is given twice.
    HandError
        For a wrong number of cards, a card in both hands, a throw that cannot be, a spread over the limit, lay-offs
        of cards not held, big gin with deadwood.
    MeldError
        For declared melds that are none, overlap, leave the hand or touch the other one; lay-offs that do not fit.
    RulesError
        For a missing upcard under Oklahoma rules, big gin or lay-offs on gin where the rules have none.
    TypeError
        For arguments of a wrong type.

    Examples
    --------
    >>> result = resolve_hand("4H 5H 6H 7S 7C 7D 9C TC JC 2S", "3D 4D 5D QH QS QD 7H KC AC 8S", discard="KS")
    >>> result.winner, result.points, result.defender_deadwood_before, result.defender_deadwood
    ('knocker', 17, 26, 19)
    >>> print(result.explain())
    1. The knocker throws KS and spreads:
         9C TC JC        run
         4H 5H 6H        run
         7C 7D 7S        set
       Left over: 2S = 2, within the knock limit of 10.
    2. The defender melds:
         3D 4D 5D        run
         QD QH QS        set
       Left over: AC 1 + 7H 7 + 8S 8 + KC 10 = 26, before laying off.
    3. The defender lays off:
         7H on 4H 5H 6H -> 4H 5H 6H 7H
       Left over: AC 1 + 8S 8 + KC 10 = 19.
       Fits no meld of the spread: AC 8S KC.
    4. Knocker 2, defender 19: the knocker wins the difference, 19 - 2 = 17.
       Points for the knocker: 17.
       Boxes: 1.
    """
    check_rules(rules)
    check_flag(big_gin, "big_gin")
    held = hand_mask(knocker, "knocker", (10, 11))
    against = hand_mask(defender, "defender", (10,))
    check_apart(held, against)
    stakes = stakes_for(rules, upcard)
    spread = make_spread(
        held,
        against,
        melds=melds,
        discard=one_card(discard, "discard"),
        taken=one_card(taken, "taken"),
        big_gin=big_gin,
        rules=rules,
    )
    check_limit(spread, stakes)
    allowed = spread.arrangement.deadwood > 0 or rules.layoff_on_gin
    lay_off = reply(against, spread, allowed=allowed, laid_off=laid_off, defender_melds=defender_melds)
    return settle(spread, against, lay_off, rules=rules, stakes=stakes)


def score_counts(
    knocker_deadwood: int,
    defender_deadwood: int,
    *,
    rules: Rules = DEFAULT_RULES,
    upcard: CardsLike | None = None,
    big_gin: bool = False,
    gin_off: bool | None = None,
) -> HandResult:
    """Settle a finished hand from the two counts alone.

    Parameters
    ----------
    knocker_deadwood : int
        Points left by the spread: 0 (gin) to the knock limit.
    defender_deadwood : int
        Points the defender is left with after laying off: 0 to 98.
    rules : Rules
        House rules.
    upcard : card, optional
        Required under Oklahoma rules.
    big_gin : bool
        Whether the knocker declared big gin.
    gin_off : bool, optional
        Whether an undercut counts as gin-off (everything laid off) for the extra boxes. None: if the defender's count
        is 0.

    Returns
    -------
    HandResult
        Without cards; `defender_deadwood_before` is not known and equals `defender_deadwood`.

    Raises
    ------
    HandError
        For a count out of its range, big gin with deadwood, gin-off that is none.
    RulesError
        For a missing upcard under Oklahoma rules, or big gin where the rules have none.
    TypeError
        For counts that are no ints.

    Examples
    --------
    >>> from ginfast import Rules
    >>> score_counts(8, 8).points, score_counts(8, 8, rules=Rules(tie="nobody")).winner
    (25, None)
    >>> score_counts(0, 30, rules=Rules(oklahoma=True, spade_multiplier=2), upcard="AS").points
    110
    """
    check_rules(rules)
    check_flag(big_gin, "big_gin")
    if gin_off is not None:
        check_flag(gin_off, "gin_off")
    stakes = stakes_for(rules, upcard)
    if big_gin:
        check_big_gin(rules)
    k, d = check_counts(knocker_deadwood, defender_deadwood, stakes.limit, big_gin=big_gin, gin_off=gin_off)
    return settle_counts(k, d, big_gin=big_gin, gin_off=gin_off, rules=rules, stakes=stakes)


def best_spread(
    knocker: CardsLike, defender: CardsLike, *, rules: Rules = DEFAULT_RULES, upcard: CardsLike | None = None
) -> HandResult:
    """Find the legal spread that scores most for the knocker, with both hands open and the defender at his best.

    For study: at the table the knocker does not see the other hand. Sometimes a spread with *more* deadwood is
    better, because less can be laid off on it.

    Parameters
    ----------
    knocker : cards-like
        Ten cards after the throw, or eleven: then every throw is tried, and big gin where it is possible.
    defender : cards-like
        Ten cards.
    rules : Rules
        House rules.
    upcard : card, optional
        Required under Oklahoma rules.

    Returns
    -------
    HandResult
        Of the spread with the most points for the knocker, the defender's points counting against him. Ties: most
        boxes (the defender's counted against him), least deadwood of the spread, big gin, the throw of the highest
        value, then of the highest id, first in the order of `arrangements` (R-TIE-4).

    Raises
    ------
    HandError
        If no spread is within the limit, or a hand is wrong.
    GinfastError, TypeError
        As `resolve_hand`.

    Examples
    --------
    >>> knocker, defender = "AS 5S 6S 7S 5C 6C 7C 5D 6D 7D", "3S 4S 4C 4D 5H 6H 7H 8S 8C 8D"
    >>> best_spread(knocker, defender).points
    2
    >>> resolve_hand(knocker, defender, melds=["5S 6S 7S", "5C 6C 7C", "5D 6D 7D"]).winner
    'defender'
    """
    check_rules(rules)
    held = hand_mask(knocker, "knocker", (10, 11))
    against = hand_mask(defender, "defender", (10,))
    check_apart(held, against)
    stakes = stakes_for(rules, upcard)
    best: tuple[tuple[int, int, int], tuple[int, ...], Card | None, bool] | None = None
    own = masks.deadwood(against)
    for hand, discard, big_gin in _ways(held, rules):
        for melds in masks.arrangements(hand, 0 if big_gin else stakes.limit):
            k = CardSet.from_mask(hand & ~sum(melds)).points
            d = masks.lay_off(against, melds)[0] if k or rules.layoff_on_gin else own
            result = score(k, d, rules, multiplier=stakes.multiplier, big_gin=big_gin)
            sign = -1 if result.winner == "defender" else 1
            key = (sign * result.points, sign * result.boxes, -k)
            if best is None or key > best[0]:
                best = key, melds, discard, big_gin
    if best is None:
        least = min(masks.deadwood(hand) for hand, _, _ in _ways(held, rules))
        raise HandError(f"knocker has {least} deadwood at least, expected at most the knock limit {stakes.limit}")
    _, melds, discard, big_gin = best
    spread = make_spread(
        held,
        against,
        melds=[Meld.from_mask(meld) for meld in melds],
        discard=discard,
        taken=None,
        big_gin=big_gin,
        rules=rules,
    )
    lay_off = reply(against, spread, allowed=spread.arrangement.deadwood > 0 or rules.layoff_on_gin)
    return settle(spread, against, lay_off, rules=rules, stakes=stakes)


def _ways(held: int, rules: Rules) -> Iterator[tuple[int, Card | None, bool]]:
    """Yield the hands a knocker may lay: mask, throw, whether as big gin."""
    if held.bit_count() == 10:
        yield held, None, False
        return
    if rules.big_gin_bonus is not None and masks.deadwood(held) == 0:
        yield held, None, True
    for card in sorted(CardSet.from_mask(held), key=lambda card: (card.points, card.id), reverse=True):
        yield held & ~(1 << card.id), card, False


def dead_hand(*, rules: Rules = DEFAULT_RULES) -> HandResult:
    """Return the result of a hand that nobody ended: no winner, points or boxes (R-DEAD-1).

    Parameters
    ----------
    rules : Rules
        House rules, only carried along.

    Examples
    --------
    >>> dead_hand().outcome.name, dead_hand().points, dead_hand().boxes
    ('DEAD', 0, 0)
    """
    return no_score(check_rules(rules))
