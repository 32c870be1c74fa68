"""What is remembered of a story goes out as a file and comes into another chat."""

import json
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.table import table_for
from bot.commands.memory.memory import described
from bot.words.localise import Speech
from engine.actions.chats import savepoints, sessions
from engine.actions.memory import garden
from engine.actions.story import evolution
from engine.actions.transfers import exports, looking
from engine.actions.transfers.bringing import bring as bring_action
from engine.db.memory import derivations as store
from engine.db.story.chronicle import sources_of
from engine.errors import NothingRemembered
from engine.values.memory.memories import Memory, Tag
from engine.values.transfers.transfers import FileKind
from tests.rules.formats.memory_samples import FIRST, OWN, SECOND
from tests.servers.model import Script, Seen, say
from tests.turns.chronicled import NOON, PAGE, blocks, chronicled, head_of, keeps_record, kept, page_of, told
from tests.turns.files import as_json, bring
from tests.turns.room import Room

GREETING = "You made it, Ann. Sit down."
FORMS: dict[str, Any] = {"own": OWN, "first": FIRST, "second": SECOND}
KNOWN: dict[str, Any] = {
    "format": "omoide-memory",
    "version": 1,
    "timeline": [{"text": "Tom lights the lamp.", "when": ""}, {"text": "A ship comes.", "when": "D4"}],
    "items": [{"name": "Lamp", "text": "It is dented."}],
    "dossiers": [
        {"name": "Mara", "text": "Seen in 84.", "aliases": ["captain"]},
        {"name": "Tom", "text": "Lost an eye.", "aliases": ["The Mole"]},
    ],
    "pages": [{"number": 1, "text": "Mara leaves."}],
    "summaries": [{"text": "It began at sea."}],
    "chapters": [{"number": 1, "title": "Sea", "text": "They sail."}],
    "memories": [{"text": "Mara owes Tom.", "tag": "core"}],
    "persona": {"feelings": "Fears Ada.", "goals": "Go home."},
}


def tells(seen: Seen) -> Script:
    """Every page tells of Tom and of a lamp."""
    if seen.errand != PAGE:
        return keeps_record(seen)
    said = [it["text"] for it in blocks(seen)["The talk"]]
    item, figure = {"name": "Lamp", "state": said[0], "gone": False}, {"name": "Tom", "aliases": [], "known": said[0]}
    more = {"items": [item], "figures": [figure]}
    return say(json.dumps(page_of(said, **more)))


async def exported(room: Room) -> Any:
    return json.loads((await exports.memories(room.engine.ctx, room.here)).data)


def content(raw: Any) -> Any:
    return {name: it for name, it in raw.items() if name != "name"}


async def test_memories_go_to_an_empty_chat_and_out_again(room: Room) -> None:
    """Taking a story's memories along loses some of them, or says them in another order."""
    await chronicled(room, page_every="2", fresh_pages="5")
    room.model.notes = tells
    await told(room, *(f"Day {n}. Much happens." for n in range(1, 16)))
    await garden.add(room.engine.ctx, room.engine.runner, room.here, "Tom fears the dark.")
    await evolution.edit(room.engine.ctx, room.engine.runner, room.here, "feelings", "Trusts Ada.")
    await kept(room)
    first = await exported(room)
    assert {"pages", "timeline", "items", "dossiers", "memories", "persona"} <= {it for it in first if first[it]}
    assert {it["level"] for it in first["pages"]} == {0, 1}
    assert first["pages"][0]["messages"] == [1, 2]
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ada")
    await bring(room, as_json(first), "memories.json")
    assert content(await exported(room)) == content(first)


async def test_the_same_file_twice_adds_nothing_twice(room: Room) -> None:
    """A person who imports a file again has everything twice."""
    await chronicled(room)
    await told(room, "Hello.")
    brought = await bring(room, as_json(OWN), "memories.json")
    assert brought.kind is FileKind.MEMORIES
    assert [it.message for it in brought.facts] == ["brought-memories"]
    before = await exported(room)
    again = await bring(room, as_json(OWN), "memories.json")
    assert [(it.message, it.data["count"]) for it in again.facts] == [("brought-memories-known", brought.id)]
    assert await exported(room) == before


