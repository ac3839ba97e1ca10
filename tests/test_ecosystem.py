"""The arrays door inside other libraries: values, types and missing values come through (see docs/recipes.md).

Marker ``ecosystem``: `.ci/run` installs the extra and runs these, so that none is skipped unseen.
"""

import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import ginfast
from ginfast import batch, masks

pytestmark = pytest.mark.ecosystem

HANDS = batch.deal(1003, size=10, seed=3)
RIGHT = [masks.deadwood(int(hand)) for hand in HANDS]
HOLE = 17


def with_hole() -> list[int | None]:
    """Return the hands as ints with one missing."""
    return [None if row == HOLE else int(hand) for row, hand in enumerate(HANDS)]


def right_with_hole() -> list[int | None]:
    """Return the right answers with the same one missing."""
    return [None if row == HOLE else value for row, value in enumerate(RIGHT)]


def test_pandas_series_keeps_index_and_name() -> None:
    import pandas as pd

    series = pd.Series(HANDS, index=range(5, 5 + len(HANDS)), name="hand")
    values = batch.deadwood(series)
    assert isinstance(values, pd.Series)
    assert values.dtype == np.uint8
    assert values.name == "hand"
    assert values.index.equals(series.index)
    assert values.tolist() == RIGHT


def test_pandas_nullable_and_arrow_columns_keep_missing_values() -> None:
    import pandas as pd

    nullable = batch.deadwood(pd.Series(with_hole(), dtype="UInt64"))
    assert [None if value is pd.NA else value for value in nullable] == right_with_hole()
    arrow = pd.Series(with_hole(), dtype="uint64[pyarrow]")
    through = batch.deadwood(arrow.astype("UInt64"))
    assert [None if value is pd.NA else value for value in through] == right_with_hole()


def test_functions_with_rows_take_columns_and_name_a_missing_one() -> None:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    ints = [int(hand) for hand in HANDS]
    whole = (
        pd.Series(HANDS),
        pd.Index(HANDS),
        pd.Series(ints, dtype="UInt64"),
        pd.Series(ints, dtype="Int64"),
        pd.Series(ints, dtype="uint64[pyarrow]"),
        pl.Series(HANDS),
        pl.Series(ints, dtype=pl.Int64),
        pa.array(ints),
        pa.chunked_array([ints[:3], ints[3:]]),
    )
    for column in whole:
        assert batch.evaluate(column).tolist() == RIGHT
        assert batch.format_cards(column)[0] == masks.format_cards(ints[0])
    holes = (
        pd.Series(with_hole(), dtype="UInt64"),
        pd.Series(with_hole(), dtype="int64[pyarrow]"),
        pd.Series(with_hole()),
        pl.Series(with_hole(), dtype=pl.UInt64),
        pa.array(with_hole(), type=pa.uint64()),
    )
    for column in holes:
        with pytest.raises(ginfast.CardError, match=rf"masks\[{HOLE}\]: missing value"):
            batch.evaluate(column)
    for column in (pd.Series([1.0]), pl.Series([1.0]), pa.array([1.0]), pd.Series(ints, dtype=object)):
        with pytest.raises(TypeError, match=r"masks: .* expected integers"):
            batch.evaluate(column)


def test_pandas_group_by_and_apply() -> None:
    import pandas as pd

    frame = pd.DataFrame({"hand": HANDS, "table": np.arange(len(HANDS)) % 3})
    means = frame.assign(deadwood=batch.deadwood(frame["hand"])).groupby("table")["deadwood"].mean()
    for table in range(3):
        assert means[table] == pytest.approx(np.mean(RIGHT[table::3]))


def test_polars_takes_the_ufunc_directly_and_in_map_batches() -> None:
    import polars as pl

    series = pl.Series("hand", HANDS)
    assert list(batch.deadwood(series)) == RIGHT
    frame = pl.DataFrame({"hand": series})

    def least(column: pl.Series) -> pl.Series:
        return pl.Series(batch.deadwood(column.to_numpy()))

    out = frame.select(pl.col("hand").map_batches(least, return_dtype=pl.UInt8))["hand"]
    assert out.to_list() == RIGHT


