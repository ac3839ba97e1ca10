# cython: language_level=3, freethreading_compatible=True, boundscheck=False, wraparound=False
# cython: initializedcheck=False, cdivision=True
"""The loops of the arrays door: the ufunc, and one loop for each operation of ``ginfast.batch``.

Layer: under batch.py, above _core (whose cdef functions it shares with the masks door) and the C kernels. Private:
``batch`` makes every argument plain first. A loop takes plain arrays and a range of rows, works without the GIL,
and returns the number of the first row it refuses, or -1; it knows no words. With a ``Share`` of the rows it works on
slices of them, ``turns`` at most (0: until none is left), and returns how many rows it did; the share has the bad row.
"""

from cpython.pythread cimport (
    WAIT_LOCK, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
)
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t

from ginfast._bits cimport GF_DECK, gf_low_bit, gf_popcount
from ginfast._core cimport core_best_discard, core_deadwood
from ginfast._numpy cimport (
    NPY_INT64, NPY_UINT8, NPY_UINT64, PyUFuncGenericFunction, gf_empty_like, gf_import_numpy, gf_is_fit, gf_is_plain,
    gf_is_room, gf_memory, gf_new_ufunc, npy_intp,
)
from ginfast._rows cimport Throw, arrangement_rows, count_rows, lay_off_rows, resolve_rows, throw_rows
from ginfast._settle cimport MatchRules, Running, Settled, close_match, settle_rows
from ginfast._share cimport Slices, Turn, answer, finish, more, stopped, take
from ginfast._simd cimport (
    GF_CASES, gf_arrangement_row, gf_best_discard_rows, gf_counts_row, gf_deadwood_rows, gf_deal_plan,
    gf_deal_plan_init, gf_hand_rules, gf_lay_off_row, gf_ops, gf_ops_at, gf_result_row,
)

from ginfast import _cpu
from ginfast.errors import CardError

cdef extern from "Python.h":
    void PyErr_SetObject(object kind, object value)
    int PyErr_CheckSignals()   # -1 with an error set; that is raised by raise_set

cdef enum:
    BLOCK = 1024          # rows gathered at a time where an array has steps: 8 kB of masks stay in the L1 cache
    LARGE = 1 << 22       # rows from which answers are written past the caches: 32 MB of masks
    SEARCHES = 4096       # searches of up to five microseconds each between two looks for Ctrl-C

gf_import_numpy()

# The kernels of the level in force. Set at import, and by tests; read once a call.
cdef const gf_ops *ops = gf_ops_at(_cpu.LEVEL)


def level():
    """Return the name of the level in force."""
    return ops.name.decode()


def lanes():
    """Return how many 64-bit lanes the vectors of that level have: 8, 4, 2, or 1 for plain C."""
    return ops.lanes


def use_level(str name not None):
    """Switch to another level of this machine; for tests and benchmarks, no call may be running."""
    global ops
    cdef const gf_ops *found = gf_ops_at(_cpu.NAMES.index(name)) if name in _cpu.NAMES else NULL
    if found == NULL:
        raise ValueError(f"level {name!r} is unknown or not of this machine")
    ops = found


def is_plain(x, dtype):
    """Tell whether ``x`` is an ndarray of just this dtype, C-contiguous and aligned."""
    return gf_is_plain(x, dtype)


def is_fit(x, like, dtype, Py_ssize_t extra=-1):
    """Tell whether ``x`` is plain and of the shape of the plain array ``like`` (and an axis ``extra``)."""
    return gf_is_fit(x, like, dtype, extra)


def room_like(out, like, dtype, Py_ssize_t extra=-1):
    """Return an array to fill, of the shape of the plain array ``like`` (and an axis ``extra``).

    ``out`` None: a new one; ``out`` itself where it is plainly fit; None where ``_arrays.as_out`` has to look closer.
    """
    if out is None:
        return gf_empty_like(like, dtype, extra)
    return out if extra < 0 and gf_is_room(out, like, dtype) else None


cdef void *memory(object x, Py_ssize_t rows, Py_ssize_t size, bint writeable=False) except NULL:
    cdef void *data = gf_memory(x, rows, size, writeable)
    if data == NULL:
        raise TypeError("a loop of ginfast._batch takes plain arrays; use ginfast.batch")
    return data


