"""What a body says is known by its class, not by the keys that whoever reads it happens to know."""

import ast
from collections import Counter
from collections.abc import Iterator

from tests.code.allowed import UNTYPED_BODIES
from tests.code.sources import PRODUCT, Source, sources

ELSEWHERE = (
    "engine/rules/bodies/",
    "engine/rules/wire/",
    "engine/llm/",
    "engine/embed/",
    "bot/discord/",
    "bot/telegram/",
)
"""The one place that knows the keys, and where a body is a request to a server."""


def test_bodies_are_read_by_their_classes() -> None:
    """A key that is renamed in one place is still looked for in another, and what people did is forgotten."""
    found = Counter(path for source in sources(*PRODUCT) for path in keys_of_bodies(source))
    grown = {path: count for path, count in found.items() if count > UNTYPED_BODIES.get(path, 0)}
    assert grown == {}, "give it a class, as in engine/values/chats/bodies.py"
    shrunk = {path: found[path] for path, count in UNTYPED_BODIES.items() if found[path] < count}
    assert shrunk == {}, "well done: write down the new number, or take it off the list"


def test_keys_of_bodies_are_found() -> None:
    """The check is green because it sees nothing."""
    text = 'it.body["a"]\nbody.get("a")\n"a" in it.row.body\nbody["b"] = 1\nbody.a\nbodies["a"]\nsomebody.get("a")\n'
    assert len([*keys_of_bodies(Source("engine/planted.py", text, ast.parse(text)))]) == 4


def keys_of_bodies(source: Source) -> Iterator[str]:
    """The path of a file, once for each key of a body that it names."""
    if source.path.startswith(ELSEWHERE):
        return
    for node in ast.walk(source.tree):
        match node:
            case ast.Subscript(value=it) | ast.Call(func=ast.Attribute(value=it, attr="get")):
                if _is_body(it):
                    yield source.path
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[it]) if _is_body(it):
                yield source.path
            case _:
                pass


def _is_body(node: ast.expr) -> bool:
    match node:
        case ast.Name(id="body") | ast.Attribute(attr="body"):
            return True
        case _:
            return False
