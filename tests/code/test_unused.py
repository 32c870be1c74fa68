"""What is written is used, and lists of words hold the words that somebody meant."""

import ast
import io
import itertools
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tests.code.allowed import FOR_OTHERS
from tests.code.sources import EVERYTHING, PRODUCT, AnyFunction, Source, sources

_PLAIN = {
    *("asynccontextmanager", "cache", "cached_property", "classmethod", "contextmanager", "dataclass", "lru_cache"),
    *("overload", "property", "staticmethod"),
}
"""Decorators that register nothing: who carries another may be called by whoever it was shown to."""
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_ONE_LITERAL = re.compile(
    r"""[A-Za-z]{0,2}(?:\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3}"""
    r"""|"(?!"")(?:[^"\\]|\\.)*"|'(?!'')(?:[^'\\]|\\.)*')""",
    re.DOTALL,
)
_CONSTANT = ast.Assign | ast.AnnAssign

Definition = tuple[str, str, ast.AST]
"""The name, with its class; the bare name; the node."""


def test_nothing_is_written_for_nobody() -> None:
    """A function that nothing calls is kept right, read and translated for years; or the call was forgotten."""
    found = set(unused(sources(*PRODUCT)))
    assert sorted(found - set(FOR_OTHERS)) == []
    assert sorted(set(FOR_OTHERS) - found) == [], "it is used now: take it off the list"


def test_words_do_not_run_into_each_other() -> None:
    """ "hello" "dear" is a word that nobody says: two words are missed without a sound."""
    assert [place for source in sources(*EVERYTHING) for place in joined(source)] == []


PLANTED = {
    "def forgotten(): return forgotten()": ["planted.py:forgotten"],
    "class Lost:\n    def none(self): ...": ["planted.py:Lost", "planted.py:Lost.none"],
    "LOST = 1": ["planted.py:LOST"],
    "def called(): ...\ncalled()": [],
    "import asyncio\nclass Hooks(asyncio.Protocol):\n    def data_received(self, data): ...\nHooks()": [],
    "import other\n@other.registers\ndef shown(): ...": [],
}


@pytest.mark.parametrize("text", PLANTED)
def test_what_nobody_uses_is_found(text: str) -> None:
    """The check is green because it sees nothing."""
    assert sorted(unused([planted(text)])) == PLANTED[text]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('WORDS = (\n    "aunt uncle hello"\n    "dear with"\n)', [3]),
        ('WORDS = ("aunt", "uncle" "dear", "with")', [1]),
        ('WORDS = {"灯塔", "潜水艇" "猎鹰"}', [1]),
        ('WORDS = [\n    "aunt",\n    "uncle"\n    "dear",\n]', [4]),
        ('WORDS = (\n    "aunt uncle "\n    "dear with"\n)', []),
        ('TEXT = (\n    "It is here,"\n    " and there."\n)', []),
        ('HEAD = "的了吗呢"\nREST = (\n    "我你他她"\n    "们在是有"\n)', []),
    ],
)
def test_words_that_run_together_are_found(text: str, lines: list[int]) -> None:
    """The same."""
    assert list(joined(planted(text))) == [f"planted.py:{line}" for line in lines]


def planted(text: str) -> Source:
    """A file with a fault in it."""
    return Source("planted.py", text, ast.parse(text))


def unused(files: Iterable[Source]) -> Iterator[str]:
    """What is defined in ``files`` and named nowhere in them but in itself."""
    found = list(files)
    told = Counter(name for it in found for name in _named(it.tree))
    for it in found:
        for name, bare, node in _definitions(it.tree):
            if told[bare] <= sum(own == bare for own in _named(node)):
                yield f"{it.path}:{name}"


def _named(node: ast.AST) -> Iterator[str]:
    """Every name that is read in ``node``, as often as it is."""
    for it in ast.walk(node):
        if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Load):
            yield it.id
        elif isinstance(it, ast.Attribute) and isinstance(it.ctx, ast.Load):
            yield it.attr
        elif isinstance(it, ast.ImportFrom):
            yield from (alias.name for alias in it.names if alias.asname)
        elif isinstance(it, ast.Call) and _last(it) == "cast":  # its type is often written as text
            yield from _IDENTIFIER.findall(str(getattr(it.args[0], "value", "")))


