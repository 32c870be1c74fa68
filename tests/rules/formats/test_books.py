"""World-info files, field by field."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError, JsonBroken, NotABook, TooManyEntries
from engine.rules.formats.books.books import book_from_json, merge_books, read_book, write_book
from engine.values.characters.worlds import MAX_ORDER, Force, Logic, Position, ScanSource, WorldEntry
from engine.values.documents import JsonObject
from engine.values.models.prompts import Generation, Role
from tests import share
from tests.rules.formats.book_samples import ENTRY, WORLD
from tests.rules.formats.card_samples import V2, dump, png


def entry(**fields: Any) -> WorldEntry:
    return book_from_json({"entries": {"0": {"key": ["a"], **fields}}}).entries[0]


FIELDS: list[tuple[str, str, Any, Any]] = [
    ("uid", "uid", "3", "0"),
    ("key", "keys", ("clock", "/tick(s|ed)/i"), ()),
    ("keysecondary", "secondary_keys", ("shop",), ()),
    ("comment", "comment", "The clock", ""),
    ("content", "content", "It ticks.", ""),
    ("vectorized", "vectorized", True, False),
    ("selectiveLogic", "logic", Logic.AND_ALL, Logic.AND_ANY),
    ("order", "order", 50, 100),
    ("position", "position", Position.AT_DEPTH, Position.BEFORE_CHARACTER),
    ("depth", "depth", 2, 4),
    ("role", "role", Role.USER, Role.SYSTEM),
    ("outletName", "outlet", "hall", ""),
    ("probability", "probability", 40, 100),
    ("excludeRecursion", "exclude_recursion", True, False),
    ("preventRecursion", "prevent_recursion", True, False),
    ("delayUntilRecursion", "delay_until_recursion", 2, 0),
    ("scanDepth", "scan_depth", 7, None),
    ("caseSensitive", "case_sensitive", True, None),
    ("matchWholeWords", "whole_words", False, None),
    ("useGroupScoring", "group_scoring", True, None),
    ("group", "groups", ("things", "brass"), ()),
    ("groupOverride", "group_override", True, False),
    ("groupWeight", "group_weight", 30, 100),
    ("sticky", "sticky", 4, 0),
    ("cooldown", "cooldown", 5, 0),
    ("delay", "delay", 6, 0),
    ("ignoreBudget", "ignore_budget", True, False),
    ("triggers", "triggers", {Generation.NORMAL, Generation.SWIPE}, set()),
]


@pytest.mark.parametrize(("field", "ours", "value", "default"), FIELDS, ids=[field for field, *_ in FIELDS])
def test_every_field_is_read(field: str, ours: str, value: Any, default: Any) -> None:
    """An entry would do something else than what its author set in SillyTavern."""
    given = book_from_json(WORLD).entries[0]
    without = {name: kept for name, kept in ENTRY.items() if name != field}
    assert getattr(given, ours) == value
    assert getattr(book_from_json({"entries": {"0": without}}).entries[0], ours) == default


@pytest.mark.parametrize(
    ("fields", "ours", "value"),
    [
        ({"constant": True}, "constant", True),
        ({"selective": False}, "selective", False),
        ({"disable": True}, "enabled", False),
        ({"useProbability": False, "probability": 3}, "probability", 100),
        ({"probability": None}, "probability", 100),
        ({"delayUntilRecursion": True}, "delay_until_recursion", 1),
        ({"delayUntilRecursion": False}, "delay_until_recursion", 0),
        ({"role": None}, "role", Role.SYSTEM),
        ({"role": 2}, "role", Role.ASSISTANT),
        ({"scanDepth": 0}, "scan_depth", 0),
        ({"position": 7}, "position", Position.OUTLET),
        ({"key": "clock, watch"}, "keys", ("clock", "watch")),
        ({"key": "/a{1,2}/i"}, "keys", ("/a{1,2}/i",)),
        ({"key": [" clock ", "", 7]}, "keys", ("clock", "7")),
        ({"matchScenario": True}, "sources", {ScanSource.SCENARIO}),
        ({"characterFilterNames": ["Ada"]}, "filter_names", ("Ada",)),
        ({"characterFilterTags": ["calm"]}, "filter_tags", ("calm",)),
        ({"characterFilterExclude": True}, "filter_exclude", True),
        ({"content": "@@activate\nIt ticks."}, "force", Force.ACTIVATE),
        ({"content": "@@unknown\n@@@dont_activate\nIt ticks."}, "force", Force.DONT_ACTIVATE),
        ({"content": "@@activate\nIt ticks."}, "content", "It ticks."),
        ({"content": "@@depth 0\nIt ticks."}, "position", Position.BEFORE_CHARACTER),
        ({"content": "Say @@activate."}, "content", "Say @@activate."),
    ],
)
def test_what_values_mean(fields: dict[str, Any], ours: str, value: Any) -> None:
    """An entry would do something else than it does in SillyTavern."""
    assert getattr(entry(**fields), ours) == value


def test_all_sources_and_the_filter_are_read() -> None:
    """An entry would be looked for in the wrong texts, or tell one character's secrets to all."""
    read = book_from_json(WORLD).entries[0]
    assert read.sources == frozenset(ScanSource)
    assert (read.filter_names, read.filter_tags, read.filter_exclude) == (("Ada",), ("calm",), True)


@pytest.mark.parametrize("wrong", [None, "x", [], {}, [{}], {"a": 1}], ids=repr)
@pytest.mark.parametrize("field", [*ENTRY])
def test_wrong_types_fall_back(field: str, wrong: Any) -> None:
    """One odd value in an entry would stop a whole book from being imported."""
    assert len(book_from_json({"entries": [{**ENTRY, field: wrong}]}).entries) == 1


