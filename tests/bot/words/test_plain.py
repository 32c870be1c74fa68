"""The terminal without a terminal, over the real engine."""

import asyncio
import io
import os
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.commands.framework.declared import CommandCall, Table
from bot.commands.framework.reply import Reply
from bot.commands.framework.table import table_for
from bot.handler import Handler
from bot.terminal.conversation import Conversation
from bot.terminal.lines import LONGEST, read_lines
from bot.terminal.plain import talk_plainly
from engine.actions.chats import replies, sessions
from engine.context import EngineContext
from engine.llm.roles import Roles
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.models.models import RoleName
from engine.work.saver import Interruption
from tests.bot.at_terminal import SPEECH, AtTerminal, Terminals
from tests.bot.delivery.test_live import AKI, Screen
from tests.bot.visitor import now
from tests.servers.model import Cut, Finish, Gate, ModelServer, Script, Think, cut, say

INTERRUPTED = "– interrupted: /continue goes on, /again starts over –\n"


@pytest.fixture
async def aki(terminals: Terminals) -> AtTerminal:
    """Somebody at a new terminal, in a chat with Aki, who has said “Good morning.”"""
    return await terminals.somebody(AKI)


async def typing(conversation: Conversation, out: io.StringIO, *lines: str) -> None:
    """Type ``lines`` without a terminal; what is said to them is printed to ``out``."""

    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    await talk_plainly(conversation, typed(), out, "a model")


async def test_a_line_is_answered_before_the_next_is_read(mo: AtTerminal) -> None:
    """Answers would stand under the wrong questions in a script's output."""
    mo.model.script(say("One", " and", " two."), say("Three."))
    said = await mo.types("first", "// aside", "", "second")
    assert said == "Lan: One and two.\nLan: Three.\n"
    assert await mo.said() == ["first", "second"]
    asked = [it.body["messages"][-1]["content"] for it in mo.model.generations[-2:]]
    assert asked == ["first", "second"]
    await mo.engine.turns.written()
    assert [(state, text) for _, _, state, text, _ in await mo.room.outbox()] == [
        ("sent", "One and two."),
        ("sent", "Three."),
    ]


async def test_a_replaced_reply_is_marked(mo: AtTerminal) -> None:
    """Two models' words would run together into one."""
    gate, out, roles = Gate(), Screen(), mo.room.ctx.roles
    mo.model.script(Script(["The sea", gate, Cut()]))
    async with ModelServer(lambda _: say("A hill", " stands.")) as second, asyncio.TaskGroup() as group:
        [chat] = roles.endpoints(RoleName.CHAT)
        both = (chat, replace(chat, url=second.url, model="other"))
        mo.room.change(roles=Roles({RoleName.CHAT: both}, roles._resources))
        talk = group.create_task(typing(mo.conversation(), out, "go"))
        printed = await out.shows("The sea")
        gate.open()
        await talk
    mo.room.change(roles=roles)
    printed = (printed + out.getvalue()).splitlines()
    assert printed[-3:] == ["Lan: The sea", "– started over by another model –", "Lan: A hill stands."]


async def test_how_a_reply_ended_is_told(mo: AtTerminal) -> None:
    """Someone would wait for the rest of a reply that broke off, or that somebody else has stopped."""
    mo.model.script(cut("Part"), Script([Think("Hm."), Finish()]))
    broken = "Lan: Part\nLan: I lost my thread there. /continue goes on, /again starts over.\nThe connection to "
    thought = "\n(no reply) The model only thought and said nothing. Type /again to try once more.\n"
    said = await mo.types("a", "b")
    assert said.startswith(broken)
    assert said.endswith(thought)
    out = Screen()
    mo.model.script(Script(["Half", Gate()]))
    async with asyncio.TaskGroup() as group:
        group.create_task(typing(mo.conversation(), out, "c"))
        await out.shows("Lan: Half")
        await replies.stop(mo.engine.ctx, mo.here)
    stopped = "Stopped. What is written so far stays: /continue goes on, /again starts over."
    assert out.getvalue() == f"\n{stopped}\n{INTERRUPTED}"


async def test_an_error_is_one_plain_line(mo: AtTerminal) -> None:
    """A message that is too long would vanish, or end the program."""
    said = await mo.types("x" * 100_001, "short")
    assert said == (
        "This text is too long: 100,001 characters, and 100,000 are allowed. "
        "Please shorten it or send it in parts.\nLan: …\n"
    )
    assert await mo.said() == ["short"]


