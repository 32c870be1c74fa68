"""World books changed by hand, in every dialect: what was changed is there, and nothing else has changed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.formats.books.book_editing import (
    add_entry,
    copy_entry,
    delete_entry,
    edit_entry,
    entry_of,
    new_book,
    renamed,
    switch_entry,
)
from engine.rules.formats.books.books import book_from_json, write_book
from engine.rules.formats.books.entry_values import EntryValue, read_keys, read_value, shown_value, written_keys
from engine.rules.formats.bounded_json import read_json
from engine.values.characters.entry_fields import ENTRY_FIELDS, EntryFieldKind
from engine.values.characters.worlds import Force, Position, WorldBook, WorldEntry
from tests.rules.formats.book_samples import DIALECTS, ENTRY, WORLD

TYPED: dict[EntryFieldKind, list[str]] = {
    EntryFieldKind.TEXT: ["The tide turns.", "- two\n- lines", "潮水"],
    EntryFieldKind.KEYS: ["tide, ebb", '/ti(d|m)e,s?/i, "a, b"', "潮，汐、浪"],
    EntryFieldKind.WORDS: ["Ada, Bram"],
    EntryFieldKind.SWITCH: ["on", "OFF", "yes"],
    EntryFieldKind.WHOLE: ["3", "１２"],
    EntryFieldKind.NUMBER: ["7.5", "40%", "12"],
}
KEYS = st.lists(st.text(st.sampled_from('ab /,，、"[]\\\n龙'), min_size=1, max_size=8).map(str.strip), max_size=4)


def read(raw: Any) -> WorldBook:
    return book_from_json(raw, "Shop")


def exported(book: WorldBook) -> Any:
    return read_json(write_book(book))


def value(name: str, typed: str) -> EntryValue:
    found = read_value(ENTRY_FIELDS[name], typed)
    assert found is not None, f"{name}: {typed!r}"
    return found


def found(book: WorldBook, uid: str) -> WorldEntry:
    entry = entry_of(book, uid)
    assert entry is not None
    return entry


@pytest.mark.parametrize("name", ENTRY_FIELDS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_one_field_is_changed_and_nothing_else(dialect: str, name: str) -> None:
    """Somebody corrects a key, and the entry's place, its group or what another program wrote is lost."""
    field, book = ENTRY_FIELDS[name], read(DIALECTS[dialect])
    first, before = book.entries[0], exported(book)
    typed = TYPED.get(field.kind) or [*field.choices]
    for words in (*typed, "", *(["chat"] if field.chat else [])):
        after = edit_entry(book, first.uid, {name: value(name, words)})
        changed = found(after, first.uid)
        assert value(name, shown_value(field, changed)) == value(name, words)
        assert {it for it in WorldEntry.__slots__ if getattr(changed, it) != getattr(first, it)} <= {
            field.attribute,
            "selective",
        }
        assert after.entries[1:] == book.entries[1:]
        assert (after.name, after.scan_depth, after.token_budget, after.recursive) == (
            book.name,
            book.scan_depth,
            book.token_budget,
            book.recursive,
        )
        written = exported(after)
        assert {key: it for key, it in written.items() if key != "entries"} == {
            key: it for key, it in before.items() if key != "entries"
        }


def test_what_another_program_wrote_into_an_entry_stays() -> None:
    """A book that was touched here comes back to its author without what only their program knows."""
    changed = exported(edit_entry(read(WORLD), "3", {"title": value("title", "Clock")}))
    assert changed == {**WORLD, "entries": {"3": {**ENTRY, "comment": "Clock"}}}
    assert list(changed["entries"]["3"]) == list(ENTRY)
    names = exported(edit_entry(read(WORLD), "3", {"characters": value("characters", "Bram")}))
    assert names["entries"]["3"]["characterFilter"] == {"isExclude": True, "names": ["Bram"], "tags": ["calm"]}
    assert exported(switch_entry(read(WORLD), "3", on=True)) == WORLD
    off = switch_entry(read(WORLD), "3", on=False)
    assert not found(off, "3").enabled
    assert exported(switch_entry(off, "3", on=True)) == WORLD


