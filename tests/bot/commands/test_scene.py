"""World books, presets, the author's note, personas and the inspector, as they are typed, over the real engine."""

import re
from itertools import cycle, islice, product
from typing import Any

import pytest

from bot.commands.framework.arguments import bind
from bot.commands.framework.declared import Param, ParamKind
from bot.commands.framework.table import table_for
from bot.commands.memory.why import NAMED
from engine.actions.characters import presets, worlds
from engine.actions.people import personas
from engine.actions.story import notes
from engine.actions.transfers import looking
from engine.actions.transfers.bringing import bring
from engine.rules.world.outcome import UntoldReason
from engine.values.characters.worlds import Binding
from engine.values.chats.steps import TurnStep
from engine.values.models.prompts import PartVerdict, PromptSlot, Reason, Role
from engine.values.story.notes import NotePosition
from tests import calendar
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.servers.model import say
from tests.turns.files import PRESET, as_json

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


DRAGON = {"uid": 0, "key": ["dragon", "wyrm"], "comment": "Dragon", "content": "Dragons sleep.", "position": 4}
TOWN = {"entries": {str(n): {**DRAGON, "uid": n, "comment": f"Dragon {n}"} for n in range(1, 13)}}
SEA = {"entries": {"0": {"uid": 0, "key": ["gull"], "comment": "Gull", "content": "Gulls steal."}}}


async def brings(them: AtTerminal, value: object, name: str) -> None:
    """A file is brought into the house, as it is, and counts nowhere yet."""
    looked = await looking.look(them.engine.ctx, them.here, as_json(value), name)
    await bring(them.engine.ctx, them.engine.runner, them.here, "Mo", looked.token)


async def test_words_that_begin_like_an_action_are_words(mo: AtTerminal) -> None:
    """A message could not be changed to "hide under the table"."""
    await mo.types("One.", "Two.", "Three.", "/edit hide under the table", "/edit hide 3-5")

    async def read() -> list[str]:
        mo.model.script(say("Indeed."))
        await mo.types("And?")
        heard = mo.model.generations[-1].prompt
        return [it for it in ("One.", "Two.", "hide under the table", "Indeed.") if it in heard]

    assert await read() == ["One.", "hide under the table"]
    await mo.types("/改写 显示 6", "/edit hide 0")
    assert await read() == ["One.", "Two.", "hide under the table"], "0 is the newest, like 1"


async def test_the_character_writes_what_one_might_say(mo: AtTerminal) -> None:
    """Whoever wants to be written for would get more of the character's own words."""
    await mo.types("Hello.", "/continue me")
    assert await mo.said() == ["Hello.", "…"]


async def test_world_books_are_listed_bound_and_deleted(mo: AtTerminal) -> None:
    """A book could be imported but never used."""
    await brings(mo, TOWN, "The town.json")
    await brings(mo, SEA, "The sea.json")

    async def bound() -> dict[str, set[Binding]]:
        return {it.name: {*it.bound} for it in await worlds.listed(mo.engine.ctx, mo.here)}

    first = await bound()
    await mo.types("/scene world bind town", "/scene world bind The town character", "/scene world bind 2 character")
    assert await bound() == {"The town": {Binding.CHAT, Binding.CHARACTER}, "The sea": {Binding.CHARACTER}}
    said = await mo.types("/scene world", "/scene world show 1 2")
    assert "› 2  The sea · one entry, used for the character" in said
    assert "The town, 12 entries (2/2)" in said
    assert "Dragon 11 · dragon, wyrm · in the chat at depth 4 · Dragons sleep." in said
    await mo.types("/scene world unbind sea")
    assert (await bound())["The sea"] == set()
    await mo.types("/scene world delete 1", "no")
    assert len(await bound()) == 2
    await mo.types("/scene world delete 1", "yes")
    assert await bound() == {"The sea": first["The sea"]}


