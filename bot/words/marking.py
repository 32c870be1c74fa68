"""Marks in a message around what it is filled with, so that its own words can be told from people's. Pure."""

import copy
import re
from typing import Any, Final

from fluent.runtime import resolver
from fluent.syntax import ast

BEGINS: Final = "\ue000"
ENDS: Final = "\ue001"
DATA: Final = re.compile(f"{BEGINS}(.*?){ENDS}", re.DOTALL)

_TYPED: Final = frozenset(
    {"command", "usage", "line", "status", "help", "new", "char", "me", "optout", "optin", "forget"}
)
"""Names of data that are commands: what they say is the message's own."""


def marked_data(text: str) -> str:
    """``text`` between marks."""
    return f"{BEGINS}{text.replace(BEGINS, '').replace(ENDS, '')}{ENDS}"


def unmarked(text: str) -> str:
    """``text`` without its marks."""
    return DATA.sub(r"\1", text)


def hidden(text: str) -> tuple[str, list[str]]:
    """``text`` with numbers between its marks, and the data that they stand for."""
    data: list[str] = []

    def number(found: re.Match[str]) -> str:
        data.append(found[1])
        return f"{BEGINS}{len(data) - 1}{ENDS}"

    return DATA.sub(number, text), data


class _Marked(resolver.Placeable):
    def __call__(self, env: resolver.ResolverEnvironment) -> Any:
        return marked_data(str(super().__call__(env)))


def names_commands(node: Any) -> bool:
    """Whether a message, as it was compiled, can say a command."""
    if isinstance(node, resolver.TextElement):
        return "/" in node.value
    if isinstance(node, ast.VariableReference):
        return node.id.name in _TYPED
    return any(names_commands(it) for it in _parts(node))


def marked(node: Any) -> Any:
    """The same message with marks around what it is filled with."""
    if isinstance(node, resolver.Pattern):
        return altered(node, elements=[marked(it) for it in node.elements])
    if isinstance(node, ast.Variant):
        return altered(node, value=marked(node.value))
    if isinstance(node, ast.SelectExpression):
        return altered(node, variants=[marked(it) for it in node.variants])
    if isinstance(node, ast.Placeable):
        inner = node.expression
        if isinstance(inner, ast.SelectExpression):
            return altered(node, expression=marked(inner))
        typed = isinstance(inner, ast.VariableReference) and inner.id.name in _TYPED
        return node if typed else _Marked(inner)
    return node


def _parts(node: Any) -> list[Any]:
    if isinstance(node, ast.Pattern):
        return list(node.elements)
    if isinstance(node, ast.Variant):
        return [node.value]
    if isinstance(node, ast.SelectExpression):
        return list(node.variants)
    return [node.expression] if isinstance(node, ast.Placeable) else []


def altered(node: Any, **changed: Any) -> Any:
    """A copy of a compiled piece with other parts."""
    made = copy.copy(node)
    for name, value in changed.items():
        setattr(made, name, value)
    return made
