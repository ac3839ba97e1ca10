"""The arrays door takes every array of non-negative integers, and refuses the rest by argument and row."""

import functools
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from array_hands import hands, pairs

import ginfast
from ginfast import CardError, GinfastError, HandError, MeldError, Rules, RulesError, batch, masks

TEN = hands(300, 10, 1)
ELEVEN = hands(300, 11, 2)
WANTED = np.array([masks.deadwood(mask) for mask in TEN.tolist()], dtype=np.uint8)

DoorFunction = Callable[..., npt.NDArray[np.generic]]


def refused(error: type[Exception], text: str, ask: Callable[[], object]) -> None:
    with pytest.raises(error, match=re.escape(text)) as caught:
        ask()
    assert type(caught.value) is error


# --- what is taken ---------------------------------------------------------------------------------------------------


def unaligned(masks_in: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    raw = np.zeros(masks_in.nbytes + 1, dtype=np.uint8)
    view = raw[1:].view(np.uint64)
    view[:] = masks_in
    assert not view.flags.aligned
    return view


FORMS: dict[str, Callable[[npt.NDArray[np.uint64]], object]] = {
    "uint64": lambda x: x,
    "int64": lambda x: x.astype(np.int64),
    "other 64-bit types": lambda x: x.astype(np.ulonglong),
    "list": lambda x: x.tolist(),
    "tuple": lambda x: tuple(x.tolist()),
    "list of NumPy numbers": list,
    "big-endian": lambda x: x.astype(">u8"),
    "big-endian signed": lambda x: x.astype(">i8"),
    "strided": lambda x: np.repeat(x, 3)[::3],
    "field of a record": lambda x: np.array([(mask, 1) for mask in x.tolist()], dtype="u8,u1")["f0"],
    "unaligned": unaligned,
    "memory view": lambda x: memoryview(x),  # type: ignore[arg-type]  # noqa: PLW0108
    "masked, none masked": lambda x: np.ma.array(x, mask=False),
    "matrix subclass": lambda x: np.asarray(x).view(type("Sub", (np.ndarray,), {})),
}


@pytest.mark.parametrize("form", FORMS)
def test_evaluate_takes(form: str) -> None:
    given = FORMS[form](TEN)
    answer = batch.evaluate(given)  # type: ignore[arg-type]
    assert type(answer) is np.ndarray
    assert answer.dtype == np.uint8
    np.testing.assert_array_equal(answer, WANTED)


@pytest.mark.parametrize("dtype", ["?", "u1", "i1", "u2", "i2", ">i2", "u4", "i4"])
def test_evaluate_takes_small_types(dtype: str) -> None:
    small = np.array([0, 1, 1, 0], dtype=dtype)
    np.testing.assert_array_equal(batch.evaluate(small), [0, 1, 1, 0])


def test_evaluate_takes_any_shape() -> None:
    cube = TEN.reshape(3, 10, 10)
    wanted = WANTED.reshape(3, 10, 10)
    for given, answer in (
        (cube, wanted),
        (np.asfortranarray(cube), wanted),
        (cube.transpose(2, 0, 1), wanted.transpose(2, 0, 1)),
        (cube[::2, ::-1, 3:], wanted[::2, ::-1, 3:]),
        (np.broadcast_to(TEN[:5], (4, 5)), np.broadcast_to(WANTED[:5], (4, 5))),
    ):
        np.testing.assert_array_equal(batch.evaluate(given), answer)
        np.testing.assert_array_equal(batch.deadwood(given), answer)
    single = batch.evaluate(int(TEN[0]))
    assert single.shape == ()
    assert single == WANTED[0]


@pytest.mark.parametrize("empty", [[], (), [[]], np.zeros((0, 3), np.uint64), np.zeros((4, 0), np.int32)])
def test_evaluate_takes_nothing(empty: npt.ArrayLike) -> None:
    answer = batch.evaluate(empty)
    assert answer.shape == np.shape(empty)
    assert answer.dtype == np.uint8


def test_evaluate_takes_memory_mapped_and_read_only_arrays(tmp_path: Path) -> None:
    path = tmp_path / "hands.bin"
    TEN.tofile(path)
    mapped = np.memmap(path, dtype=np.uint64, mode="r")
    answer = batch.evaluate(mapped)
    assert type(answer) is np.ndarray
    np.testing.assert_array_equal(answer, WANTED)
    frozen = TEN.copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(batch.evaluate(frozen), WANTED)
    room = np.memmap(tmp_path / "out.bin", dtype=np.uint8, mode="w+", shape=WANTED.shape)
    assert batch.evaluate(mapped, out=room) is room
    np.testing.assert_array_equal(room, WANTED)


def test_other_functions_keep_the_shape() -> None:
    square = ELEVEN.reshape(30, 10).T
    flat = np.ascontiguousarray(square).reshape(-1)
    for ask in (batch.best_discard, batch.rank_discards, batch.best_arrangement, batch.rank, batch.to_ids):
        answer = ask(square)
        assert answer.shape[:2] == (10, 30)
        np.testing.assert_array_equal(answer.reshape(300, *answer.shape[2:]), ask(flat))


# --- out -------------------------------------------------------------------------------------------------------------


def test_out_is_filled_and_returned() -> None:
    room = np.full(302, 77, dtype=np.uint8)
    inner = room[1:-1]
    assert batch.evaluate(TEN, out=inner) is inner
    np.testing.assert_array_equal(inner, WANTED)
    assert room[0] == room[-1] == 77
    batch.evaluate(TEN[::-1], out=inner)
    np.testing.assert_array_equal(inner, WANTED[::-1])


def test_out_may_have_steps() -> None:
    room = np.full((300, 3), 77, dtype=np.uint8)
    assert batch.evaluate(TEN, out=room[:, 1]) is not None
    np.testing.assert_array_equal(room[:, 1], WANTED)
    assert (room[:, ::2] == 77).all()
    wide = np.zeros((300, 22), dtype=np.uint8)
    batch.rank_discards(ELEVEN, out=wide[:, ::2])
    np.testing.assert_array_equal(wide[:, ::2], batch.rank_discards(ELEVEN))
    assert not wide[:, 1::2].any()
    rows = np.zeros(600, dtype=batch.DISCARD)
    batch.best_discard(ELEVEN, out=rows[::2])
    np.testing.assert_array_equal(rows[::2], batch.best_discard(ELEVEN))


OUTS: dict[str, tuple[DoorFunction, np.dtype[np.generic], tuple[int, ...]]] = {
    "evaluate": (lambda **k: batch.evaluate(ELEVEN, **k), np.dtype("u1"), (300,)),
    "best_discard": (lambda **k: batch.best_discard(ELEVEN, **k), batch.DISCARD, (300,)),
    "rank_discards": (lambda **k: batch.rank_discards(ELEVEN, **k), np.dtype("u1"), (300, 11)),
    "best_arrangement": (lambda **k: batch.best_arrangement(ELEVEN, **k), batch.ARRANGEMENT, (300,)),
    "lay_off": (lambda **k: batch.lay_off(TEN, np.zeros((300, 3), np.uint64), **k), batch.LAY_OFF, (300,)),
    "score_counts": (lambda **k: batch.score_counts([1] * 300, 50, **k), batch.SCORE, (300,)),
    "deal": (lambda **k: batch.deal(300, hands=2, seed=1, **k), np.dtype("u8"), (300, 2)),
    "rank": (lambda **k: batch.rank(ELEVEN, **k), np.dtype("u8"), (300,)),
    "unrank": (lambda **k: batch.unrank(np.arange(300), 5, **k), np.dtype("u8"), (300,)),
    "from_ids": (lambda **k: batch.from_ids(batch.to_ids(TEN), **k), np.dtype("u8"), (300,)),
    "to_ids": (lambda **k: batch.to_ids(TEN, **k), np.dtype("i1"), (300, 10)),
}


@pytest.mark.parametrize("name", OUTS)
def test_out_of_every_function(name: str) -> None:
    ask, dtype, shape = OUTS[name]
    wanted = ask()
    assert (wanted.dtype, wanted.shape) == (dtype, shape)
    room = np.zeros(shape, dtype)
    assert ask(out=room) is room
    np.testing.assert_array_equal(room, wanted)
    refused(GinfastError, f"out: shape {(2, *shape)}, expected {shape}", lambda: ask(out=np.zeros((2, *shape), dtype)))
    refused(GinfastError, f"out: shape {shape[:-1]}, expected", lambda: ask(out=np.zeros(shape[:-1], dtype)))
    refused(TypeError, "out: array of float32, expected", lambda: ask(out=np.zeros(shape, np.float32)))
    refused(TypeError, "out: list, expected a NumPy array", lambda: ask(out=[0] * 300))
    if dtype.itemsize > 1 and dtype.names is None:
        refused(TypeError, "out: array of >u8", lambda: ask(out=np.zeros(shape, ">u8")))
    room.flags.writeable = False
    refused(GinfastError, "out: read-only", lambda: ask(out=room))


def test_out_may_not_share_memory_with_the_input() -> None:
    room = TEN.copy()
    refused(
        GinfastError,
        "out: shares memory with masks",
        lambda: batch.evaluate(room[:30], out=room.view(np.uint8)[:30]),
    )
    both = np.zeros(10, dtype=[("mask", "u8"), ("deadwood", "u1")])
    both["mask"] = TEN[:10]
    batch.evaluate(both["mask"], out=both["deadwood"])
    np.testing.assert_array_equal(both["deadwood"], WANTED[:10])
    refused(GinfastError, "out: shares memory with masks", lambda: batch.rank(room, out=room))


# --- what is refused -------------------------------------------------------------------------------------------------

WRONG_TYPES: dict[str, tuple[object, str]] = {
    "None": (None, "masks: None, expected an array of integers"),
    "text": ("4H 5H", "masks: '4H 5H', expected an array of integers"),
    "bytes": (b"4H", "masks: b'4H', expected"),
    "float array": (np.ones(3), "masks: array of float64, expected integers"),
    "empty float array": (np.ones(0), "masks: array of float64, expected integers"),
    "float32": (np.ones(3, np.float32), "masks: array of float32, expected integers"),
    "complex": (np.ones(3, complex), "masks: array of complex128, expected integers"),
    "object array": (np.array([1, 2], dtype=object), "masks: array of object, expected integers"),
    "dates": (np.array(["2026-01-01"], "M8[D]"), "masks: array of datetime64[D], expected integers"),
    "text array": (np.array(["4H"]), "masks: array of <U2, expected integers"),
    "records": (np.zeros(2, "u8,u8"), "masks: array of"),
    "list with a float": ([1, 2.0, 3], "masks[1]: 2.0 (float), expected an integer"),
    "list with None": ([1, None], "masks[1]: None (NoneType), expected an integer"),
    "list of text": (["4H"], "masks[0]: '4H' (str), expected an integer; batch.parse_cards reads text"),
    "a card set": ([ginfast.CardSet("4H")], "masks[0"),
    "a dictionary": ({1: 2}, "masks: {1: 2} (dict), expected an integer"),
    "a generator": ((x for x in (1, 2)), "masks"),
    "ragged": ([[1, 2], [3]], "masks"),
}


@pytest.mark.parametrize("name", WRONG_TYPES)
def test_wrong_types_are_refused(name: str) -> None:
    value, text = WRONG_TYPES[name]
    refused(TypeError, text, lambda: batch.evaluate(value))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([1, 2, -3], "masks[2]: -3 is negative"),
        (np.array([1, -1], np.int8), "masks[1]: -1 is negative"),
        (np.array([[1, 2], [1 << 52, 2]]), "masks[1, 0]: 0x10000000000000 has bits outside the deck"),
        (np.uint64(1 << 63), "masks: 0x8000000000000000 has bits outside the deck"),
        ([1, 1 << 64], "masks[1]: 18446744073709551616"),
        ([-(1 << 70)], "masks[0]: -1180591620717411303424"),
        (np.ma.array([1, 2], mask=[False, True]), "masks[1]: missing value"),
    ],
)
def test_wrong_masks_are_refused(value: npt.ArrayLike, text: str) -> None:
    refused(CardError, text, lambda: batch.evaluate(value))


