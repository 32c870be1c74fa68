"""Checked progress: the utility model judges from the talk what a reply without a mark has brought about."""

import json

import pytest

from engine.actions.chats import savepoints
from engine.actions.story import outlines
from engine.db.story import chronicle
from engine.jobs.story.judge import LOOKED_BACK
from engine.values.story.chronicle import ChronicleKind
from tests.servers.model import Script, Seen, nothing_to_note, say
from tests.turns.directed import MARCH, directed, line_of, stands, under
from tests.turns.remembering import past
from tests.turns.room import Room


@pytest.fixture
async def checked(room: Room) -> Room:
    """A room whose director checks; the model says nothing of progress itself."""
    await directed(room, director_checks="on")
    room.model.answer = lambda _: say("Hm.")
    return room


def judging(room: Room, point: int, status: str, *, sure: bool = True) -> list[Seen]:
    """From now on the utility model judges so; what it is asked."""
    asked: list[Seen] = []

    def answer(seen: Seen) -> Script:
        if seen.errand != {"why", "point", "status", "sure"}:
            return nothing_to_note(seen)
        asked.append(seen)
        return say(json.dumps({"why": "It was said.", "point": point, "status": status, "sure": sure}))

    room.model.notes = answer
    return asked


async def test_what_was_judged_counts_as_a_mark(checked: Room) -> None:
    """A model that forgets its marks tells a story that never moves on."""
    asked = judging(checked, 1, "completed")
    await checked.say("The boat is ashore.")
    await checked.drain()
    assert len(asked) == 1
    assert "The boat is ashore." in asked[0].prompt
    assert '"content": "A boat comes ashore.", "status": "pending"' in asked[0].prompt
    await checked.say("And now?")
    assert '{"index": 1, "content": "A boat comes ashore.", "status": "completed"}' in under(checked, "The outline")


async def test_the_row_lies_at_its_reply(checked: Room) -> None:
    """A judgement that comes late holds from another place on, so a save brings another story back."""
    judging(checked, 1, "completed")
    await checked.say("The boat is ashore.")
    saved = await savepoints.save(checked.engine.ctx, checked.here, "ashore")
    await checked.say("And now?")
    await checked.drain()
    rows = await chronicle.history(checked.db, *await line_of(checked), [ChronicleKind.JUDGED])
    acts = await checked.sql(
        "SELECT seq FROM entry WHERE space_id = $1 AND kind = 'plot' ORDER BY seq", checked.here.space
    )
    assert [it.row.place.seq for it in rows] == [it["seq"] for it in acts]
    await savepoints.load(checked.engine.ctx, checked.engine.runner, checked.here, saved.id)
    await checked.say("And now?")
    assert checked.prompts_say('"A boat comes ashore.", "status": "completed"')


@pytest.mark.parametrize(
    ("point", "status", "sure"),
    [
        (1, "completed", False),
        (1, "pending", True),
        (3, "in_progress", True),
        (9, "completed", True),
        (0, "completed", True),
    ],
)
async def test_a_doubtful_judgement(checked: Room, point: int, status: str, sure: bool) -> None:
    """A guess of the utility model throws the story to another point, or it is asked the same on and on."""
    asked = judging(checked, point, status, sure=sure)
    await checked.say("The boat is ashore.")
    await checked.drain()
    await checked.drain()
    assert len(asked) == 1
    await checked.say("And now?")
    assert checked.prompts_say('"A boat comes ashore.", "status": "pending"')


async def test_a_mark_needs_no_judgement(checked: Room) -> None:
    """Every reply costs a second call, although it says itself how far the story has come."""
    asked = judging(checked, 2, "completed")
    checked.model.script(say("Look. [PROGRESS:1:in_progress]"))
    await checked.say("Begin.")
    await checked.drain()
    assert not asked
    assert await stands(checked) == (1, "in_progress", 0)


async def test_a_later_mark_takes_its_place(checked: Room) -> None:
    """What was judged of an older reply overrules what the newest one says."""
    judging(checked, 1, "completed")
    await checked.say("The boat is ashore.")
    checked.model.script(say("Not quite. [PROGRESS:1:in_progress]"))
    await checked.say("Is it?")
    await checked.drain()
    await checked.say("And now?")
    assert checked.prompts_say('"A boat comes ashore.", "status": "in_progress"')


async def test_what_was_deleted_is_judged_again(checked: Room) -> None:
    """The story stays at a point that was reached by words which are gone, or falls back although it was reached."""
    asked = judging(checked, 1, "completed")
    await checked.say("The boat is ashore.", "And now?")
    await checked.drain()
    before = len(asked)
    await checked.delete("m1")
    await checked.idle()
    await checked.drain()
    assert len(asked) > before
    assert not any("The boat is ashore." in it.prompt for it in asked[before:])


async def test_a_judged_end_is_told(checked: Room) -> None:
    """The story has ended, and nobody is told because no reply said so."""
    checked.model.script(say("Up. [PROGRESS:3:in_progress]"))
    judging(checked, 3, "completed")
    await checked.say("Begin.", "I am at the top.")
    await checked.drain()
    await checked.say("What do you see?", "And now?")
    assert [it.notice and it.notice.message for it in checked.ended] == [None, None, "plot-ended", None]


async def test_off_nobody_is_asked(room: Room) -> None:
    """Who never asked for checks pays for them."""
    await directed(room)
    asked = judging(room, 1, "completed")
    room.model.answer = lambda _: say("Hm.")
    await room.say("The boat is ashore.")
    await room.drain()
    assert not asked


async def test_what_was_judged_long_ago_still_counts(checked: Room) -> None:
    """Of a long story all judgements are read for every reply; or else the ones that are too old are lost."""
    judging(checked, 2, "completed")
    checked.model.answer = lambda _: say("Rain.")
    await checked.say("Hello?")
    await checked.drain()
    assert (await outlines.progress(checked.engine.ctx, checked.here)).plot.point == 2
    seen = judging(checked, 1, "in_progress", sure=False)
    await past(checked, *[("And?", "Well.")] * (LOOKED_BACK // 2), since=MARCH)
    await checked.say("So?")
    await checked.drain()
    assert '"content": "The lamp goes out.", "status": "completed"' in seen[-1].prompt
    assert (await outlines.progress(checked.engine.ctx, checked.here)).plot.point == 2
