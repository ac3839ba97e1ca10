"""Uses that a type checker must refuse: the comment names mypy's error code. Read by mypy only."""

import ginfast
from ginfast import batch, masks

ginfast.deadwood(0b111)  # E: arg-type
ginfast.deadwood(None)  # E: arg-type
ginfast.deadwood(3.5)  # E: arg-type
ginfast.best_arrangement("4H", "5H")  # E: call-arg, misc
ginfast.rank_discards("4H", taken=4)  # E: arg-type
ginfast.lay_off("4H", 7)  # E: arg-type
ginfast.resolve_hand("4H", "5H", rules="pagat")  # E: arg-type
ginfast.Rules(10)  # E: call-arg
ginfast.Rules(knock_limt=10)  # E: call-arg
ginfast.Rules(tie="draw")  # E: arg-type
ginfast.Card("7H").rank = 3  # E: misc
masks.deadwood("4H 5H 6H")  # E: arg-type
masks.deadwood(1.5)  # E: arg-type
masks.lay_off(1, 2)  # E: arg-type
batch.deal(10, 10)  # E: call-arg
batch.evaluate([1], threads="all")  # E: arg-type
