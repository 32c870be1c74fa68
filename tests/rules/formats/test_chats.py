"""SillyTavern chats come in with everything in them, and go out equal."""

import json
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import (
    ChatLineBroken,
    ChatLineNotMessage,
    ChatLineTooLong,
    ChatTooManyLines,
    ChatTooManySwipes,
    ChatTooManyValues,
    FileTooBig,
    InputError,
    NotAChat,
)
from engine.rules.formats.chats import chats
from engine.rules.formats.chats.chat_dates import read_date, write_date
from engine.rules.formats.chats.chat_lines import MAX_SWIPES, MAX_TEXT, speaks_as
from engine.rules.formats.chats.chats import read_chat, write_chat
from engine.values.characters.lore_timers import LoreTimers, Timer
from engine.values.models.prompts import Role
from engine.values.story.notes import AuthorsNote, Inject, NotePosition
from engine.values.transfers.chats import ChatFile, ChatLine
from tests.rules.formats.chat_samples import ANSWERED, ASKED, GREETING, HEADER, OF_2023, WHOLE, jsonl, objects


def test_what_was_said():
    """Someone moves in and finds words, speakers, swipes or times missing."""
    chat = read_chat(WHOLE)
    assert (chat.user_name, chat.character_name) == ("Kim", "Ada")
    assert [(line.name, line.by_person, line.text) for line in chat.lines] == [
        ("Ada", False, "Good evening."),
        ("Kim", True, "Hi.\nIs anyone here?"),
        ("Ada", False, "I am."),
    ]
    assert chat.lines[0].swipes == ("Come in.", "Good evening.")
    assert chat.lines[0].chosen == 1
    assert chat.lines[2].original_avatar == "Ada.png"
    assert [line.said_at for line in chat.lines] == [
        datetime(2023, 6, 19, 14, 20, tzinfo=UTC),
        datetime(2024, 5, 1, 12, tzinfo=UTC),
        datetime(2024, 6, 5, 14, 56, 50, 682000, tzinfo=UTC),
    ]


def test_what_was_added_to_the_talk():
    """The author's note, variables, timers, injected texts and the chat's book must go on working."""
    chat = read_chat(WHOLE)
    assert chat.note == AuthorsNote("It is raining.", NotePosition.IN_CHAT, 3, Role.USER, 2)
    assert dict(chat.variables) == {"gold": "12", "mood": "dry", "seen": "[1,2]", "open": "true"}
    assert [(timer.book, timer.uid, timer.start, timer.end) for timer in chat.timers.sticky] == [("Town", "7", 4, 9)]
    assert chat.injects == (Inject("weather", "A storm.", NotePosition.IN_CHAT, 2, Role.SYSTEM, scan=True),)
    assert (chat.world, chat.scenario) == ("Town", "A shop at night.")
    assert chat.header["chat_metadata"]["main_chat"] == "Ada - 2024-6-1@10h00m00s"  # type: ignore[index] - an object


def test_goes_out_equal():
    """Someone moves back and has lost what only the other program knows."""
    assert objects(write_chat(read_chat(WHOLE))) == objects(WHOLE)


def test_dialect_of_2023():
    """The oldest chats are the ones people would miss most."""
    chat = read_chat(jsonl(*OF_2023))
    assert [(line.name, line.text) for line in chat.lines] == [("Ada", "Hello."), ("You", "Hi.")]
    assert chat.lines[1].said_at == datetime(2023, 3, 28, 10, 40, 5, tzinfo=UTC)
    assert objects(write_chat(chat)) == OF_2023


def test_without_header():
    """Old group chats begin with the first message; it must not be taken for a header."""
    data = jsonl(GREETING, ASKED)
    chat = read_chat(data)
    assert [line.text for line in chat.lines] == ["Good evening.", "Hi.\nIs anyone here?"]
    assert (chat.user_name, chat.character_name) == ("Kim", "Ada")
    assert objects(write_chat(chat)) == objects(data)


@pytest.mark.parametrize("named", ["unused", ""])
def test_names_from_lines(named):
    """Newer chats do not tell the names at the top; people would be called "unused"."""
    header = HEADER | {"user_name": named, "character_name": named}
    hidden = GREETING | {"name": "SillyTavern System", "is_system": True}
    narrator = GREETING | {"name": "Narrator", "extra": {"type": "narrator"}}
    data = jsonl(header, hidden, narrator, GREETING, ASKED)
    chat = read_chat(data)
    assert (chat.user_name, chat.character_name) == ("Kim", "Ada")
    assert objects(write_chat(chat)) == objects(data)


