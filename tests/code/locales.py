"""The Fluent files of ``config/locales``: which messages there are, and what they are filled with."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from fluent.syntax import FluentParser, ast, visitor

from tests.code.sources import ROOT

LANGUAGES = ("en", "zh")
FOLDER = ROOT / "config/locales"


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its file, its attributes, and the variables that it or they name."""

    file: str
    attributes: frozenset[str]
    variables: frozenset[str]


class _Variables(visitor.Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the parser calls it so
        self.names.add(node.id.name)


@cache
def messages(language: str) -> dict[str, Message]:
    """All messages of a language by id. Raises ValueError on what Fluent cannot read and on an id said twice."""
    found: dict[str, Message] = {}
    for file in sorted((FOLDER / language).glob("*.ftl")):
        for name, message in _read(file):
            if name in found:
                raise ValueError(f"{language}/{file.name}: {name} is already in {found[name].file}")
            found[name] = message
    return found


def _read(file: Path) -> list[tuple[str, Message]]:
    body = FluentParser().parse(file.read_text("utf-8")).body
    if junk := [entry for entry in body if isinstance(entry, ast.Junk)]:
        raise ValueError(f"{file.parent.name}/{file.name} cannot be read: {junk[0].content}")
    return [(entry.id.name, _message(file.name, entry)) for entry in body if isinstance(entry, ast.Message | ast.Term)]


def _message(file: str, entry: ast.Message | ast.Term) -> Message:
    variables = _Variables()
    variables.visit(entry)
    attributes = frozenset(cast("str", attribute.id.name) for attribute in entry.attributes)
    return Message(file, attributes, frozenset(variables.names))


@cache
def spelled_out(language: str) -> dict[str, str]:
    """All messages by id at their longest: of several variants the longest, and "{}" for what is filled in."""
    return {name: _longest(entry.value) for name, entry in entries(language).items() if entry.value is not None}


@cache
def entries(language: str) -> dict[str, ast.Message]:
    """All messages of a language by id, as they were parsed."""
    return {
        entry.id.name: entry
        for file in sorted((FOLDER / language).glob("*.ftl"))
        for entry in FluentParser().parse(file.read_text("utf-8")).body
        if isinstance(entry, ast.Message) and entry.value is not None
    }


def variants(language: str) -> Iterator[tuple[str, str]]:
    """Every piece of text of a language with the id of its message, those of each variant too."""
    for name, entry in entries(language).items():
        yield from ((name, text) for text in _texts(entry.value))


def _texts(pattern: ast.Pattern | None) -> Iterator[str]:
    for element in pattern.elements if pattern else ():
        if isinstance(element, ast.TextElement):
            yield element.value
        elif isinstance(element.expression, ast.SelectExpression):
            for variant in element.expression.variants:
                yield from _texts(variant.value)
        elif isinstance(element.expression, ast.StringLiteral):
            yield element.expression.value


def _longest(pattern: ast.Pattern) -> str:
    return "".join(_piece(it) for it in pattern.elements)


def _piece(element: ast.TextElement | ast.Placeable) -> str:
    if isinstance(element, ast.TextElement):
        return element.value
    if isinstance(element.expression, ast.SelectExpression):
        return max((_longest(it.value) for it in element.expression.variants), key=len)
    return element.expression.value if isinstance(element.expression, ast.StringLiteral) else "{}"
