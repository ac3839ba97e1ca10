"""The guard against slow creep: instruction budgets, and ratios fast / reference. `make guard`.

(1) Budgets. Instructions per row, counted by callgrind, against `budgets.json`: more than 2 % over fails, more than 2 %
    under asks for a new record. Scalar calls are counted from Python (two runs, N and 2N rows; the difference leaves
    no start-up), so a Python wrapper shows; kernels by the inclusive count of their C symbol. The same binary gives the
    same count on a loaded machine. Budgets are keyed by compiler, and by Python for scalar calls. valgrind shows no
    AVX-512, so kernels are counted at the levels portable and avx2.
(2) Ratios. Fast and reference in one process, alternating; the median of 15 pairs must stay over 0.6 of the normal in
    `normals.json`. Needs no valgrind; `--ratios` runs these alone.

`--record` writes what it measured as the new budgets and normals: name the reason in the commit.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUDGETS = HERE / "budgets.json"
NORMALS = HERE / "normals.json"
WORK = HERE / "guard_work.py"
TOLERANCE = 0.02
FLOOR = 0.6
ROWS = 10_000
SCALAR = {
    "deadwood": 10,
    "best_arrangement": 10,
    "best_discard": 11,
    "rank_discards": 11,
    "lay_off": 0,
    "parse_cards": 10,
}
LEVELS = ("portable", "avx2")
# Entries of the level tables (src/ginfast/_kernels/kernels.h); each is reached by an operation of guard_work.py.
KERNELS = (
    "gf_best_arrangement",
    "gf_best_discard",
    "gf_deadwood",
    "gf_deal",
    "gf_from_ids",
    "gf_lay_off",
    "gf_rank",
    "gf_rank_discards",
    "gf_resolve",
    "gf_score_counts",
    "gf_to_ids",
    "gf_unrank",
)
SYMBOL = re.compile(r"^\s*([\d,]+) \([^)]*\)\s+\S*?:(gf_\w+)_(portable|avx2)(?:\.\w+)*(?:'\d+)?\s")

Figures = dict[str, dict[str, float]]


def compiler() -> str:
    """Return the compiler that built the loaded core, from the note it left in the binary."""
    from ginfast import _core

    binary = Path(str(_core.__file__)).read_bytes()
    if found := re.search(rb"GCC: \([^)]*\) (\d+\.\d+)", binary):
        return f"gcc {found.group(1).decode()}"
    if found := re.search(rb"clang version (\d+)", binary):
        return f"clang {found.group(1).decode()}"
    sys.exit(f"guard: cannot tell which compiler built {_core.__file__}")


def scalar_key() -> str:
    """Return the key of the scalar budgets: they hold the interpreter's part too."""
    return f"{compiler()}, CPython {sys.version_info.major}.{sys.version_info.minor}"


def callgrind(folder: Path, *arguments: str, level: str = "") -> tuple[int, Path]:
    """Run guard_work.py under callgrind; return all instructions and the profile."""
    out = folder / "callgrind.out"
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", sys.executable, str(WORK), *arguments]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    if level:
        environment["GINFAST_CPU"] = level
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"guard: {' '.join(command)} failed\n{done.stderr}")
    return int(found.group(1)), out


def scalar_counts(folder: Path) -> dict[str, float]:
    """Return instructions per Python call of each masks function."""
    import hands
    import numpy as np

    from ginfast import masks

    counts: dict[str, float] = {}
    for operation, size in SCALAR.items():
        data = folder / f"{operation}.bin"
        if operation == "lay_off":
            knockers, defenders = hands.random_pairs(2 * ROWS)
            melds = [(*masks.best_arrangement(int(knocker)), 0, 0, 0)[:3] for knocker in knockers]
            np.concatenate([[defenders], np.array(melds, dtype=np.uint64).T]).astype("<u8").tofile(data)
        else:
            hands.random_hands(2 * ROWS, size).astype("<u8").tofile(data)
        once, _ = callgrind(folder, "scalar", operation, str(data), str(ROWS))
        twice, _ = callgrind(folder, "scalar", operation, str(data), str(2 * ROWS))
        counts[f"masks.{operation}"] = (twice - once) / ROWS
    return counts


