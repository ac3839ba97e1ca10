"""The knocker's side of a finished hand: hand sizes, the throw, declared melds, the limit.

Layer: above `melds`, beside `rules`, below `result` and `scoring`. Whatever these functions return is legal; everything
illegal is refused here, in words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ginfast.cards import Card, CardSet, CardsLike, as_card, as_mask
from ginfast.errors import HandError, MeldError, RulesError
from ginfast.melds import Arrangement, Discard, Meld, as_melds, best_arrangement, best_discard, rank_discards
from ginfast.rules import DEFAULT_RULES, Rules

__all__ = ["Spread", "Stakes", "can_knock", "knock_options", "verify_knock"]

MAX_DEADWOOD: Final = 98  # KKQQJJTT99, R-CARD-2


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the rules and the upcard fix before the spread: the knock limit and the multiplier of the hand."""

    limit: int
    multiplier: int
    upcard: Card | None


@dataclass(frozen=True, slots=True)
class Spread:
    """The knocker's hand as laid: ten cards (big gin: eleven), their melds, the card thrown."""

    arrangement: Arrangement
    cards: CardSet
    discard: Card | None
    big_gin: bool


def text(mask: int) -> str:
    """Write the cards of a mask, as messages show them."""
    return " ".join(str(card) for card in CardSet.from_mask(mask))


def size(mask: int) -> str:
    """Say how many cards a mask holds, as messages show it."""
    count = mask.bit_count()
    return "1 card" if count == 1 else f"{count} cards"


def one_card(card: CardsLike | None, what: str) -> Card | None:
    """Read one card; None stays None."""
    return None if card is None else as_card(card, what)


def check_rules(rules: object) -> Rules:
    """Refuse what is no `Rules` (a preset's name, a dict) with the way to make one."""
    if not isinstance(rules, Rules):
        hint = f"Rules.preset({rules!r})" if isinstance(rules, str) else "Rules(...) or Rules.preset(...)"
        raise TypeError(f"rules is of type {type(rules).__name__}, expected Rules; write {hint}")
    return rules


def check_flag(flag: object, what: str) -> bool:
    """Refuse what is not True or False."""
    if not isinstance(flag, bool):
        raise TypeError(f"{what} is {flag!r} of type {type(flag).__name__}, expected True or False")
    return flag


def check_big_gin(rules: Rules) -> None:
    """Refuse big gin under rules without it (R-GIN-5)."""
    if rules.big_gin_bonus is None:
        raise RulesError(
            "big_gin is True, but big_gin_bonus is None: these rules have no big gin; throw a card for gin"
        )


def stakes_for(rules: Rules, upcard: CardsLike | None) -> Stakes:
    """Find the knock limit and the multiplier of a hand (R-KNOCK-1, R-OKLA-1 to R-OKLA-3)."""
    card = one_card(upcard, "upcard")
    return Stakes(rules.limit_for(card), rules.multiplier_for(card), card)


def hand_mask(cards: CardsLike, what: str, sizes: tuple[int, ...], hint: str = "") -> int:
    """Read a hand of one of the sizes given."""
    mask = as_mask(cards, what)
    if mask.bit_count() not in sizes:
        raise HandError(f"{what} holds {size(mask)}, expected {' or '.join(map(str, sizes))}{hint}")
    return mask


def check_apart(knocker: int, defender: int) -> None:
    """Refuse two hands that share a card (R-CARD-1)."""
    if knocker & defender:
        raise HandError(f"knocker and defender both hold {text(knocker & defender)}, expected different cards")


def check_melds(melds: tuple[Meld, ...], what: str, hand: int, other: int) -> int:
    """Refuse declared melds that touch the other's cards, leave the hand or overlap; return their union."""
    union = 0
    for i, meld in enumerate(melds):
        mask = meld.mask
        where = f"{what}[{i}] ({meld}) holds"
        if mask & other:
            raise MeldError(f"{where} {text(mask & other)} of the other hand, expected cards of {text(hand)}")
        if mask & ~hand:
            raise MeldError(f"{where} {text(mask & ~hand)}, which is not in the hand {text(hand)}")
        if mask & union:
            raise MeldError(f"{where} {text(mask & union)}, which an earlier meld holds too")
        union |= mask
    return union