async def test_presets_are_used_and_explained(mo: AtTerminal) -> None:
    """Nobody would see that a prompt of theirs is never sent."""
    lost = {"identifier": "lost", "name": "Lost", "role": "system", "content": "Never."}
    await brings(mo, {**PRESET, "prompts": [*PRESET["prompts"], lost], "logit_bias": [{"id": "x"}]}, "Mine.json")

    async def used() -> list[str]:
        return [it.name for it in await presets.listed(mo.engine.ctx, mo.here) if it.current]

    said = await mo.types("/scene preset use mine", "/scene preset show mine", "/scene")
    assert await used() == ["Mine"]
    assert "Lost · not in the order, so not sent" in said
    assert "Not used here: custom_url, logit_bias" in said
    assert "/scene preset  Preset · Mine" in said
    said = await mo.types("/场景 预设 使用 默认", "/scene")
    assert await used() == ["Omoide"]
    assert "/scene preset  Preset · Omoide" in said


async def test_a_note_is_written_and_placed(mo: AtTerminal) -> None:
    """The note would stand where nobody put it, or lose its place when its words change."""
    await mo.types("Hello.")
    said = await mo.types(
        "/scene note depth 2",
        "/scene note set It rains.",
        "/scene note depth 2",
        "/scene note role user",
        "/场景 作者注 间隔 3",
        "/scene note place after",
        "/scene note set It snows.",
        "/scene note depth 5000",
    )
    note = await notes.note(mo.engine.ctx, mo.here)
    assert note is not None
    assert (note.text, note.depth, note.role, note.interval) == ("It snows.", 2, Role.USER, 3)
    assert note.position is NotePosition.AFTER_MAIN
    assert "There is no author's note here." in said
    assert "It rains. · in the chat, 2 messages from the end, as the user, always" in said
    assert "Please give a depth from 0 to 1,000." in said
    await mo.types("/scene note off")
    assert await notes.note(mo.engine.ctx, mo.here) is None


async def test_who_somebody_plays_can_be_said(mo: AtTerminal) -> None:
    """A character would not know whom it talks to."""
    said = await mo.types(
        "/me persona", '/me persona set "Old Mo" A sailor.', "/me persona set “Old Mo” A pilot.", "/me"
    )
    playing = await personas.current(mo.engine.ctx, mo.here)
    assert playing is not None
    assert (playing.name, playing.description) == ("Old Mo", "A pilot.")
    assert await personas.listed(mo.engine.ctx, mo.here) == [playing]
    assert "You have no persona." in said
    assert "Your persona · Old Mo" in said


async def test_the_inspector_says_what_fired_and_what_did_not(mo: AtTerminal) -> None:
    """Somebody whose world book stays silent would never learn why."""
    drawn = {"uid": 1, "key": ["dragon"], "comment": "Wyrm", "content": "Wyrms fly.", "useProbability": True}
    await brings(mo, {"entries": {"0": DRAGON, "1": {**drawn, "probability": 0}}}, "The town.json")
    await brings(mo, PRESET, "Mine.json")
    await mo.types("/scene world bind town", "/scene preset use mine", "A dragon!")
    short, full, alias, last = await mo.answers("/why", "/why full", "/prompt", "/提示词 2")
    assert "From world books: 1\n  The town / Dragon · “dragon” in “A dragon!”" in short
    assert "Left out: 1\n  The town / Wyrm · not drawn this time" in short
    assert "Also in use: the character card" in short
    assert re.search(r"The last prompt: \d+ tokens \(the model counted \d+\), m \(1/\d\)", full)
    assert re.search(r"Character · description · \d+ tokens", full)
    assert "Page 2 › – /why full 2" in full
    assert alias == full
    assert re.search(r"聊天中插入 · The town / Dragon · \d+ 个 token · “dragon”，出现在“A dragon!”", last)
    assert "The town / Wyrm · 未采用：概率没有命中" in last
    assert "预设：Mine" in last
    assert re.search(r"读取会话 \d+ 毫秒", last)


DETAILS = ("", "said:5 .91, said:50 .40", "dragon @ 1", "dragon < Wyrm", "meaning .71 @ sentence 2", "sticky")


