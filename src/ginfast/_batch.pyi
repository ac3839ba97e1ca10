"""Types of the compiled loops; private, see ``ginfast.batch``."""

import numpy as np

deadwood: np.ufunc

def is_plain(x: object, dtype: np.dtype[np.generic]) -> bool: ...
def evaluate(masks: object, out: object, start: int, stop: int) -> int: ...
def best_discard(masks: object, taken: object, out: object, start: int, stop: int) -> int: ...
def rank_discards(masks: object, out: object, start: int, stop: int) -> int: ...
def best_arrangement(masks: object, out: object, start: int, stop: int) -> int: ...
def lay_off(defenders: object, melds: object, out: object, start: int, stop: int) -> int: ...

class RuleTable:
    def __new__(
        cls,
        lay_off_on_gin: bool,
        limits: bytes,
        spades: bytes,
        multipliers: tuple[int, int],
        payments: tuple[tuple[int, int, int, int], ...],
    ) -> RuleTable: ...

def resolve_hand(
    knockers: object,
    defenders: object,
    melds: object,
    upcards: object,
    big_gin: object,
    table: RuleTable,
    out: object,
    start: int,
    stop: int,
) -> int: ...
def score_counts(
    knocker: object,
    defender: object,
    upcards: object,
    big_gin: object,
    table: RuleTable,
    out: object,
    start: int,
    stop: int,
) -> int: ...
