"""Messages, each read for itself."""

from pathlib import Path
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, ast, visitor

from bot.words.localise import FOLDER, LANGUAGES, Speech
from bot.words.messages import pattern_of, texts_of

FILES = sorted(FOLDER.glob("*/*.ftl"))
ODD = """
# A comment of a file

plain = One line.
# of the next
spaced   =   Between   spaces.  \t
braced = { $name } is here.
folded =
    Two
    lines
rest = One line
    and another.
marked = [brackets] *stars* .dots = "quotes" # no comment
# ends
Upper_1 = A name.
several = { $count ->
    [one] one
   *[other] { $count } things
}
only =
    .attribute = Nothing else.
last = End."""


class Told(visitor.Visitor):
    """The names of the messages that a message refers to."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - the parser calls it so
        self.names.append(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:  # noqa: N802 - the same
        self.names.append(node.id.name)


@pytest.mark.parametrize("source", [ODD, *(it.read_text("utf-8") for it in FILES)], ids=["odd", *map(str, FILES)])
def test_a_message_alone_is_the_same(source: str) -> None:
    """People read a sentence without its end, with the next one in it, or none."""
    whole: Any = FluentBundle([LANGUAGES[0]])
    whole.add_resource(FluentResource(source))
    texts = texts_of(source)
    entries = [it for it in FluentParser().parse(source).body if isinstance(it, ast.Message | ast.Term | ast.Junk)]
    assert list(texts) == [it.id.name for it in entries if isinstance(it, ast.Message)]
    assert len(texts) == len(entries)
    for name, text in texts.items():
        alone, among = pattern_of(text), whole.get_message(name).value
        assert alone is among is None or among.equals(alone), name
        assert type(alone) is type(among)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_no_message_refers_to_another(file: Path) -> None:
    """A message is read for itself, so people would see a hole instead of the other one."""
    told = Told()
    told.visit(FluentParser().parse(file.read_text("utf-8")))
    assert told.names == []


def test_only_what_is_said_is_read() -> None:
    """A start takes half a second longer, and 8 MB, for sentences that nobody has read yet."""
    before = pattern_of.cache_info().misses
    assert Speech().speaker("en").say("circle-cost", tokens=3)
    assert pattern_of.cache_info().misses - before <= 1
