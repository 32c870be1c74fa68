"""A space between Chinese and what is inserted from other scripts: "Lan 还没有", but "米拉还没有". Pure."""

import re
from typing import Any, Final

from fluent.runtime import resolver
from fluent.syntax import ast

from bot.words.marking import BEGINS, ENDS, altered

SEAM: Final = "\ue002"
"""Stands in a text where two pieces of its message meet."""
HAN: Final = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
LETTERS: Final = r"0-9A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff\uac00-\ud7a3"

_MEET: Final = f"(?:[{BEGINS}{ENDS}]*{SEAM})+[{BEGINS}{ENDS}]*"
_APART: Final = re.compile(
    f"(?<=[{HAN}]){_MEET}(?=[{LETTERS}]|[/@][{LETTERS}{HAN}])|(?<=[{LETTERS}]){_MEET}(?=[{HAN}])"
)


def seamed(node: Any) -> Any:
    """The same message with a seam wherever two of its pieces meet."""
    if isinstance(node, resolver.Pattern):
        pieces = [piece for it in node.elements for piece in (resolver.TextElement(SEAM), seamed(it))]
        return altered(node, elements=pieces[1:])
    if isinstance(node, ast.Variant):
        return altered(node, value=seamed(node.value))
    if isinstance(node, ast.SelectExpression):
        return altered(node, variants=[seamed(it) for it in node.variants])
    if isinstance(node, ast.Placeable):
        return altered(node, expression=seamed(node.expression))
    return node


def spaced(text: str) -> str:
    """``text`` with a space at each seam between Chinese and another script, and without its seams."""
    return _APART.sub(lambda met: met[0].replace(SEAM, " ", 1), text).replace(SEAM, "")
