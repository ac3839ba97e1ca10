"""R-KNOCK, R-LAY, R-GIN: every hand, spread and lay-off that is refused, with the error and its message."""

from typing import Any

import pytest
from finished_hands import (
    AGAINST_BIG_GIN,
    AGAINST_GIN,
    BIG_GIN,
    DEFENDER,
    GIN,
    KNOCKER,
)

from ginfast import (
    CardError,
    CardSet,
    GinfastError,
    HandError,
    Meld,
    MeldError,
    Rules,
    RulesError,
    resolve_hand,
)

MELDS = ["4H 5H 6H", "7S 7C 7D", "9C TC JC"]

TEN = Rules(knock_limit=10)
REFUSED: list[tuple[str, str, dict[str, Any], type[Exception], str]] = [
    ("4H 5H 6H", DEFENDER, {}, HandError, "knocker holds 3 cards, expected 10 or 11"),
    (f"{KNOCKER} KS KD", DEFENDER, {}, HandError, "knocker holds 12 cards, expected 10 or 11"),
    (KNOCKER, "3D 4D", {}, HandError, "defender holds 2 cards, expected 10"),
    (KNOCKER, f"{DEFENDER} KD", {}, HandError, "defender holds 11 cards, expected 10"),
    (KNOCKER, DEFENDER.replace("8S", "2S"), {}, HandError, "knocker and defender both hold 2S"),
    (KNOCKER.replace("2S", "4H"), DEFENDER, {}, CardError, "knocker: '4H' .* twice"),
    (KNOCKER.replace("2S", "2X"), DEFENDER, {}, CardError, "knocker: '2X'"),
    (KNOCKER.replace("2S", "KS").replace("4H", "KH"), DEFENDER, {}, HandError, "expected at most the knock limit 10"),
    (KNOCKER, DEFENDER, {"melds": ["4H 5H 6H", "9C TC JC"]}, HandError, "leaves 23 deadwood .* knock limit 10"),
    (KNOCKER, DEFENDER, {"melds": ["4H 5H 7S"]}, MeldError, r"melds\[0\]"),
    (KNOCKER, DEFENDER, {"melds": ["4H 5H"]}, MeldError, r"melds\[0\]"),
    (KNOCKER, DEFENDER, {"melds": ["QH KH AH"]}, MeldError, r"melds\[0\]"),
    (KNOCKER, DEFENDER, {"melds": ["3H 4H 5H"]}, MeldError, r"melds\[0\] .* holds 3H, which is not in the hand"),
    (KNOCKER, DEFENDER, {"melds": ["7S 7C 7H"]}, MeldError, r"melds\[0\] .* holds 7H of the other hand"),
    (KNOCKER, DEFENDER, {"melds": [*MELDS, "4H 5H 6H"]}, MeldError, r"melds\[3\] .* an earlier meld holds too"),
    (KNOCKER, DEFENDER, {"discard": "2S"}, HandError, "discard is 2S, which is still in a hand"),
    (KNOCKER, DEFENDER, {"discard": "8S"}, HandError, "discard is 8S, which is still in a hand"),
    (KNOCKER, DEFENDER, {"discard": "KS QS"}, CardError, "discard"),
    (KNOCKER, DEFENDER, {"taken": "KS"}, HandError, "taken is KS, expected one of the knocker's cards"),
    (KNOCKER, DEFENDER, {"upcard": "1S"}, CardError, "upcard"),
    (f"{KNOCKER} KS", DEFENDER, {"discard": "QC"}, HandError, "discard is QC, expected one of the knocker's cards"),
    (f"{KNOCKER} KS", DEFENDER, {"discard": "KS", "taken": "KS"}, HandError, "discard is KS, the card just taken"),
    (f"{KNOCKER} KS", DEFENDER, {"melds": MELDS, "discard": "7D"}, MeldError, "holds the throw 7D"),
    (
        BIG_GIN,
        AGAINST_BIG_GIN,
        {"melds": ["5H 6H 7H 8H 9H", "2S 2D 2C", "KS KD KC"]},
        HandError,
        "hold all eleven cards",
    ),
    (
        BIG_GIN,
        AGAINST_BIG_GIN,
        {"melds": ["5H 6H 7H 8H", "2S 2D 2C", "KS KD KC"], "taken": "9H"},
        HandError,
        "the only unmelded card is 9H, just taken",
    ),
    (BIG_GIN, AGAINST_BIG_GIN, {"big_gin": True, "discard": "9H"}, HandError, "discard is 9H, expected none"),
    (BIG_GIN, AGAINST_BIG_GIN, {"big_gin": True, "rules": Rules.preset("pagat")}, RulesError, "big_gin_bonus is None"),
    (
        BIG_GIN,
        AGAINST_BIG_GIN,
        {"big_gin": True, "melds": ["5H 6H 7H 8H", "2S 2D 2C", "KS KD KC"]},
        HandError,
        "leave 9",
    ),
    (BIG_GIN, AGAINST_BIG_GIN, {"big_gin": True, "laid_off": "TH"}, RulesError, "nothing is laid off on gin"),
    (f"{KNOCKER} KS", DEFENDER, {"big_gin": True}, HandError, "leave 12 deadwood .*, expected 0 for big gin"),
    (KNOCKER, DEFENDER, {"big_gin": True}, HandError, "knocker holds 10 cards, expected 11 for big gin"),
    (
        GIN,
        AGAINST_GIN,
        {"laid_off": "5S"},
        RulesError,
        "laid_off holds 5S, expected no card: nothing is laid off on gin",
    ),
    (GIN, AGAINST_GIN, {"laid_off": [("5S", "6S 7S 8S")]}, RulesError, "nothing is laid off on gin"),
    (KNOCKER, DEFENDER, {"laid_off": "8S"}, MeldError, "laid_off: 8S"),
    (KNOCKER, DEFENDER, {"laid_off": "8H"}, HandError, "laid_off holds 8H, expected cards of the defender"),
    (KNOCKER, DEFENDER, {"laid_off": "2S"}, HandError, "laid_off holds 2S, expected cards of the defender"),
    (KNOCKER, DEFENDER, {"laid_off": "KC"}, MeldError, "KC"),
    (KNOCKER, DEFENDER, {"laid_off": [("7H", "9C TC JC")]}, MeldError, "7H does not fit"),
    (KNOCKER, DEFENDER, {"laid_off": [("7H", "QH QS QD")]}, MeldError, "expected a meld of the spread"),
    (KNOCKER, DEFENDER, {"laid_off": [("7H", "4H 5H 6H"), ("7H", "7S 7C 7D")]}, CardError, "7H, which an earlier pair"),
    (KNOCKER, DEFENDER, {"laid_off": "7H 7H"}, CardError, "laid_off"),
    (
        KNOCKER,
        DEFENDER,
        {"laid_off": "QD", "defender_melds": ["QH QS QD"]},
        MeldError,
        "QD, which defender_melds hold too",
    ),
    (KNOCKER, DEFENDER, {"defender_melds": ["QH QS QC"]}, MeldError, r"defender_melds\[0\] .* not in the hand"),
    (KNOCKER, DEFENDER, {"defender_melds": ["7H 7C 7D"]}, MeldError, r"defender_melds\[0\] .* of the other hand"),
    (KNOCKER, DEFENDER, {"defender_melds": ["QH QS QD", "QH QS QD"]}, MeldError, "an earlier meld holds too"),
    (KNOCKER, DEFENDER, {"defender_melds": ["QH QS"]}, MeldError, r"defender_melds\[0\]"),
    (KNOCKER, DEFENDER, {"rules": Rules(oklahoma=True)}, RulesError, "upcard is missing"),
    (
        KNOCKER,
        DEFENDER,
        {"rules": Rules(oklahoma=True), "upcard": "AS"},
        HandError,
        "expected at most the knock limit 0",
    ),
    (KNOCKER, DEFENDER, {"rules": Rules.preset("straight")}, HandError, "expected at most the knock limit 0"),
]