def test_lines_without_names():
    """A line that names nobody still has a speaker, and is not written back with a made-up field."""
    data = jsonl(HEADER, {"is_user": True, "mes": "Hi."}, {"is_user": False, "mes": "Hello."})
    chat = read_chat(data)
    assert [line.name for line in chat.lines] == ["Kim", "Ada"]
    assert objects(write_chat(chat)) == objects(data)


def test_names_from_the_file():
    """A chat without a word in it is still known to be with someone."""
    header = {"chat_metadata": {}, "user_name": "unused", "character_name": "unused"}
    assert read_chat(jsonl(header), "chats/Ada - 2024-5-1@10h00m00s.jsonl").character_name == "Ada"
    assert read_chat(jsonl(header), "Branch #2 - 2024-5-1@10h00m00s.jsonl").character_name == ""


def test_hidden_narrator_and_comment():
    """What was hidden from the model must stay hidden, and a narrator must not speak as the character."""
    comment = {"name": "Note", "is_user": False, "is_system": True, "mes": "to self", "extra": {"type": "comment"}}
    narrator = {"name": "System", "is_user": False, "is_system": False, "mes": "Rain.", "extra": {"type": "narrator"}}
    chat = read_chat(jsonl(HEADER, comment, narrator, ASKED, ANSWERED))
    assert [line.hidden for line in chat.lines] == [True, False, False, False]
    assert [speaks_as(line) for line in chat.lines[1:]] == [Role.SYSTEM, Role.USER, Role.ASSISTANT]


@pytest.mark.parametrize(
    ("fields", "swipes", "chosen"),
    [
        ({"swipe_id": 0}, ("edited", "b"), 0),
        ({"swipe_id": 9}, ("a", "b", "edited"), 2),
        ({}, ("a", "b", "edited"), 2),
        ({"mes": "b"}, ("a", "b"), 1),
        ({"mes": None, "swipe_id": 1}, ("a", "b"), 1),
        ({"mes": {"message": "b"}, "swipes": [{"message": "a"}, {"message": "b"}]}, ("a", "b"), 1),
    ],
)
def test_the_shown_text_is_the_chosen_swipe(fields, swipes, chosen):
    """Someone goes on with another text than the one they last saw."""
    line = read_chat(jsonl(HEADER, {"name": "Ada", "mes": "edited", "swipes": ["a", "b"]} | fields)).lines[0]
    assert (line.swipes, line.chosen) == (swipes, chosen)
    assert line.text == swipes[chosen]


@pytest.mark.parametrize("bad", [b'{"name": "Ada", "mes": "x"', b"nonsense", b"[" * 200, b'{"mes":"\xff"}'])
def test_a_bad_line_is_named(bad):
    """Half a chat must not come in, and people must know where to look."""
    with pytest.raises(ChatLineBroken) as refused:
        read_chat(jsonl(HEADER, GREETING) + b"\n\n" + bad + b"\n" + jsonl(ASKED))
    assert refused.value.data["line"] == 4


@pytest.mark.parametrize("bad", [b'{"mes": "x"', b'{"name": "Ada", "mes": "x"}, {"mes": "y"}'])
def test_a_bad_line_deep_in_a_long_chat(bad):
    """Reading many lines together must not blur which one is bad, nor lose any."""
    lines = [json.dumps(ASKED | {"mes": str(number)}).encode() for number in range(350)]
    assert [line.text for line in read_chat(b"\n".join(lines)).lines] == [str(number) for number in range(350)]
    lines[230] = bad
    with pytest.raises(ChatLineBroken) as refused:
        read_chat(b"\n".join(lines))
    assert refused.value.data["line"] == 231


@pytest.mark.parametrize("bad", [b"[]", b"7", b'{"x": 1}', b'{"name": "Ada", "mes": null}'])
def test_a_line_that_is_no_message_is_named(bad):
    """A foreign line in a chat must not become an empty message."""
    with pytest.raises(ChatLineNotMessage) as refused:
        read_chat(jsonl(HEADER, GREETING) + b"\n" + bad)
    assert refused.value.data["line"] == 3


