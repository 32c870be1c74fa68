"""What a story tells of messages that were changed, put right, hidden or erased is told again from what holds now."""

import json
from typing import Any

import pytest

from engine.actions.chats import savepoints
from engine.actions.memory import corrections, garden
from engine.actions.story import notes
from tests.servers.model import Script, Seen, say
from tests.turns.chronicled import PAGE, blocks, chronicled, keeps_record, kept, mark, page_of, rows, told
from tests.turns.room import Room

MET = "You made it, Ann. Sit down."


@pytest.fixture
async def tale(room: Room) -> Room:
    """A story with a page for every two messages, by a model that knows of Bo and of a key when they are named."""
    await chronicled(room, page_every="2")
    room.model.notes = knows_bo
    return room


def knows_bo(seen: Seen) -> Script:
    if seen.errand != PAGE:
        return keeps_record(seen)
    said = [it["text"] for it in blocks(seen)["The talk"]]
    more: dict[str, Any] = {}
    of_bo = [it for it in said if "Bo" in it]
    if of_bo:
        known = [it["known"] for it in blocks(seen).get("Known figures", [])]
        more["figures"] = [{"name": "Bo", "aliases": [], "known": " ".join([*known, *of_bo])}]
    if any("key" in it for it in said):
        more["items"] = [{"name": "key", "state": next(it for it in said if "key" in it), "gone": False}]
    return say(json.dumps(page_of(said, **more)))


async def texts(room: Room) -> dict[str, list[str]]:
    """What the story tells, by kind, once all that is due is done; and what is remembered of its pages."""
    story = await kept(room)
    plots = await room.sql(
        "SELECT text FROM derived WHERE space_id = $1 AND kind = 'plot' "
        "AND id NOT IN (SELECT derived_id FROM retired WHERE space_id = $1) ORDER BY from_seq",
        room.here.space,
    )
    return {
        "pages": [it.text for it in story.pages],
        "timeline": [it.text for it in story.timeline],
        "items": [it.text for it in story.items],
        "figures": [it.text for it in story.dossiers],
        "plots": [it["text"] for it in plots],
    }


async def test_a_mended_message_is_told_as_it_is_now(tale: Room) -> None:
    """A person mends what they said, and the story goes on telling what they had said first."""
    await tale.say("Bo is a pilot.", "The key is here.")
    first = await texts(tale)
    assert first["figures"] == ["Bo is a pilot."]
    await tale.edit("m1", "Bo is a sailor.")
    await tale.idle()
    again = await texts(tale)
    assert "pilot" not in str(again)
    assert again["pages"] == [f"{MET} Bo is a sailor.", "I see. The key is here."]
    assert again["figures"] == ["MET Bo is a sailor.".replace("MET", MET)]
    assert again["plots"] == again["pages"]
    asked = len(tale.model.errands)
    assert await texts(tale) == again
    assert len(tale.model.errands) == asked


async def test_a_story_restored_to_before_has_what_was_said_then(tale: Room) -> None:
    """Going back to before a message was mended loses the page that told it."""
    await tale.say("Bo is a pilot.")
    before = await kept(tale)
    save = await savepoints.save(tale.engine.ctx, tale.here, "here")
    await tale.edit("m1", "Bo is a sailor.")
    await tale.idle()
    await tale.drain()
    line = await rows(tale)
    assert {it.reason for it in line if it.ended_at} == {"revised"}
    assert save.id
    assert before.pages[0].text == f"{MET} Bo is a pilot."


async def test_an_erased_message_is_told_nowhere(tale: Room) -> None:
    """A person deletes a message, and the story still tells it; or the page goes with all the others beside it."""
    await tale.say("Bo is a pilot.", "The key is Bo's.", "Bo drinks.")
    assert len((await texts(tale))["pages"]) == 3
    await tale.delete("m1")
    await tale.idle()
    left = await texts(tale)
    assert "pilot" not in str(left)
    assert left["pages"] == [MET, "I see. The key is Bo's.", "I see. Bo drinks."]
    assert left["plots"] == left["pages"]
    assert left["figures"] == ["I see. The key is Bo's. I see. Bo drinks."]
    assert [it.number for it in (await kept(tale)).pages] == [1, 2, 3]
    asked = len(tale.model.errands)
    assert await texts(tale) == left
    assert len(tale.model.errands) == asked