async def test_an_import_can_be_undone(room: Room) -> None:
    """The wrong file in the wrong chat stays there for ever."""
    await chronicled(room)
    await told(room, "Hello.")
    await bring(room, as_json(FIRST), "memories.json")
    saved = (await savepoints.newest(room.engine.ctx, room.here))[0]
    assert saved.kind == "before_import"
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    with pytest.raises(NothingRemembered):
        await exports.memories(room.engine.ctx, room.here)


async def test_the_talk_is_told_behind_what_was_imported(room: Room) -> None:
    """After an import the messages before it are never told, or pages of the file are lost when they become brief."""
    await chronicled(room, page_every="2", fresh_pages="5", catalogue_pages="200")
    room.model.notes = tells
    await told(room, "One.")
    pages = [{"number": n, "text": f"Page {n} of the file.", "brief": f"Brief {n}."} for n in range(1, 10)]
    await bring(room, as_json({**OWN, "pages": pages}), "memories.json")
    await told(room, "Two.", "Three.", "Four.")
    story = await kept(room)
    texts = [it.text for it in story.pages]
    assert texts[:6] == [f"Brief {n}." for n in range(1, 7)]
    assert texts[6:9] == [f"Page {n} of the file." for n in range(7, 10)]
    assert len(texts) == 11
    assert [it.number for it in story.pages] == [*range(1, 12)]
    assert "One." in texts[9]


async def test_a_thing_known_already_is_brought_up_to_date(room: Room) -> None:
    """A figure stands in the story twice after an import."""
    await chronicled(room, page_every="2")
    room.model.notes = tells
    await told(room, "One.", "Two.")
    await kept(room)
    await bring(room, as_json(OWN), "memories.json")
    story = await kept(room)
    assert [(it.text, it.aliases) for it in story.dossiers] == [(f"{GREETING} A keeper.", ("Old Tom",))]
    assert [(it.name, it.text) for it in story.items] == [("Lamp", f"{GREETING} Tom has it.")]


@pytest.mark.parametrize("form", ["own", "first", "second"])
async def test_nothing_that_was_known_is_lost(room: Room, form: str) -> None:
    """Somebody imports a file, and what the story knew of its figures, things and days is gone."""
    await chronicled(room)
    await told(room, "Hello.")
    await bring(room, as_json(KNOWN), "known.json")
    await garden.add(room.engine.ctx, room.engine.runner, room.here, "The tide is at noon.")
    before = await exported(room)
    for one in (*FORMS.values(), FORMS[form], FORMS[form]):
        await bring(room, as_json(one), "memories.json")
    after = await exported(room)
    for kind in ("timeline", "items", "pages", "dossiers", "summaries", "chapters", "memories"):
        for old in before[kind]:
            assert [it for it in after[kind] if _holds(it, old)], f"{kind}: {old} is lost"
        for file in FORMS.values():
            for new in words_of(file).get(kind, ()):
                assert [it for it in after[kind] if new in json.dumps(it)], f"{kind}: {new} is lost"
    assert sorted(it["name"] for it in after["dossiers"]) == ["Mara", "Tom"]
    assert after["persona"] == {"feelings": "Fears Ada. Trusts Ada.", "goals": "Go home."}


@pytest.mark.parametrize("form", ["own", "first", "second"])
async def test_any_file_twice_is_harmless(room: Room, form: str) -> None:
    """A file that is imported again says everything twice, or puts an end to what it had brought."""
    await chronicled(room)
    await told(room, "Hello.")
    await bring(room, as_json(KNOWN), "known.json")
    await bring(room, as_json(FORMS[form]), "memories.json")
    before = await exported(room)
    looked = await looking.look(room.engine.ctx, room.here, as_json(FORMS[form]), "memories.json")
    assert "file-memories-joined" not in [it.message for it in looked.facts]
    again = await bring(room, as_json(FORMS[form]), "memories.json")
    assert [it.message for it in again.facts] == ["brought-memories-known"]
    assert await exported(room) == before