cdef void *memory_or_none(object x, Py_ssize_t rows, Py_ssize_t size) except? NULL:
    return NULL if x is None else memory(x, rows, size)


# --- rows shared by threads ------------------------------------------------------------------------------------------

cdef class Share:
    """The rows of one call from ``start`` on, as its threads take them: slices of at most ``most`` rows.

    All slices but the last are a multiple of ``least`` long. ``error`` is what a helper raised, for the caller.
    """

    cdef Slices slices
    cdef public object error

    def __cinit__(self, Py_ssize_t rows, Py_ssize_t start, int threads, Py_ssize_t most, Py_ssize_t least):
        self.slices.lock = PyThread_allocate_lock()
        if self.slices.lock == NULL:
            raise MemoryError
        self.slices.rows, self.slices.next, self.slices.done = rows, start, start
        self.slices.most, self.slices.least, self.slices.threads = most, least, threads
        self.slices.bad = -1

    def __dealloc__(self):
        if self.slices.lock != NULL:
            PyThread_free_lock(self.slices.lock)

    @property
    def done(self):
        """Rows done so far."""
        return self.slices.done

    @property
    def bad(self):
        """The first row found bad, or -1."""
        return self.slices.bad

    def limit(self, Py_ssize_t most):
        """Set the rows of a slice."""
        PyThread_acquire_lock(self.slices.lock, WAIT_LOCK)
        self.slices.most = most
        PyThread_release_lock(self.slices.lock)

    def stop(self):
        """Give out no more slices."""
        PyThread_acquire_lock(self.slices.lock, WAIT_LOCK)
        self.slices.stopped = True
        PyThread_release_lock(self.slices.lock)

    def left(self):
        """Tell whether there are slices to be had."""
        return not self.slices.stopped and self.slices.bad < 0 and self.slices.next < self.slices.rows

    def busy(self, int tries):
        """Tell whether slices are still in work after looking so many times."""
        cdef bint working = True
        with nogil:
            while working and tries > 0:
                PyThread_acquire_lock(self.slices.lock, WAIT_LOCK)
                working = self.slices.working != 0
                PyThread_release_lock(self.slices.lock)
                tries -= 1
        return working

    def take(self):
        """Return start and stop of the next slice, or None; for loops written in Python."""
        cdef Py_ssize_t start = 0, stop = 0
        return (start, stop) if take(&self.slices, &start, &stop) else None

    def finish(self, Py_ssize_t rows, Py_ssize_t bad):
        """Enter the end of a slice taken."""
        finish(&self.slices, rows, bad)


cdef bint begin(Turn *t, Share share, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t turns) noexcept:
    """Begin a loop's turn; False when a share has no slice."""
    t.slices = NULL if share is None else &share.slices
    t.start, t.stop, t.left, t.rows, t.bad = start, stop, turns, 0, -1
    return share is None or take(t.slices, &t.start, &t.stop)


# --- least deadwood: ufunc and loop ----------------------------------------------------------------------------------

cdef inline Py_ssize_t deadwood_rows(const uint64_t *masks, uint8_t *out, Py_ssize_t rows,
                                     bint large=False) noexcept nogil:
    """Fill ``out``; return the first row with bits outside the deck, or -1."""
    cdef Py_ssize_t done = gf_deadwood_rows(ops, masks, rows, out, core_deadwood, large, NULL)
    return -1 if done == rows else done


cdef void refuse_mask(uint64_t mask) noexcept with gil:
    """Set the ufunc's error; NumPy looks for it after the loop."""
    message = f"masks: {hex(mask)} has bits outside the deck, expected a mask of cards, 0 to 2**52 - 1"
    PyErr_SetObject(CardError, message)