def make_spread(
    knocker: int,
    defender: int,
    *,
    melds: Iterable[Meld | CardsLike] | None,
    discard: Card | None,
    taken: Card | None,
    big_gin: bool,
    rules: Rules,
) -> Spread:
    """Find out what the knocker has laid on the table; everything but the limit is checked."""
    declared = None if melds is None else as_melds(melds, "melds")
    if declared is not None:
        check_melds(declared, "melds", knocker, defender)
    if taken is not None:
        _check_taken(taken, discard, knocker)
    if big_gin:
        return _big_gin(knocker, declared, discard, rules)
    hand = knocker
    if knocker.bit_count() == 11:
        discard = _choose_discard(knocker, declared, taken) if discard is None else discard
        hand &= ~(1 << discard.id)
    _check_discard(discard, knocker, defender, declared)
    return Spread(_arrange(hand, declared), CardSet.from_mask(hand), discard, big_gin=False)


def _arrange(hand: int, declared: tuple[Meld, ...] | None) -> Arrangement:
    if declared is None:
        return best_arrangement(CardSet.from_mask(hand))
    return Arrangement.from_masks(hand, [meld.mask for meld in declared])


def _check_discard(discard: Card | None, knocker: int, defender: int, declared: tuple[Meld, ...] | None) -> None:
    """Refuse a throw that is still held (ten cards), is not held (eleven), or is melded."""
    if discard is None:
        return
    bit = 1 << discard.id
    if knocker.bit_count() == 10:
        if bit & (knocker | defender):
            raise HandError(
                f"discard is {discard}, which is still in a hand; with ten cards expected a card in neither"
            )
    elif not bit & knocker:
        raise HandError(f"discard is {discard}, expected one of the knocker's cards {text(knocker)}")
    for i, meld in enumerate(declared or ()):
        if bit & meld.mask:
            raise MeldError(f"melds[{i}] ({meld}) holds the throw {discard}, expected cards that are kept")


def _check_taken(taken: Card, discard: Card | None, knocker: int) -> None:
    if not 1 << taken.id & knocker:
        raise HandError(f"taken is {taken}, expected one of the knocker's cards {text(knocker)}: it may not be thrown")
    if taken == discard:
        raise HandError(f"discard is {discard}, the card just taken from the pile; expected another card")


def _big_gin(knocker: int, declared: tuple[Meld, ...] | None, discard: Card | None, rules: Rules) -> Spread:
    """Lay eleven melded cards (R-GIN-4, R-GIN-5)."""
    check_big_gin(rules)
    if knocker.bit_count() != 11:
        raise HandError(f"knocker holds {size(knocker)}, expected 11 for big gin")
    if discard is not None:
        raise HandError(f"discard is {discard}, expected none: big gin melds all eleven cards")
    arrangement = _arrange(knocker, declared)
    if arrangement.deadwood:
        raise HandError(
            f"knocker's eleven cards leave {arrangement.deadwood} deadwood ({arrangement.deadwood_cards}), "
            "expected 0 for big gin"
        )
    return Spread(arrangement, CardSet.from_mask(knocker), None, big_gin=True)


def _choose_discard(knocker: int, declared: tuple[Meld, ...] | None, taken: Card | None) -> Card:
    """Choose the throw of eleven cards (R-KNOCK-8)."""
    if declared is None:
        return best_discard(CardSet.from_mask(knocker), taken=taken).card
    loose = knocker
    for meld in declared:
        loose &= ~meld.mask
    if not loose:
        raise HandError("melds hold all eleven cards, expected a discard, or big_gin=True")
    throwable = [card for card in CardSet.from_mask(loose) if card != taken]
    if not throwable:
        raise HandError(
            f"the only unmelded card is {taken}, just taken from the pile; expected a discard from the melds"
        )
    return max(throwable, key=lambda card: (card.points, card.id))


def check_limit(spread: Spread, stakes: Stakes) -> None:
    """Refuse a spread over the knock limit (R-KNOCK-5)."""
    left = spread.arrangement.deadwood
    if left > stakes.limit:
        raise HandError(
            f"knocker's spread leaves {left} deadwood ({spread.arrangement.deadwood_cards}), "
            f"expected at most the knock limit {stakes.limit}"
        )