def test_a_cut_last_line_is_told():
    """A download that stopped early is worth having, but not silently."""
    data = WHOLE[: -len(jsonl(ANSWERED)) // 2]
    chat = read_chat(data)
    assert [line.text for line in chat.lines] == ["Good evening.", "Hi.\nIs anyone here?"]
    assert chat.warnings == (chats.CUT,)


def test_a_broken_last_line_that_ends():
    """A last line that is there in full and broken is no download that stopped."""
    with pytest.raises(ChatLineBroken):
        read_chat(jsonl(HEADER, GREETING) + b'\n{"name": "Ada", "mes"\n')


def test_a_broken_first_line():
    """A damaged header must be told as a line of a chat, not as a puzzle about JSON."""
    with pytest.raises(ChatLineBroken) as refused:
        read_chat(b'{"user_name": "Kim", \n' + jsonl(GREETING, ASKED))
    assert refused.value.data["line"] == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_encodings(encoding):
    """A chat saved by a plain editor on Windows must come in."""
    text = "\r\n".join(json.dumps(raw, ensure_ascii=False) for raw in (HEADER, GREETING | {"name": "思い出"}))
    assert read_chat(text.encode(encoding)).lines[0].name == "思い出"


def test_lines_as_one_list():
    """Some programs write the lines as one JSON list."""
    assert read_chat(json.dumps([HEADER, GREETING, ASKED], indent=1).encode()).lines == read_chat(WHOLE).lines[:2]


def test_texts_are_cleaned():
    """Nothing that a database or a terminal chokes on may come in."""
    line = read_chat(jsonl(HEADER, {"name": "A\x1b\nda", "is_user": False, "mes": "a\0b\x07\r\nc"})).lines[0]
    assert (line.name, line.text) == ("A da", "ab\nc")


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"{}", b"[]", b"[1]", b'{"a": 1}\n{"b": 2}', b'{"name": "Ada"}', b"null"]
)
def test_no_chat(data):
    """Someone sends the wrong file and must be told so."""
    with pytest.raises(InputError):
        read_chat(data)


def test_limits(monkeypatch):
    """A file made to fill the memory must be refused before it does."""
    with pytest.raises(FileTooBig):
        read_chat(bytes(chats.MAX_BYTES + 1))
    with pytest.raises(ChatTooManyValues):
        read_chat(b"[" * (chats.MAX_VALUES + 1))
    with pytest.raises(ChatTooManyLines):
        read_chat(b"\n" * (2 * chats.MAX_LINES + 1))
    with pytest.raises(ChatTooManySwipes):
        read_chat(jsonl(GREETING | {"swipes": ["x"] * (MAX_SWIPES + 1)}))
    with pytest.raises(ChatLineTooLong):
        read_chat(jsonl(GREETING | {"mes": "x" * (MAX_TEXT + 1)}))
    monkeypatch.setattr(chats, "MAX_LINES", 2)
    assert len(read_chat(jsonl(HEADER, GREETING, ASKED)).lines) == 2
    with pytest.raises(ChatTooManyLines):
        read_chat(WHOLE)


def test_changed_lines():
    """What was edited here must be in the export, with the line's unknown fields still there."""
    chat = read_chat(WHOLE)
    first = replace(chat.lines[0], text="Good night.", swipes=("Come in.", "Good night."))
    third = replace(chat.lines[2], hidden=True)
    header, greeting, asked, answered = objects(write_chat(replace(chat, lines=(first, chat.lines[1], third))))
    assert (header, asked) == (HEADER, ASKED)
    assert greeting == GREETING | {"mes": "Good night.", "swipes": ["Come in.", "Good night."]}
    assert answered == ANSWERED | {"is_system": True}


def test_changed_metadata():
    """A note changed here must be in the export, and what else the header says must not be lost."""
    chat = read_chat(WHOLE)
    changed = replace(
        chat,
        note=None,
        variables=(("gold", "13"), ("open", "true")),
        injects=(),
        timers=LoreTimers(),
        world="",
        scenario="x",
    )
    metadata = objects(write_chat(changed))[0]["chat_metadata"]
    assert metadata["note_prompt"] == ""
    assert metadata["variables"] == {"gold": "13", "open": True}
    assert metadata["integrity"] == "f3b1"
    assert replace(read_chat(write_chat(changed)), header={}) == replace(changed, header={})