@pytest.mark.parametrize("bad", [0, 1, 17, 4095, 4096, 70_000, 262_144, 299_999])
@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_bad_row_is_named(bad: int, threads: int) -> None:
    many = np.tile(TEN, 1000)
    many[bad::1000] |= np.uint64(1 << 55)
    refused(CardError, f"masks[{bad}]: ", lambda: batch.evaluate(many, threads=threads))
    eleven = np.tile(ELEVEN, 1000)
    eleven[bad] &= eleven[bad] - np.uint64(1)
    eleven[bad + 1 :: 2] = 0
    asks: tuple[DoorFunction, ...] = (batch.best_discard, batch.rank_discards)
    for ask in asks:
        refused(HandError, f"masks[{bad}]: 10 cards, expected 11", functools.partial(ask, eleven, threads=threads))
    twelve = np.where(np.arange(300_000) == bad, np.uint64(0xFFF), eleven)
    refused(HandError, f"masks[{bad}]: 12 cards, expected at most 11", lambda: batch.best_arrangement(twelve))


def test_wrong_throws_are_refused() -> None:
    refused(HandError, "masks[0]: 1 card, expected 11", lambda: batch.best_discard([1]))
    refused(HandError, "masks: 12 cards, expected 11", lambda: batch.rank_discards(0xFFF))
    refused(CardError, "taken[1]: 52, expected a card id", lambda: batch.best_discard(ELEVEN[:2], taken=[-1, 52]))
    refused(CardError, "taken[0]: -2, expected a card id", lambda: batch.best_discard(ELEVEN[:2], taken=[-2, 52]))
    refused(CardError, "taken[1]: 300, expected a card id", lambda: batch.best_discard(ELEVEN[:2], taken=[-1, 300]))
    refused(HandError, "taken: card 51 is not in the hand", lambda: batch.best_discard([0x7FF], taken=51))
    refused(GinfastError, "taken: shape (3,), expected (2,)", lambda: batch.best_discard(ELEVEN[:2], taken=[1, 2, 3]))
    refused(TypeError, "taken[0]: 1.5 (float)", lambda: batch.best_discard(ELEVEN[:1], taken=[1.5]))