cdef void deadwood_steps(char **args, const npy_intp *dimensions, const npy_intp *steps, bint wide) noexcept nogil:
    """Gather a block of masks, evaluate it, scatter the answers."""
    cdef uint64_t masks[BLOCK]
    cdef uint8_t answers[BLOCK]
    cdef const char *source = args[0]
    cdef char *target = args[1]
    cdef Py_ssize_t i, rows, bad, left = dimensions[0]
    cdef npy_intp source_step = steps[0], target_step = steps[1]
    while left > 0:
        rows = BLOCK if left > BLOCK else left
        for i in range(rows):
            masks[i] = (<const uint64_t *>(source + i * source_step))[0]
        bad = deadwood_rows(masks, answers, rows)
        if bad >= 0:
            refuse_mask(masks[bad])
            return
        if wide:
            for i in range(rows):
                (<uint64_t *>(target + i * target_step))[0] = answers[i]
        else:
            for i in range(rows):
                (<uint8_t *>(target + i * target_step))[0] = answers[i]
        source += rows * source_step
        target += rows * target_step
        left -= rows


cdef void deadwood_loop(char **args, const npy_intp *dimensions, const npy_intp *steps, void *unused) noexcept nogil:
    cdef Py_ssize_t bad
    if steps[0] == 8 and steps[1] == 1:
        bad = deadwood_rows(<const uint64_t *>args[0], <uint8_t *>args[1], dimensions[0], dimensions[0] >= LARGE)
        if bad >= 0:
            refuse_mask((<const uint64_t *>args[0])[bad])
    else:
        deadwood_steps(args, dimensions, steps, False)


cdef void deadwood_loop_wide(char **args, const npy_intp *dimensions, const npy_intp *steps,
                             void *unused) noexcept nogil:
    deadwood_steps(args, dimensions, steps, True)


# The order is part of the contract: uint64 first, int64 for plain Python ints, and the wide ones for Polars.
cdef PyUFuncGenericFunction[4] loops = [deadwood_loop, deadwood_loop, deadwood_loop_wide, deadwood_loop_wide]
cdef char[8] types = [NPY_UINT64, NPY_UINT8, NPY_INT64, NPY_UINT8, NPY_UINT64, NPY_UINT64, NPY_INT64, NPY_INT64]

deadwood = gf_new_ufunc(loops, types, 4, b"deadwood", b"""Return the least deadwood of each hand.

A NumPy ufunc, uint64 to uint8: it broadcasts, takes ``out=`` and ``where=``, and works on pandas, xarray, dask and
Polars. Threads, progress and errors with row numbers are `evaluate`'s.

Parameters
----------
masks : array_like of int
    Hands of 0 to 52 cards as 52-bit masks. Booleans count as integers.

Returns
-------
uint8 ndarray or scalar
    Points of the cards left over by the best arrangement. Wider than 8 bits (uint64, int64) where ``dtype=`` asks for
    it. A scalar is a ``numpy.uint8``, whose arithmetic wraps at 256; whole decks (up to 340 points) hold no such
    number: their deadwood is small, since most of their cards are melded.

Raises
------
ValueError
    A value has bits outside the deck; the message shows it in hex.
TypeError
    The values are no integers (NumPy's own message).

Examples
--------
>>> import numpy as np
>>> from ginfast import batch
>>> batch.deadwood(np.array([0b111, 0b1011], dtype=np.uint64))
array([0, 7], dtype=uint8)
""")


cdef int raise_set() except -1:
    """Raise the error that is set."""
    return -1