def parts(detail: str) -> list[list[Any]]:
    """A part of each kind in each place, and with each fate for each reason; first an entry of a world book."""
    origins = (*NAMED, "prompt:main", "script:Tags", "core", "said", "world:book:1/Dragon", "history:3-7", "current:8")
    fates = [(PartVerdict.IN, ""), *((it, why) for it in PartVerdict for why in (*Reason, *UntoldReason))]
    places = [*product(PromptSlot, origins)]
    whole = islice(zip(cycle(places), cycle(fates), strict=False), max(len(places), len(fates)))
    told = [[it, 4321, fate, why, int(slot), detail] for (slot, it), (fate, why) in whole]
    return [["world:book:1/Dragon", 4321, PartVerdict.IN, "", int(PromptSlot.DEPTH), detail], *told]


async def record(them: AtTerminal, **facts: Any) -> None:
    """The last turn was made of this."""
    kept = {**facts, "ms": {it.value: 7.0 for it in TurnStep}}
    await them.room.sql("UPDATE turn SET facts = $2 WHERE space_id = $1", them.here.space, kept)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_first_answer_to_why_is_in_words(terminals: Terminals, language: str) -> None:
    """Who asks why a character said something would read scores, sizes and milliseconds."""
    them = await terminals.somebody(language=language)
    await them.types("Hello.")
    for detail in DETAILS:  # of entries that were told only three are named
        await record(them, prompt=parts(detail))
        said, whole = await them.answers("/why", "/why full")
        assert re.findall(r"\.\d\d|token|\bms\b|毫秒|4,?321|said:|sentence", said) == []
        assert "/why full" in said or "/为什么 全部" in said
        assert "4,321" in whole, "the record is read"


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_every_part_of_a_prompt_is_named_in_words(terminals: Terminals, language: str) -> None:
    """An author compares two prompts, and reads numbers of rows that nobody sees anywhere, or English in Chinese."""
    them = await terminals.somebody(language=language)
    await them.types("A dragon!")
    place = max(it["seq"] for it in await them.room.log() if it["person_id"] is not None)
    told = [
        ["history:1-7", 9, PartVerdict.IN, "", PromptSlot.HISTORY, ""],
        [f"current:{place}", 9, PartVerdict.IN, "", PromptSlot.CURRENT, ""],
        *(["world:book:1/Wyrm", 9, PartVerdict.IN, "", PromptSlot.DEPTH, it] for it in DETAILS[2:]),
        ["card:mes_example", 9, PartVerdict.IN, "", PromptSlot.EXAMPLES, "2/3"],
        ["episodic", 9, PartVerdict.IN, "", PromptSlot.RECALLED, "said:5 .91, page:50"],
        ["episodic", 0, PartVerdict.OUT, Reason.SHOWN, PromptSlot.RECALLED, "said:6 .91"],
    ]
    await record(them, prompt=told, path={"budget": 19667})
    said = "".join(await them.answers("/why full", "/why full 2"))
    assert re.findall(r"2/3|said:|page:|sentence|@|<|sticky|meaning \.|\.\d\d|19667|message \d|第 \d+ 条", said) == []
    assert "“A dragon!”" in said
    for words in {
        "en": ("in the entry “Wyrm”", "2 lines", "19,667", "2 of 3"),
        "zh": ("在条目“Wyrm”里", "2 条", "19,667", "示例 2（共 3 段）"),
    }[language]:
        assert words in said


@pytest.mark.calendar
async def test_a_turn_without_a_prompt_says_so(mo: AtTerminal) -> None:
    """A turn that failed before there was a prompt shows one of 0 tokens by a model called "?"."""
    *_, spent = await mo.answers(
        f"/settings timezone {calendar.zone_by_day()}", "/admin budget set here 1 tokens", "Hello.", "And now?"
    )
    assert "used up" in spent
    for language, unbuilt in (
        ("en", "The last turn ended before a prompt was made."),
        ("zh", "上一轮还没生成提示词就结束了。"),
    ):
        _, *both = await mo.answers(f"/me language {language}", "/why", "/why full")
        assert all(it.startswith(unbuilt) for it in both)
        assert not any(it in said for said in both for it in ("0 token", "0 个 token"))
