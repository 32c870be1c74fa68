"""Chats of other programs come in with the right words in the right mouths."""

import json
from datetime import UTC, datetime

import pytest

from engine.errors import ChatLineTooLong, ChatTooManyLines, NotAChat
from engine.rules.formats.chats import foreign_chats
from engine.rules.formats.chats.chat_lines import MAX_TEXT
from engine.rules.formats.chats.chats import read_chat, read_chats, write_chat
from engine.values.story.notes import AuthorsNote
from engine.values.transfers.chats import ChatFile
from tests.rules.formats.chat_samples import (
    AGNAI,
    CAI,
    FOREIGN,
    KOBOLD,
    KOBOLD_TALK,
    OOBABOOGA,
    OOBABOOGA_OLD,
    RISU,
    RISU_ALL,
)


def read(raw) -> ChatFile:
    return read_chat(json.dumps(raw).encode())


def said(chat: ChatFile) -> list[tuple[str, bool, str]]:
    return [(line.name, line.by_person, line.text) for line in chat.lines]


def test_oobabooga():
    """Words must not come in with HTML escapes, and the greeting not as something a person said."""
    assert said(read(OOBABOOGA)) == [("", False, "Come in."), ("", True, "It's me & you"), ("", False, "So it is.")]


def test_oobabooga_of_old():
    """The older files have only what was shown."""
    assert said(read(OOBABOOGA_OLD)) == [("", True, "Hi & hello"), ("", False, "Come in."), ("", False, "Well?")]


def test_a_name_from_the_file():
    """A chat that names nobody is with whom its file is called after."""
    chat = read_chat(json.dumps(OOBABOOGA).encode(), "Ada_persistent.json")
    assert chat.character_name == "Ada"
    assert [line.name for line in chat.lines] == ["Ada", "", "Ada"]


def test_agnai():
    """Other versions of a message are swipes, and the speakers keep their names."""
    chat = read(AGNAI)
    assert said(chat) == [("Ada", False, "Come in."), ("Kim", True, "Hi.")]
    assert chat.lines[0].swipes == ("Come in.", "Enter.")
    assert chat.lines[0].said_at == datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert (chat.user_name, chat.character_name) == ("Kim", "Ada")


def test_cai_tools():
    """Of several histories, the first that holds something is used, and the person is told."""
    chat = read(CAI)
    assert said(chat) == [("Ada", False, "Come in."), ("Kim", True, "Hi.")]
    assert chat.warnings == (foreign_chats.SEVERAL,)
    assert [len(it.lines) for it in read_chats(json.dumps(CAI).encode())] == [2, 1, 0]


def test_kobold_with_marks():
    """In instruct mode the marks say who speaks; a colon in a reply does not."""
    chat = read(KOBOLD)
    assert (chat.user_name, chat.character_name) == ("Kim", "Ada")
    assert said(chat) == [
        ("Kim", True, "Hi."),
        ("Ada", False, "Come in."),
        ("Kim", True, "Thanks."),
        ("Ada", False, "Sit: there."),
    ]


def test_kobold_with_names():
    """In chat mode the names at the line starts say who speaks."""
    assert said(read(KOBOLD_TALK)) == [
        ("Ada", False, "Come in."),
        ("Kim", True, "Hi."),
        ("Bob", False, "Hello,\nyou two."),
        ("Kim", True, "Bye."),
    ]


def test_risu():
    """The note of a chat must come with it."""
    chat = read(RISU)
    assert said(chat) == [("", False, "Come in."), ("", True, "Hi.")]
    assert chat.note == AuthorsNote("Stay dry.")
    assert chat.lines[0].said_at == datetime(2024, 6, 5, 14, 56, 50, 682000, tzinfo=UTC)
    assert [len(it.lines) for it in read_chats(json.dumps(RISU_ALL).encode())] == [2, 1]


@pytest.mark.parametrize("program", FOREIGN)
def test_becomes_a_sillytavern_chat(program):
    """What came from anywhere must go out in a form that others can read."""
    chat = read(FOREIGN[program])
    again = read_chat(write_chat(chat))
    assert said(again) == said(chat)
    assert [line.swipes for line in again.lines] == [line.swipes for line in chat.lines]


@pytest.mark.parametrize(
    "raw",
    [
        {"savedsettings": 1, "actions": 2},
        {"savedsettings": {"chatname": "(", "chatopponent": "[a"}, "actions": ["(: x", None, 4, {}]},
        {"histories": 3},
        {"histories": [{"msgs": [None, {"src": 1, "text": []}]}, 4]},
        {"data_visible": [[None, {}], [], [1]]},
        {"type": "risuChat", "data": None},
        {"type": "risuAllChats", "data": [1, {"message": 2}]},
        {"messages": [{"msg": None, "retries": 3}]},
        {"messages": []},
        {"visible": "x", "internal": []},
    ],
)
def test_odd_exports(raw):
    """A strange export must be read or refused, never stop the bot."""
    try:
        chat = read(raw)
    except NotAChat:
        return
    assert all(line.text.strip() for line in chat.lines)


def test_limits(monkeypatch):
    """A file made to fill the memory must be refused."""
    with pytest.raises(ChatLineTooLong):
        read({"data_visible": [["x" * (MAX_TEXT + 1), ""]]})
    monkeypatch.setattr(foreign_chats, "MAX_LINES", 2)
    with pytest.raises(ChatTooManyLines):
        read(OOBABOOGA)