def test_the_marks_at_the_top_of_a_text_stay() -> None:
    """Whoever corrects a word of a text switches off that it is always told."""
    book = read({"entries": {"0": {"key": [], "content": "@@activate\n@@new_mark 1\nIt ticks."}}})
    changed = edit_entry(book, "0", {"text": value("text", "It rings.")})
    assert (found(changed, "0").force, found(changed, "0").content) == (Force.ACTIVATE, "It rings.")
    assert exported(changed)["entries"]["0"]["content"] == "@@activate\n@@new_mark 1\nIt rings."


@pytest.mark.parametrize("dialect", DIALECTS)
def test_entries_come_and_go(dialect: str) -> None:
    """An entry that was added overwrites another, or one that was deleted takes others with it."""
    book = read(DIALECTS[dialect])
    longer, uid = add_entry(book, {"keys": value("keys", "tide"), "text": value("text", "It turns.")})
    assert longer.entries[:-1] == book.entries
    assert longer.entries[-1] == WorldEntry(uid, content="It turns.", keys=("tide",))
    assert exported(delete_entry(longer, uid)) == exported(book)
    first = book.entries[0].uid
    shorter = delete_entry(longer, first)
    assert shorter.entries == longer.entries[1:]
    with pytest.raises(KeyError):
        delete_entry(shorter, first)
    twice, copied = copy_entry(book, first, longer)
    assert twice.entries[:-1] == longer.entries
    assert [getattr(found(twice, copied), it) for it in WorldEntry.__slots__ if it != "uid"] == [
        getattr(found(book, first), it) for it in WorldEntry.__slots__ if it != "uid"
    ]


def test_entries_of_a_list_keep_their_names() -> None:
    """Where a file has its entries in a list, deleting one makes the next button change another."""
    book = read({"entries": [{"key": ["a"]}, "junk", {"key": ["b"]}, {"uid": 9, "key": ["c"]}]})
    left = delete_entry(book, "0")
    assert [(it.uid, it.keys) for it in left.entries] == [("2", ("b",)), ("9", ("c",))]
    assert [it.uid for it in add_entry(left, {})[0].entries] == ["2", "9", "10"]


def test_a_new_book_has_a_name_and_is_exported_for_others() -> None:
    """A book made here is empty elsewhere."""
    book, uid = add_entry(new_book("  The\n harbour "), {"title": value("title", "Tide")})
    assert (book.name, uid, book.dialect) == ("The harbour", "0", "sillytavern")
    [written] = exported(book)["entries"].values()
    assert {"uid", "key", "selectiveLogic", "position", "disable", "displayIndex", "useProbability"} <= written.keys()
    assert found(book, uid) == WorldEntry("0", comment="Tide")
    assert renamed(book, "Quay").name == "Quay"
    assert renamed(read(DIALECTS["moechat"]), "Quay").name == "Quay"


@given(KEYS)
def test_keys_are_typed_as_they_are_shown(keys: list[str]) -> None:
    """Whoever opens a form and sends it back has other keys."""
    given_keys = tuple(key for key in keys if key)
    assert read_keys(written_keys(given_keys)) == given_keys


@given(st.text(st.sampled_from('ab/,"[]\\，\n'), max_size=40))
def test_any_text_is_keys(text: str) -> None:
    """A slip between two commas is answered with an error."""
    assert read_keys(written_keys(read_keys(text))) == read_keys(text)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("position", "somewhere"),
        ("always", "perhaps"),
        ("depth", "2.5"),
        ("depth", "-1"),
        ("chance", "101"),
        ("chance", "nan"),
        ("order", "inf"),
        ("triggers", "normal, always"),
        ("always", "chat"),
    ],
)
def test_what_makes_no_sense_is_no_value(name: str, typed: str) -> None:
    """A slip is taken for a value, and the entry is never told again."""
    assert read_value(ENTRY_FIELDS[name], typed) is None


def test_every_position_has_a_word() -> None:
    """An entry cannot be put where SillyTavern can put it."""
    book = read(WORLD)
    told = [
        found(edit_entry(book, "3", {"position": value("position", it)}), "3").position
        for it in ENTRY_FIELDS["position"].choices
    ]
    assert told == [*Position]
