"""What a library's error says stays inside: it quotes what was sent, and with it what people wrote."""

import ast
from collections.abc import Iterator

import pytest

from engine import errors
from tests.code.allowed import FOREIGN_WORDS
from tests.code.sources import PRODUCT, Source, sources

_OURS = {"Gone", "NotAllowed", "Unsure", "Later", "ChannelMoved", "FileRefused", "BadUrl", "_MISSED", "UNANSWERABLE"}
"""Errors that the product raises beside its tree, always with words of its own, and names for several such."""
_TEXTS = {"args", "description", "doc", "input", "message", "msg", "object", "reason", "response", "text"}


def _names(node: ast.expr | None) -> list[str]:
    if isinstance(node, ast.Tuple):
        return [name for it in node.elts for name in _names(it)]
    return [ast.unparse(node).rpartition(".")[2]] if node is not None else ["everything"]


def _speaks(node: ast.AST, error: str) -> bool:
    """Whether ``node`` takes the words of ``error``."""
    match node:
        case ast.Call(func=ast.Name(id="str" | "repr" | "format"), args=[ast.Name(id=name)]):
            return name == error
        case ast.FormattedValue(value=ast.Name(id=name)):
            return name == error
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            return name == error and attribute in _TEXTS
        case _:
            return False


def _told(source: Source) -> Iterator[str]:
    for function in ast.walk(source.tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for handler in ast.walk(function):
            if not isinstance(handler, ast.ExceptHandler) or handler.name is None:
                continue
            if all(it in _OURS or hasattr(errors, it) for it in _names(handler.type)):
                continue
            if any(_speaks(node, handler.name) for line in handler.body for node in ast.walk(line)):
                yield f"{source.path}:{function.name}"


def test_the_words_of_libraries_errors_are_told_nowhere() -> None:
    """A provider or platform that echoes the request in its error would put private talk into the log or a channel."""
    found = {it for source in sources(*PRODUCT) for it in _told(source)}
    assert found == set(FOREIGN_WORDS)


@pytest.mark.parametrize("use", ["str(it)", "f'{it}'", "it.args[0]", "it.response", "say(reason=repr(it))"])
def test_such_words_are_found(use: str) -> None:
    """The check would pass because it sees nothing."""
    text = f"def f():\n    try:\n        g()\n    except (OSError, httpx.HTTPError) as it:\n        h({use})\n"
    assert list(_told(Source("a.py", text, ast.parse(text)))) == ["a.py:f"]
    assert not list(_told(Source("a.py", "", ast.parse(text.replace("(OSError, httpx.HTTPError)", "ModelError")))))
