"""Uses that must type-check, with the types that come out. Read by mypy only."""

from collections.abc import Iterator
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import ginfast
from ginfast import batch, masks

card = ginfast.Card("7H")
hand = ginfast.CardSet("4H 5H 6H")
assert_type(card.rank, int)
assert_type(card.points, int)
assert_type(hand & hand, ginfast.CardSet)
assert_type(hand.mask, int)

assert_type(ginfast.deadwood("4H 5H 6H"), int)
assert_type(ginfast.deadwood(hand), int)
assert_type(ginfast.deadwood([card, "8H"]), int)
assert_type(ginfast.deadwood(card), int)
assert_type(ginfast.find_melds(hand), tuple[ginfast.Meld, ...])
assert_type(ginfast.best_arrangement(hand, seen="2C"), ginfast.Arrangement)
assert_type(ginfast.arrangements(hand, max_deadwood=10), Iterator[ginfast.Arrangement])
assert_type(ginfast.rank_discards(hand, taken=card), list[ginfast.Discard])
assert_type(ginfast.lay_off(hand, ["4H 5H 6H"]), ginfast.LayOff)
assert_type(ginfast.lay_off(hand, [ginfast.Meld("4H 5H 6H")]).laid_off, tuple[tuple[ginfast.Card, ginfast.Meld], ...])
assert_type(ginfast.can_lay_off(card, "4H 5H 6H"), bool)

result = ginfast.resolve_hand(hand, hand, rules=ginfast.Rules.preset("pagat"), upcard="2C")
assert_type(result, ginfast.HandResult)
assert_type(result.points, int)
assert_type(result.outcome, ginfast.Outcome)
assert_type(result.explain(), str)
assert_type(ginfast.Rules(knock_limit=5).limit_for("3C"), int)
assert_type(ginfast.can_knock(hand), bool)

match = ginfast.Match(ginfast.Rules(), ("A", "B"))
match.record("A", 12)
match.record(1, 12, outcome=ginfast.Outcome.GIN)
match.record_hand(result, knocker=0)
assert_type(match.settle(), ginfast.Settlement)

mask = hand.mask
assert_type(masks.deadwood(mask), int)
assert_type(masks.find_melds(mask), tuple[int, ...])
assert_type(masks.best_discard(mask), tuple[int, int])
assert_type(masks.rank_discards(mask), list[tuple[int, int]])
assert_type(masks.lay_off(mask, [mask]), tuple[int, int])
assert_type(masks.resolve_hand(mask, mask), tuple[int, int, int])
assert_type(masks.parse_cards("4H"), int)
assert_type(masks.format_cards(mask), str)

hands: NDArray[np.uint64] = batch.deal(100, size=10, seed=1)
values: NDArray[np.uint8] = batch.evaluate(hands, threads=2)
ranks: NDArray[np.uint64] = batch.rank(hands)
fields: np.ndarray[tuple[int, ...], np.dtype[np.void]] = batch.best_discard(hands)