def test_polars_keeps_nulls() -> None:
    import polars as pl

    column = pl.Series("hand", with_hole(), dtype=pl.UInt64)

    def least(column: pl.Series) -> pl.Series:
        values = pl.Series(batch.deadwood(column.fill_null(0).to_numpy()))
        return pl.select(pl.when(column.is_not_null()).then(values)).to_series()

    frame = pl.DataFrame({"hand": column}).lazy()
    out = frame.select(pl.col("hand").map_batches(least, return_dtype=pl.UInt8)).collect()["hand"]
    assert out.to_list() == right_with_hole()


def test_xarray_keeps_dimensions_and_coordinates() -> None:
    import xarray as xr

    array = xr.DataArray(HANDS[:1000].reshape(10, 100), dims=("table", "deal"), coords={"table": range(10)})
    values = batch.deadwood(array)
    assert isinstance(values, xr.DataArray)
    assert values.dims == ("table", "deal")
    assert values.to_numpy().ravel().tolist() == RIGHT[:1000]


@pytest.mark.parametrize("scheduler", ["sync", "threads", "processes"])
def test_dask_is_lazy_and_right(scheduler: str) -> None:
    import dask.array as da

    lazy = batch.deadwood(da.from_array(HANDS, chunks=300))
    assert isinstance(lazy, da.Array)
    assert lazy.dtype == np.uint8
    assert lazy.compute(scheduler=scheduler).tolist() == RIGHT


def test_duckdb_function() -> None:
    import duckdb
    import pyarrow as pa
    from duckdb.sqltypes import UBIGINT, UTINYINT

    def least(column: pa.ChunkedArray) -> pa.Array:
        return pa.array(batch.deadwood(column.to_numpy()))

    source = pa.table({"row": np.arange(len(HANDS)), "hand": HANDS})
    with duckdb.connect() as base:
        base.create_function("deadwood", least, [UBIGINT], UTINYINT, type="arrow")
        base.register("source", source)
        rows = base.execute("select deadwood(hand) from source order by row").fetchall()
    assert [value for (value,) in rows] == RIGHT


def test_numba_calls_the_core_through_its_declaration() -> None:
    import ctypes

    import numba
    from numba.extending import get_cython_function_address

    address = get_cython_function_address("ginfast._core", "core_deadwood")
    core_deadwood = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64)(address)

    @numba.njit
    def fill(hands: NDArray[np.uint64], out: NDArray[np.uint8]) -> None:
        for row in range(len(hands)):
            out[row] = core_deadwood(hands[row])

    out = np.zeros(len(HANDS), dtype=np.uint8)
    fill(HANDS, out)
    assert out.tolist() == RIGHT


def test_cython_cimports_the_core(tmp_path: Path) -> None:
    """Compile the recipe of docs/recipes.md against the installed declaration."""
    recipes = (Path(__file__).resolve().parent.parent / "docs" / "recipes.md").read_text(encoding="utf-8")
    source = recipes.split("```cython\n")[1].split("```")[0]
    (tmp_path / "recipe.pyx").write_text(source, encoding="utf-8")
    include = str(Path(str(ginfast.__file__)).parent.parent)
    setup = f"""
        from Cython.Build import cythonize
        from setuptools import Extension, setup
        setup(name="recipe", ext_modules=cythonize([Extension("recipe", ["recipe.pyx"])], include_path=[{include!r}]))
    """
    (tmp_path / "setup.py").write_text(textwrap.dedent(setup), encoding="utf-8")
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(build, check=False, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    code = "import recipe, numpy; print(recipe.total(numpy.array([7, 1 << 51], dtype='u8')))"
    environment = {**os.environ, "PYTHONPATH": include}
    ask = [sys.executable, "-c", code]
    asked = subprocess.run(ask, check=False, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.strip() == "10"


def test_pickles_by_name() -> None:
    for thing in (batch.deadwood, batch.best_discard, masks.deadwood, ginfast.resolve_hand):
        assert pickle.loads(pickle.dumps(thing)) is thing  # noqa: S301


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_process_pools(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        method = "spawn"
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        parts = list(pool.map(batch.deadwood, np.array_split(HANDS, 4)))
    assert np.concatenate(parts).tolist() == RIGHT
