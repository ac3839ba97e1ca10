"""Build the two extension modules; all metadata and tool settings are in pyproject.toml.

Environment: GINFAST_DEBUG=1 builds with checks, AddressSanitizer and UndefinedBehaviorSanitizer (gcc or clang);
GINFAST_STRICT=1 makes a Cython "performance hint" an error (developers and CI set it, a stranger's build does not).
"""

import contextlib
import io
import os
import platform
import sys
from glob import glob

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup

PACKAGE = "src/ginfast"
KERNELS = f"{PACKAGE}/_kernels"
GENERATED = "build/cython"
WINDOWS = sys.platform == "win32"
DEBUG = os.environ.get("GINFAST_DEBUG") == "1"
STRICT = os.environ.get("GINFAST_STRICT") == "1"
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]


def compile_flags() -> list[str]:
    """Return the compiler flags: optimised, or checked with sanitizers under GINFAST_DEBUG=1."""
    if WINDOWS:
        return ["/O2", "/std:c11"]
    flags = ["-O1", "-g", "-fno-omit-frame-pointer", *SANITIZE] if DEBUG else ["-O3", "-g0"]
    if sys.platform == "linux" and platform.machine() == "x86_64":
        # NumPy's own wheels need this level; anything above it is chosen at run time. Its vectors are the portable
        # level's (vec.h); where a build has no such baseline, or with CFLAGS=-DGF_ONE_LANE, that is plain C.
        flags.append("-march=x86-64-v2")
    return flags


def extension(name: str, sources: tuple[str, ...] = (), include: tuple[str, ...] = ()) -> Extension:
    """Describe one module: its .pyx, plain C sources, and every header and declaration it is rebuilt for."""
    return Extension(
        f"ginfast.{name}",
        [f"{PACKAGE}/{name}.pyx", *sources],
        include_dirs=[KERNELS, *include],
        depends=sorted(glob(f"{KERNELS}/*.h") + glob(f"{PACKAGE}/*.pxd")),
        extra_compile_args=compile_flags(),
        extra_link_args=SANITIZE if DEBUG and not WINDOWS else [],
    )


def translate(extensions: list[Extension]) -> list[Extension]:
    """Run Cython; with GINFAST_STRICT=1 a performance hint (a call that takes the GIL, say) ends the build."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        try:
            translated = cythonize(
                extensions,
                build_dir=GENERATED,
                include_path=["src"],
                compiler_directives={"boundscheck": True, "wraparound": True} if DEBUG else {},
                force=DEBUG or STRICT,
            )
        finally:
            sys.__stderr__.write(said.getvalue())
    if STRICT and "performance hint" in said.getvalue():
        sys.exit("GINFAST_STRICT: Cython gave a performance hint, see above")
    return list(translated)


setup(
    ext_modules=translate(
        [
            extension("_cpu"),
            extension("_core"),
            extension("_arrangements"),
            extension("_batch", tuple(sorted(glob(f"{KERNELS}/*.c"))), (np.get_include(),)),
        ]
    ),
    options={"build_ext": {"parallel": min(2, os.cpu_count() or 1)}},
)
