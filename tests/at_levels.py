"""The fixture ``level``: a test that takes it runs at each SIMD level this machine has. Import ``level_fixture``."""

from collections.abc import Iterator

import pytest

from ginfast import _batch, _cpu


@pytest.fixture(name="level", params=_cpu.NAMES[: _cpu.BEST + 1])
def level_fixture(request: pytest.FixtureRequest) -> Iterator[str]:
    """Switch to a level and back."""
    before = _batch.level()
    _batch.use_level(request.param)
    assert _batch.level() == request.param
    yield request.param
    _batch.use_level(before)
