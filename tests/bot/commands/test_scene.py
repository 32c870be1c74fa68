"""World books, presets, the author's note, personas and the inspector, as they are typed."""

import re
from dataclasses import replace
from itertools import cycle, islice, product

import pytest

from bot.commands.framework.arguments import bind
from bot.commands.framework.declared import Param, ParamKind
from bot.commands.framework.table import table_for
from bot.commands.memory.why import NAMED
from engine.rules.world.outcome import UntoldReason
from engine.values.characters.worlds import Binding
from engine.values.chats.incoming import Here
from engine.values.chats.steps import TurnStep
from engine.values.models.inspection import Inspection
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptSlot, Reason, Role
from engine.values.story.notes import NotePosition
from tests.bot.conftest import Type
from tests.bot.fake_scene import FakeInspect
from tests.bot.fakes import FakeEngine

BOOK = Param("book", ParamKind.REST, required=True)
FORM = Param("form", ParamKind.CHOICE, choices=("png", "json"), zh=("图", "文"))
FIRST, LAST = Param("first", ParamKind.INT, required=True), Param("last", ParamKind.INT)
PAGE = Param("page", ParamKind.INT)


@pytest.mark.parametrize(
    ("params", "text", "args"),
    [
        ([BOOK, FORM], "The old town JSON", {"book": "The old town", "form": "json"}),
        ([BOOK, FORM], "The old town", {"book": "The old town"}),
        ([BOOK, FORM], "老城 图", {"book": "老城", "form": "png"}),
        ([BOOK, PAGE], "The old town 2", {"book": "The old town", "page": 2}),
        ([BOOK, PAGE], "2", {"book": "2"}),
        ([FIRST, LAST], "3-5", {"first": 3, "last": 5}),
        ([FIRST, LAST], "3 ～ 5", {"first": 3, "last": 5}),
        ([FIRST, LAST], "3到5", {"first": 3, "last": 5}),
        ([FIRST, LAST], "3", {"first": 3}),
    ],
)
def test_what_stands_at_the_end_is_read_from_the_end(params: list[Param], text: str, args: object) -> None:
    """A book with two words in its name could not be bound without quotes."""
    assert bind(params, text) == args


@pytest.mark.parametrize(
    ("typed", "action", "left"),
    [
        ("world bind 2 chat", "world bind", "2 chat"),
        ("世界书 绑定 2", "world bind", "2"),
        ("World  2", "world", "2"),
        ("world list", "world", ""),
        ("world", "world", ""),
        ("worlds", None, "worlds"),
    ],
)
def test_an_action_may_have_two_words(typed: str, action: str | None, left: str) -> None:
    """People would be shown a list instead of having their book bound."""
    scene = table_for("terminal").find("scene")
    assert scene is not None
    found, rest = scene.split(typed)
    assert (found.name if found else None, rest) == (action, left)


async def test_words_that_begin_like_an_action_are_words(piped: Type) -> None:
    """A message could not be changed to "hide under the table"."""
    engine = FakeEngine()
    await piped(engine, "/edit hide under the table", "/edit hide 3-5", "/改写 显示 4", "/edit hide 0", "/continue me")
    calls = [("edit", "hide under the table"), ("hide", 3, 5, True), ("hide", 4, 4, False), ("hide", 1, 1, True)]
    assert engine.story.calls == calls
    assert engine.turns.done == ["impersonate"]


async def test_world_books_are_listed_bound_and_deleted(piped: Type) -> None:
    """A book could be imported but never used."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/scene world",
        "/scene world bind town",
        "/scene world bind The town character",
        "/scene world unbind sea",
        "/scene world delete 1",
        "yes",
        "/scene world show 1 2",
    )
    assert "› 2  The sea · one entry, used for the character" in said
    assert engine.worlds.calls == [
        ("bind", 1, Binding.CHAT, True),
        ("bind", 1, Binding.CHARACTER, True),
        ("bind", 2, Binding.CHARACTER, False),
        ("delete", 1),
    ]
    assert "The town, 12 entries (2/2)" in said
    assert "Dragon · dragon, wyrm · in the chat at depth 4 · Dragons sleep." in said


async def test_presets_are_used_and_explained(piped: Type) -> None:
    """Nobody would see that a prompt of theirs is never sent."""
    engine = FakeEngine()
    said = await piped(engine, "/scene preset use mine", "/场景 预设 使用 默认", "/scene preset show 3", "/scene")
    assert engine.presets.calls == [("use", 3), ("use", None)]
    assert "Lost · not in the order, so not sent" in said
    assert "Not used here: logit_bias" in said
    assert "/scene preset  Preset · Omoide" in said


async def test_a_note_is_written_and_placed(piped: Type) -> None:
    """The note would stand where nobody put it, or lose its place when its words change."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/scene note depth 2",
        "/scene note set It rains.",
        "/scene note depth 2",
        "/scene note role user",
        "/场景 作者注 间隔 3",
        "/scene note place after",
        "/scene note set It snows.",
        "/scene note depth 5000",
    )
    note = engine.story.written
    assert note is not None
    assert (note.text, note.depth, note.role, note.interval) == ("It snows.", 2, Role.USER, 3)
    assert note.position is NotePosition.AFTER_MAIN
    assert "There is no author's note here." in said
    assert "It rains. · in the chat, 2 messages from the end, as the user, always" in said
    assert "Please give a depth from 0 to 1,000." in said
    await piped(engine, "/scene note off")
    assert engine.story.written is None


