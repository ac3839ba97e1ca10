"""Rows shared by the threads of one call, inline: who takes which slice, without the interpreter.

Layer: below _batch.pyx, above nothing. A loop of _batch begins a turn and goes on while there is more: one slice, or,
with a share, slices until none is left or it has had its number. Between two slices of a share no thread waits for the
interpreter, which takes tens of microseconds when another has it.
"""

from cpython.pythread cimport (
    WAIT_LOCK, PyThread_acquire_lock, PyThread_release_lock, PyThread_type_lock,
)

cdef struct Slices:
    PyThread_type_lock lock
    Py_ssize_t rows, next, done
    Py_ssize_t most, least      # rows of a slice
    Py_ssize_t threads
    Py_ssize_t working          # slices in work
    Py_ssize_t bad              # the first row found bad, or -1
    bint stopped

cdef struct Turn:
    Slices *slices              # NULL for one slice
    Py_ssize_t start, stop, left, rows, bad


cdef inline bint take(Slices *s, Py_ssize_t *start, Py_ssize_t *stop) noexcept nogil:
    """Take the next slice; False when none is left or wanted.

    Slices go out in order and every one taken is finished, so the least bad row found is the first of all. Towards the
    end they become small: a thread that starts late or is held up must not decide the time.
    """
    cdef Py_ssize_t size
    cdef bint there
    PyThread_acquire_lock(s.lock, WAIT_LOCK)
    there = not s.stopped and s.bad < 0 and s.next < s.rows
    if there:
        size = (s.rows - s.next) // (2 * s.threads) // s.least * s.least
        size = min(s.most, max(size, s.least), s.rows - s.next)
        start[0] = s.next
        s.next += size
        stop[0] = s.next
        s.working += 1
    PyThread_release_lock(s.lock)
    return there


cdef inline void finish(Slices *s, Py_ssize_t rows, Py_ssize_t bad) noexcept nogil:
    """Enter the end of a slice of so many rows and its first bad row, or -1."""
    PyThread_acquire_lock(s.lock, WAIT_LOCK)
    s.done += rows
    s.working -= 1
    if bad >= 0 and (s.bad < 0 or bad < s.bad):
        s.bad = bad
    PyThread_release_lock(s.lock)


cdef inline bint stopped(Turn *t) noexcept nogil:
    """Tell whether the work has been given up: the rest of the slice need not be done."""
    cdef bint there
    if t.slices == NULL:
        return False
    PyThread_acquire_lock(t.slices.lock, WAIT_LOCK)
    there = t.slices.stopped
    PyThread_release_lock(t.slices.lock)
    return there


cdef inline bint more(Turn *t, Py_ssize_t bad) noexcept nogil:
    """Enter the end of the turn's slice, with its first bad row or -1; tell whether there is another."""
    t.bad = bad
    if t.slices == NULL:
        return False
    t.rows += t.stop - t.start
    finish(t.slices, t.stop - t.start, bad)
    t.left -= 1
    return t.left != 0 and take(t.slices, &t.start, &t.stop)


cdef inline Py_ssize_t answer(Turn *t) noexcept nogil:
    """Return what a loop returns: the first bad row of its slice, or -1; of a share the rows it did."""
    return t.bad if t.slices == NULL else t.rows
