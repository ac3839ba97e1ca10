# cython: language_level=3, freethreading_compatible=True
"""The SIMD level of the arrays door: what the machine has, what GINFAST_CPU asks for.

Lowest layer beside errors; no NumPy. Read once, at import: ``_batch`` takes its kernels by `LEVEL`.
"""

import os

from ginfast.errors import GinfastError

cdef extern from "cpu.h":
    int gf_cpu_level()

NAMES = ("portable", "avx2", "avx512")
BEST = gf_cpu_level()


def _chosen(str word, int best):
    """Return the number of the level to use; ``word`` is the environment's, empty for the best one."""
    if not word:
        return best
    if word not in NAMES:
        raise GinfastError(f"GINFAST_CPU is {word!r}, expected 'portable', 'avx2' or 'avx512', or nothing for the best")
    level = NAMES.index(word)
    if level > best:
        raise GinfastError(f"GINFAST_CPU is {word!r}, but this machine or build has at most {NAMES[best]!r}")
    return level


LEVEL = _chosen(os.environ.get("GINFAST_CPU", ""), BEST)


def cpu_level():
    """Return the SIMD level that `ginfast.batch` runs at; every level gives the same answers.

    The environment variable ``GINFAST_CPU`` forces one of them; a word that is none of them, or a level that the
    machine lacks, is refused when ginfast is imported.

    Returns
    -------
    str
        ``"avx512"``, ``"avx2"`` or ``"portable"``.

    Examples
    --------
    >>> import ginfast
    >>> ginfast.cpu_level() in ("portable", "avx2", "avx512")
    True
    """
    return NAMES[LEVEL]
