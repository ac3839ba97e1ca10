"""Arrows go down: parse all imports and cimports of the package, fail on one that goes up (docs/architecture.md)."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "ginfast"

# Lowest first. A module may import from lower tiers only; modules inside one package (match, reference) may also import
# each other. A new module must be given its place here and in docs/architecture.md.
TIERS: tuple[frozenset[str], ...] = (
    frozenset({"errors", "reference"}),
    frozenset({"_value", "_cpu", "_presets", "_rulefields", "_bits", "_numpy"}),
    frozenset({"_walk", "_text"}),
    frozenset({"_search", "_check"}),
    frozenset({"_core"}),
    frozenset({"_arrangements"}),
    frozenset({"cards", "masks"}),
    frozenset({"melds", "interop", "rules"}),
    frozenset({"layoff", "outcome"}),
    frozenset({"spreads"}),
    frozenset({"replies", "_explain"}),
    frozenset({"result"}),
    frozenset({"scoring"}),
    frozenset({"match", "_simd", "_settle", "_share"}),
    frozenset({"_rows"}),
    frozenset({"_batch"}),
    frozenset({"_arrays", "_threads"}),
    frozenset({"_words"}),
    frozenset({"_array_hands", "_array_matches"}),
    frozenset({"_array_cards"}),
    frozenset({"_array_results"}),
    frozenset({"batch"}),
    frozenset({"__init__"}),
    frozenset({"bench", "_cli_text"}),
    frozenset({"_cli_commands"}),
    frozenset({"cli"}),
    frozenset({"__main__"}),
)
TIER = {name: level for level, names in enumerate(TIERS) for name in names}


def sources() -> list[Path]:
    """Return every Python and Cython source of the package."""
    return sorted(p for kind in ("*.py", "*.pyx", "*.pxd") for p in PACKAGE.rglob(kind))


def piece(path: Path) -> str:
    """Return the top-level module or package a source belongs to."""
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def is_module(name: str) -> bool:
    """Tell whether ``name`` is a direct submodule of the package."""
    return any((PACKAGE / f"{name}{suffix}").exists() for suffix in (".py", ".pyx", ".pxd", ""))


def targets(dotted: str, names: list[str]) -> list[str]:
    """Return the pieces that ``from dotted import names`` reaches; dotted is absolute."""
    parts = dotted.split(".")
    if parts[0] != "ginfast":
        return []
    if len(parts) > 1:
        return [parts[1]]
    return [name if is_module(name) else "__init__" for name in names] or ["__init__"]


def absolute(module: str | None, level: int, path: Path) -> str:
    """Return the absolute dotted name of a possibly relative import."""
    if level == 0:
        return module or ""
    package = ["ginfast", *path.relative_to(PACKAGE).parts[:-1]]
    base = package[: len(package) - (level - 1)]
    return ".".join([*base, *([module] if module else [])])


def python_imports(path: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Yield line, absolute module and names of every import, late and TYPE_CHECKING ones included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, []
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, absolute(node.module, node.level, path), [alias.name for alias in node.names]


CYTHON_FROM = re.compile(r"^\s*from\s+(\.*)([\w.]*)\s+c?import\s+(.*)$")
CYTHON_IMPORT = re.compile(r"^\s*c?import\s+([\w.]+)")


def cython_imports(path: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the same for a Cython source, line by line."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if match := CYTHON_FROM.match(line):
            dots, module, names = match.groups()
            found = [name.split(" as ")[0].strip(" ()") for name in names.split(",")]
            yield number, absolute(module or None, len(dots), path), [name for name in found if name]
        elif match := CYTHON_IMPORT.match(line):
            yield number, match.group(1), []


def imports(path: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the imports of a source by its kind."""
    return python_imports(path) if path.suffix == ".py" else cython_imports(path)


def test_every_module_has_a_tier() -> None:
    unknown = {piece(path) for path in sources()} - set(TIER)
    assert not unknown, f"give {sorted(unknown)} a place in TIERS and in docs/architecture.md"


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_arrows_go_down(path: Path) -> None:
    own = piece(path)
    for line, module, names in imports(path):
        for target in targets(module, names):
            if target == own:
                continue
            assert target in TIER, f"{path.name}:{line} imports ginfast.{target}, which has no tier"
            assert TIER[target] < TIER[own], f"{path.name}:{line}: {own} imports {target}, not below it"


@pytest.mark.parametrize("path", sorted((PACKAGE / "reference").glob("*.py")), ids=lambda path: path.name)
def test_reference_is_standard_library_only(path: Path) -> None:
    for line, module, _ in imports(path):
        top = module.split(".")[0]
        inside = module.startswith("ginfast.reference")
        assert inside or top in sys.stdlib_module_names, f"{path.name}:{line} imports {module}"


def test_an_upward_arrow_is_seen() -> None:
    source = "from ginfast.scoring import resolve_hand\nfrom . import cli\nfrom ..match import Match\n"
    path = PACKAGE / "cards.py"
    nested = PACKAGE / "reference" / "hands.py"
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    seen = [targets(absolute(node.module, node.level, path), [a.name for a in node.names]) for node in nodes[:2]]
    seen.append(targets(absolute(nodes[2].module, nodes[2].level, nested), ["Match"]))
    assert seen == [["scoring"], ["cli"], ["match"]]
    assert all(TIER[name] > TIER["cards"] for names in seen for name in names)
