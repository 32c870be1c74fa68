"""Saves in lists and in the trash, what parts them from where people stand, and the one of each day."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.actions.chats import differences, pointed, revisions, savepoints
from engine.actions.house import settings
from engine.actions.memory import finding, garden
from engine.actions.memory.days import save_days
from engine.actions.story import notes
from engine.errors import EditEmpty, NoSuchSavepoint
from engine.values.chats.differences import DifferencePart, LineState, StateDifference
from engine.values.house.setting_scopes import SettingScope
from engine.values.paging import Wanted
from engine.values.story.notes import AuthorsNote
from tests.servers.model import say
from tests.turns.chronicled import chronicled, told
from tests.turns.room import Room

NIGHT = datetime(2040, 3, 5, 21, 0, tzinfo=UTC)


async def played(room: Room) -> None:
    room.model.answer = lambda _: say("I see.")
    await room.say("The boat leaves.")


async def test_a_list_is_read_by_pages_and_searched(room: Room) -> None:
    """Among hundreds of saves nobody would find theirs, or would wait for all of them."""
    await played(room)
    made = [await savepoints.save(room.engine.ctx, room.here, f"Save {n:02}") for n in range(1, 12)]
    await savepoints.save(room.engine.ctx, room.here, "100% sure\nThe long night at the harbour, before anybody knew.")
    page = await savepoints.page(room.engine.ctx, room.here, Wanted(2, 8))
    assert ([it.name for it in page.items][:2], page.total, page.page, page.pages) == (["Save 04", "Save 03"], 12, 2, 2)
    assert (await savepoints.page(room.engine.ctx, room.here, Wanted(99, 8))).page == 2
    assert page.items[0].messages == 3
    [found] = (await savepoints.page(room.engine.ctx, room.here, Wanted(words="100%"))).items
    assert (found.name, found.description.splitlines()[1][:8]) == ("100% sure", "The long")
    assert (await savepoints.page(room.engine.ctx, room.here, Wanted(words="%"))).total == 1, (
        "a sign of the pattern was not taken for one"
    )
    assert [it.id for it in await finding.saves_called(room.engine.ctx, room.here, f"#{made[2].id}")] == [made[2].id]
    assert [it.name for it in await finding.saves_called(room.engine.ctx, room.here, "save 0")] == [
        f"Save 0{n}" for n in range(9, 0, -1)
    ]
    assert (await finding.saves_called(room.engine.ctx, room.here, "SAVE 03"))[0].id == made[2].id


@pytest.mark.calendar
async def test_a_deleted_save_comes_back(room: Room) -> None:
    """A slip of the finger would cost somebody the place that they had named."""
    await played(room)
    save = await savepoints.save(room.engine.ctx, room.here, "Harbour")
    await savepoints.delete_save(room.engine.ctx, room.here, save.id)
    assert (await savepoints.page(room.engine.ctx, room.here, Wanted())).total == 0
    with pytest.raises(NoSuchSavepoint):
        await savepoints.load(room.engine.ctx, room.engine.runner, room.here, save.id)
    assert [it.id for it in (await savepoints.page(room.engine.ctx, room.here, Wanted(), deleted=True)).items] == [
        save.id
    ]
    await savepoints.undelete_save(room.engine.ctx, room.here, save.id)
    assert [it.name for it in await savepoints.newest(room.engine.ctx, room.here)] == ["Harbour"]
    await savepoints.delete_save(room.engine.ctx, room.here, save.id)
    await room.sql("UPDATE savepoint SET deleted_at = now() - interval '31 days' WHERE id = $1", save.id)
    with pytest.raises(NoSuchSavepoint):
        await savepoints.undelete_save(room.engine.ctx, room.here, save.id)


async def test_it_is_seen_what_changes_by_loading(room: Room) -> None:
    """Somebody would go back without knowing what they leave, or would be told of what is the same anyway."""
    await chronicled(room, page_every="2")
    await told(room, "One. Much happens.", "Two. Much happens.", "Three. Much happens.")
    kept = await garden.add(room.engine.ctx, room.engine.runner, room.here, "The lamp is blue.")
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, AuthorsNote("It rains."))
    save = await savepoints.save(room.engine.ctx, room.here, "before")
    assert (await differences.with_save(room.engine.ctx, room.here, save.id)).none
    await told(room, "Four. Much happens.", "Five. Much happens.")
    await room.drain()
    await garden.add(room.engine.ctx, room.engine.runner, room.here, "The boat is red.")
    await garden.delete(room.engine.ctx, room.engine.runner, room.here, (kept,))
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, None)
    found = await differences.with_save(room.engine.ctx, room.here, save.id)
    said = found.of(DifferencePart.MESSAGES)
    assert (said.here, said.there, said.here_lines) == (2, 0, ("Four. Much happens.", "Five. Much happens."))
    memories = found.of(DifferencePart.MEMORIES)
    assert (memories.here_lines, memories.there_lines) == (("The boat is red.",), ("The lamp is blue.",))
    assert found.of(DifferencePart.PAGES).here > 0
    assert found.changed == (StateDifference(LineState.NOTE, "", "It rains."),)
    view = await savepoints.load(room.engine.ctx, room.engine.runner, room.here, save.id)
    assert view.left == 1
    assert (await differences.with_save(room.engine.ctx, room.here, save.id)).none
    other = await differences.with_branch(room.engine.ctx, room.here, 1)
    assert (other.of(DifferencePart.MESSAGES).there, other.of(DifferencePart.MEMORIES).here_lines) == (
        2,
        ("The lamp is blue.",),
    )


async def days(room: Room, now: datetime) -> list[tuple[Any, ...]]:
    """The daily saves after a look at that time: day and last words, oldest first."""
    room.stand_still(now)
    await room.sql("UPDATE session SET touched_at = $2 WHERE space_id = $1", room.here.space, now)
    await save_days(room.ctx)
    return [(str(it.day), it.preview) for it in reversed(await savepoints.newest(room.engine.ctx, room.here)) if it.day]


async def test_each_day_that_was_played_is_saved_once(room: Room) -> None:
    """A story that went wrong yesterday could not be taken up where the day before had ended."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "timezone", "Asia/Shanghai")
    await told(room, "Evening.", "Late.", since=NIGHT - timedelta(hours=6))  # 23:00 in Shanghai, then after midnight
    assert await days(room, NIGHT - timedelta(hours=5, minutes=30)) == []
    midnight = datetime(2040, 3, 5, 16, 0, tzinfo=UTC)
    await told(room, "In the night.", since=midnight + timedelta(minutes=5))
    once = await days(room, midnight + timedelta(minutes=30))
    assert [it[0] for it in once] == ["2040-03-05"]
    assert once[0][1] != "In the night.", "what was said after midnight belongs to the next day"
    assert await days(room, midnight + timedelta(hours=2)) == once
    await savepoints.delete_save(
        room.engine.ctx, room.here, (await savepoints.newest(room.engine.ctx, room.here))[0].id
    )
    assert await days(room, midnight + timedelta(hours=3)) == [], "deleted is deleted"
    every: list[tuple[Any, ...]] = []
    for number in range(1, 10):
        at = midnight + timedelta(days=number)
        await told(room, f"Day {number}.", since=at + timedelta(hours=1))
        every = await days(room, at + timedelta(days=1, minutes=10))
    assert [it[1] for it in every] == [f"Day {n}." for n in range(3, 10)], "the last seven are kept"


