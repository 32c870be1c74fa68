"""What was said, wherever an answer repeats it: no command shows the marks around what somebody does."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework.declared import Command, HelpTopic, Param, ParamKind
from bot.commands.framework.reply import Listing, Paragraph, QuotedText, Reply
from bot.commands.framework.table import table_for
from bot.pages import pages
from bot.telegram.emphasis import drawn, drawn_within
from bot.telegram.message_text import written_out
from bot.terminal.conversation import Conversation
from bot.terminal.plain import PlainStage
from bot.terminal.prompt import _rows
from bot.terminal.wording import reply_lines
from bot.words.localise import Speech
from engine.db.chats import sessions
from engine.db.memory import derivations
from engine.rules.bodies.rows import read_row
from engine.turns.inputs.cast import who_plays
from engine.values.chats.entries import NewDerived, Place, Range
from engine.values.chats.outgoing import PartLimit, View
from engine.values.memory.memories import MemoryKind
from engine.values.story.chronicle import ChronicleKind
from tests.bot.at_terminal import AtTerminal
from tests.bot.visitor import Visitor, ann, now, owner
from tests.bot.words.test_tongues import ENDS_MORE, database_url
from tests.servers.model import say

__all__ = ["ann", "database_url", "owner"]

DOES: Final = "*Turns the lamp down.* Come **closer**."
STARS: Final = ("*Turns", "down.*", "**closer", "closer**")
SPEECH: Final = Speech()
WORDS: Final = frozenset({ParamKind.TEXT, ParamKind.REST})


def lines() -> Iterator[str]:
    """Every command and action; a number is that of the first thing, words are marked ones.

    First what can be used as it is, then with a number, then with all it needs, and what is asked about last.
    """
    table = sorted(table_for("telegram"), key=lambda it: it.task in (HelpTopic.TALK, HelpTopic.CHATS))
    every = [it for command in table for it in _uses(command)]
    yield from (f"/{name}" for name, params in every if not any(it.required for it in params))
    yield from (f"/{name} 1" for name, _ in every)
    full = [(" ".join((f"/{name}", *(_word(it) for it in params if it.required))), params) for name, params in every]
    yield from (line for line, _ in full)
    yield from (f"{line} yes" for line, params in full if any(it.kind is ParamKind.FLAG for it in params))


def _uses(command: Command) -> Iterator[tuple[str, tuple[Param, ...]]]:
    yield command.name, command.params
    yield from ((f"{command.name} {it.name}", it.params) for it in command.actions if not it.hidden)


def _word(param: Param) -> str:
    if param.choices:
        return param.choices[0]
    if param.asked and param.kind is not ParamKind.REST:
        return "Mira"
    return DOES if param.asked else "1"


def telegram(reply: Reply) -> str:
    """All that people read of an answer on Telegram."""
    made = [written_out(it) for it in pages(reply, PartLimit(4000, utf16=True), SPEECH, "k")]
    return "\n".join([*(it.text for it in made), *(it.label for page in made for row in page.buttons for it in row)])


def terminal(reply: Reply, it: Visitor) -> str:
    """The same in a terminal that takes lines."""
    out, table, speak = io.StringIO(), table_for("terminal"), SPEECH.speaker("en")
    conversation = Conversation(it.engine, it.handler, table, it.origin, now, speak)
    PlainStage(out, conversation, View(7, "", "", 4, ())).print(reply_lines(reply, table, speak))
    return out.getvalue()


async def told(it: Visitor | AtTerminal, times: int = 1) -> None:
    """Put a piece of each kind into what the story is told by, behind the newest message, or so many of each."""
    here = await it.engine.places.resolve(it.origin)
    ctx = it.engine.ctx
    for number, kind in enumerate([*ChronicleKind, MemoryKind.EVENT, MemoryKind.PLOT, MemoryKind.DIARY] * times):
        async with ctx.db.transaction() as on:
            channel_head = await sessions.current(on, here.key)
            assert channel_head
            line = await ctx.lines.current(on, channel_head.session_key, channel_head.branch)
            place, span = Place(channel_head.branch, line.head), (Range(channel_head.branch, 1, line.head),)
            holder = await who_plays(on, channel_head.session_key, line)
            chapter = {"chapter": number, "at": line.head} if kind is ChronicleKind.CHAPTER else {}
            body = read_row(kind, {"number": number, "title": DOES, **chapter, "name": f"Lamp {number}"})
            await derivations.derive(
                on, channel_head.session_key, NewDerived(kind, place, holder, span, DOES, body, number)
            )


async def seeded(it: Visitor) -> None:
    """A story in which everything that can be quoted has marks."""
    it.model.answer = lambda _: say(DOES)
    await it.says(DOES)
    await it.idle()
    for line in (
        f"/save {DOES}", f"/memory add {DOES}", f"/me fact add {DOES}", f"/chats rename {DOES}", f"/scene note {DOES}",
        f'/story background new "Town" {DOES}', f'/me persona set "Role" {DOES}', "/again",
    ):  # fmt: skip
        await it.uses(line)
        await it.idle()
    await told(it)


@pytest.mark.slow
@pytest.mark.share(2)
async def test_no_command_shows_the_marks_of_what_it_quotes(owner: Visitor) -> None:
    """A list or a preview shows a story's gestures between raw stars, though the reply was drawn in italics."""
    await seeded(owner)
    wrong: dict[str, str] = {}
    quoted = 0
    for line in lines():
        if any(line.startswith(it) for it in ENDS_MORE):
            continue
        reply = replace(await owner.uses(line), documents=())
        if reply.form is not None:
            continue  # what stands in a field is changed as it was written
        for shown in (telegram(reply), terminal(reply, owner)):
            quoted += "Turns the lamp" in shown
            assert "Error code" not in shown, line
            if any(it in shown for it in STARS):
                wrong[line] = next(row for row in shown.split("\n") if any(it in row for it in STARS))
    assert not wrong, "\n".join(f"{line}: {row}" for line, row in wrong.items())
    assert quoted > 40, "hardly anything was quoted"