async def test_a_hidden_message_is_told_no_more(tale: Room) -> None:
    """Somebody keeps a message from the model, and the page that was made of it tells it."""
    await told(tale, "Bo is a pilot.", "The key is here.", "The door is shut.")
    assert "pilot" in str(await texts(tale))
    await notes.hide(tale.engine.ctx, tale.engine.runner, tale.here, (3, 3))
    assert "pilot" not in str(await texts(tale))
    await notes.hide(tale.engine.ctx, tale.engine.runner, tale.here, (3, 3), hidden=False)
    assert (await texts(tale))["pages"] == [f"{MET} Bo is a pilot.", "The key is here. The door is shut."]


async def test_what_was_put_right_is_told_right(tale: Room) -> None:
    """A person corrects a memory, and pages, timeline and dossiers go on telling the old value."""
    await told(tale, "Bo is a pilot of the north.", "The key is here.", "The door is shut.")
    note = await garden.add(tale.engine.ctx, tale.engine.runner, tale.here, "Bo is a pilot of the north.")
    await tale.drain()
    wrong = await corrections.propose(
        tale.engine.ctx, tale.here, "He is a sailor of the north.", memory=("manual", note)
    )
    right = await corrections.reword(tale.engine.ctx, tale.here, wrong.token, "Bo is a sailor of the north.")
    await corrections.accept(tale.engine.ctx, tale.engine.runner, tale.here, right.token)
    left = await texts(tale)
    assert "pilot" not in str(left)
    assert left["pages"] == ["The key is here. The door is shut."]
    shown = [it for it in tale.model.errands if it.errand == PAGE][-1]
    assert blocks(shown)["Known to be right"] == [{"text": "Bo is a sailor of the north."}]


async def test_a_brief_page_stays_brief_when_it_is_told_again(room: Room) -> None:
    """An old message is mended, and its page comes back at full length, or not at all."""
    await chronicled(room, page_every="1", fresh_pages="5", catalogue_pages="7", timeline_lines="5")
    await room.say("Bo is a pilot. He came by sea.", *(f"Day {n}." for n in range(2, 7)))
    story = await kept(room)
    numbers = [it.number for it in story.pages]
    assert 2 not in numbers
    merged = next(it for it in story.timeline if it.merged)
    assert "pilot" in merged.text
    await room.edit("m1", "Bo is a sailor. He came by sea.")
    await room.idle()
    again = await kept(room)
    assert [it.number for it in again.pages] == numbers
    assert "pilot" not in str(await texts(room))
    assert any("sailor" in it.text for it in again.timeline)


async def test_the_beginning_of_a_long_story_is_mended(room: Room) -> None:
    """What had left the catalogue long ago cannot be put right; or a long story begins its pages anew."""
    await chronicled(room, page_every="20", fresh_pages="5", catalogue_pages="6", timeline_lines="5")
    room.model.notes = knows_bo
    await room.say("Bo is a pilot with a key.")
    await told(room, *(f"Message {n}." for n in range(2, 240)))
    story = await kept(room)
    assert [it.number for it in story.pages] == [*range(7, 13)]
    assert [it.text for it in story.dossiers] == ["Bo is a pilot with a key."]
    assert await room.sql("SELECT FROM settled WHERE space_id = $1", room.here.space)
    await room.edit("m1", "Bo is a sailor with a key.")
    await room.idle()
    left = await texts(room)
    assert "pilot" not in str(left)
    assert "sailor" in left["plots"][0]
    assert "Bo is a sailor with a key." in left["figures"][0]
    again = await kept(room)
    assert [it.text for it in again.pages] == [it.text for it in story.pages]
    await told(room, *(f"More {n}." for n in range(20)))
    assert [it.number for it in (await kept(room)).pages] == [*range(8, 14)]
    asked = len(room.model.errands)
    await mark(room)
    await room.drain()
    assert len(room.model.errands) == asked
