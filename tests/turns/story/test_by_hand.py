"""People change by hand what a story is told by: another text, made anew, put away."""

import json

import pytest

from engine.actions.chats import savepoints, sessions, undoing
from engine.actions.house import settings
from engine.actions.story import chronicle
from engine.errors import MemoryEmpty, NoModelConfigured, NothingToSumUp, NotInChronicle, NotTellable, SummariesOff
from engine.llm.roles import Roles
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import MemoryKind
from engine.values.models.models import RoleName
from engine.values.story.chronicle import ChronicleKind, StoryPage
from tests.servers.model import Script, Seen, say
from tests.turns.chronicled import PAGE, blocks, chronicled, keeps_record, kept, page_of, rows, told
from tests.turns.room import Room


def tells(seen: Seen) -> Script:
    """Every page tells of Tom and of a lamp."""
    if seen.errand != PAGE:
        return say(json.dumps({"summary": "In short."})) if seen.errand == {"summary"} else keeps_record(seen)
    said = [it["text"] for it in blocks(seen)["The talk"]]
    item, figure = {"name": "Lamp", "state": said[0], "gone": False}, {"name": "Tom", "aliases": [], "known": said[0]}
    return say(json.dumps(page_of(said, items=[item], figures=[figure])))


@pytest.fixture
async def tale(room: Room) -> Room:
    """A story of three pages of two messages."""
    await chronicled(room, page_every="2")
    room.model.notes = tells
    await told(room, *(f"Day {n}. Much happens." for n in range(1, 6)))
    assert len((await kept(room)).pages) == 3
    return room


async def page(room: Room, number: int) -> StoryPage:
    return next(it for it in (await kept(room)).pages if it.number == number)


async def _edited(room: Room, number: int, text: str) -> None:
    """Somebody writes page ``number`` anew."""
    old = await page(room, number)
    await chronicle.edit(room.engine.ctx, room.engine.runner, room.here, ChronicleKind.PAGE, old.id, text)


async def remembered(room: Room) -> dict[str, str]:
    """What is remembered of the second page, by kind."""
    found = await room.sql(
        "SELECT kind, text FROM derived WHERE session_id = $1 AND kind = ANY ($2) AND body ->> 'page' = '2'"
        " AND id NOT IN (SELECT derived_id FROM retired WHERE session_id = $1)",
        (await sessions.listed(room.engine.ctx, room.here))[0].key.session,
        [MemoryKind.EVENT, MemoryKind.PLOT],
    )
    return {row["kind"]: row["text"] for row in found}


async def test_a_page_is_edited_and_a_save_brings_the_old_one_back(tale: Room) -> None:
    """What somebody puts right on a page is not told, is told beside the old text, or cannot be undone."""
    old = await page(tale, 2)
    save = await savepoints.save(tale.engine.ctx, tale.here, "before")
    await chronicle.edit(
        tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.PAGE, old.id, "  Tom mends\nthe {{lamp}}. "
    )
    new = await page(tale, 2)
    assert (new.text, new.brief, new.first, new.last) == ("Tom mends the {lamp}.", "Tom mends the {lamp}.", 4, 5)
    assert set((await remembered(tale)).values()) == {"Tom mends the {lamp}."}
    await savepoints.load(tale.engine.ctx, tale.engine.runner, tale.here, save.id)
    assert await page(tale, 2) == old


async def test_a_page_that_was_edited_stays_so_when_others_come(tale: Room) -> None:
    """The next page, or its becoming brief, brings the old words back."""
    await settings.put(tale.engine.ctx, tale.here, SettingScope.SPACE, "fresh_pages", "5")
    await _edited(tale, 1, "Another beginning.")
    await told(tale, *(f"Night {n}." for n in range(1, 9)))
    first = await page(tale, 1)
    assert (first.text, int(first.level)) == ("Another beginning.", 1)


async def test_a_page_is_written_again(tale: Room) -> None:
    """Somebody wants a page anew, and it stays, or goes for good."""
    old = await page(tale, 2)
    before = len(tale.model.requests)
    await chronicle.redo(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.PAGE, old.id)
    new = await page(tale, 2)
    assert new.id != old.id
    assert (new.number, new.first, new.last) == (2, old.first, old.last)
    assert len(tale.model.requests) > before


async def test_a_deleted_page_is_not_remembered(tale: Room) -> None:
    """A page that somebody deleted is recalled as a memory, or written again."""
    await chronicle.delete(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.PAGE, (await page(tale, 2)).id)
    await told(tale, "On we go.", "We do.")
    assert [it.number for it in (await kept(tale)).pages] == [1, 3, 4]
    assert await remembered(tale) == {}