@pytest.mark.parametrize(("knocker", "defender", "options", "error", "message"), REFUSED)
def test_refused(knocker: str, defender: str, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        resolve_hand(knocker, defender, **options)
    assert issubclass(error, GinfastError)


WRONG_TYPES: list[tuple[dict[str, Any], str]] = [
    ({"knocker": 5}, "knocker"),
    ({"knocker": None}, "knocker"),
    ({"defender": 5.5}, "defender"),
    ({"defender": b"3D"}, "defender"),
    ({"melds": "4H 5H 6H"}, "melds"),
    ({"melds": Meld("4H 5H 6H")}, "melds"),
    ({"melds": CardSet("4H 5H 6H")}, "melds"),
    ({"melds": 7}, "melds"),
    ({"melds": [7]}, r"melds\[0\]"),
    ({"melds": [None]}, r"melds\[0\]"),
    ({"defender_melds": "3D 4D 5D"}, "defender_melds"),
    ({"defender_melds": [1.5]}, r"defender_melds\[0\]"),
    ({"laid_off": 7}, "laid_off"),
    ({"laid_off": [7]}, "laid_off"),
    ({"laid_off": b"7H"}, "laid_off"),
    ({"laid_off": [("7H",)]}, r"laid_off\[0\]"),
    ({"laid_off": [("7H", "4H 5H 6H"), "KC"]}, r"laid_off\[1\]"),
    ({"laid_off": [(7, "4H 5H 6H")]}, r"laid_off\[0\]\[0\]"),
    ({"laid_off": [("7H", 7)]}, r"laid_off\[0\]\[1\]"),
    ({"laid_off": {"7H": "4H 5H 6H"}}, "laid_off"),
    ({"rules": {"gin_bonus": 20}}, "rules"),
    ({"upcard": 5}, "upcard"),
    ({"discard": 50}, "discard"),
    ({"taken": 1.0}, "taken"),
    ({"big_gin": 1}, "big_gin"),
    ({"big_gin": "yes"}, "big_gin"),
]


@pytest.mark.parametrize(("options", "what"), WRONG_TYPES)
def test_wrong_types(options: dict[str, Any], what: str) -> None:
    arguments: dict[str, Any] = {"knocker": KNOCKER, "defender": DEFENDER, **options}
    with pytest.raises(TypeError, match=what):
        resolve_hand(**arguments)


def test_what_is_given_is_not_changed() -> None:
    knocker, defender, spread = KNOCKER.split(), DEFENDER.split(), [meld.split() for meld in MELDS]
    off = [["7H", ["4H", "5H", "6H"]]]
    resolve_hand(knocker, defender, melds=spread, laid_off=off)  # type: ignore[arg-type]
    assert (knocker, defender) == (KNOCKER.split(), DEFENDER.split())
    assert (spread, off) == ([meld.split() for meld in MELDS], [["7H", ["4H", "5H", "6H"]]])


def test_iterators_and_shuffled_cards_are_cards_too() -> None:
    result = resolve_hand(iter(KNOCKER.split()), CardSet(DEFENDER), melds=(Meld(meld) for meld in MELDS))
    assert result == resolve_hand(KNOCKER, DEFENDER)
    assert resolve_hand(" ".join(KNOCKER.split()[::-1]), DEFENDER) == result