def evaluate(masks, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with the least deadwood of each hand."""
    cdef const uint64_t *m = <const uint64_t *>memory(masks, stop, 8)
    cdef uint8_t *o = <uint8_t *>memory(out, stop, 1, True)
    cdef bint large = masks.size >= LARGE
    cdef Py_ssize_t at
    cdef int64_t searches
    cdef int interrupted = 0
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                at = t.start
                while True:
                    searches = SEARCHES
                    at += <Py_ssize_t>gf_deadwood_rows(ops, m + at, t.stop - at, o + at, core_deadwood, large,
                                                       &searches)
                    if searches >= 0 or at == t.stop or stopped(&t):
                        break
                    # Slow hands after fast ones: the slice may take a second.
                    with gil:
                        interrupted = PyErr_CheckSignals()
                    if interrupted:
                        t.left = 1
                        break
                if not more(&t, -1 if searches < 0 or at == t.stop else at):
                    break
    if interrupted:
        raise_set()
    return answer(&t)


# --- throws ----------------------------------------------------------------------------------------------------------

def best_discard(masks, taken, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with the best throw of each hand of eleven."""
    cdef const uint64_t *m = <const uint64_t *>memory(masks, stop, 8)
    cdef const int8_t *ids = <const int8_t *>memory_or_none(taken, stop, 1)
    cdef Throw *o = <Throw *>memory(out, stop, sizeof(Throw), True)
    cdef bint large = masks.size >= LARGE
    cdef Py_ssize_t i, end
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                end = t.stop
                if ids != NULL:
                    for i in range(t.start, t.stop):
                        if ids[i] != -1 and (not 0 <= ids[i] < 52 or not m[i] >> ids[i] & 1):
                            end = i
                            break
                i = t.start + <Py_ssize_t>gf_best_discard_rows(
                    ops, m + t.start, ids + t.start if ids != NULL else NULL, end - t.start, <uint8_t *>(o + t.start),
                    core_best_discard, large,
                )
                if not more(&t, -1 if i == t.stop else i):
                    break
    return answer(&t)


def rank_discards(masks, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill each row of ``out`` with the deadwood after each of the eleven throws."""
    cdef const uint64_t *m = <const uint64_t *>memory(masks, stop, 8)
    cdef uint8_t *o = <uint8_t *>memory(out, stop, 11, True)
    cdef Py_ssize_t bad
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                bad = throw_rows(ops, m, o, t.start, t.stop)
                if not more(&t, bad):
                    break
    return answer(&t)


# --- arrangements, lay-offs, whole hands -----------------------------------------------------------------------------

def best_arrangement(masks, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with the best arrangement of each hand of at most eleven cards."""
    cdef const uint64_t *m = <const uint64_t *>memory(masks, stop, 8)
    cdef gf_arrangement_row *o = <gf_arrangement_row *>memory(out, stop, sizeof(gf_arrangement_row), True)
    cdef Py_ssize_t bad
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                bad = arrangement_rows(ops, m, o, t.start, t.stop)
                if not more(&t, bad):
                    break
    return answer(&t)


def lay_off(defenders, melds, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with the best joint lay-off of each defender against up to three melds."""
    cdef const uint64_t *d = <const uint64_t *>memory(defenders, stop, 8)
    cdef const uint64_t *m = <const uint64_t *>memory(melds, stop, 24)
    cdef gf_lay_off_row *o = <gf_lay_off_row *>memory(out, stop, sizeof(gf_lay_off_row), True)
    cdef Py_ssize_t bad
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                bad = lay_off_rows(ops, d, m, o, t.start, t.stop)
                if not more(&t, bad):
                    break
    return answer(&t)


cdef class RuleTable:
    """House rules of one hand as the loops read them; made by ``batch`` from a ``Rules``."""

    cdef gf_hand_rules rules

    def __cinit__(self, bint lay_off_on_gin, bytes limits, bytes spades, tuple multipliers, tuple payments):
        cdef Py_ssize_t i, spade, case
        if len(limits) != 53 or len(spades) != 53 or len(payments) != 2 * GF_CASES:
            raise ValueError("rule table of the wrong size")
        self.rules.lay_off_on_gin = lay_off_on_gin
        for i in range(53):
            self.rules.limit[i] = <uint8_t>limits[i]
            self.rules.spade[i] = <uint8_t>(spades[i] != 0)
        for spade in range(2):
            self.rules.multiplier[spade] = multipliers[spade]
            for case in range(GF_CASES):
                outcome, winner, bonus, boxes = payments[spade * GF_CASES + case]
                self.rules.payments[spade][case].outcome = outcome
                self.rules.payments[spade][case].winner = winner
                self.rules.payments[spade][case].bonus = bonus
                self.rules.payments[spade][case].boxes = boxes


def resolve_hand(knockers, defenders, melds, upcards, big_gin, RuleTable table not None, out, Py_ssize_t start,
                 Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with the result of each finished hand."""
    cdef const uint64_t *k = <const uint64_t *>memory(knockers, stop, 8)
    cdef const uint64_t *d = <const uint64_t *>memory(defenders, stop, 8)
    cdef const uint64_t *m = <const uint64_t *>memory_or_none(melds, stop, 24)
    cdef const int8_t *u = <const int8_t *>memory_or_none(upcards, stop, 1)
    cdef const uint8_t *b = <const uint8_t *>memory_or_none(big_gin, stop, 1)
    cdef gf_result_row *o = <gf_result_row *>memory(out, stop, sizeof(gf_result_row), True)
    cdef Py_ssize_t bad
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                bad = resolve_rows(ops, k, d, m, u, b, &table.rules, o, t.start, t.stop)
                if not more(&t, bad):
                    break
    return answer(&t)


def score_counts(knocker, defender, upcards, big_gin, RuleTable table not None, out, Py_ssize_t start,
                 Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with what each pair of counts is worth."""
    cdef const uint8_t *k = <const uint8_t *>memory(knocker, stop, 1)
    cdef const uint8_t *d = <const uint8_t *>memory(defender, stop, 1)
    cdef const int8_t *u = <const int8_t *>memory_or_none(upcards, stop, 1)
    cdef const uint8_t *b = <const uint8_t *>memory_or_none(big_gin, stop, 1)
    cdef gf_counts_row *o = <gf_counts_row *>memory(out, stop, sizeof(gf_counts_row), True)
    cdef Py_ssize_t bad
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                bad = count_rows(ops, k, d, u, b, &table.rules, o, t.start, t.stop)
                if not more(&t, bad):
                    break
    return answer(&t)


# --- matches out of a stream of hands --------------------------------------------------------------------------------

cdef class Matches:
    """House rules of matches, and the match under way from one slice of a stream to the next."""

    cdef MatchRules rules
    cdef Running at
    cdef readonly Py_ssize_t ended      # in the last slice

    def __cinit__(self, tuple sums, bint shutout_by_hands):
        (self.rules.target, self.rules.box_value, self.rules.box_bonus, self.rules.game_bonus, self.rules.shutout_fixed,
         self.rules.shutout_points, self.rules.shutout_boxes) = sums
        self.rules.shutout_by_hands = shutout_by_hands

    def hands(self):
        """Return how many hands the match under way has."""
        return self.at.hands

    def rest(self, out):
        """Write the match under way to the first row of ``out``; False when its sums do not fit."""
        return close_match(&self.at, -1, &self.rules, <Settled *>memory(out, 1, sizeof(Settled), True))


def settle(points, winners, boxes, Matches matches not None, out, Py_ssize_t start, Py_ssize_t stop):
    """Enter a slice of hands, write the matches that end in it to ``out`` from its first row on."""
    cdef const int16_t *p = <const int16_t *>memory(points, stop, 2)
    cdef const int8_t *w = <const int8_t *>memory(winners, stop, 1)
    cdef const uint8_t *b = <const uint8_t *>memory_or_none(boxes, stop, 1)
    cdef Settled *o = <Settled *>memory(out, stop - start, sizeof(Settled), True)
    cdef Py_ssize_t bad
    with nogil:
        bad = settle_rows(p, w, b, start, stop, &matches.rules, &matches.at, o, &matches.ended)
    return bad


# --- deals, indices, ids, text ---------------------------------------------------------------------------------------

cdef class DealPlan:
    """Seed, sizes and cards of a stream of deals."""

    cdef gf_deal_plan plan
    cdef readonly int hands

    def __cinit__(self, uint64_t seed, int size, int hands, uint64_t exclude):
        if gf_deal_plan_init(&self.plan, seed, size, hands, exclude):
            raise ValueError("the hands do not fit into the deck")
        self.hands = hands


def deal(DealPlan plan not None, uint64_t first, out, Py_ssize_t start, Py_ssize_t stop, Share share=None,
         Py_ssize_t turns=0):
    """Fill rows of ``out`` with the hands of the hand numbers from ``first + start`` on."""
    cdef uint64_t *o = <uint64_t *>memory(out, stop, 8 * plan.hands, True)
    cdef Py_ssize_t hands = plan.hands
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                ops.deal.deal(&plan.plan, first + <uint64_t>t.start, t.stop - t.start, o + t.start * hands)
                if not more(&t, -1):
                    break
    return answer(&t)


def rank(masks, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with the place of each hand among the hands of its size."""
    cdef const uint64_t *m = <const uint64_t *>memory(masks, stop, 8)
    cdef uint64_t *o = <uint64_t *>memory(out, stop, 8, True)
    cdef Py_ssize_t done
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                done = t.start + <Py_ssize_t>ops.deal.rank(m + t.start, t.stop - t.start, o + t.start)
                if not more(&t, -1 if done == t.stop else done):
                    break
    return answer(&t)


def unrank(ranks, int size, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with the hand of ``size`` cards at each place."""
    cdef const uint64_t *r = <const uint64_t *>memory(ranks, stop, 8)
    cdef uint64_t *o = <uint64_t *>memory(out, stop, 8, True)
    cdef Py_ssize_t done
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                done = t.start + <Py_ssize_t>ops.deal.unrank(r + t.start, t.stop - t.start, size, o + t.start)
                if not more(&t, -1 if done == t.stop else done):
                    break
    return answer(&t)


def from_ids(ids, int size, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill ``out`` with the mask of each row of ids."""
    cdef const int8_t *i = <const int8_t *>memory(ids, stop, size)
    cdef uint64_t *o = <uint64_t *>memory(out, stop, 8, True)
    cdef Py_ssize_t done
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                done = t.start + <Py_ssize_t>ops.deal.from_ids(i + t.start * size, t.stop - t.start, size, o + t.start)
                if not more(&t, -1 if done == t.stop else done):
                    break
    return answer(&t)


def to_ids(masks, int size, out, Py_ssize_t start, Py_ssize_t stop, Share share=None, Py_ssize_t turns=0):
    """Fill each row of ``out`` with the ids of a hand, rising."""
    cdef const uint64_t *m = <const uint64_t *>memory(masks, stop, 8)
    cdef int8_t *o = <int8_t *>memory(out, stop, size, True)
    cdef Py_ssize_t done
    cdef Turn t
    if begin(&t, share, start, stop, turns):
        with nogil:
            while True:
                done = t.start + <Py_ssize_t>ops.deal.to_ids(m + t.start, t.stop - t.start, size, o + t.start * size)
                if not more(&t, -1 if done == t.stop else done):
                    break
    return answer(&t)


def first_size(masks):
    """Return the number of cards of the first hand, 0 without hands; bits outside the deck do not count."""
    return gf_popcount((<const uint64_t *>memory(masks, 1, 8))[0] & GF_DECK) if masks.size else 0


def most_cards(masks, Py_ssize_t rows):
    """Return the size of the largest hand; bits outside the deck do not count."""
    cdef const uint64_t *m = <const uint64_t *>memory(masks, rows, 8)
    cdef Py_ssize_t i
    cdef int cards, most = 0
    with nogil:
        for i in range(rows):
            cards = gf_popcount(m[i] & GF_DECK)
            if cards > most:
                most = cards
    return most


def format_cards(masks, Py_ssize_t width, out, Py_ssize_t start, Py_ssize_t stop):
    """Fill ``out``, texts of ``width`` UCS4 characters, with the cards of each hand as '4H 5H'."""
    cdef const uint64_t *m = <const uint64_t *>memory(masks, stop, 8)
    cdef uint32_t *o = <uint32_t *>memory(out, stop, 4 * width, True)
    cdef Py_ssize_t i, place
    cdef uint64_t left
    cdef int card
    cdef const char *ranks = b"A23456789TJQK"
    cdef const char *suits = b"CDHS"
    with nogil:
        for i in range(start, stop):
            if m[i] > GF_DECK or 3 * gf_popcount(m[i]) > width + 1:
                break
            left = m[i]
            place = i * width
            while left:
                card = gf_low_bit(left)
                left &= left - 1
                o[place] = ranks[card % 13]
                o[place + 1] = suits[card // 13]
                place += 2
                if left:
                    o[place] = b' '
                    place += 1
            while place < (i + 1) * width:
                o[place] = 0
                place += 1
        else:
            i = -1
    return i
