"""The chronicle is kept behind the turns: once, by kind, and never of what does not stand there any more."""

import asyncio
import json
from dataclasses import replace

import pytest

from engine.db.house import work
from engine.db.memory import job_rows
from engine.errors import LeaseLost
from engine.jobs.memory.diary import PLAYED_WITHIN
from engine.jobs.story.keeper import keep
from engine.llm.roles import Roles
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.work.due import HOLD
from tests.servers.model import Gate, Script, Seen, say
from tests.turns.chronicled import PAGE, chronicled, head_of, keeps_record, kept, mark, page_of, rows, told
from tests.turns.room import Room

MET = "You made it, Ann. Sit down."


@pytest.fixture
async def tale(room: Room) -> Room:
    """A story with a page for every two messages."""
    await chronicled(room, page_every="2")
    return room


def marks(due: list[dict[str, object]]) -> list[object]:
    return [it["kind"] for it in due if it["kind"] == CHRONICLE]


async def test_a_turn_has_the_story_kept(tale: Room) -> None:
    """Pages are written when somebody asks for them, or after the next restart."""
    await tale.say("One.")
    assert marks(await tale.due()) == [CHRONICLE]
    assert [it.text for it in (await kept(tale)).pages] == [f"{MET} One."]
    assert not marks(await tale.due())


async def test_what_was_lost_is_found_again(tale: Room) -> None:
    """A mark that was lost leaves a story without pages until somebody says more."""
    key = (await head_of(tale)).session_key
    await told(tale, "One.")
    await tale.sql("DELETE FROM due WHERE space_id = $1", tale.here.space)
    assert key in await job_rows.sessions_with_talk(tale.db, PLAYED_WITHIN, CHRONICLE)
    await mark(tale)
    assert len((await kept(tale)).pages) == 1
    assert key not in await job_rows.sessions_with_talk(tale.db, PLAYED_WITHIN, CHRONICLE)


async def test_calls_are_counted_by_what_they_were_for(tale: Room) -> None:
    """Nobody can tell what the story costs behind the talk."""
    await told(tale, "One.", "Two.", "Three.")
    await tale.drain()
    used = await tale.sql("SELECT kind FROM usage WHERE space_id = $1 AND turn_id IS NULL", tale.here.space)
    assert [it["kind"] for it in used] == ["page", "page"]


async def test_two_processes_keep_a_story_once(tale: Room) -> None:
    """A claim that ran out is taken over, and both write the same page."""
    await told(tale, "One.")
    (due,) = await work.claim_due(tale.db, [CHRONICLE], "one", HOLD, 100)
    await tale.sql("UPDATE due SET held_until = now() WHERE space_id = $1 AND kind = $2", tale.here.space, CHRONICLE)
    (again,) = await work.claim_due(tale.db, [CHRONICLE], "two", HOLD, 100)
    assert again.fence > due.fence
    ends = await asyncio.gather(keep(tale.ctx, due), keep(tale.ctx, again), return_exceptions=True)
    assert [type(it) for it in ends if it is not None] == [LeaseLost]
    assert len([it for it in await rows(tale) if it.row.kind == "story_page"]) == 1
    assert len((await kept(tale)).timeline) == 1


async def test_a_message_that_changes_meanwhile_is_told_as_it_is(tale: Room) -> None:
    """Somebody mends a message while the model writes the page of it, and the page tells the old one for ever."""
    gate = Gate()

    def notes(seen: Seen) -> Script:
        tale.model.notes = keeps_record
        return replace(keeps_record(seen), before=gate)

    await tale.say("Bo is a pilot.")
    tale.model.notes = notes
    drained = asyncio.ensure_future(tale.drain())
    await gate.reached()
    await tale.edit("m1", "Bo is a sailor.")
    await tale.idle()
    gate.open()
    await drained
    assert [it.text for it in (await kept(tale)).pages] == [f"{MET} Bo is a sailor."]
    assert not [it for it in await rows(tale) if "pilot" in it.row.text]


async def test_nothing_waits_without_a_model(tale: Room) -> None:
    """Without a model the same work fails all day long; and with one again there is never a page."""
    await told(tale, "One.")
    roles = tale.ctx.roles
    tale.change(roles=Roles({}, roles._resources))
    assert (await kept(tale)).pages == ()
    assert not marks(await tale.due())
    tale.change(roles=roles)
    await told(tale, "Two.")
    assert len((await kept(tale)).pages) == 1


async def test_a_page_that_says_nothing_is_not_asked_for_again(tale: Room) -> None:
    """A model without words for a stretch is asked for it on and on."""
    tale.model.notes = lambda seen: say(json.dumps(page_of(["x"], page="", brief="", timeline=[])))
    await told(tale, "One.")
    story = await kept(tale)
    assert (story.pages, story.processed) == ((), 3)
    await told(tale, "Two.")
    await tale.drain()
    assert len([it for it in tale.model.errands if it.errand == PAGE]) == 1


async def test_a_look_reads_the_acts_of_a_line_once(tale: Room) -> None:
    """After each turn the acts of a line are read as often as there are planners, and what was said several times."""
    await told(tale, "One.", "Two.")
    await kept(tale)
    await mark(tale)
    start = tale.db.counts.copy()
    await tale.drain()
    asked = tale.db.counts.since(start).by_name
    assert asked["chronicle_standing"] == 1
    assert asked["acts"] == 1, asked  # who plays there, and what people asked for
