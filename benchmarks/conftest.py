"""Shared parts of the benchmarks: CPU time instead of wall time, ns per item, and a table at the end.

Run all of them with `make bench`, one suite with `python -m pytest benchmarks/bench_scalar.py -m "" -q`.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

RESULTS: dict[str, float] = {}

Measure = Callable[..., float]


@pytest.fixture
def measure(benchmark: BenchmarkFixture, request: pytest.FixtureRequest) -> Measure:
    """Return a function that times a call over ``items`` things and records ns per item: the minimum of many rounds."""

    def run(call: Callable[[], object], items: int = 1, rounds: int = 9) -> float:
        benchmark._timer = time.thread_time
        pedantic: Callable[..., object] = benchmark.pedantic
        pedantic(call, rounds=rounds, warmup_rounds=1, iterations=1)
        metadata: Any = benchmark.stats
        nanoseconds = float(metadata.stats.min) / items * 1e9
        benchmark.extra_info["ns_per_item"] = nanoseconds
        RESULTS[request.node.nodeid.split("::")[-1]] = nanoseconds
        return nanoseconds

    return run


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print ns per item and millions of items a second for every benchmark."""
    if not RESULTS:
        return
    terminalreporter.section("per item (thread CPU time, minimum)")
    for name, nanoseconds in RESULTS.items():
        terminalreporter.write_line(f"{name:<58} {nanoseconds:12.2f} ns {1e3 / nanoseconds:12.2f} M/s")