async def test_who_somebody_plays_can_be_said(piped: Type) -> None:
    """A character would not know whom it talks to."""
    engine = FakeEngine()
    said = await piped(
        engine, "/me persona", '/me persona set "Old Mo" A sailor.', "/me persona set “Old Mo” A pilot.", "/me"
    )
    assert engine.people.playing is not None
    assert (engine.people.playing.name, engine.people.playing.description) == ("Old Mo", "A pilot.")
    assert len(engine.people.known) == 1
    assert "You have no persona." in said
    assert "Your persona · Old Mo" in said


async def test_the_inspector_says_what_fired_and_what_did_not(piped: Type) -> None:
    """Somebody whose world book stays silent would never learn why."""
    short, full, alias = [await piped(FakeEngine(), line) for line in ("/why", "/why full", "/prompt")]
    assert "From world books: 1\n  The town / Dragon · “dragon” in “Good morning.”" in short
    assert "Left out: 1\n  The town / Wyrm · not drawn this time" in short
    assert "Also in use: the character card, the latest messages." in short
    assert "The last prompt: 228 tokens (the model counted 230), a model (1/2)" in full
    assert "In the chat · The town / Dragon · 14 tokens · “dragon” in “Good morning.”" in full
    assert "The town / Wyrm · left out: not drawn this time" in full
    assert "Page 2 › – /why full 2" in full
    assert alias == full
    last = await piped(FakeEngine(), "/提示词 2")
    assert "Preset: Mine" in last
    assert "reading the chat 3 ms" in last


class _Everything(FakeInspect):
    """A prompt with a part of each kind in each place, and with each fate for each reason in each way."""

    async def last(self, here: Here, replied: str = "") -> Inspection | None:
        found = await super().last(here, replied)
        origins = (*NAMED, "prompt:main", "core", "said", "world:book:1/Dragon", "history:3-7", "current:8")
        details = ("", "said:5 .91, said:50 .40", "dragon @ 1", "dragon < Wyrm", "meaning .71 @ sentence 2", "sticky")
        fates = [(PartVerdict.IN, ""), *((it, why) for it in PartVerdict for why in (*Reason, *UntoldReason))]
        parts, ends = [*product(PromptSlot, origins)], [*product(fates, details)]
        number = max(len(parts), len(ends))
        whole = islice(zip(cycle(parts), cycle(ends), strict=False), number)
        lines = tuple(LedgerLine(slot, it, 4321, fate, why, detail) for (slot, it), ((fate, why), detail) in whole)
        return replace(found, lines=lines, ms=dict.fromkeys(TurnStep, 7.0)) if found else None


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_first_answer_to_why_is_in_words(piped: Type, language: str) -> None:
    """Who asks why a character said something would read scores, sizes and milliseconds."""
    engine = FakeEngine()
    engine.inspect = _Everything()
    said = await piped(engine, f"/settings language {language}", "/why")
    assert re.findall(r"\.\d\d|token|\bms\b|毫秒|4,?321|said:|sentence", said) == []
    assert "/why full" in said or "/为什么 全部" in said


async def test_a_turn_without_a_prompt_says_so(piped: Type) -> None:
    """A turn that failed before there was a prompt shows one of 0 tokens by a model called "?"."""
    engine = FakeEngine()
    engine.inspect.built = False
    for line in ("/why", "/why full"):
        said = await piped(engine, line)
        assert "The last turn ended before a prompt was made." in said
        assert "0 tokens" not in said