def test_wrong_lay_offs_are_refused() -> None:
    run, cards = 0b111 << 13, [0b1111, 0b1111]
    none = [0, 0, 0]
    refused(MeldError, "melds[1, 2]: 0x3 is no meld", lambda: batch.lay_off(cards, [none, [run, 0, 3]]))
    refused(MeldError, "melds[0, 1]: 0xe000 shares cards", lambda: batch.lay_off(cards, [[run, run, 0], none]))
    refused(MeldError, "melds[1, 0]: 0x1c holds a card of", lambda: batch.lay_off(cards, [none, [0b11100, 0, 0]]))
    refused(CardError, "melds[0, 0]: 0x38000000000000 has bits", lambda: batch.lay_off(cards, [[7 << 51, 0, 0], none]))
    refused(HandError, "defenders[1]: 12 cards", lambda: batch.lay_off([1, 0xFFF], [none, none]))
    for wrong in ([none], [none, none, none], [[0, 0], [0, 0]], none):
        refused(GinfastError, "melds: shape", functools.partial(batch.lay_off, cards, wrong))


def test_runs_do_not_cross_suits_in_arrays() -> None:
    refused(MeldError, "is no meld", lambda: batch.lay_off([1], [[0b111 << 12, 0, 0]]))
    assert batch.evaluate([0b111 << 12]) == 10 + 1 + 2