def test_a_chat_of_our_own():
    """A chat that began here must open in SillyTavern with its swipes, note and timers."""
    chat = ChatFile(
        user_name="Kim",
        character_name="Ada",
        lines=(
            ChatLine("Ada", False, "b", ("a", "b"), 1, said_at=datetime(2024, 5, 1, 12, tzinfo=UTC)),
            ChatLine("Kim", True, "Hi.", hidden=True),
        ),
        note=AuthorsNote("Dry.", NotePosition.BEFORE_MAIN, 2, Role.ASSISTANT, 0),
        injects=(Inject("i", "Rain.", NotePosition.NOWHERE, 0, Role.USER, scan=True),),
        variables=(("gold", "12"),),
        timers=LoreTimers(sticky=(Timer("Town", "7", "st:123", 4, 9),)),
        world="Town",
        scenario="A shop.",
    )
    header, first, second = objects(write_chat(chat))
    assert (header["user_name"], header["character_name"]) == ("Kim", "Ada")
    assert first["send_date"] == "2024-05-01T12:00:00.000Z"
    assert (first["mes"], first["swipes"], first["swipe_id"]) == ("b", ["a", "b"], 1)
    assert [info["extra"] for info in first["swipe_info"]] == [{}, {}]
    assert second == {"name": "Kim", "is_user": True, "is_system": True, "mes": "Hi.", "send_date": "", "extra": {}}
    again = read_chat(write_chat(chat))
    assert replace(again, header={}, lines=tuple(replace(line, raw={}) for line in again.lines)) == chat


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (1717599410682, datetime(2024, 6, 5, 14, 56, 50, 682000, tzinfo=UTC)),
        ("1717599410682", datetime(2024, 6, 5, 14, 56, 50, 682000, tzinfo=UTC)),
        (1717599410, datetime(2024, 6, 5, 14, 56, 50, tzinfo=UTC)),
        ("June 5, 2024 2:56pm", datetime(2024, 6, 5, 14, 56, tzinfo=UTC)),
        ("Jun 5, 2024 12:05 AM", datetime(2024, 6, 5, 0, 5, tzinfo=UTC)),
        ("2024-6-5 @14h 56m 50s 682ms", datetime(2024, 6, 5, 14, 56, 50, 682000, tzinfo=UTC)),
        ("2024-06-05@14h56m50s682ms", datetime(2024, 6, 5, 14, 56, 50, 682000, tzinfo=UTC)),
        ("2024-6-5@14h56m50s", datetime(2024, 6, 5, 14, 56, 50, tzinfo=UTC)),
        ("2024-06-05T22:56:50.682+08:00", datetime(2024, 6, 5, 14, 56, 50, 682000, tzinfo=UTC)),
        *((nothing, None) for nothing in (None, "", "soon", True, 0, -1, 1e300, [], {}, "Blursday 5, 2024 2:56pm")),
        *(
            (never, None)
            for never in ("June 31, 2024 2:56pm", "9999-12-31T23:59:59-23:00", "2024-6-5@25h00m00s", "9" * 16)
        ),
    ],
)
def test_dates(written, read):
    """A chat's messages must stand at the time they were said, or at none."""
    assert read_date(written) == read


@given(st.datetimes(datetime(1971, 1, 1), datetime(2999, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - hypothesis asks for naive bounds
def test_a_written_date_is_read(when):
    """An export must not move a conversation in time."""
    when = when.replace(microsecond=when.microsecond // 1000 * 1000)
    assert read_date(write_date(when)) == when


@pytest.mark.parametrize("value", [None, 5, "x", [], {}, [[]], {"a": []}, True, -1e9, 1e300])
@pytest.mark.parametrize("field", ["chat_metadata", "user_name", *(f"+{key}" for key in HEADER["chat_metadata"])])
def test_wrong_types_in_the_header(field, value):
    """A strange header must not keep a chat out."""
    metadata = HEADER["chat_metadata"] | {field[1:]: value}
    data = jsonl(HEADER | ({"chat_metadata": metadata} if field[0] == "+" else {field: value}), GREETING)
    chat = read_chat(data)
    assert len(chat.lines) == 1
    assert objects(write_chat(chat)) == objects(data)


def test_not_a_chat_says_so():
    """Another kind of JSON must be called no chat, not broken."""
    with pytest.raises(NotAChat):
        read_chat(b'{"entries": {}}')


def test_a_text_too_long_ends_the_reading():
    """Forty such lines would be taken apart before the first is refused: a second, and twice the file in memory."""
    line = json.dumps({"name": "Ada", "is_user": False, "mes": "x" * 1_200_000}).encode()
    data = b"\n".join([jsonl(HEADER), *[line] * 40])
    tracemalloc.start()
    with pytest.raises(ChatLineTooLong):
        read_chat(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 << 20


def test_lines_about_something_else_are_whole() -> None:
    """A table of measurements is called damaged."""
    with pytest.raises(NotAChat):
        read_chat(b'{"at": 1, "celsius": 6.5}\n{"at": 2, "celsius": 7}\n')
