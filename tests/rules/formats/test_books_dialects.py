"""World books of other programs, and what a card says about its own."""

import json
from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import CardDamaged
from engine.rules.formats.books.books import as_character_book, book_from_json, card_book, read_book, write_book
from engine.rules.formats.cards.cards import card_from_json
from engine.values.characters.worlds import Force, Position, WorldBook, WorldEntry
from engine.values.models.prompts import Role
from tests.rules.formats.book_samples import AGNAI, CARD_BOOK, DIALECTS, LOREBOOK_V3, NOVELAI, RISU, WORLD, YAML
from tests.rules.formats.card_samples import V2, chunk, dump, png, text_chunk


def only(raw: dict[str, Any]) -> WorldEntry:
    return book_from_json(raw).entries[0]


def in_card(content: str = "It ticks.", **fields: Any) -> WorldEntry:
    return only({"entries": [{"keys": ["clock"], "content": content, **fields}]})


def same(left: WorldBook, right: WorldBook) -> bool:
    return replace(left, raw={}, dialect="") == replace(right, raw={}, dialect="")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_is_known_and_goes_out_as_world_info(dialect: str) -> None:
    """A book made elsewhere would be refused, or change on its way to SillyTavern."""
    book = read_book(dump(DIALECTS[dialect]), "Shop.json")
    assert book.dialect == dialect
    assert same(read_book(write_book(book)), book)
    if dialect != "sillytavern":
        assert json.loads(write_book(book))["originalData"] == DIALECTS[dialect]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_fits_into_a_card(dialect: str) -> None:
    """A character sent with their book would know less than before."""
    book = read_book(dump(DIALECTS[dialect]), "Shop")
    again = book_from_json(as_character_book(book))
    assert [entry.content for entry in again.entries] == [entry.content for entry in book.entries]
    assert [entry.keys for entry in again.entries] == [entry.keys for entry in book.entries]
    assert [entry.position for entry in again.entries] == [entry.position for entry in book.entries]


def test_a_world_info_book_is_whole_in_a_card() -> None:
    """SillyTavern would read other settings from the card than from the file."""
    raw: Any = as_character_book(book_from_json(WORLD))
    written = raw["entries"][0]
    assert written["use_regex"] is True
    assert written["extensions"]["exclude_recursion"] is True
    assert book_from_json(raw).entries == book_from_json(WORLD).entries


def test_a_cards_book() -> None:
    """A character's own book would not work as its author wrote it."""
    book = card_book(card_from_json({**V2, "data": {**V2["data"], "character_book": CARD_BOOK}}))
    assert book is not None
    assert (book.name, book.description, book.scan_depth, book.token_budget, book.recursive) == (
        "Shop",
        "Things in the shop.",
        5,
        300,
        True,
    )
    second, first = book.entries  # by their numbers; one without gets that of its place
    assert (first.uid, first.keys, first.secondary_keys, first.order, first.priority) == (
        "7",
        ("clock",),
        ("brass",),
        10,
        2,
    )
    assert (first.position, first.depth, first.role, first.case_sensitive) == (
        Position.AT_DEPTH,
        3,
        Role.ASSISTANT,
        True,
    )
    assert (second.comment, second.enabled, second.position) == ("Bell", False, Position.AFTER_CHARACTER)
    assert as_character_book(book) == CARD_BOOK


def test_a_book_without_a_name_has_its_characters() -> None:
    """A list of books would have an entry without a name."""
    book = card_book(card_from_json(V2))
    assert book is not None
    assert book.name == "Ada"


@pytest.mark.parametrize("book", [None, {}, {"entries": []}, {"entries": None}, "text"])
def test_a_card_without_entries_has_no_book(book: Any) -> None:
    """An empty book would be offered for import."""
    assert card_book(card_from_json({"spec": "chara_card_v2", "data": {"name": "Ada", "character_book": book}})) is None


@pytest.mark.parametrize(
    ("extensions", "ours", "value"),
    [
        ({"position": 0}, "position", Position.BEFORE_CHARACTER),
        ({"position": 4, "depth": 9, "role": 2}, "role", Role.ASSISTANT),
        ({"exclude_recursion": True}, "exclude_recursion", True),
        ({"delay_until_recursion": True}, "delay_until_recursion", 1),
        ({"probability": 30, "useProbability": True}, "probability", 30),
        ({"selectiveLogic": 2}, "logic", 2),
        ({"group": "a,b"}, "groups", ("a", "b")),
        ({"scan_depth": 3}, "scan_depth", 3),
        ({"case_sensitive": False}, "case_sensitive", False),
        ({"match_whole_words": True}, "whole_words", True),
        ({"outlet_name": "x"}, "outlet", "x"),
        ({"sticky": 3}, "sticky", 3),
        ({"ignore_budget": True}, "ignore_budget", True),
    ],
)
def test_extensions_of_a_card_entry_win(extensions: dict[str, Any], ours: str, value: Any) -> None:
    """A book exported by SillyTavern inside a card would lose its settings."""
    read = in_card(extensions=extensions, position="after_char", case_sensitive=True)
    assert getattr(read, ours) == value


