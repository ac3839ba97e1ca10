"""Hands for the tests of the arrays door, by NumPy alone: nothing here comes from the package under test."""

import numpy as np
import numpy.typing as npt

Masks = npt.NDArray[np.uint64]

ONE = np.uint64(1)


def card_counts(masks: Masks) -> npt.NDArray[np.uint64]:
    """Return how many cards each mask holds (NumPy counts bits from 2.0 on only; 1.26 is supported)."""
    octets = np.ascontiguousarray(masks)[..., np.newaxis].view(np.uint8)
    counts: npt.NDArray[np.uint64] = np.unpackbits(octets, axis=-1).sum(axis=-1, dtype=np.uint64)
    return counts


def hands(rows: int, size: int, seed: int) -> Masks:
    """Return hands of one size: half uniform, half from three to five neighbouring ranks, where melds contend."""
    generator = np.random.default_rng(seed)
    order = generator.random((rows, 52))
    ranks = np.arange(52) % 13
    width = np.maximum(generator.integers(3, 6, rows), -(-size // 4))
    low = generator.integers(0, 14 - width)
    far = (ranks < low[:, None]) | (ranks >= (low + width)[:, None])
    order[1::2] += far[1::2]
    return masks_of(np.argsort(order, axis=1)[:, :size])


def mixed(rows: int, sizes: tuple[int, ...], seed: int) -> Masks:
    """Return hands of several sizes, well mixed."""
    generator = np.random.default_rng(seed)
    parts = [hands(-(-rows // len(sizes)), size, seed + 7 * size) for size in sizes]
    return generator.permutation(np.concatenate(parts))[:rows]


def pairs(rows: int, seed: int, first: int = 10, second: int = 10) -> tuple[Masks, Masks]:
    """Return disjoint hands; in half of the rows all cards come from the lower or the higher six or seven ranks."""
    generator = np.random.default_rng(seed)
    order = generator.random((rows, 52))
    ranks = np.arange(52) % 13
    low = generator.integers(0, 7, rows)[:, None]
    order[1::2] += ((ranks < low) | (ranks >= low + 7))[1::2]
    dealt = np.argsort(order, axis=1)[:, : first + second]
    shuffled = generator.permuted(dealt, axis=1)
    return masks_of(shuffled[:, :first]), masks_of(shuffled[:, first:])


def masks_of(ids: npt.NDArray[np.integer]) -> Masks:
    """Return the mask of each row of card ids."""
    found: Masks = np.bitwise_or.reduce(ONE << ids.astype(np.uint64), axis=1)
    return found