@pytest.mark.parametrize(
    ("field", "given", "ours", "held"),
    [
        ("depth", 10**50, "depth", 1_000),
        ("depth", -3, "depth", 0),
        ("scanDepth", 5_000, "scan_depth", 1_000),
        ("order", float("inf"), "order", MAX_ORDER),
        ("order", float("nan"), "order", 100),
        ("order", "250", "order", 250),
        ("probability", 700, "probability", 100),
        ("sticky", -1, "sticky", 0),
        ("position", 99, "position", Position.BEFORE_CHARACTER),
        ("selectiveLogic", -1, "logic", Logic.AND_ANY),
        ("role", 12, "role", Role.SYSTEM),
        ("depth", True, "depth", 4),
    ],
)
def test_numbers_are_held_in_range(field: str, given: Any, ours: str, held: Any) -> None:
    """A huge number in a file would break the prompt of every reply."""
    assert getattr(entry(**{field: given}), ours) == held


def test_a_world_info_file_goes_out_as_it_came_in() -> None:
    """Someone who takes their book back to SillyTavern would find fields missing."""
    assert json.loads(write_book(read_book(dump(WORLD)))) == WORLD


def test_entries_stand_in_the_order_of_their_numbers() -> None:
    """Of two entries with the same order the wrong one would stand last, or take the budget first."""
    entries: JsonObject = {key: {"uid": uid, "key": [key]} for uid, key in enumerate(["10", "x", "9", "07"])}
    book = book_from_json({"entries": entries}, "w")
    assert [it.keys for it in book.entries] == [("9",), ("10",), ("x",), ("07",)]
    assert list(entries) == list(json.loads(write_book(book))["entries"])


def test_entries_may_be_a_list_and_share_uids() -> None:
    """Entries of hand-made books would overwrite each other."""
    book = book_from_json({"entries": [ENTRY, ENTRY, {**ENTRY, "uid": 1}, "noise", None]})
    assert [read.uid for read in book.entries] == ["3", "1", "2"]


def test_a_book_is_named_after_itself_or_its_file() -> None:
    """A list of books would have entries without a name."""
    assert read_book(dump(WORLD), "x/other.json").name == "Clockworks"
    assert read_book(dump({"entries": {}}), "C:\\books\\My world.v2.json").name == "My world.v2"


def test_root_settings_of_a_world_info_file_do_not_count() -> None:
    """SillyTavern does not read them there; a book would behave differently here."""
    book = book_from_json({**WORLD, "scan_depth": 9, "token_budget": 1, "recursive_scanning": True})
    assert (book.scan_depth, book.token_budget, book.recursive) == (None, None, None)


def test_ignored_decorators_are_told() -> None:
    """Someone would wonder why a line of their entry has no effect."""
    assert book_from_json({"entries": [{"key": ["a"], "content": "@@depth 3\nIt ticks."}]}).warnings
    assert not book_from_json({"entries": [{"key": ["a"], "content": "@@activate\nIt ticks."}]}).warnings


def test_several_books_become_one() -> None:
    """Only one file of a world made of several would be used."""
    one = book_from_json({"entries": [{"uid": 0, "key": ["a"], "content": "A"}]})
    two = book_from_json({"type": "moechat", "data": {"b": "B"}})
    merged = merge_books("Both", [one, two, one])
    assert [(read.uid, read.content) for read in merged.entries] == [("0", "A"), ("1", "B"), ("2", "A")]
    assert read_book(write_book(merged)) == merged


def test_a_book_may_not_be_endless() -> None:
    """One file would fill the memory of the house."""
    entries: list[Any] = [{"key": ["a"]}] * 10_001
    with pytest.raises(TooManyEntries):
        book_from_json({"entries": entries})


@pytest.mark.parametrize(
    ("data", "seems"),
    [
        (dump(V2), "card"),
        (dump({"prompts": [], "temperature": 1}), "preset"),
        (dump({"temp": 1, "rep_pen": 1.1}), "text-preset"),
        (dump({"findRegex": "/a/"}), "scripts"),
        (dump([{"findRegex": "/a/"}]), "scripts"),
        (dump({"chat_metadata": {}}), "chat"),
        (dump({"power_user": {}}), "settings"),
        (dump({"main_text_color": "red"}), "theme"),
        (dump([1, 2]), "json"),
        (dump({"type": [], "kind": {}, "spec": 3, "data": []}), "json"),
        (dump({"entries": "none"}), "book"),
        (png(), "picture"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"Dear diary", "text"),
        (b"", "text"),
        (b"name: Ada\ngreeting: Hi\n", "card"),
    ],
)
def test_what_is_no_book_is_named(data: bytes, seems: str) -> None:
    """Someone who picked the wrong file would not learn which one they picked."""
    with pytest.raises(NotABook) as caught:
        read_book(data)
    assert caught.value.data == {"seems": seems}


def test_broken_json_says_where() -> None:
    """Someone could not find the comma they forgot."""
    with pytest.raises(JsonBroken):
        read_book(b'{"entries": ')


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=share.examples(40))
@given(st.dictionaries(st.sampled_from([*ENTRY]) | st.text(max_size=5), JSON, max_size=12))
def test_any_entry_survives_a_round_trip(fields: dict[str, Any]) -> None:
    """A book edited by another program would lose what it had on its way through."""
    try:
        book = read_book(dump({"entries": {"0": fields, "1": {"key": ["a"]}}}))
    except InputError:
        return
    assert read_book(write_book(book)).entries == book.entries