def test_what_is_quoted_stands_out_as_it_did_and_nothing_else_changes() -> None:
    """The stars go and the italics sit on other words, or a title that is called "2*3*4" loses its stars."""
    [page] = pages(
        Reply((Paragraph("2*3*4"), Listing("Title *a*", ()), QuotedText(DOES))), PartLimit(400, utf16=True), SPEECH, "k"
    )
    shown = written_out(page)
    assert shown.text == "2*3*4\n\nTitle *a*\n\nTurns the lamp down. Come closer."
    assert [shown.text[start:end] for start, end in shown.bold] == ["Title *a*", "closer"]
    assert [shown.text[start:end] for start, end in shown.slanted] == ["Turns the lamp down."]


@given(st.lists(st.tuples(st.text("a* \n", max_size=9), st.sampled_from(["", "bold", "quoted"])), max_size=6))
def test_each_quoted_stretch_is_drawn_by_itself(parts: list[tuple[str, str]]) -> None:
    """A star of a list and one of what it quotes would make a pair, and all between them slants."""
    starts = [sum(len(text) for text, _ in parts[:n]) for n in range(len(parts))]
    spans = {
        kind: [(at, at + len(text)) for at, (text, it) in zip(starts, parts, strict=True) if it == kind and text]
        for kind in ("bold", "quoted")
    }
    found = drawn_within("".join(text for text, _ in parts), spans["quoted"], spans["bold"])
    assert found.text == "".join(drawn(text).text if kind == "quoted" else text for text, kind in parts)
    assert all(found.text[start:end] for start, end in (*found.bold, *found.slanted))


def test_a_terminal_draws_what_it_quotes_like_a_reply() -> None:
    """A memory would be plain where the reply that it was made of was in italics."""
    [line] = reply_lines(Reply((QuotedText(DOES),)), table_for("terminal"), SPEECH.speaker("en"))
    assert _rows(line, 80)[0] == ("class:gesture", "*Turns the lamp down.*")