KNOCKER = masks.parse_cards("4H 5H 6H 7S 7C 7D 9C TC JC 2S")
DEFENDER = masks.parse_cards("3D 4D 5D QH QS QD 7H KC AC 8S")
BIG = masks.parse_cards("AC 2C 3C 4C 5D 6D 7D 8H 8S 8D 8C")


def ask_hand(k: int = KNOCKER, d: int = DEFENDER, **rest: object) -> Callable[[], object]:
    return lambda: batch.resolve_hand([KNOCKER, k], [DEFENDER, d], **rest)  # type: ignore[arg-type]


def test_wrong_hands_are_refused() -> None:
    refused(HandError, "knockers[1]: 9 cards, expected 10 or 11", ask_hand(k=KNOCKER & (KNOCKER - 1)))
    refused(HandError, "defenders[1]: 11 cards, expected 10", ask_hand(d=DEFENDER | 2))
    refused(CardError, "defenders[1]: 0x", ask_hand(d=DEFENDER | 1 << 60))
    refused(HandError, "defenders[1]: also holds", ask_hand(d=(DEFENDER & ~1) | masks.parse_cards("2S")))
    refused(HandError, "knockers[1]: knocker's spread leaves", ask_hand(k=DEFENDER, d=KNOCKER))
    refused(GinfastError, "defenders: shape (1,), expected (2,)", lambda: batch.resolve_hand([1, 2], [3]))
    melds = np.zeros((2, 3), np.uint64)
    melds[:] = masks.best_arrangement(KNOCKER)
    assert batch.resolve_hand([KNOCKER] * 2, [DEFENDER] * 2, melds=melds)["points"].tolist() == [17, 17]
    wrong = melds.copy()
    wrong[1, 2] = 0
    refused(HandError, "knockers[1]: knocker's spread leaves", ask_hand(melds=wrong))
    wrong[1, 2] = 0b111 << 40
    refused(MeldError, "knockers[1]: melds[2]", ask_hand(melds=wrong))
    wrong[1, 2] = melds[1, 1]
    refused(MeldError, "melds[1, 2]: ", ask_hand(melds=wrong))
    refused(GinfastError, "melds: shape", ask_hand(melds=melds[0]))