def _knock_spread(
    cards: CardsLike, melds: Iterable[Meld | CardsLike] | None, rules: Rules, upcard: CardsLike | None
) -> tuple[Spread, Stakes]:
    check_rules(rules)
    hint = "; the limit is tested after the throw, knock_options(cards) lists the throws"
    hand = hand_mask(cards, "cards", (10,), hint)
    spread = make_spread(hand, 0, melds=melds, discard=None, taken=None, big_gin=False, rules=rules)
    return spread, stakes_for(rules, upcard)


def can_knock(
    cards: CardsLike,
    *,
    melds: Iterable[Meld | CardsLike] | None = None,
    rules: Rules = DEFAULT_RULES,
    upcard: CardsLike | None = None,
) -> bool:
    """Tell whether ten cards may knock.

    Parameters
    ----------
    cards : cards-like
        The ten cards after the throw (R-KNOCK-2).
    melds : iterable of Meld or cards-like, optional
        The melds declared; they bind (R-KNOCK-3). None is the best arrangement.
    rules : Rules
        House rules: `knock_limit`, and the Oklahoma fields.
    upcard : card, optional
        Required under Oklahoma rules.

    Returns
    -------
    bool
        False only when the count is over the limit.

    Raises
    ------
    GinfastError
        For what is no question: a wrong number of cards (`HandError`), melds that are none or not in the hand
        (`MeldError`), a missing upcard (`RulesError`).

    Examples
    --------
    >>> can_knock("4H 5H 6H 7S 7C 7D 9C TC JC 2S")
    True
    >>> can_knock("4H 5H 6H 7S 7C 7D 9C TC JC 2S", melds=["4H 5H 6H", "7S 7C 7D"])
    False
    """
    spread, stakes = _knock_spread(cards, melds, rules, upcard)
    return spread.arrangement.deadwood <= stakes.limit


def verify_knock(
    cards: CardsLike,
    *,
    melds: Iterable[Meld | CardsLike] | None = None,
    rules: Rules = DEFAULT_RULES,
    upcard: CardsLike | None = None,
) -> None:
    """Raise unless ten cards may knock, and say why not; parameters as of `can_knock`.

    Raises
    ------
    HandError
        If the spread is over the limit, or the hand has not ten cards.
    GinfastError
        As `can_knock`.

    Examples
    --------
    >>> verify_knock("2C 3C 4C 5D 6D 7D 9H TH JH KS")
    >>> from ginfast import Rules
    >>> verify_knock("2C 3C 4C 5D 6D 7D 9H TH JH KS", rules=Rules(knock_limit=0))
    Traceback (most recent call last):
    ginfast.errors.HandError: knocker's spread leaves 10 deadwood (KS), expected at most the knock limit 0
    """
    check_limit(*_knock_spread(cards, melds, rules, upcard))


def knock_options(
    cards11: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    upcard: CardsLike | None = None,
    taken: CardsLike | None = None,
) -> list[Discard]:
    """List every throw of eleven cards that allows a knock, best first.

    Parameters
    ----------
    cards11 : cards-like
        Eleven cards, after the draw.
    rules : Rules
        House rules: `knock_limit`, and the Oklahoma fields.
    upcard : card, optional
        Required under Oklahoma rules.
    taken : card, optional
        The card just taken from the discard pile; it may not be thrown (R-MELD-7).

    Returns
    -------
    list of Discard
        In the order of `rank_discards`: least deadwood, then highest points, then highest id. Empty: no knock.

    Raises
    ------
    GinfastError
        As `rank_discards`; `RulesError` for a missing upcard.

    Examples
    --------
    >>> [(str(d.card), d.deadwood) for d in knock_options("4H 5H 6H 7S 7C 7D 9C TC JC 2S KS")]
    [('KS', 2), ('2S', 10)]
    """
    limit = stakes_for(check_rules(rules), upcard).limit
    hand = hand_mask(cards11, "cards11", (11,))
    card = one_card(taken, "taken")
    return [option for option in rank_discards(CardSet.from_mask(hand), taken=card) if option.deadwood <= limit]
