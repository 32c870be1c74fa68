"""What an English text counts can be one, and is then said so."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from fluent.syntax import FluentParser, ast

from tests.code.allowed import NEVER_ONE
from tests.code.locales import entries

_ONE: Final = frozenset({"one", "1"})
_WORDS: Final = re.compile(r"^[ \u00a0]((?:[a-z-]+(?: |\b)){1,3})")
_BETWEEN: Final = frozenset({"of", "is", "are", "was", "were", "and", "in", "or", "per"})
_IRREGULAR: Final = frozenset({"people", "children"})
_NO_PLURALS: Final = frozenset(
    {"is", "was", "has", "as", "this", "its", "us", "less", "always", "s", "ms"}
    | {"shows", "makes", "answers", "belongs", "comes", "hides", "uses", "goes"}
)
"""Behind a number: what a thing does that has it, and units."""
_NAMES: Final = frozenset({"char", "command", "endpoint", "forget", "model", "name", "new", "optin", "person"})
"""What stands for a name or for what is typed, never for a number."""


class Counted(NamedTuple):
    """A number with what follows it, and in which variant of a choice by that number it stands; "" for none."""

    number: str
    what: str
    variant: str


def counted(pattern: ast.Pattern, chosen: Mapping[str, str] | None = None) -> Iterator[Counted]:
    """Every number of a text that a plural follows, also where the plural stands in a choice of its own."""
    chosen = chosen or {}
    elements = pattern.elements
    for at, element in enumerate(elements):
        if not isinstance(element, ast.Placeable):
            continue
        if isinstance(element.expression, ast.SelectExpression):
            by, variants = _number(element.expression.selector), element.expression.variants
            plural = any(_key(it) in _ONE for it in variants)
            for it in variants:
                yield from counted(it.value, {**chosen, by: _key(it)} if plural else chosen)
        elif (name := _number(element.expression)) and name not in _NAMES:
            things = {it for text in _behind(elements[at + 1 :]) for it in thing(text)}
            yield from (Counted(name, it, chosen.get(name, "")) for it in sorted(things))


def thing(text: str) -> list[str]:
    """The plural that a number is told of, if ``text`` goes on with one."""
    words = found[1].split() if (found := _WORDS.match(text)) else []
    until = next((at for at, it in enumerate(words) if it in _BETWEEN), len(words))
    return [it for it in words[:until] if is_plural(it)][:1]


def is_plural(word: str) -> bool:
    """Whether a word behind a number is that of many things."""
    return word in _IRREGULAR or (word.endswith("s") and word not in _NO_PLURALS)


def _behind(elements: list[ast.TextElement | ast.Placeable]) -> Iterator[str]:
    """What may stand behind a number."""
    text = elements[0].value if elements and isinstance(elements[0], ast.TextElement) else ""
    yield text
    choice = elements[1].expression if len(elements) > 1 and isinstance(elements[1], ast.Placeable) else None
    if not text.strip() and isinstance(choice, ast.SelectExpression):
        first = (it.value.elements[0] for it in choice.variants)
        yield from (text + it.value for it in first if isinstance(it, ast.TextElement))


def _number(expression: object) -> str:
    """The variable that an expression says or chooses by; "" for none."""
    if isinstance(expression, ast.FunctionReference) and expression.id.name == "NUMBER":
        expression = expression.arguments.positional[0]
    return expression.id.name if isinstance(expression, ast.VariableReference) else ""


def _key(variant: ast.Variant) -> str:
    return variant.key.name if isinstance(variant.key, ast.Identifier) else variant.key.value


def faults(name: str, pattern: ast.Pattern) -> list[str]:
    """Where "1 memories" could be read."""
    found = counted(pattern)
    return [f"{name}: {it.number} {it.what}" for it in found if it.variant in ("", *_ONE)]


def _of_text(text: str) -> list[str]:
    (entry,) = FluentParser().parse(f"it = {text}\n").body
    assert isinstance(entry, ast.Message)
    assert entry.value is not None
    return faults("it", entry.value)


def test_what_is_counted_may_be_one() -> None:
    """Somebody with one memory reads "1 memories"."""
    found = [it for name, entry in entries("en").items() if entry.value for it in faults(name, entry.value)]
    known = {it for group in NEVER_ONE.values() for it in group}
    assert sorted({*found} - known) == []
    assert sorted(known - {*found}) == [], "they are no exceptions any more"


def test_such_texts_are_found() -> None:
    """The check above would look and see nothing."""
    assert _of_text("{ $n } memories") == ["it: n memories"]
    assert _of_text("{ NUMBER($n, useGrouping: 0) } old memories left") == ["it: n memories"]
    choice = "{ $n ->\n    [one] %s\n   *[other] { $n } memories\n}"
    assert _of_text(choice % "one memory") == []
    assert _of_text(choice % "{ $n } memories") == ["it: n memories"]
    assert _of_text("{ $n } { $all ->\n    [yes] memories\n   *[no] of { $total } memories\n}") == [
        "it: n memories",
        "it: total memories",
    ]
    assert _of_text("{ $n } is shown") == []