def test_wrong_rules_are_refused() -> None:
    okla = Rules(oklahoma=True)
    refused(RulesError, "upcards is None", ask_hand(rules=okla))
    refused(RulesError, "upcards[1]: -1", ask_hand(rules=okla, upcards=[9, -1]))
    refused(CardError, "upcards[1]: 52", ask_hand(upcards=[9, 52]))
    refused(HandError, "knockers[0]: knocker's spread leaves 2", ask_hand(rules=okla, upcards=0))
    refused(TypeError, "rules is of type str, expected Rules", ask_hand(rules="pagat"))
    refused(TypeError, "big_gin: array of int64, expected booleans", ask_hand(big_gin=[0, 1]))
    refused(HandError, "knockers[1]: knocker holds 10 cards, expected 11", ask_hand(big_gin=[False, True]))
    refused(RulesError, "big_gin: declared", ask_hand(k=BIG, rules=Rules(big_gin_bonus=None), big_gin=[False, True]))


def test_wrong_counts_are_refused() -> None:
    refused(HandError, "knocker_deadwood[1]: 11, expected 0 to the knock", lambda: batch.score_counts([1, 11], [2, 2]))
    refused(HandError, "knocker_deadwood[0]: -1", lambda: batch.score_counts([-1], [2]))
    refused(HandError, "knocker_deadwood[0]: 256", lambda: batch.score_counts([256], [2]))
    refused(HandError, "defender_deadwood[0]: 99, expected 0 to 98", lambda: batch.score_counts([2], [99]))
    refused(HandError, "knocker_deadwood[0]: 1, expected 0 for big", lambda: batch.score_counts([1], [9], big_gin=True))
    refused(GinfastError, "defender_deadwood: shape", lambda: batch.score_counts([1, 2], [9, 9, 9]))
    refused(TypeError, "defender_deadwood: array of float64", lambda: batch.score_counts([1], np.ones(1)))
    refused(RulesError, "upcards is None", lambda: batch.score_counts([1], [9], rules=Rules(oklahoma=True)))


