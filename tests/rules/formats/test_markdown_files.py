"""World books and cards as Markdown: what people write is read, and what is written is read again as the same."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import CardPartUnknown, EntryLineUnreadable, EntryWithoutKeys, InputError
from engine.rules.formats.books.book_files import read_book_file
from engine.rules.formats.books.books import book_from_json
from engine.rules.formats.books.markdown_books import is_markdown_book, read_markdown_book, write_markdown_book
from engine.rules.formats.cards.markdown_cards import read_markdown_card
from engine.rules.formats.kinds import kind_of
from engine.values.characters.worlds import Logic, Position, WorldBook
from engine.values.transfers.transfers import FileKind
from tests.rules.formats.book_samples import DIALECTS

COAST = """# The coast
budget: 400

Where the story plays.

## The lighthouse

keys: lighthouse, "a, b", /x+/i
also: night
logic: and-all
position: at-depth
depth: 3
whole-words: off

Built in 1887.

### Inside
\\## not a heading

## 磨坊 ##
关键词：磨坊、风车
始终启用：是

没了。
"""
CARD = """# 兰

住在灯塔里。

## 性格
安静。

## Greeting
*She looks up.* You again?

## 开场白
下雨了。

## Tags
sea, 灯塔
"""


def same(one: WorldBook, other: WorldBook) -> bool:
    """Whether two books say the same: their entries by place, whatever their numbers."""
    entries = [[replace(it, uid="") for it in book.entries] for book in (one, other)]
    told = [(it.name, it.description, it.scan_depth, it.token_budget, it.recursive) for it in (one, other)]
    return entries[0] == entries[1] and told[0] == told[1]


def test_entries_are_read_with_their_fields() -> None:
    """An author's line below a title is told as words of the entry, or forgotten."""
    book = read_book_file(COAST.encode(), "coast.md")
    assert (book.name, book.description, book.token_budget) == ("The coast", "Where the story plays.", 400)
    lighthouse, mill = book.entries
    assert (lighthouse.comment, lighthouse.keys) == ("The lighthouse", ("lighthouse", "a, b", "/x+/i"))
    assert (lighthouse.secondary_keys, lighthouse.logic) == (("night",), Logic.AND_ALL)
    assert (lighthouse.position, lighthouse.depth, lighthouse.whole_words) == (Position.AT_DEPTH, 3, False)
    assert lighthouse.content == "Built in 1887.\n\n### Inside\n## not a heading"
    assert (mill.comment, mill.keys, mill.constant, mill.content) == ("磨坊", ("磨坊", "风车"), True, "没了。")


def test_headings_of_one_mark_are_entries_where_there_are_no_others() -> None:
    """A short file with # for each title is one entry without keys."""
    book = read_markdown_book(b"# Lamp\nkeys: lamp\nOut.\n\n# Mill\nkeys: mill\nBurnt.\n", "town")
    assert [(it.comment, it.content) for it in book.entries] == [("Lamp", "Out."), ("Mill", "Burnt.")]
    assert book.name == "town"


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("## A\n\nNo keys here.\n", EntryWithoutKeys, 1),
        ("# B\n\n## A\nkeys: a\n\n## C\nkyes: c\n", EntryWithoutKeys, 6),
        ("## A\nkeys: a\norder: soon\n", EntryLineUnreadable, 3),
        ("## A\nkeys: a\nmore: {\n", EntryLineUnreadable, 3),
        ("# B\nbudget: many\n\n## A\nkeys: a\n", EntryLineUnreadable, 2),
    ],
)
def test_a_slip_is_told_with_its_line(text: str, error: type[InputError], line: int) -> None:
    """Somebody looks through three hundred entries for one letter."""
    with pytest.raises(error) as raised:
        read_markdown_book(text.encode())
    assert raised.value.data["line"] == line