async def test_what_changes_is_said_before(room: Room) -> None:
    """People say yes to an import, and learn afterwards what became of what they had."""
    await chronicled(room)
    await told(room, "Hello.")
    file = as_json({"storyBible": {"characters": [{"name": "mara", "description": "A captain."}], "timeline": []}})
    empty = await looking.look(room.engine.ctx, room.here, file, "memories.json")
    assert "file-memories-joined" not in [it.message for it in empty.facts]
    await bring(room, as_json(KNOWN), "known.json")
    looked = await looking.look(room.engine.ctx, room.here, file, "memories.json")
    told_of = {it.message: it.data for it in looked.facts}
    assert told_of["file-memories-joined"] == {"name": "Mara", "text": "Seen in 84. A captain."}
    for language in ("en", "zh"):
        said = [Speech().speaker(language).say(it.message, **it.data) for it in looked.facts]
        assert any("Seen in 84. A captain." in it for it in said)
    brought = await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token)
    assert ("brought-memories-joined", 1) in [(it.message, it.data["count"]) for it in brought.facts]
    mara = next(it for it in (await exported(room))["dossiers"] if it["name"] == "Mara")
    assert (mara["text"], mara["aliases"]) == ("Seen in 84. A captain.", ["captain"])


async def test_what_a_joined_figure_was_made_of_still_counts(room: Room) -> None:
    """Words that somebody had erased live on in what an import put together from them."""
    await chronicled(room, page_every="2")
    room.model.notes = tells
    await told(room, "One.", "Two.")
    await kept(room)
    await bring(room, as_json(OWN), "memories.json")
    texts = [it.text for it in (await kept(room)).dossiers]
    assert texts == [f"{GREETING} A keeper."]
    channel_head = await head_of(room)
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    (row,) = [it for it in await store.live(room.db, channel_head.session_key, line, ["dossier"]) if it.text in texts]
    made_from = (await sources_of(room.db, channel_head.session_key, [row.id]))[row.id]
    assert (min(it.from_seq for it in made_from), max(it.to_seq for it in made_from)) == (2, row.place.seq)


async def test_who_said_a_memory_survives(room: Room) -> None:
    """What the character had said elsewhere is listed as written by hand, by the person who brought the file."""
    await chronicled(room)
    await told(room, "Hello.")
    file: Any = FIRST
    for _ in range(2):  # as it came, and as it goes from here to the next chat
        await bring(room, as_json(file), "memories.json")
        found = {it.text: it for it in await garden.newest(room.engine.ctx, room.here, 50)}
        mine, theirs = found["I fear the dark."], found["I will stay."]
        assert (mine.tag, mine.speaker, mine.character) == (Tag.USER_INPUT, "Ann", None)
        assert (theirs.tag, theirs.speaker, theirs.person) == (Tag.AI_OUTPUT, "Mira", None)
        for language, said, hand in (("en", "message", "by hand"), ("zh", "消息", "亲手写")):
            assert said in _described(room, theirs, language)
            assert hand not in _described(room, theirs, language) + _described(room, mine, language)
        file = await exported(room)
        tags = {it["text"]: it["tag"] for it in file["memories"]}
        assert (tags["I fear the dark."], tags["I will stay."]) == ("user_input", "ai_output")
        await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann")


def _described(room: Room, memory: Memory, language: str) -> str:
    """How lists show a memory."""
    none: Any = None  # it is shown without any file
    speak = Speech().speaker(language)
    call = CommandCall(room.engine, room.here, "Ann", speak, frozenset(), table_for("terminal"), none, NOON)
    return described(call, memory, ZoneInfo("UTC"))


def _holds(it: Any, old: Any) -> bool:
    """Whether a part of a file says all that ``old`` said, and of the same day."""
    texts = all(word in it.get("text", "") for word in old.get("text", "").split(". "))
    names = {it.get("name", ""), *it.get("aliases", ())} >= {old.get("name", ""), *old.get("aliases", ())}
    return texts and names and old.get("when", "") in ("", it.get("when"))


def words_of(file: Any) -> dict[str, list[str]]:
    """Some words that a file of any form has of each kind, as they have to stand in the chat."""
    first = "storyBible" in file
    return {
        "timeline": ["Tom lights the lamp."],
        "items": ["Tom has it."],
        "dossiers": ["grey beard", "Keeper"] if first else ["A keeper."],
        "pages": ["Tom lights the lamp for Ada."] if first else ["Tom lights it."],
        "memories": ["I fear the dark.", "I will stay."] if first else [],
    }
