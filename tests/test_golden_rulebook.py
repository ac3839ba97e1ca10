"""docs/rules.md against the program: ids, the fields of `Rules`, the presets."""

import ast
import re
from pathlib import Path

import pytest
from golden_cases import ALL

from ginfast import Rules, reference
from ginfast.rules import preset_names

ROOT = Path(__file__).resolve().parent.parent
BOOK = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RULE_ID = re.compile(r"\bR-[A-Z]+-\d+\b")


def rows(heading: str) -> list[list[str]]:
    """Give the cells of the table under a heading."""
    section = BOOK.split(f"\n## {heading}", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


DEFINED = re.findall(r"^\| (R-[A-Z]+-\d+) \|", BOOK, re.MULTILINE)


def test_ids_are_defined_once_and_in_order() -> None:
    assert len(DEFINED) == len(set(DEFINED)) > 70
    for family in {rule.rsplit("-", 1)[0] for rule in DEFINED}:
        numbers = [int(rule.rsplit("-", 1)[1]) for rule in DEFINED if rule.startswith(f"{family}-")]
        assert numbers == list(range(1, len(numbers) + 1)), family


def test_every_cited_id_is_defined() -> None:
    texts = [
        path
        for folder, pattern in (
            ("src", "*.p*"),
            ("src", "*.[ch]"),
            ("tests", "*.py"),
            ("docs", "*.md"),
            ("tests", "*.json"),
        )
        for path in (ROOT / folder).rglob(pattern)
        if path.suffix in {".py", ".pyx", ".pxd", ".pyi", ".c", ".h", ".md", ".json"}
    ]
    assert len(texts) > 40
    for path in texts:
        cited = set(RULE_ID.findall(path.read_text(encoding="utf-8")))
        assert cited <= set(DEFINED), (path, cited - set(DEFINED))
    assert {case.rule for case in ALL} <= set(DEFINED)


def test_every_field_of_the_rules_is_in_the_table_with_its_default() -> None:
    table = {row[0].strip("`"): ast.literal_eval(row[2].strip("`")) for row in rows("House rules")}
    assert list(table) == list(reference.MODERN)
    for name, default in table.items():
        assert getattr(Rules(), name) == default == reference.MODERN[name], name


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_what_the_table_says(name: str) -> None:
    table = {row[0].strip("`"): row[1].strip("`") for row in rows("Presets")}
    assert list(table) == list(preset_names())
    assert repr(Rules.preset(name)) == f"Rules({table[name]})"
