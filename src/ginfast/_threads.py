"""Slices and threads of the arrays door: run one GIL-free loop over many rows.

Layer: below ``batch``, above nothing; standard library only. A *loop* is a function ``loop(*args, start, stop)``
that fills rows ``start`` to ``stop`` and returns the first bad row, or -1. Python code runs between two slices,
so a signal is answered, and ``progress`` is called, after at most one slice.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from ginfast.errors import GinfastError

__all__ = ["SERIAL_BELOW", "SLICE", "Loop", "Progress", "run"]

Loop: TypeAlias = Callable[..., int]
Progress: TypeAlias = Callable[[int, int], object]

#: Rows per slice: a multiple of the kernels' block, short enough that the slowest loop answers Ctrl-C in 0.1 s.
SLICE = 1 << 18
#: Below this many rows a second thread costs more than it brings.
SERIAL_BELOW = 100_000
#: No slice is shorter than this while several threads share the rows.
_SHORTEST = 1 << 14


def run(  # noqa: PLR0917 - keywords would cost the small calls
    loop: Loop, args: tuple[object, ...], rows: int, threads: int, progress: Progress | None, slice_: int
) -> int:
    """Run ``loop`` over all rows and return the first bad row, or -1.

    ``threads`` is the number of threads, 0 for one per core this process may use. ``progress(done, total)`` is called
    in the calling thread, at the latest after each of its slices; the last call has ``done == total``. On a bad row the
    rows before it are filled and the rest are unspecified.
    """
    if progress is None and rows < SERIAL_BELOW and type(threads) is int and threads >= 0 and rows <= slice_:
        return loop(*args, 0, rows)
    count = _thread_count(threads)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: {type(progress).__name__}, expected a callable (done, total) or None")
    if count > 1 and rows >= SERIAL_BELOW:
        # At least two slices a thread, so that a thread that starts late or is held up does not decide the time.
        share = -(-rows // (2 * count))
        slice_ = min(slice_, max(_SHORTEST, (share + 4095) & ~4095))
        work = _Work(loop, args, rows, slice_)
        bad = _in_threads(work, min(count, -(-rows // slice_)), progress)
    else:
        work = _Work(loop, args, rows, slice_)
        bad = work.drain(progress)
    if bad < 0 and progress is not None and work.reported != rows:
        progress(rows, rows)
    return bad


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


def _in_threads(work: _Work, count: int, progress: Progress | None) -> int:
    """Share the slices between this thread and ``count - 1`` others; nothing is written after the return."""
    pool = ThreadPoolExecutor(count - 1, thread_name_prefix="ginfast")
    try:
        others = [pool.submit(work.drain, None) for _ in range(count - 1)]
        work.drain(progress)
        for other in others:
            other.result()
    except BaseException:
        work.stopped = True
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return work.bad


class _Work:
    """The rows of one call, handed out slice by slice in order."""

    def __init__(self, loop: Loop, args: tuple[object, ...], rows: int, slice_: int) -> None:
        self.loop, self.args, self.rows, self.slice = loop, args, rows, slice_
        self.lock = threading.Lock()
        self.next = 0
        self.done = 0
        self.bad = -1
        self.reported = -1
        self.stopped = False

    def take(self) -> int:
        """Return the start of the next slice, or -1 when none is left or needed."""
        with self.lock:
            # Slices go out in order and every one taken is finished, so the least bad row found is the first of all.
            if self.stopped or self.bad >= 0 or self.next >= self.rows:
                return -1
            start = self.next
            self.next = start + self.slice
            return start

    def drain(self, progress: Progress | None) -> int:
        """Work until no slice is left; return the first bad row so far, or -1."""
        while (start := self.take()) >= 0:
            stop = min(start + self.slice, self.rows)
            bad = self.loop(*self.args, start, stop)
            with self.lock:
                self.done += stop - start
                done = self.done
                if bad >= 0 and (self.bad < 0 or bad < self.bad):
                    self.bad = bad
            if progress is not None and bad < 0:
                self.reported = done
                progress(done, self.rows)
        return self.bad
