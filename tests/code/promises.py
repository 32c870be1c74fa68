"""What README.md says, clause by clause, and which tests docs/promises.md names for each."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from tests.code.sources import ROOT

README: Final = ROOT / "README.md"
PROMISES: Final = ROOT / "docs/promises.md"
_NO_PROMISE: Final = "No promise"
"""Below this heading stands what only tells people what to do, or where to look."""
_BLOCK: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_MARKUP: Final = re.compile(r"<picture>.*?</picture>|<!--.*?-->", re.DOTALL)
_ITEM: Final = re.compile(r"^(?:[-*] |\d+\. )")
_RULE: Final = re.compile(r"^\|[ |:-]*\|?$")
_END: Final = re.compile(r"(?<=[.!?])\**\s+(?=[A-Z*\"“@`])|(?<=[。！？])\**(?=[^”])|; |；")
_APART: Final = re.compile(r"\([^()]*\)|（[^（）]*）|`[^`]*`|\"[^\"]*\"|“[^”]*”")
"""What stands in brackets or quotes ends no sentence."""
_QUOTE: Final = re.compile("«(.+?)»", re.DOTALL)
_TEST: Final = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


@dataclass(frozen=True, slots=True)
class Promise:
    """What docs/promises.md quotes, and the tests that prove it as (file, name). ``plain``: it promises nothing."""

    quotes: tuple[str, ...]
    tests: tuple[tuple[str, str], ...]
    plain: bool


def clauses(text: str) -> list[str]:
    """Every sentence of a page, cut at semicolons. Rows of tables, and what code says behind a #, are one each.

    Headings are none.
    """
    code = [line for block in _BLOCK.findall(text) for line in block.splitlines() if " # " in line]
    prose = [it for unit in _units(_MARKUP.sub("", _BLOCK.sub("", text))) for it in _split(unit)]
    return [*code, *(it for it in prose if re.search(r"\w", it))]


def bare(text: str) -> str:
    """``text`` without blanks, so that it does not matter where a line ends."""
    return "".join(text.split())


def promises(text: str) -> list[Promise]:
    """What a page like docs/promises.md holds."""
    found: list[Promise] = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        plain = section.startswith(_NO_PROMISE)
        items = re.split(r"^- ", section, flags=re.MULTILINE)[1:]
        found += [Promise(tuple(_QUOTE.findall(it)), tuple(_TEST.findall(it)), plain) for it in items]
    return found


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests of a file; none where there is no such file."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    found = ast.walk(ast.parse(path.read_text("utf-8")))
    functions = (it.name for it in found if isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(it for it in functions if it.startswith("test_"))


def _units(prose: str) -> Iterator[str]:
    """Paragraphs, items of lists and rows of tables, each in one line."""
    lines: list[str] = []
    for line in [*prose.splitlines(), ""]:
        if lines and (not line.strip() or line.startswith(("#", "|")) or _ITEM.match(line)):
            yield " ".join(lines)
            lines = []
        if line.strip() and not line.startswith("#") and not _RULE.match(line):
            lines.append(_ITEM.sub("", line).strip())


def _split(unit: str) -> Iterator[str]:
    if unit.startswith("|"):
        yield unit
        return
    hidden = _APART.sub(lambda found: "x" * len(found[0]), unit)
    begin = 0
    for end in _END.finditer(hidden):
        yield unit[begin : end.start()]
        begin = end.end()
    yield unit[begin:]
