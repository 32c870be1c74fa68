"""What happened before is told to whoever comes back, and is kept nowhere."""

import json
from dataclasses import replace

import pytest

from engine.actions.story import recaps
from engine.llm.roles import Roles
from engine.rules.text.previously import put_together, within
from tests.servers.model import Script, Seen, say
from tests.turns.room import Room

pytestmark = pytest.mark.calendar


async def everything(room: Room) -> int:
    rows = await room.sql(
        "SELECT (SELECT count(*) FROM entry WHERE space_id = $1) + (SELECT count(*) FROM derived WHERE space_id = $1)"
        " + (SELECT count(*) FROM due WHERE space_id = $1) AS count",
        room.here.space,
    )
    return rows[0]["count"]


def tells(seen: Seen) -> Script:
    assert seen.errand == {"recap"}, "nothing else is asked for"
    return say(json.dumps({"recap": "Bo came by, and the lamp went out. " * 60}))


async def test_somebody_who_was_away_is_told_what_they_missed(room: Room) -> None:
    """Who comes back to a table would have to read everything, or would be told what they said themselves."""
    room.model.answer = lambda _: say("I see.")
    await room.say("I go to bed.")
    bo = replace(room, origin=replace(room.origin, person="bo", person_name="Bo"))
    nothing = await recaps.recap(room.engine.ctx, room.here)
    assert nothing is not None
    assert (nothing.missed, nothing.told) == (0, False)
    assert "I go to bed." in nothing.text
    bo.position = room.position
    await bo.say("The lamp is out!", "Who is there?")
    room.model.notes = tells
    before = await everything(room)
    found = await recaps.recap(room.engine.ctx, room.here)
    assert found is not None
    assert (found.missed, found.told, found.since is not None) == (5, True, True)
    assert len(found.text) <= 1_200
    asked = room.model.errands[-1].prompt
    assert "The lamp is out!" in asked
    assert "I go to bed." not in asked
    assert await everything(room) == before, "nothing of it is remembered"


async def test_without_a_model_the_last_lines_are_told(room: Room) -> None:
    """Who runs no other model, or whose model is away, would be told nothing."""
    room.model.answer = lambda _: say("I see.")
    await room.say("The lamp is out!")
    stranger = replace(room.here, person=(await room.engine.places.resolve(replace(room.origin, person="new"))).person)
    room.change(roles=Roles({}, room.ctx.roles._resources))
    found = await recaps.recap(room.engine.ctx, stranger)
    assert found is not None
    assert (found.missed, found.since, found.told) == (3, None, False)
    assert found.text.endswith("Ann: The lamp is out!\nMira: I see.")


def test_what_is_put_together_fits() -> None:
    """A long story would fill the screen, or the newest lines would be the ones that are missing."""
    text = put_together(["Old. " * 200, "New. " * 200], [f"Ann: line {n}" for n in range(200)], 1_200)
    assert len(text) <= 1_200
    assert text.startswith("New.")
    assert text.endswith("Ann: line 199")
    assert within("One. Two. Three and more words", 15) == "One. Two."
    assert within("没有标点的一长串文字", 5) == "没有标点…"
    assert put_together([], ["a"], 10) == "a"
