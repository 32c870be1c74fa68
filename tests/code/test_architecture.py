"""The pages for engineers say what is true: their picture, their links, their words."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.code.layers import ARCHITECTURE, ROOT, contracts, picture, shown
from tests.code.sources import PRODUCT, sources

QUOTES = ROOT / "docs/promises.md"
"""Quotes the README, links and all."""

PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {QUOTES})
MOST_LINES = 250
MOST_TERMS = 40
MOST_MODULES = 25


def test_the_picture_shows_the_contracts() -> None:
    """Somebody plans a change by a picture of layers that are not there any more."""
    assert shown(ARCHITECTURE.read_text("utf-8")) == picture(contracts()), "python -m tests.code.layers"


def test_the_architecture_is_read_in_one_sitting() -> None:
    """What takes an hour to read is not read."""
    assert len(ARCHITECTURE.read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("page", PAGES, ids=lambda it: str(it.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """A stranger follows a link of a page and finds nothing."""
    text = page.read_text("utf-8")
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text)
    assert [it for it in links if not (page.parent / it).exists()] == []
    labels = re.findall(r"\[`([^`\]\s]+\.(?:py|sql))`\]\(([^)\s]+)", text)
    assert [(label, to) for label, to in labels if not to.endswith(label)] == [], "a label names another file"


def test_the_glossary_names_what_exists() -> None:
    """A term is looked up, and the file it names is gone."""
    rows = [it.split("|") for it in (ROOT / "GLOSSARY.md").read_text("utf-8").splitlines() if it.startswith("| ")][1:]
    assert len(rows) <= MOST_TERMS
    assert [where for *_, where, _ in rows if not (ROOT / where.strip(" `")).exists()] == []


def test_a_public_class_has_a_name_of_its_own() -> None:
    """Two classes of one name are taken for each other by whoever searches for either."""
    nodes = (node for source in sources(*PRODUCT) for node in ast.walk(source.tree))
    names = Counter(it.name for it in nodes if isinstance(it, ast.ClassDef) and not it.name.startswith("_"))
    assert [name for name, count in names.items() if count > 1] == []


def test_a_package_is_taken_in_at_a_glance() -> None:
    """A folder of seventy files is searched, not read."""
    modules = (Path(source.path) for source in sources(*PRODUCT))
    counts = Counter(str(it.parent) for it in modules if it.name != "__init__.py")
    assert {folder: count for folder, count in counts.items() if count > MOST_MODULES} == {}