def _definitions(tree: ast.Module) -> Iterator[Definition]:
    strangers = {alias.asname or alias.name.split(".")[0] for alias in _foreign(tree)}
    for node in tree.body:
        if isinstance(node, _CONSTANT):
            yield from ((it, it, node) for it in _targets(node) if not it.startswith("__"))
        if isinstance(node, AnyFunction) and _is_plain(node):
            yield node.name, node.name, node
        if isinstance(node, ast.ClassDef) and _is_plain(node):
            yield node.name, node.name, node
            if not any(_root(base) in strangers for base in node.bases):  # else a library may call its methods
                yield from (
                    (f"{node.name}.{it.name}", it.name, it)
                    for it in node.body
                    if isinstance(it, AnyFunction) and _is_plain(it) and not it.name.startswith("__")
                )


def _foreign(tree: ast.Module) -> Iterator[ast.alias]:
    """What a module imports from elsewhere than the project."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (it for it in node.names if it.name.split(".")[0] not in EVERYTHING)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in EVERYTHING:
            yield from node.names


def _targets(node: _CONSTANT) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [it.id for it in targets if isinstance(it, ast.Name)]


def _is_plain(node: ast.ClassDef | AnyFunction) -> bool:
    return all(_last(it) in _PLAIN for it in node.decorator_list)


def _last(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return getattr(node, "id", "")


def joined(source: Source) -> Iterator[str]:
    """Where two literals stand side by side and make one word of two, or one item of a list of two."""
    lines, items = source.text.split("\n"), _items(source.tree)
    for node in _texts(source.tree):
        for number, ((_, left), (line, right)) in enumerate(itertools.pairwise(_literals(node, lines))):
            items_meet = number == 0 and _place(node) in items and _is_word(left) and _is_word(right)
            if items_meet or _words_meet(left, right):
                yield f"{source.path}:{line}"


def _texts(node: ast.AST) -> Iterator[ast.expr]:
    """What stands in a tree as literals, each once."""
    for it in ast.iter_child_nodes(node):
        if isinstance(it, ast.JoinedStr) or (isinstance(it, ast.Constant) and isinstance(it.value, str | bytes)):
            yield it
        else:
            yield from _texts(it)


def _literals(node: ast.expr, lines: list[str]) -> list[tuple[int, str]]:
    """The literals that make up a text, as the line and what stands in it; none where it is a single one."""
    first, last = node.lineno, node.end_lineno or node.lineno
    written = [it.encode() for it in lines[first - 1 : last]]
    written[-1] = written[-1][: node.end_col_offset]
    written[0] = written[0][node.col_offset :]
    text = b"\n".join(written).decode()
    if _ONE_LITERAL.fullmatch(text):
        return []
    tokens = tokenize.generate_tokens(io.StringIO(f"({text})").readline)
    return [(first - 1 + it.start[0], _inside(it.string)) for it in tokens if it.type == tokenize.STRING]


def _words_meet(left: str, right: str) -> bool:
    """Whether no space stands between two words of letters; where words have no spaces it need not."""
    seam = (left[-1:] + right[:1]).strip()
    return len(seam) == 2 and seam.isascii() and seam.isalpha()


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _items(tree: ast.Module) -> set[tuple[int, int]]:
    """Where the texts of lists begin that hold several."""
    lists = [it.elts for it in ast.walk(tree) if isinstance(it, ast.List | ast.Tuple | ast.Set)]
    texts = ([it for it in one if isinstance(it, ast.Constant) and isinstance(it.value, str)] for one in lists)
    return {_place(it) for found in texts if len(found) > 1 for it in found}


def _inside(literal: str) -> str:
    """What stands in a literal, with its line ends; nothing of other escapes matters here."""
    return literal.lstrip("rRbBuUfF").strip("\"'").replace("\\n", "\n")


def _is_word(text: str) -> bool:
    return text.isalpha()
