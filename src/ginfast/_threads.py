"""Slices and threads of the arrays door: run one GIL-free loop over many rows.

Layer: below ``batch``, above ``_batch``. A *loop* is a function ``loop(*args, start, stop)`` that fills rows ``start``
to ``stop`` and returns the first bad row, or -1; ``loop(*args, 0, rows, share, turns)`` does slices of a
``_batch.Share``, at most ``turns`` (0: all), and returns how many rows it did. Python code runs between two slices of
the calling thread, so a signal is answered, and ``progress`` is called, after at most one; helpers do their part
without the interpreter.
"""

from __future__ import annotations

import os
from _thread import start_new_thread
from collections.abc import Callable
from time import perf_counter, sleep
from typing import TypeAlias

from ginfast._batch import Share
from ginfast.errors import GinfastError

__all__ = ["SERIAL_BELOW", "SLICE", "Loop", "Progress", "run"]

Loop: TypeAlias = Callable[..., int]
Progress: TypeAlias = Callable[[int, int], object]

#: Most rows of a slice. All sizes are multiples of the kernels' block.
SLICE = 1 << 18
#: Below this many rows a second thread costs more than it brings.
SERIAL_BELOW = 100_000
# A row takes from 0.3 nanoseconds to some microseconds, by operation, hands, level and machine. So a call starts with a
# slice that is short enough for the slowest; later ones take about ALONE or SHARED seconds, by the pace of the one
# before. Ctrl-C is answered within 0.1 s, and on fast rows a slice costs 1 % of its time.
_BLOCK = 1 << 13
_FIRST = 2 * _BLOCK
_ALONE = 0.004
_SHARED = 0.0004
# Work of less is done before a helper has come to it.
_WORTH = 0.00015
# Looks at the helpers' last slices, 50 nanoseconds each, before the calling thread sleeps.
_LOOKS = 4000
_NAP = 0.0002


def run(  # noqa: PLR0917 - keywords would cost the small calls
    loop: Loop, args: tuple[object, ...], rows: int, threads: int, progress: Progress | None, slice_: int
) -> int:
    """Run ``loop`` over all rows and return the first bad row, or -1.

    ``threads`` is the number of threads, 0 for one per core this process may use. ``progress(done, total)`` is called
    in the calling thread, at the latest after each of its slices; the last call has ``done == total``. With a bad row
    what is filled is unspecified.
    """
    if progress is None and rows <= _FIRST and type(threads) is int and threads >= 0:
        return loop(*args, 0, rows)
    count = _thread_count(threads)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: {type(progress).__name__}, expected a callable (done, total) or None")
    if count == 1 or rows < SERIAL_BELOW:
        return _alone(loop, args, rows, progress, slice_)
    return _together(loop, args, rows, min(count, -(-rows // _FIRST)), progress, slice_)


def _alone(loop: Loop, args: tuple[object, ...], rows: int, progress: Progress | None, slice_: int) -> int:
    """Do all slices in the calling thread, without locks: half a microsecond a slice."""
    done, size, before = 0, _FIRST, perf_counter()
    while done < rows:
        start, done = done, min(done + size, rows)
        bad = loop(*args, start, done)
        if bad >= 0:
            return bad
        now = perf_counter()
        size, before = _rows_in(_ALONE, done - start, now - before, slice_), now
        if progress is not None:
            progress(done, rows)
    if progress is not None and rows == 0:
        progress(0, 0)
    return -1


def _rows_in(wanted: float, rows: int, seconds: float, most: int) -> int:
    """Return how many rows take the wanted time when so many took so long: whole blocks, at most four times as many."""
    fits = min(most, 4 * rows, int(rows * wanted / max(seconds, 1e-9)))
    return max(1, fits // _BLOCK) * _BLOCK


def _thread_count(threads: int) -> int:
    if type(threads) is not int:
        raise TypeError(f"threads: {type(threads).__name__}, expected an int (0 = all cores)")
    if threads < 0:
        raise GinfastError(f"threads: {threads}, expected 0 (all cores) or more")
    if threads > 0:
        return threads
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _together(  # noqa: PLR0917
    loop: Loop, args: tuple[object, ...], rows: int, count: int, progress: Progress | None, slice_: int
) -> int:
    """Do the first slice to learn the pace, then share the rest with ``count - 1`` helpers.

    The helpers are started by the low-level call: 12 microseconds, where a ``ThreadPoolExecutor`` takes 70. Nobody
    waits for a helper to start or to end, only for slices in work, so one that starts late does no harm, and nothing
    is written after the call has returned or raised.
    """
    before = perf_counter()
    bad = loop(*args, 0, _FIRST)
    if bad >= 0:
        return bad
    seconds = perf_counter() - before
    if progress is not None:
        progress(_FIRST, rows)
    if seconds * (rows - _FIRST) < _WORTH * _FIRST:
        bad = loop(*args, _FIRST, rows)
        if progress is not None and bad < 0:
            progress(rows, rows)
        return bad
    share = Share(rows, _FIRST, count, _rows_in(_SHARED, _FIRST, seconds, slice_), _BLOCK)
    try:
        for _ in range(count - 1):
            if not _start((loop, args, rows, share)):
                break
        reported = _own_part(loop, args, rows, share, progress, slice_)
        _wait(share)
    except BaseException:
        share.stop()
        _wait(share)
        raise
    if share.error is not None:
        raise share.error
    if progress is not None and share.bad < 0 and reported < rows:
        progress(rows, rows)
    return share.bad


def _start(part: tuple[Loop, tuple[object, ...], int, Share]) -> bool:
    """Start a helper; False when no more threads are to be had: the others do its part."""
    try:
        start_new_thread(_help, part)
    except RuntimeError:
        return False
    return True


def _own_part(  # noqa: PLR0917
    loop: Loop, args: tuple[object, ...], rows: int, share: Share, progress: Progress | None, slice_: int
) -> int:
    """Do slices in the calling thread until none is left; return the rows last reported."""
    reported = _FIRST
    while share.left():
        before = perf_counter()
        did = loop(*args, 0, rows, share, 1)
        if did:
            share.limit(_rows_in(_SHARED, did, perf_counter() - before, slice_))
        if progress is not None and share.bad < 0 and share.done > reported:
            reported = share.done
            progress(reported, rows)
    return reported


def _help(loop: Loop, args: tuple[object, ...], rows: int, share: Share) -> None:
    """Do slices in a thread of its own until none is left."""
    try:
        loop(*args, 0, rows, share, 0)
    except BaseException as error:  # noqa: BLE001 - raised in the calling thread
        share.error = error
        share.stop()


def _wait(share: Share) -> None:
    """Wait until no slice is in work; Ctrl-C meanwhile ends the giving out, and is raised once nothing writes."""
    late: BaseException | None = None
    while True:
        try:
            while share.busy(_LOOKS):
                sleep(_NAP)
        except BaseException as error:  # noqa: BLE001 - see above
            late = late or error
            share.stop()
        else:
            break
    if late is not None:
        raise late
