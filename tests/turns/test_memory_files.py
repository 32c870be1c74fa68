"""What is remembered of a story goes out as a file and comes into another chat."""

import json
from typing import Any

import pytest

from engine.errors import NothingRemembered
from engine.values.transfers import FileKind
from tests.rules.memory_samples import FIRST, OWN
from tests.servers.model import Script, Seen, say
from tests.turns.chronicled import PAGE, blocks, chronicled, keeps_record, kept, page_of, told
from tests.turns.files import as_json, bring
from tests.turns.room import Room


def tells(seen: Seen) -> Script:
    """Every page tells of Tom and of a lamp."""
    if seen.errand != PAGE:
        return keeps_record(seen)
    said = [it["text"] for it in blocks(seen)["The talk"]]
    more = {"items": [{"name": "Lamp", "state": said[0]}], "figures": [{"name": "Tom", "known": said[0]}]}
    return say(json.dumps(page_of(said, **more)))


async def exported(room: Room) -> Any:
    return json.loads((await room.engine.files.memories(room.here)).data)


def content(raw: Any) -> Any:
    return {name: it for name, it in raw.items() if name != "name"}


async def test_memories_go_to_an_empty_chat_and_out_again(room: Room) -> None:
    """Taking a story's memories along loses some of them, or says them in another order."""
    await chronicled(room, page_every="2", fresh_pages="5")
    room.model.notes = tells
    await told(room, *(f"Day {n}. Much happens." for n in range(1, 16)))
    await room.engine.memories.add(room.here, "Tom fears the dark.")
    await room.engine.evolution.edit(room.here, "feelings", "Trusts Ada.")
    await kept(room)
    first = await exported(room)
    assert {"pages", "timeline", "items", "dossiers", "memories", "persona"} <= {it for it in first if first[it]}
    assert {it["level"] for it in first["pages"]} == {0, 1}
    assert first["pages"][0]["messages"] == [1, 2]
    await room.engine.sessions.new(room.here, "Ada")
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
    saved = (await room.engine.story.saves(room.here))[0]
    assert saved.kind == "before_import"
    await room.engine.story.load(room.here, saved.id)
    with pytest.raises(NothingRemembered):
        await room.engine.files.memories(room.here)


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
    assert [it.text for it in story.dossiers] == ["A keeper."]
    assert [it.text for it in story.items] == ["Tom has it."]