async def test_two_looks_at_once_save_a_day_once(room: Room) -> None:
    """Two processes of one house would fill the list with the same day."""
    await told(room, "Evening.", since=NIGHT)
    room.stand_still(NIGHT + timedelta(days=1))
    await room.sql("UPDATE session SET touched_at = $2 WHERE space_id = $1", room.here.space, NIGHT)
    await asyncio.gather(*(save_days(room.ctx) for _ in range(4)))
    assert len(await days(room, NIGHT + timedelta(days=1))) == 1


async def test_looking_costs_what_changed(room: Room) -> None:
    """Going back one reply in a story of ten thousand would count and compare all of them first."""
    await played(room)
    counts = room.db.counts
    save = await savepoints.save(room.engine.ctx, room.here, "here")
    before = counts.copy()
    assert (await differences.with_save(room.engine.ctx, room.here, save.id, counted=False)).none
    asked = counts.since(before).by_name
    assert not {"messages_on", "parted", "newest_acts", "opening_messages", "acts"} & set(asked), asked
    await room.say("And then?")
    before = counts.copy()
    found = await differences.with_save(room.engine.ctx, room.here, save.id, counted=False)
    asked = counts.since(before).by_name
    assert (found.of(DifferencePart.MESSAGES).here, found.common, found.changed) == (2, None, ())
    assert asked["messages_on"] == 1, "what both share is not counted"
    assert "newest_acts" not in asked, "no act changed a state"
    assert (await differences.with_save(room.engine.ctx, room.here, save.id)).common == 3


@pytest.mark.parametrize("text", ["", "  \n", "\x00\x07 "])
async def test_a_message_is_not_left_without_words(room: Room, text: str) -> None:
    """A slip would leave an empty line in the story, and nothing for the character to answer."""
    await played(room)
    with pytest.raises(EditEmpty):
        await revisions.edit(room.engine.ctx, room.engine.runner, room.here, text)
    with pytest.raises(EditEmpty):
        await pointed.edit(room.engine.ctx, room.engine.runner, room.here, "m1", text)
    assert [it[1] for it in await room.spoken()][-2:] == ["The boat leaves.", "I see."]
