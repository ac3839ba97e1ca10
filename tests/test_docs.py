"""What the documentation says is run: README and docs code blocks, docstring examples, command lines."""

import doctest
import importlib
import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = ("ginfast", "ginfast.masks", "ginfast.batch", "ginfast.interop", "ginfast.reference")
NEEDS_ECOSYSTEM = {"recipes.md"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```([a-z]+)[^\n]*\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """Return line number and text of the fenced blocks in one language."""
    text = page.read_text(encoding="utf-8")
    return [(text[: m.start()].count("\n") + 2, m.group(2)) for m in FENCE.finditer(text) if m.group(1) == language]


def check(examples: str, name: str, line: int, namespace: dict[str, object]) -> None:
    """Run the examples of a text as a doctest in a namespace that later blocks share."""
    test = doctest.DocTestParser().get_doctest(examples, namespace, name, name, line - 1)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=report.append, clear_globs=False)
    namespace.update(test.globs)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


def run_page(page: Path) -> int:
    """Run every Python block of a page, top to bottom, in one namespace."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    found = blocks(page, "python")
    for line, text in found:
        if ">>>" in text:
            check(text, page.name, line, namespace)
        else:
            exec(compile("\n" * (line - 1) + text, str(page), "exec"), namespace)  # noqa: S102
    return len(found)


@pytest.mark.parametrize("page", [p for p in PAGES if p.name not in NEEDS_ECOSYSTEM], ids=lambda page: page.name)
def test_code_blocks_of_the_page_run(page: Path) -> None:
    run_page(page)


def test_readme_has_blocks() -> None:
    assert len(blocks(ROOT / "README.md", "python")) >= 4


@pytest.mark.ecosystem
@pytest.mark.parametrize("page", [p for p in PAGES if p.name in NEEDS_ECOSYSTEM], ids=lambda page: page.name)
def test_recipes_run(page: Path) -> None:
    assert run_page(page) >= 5


def command_lines() -> list[tuple[str, str]]:
    """Return page and line of every `ginfast ...` command line shown in a block."""
    return [
        (page.name, line)
        for page in PAGES
        for language in ("sh", "text", "console")
        for _, text in blocks(page, language)
        for line in (raw.removeprefix("$ ") for raw in text.splitlines())
        if line.startswith("ginfast ") and "..." not in line and not line.startswith(("ginfast bench", "ginfast score"))
    ]


@pytest.mark.parametrize(("page", "line"), command_lines())
def test_command_lines_work(page: str, line: str) -> None:
    arguments = shlex.split(line, comments=True)[1:]
    done = subprocess.run([sys.executable, "-m", "ginfast", *arguments], check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{page}: {line}\n{done.stderr}"
    assert done.stdout


def docstrings() -> list[tuple[str, str, dict[str, object]]]:
    """Return name, text and globals of every docstring with examples behind the public names, Cython's included."""
    found: dict[str, tuple[str, str, dict[str, object]]] = {}
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        things: list[tuple[str, object, ModuleType]] = [(module_name, module, module)]
        for name in module.__all__:
            thing = getattr(module, name)
            home = sys.modules.get(getattr(thing, "__module__", ""), module)
            things.append((f"{module_name}.{name}", thing, home))
            if inspect.isclass(thing):
                things += [
                    (f"{module_name}.{name}.{key}", getattr(value, "__func__", value), home)
                    for key, value in vars(thing).items()
                    if not key.startswith("__") and not isinstance(value, thing)
                ]
        for name, thing, home in things:
            text = getattr(thing, "__doc__", None)
            if isinstance(text, str) and ">>>" in text:
                found.setdefault(text, (name, inspect.cleandoc(text), dict(vars(home))))
    return sorted(found.values(), key=lambda entry: entry[0])


DOCSTRINGS = docstrings()


@pytest.mark.parametrize(("name", "text", "namespace"), DOCSTRINGS, ids=[name for name, _, _ in DOCSTRINGS])
def test_docstring_examples_run(name: str, text: str, namespace: dict[str, object]) -> None:
    import ginfast

    check(text, name, 1, {**namespace, "ginfast": ginfast})


def test_no_dead_links_inside() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"
