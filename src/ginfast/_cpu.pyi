"""Types of the compiled module of the SIMD level."""

from typing import Literal

NAMES: tuple[str, ...]
BEST: int
LEVEL: int

def _chosen(word: str, best: int) -> int: ...
def cpu_level() -> Literal["portable", "avx2", "avx512"]: ...