async def test_a_bug_is_one_plain_line_with_a_number(mo: AtTerminal) -> None:
    """One bad line would end the conversation without a word."""

    async def buggy(_: CommandCall) -> Reply:
        raise RuntimeError("a bug")

    known, out = table_for("terminal"), io.StringIO()
    table = Table([replace(it, handler=buggy) if it.name == "again" else it for it in known], "terminal")
    handler = Handler(mo.engine, table, SPEECH, now, "en")
    conversation = Conversation(mo.engine, handler, table, mo.origin, now, SPEECH.speaker("en"))
    await typing(conversation, out, "/again", "Hello.")
    *_, failed, answered = out.getvalue().splitlines()
    assert failed.startswith("Something went wrong. Please try again. Error code: ")
    assert "a bug" not in failed
    assert answered == "Lan: …"


async def test_the_last_messages_open_the_conversation(aki: AtTerminal) -> None:
    """After a restart someone would not see where they were, or that a reply was cut off."""
    aki.model.script(Script([Think("Hm."), Finish()]), cut("Half a"))
    await aki.types("/chats rename Harbour", "Hello", "Well?")
    assert await aki.types(whole=True) == (
        f"Aki · Harbour · a model\nAki: Good morning.\nMo: Hello\n(no reply)\nMo: Well?\nAki: Half a\n{INTERRUPTED}"
    )


@pytest.mark.parametrize("early", [True, False])
async def test_a_reply_that_ended_at_the_start_is_printed_once(
    aki: AtTerminal, monkeypatch: pytest.MonkeyPatch, early: bool
) -> None:
    """After a crash the half of a reply would stand there twice, or without a name."""
    await _crash(aki, "Half of")
    engine, read = aki.engine, sessions.open_here

    async def while_it_ends(ctx: EngineContext, here: Here, name: str) -> View:
        view = None if early else await read(ctx, here, name)
        await engine.runner.sweep()
        await engine.turns.idle(here)
        return view or await read(ctx, here, name)

    monkeypatch.setattr(sessions, "open_here", while_it_ends)
    said = (await aki.types(whole=True)).splitlines()
    assert [it for it in said if "Half of" in it] == ["Aki: Half of"]
    assert "Omoide stopped in the middle of this reply." in "\n".join(said[said.index("Aki: Half of") :])


async def _crash(them: AtTerminal, text: str) -> None:
    """A reply that has grown to ``text`` when the process ends for the third time."""
    gate, out, room = Gate(), Screen(), them.room
    them.model.script(Script([text, gate, Finish()]))
    async with asyncio.TaskGroup() as group:
        group.create_task(typing(them.conversation(), out, "Hello?"))
        await out.shows(text)
        await room.sql("UPDATE turn SET tries = 3 WHERE space_id = $1", room.here.space)
        for growing in list(room.ctx.saver._growing.values()):
            growing.interrupt(Interruption.LOST)
    await room.sql("UPDATE lease SET expires_at = now() - interval '1 s' WHERE space_id = $1", room.here.space)


async def test_a_reply_cannot_command_the_terminal(mo: AtTerminal) -> None:
    """A card or a model could clear the screen or write to the clipboard."""
    mo.model.script(say("a\x1b[2Jb\x07\r\nc\u009b1m"))
    assert await mo.types("x") == "Lan: a[2Jb\nc1m\n"
    assert (await mo.types(whole=True)).endswith("\nLan: a[2Jb\nc1m\n")


async def test_quitting_leaves_the_rest_unread(mo: AtTerminal) -> None:
    """A script could not end the conversation early."""
    assert await mo.types("/quit", "hello") == "See you! The chat goes on at the next start.\n"
    assert await mo.said() == []


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
    mo: AtTerminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply that comes later would stay unseen until something else is typed, or an answer stand in its middle."""
    out, rest, there = Screen(), Gate(), mo.room
    idle = mo.engine.turns.idle
    mo.model.script(say("Hello."), say("I am back."), Script(["And", rest, " there.", Finish()]))

    async def waited_for(here: Here) -> None:
        rest.open()
        await idle(here)

    async def typed() -> AsyncIterator[str]:
        yield "hello"
        await there.accept("Are you back?")
        await out.shows("I am back.")
        await there.idle()
        await there.accept("And?")
        await out.shows("Lan: And")
        monkeypatch.setattr(mo.engine.turns, "idle", waited_for)
        yield "/zzzzzz"

    await talk_plainly(mo.conversation(), typed(), out, "m")
    assert out.getvalue().startswith(" there.\nThere is no command /zzzzzz.")
