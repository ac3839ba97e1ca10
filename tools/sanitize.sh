#!/usr/bin/env bash
# The fast suite over extensions built with bounds checks, AddressSanitizer and UndefinedBehaviorSanitizer (gcc).
# usage: tools/sanitize.sh PYTHON [pytest arguments]. Works on a copy: the tree keeps its optimised build.
set -euo pipefail
PY=$(realpath -s "${1:?usage: tools/sanitize.sh PYTHON [pytest arguments]}")
shift
cd "$(dirname "$0")/.."
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cp -r src tests docs benchmarks tools setup.py pyproject.toml ./*.md LICENSE "$WORK"
cd "$WORK"
find . -name '*.so' -delete
GINFAST_DEBUG=1 "$PY" setup.py -q build_ext --inplace
CC=${CC:-gcc}
# Both runtimes come first, as Python itself is not built with them; leaks are CPython's own at exit.
export LD_PRELOAD="$("$CC" -print-file-name=libasan.so) $("$CC" -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export PYTHONPATH="$WORK/src"
# Times are no question of a sanitized build.
"$PY" -m pytest -q --capture=sys -k "not import_costs and not ctrl_c" "$@"