def test_wrong_deals_are_refused() -> None:
    refused(GinfastError, "n: -1, expected 0 or more", lambda: batch.deal(-1))
    refused(GinfastError, "size: 53, expected 0 or more, at most 52", lambda: batch.deal(1, size=53))
    refused(GinfastError, "size, hands: 6 of 10 cards are 60, expected at most 52", lambda: batch.deal(1, hands=6))
    refused(GinfastError, "expected at most 51", lambda: batch.deal(1, size=52, exclude=1))
    refused(GinfastError, "hands: 0, expected 1 or more", lambda: batch.deal(1, hands=0))
    refused(GinfastError, "seed: -1", lambda: batch.deal(1, seed=-1))
    refused(CardError, "exclude: 0x10000000000000 has bits", lambda: batch.deal(1, exclude=1 << 52))
    refused(TypeError, "n: 1.0 (float), expected an int", lambda: batch.deal(1.0))  # type: ignore[arg-type]
    refused(TypeError, "seed: '1' (str), expected an int", lambda: batch.deal(1, seed="1"))  # type: ignore[arg-type]


def test_wrong_places_and_ids_are_refused() -> None:
    refused(GinfastError, "ranks[1]: 22100, expected 0 to 22099", lambda: batch.unrank([0, 22100], 3))
    refused(GinfastError, "ranks[0]: -1, expected", lambda: batch.unrank([-1], 3))
    refused(CardError, "masks[1]: ", lambda: batch.rank([0, 1 << 52]))
    refused(CardError, "ids[1, 2]: 52, expected a card id", lambda: batch.from_ids([[1, 2, 3], [1, 2, 52]]))
    refused(CardError, "ids[0, 0]: -1, expected a card id", lambda: batch.from_ids([[-1, 2, 3]]))
    refused(CardError, "ids[0, 1]: 300, expected a card id", lambda: batch.from_ids([[1, 300, 3]]))
    refused(CardError, "ids[1, 2]: 1 stands twice", lambda: batch.from_ids([[1, 2, 3], [1, 2, 1]]))
    refused(GinfastError, "ids: shape ()", lambda: batch.from_ids(3))
    refused(HandError, "masks[1]: 2 cards, expected 3 as in the first hand", lambda: batch.to_ids([7, 3]))
    refused(CardError, "masks[0]: 0x10", lambda: batch.to_ids([1 << 52]))


def test_wrong_texts_are_refused() -> None:
    refused(CardError, "texts[1]: '5X' at position", lambda: batch.parse_cards(["4H", "5X"]))
    refused(CardError, "texts[1, 0]: ", lambda: batch.parse_cards([["4H"], ["5H 5H"]]))
    objects = np.array(["4H", 5], object)
    refused(TypeError, "texts[1]: expected a text of cards, got int", lambda: batch.parse_cards(objects))
    refused(TypeError, "texts: array of int64", lambda: batch.parse_cards([5]))
    refused(CardError, "masks[0]: -1 is negative", lambda: batch.format_cards([-1]))


@pytest.mark.parametrize(
    ("threads", "error", "text"),
    [
        (-1, GinfastError, "threads: -1, expected 0"),
        (1.0, TypeError, "threads: float, expected an int"),
        (None, TypeError, "threads: NoneType, expected an int"),
        (True, TypeError, "threads: bool, expected an int"),
    ],
)
def test_wrong_threads_are_refused(threads: object, error: type[Exception], text: str) -> None:
    refused(error, text, lambda: batch.evaluate(TEN, threads=threads))  # type: ignore[arg-type]