def test_regex_keys_are_meant_where_they_are_said() -> None:
    """Words would be taken for patterns in every book SillyTavern wrote, or patterns for words in others."""
    assert in_card(use_regex=True, keys=["c.*k"]).regex
    assert not in_card(use_regex=True, keys=["Mr. C"], extensions={"position": 1}).regex
    bare = in_card(use_regex=True, constant=True, secondary_keys=["x"], selective=True)
    assert (bare.constant, bare.secondary_keys) == (False, ())


@pytest.mark.parametrize(
    ("lines", "ours", "value"),
    [
        ("@@activate", "force", Force.ACTIVATE),
        ("@@dont_activate", "force", Force.DONT_ACTIVATE),
        ("@@dont_activate\n@@activate", "force", Force.ACTIVATE),
        ("@@activate_only_after 5", "after", 5),
        ("@@activate_only_every 3", "every", 3),
        ("@@keep_activate_after_match", "sticky", 1_000_000),
        ("@@dont_activate_after_match", "cooldown", 1_000_000),
        ("@@depth 2", "depth", 2),
        ("@@depth 2", "position", Position.AT_DEPTH),
        ("@@depth -4", "depth", 0),
        ("@@depth 2\n@@position after_desc", "position", Position.AFTER_CHARACTER),
        ("@@position before_desc\n@@depth 2", "position", Position.BEFORE_CHARACTER),
        ("@@reverse_depth 1", "reverse_depth", True),
        ("@@reverse_depth 1\n@@depth 2", "reverse_depth", False),
        ("@@reverse_depth 1\n@@depth 2", "depth", 2),
        ("@@role user", "role", Role.USER),
        ("@@scan_depth 6", "scan_depth", 6),
        ("@@is_greeting 0", "greeting", 0),
        ("@@additional_keys a, b\n@@additional_keys c", "secondary_keys", ("a", "b", "c")),
        ("@@exclude_keys x,y", "exclude_keys", ("x", "y")),
        ("@@depth 1\n@@depth 9", "depth", 1),
        ("@@depth far\n@@@role user", "role", Role.USER),
        ("@@new 1\n@@@newer 2\n@@@newest\n@@@a\n@@@b\n@@@depth 5", "depth", 5),
        ("@@depth 5\n@@@role user", "role", Role.SYSTEM),
    ],
)
def test_decorators(lines: str, ours: str, value: Any) -> None:
    """An entry would stand elsewhere, or hold at other times, than its author wrote."""
    read = in_card(f"{lines}\nIt ticks.\n@@depth 9")
    assert getattr(read, ours) == value
    assert read.content == "It ticks.\n@@depth 9"


def test_additional_keys_are_asked_for_besides_a_key() -> None:
    """An entry would come without the second word its author asked for."""
    read = in_card("@@additional_keys brass\nIt ticks.")
    assert (read.selective, read.secondary_keys, read.keys) == (True, ("brass",), ("clock",))
    assert in_card("@@additional_keys brass\nIt ticks.", use_regex=True).keys == ("clock", "brass")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("@@is_user_icon x\nIt ticks.", True),
        ("@@depth far\nIt ticks.", True),
        ("@@new\n@@@depth 1\nIt ticks.", False),
        ("@@depth 1\n@@@new\nIt ticks.", False),
        ("It ticks.", False),
    ],
)
def test_decorators_without_effect_are_told(content: str, told: bool) -> None:
    """Someone would wonder why a line of their book has no effect."""
    assert bool(book_from_json({"entries": [{"keys": ["a"], "content": content}]}).warnings) == told


def test_lorebook_v3() -> None:
    """A book of the V3 specification would be refused."""
    book = book_from_json(LOREBOOK_V3)
    assert (book.name, len(book.entries), book.scan_depth) == ("Shop", 2, 5)


def test_novelai() -> None:
    """A lorebook of NovelAI would be read in the wrong order or not at all."""
    read = only(NOVELAI)
    assert (read.keys, read.content, read.comment, read.order) == (("clock", "watch"), "It ticks.", "Clock", 400)


def test_novelai_in_a_picture() -> None:
    """NovelAI shares lorebooks as pictures; they would be refused."""
    assert read_book(png(text_chunk("naidata", NOVELAI)), "Clock.png").entries == book_from_json(NOVELAI).entries
    with pytest.raises(CardDamaged):
        read_book(png(chunk(b"tEXt", b"naidata\0" + b64encode(b"{}x")[:-3])))


def test_agnai() -> None:
    """A memory book of Agnai would be read in the wrong order or not at all."""
    read = only(AGNAI)
    assert (read.keys, read.content, read.comment, read.order, read.priority) == (
        ("clock",),
        "It ticks.",
        "Clock",
        5,
        9,
    )


def test_risu() -> None:
    """A lorebook of Risu would lose its keys."""
    read = only(RISU)
    assert (read.keys, read.secondary_keys, read.order, read.probability, read.every, read.content) == (
        ("clock", "watch"),
        ("brass",),
        30,
        60,
        4,
        "It ticks.",
    )


def test_keyword_and_description_in_yaml() -> None:
    """A world of MoeChat would be refused, or only its first keyword would work."""
    book = read_book(YAML.encode(), "店.yaml")
    assert (book.name, book.dialect) == ("店", "moechat")
    assert [(entry.keys, entry.content) for entry in book.entries] == [
        (("钟表", "怀表"), "滴答作响。"),
        (("柜台",), "木头的。\n"),
        (("橱窗",), "朝南。"),
    ]
    assert book_from_json(book.raw, "店") == book
