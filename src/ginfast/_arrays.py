"""From whatever people have to plain arrays, and back into ``out``: the coercions of the arrays door.

Layer: below ``batch``, above ``_batch``; may use NumPy. A *plain* array is a C-contiguous, aligned ``ndarray`` in
native byte order; plain input is passed on as it is, everything else is copied once. Values are not looked at here:
the loops find a bad row and ``_words`` names it. Negative numbers become masks with high bits, which no deck has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ginfast._batch import is_fit, is_plain
from ginfast.errors import CardError, GinfastError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Masks",
    "as_integers",
    "as_masks",
    "as_masks_like",
    "as_out",
    "as_small",
    "check_shape",
    "finish",
    "row_name",
]

Masks: TypeAlias = npt.NDArray[np.uint64]
Filled = TypeVar("Filled", bound=npt.NDArray[Any])

_UINT64 = np.dtype(np.uint64)
_INT64 = np.dtype(np.int64)
_INT8 = np.dtype(np.int8)
_UINT8 = np.dtype(np.uint8)


def as_masks(value: object, what: str) -> Masks:
    """Return ``value`` as a plain uint64 array of its own shape."""
    if is_plain(value, _UINT64):
        return value  # type: ignore[return-value]
    array = as_integers(value, what)
    if array.dtype.kind in "ib":
        # Sign extension: a negative number of any width gets bits outside the deck, and the loop finds it.
        array = np.require(array, _INT64, ["C", "A"])
        return array.view(_UINT64)
    return np.require(array, _UINT64, ["C", "A"])


def as_masks_like(value: object, what: str, like: npt.NDArray[np.generic], extra: int = -1) -> Masks:
    """Return ``value`` as a plain uint64 array of the shape of the plain array ``like``, and an axis ``extra``."""
    if is_fit(value, like, _UINT64, extra):
        return value  # type: ignore[return-value]
    array = as_masks(value, what)
    check_shape(array, what, like.shape if extra < 0 else (*like.shape, extra))
    return array


def as_small(
    value: object, what: str, like: npt.NDArray[np.generic] | None, dtype: np.dtype[np.uint8] | np.dtype[np.int8]
) -> npt.NDArray[np.uint8]:
    """Return ids or counts as a plain array of one-byte numbers.

    Of the shape of ``like``, where one number stands for all rows; of their own without. A number that does not fit
    becomes 127 (int8) or 255 (uint8), which the loops refuse.
    """
    if is_plain(value, dtype) if like is None else is_fit(value, like, dtype):
        return value  # type: ignore[return-value]
    array = as_integers(value, what)
    if like is not None:
        if array.ndim == 0:
            array = np.broadcast_to(array, like.shape)
        check_shape(array, what, like.shape)
    if array.dtype != dtype:
        info = np.iinfo(dtype)
        small = array.astype(dtype)
        if array.dtype.kind != "b" and array.size and not (info.min <= array.min() and array.max() <= info.max):
            small[(array < info.min) | (array > info.max)] = info.max
        array = small
    return np.require(array, dtype, ["C", "A"])


def as_integers(value: object, what: str) -> npt.NDArray[np.integer]:
    """Return ``value`` as an array of some integer type, or refuse it naming ``what`` and the first bad row."""
    if isinstance(value, np.ndarray):
        if isinstance(value, np.ma.MaskedArray):
            return _from_masked(value, what)
        array = np.asarray(value)
        if array.dtype.kind not in "uib":
            raise TypeError(f"{what}: array of {array.dtype}, expected integers")
        return array
    if value is None or isinstance(value, (str, bytes)):
        hint = "" if value is None else "; batch.parse_cards reads text"
        raise TypeError(f"{what}: {value!r}, expected an array of integers{hint}")
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"{what}: {type(value).__name__} that is no array of integers ({error})") from None
    if array.dtype.kind in "uib":
        return array
    kind = getattr(value, "dtype", getattr(value, "type", None))
    if kind is not None:
        return _from_column(value, kind, array, what)
    if array.size == 0:
        return np.zeros(array.shape, _UINT64)
    raise _worst_element(value, what, array)


def _from_masked(value: np.ma.MaskedArray, what: str) -> npt.NDArray[np.integer]:
    array = np.ma.getdata(value)
    if array.dtype.kind not in "uib":
        raise TypeError(f"{what}: array of {array.dtype}, expected integers")
    _refuse_missing(np.ma.getmaskarray(value), what)
    return np.asarray(array)


def _from_column(value: object, dtype: object, array: npt.NDArray[np.generic], what: str) -> npt.NDArray[np.integer]:
    """Take a column of pandas, Polars or Arrow whose missing values, or their possibility, hid the integers."""
    for name in ("isna", "is_null"):
        ask = getattr(value, name, None)
        if callable(ask):
            _refuse_missing(np.asarray(ask(), dtype=bool), what)
    kind = getattr(dtype, "kind", "")
    if array.dtype.kind == "O" and isinstance(kind, str) and kind in ("u", "i", "b"):
        wanted = np.dtype(np.uint64 if kind == "u" else np.int64)
        return np.asarray(array, dtype=wanted)
    raise TypeError(f"{what}: {type(value).__name__} of {dtype}, expected integers")


def _refuse_missing(missing: npt.NDArray[np.bool_], what: str) -> None:
    if missing.any():
        row = int(np.argmax(missing.reshape(-1)))
        raise CardError(f"{row_name(what, missing.shape, row)}: missing value, expected an integer")


def _worst_element(value: object, what: str, array: npt.NDArray[np.generic]) -> Exception:
    """Return the error for a list that is no array of 64-bit integers, naming its first bad element."""
    try:
        elements = np.asarray(value, dtype=object)
    except (TypeError, ValueError, OverflowError):
        return TypeError(f"{what}: {type(value).__name__} that is no array of integers")
    for row, element in enumerate(elements.reshape(-1)):
        name = row_name(what, elements.shape, row)
        if not isinstance(element, (int, np.integer)):
            hint = "; batch.parse_cards reads text" if isinstance(element, str) else ""
            return TypeError(f"{name}: {element!r} ({type(element).__name__}), expected an integer{hint}")
        if not 0 <= int(element) < 1 << 64:
            return CardError(f"{name}: {int(element)}, expected a number from 0 to 2**52 - 1")
    return TypeError(f"{what}: {type(value).__name__} read as {array.dtype}, expected integers of at most 64 bits")


def check_shape(array: npt.NDArray[np.generic], what: str, shape: tuple[int, ...]) -> None:
    """Refuse an array of another shape than the masks it goes with."""
    if array.shape != shape:
        raise GinfastError(f"{what}: shape {array.shape}, expected {shape}")


def as_out(
    out: object, shape: tuple[int, ...], dtype: np.dtype[np.generic], inputs: Sequence[tuple[str, object]]
) -> npt.NDArray[Any]:
    """Return the plain array to fill: a new one, ``out`` itself, or a stand-in that ``finish`` copies into ``out``.

    ``inputs`` are the arrays, with their names, that ``out`` may not share memory with.
    """
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: {type(out).__name__}, expected a NumPy array of {dtype} or None")
    if out.dtype != dtype:
        raise TypeError(f"out: array of {out.dtype}, expected {dtype}")
    if out.shape != shape:
        raise GinfastError(f"out: shape {out.shape}, expected {shape}")
    if not out.flags.writeable:
        raise GinfastError("out: read-only array, expected a writeable one")
    for name, array in inputs:
        if isinstance(array, np.ndarray) and _overlap(out, array):
            raise GinfastError(f"out: shares memory with {name}, expected an array of its own")
    return out if out.flags.carray else np.empty(shape, dtype)


def _overlap(out: npt.NDArray[np.generic], array: npt.NDArray[np.generic]) -> bool:
    if not np.may_share_memory(out, array):
        return False
    try:
        return np.shares_memory(out, array, max_work=10_000)  # type: ignore[arg-type]  # any bound is allowed
    except (np.exceptions.TooHardError, OverflowError):
        return True


def finish(out: Filled, filled: Filled) -> Filled:
    """Hand back ``out``, with a stand-in's answers copied into it."""
    if out is not filled:
        out[...] = filled
    return out


def row_name(what: str, shape: tuple[int, ...], row: int) -> str:
    """Return ``masks[17]``, ``masks[3, 17]`` or, for a 0-d array, ``masks``."""
    if not shape:
        return what
    return f"{what}[{', '.join(str(int(i)) for i in np.unravel_index(row, shape))}]"