def test_wrong_progress_is_refused() -> None:
    refused(TypeError, "progress: int, expected a callable", lambda: batch.evaluate(TEN, progress=3))  # type: ignore[arg-type]


# --- the ufunc -------------------------------------------------------------------------------------------------------


def test_deadwood_is_a_ufunc() -> None:
    assert isinstance(batch.deadwood, np.ufunc)
    assert batch.deadwood.types == ["L->B", "l->B", "L->L", "l->l"] or batch.deadwood.types[0][-1] == "B"
    assert batch.deadwood.nin == batch.deadwood.nout == 1
    assert type(batch.deadwood(7)) is np.uint8
    assert batch.deadwood(True) == 1


def test_ufunc_takes_out_where_and_axes() -> None:
    room = np.full(300, 99, dtype=np.uint8)
    where = np.arange(300) % 3 == 0
    assert batch.deadwood(TEN, out=room, where=where) is room
    np.testing.assert_array_equal(room, np.where(where, WANTED, 99))
    np.testing.assert_array_equal(batch.deadwood(TEN[::-7]), WANTED[::-7])
    np.testing.assert_array_equal(batch.deadwood(unaligned(TEN)), WANTED)
    np.testing.assert_array_equal(batch.deadwood(TEN.astype(">u8")), WANTED)
    wide = np.zeros(300, np.int64)
    np.testing.assert_array_equal(batch.deadwood(TEN.astype(np.int64), out=wide), WANTED)


MANY_BAD = np.full((50, 200), 1 << 60)


@pytest.mark.parametrize("bad", [-1, 1 << 52, np.uint64(1 << 63), [1, 1 << 52], MANY_BAD, MANY_BAD[::3, ::2]])
def test_ufunc_refuses_bits_outside_the_deck(bad: npt.ArrayLike) -> None:
    value = int(np.asarray(bad).reshape(-1)[-1])
    text = f"{value % (1 << 64):#x} has bits outside the deck"
    with pytest.raises(ValueError, match=text):
        batch.deadwood(bad)
    assert batch.deadwood(7) == 0, "the error is gone after it was raised"


@pytest.mark.parametrize("bad", [1.0, None, "4H", [1.5], np.ones(3), np.array([1], object)])
def test_ufunc_refuses_other_types(bad: object) -> None:
    with pytest.raises(TypeError):
        batch.deadwood(bad)


def test_structured_types_are_aligned_and_as_documented() -> None:
    assert batch.DISCARD.names == ("card", "deadwood")
    assert batch.ARRANGEMENT.names == ("meld0", "meld1", "meld2", "deadwood_cards", "deadwood")
    assert batch.LAY_OFF.names == ("deadwood", "laid_off")
    assert batch.SCORE.names == ("outcome", "winner", "points", "boxes")
    assert (batch.HAND_RESULT.names or ())[:4] == batch.SCORE.names
    for dtype in (batch.DISCARD, batch.ARRANGEMENT, batch.LAY_OFF, batch.SCORE, batch.HAND_RESULT):
        assert dtype.isalignedstruct
    assert batch.HAND_RESULT["points"] == np.int16
    assert batch.HAND_RESULT["laid_off"] == np.uint64


def test_padding_is_written_so_that_rows_compare_by_bytes() -> None:
    knockers, defenders = pairs(50, 3)
    room = np.frombuffer(bytearray(b"\xa5" * 50 * batch.ARRANGEMENT.itemsize), dtype=batch.ARRANGEMENT)
    batch.best_arrangement(knockers, out=room)
    again = np.zeros(50, dtype=batch.ARRANGEMENT)
    batch.best_arrangement(knockers, out=again)
    assert room.tobytes() == again.tobytes()
    del defenders
