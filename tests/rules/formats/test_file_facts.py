"""What people are told of a file before they say yes."""

from typing import Any

import pytest

from engine.rules.asked_scripts import asked_scripts
from engine.rules.file_facts import REFUSED_SHOWN, contents_of
from engine.values.chats.notices import Notice
from tests.rules.formats.card_samples import V2, dump


def facts(keys: list[str]) -> dict[str, Notice]:
    entries = {str(uid): {"key": [key], "content": "x"} for uid, key in enumerate(keys)}
    return {it.message: it for it in contents_of(dump({"entries": entries}), "Shop.json").facts}


def test_regexes_of_a_book_are_tried_within_a_limit() -> None:
    """A file of a hundred kilobytes would keep the house busy for a minute before anyone said yes to it."""
    told = facts([f"/a{{1,{100 + number % 900}}}b{number}/" for number in range(2_000)])
    assert told["file-keys-refused-more"].data["count"] > 2_000 // 2 - REFUSED_SHOWN


def test_sound_regexes_are_not_spoken_of() -> None:
    """A book that works would be shown as one that does not."""
    assert not any(name.startswith("file-key") for name in facts([f"/dragons?{number}/i" for number in range(300)]))
    assert "file-key-refused" not in facts([r"/(a)\1/", "/a(?=b)c/"])
    assert "file-key-refused" in facts([r"/\p{Klingon}/u"])


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("character_book", {"character_book": ["x"]}),
        ("character_book", {"character_book": {"entries": "x"}}),
        ("character_book", {"character_book": {"entries": [{"keys": ["a"]}] * 10_001}}),
        ("regex_scripts", {"extensions": {"regex_scripts": [{"findRegex": "/a/"}] * 1_001}}),
    ],
)
def test_a_part_of_a_card_that_cannot_be_used_is_named(name: str, changes: dict[str, Any]) -> None:
    """A character would come without its world, and nobody would say that there is one in the file."""
    data = dump(V2 | {"data": V2["data"] | changes})  # type: ignore[operator] - a dict of dicts
    told = {it.message: it.data for it in contents_of(data, "Ada.json").facts}
    assert told["file-card-broken"] == {"count": 1, "names": name}
    assert asked_scripts(data, "Ada.json") == ()


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ((("main", True), ("chatHistory", True)), False),
        ((("main", True), ("chatHistory", False)), True),
        ((("main", True),), True),
        ((), False),
    ],
)
def test_a_preset_that_leaves_out_the_chat_says_so(order: tuple[tuple[str, bool], ...], told: bool) -> None:
    """A character would answer to nothing under SillyTavern's rules, and its owner search elsewhere for the cause."""
    rows = [{"identifier": name, "enabled": on} for name, on in order]
    data = {
        "prompts": [{"identifier": "main", "content": "Main."}],
        "prompt_order": [{"character_id": 100001, "order": rows}],
    }
    assert ("file-preset-no-chat" in {it.message for it in contents_of(dump(data), "P.json").facts}) == told


def test_what_a_file_writes_for_sillytavern_alone_is_told() -> None:
    """An author would find empty places and unsent texts in the prompt, and nobody have said so."""
    prompts = [
        {"identifier": "main", "content": "{{INSTRUCTINPUT}}{{ #instructInput }}{{user}}", "system_prompt": True},
        {"identifier": "own", "name": "Mine", "content": "{{charPrefix}}{{unknown}}", "system_prompt": True},
    ]
    order = [{"character_id": 100001, "order": [{"identifier": it["identifier"], "enabled": True} for it in prompts]}]
    told = {
        it.message: it.data for it in contents_of(dump({"prompts": prompts, "prompt_order": order}), "P.json").facts
    }
    assert told["file-macros-unfilled"] == {"count": 2, "names": "{{instructInput}}, {{charPrefix}}"}
    assert told["file-preset-unsent"] == {"count": 1, "names": "Mine"}
    assert (told["file-preset"]["prompts"], told["file-preset"]["sent"]) == (2, 1)
    book = {"entries": {"0": {"key": ["a"], "content": "{{instructStop}} {{char}}"}}}
    assert "file-macros-unfilled" in {it.message for it in contents_of(dump(book), "B.json").facts}
    assert "file-macros-unfilled" not in facts(["dragon"])
