"""Build the two extension modules; all metadata and tool settings are in pyproject.toml."""

import os
import platform
import sys

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("GINFAST_DEBUG") == "1"
KERNELS = "src/ginfast/_kernels"


def compile_flags() -> list[str]:
    """Return the compiler flags: optimised, or checked with sanitizers under GINFAST_DEBUG=1."""
    if sys.platform == "win32":
        return ["/O2"]
    if DEBUG:
        return ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"]
    flags = ["-O3", "-g0"]
    if sys.platform == "linux" and platform.machine() == "x86_64":
        # NumPy's own wheels need this level; anything above it is chosen at run time.
        flags.append("-march=x86-64-v2")
    return flags


def extension(name: str, extra_sources: tuple[str, ...] = (), include: tuple[str, ...] = ()) -> Extension:
    return Extension(
        f"ginfast.{name}",
        [f"src/ginfast/{name}.pyx", *extra_sources],
        include_dirs=[KERNELS, *include],
        extra_compile_args=compile_flags(),
        extra_link_args=["-fsanitize=address,undefined"] if DEBUG and sys.platform != "win32" else [],
    )


EXTENSIONS = [extension("_core")]
if os.path.exists("src/ginfast/_batch.pyx"):
    EXTENSIONS.append(extension("_batch", include=(np.get_include(),)))

setup(
    ext_modules=cythonize(
        EXTENSIONS,
        build_dir="build/cython",
        include_path=["src"],
        compiler_directives={"boundscheck": True, "wraparound": True} if DEBUG else {},
    ),
)
