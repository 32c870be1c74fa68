"""The terminal without a terminal."""

import asyncio
import io
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.terminal.lines import LONGEST, read_lines
from bot.terminal.plain import talk_plainly
from engine.errors import TextTooLong
from engine.values.chats.entries import EntryStatus
from engine.values.chats.outgoing import Began, Ended, Grew
from engine.values.chats.turns import Notice, TurnState
from tests.bot.conftest import Type, conversation_with
from tests.bot.fakes import FakeEngine, Turnout, spoken


async def test_a_line_is_answered_before_the_next_is_read(piped: Type) -> None:
    """Answers would stand under the wrong questions in a script's output."""
    engine = FakeEngine()
    engine.turns.script = [Turnout(("One", "One and", "One and two"), "One and two."), Turnout((), "Three.")]
    said = await piped(engine, "first", "// aside", "", "second")
    assert said == "Aki: One and two.\nAki: Three.\n"
    assert [it.text for it in engine.turns.accepted] == ["first", "second"]
    assert len({it.external for it in engine.turns.accepted}) == 2
    assert [it.text for it in engine.turns.shown] == ["One and two.", "Three."]


async def test_a_replaced_reply_is_marked(piped: Type) -> None:
    """Two models' words would run together into one."""
    engine = FakeEngine()
    engine.turns.script = [Turnout(("The sea", "A hill"), "A hill stands.")]
    said = await piped(engine, "go")
    assert said == "Aki: The sea\n– started over by another model –\nAki: A hill stands.\n"


async def test_how_a_reply_ended_is_told(piped: Type) -> None:
    """Someone would wait for the rest of a reply that broke off."""
    engine = FakeEngine()
    engine.turns.script = [
        Turnout(("Part",), "Part", TurnState.INTERRUPTED),
        Turnout((), "", TurnState.EMPTY, Notice("turn-only-thought")),
    ]
    said = await piped(engine, "a", "b")
    assert (
        "Aki: Part\n– interrupted: /continue goes on, /again starts over –\n(no reply) The model only thought" in said
    )


async def test_an_error_is_one_plain_line(piped: Type) -> None:
    """A message that is too long would vanish, or end the program."""
    engine = FakeEngine()
    engine.turns.refuse = TextTooLong(limit=10, length=20)
    assert (
        await piped(engine, "x" * 20)
        == "This text is too long: 20 characters, and 10 are allowed. Please shorten it or send it in parts.\n"
    )


async def test_a_bug_is_one_plain_line_with_a_number(piped: Type) -> None:
    """One bad line would end the conversation without a word."""
    engine = FakeEngine()
    engine.turns.refuse = RuntimeError("a bug")
    said = await piped(engine, "x", "/help")
    assert "Error code: " in said
    assert "Just write to talk" in said


async def test_the_last_messages_open_the_conversation(piped: Type) -> None:
    """After a restart someone would not see where they were, or that a reply was cut off."""
    engine = FakeEngine(
        spoken("Hello", character=None),
        spoken("", status=EntryStatus.EMPTY),
        spoken("Half a", status=EntryStatus.INTERRUPTED),
    )
    said = await piped(engine, whole=True)
    assert said == (
        "Aki · Harbour · a model\n"
        "Mo: Hello\n(no reply)\nAki: Half a\n– interrupted: /continue goes on, /again starts over –\n"
    )


async def test_a_reply_that_ended_at_the_start_is_printed_once(piped: Type) -> None:
    """After a crash the half of a reply would stand there twice, or without a name."""
    engine = FakeEngine()
    for text in ("Good morning.", "Half of"):
        engine.turns.early.append(Ended(0, text, TurnState.INTERRUPTED, Notice("turn-cut-crash")))
    said = await piped(engine)
    assert [line for line in said.splitlines() if line.startswith("Aki")] == ["Aki: Half of"]
    assert said.count("Omoide stopped in the middle of this reply.") == 2


async def test_a_reply_cannot_command_the_terminal(piped: Type) -> None:
    """A card or a model could clear the screen or write to the clipboard."""
    engine = FakeEngine()
    engine.turns.script = [Turnout((), "a\x1b[2Jb\x07\r\nc\u009b1m")]
    assert await piped(engine, "x") == "Aki: a[2Jb\nc1m\n"


async def test_quitting_leaves_the_rest_unread(piped: Type) -> None:
    """A script could not end the conversation early."""
    engine = FakeEngine()
    assert await piped(engine, "/quit", "hello") == "See you! The chat goes on at the next start.\n"
    assert engine.turns.accepted == []


async def test_lines_survive_strange_bytes() -> None:
    """A file in another encoding would end the program in the middle."""
    raw = "\ufeff你好\r\n".encode() + b"\xff\xfe caf\xe9\n\n" + b"x" * (LONGEST + 5) + b"\nlast"
    lines = [line async for line in read_lines(io.BytesIO(raw))]
    assert lines[:3] == ["你好", "\ufffd\ufffd caf\ufffd", ""]
    assert len(lines[3]) == LONGEST
    assert lines[4:] == ["last"]


@pytest.mark.parametrize("chunk", [b"hello\n", b"hello"])
async def test_lines_come_from_a_pipe(chunk: bytes) -> None:
    """``echo hello | python -m bot`` would hang."""
    reading, writing = os.pipe()
    os.write(writing, chunk)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        assert [line async for line in read_lines(stream)] == ["hello"]


async def test_what_comes_by_itself_is_shown_while_nobody_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply that comes later would stay unseen until something else is typed."""
    monkeypatch.chdir(tmp_path)
    engine, seen = FakeEngine(), asyncio.Event()

    class Screen(io.StringIO):
        def write(self, text: str) -> int:
            written = super().write(text)
            if "I am back." in self.getvalue():
                seen.set()
            return written

    async def typed() -> AsyncIterator[str]:
        yield "hello"
        engine.turns.tell(Began(9, "Aki"))
        engine.turns.tell(Grew(9, "I am"))
        engine.turns.tell(Ended(9, "I am back.", TurnState.COMPLETE, None, ()))
        async with asyncio.timeout(20):
            await seen.wait()
        engine.turns.tell(Began(10, "Aki"))
        engine.turns.tell(Grew(10, "And"))
        engine.turns.tell(Ended(10, "And there.", TurnState.COMPLETE, None, ()))
        yield "good"

    out = Screen()
    await talk_plainly(conversation_with(engine), typed(), out, "m")
    assert out.getvalue().endswith("Aki: …\nAki: I am back.\nAki: And there.\nAki: …\n")