async def test_what_was_put_right_stays_when_a_reply_is_taken_back(tale: Room) -> None:
    """After /undo the wrong page is there again, and a page that was deleted."""
    save = await savepoints.save(tale.engine.ctx, tale.here, "before")
    await tale.say("Well.", "And then?")
    await _edited(tale, 1, "Another beginning.")
    await _edited(tale, 1, "A better beginning.")
    await chronicle.delete(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.PAGE, (await page(tale, 2)).id)
    await chronicle.redo(
        tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.DOSSIER, (await kept(tale)).dossiers[0].id
    )
    await kept(tale)
    await undoing.undo(tale.engine.ctx, tale.engine.runner, tale.here)
    now = await kept(tale)
    assert now.pages[0].text == "A better beginning."
    assert [it.number for it in now.pages] == [1, 3, 4]
    assert [it.name for it in now.dossiers] == ["Tom"]
    await savepoints.load(tale.engine.ctx, tale.engine.runner, tale.here, save.id)
    assert [it.number for it in (await kept(tale)).pages] == [1, 2, 3]


async def test_lines_things_and_figures_are_changed(tale: Room) -> None:
    """A wrong line, thing or figure goes on into every prompt."""
    now = await kept(tale)
    await chronicle.edit(
        tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.TIMELINE, now.timeline[0].id, "They meet."
    )
    await chronicle.delete(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.TIMELINE, now.timeline[1].id)
    await chronicle.edit(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.ITEM, now.items[0].id, "broken")
    await chronicle.edit(
        tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.DOSSIER, now.dossiers[0].id, "A lamplighter."
    )
    after = await kept(tale)
    assert after.timeline[0].text == "They meet."
    assert len(after.timeline) == len(now.timeline) - 1
    assert [(it.name, it.text) for it in after.items] == [("Lamp", "broken")]
    assert [(it.name, it.text) for it in after.dossiers] == [("Tom", "A lamplighter.")]
    await chronicle.redo(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.DOSSIER, after.dossiers[0].id)
    assert (await kept(tale)).dossiers[0].text != "A lamplighter."
    await chronicle.delete(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.ITEM, after.items[0].id)
    assert (await kept(tale)).items == ()


async def test_a_talk_is_summed_up_when_asked(tale: Room) -> None:
    """Somebody wants a shorter prompt now, and gets no summary, or one with every message from then on."""
    with pytest.raises(SummariesOff):
        await chronicle.sum_up(tale.engine.ctx, tale.engine.runner, tale.here)
    await settings.put(tale.engine.ctx, tale.here, SettingScope.SPACE, "summary", "classic")
    with pytest.raises(NothingToSumUp):
        await chronicle.sum_up(tale.engine.ctx, tale.engine.runner, tale.here)
    await told(tale, *(f"Night {n}." for n in range(1, 4)))
    await chronicle.sum_up(tale.engine.ctx, tale.engine.runner, tale.here)
    [made] = (await kept(tale)).summaries
    assert made.text == "In short."
    await told(tale, "More.", "And more.")
    assert (await kept(tale)).summaries == (made,)
    await chronicle.edit(
        tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.SUMMARY, made.id, "In other words.\nReally."
    )
    [edited] = (await kept(tale)).summaries
    assert (edited.text, edited.first, edited.last) == ("In other words.\nReally.", made.first, made.last)
    await chronicle.redo(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.SUMMARY, edited.id)
    [again] = (await kept(tale)).summaries
    assert (again.text, again.last >= made.last) == ("In short.", True)
    seen = await chronicle.summaries(tale.engine.ctx, tale.here)
    assert [it.why for it in seen] == ["", "redone", "edited"]


async def test_where_the_story_stands(tale: Room) -> None:
    """Nobody can tell how far a story has come, or what is still to be written of it."""
    found = await chronicle.overview(tale.engine.ctx, tale.here)
    assert (found.chapter, found.paged, found.background, found.progress, found.due) == (1, True, "", None, None)
    assert found.messages == 6
    await told(tale, "On.", "On.")
    assert (await chronicle.overview(tale.engine.ctx, tale.here)).due is not None


async def test_what_cannot_be_changed_says_so(tale: Room) -> None:
    """Somebody changes what is not there, and is told that it was done."""
    first = await page(tale, 1)
    for kind in (ChronicleKind.TIMELINE, ChronicleKind.SUMMARY):
        with pytest.raises(NotInChronicle):
            await chronicle.edit(tale.engine.ctx, tale.engine.runner, tale.here, kind, first.id, "Hm.")
    with pytest.raises(MemoryEmpty):
        await chronicle.edit(tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.PAGE, first.id, " \n ")
    await tale.sql(
        "UPDATE derived SET body = body - 'figures' WHERE space_id = $1 AND kind = 'story_page'", tale.here.space
    )
    with pytest.raises(NotTellable):
        await chronicle.redo(
            tale.engine.ctx, tale.engine.runner, tale.here, ChronicleKind.DOSSIER, (await kept(tale)).dossiers[0].id
        )
    assert all(it.reason != "redone" for it in await rows(tale))
    tale.change(roles=Roles({RoleName.CHAT: ()}, tale.ctx.roles._resources))
    with pytest.raises(NoModelConfigured):
        await chronicle.redo(tale.ctx, tale.runner, tale.here, ChronicleKind.PAGE, first.id)
