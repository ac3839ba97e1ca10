"""The SIMD level: chosen at import, told without NumPy, forced by GINFAST_CPU, refused in words."""

import os
import subprocess
import sys

import numpy as np
import pytest

import ginfast
from ginfast import GinfastError, _batch, _cpu, batch


def python(code: str, level: str | None) -> subprocess.CompletedProcess[str]:
    """Run code in a new process under GINFAST_CPU."""
    environment = {name: value for name, value in os.environ.items() if name != "GINFAST_CPU"}
    if level is not None:
        environment["GINFAST_CPU"] = level
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)


def test_levels_are_numbered_as_in_the_kernels() -> None:
    assert _cpu.NAMES == ("portable", "avx2", "avx512")
    assert ginfast.cpu_level() == _cpu.NAMES[_cpu.LEVEL] == _batch.level()
    assert 0 <= _cpu.LEVEL <= _cpu.BEST <= 2
    assert _batch.lanes() in {"portable": (1, 2), "avx2": (4,), "avx512": (8,)}[_batch.level()]


@pytest.mark.parametrize("level", [None, "", *_cpu.NAMES[: _cpu.BEST + 1]])
def test_environment_forces_a_level(level: str | None) -> None:
    code = "import ginfast; from ginfast import batch, _batch; print(ginfast.cpu_level(), _batch.level())"
    done = python(code, level)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [level or _cpu.NAMES[_cpu.BEST]] * 2


def test_the_level_is_told_without_numpy() -> None:
    done = python("import sys, ginfast; ginfast.cpu_level(); print('numpy' in sys.modules)", None)
    assert done.stdout.strip() == "False", done.stderr


@pytest.mark.parametrize("word", ["AVX2", "sse2", "avx-512", "1", " "])
def test_unknown_words_are_refused_at_import(word: str) -> None:
    done = python("import ginfast", word)
    assert done.returncode != 0
    assert f"GINFAST_CPU is {word!r}, expected 'portable', 'avx2' or 'avx512'" in done.stderr


def test_a_level_that_the_machine_lacks_is_refused() -> None:
    with pytest.raises(GinfastError, match="GINFAST_CPU is 'avx512', but this machine or build has at most 'avx2'"):
        _cpu._chosen("avx512", 1)
    with pytest.raises(GinfastError, match="at most 'portable'"):
        _cpu._chosen("avx2", 0)
    assert _cpu._chosen("", 1) == 1
    assert _cpu._chosen("portable", 2) == 0


def test_the_loops_refuse_other_levels_and_arrays() -> None:
    with pytest.raises(ValueError, match="unknown or not of this machine"):
        _batch.use_level("sse2")
    room = np.zeros(4, np.uint8)
    for wrong in ([1, 2], np.zeros(3, np.uint64), np.zeros(8, np.uint64)[::2], np.zeros(4, np.uint32), None):
        with pytest.raises(TypeError, match=r"takes plain arrays; use ginfast\.batch"):
            _batch.evaluate(wrong, room, 0, 4)
    frozen = np.zeros(4, np.uint8)
    frozen.flags.writeable = False
    with pytest.raises(TypeError, match="plain arrays"):
        _batch.evaluate(np.zeros(4, np.uint64), frozen, 0, 4)


def test_rows_of_the_loops_are_the_rows_of_the_types() -> None:
    """The C structs and the NumPy types agree: a value written in C is read in its field."""
    hand = ginfast.masks.parse_cards("4H 5H 6H 7S 7C 7D 9C TC JC 2S")
    other = ginfast.masks.parse_cards("3D 4D 5D QH QS QD 7H KC AC 8S")
    spread = batch.best_arrangement([hand])
    assert spread["deadwood_cards"][0] == ginfast.masks.parse_cards("2S")
    assert spread["deadwood"][0] == 2
    melds = [[spread[name][0] for name in ("meld0", "meld1", "meld2")]]
    assert batch.lay_off([other], melds).tolist() == [(19, ginfast.masks.parse_cards("7H"))]
    assert batch.resolve_hand([hand], [other]).tolist() == [(0, 0, 17, 1, 2, 26, 19, ginfast.masks.parse_cards("7H"))]
    assert batch.score_counts([0], [30]).tolist() == [(1, 0, 55, 1)]
