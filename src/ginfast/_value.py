"""Bases of the immutable values. Lowest layer of the Python code: imports nothing.

Written by hand, without dataclasses and typing at run time: those two alone would cost most of the time
that `import ginfast` may take.
"""

from __future__ import annotations

from _operator import index  # the module `operator` has it from there, and takes its time to load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Value:
    """An immutable value made of the fields in `__match_args__`: equal, hashed, printed and pickled by them.

    Not by its slots: a subclass without fields of its own has none.
    """

    __match_args__: tuple[str, ...] = ()
    __slots__: tuple[str, ...] = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot delete {name!r}")

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._fields())  # without the type: a value of a subclass is equal too

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        return (type(self), self._fields())


class OrderedValue(Value):
    """A value with a total order by `_key`, which agrees with equality."""

    __slots__ = ()

    def _key(self) -> tuple[int, ...]:
        raise NotImplementedError

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, type(self)) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._key() <= other._key() if isinstance(other, type(self)) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._key() > other._key() if isinstance(other, type(self)) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._key() >= other._key() if isinstance(other, type(self)) else NotImplemented


def as_index(value: object, what: str, expected: str = "an int") -> int:
    """Return an int, or what stands for one (`__index__`), as a plain int; `TypeError` for the rest, a bool too."""
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type]  # what has no __index__ raises
        except TypeError:
            pass
    raise TypeError(f"{what}: expected {expected}, got {type(value).__name__}")


def fill(value: Value, **fields: object) -> None:
    """Set the fields of a new value, once."""
    for name, field in fields.items():
        object.__setattr__(value, name, field)
