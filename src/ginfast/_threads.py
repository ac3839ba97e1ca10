"""Slices and threads of the arrays door: run one GIL-free loop over many rows.

Layer: below ``batch``, above nothing; standard library only. A *loop* is a function ``loop(*args, start, stop)``
that fills rows ``start`` to ``stop`` and returns the first bad row, or -1. Python code runs between two slices,
so a signal is answered, and ``progress`` is called, after at most one slice.
"""

from __future__ import annotations

import os
import threading
from _thread import start_new_thread
from collections.abc import Callable
from time import perf_counter
from typing import TypeAlias

from ginfast.errors import GinfastError

__all__ = ["SERIAL_BELOW", "SLICE", "Loop", "Progress", "run"]

Loop: TypeAlias = Callable[..., int]
Progress: TypeAlias = Callable[[int, int], object]

#: Most rows of a slice. All sizes are multiples of the kernels' block.
SLICE = 1 << 18
#: Below this many rows a second thread costs more than it brings.
SERIAL_BELOW = 100_000
# A row takes from 0.3 nanoseconds to some microseconds, by operation, hands, level and machine. So a call starts with
# slices that are short enough for the slowest, and doubles them while they take less than FAST seconds; above SLOW it
# halves them. Ctrl-C is answered within 0.1 s, and on fast rows a slice costs 1 % of its time.
_FIRST = 1 << 14
_LEAST = 1 << 12
_FAST = 0.002
_SLOW = 0.02


def run(  # noqa: PLR0917 - keywords would cost the small calls
    loop: Loop, args: tuple[object, ...], rows: int, threads: int, progress: Progress | None, slice_: int
) -> int:
    """Run ``loop`` over all rows and return the first bad row, or -1.

    ``threads`` is the number of threads, 0 for one per core this process may use. ``progress(done, total)`` is called
    in the calling thread, at the latest after each of its slices; the last call has ``done == total``. On a bad row the
    rows before it are filled and the rest are unspecified.
    """
    if progress is None and rows <= _FIRST and type(threads) is int and threads >= 0:
        return loop(*args, 0, rows)
    count = _thread_count(threads)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: {type(progress).__name__}, expected a callable (done, total) or None")
    if count == 1 or rows < SERIAL_BELOW:
        return _alone(loop, args, rows, progress, slice_)
    # Several slices a thread, so that a thread that starts late or is held up does not decide the time.
    share = -(-rows // (4 * count))
    work = _Work(loop, args, rows, min(slice_, max(_FIRST, (share + 4095) & ~4095)))
    bad = work.run(min(count, -(-rows // _FIRST)), progress)
    if bad < 0 and progress is not None and work.reported != rows:
        progress(rows, rows)
    return bad


def _alone(loop: Loop, args: tuple[object, ...], rows: int, progress: Progress | None, slice_: int) -> int:
    """Do all slices in the calling thread, without locks: half a microsecond a slice."""
    done, size, before = 0, _FIRST, perf_counter()
    while done < rows:
        stop = min(done + size, rows)
        bad = loop(*args, done, stop)
        if bad >= 0:
            return bad
        done, now = stop, perf_counter()
        size, before = _next_size(size, now - before, slice_), now
        if progress is not None:
            progress(done, rows)
    if progress is not None and rows == 0:
        progress(0, 0)
    return -1


def _next_size(size: int, seconds: float, most: int) -> int:
    """Return the rows of the next slice, from those of one and the time it took."""
    if seconds < _FAST:
        return min(2 * size, most)
    return max(size // 2, _LEAST) if seconds > _SLOW else size


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


class _Work:
    """The rows of one call, handed out slice by slice in order to the calling thread and its helpers.

    The helpers are started by the low-level call: 12 microseconds, where a ``ThreadPoolExecutor`` takes 70, a fifth of
    what two threads need for a million hands. Nobody waits for a helper to start or to end, only for slices in work, so
    one that starts late does no harm, and nothing is written after the call has returned or raised.
    """

    def __init__(self, loop: Loop, args: tuple[object, ...], rows: int, slice_: int) -> None:
        self.loop, self.args, self.rows, self.most = loop, args, rows, slice_
        self.size = _FIRST
        self.changed = threading.Condition(threading.Lock())
        self.next = 0
        self.done = 0
        self.busy = 0  # helpers that have a slice in work
        self.bad = -1
        self.error: BaseException | None = None
        self.stopped = False
        self.reported = -1

    def run(self, count: int, progress: Progress | None) -> int:
        """Do all the work with ``count`` threads; return the first bad row, or -1."""
        try:
            for _ in range(count - 1):
                start_new_thread(self.help, ())
        except RuntimeError:
            pass  # no more threads to be had: the others do this one's part
        try:
            while (part := self.take())[0] >= 0:
                before = perf_counter()
                bad = self.loop(*self.args, *part)
                self.finish(part, bad, perf_counter() - before)
                if progress is not None and self.bad < 0:
                    self.reported = self.done
                    progress(self.reported, self.rows)
            self.wait()
        except BaseException:
            self.stopped = True
            self.wait()
            raise
        if self.error is not None:
            raise self.error
        return self.bad

    def help(self) -> None:
        """Work in a thread of its own until no slice is left."""
        while (part := self.take(helper=1))[0] >= 0:
            bad, before = -1, perf_counter()
            try:
                bad = self.loop(*self.args, *part)
            except BaseException as error:  # noqa: BLE001 - raised in the calling thread
                self.error, self.stopped = error, True
            self.finish(part, bad, perf_counter() - before, helper=1)

    def take(self, helper: int = 0) -> tuple[int, int]:
        """Return the rows of the next slice, or (-1, -1) when none is left or needed."""
        with self.changed:
            # Slices go out in order and every one taken is finished, so the least bad row found is the first of all.
            if self.stopped or self.bad >= 0 or self.next >= self.rows:
                return -1, -1
            start = self.next
            self.next = min(start + self.size, self.rows)
            self.busy += helper
            return start, self.next

    def finish(self, part: tuple[int, int], bad: int, seconds: float, helper: int = 0) -> None:
        """Enter the end of a slice, its first bad row, or -1, and its time."""
        with self.changed:
            self.done += part[1] - part[0]
            self.size = _next_size(self.size, seconds, self.most)
            if bad >= 0 and (self.bad < 0 or bad < self.bad):
                self.bad = bad
            if helper:
                self.busy -= 1
                self.changed.notify()

    def wait(self) -> None:
        """Wait until no helper has a slice in work; Ctrl-C meanwhile stops them first."""
        while True:
            try:
                with self.changed:
                    while self.busy:
                        self.changed.wait()
            except BaseException as error:  # noqa: BLE001 - raised once nothing writes any more
                self.error, self.stopped = self.error or error, True
            else:
                return
