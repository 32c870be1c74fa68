"""The error tree: caught broadly at the edges only, and told to people in both languages."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentSerializer

from engine import errors
from tests.code import allowed
from tests.code.locales import LANGUAGES, entries, messages
from tests.code.sources import PRODUCT, Source, sources

_CHOSEN = re.compile(r"\[(error-[a-z-]+)\]")
_BROAD = {"Exception", "BaseException"}


def _tree(root: type[errors.OmoideError]) -> Iterator[type[errors.OmoideError]]:
    yield root
    for child in root.__subclasses__():
        yield from _tree(child)


TREE = {error.__name__: error for error in _tree(errors.OmoideError) if error.__module__.startswith(errors.__name__)}


def test_everything_is_caught_at_the_edges_only() -> None:
    """A broad except in the middle turns a bug into a person waiting for nothing."""
    broad = {
        f"{source.path}:{node.lineno}"
        for source in sources(*PRODUCT)
        if source.path not in allowed.EDGES
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ExceptHandler | ast.Call) and _swallows(node)
    }
    assert broad == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_by_an_error_names_one_that_there_is(language: str) -> None:
    """A text speaks of an error under a name that none has, and people always read what stands for all others."""
    folder = Path(__file__).parents[2] / "config" / "locales" / language
    named = {it for file in folder.glob("*.ftl") for it in _CHOSEN.findall(file.read_text("utf-8"))}
    assert named, "nothing is looked at"
    assert named - {it.message for it in TREE.values()} == set()


def test_the_tree_grows_in_one_place() -> None:
    """An error class elsewhere is missing from the tree that people read and from both languages."""
    strays = {
        f"{source.path}:{node.name}"
        for source in sources(*PRODUCT)
        if not source.path.startswith("engine/errors/")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef) and any(_last_name(base) in TREE for base in node.bases)
    }
    assert strays == set()


def test_every_error_can_be_imported_from_one_place() -> None:
    """A file of errors that the package does not take in is missing from this check and from both languages."""
    drawn = {
        node.name
        for source in sources(*PRODUCT)
        if source.path.startswith("engine/errors/")
        for node in source.tree.body
        if isinstance(node, ast.ClassDef)
    }
    assert drawn == set(TREE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_have_words(language: str) -> None:
    """Someone whose request failed would read an identifier instead of what to do."""
    missing = sorted({error.message for error in TREE.values()} - messages(language).keys())
    assert not missing, f"no words in {language} for: {', '.join(missing)}"


def test_errors_carry_what_their_message_needs() -> None:
    """The message would show a hole where the name of the file or the model belongs."""
    holes = [hole for source in sources(*PRODUCT) for hole in _holes(source)]
    assert holes == []


def _holes(source: Source) -> Iterator[str]:
    english = messages(LANGUAGES[0])
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call) or (error := TREE.get(_last_name(node.func))) is None:
            continue
        given = {keyword.arg for keyword in node.keywords}
        plain = None not in given and error.__init__ is errors.OmoideError.__init__
        message = english.get(error.message)
        if plain and message is not None and (missing := message.variables - given - _known_anyway(error.message)):
            yield f"{source.path}:{node.lineno}: {error.__name__} without {sorted(missing)}"


def _known_anyway(message: str) -> frozenset[str]:
    """Where a text is read is known to whoever says it, as far as its words are only chosen by that."""
    text = FluentSerializer().serialize_entry(entries(LANGUAGES[0])[message])
    return frozenset() if "{ $platform }" in text else frozenset({"platform"})


def _swallows(node: ast.ExceptHandler | ast.Call) -> bool:
    """Whether this catches everything and does not end by raising it again."""
    if isinstance(node, ast.ExceptHandler):
        last = node.body[-1]
        raises = isinstance(last, ast.Raise) and last.exc is None
        return not raises and (node.type is None or _broad(node.type))
    return _last_name(node.func) == "suppress" and any(map(_broad, node.args))


def _broad(node: ast.expr) -> bool:
    caught = node.elts if isinstance(node, ast.Tuple) else [node]
    return any(_last_name(one) in _BROAD for one in caught)


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