@pytest.mark.parametrize("name", DIALECTS)
def test_every_book_goes_out_as_markdown_and_comes_back_equal(name: str) -> None:
    """What an author takes into an editor has lost its switches when it comes back."""
    book = book_from_json(DIALECTS[name], name)
    again = read_markdown_book(write_markdown_book(book), book.name)
    assert same(book, again)
    assert write_markdown_book(again) == write_markdown_book(book)


LINES = st.lists(st.sampled_from(["## x", "# y", "\\## z", "keys: a", "order: 3", "", " ", "words", "##", "@@depth 2"]))
TEXT = st.one_of(LINES.map("\n".join), st.text(max_size=40))
ENTRY = st.fixed_dictionaries(
    {},
    optional={
        "key": st.lists(st.text(max_size=8), max_size=3),
        "keysecondary": st.lists(st.text(max_size=8), max_size=2),
        "comment": TEXT,
        "content": TEXT,
        "constant": st.booleans(),
        "vectorized": st.booleans(),
        "disable": st.booleans(),
        "selective": st.booleans(),
        "selectiveLogic": st.integers(0, 3),
        "position": st.integers(0, 7),
        "depth": st.integers(0, 9),
        "role": st.integers(0, 2),
        "order": st.one_of(st.integers(-5, 500), st.floats(0, 9, allow_nan=False)),
        "probability": st.integers(0, 100),
        "useProbability": st.booleans(),
        "outletName": TEXT,
        "group": TEXT,
        "caseSensitive": st.one_of(st.none(), st.booleans()),
        "useGroupScoring": st.one_of(st.none(), st.booleans()),
        "sticky": st.one_of(st.none(), st.integers(0, 9)),
        "characterFilter": st.fixed_dictionaries({"isExclude": st.booleans(), "tags": st.lists(st.text(max_size=4))}),
        "extensions": st.just({"omoide": {"exclude_keys": ["q"], "greeting": 1}, "other": {"x": 1}}),
        "triggers": st.lists(st.sampled_from(["normal", "swipe"]), max_size=2),
    },
)


@given(st.lists(ENTRY, max_size=4))
def test_any_entries_go_out_and_come_back_equal(entries: list[dict[str, object]]) -> None:
    """An odd title, or a text that looks like a heading, changes another entry on the way."""
    raw = {"name": "Book", "entries": {str(at): {**it, "uid": at} for at, it in enumerate(entries)}}
    book = book_from_json(json.loads(json.dumps(raw)))
    again = read_markdown_book(write_markdown_book(book))
    assert same(book, again)


@given(st.one_of(LINES.map("\n".join), st.text()).map(lambda it: it.encode("utf-8", "surrogatepass")))
def test_any_text_is_a_book_or_says_why_not(data: bytes) -> None:
    """A file that somebody wrote stops the house."""
    try:
        read_markdown_book(data)
        read_markdown_card(data.decode("utf-8", "replace"), "X")
    except InputError:
        pass
    is_markdown_book(data.decode("utf-8", "replace"))


def test_a_markdown_book_is_known_for_one() -> None:
    """What /export gave as Markdown cannot be imported, or a background is taken for a book."""
    assert kind_of(COAST.encode(), "coast.md") is FileKind.WORLD
    assert kind_of(b"# The siege\n\n1. They come.\n2. They wait.\n3. They go.\n", "siege.md") is FileKind.BACKGROUND


def test_a_card_is_read_by_its_parts() -> None:
    """A character that is written as a text has to be put into JSON by hand."""
    card = read_markdown_card(CARD, "folder")
    assert (card.name, card.description, card.personality) == ("兰", "住在灯塔里。", "安静。")
    assert card.greetings == ("*She looks up.* You again?", "下雨了。")
    assert card.tags == ("sea", "灯塔")
    assert read_markdown_card("A smith.", "Tam").name == "Tam"
    with pytest.raises(CardPartUnknown) as raised:
        read_markdown_card("# A\n\n## Descripton\nx\n", "A")
    assert raised.value.data["line"] == 3
