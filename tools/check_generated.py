"""Run every generator in tools/ with ``--check``: a committed generated file must be what its generator writes."""

import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent


def main() -> int:
    """Return the number of generators whose output is stale."""
    stale = 0
    for generator in sorted(TOOLS.glob("gen_*.py")):
        done = subprocess.run([sys.executable, str(generator), "--check"], check=False)
        print(f"{generator.name} --check: {'ok' if done.returncode == 0 else 'STALE'}")
        stale += done.returncode != 0
    return stale


if __name__ == "__main__":
    sys.exit(main())