def kernel_counts(folder: Path) -> dict[str, float]:
    """Return instructions per row of every kernel symbol that the array operations reach."""
    import hands
    import numpy as np

    data = folder / "batch.bin"
    rows = 2 * ROWS
    columns = (hands.random_hands(rows, 10), hands.random_hands(rows, 11), *hands.may_knock_pairs(rows))
    np.stack(columns).astype("<u8").tofile(data)
    counts: dict[str, float] = {}
    for level in LEVELS:
        _, profile = callgrind(folder, "batch", str(data), level=level)
        annotate = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(profile)]
        listing = subprocess.run(annotate, check=True, capture_output=True, text=True).stdout
        for line in listing.splitlines():
            if (found := SYMBOL.match(line)) and found.group(3) == level and found.group(2) in KERNELS:
                name = f"{found.group(2)} ({level})"
                counts[name] = max(counts.get(name, 0.0), int(found.group(1).replace(",", "")) / rows)
        unreached = [kernel for kernel in KERNELS if f"{kernel} ({level})" not in counts]
        if unreached:
            sys.exit(f"guard: level {level} never ran {unreached}; are the symbols stripped, or inlined?")
    return counts


def compare(title: str, measured: dict[str, float], known: dict[str, float]) -> int:
    """Print measured against budget; return how many are over, gone or new."""
    print(f"\n{title}: instructions per row\n{'':<44}{'budget':>12}{'now':>12}{'change':>10}")
    wrong = 0
    for name in sorted(measured.keys() | known.keys()):
        now, budget = measured.get(name), known.get(name)
        if now is None or budget is None:
            print(
                f"{name:<44}{budget or '-':>12}{now or '-':>12}      {'NEW' if budget is None else 'GONE'}, --record it"
            )
            wrong += 1
            continue
        change = now / budget - 1
        verdict = "OVER" if change > TOLERANCE else "under: --record it" if change < -TOLERANCE else ""
        print(f"{name:<44}{budget:12.1f}{now:12.1f}{change:+9.1%} {verdict}")
        wrong += change > TOLERANCE
    return wrong


def read(path: Path) -> Figures:
    """Return committed figures, none when there is no file yet."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(path: Path, key: str, figures: dict[str, float]) -> None:
    """Store figures under a key beside the others."""
    known = read(path)
    known[key] = {name: round(value, 2) for name, value in sorted(figures.items())}
    path.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
    print(f"recorded {len(figures)} figures for {key!r} in {path.name}")


def budgets(*, record: bool) -> int:
    """Count instructions and compare with the budgets of this compiler."""
    for program in ("valgrind", "callgrind_annotate"):
        if not shutil.which(program):
            sys.exit(f"guard: {program} is not installed; `--ratios` runs the part that needs none")
    if platform.machine() not in ("x86_64", "AMD64"):
        sys.exit("guard: the instruction budgets are for x86-64")
    with tempfile.TemporaryDirectory() as name:
        parts = {scalar_key(): scalar_counts(Path(name)), compiler(): kernel_counts(Path(name))}
    wrong = 0
    for key, measured in parts.items():
        known = read(BUDGETS).get(key)
        if record:
            write(BUDGETS, key, measured)
        elif known is None:
            print(f"guard: no budgets for {key!r} in {BUDGETS.name}, known: {list(read(BUDGETS))}")
            wrong += 1
        else:
            wrong += compare(key, measured, known)
    return wrong


def main() -> int:
    """Run both parts, or the ratios alone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ratios", action="store_true", help="only the fast/reference ratios (no valgrind)")
    parser.add_argument("--record", action="store_true", help="write the measured figures as the new normal")
    options = parser.parse_args()
    import guard_ratios

    wrong = 0 if options.ratios else budgets(record=options.record)
    ratios = guard_ratios.measure()
    for key, measured in ratios.items():
        if options.record:
            write(NORMALS, key, measured)
        else:
            wrong += guard_ratios.compare(key, measured, read(NORMALS).get(key), FLOOR)
    print(f"\nguard: {'all within bounds' if not wrong else f'{wrong} out of bounds'}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
