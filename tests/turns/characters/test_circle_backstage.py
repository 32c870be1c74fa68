"""What the characters of a circle post among themselves: nobody is shown it, told of it, or writes from it."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import count
from pathlib import Path
from zipfile import ZipFile

import pytest

from engine.actions.characters import circles
from engine.actions.chats import savepoints, sessions, undoing
from engine.actions.house import moderation, settings
from engine.actions.people import friendships
from engine.actions.people.forgetting import forget_me
from engine.actions.transfers import exports, stories_out
from engine.db.chats import audiences
from engine.errors import NoCircle
from engine.values.characters.circle_members import PostFrequency, SeenBy
from engine.values.house.allowances import AllowanceHolder
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.shares import DayShare
from tests.servers.model import ModelServer, Script, Seen, nothing_to_note, say
from tests.turns.characters.test_circle import MORNING
from tests.turns.circled import MovedClock, circled, until
from tests.turns.remembering import WordEmbedder
from tests.turns.room import Room, config_for, enter, new_origin, opened

CANARY = "Quilla the kestrel"
ERRAND = {"post", "replies"}


@dataclass(frozen=True, slots=True)
class Stage:
    """A circle of Lan and Mo, in which Lan posts for the cast alone."""

    room: Room
    lan: int
    mo: int

    async def posts(self) -> list[str]:
        return [it.text for it in await circles.backstage(self.room.ctx, self.room.here)]

    def asked(self) -> list[Seen]:
        return [it for it in self.room.model.errands if it.errand == ERRAND]


@pytest.fixture
async def stage(database_url: str, tmp_path: Path) -> AsyncIterator[Stage]:
    origin = new_origin()
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        novel = count(1)

        def notes(seen: Seen) -> Script:
            if seen.errand != ERRAND:
                return nothing_to_note(seen)
            reply = {"who": 1, "act": "comment", "text": f"{CANARY}? Really?"}
            return say(json.dumps({"post": f"{CANARY} {next(novel)}", "replies": [reply]}))

        model.answer, model.notes = lambda _: say("I see."), notes
        room = await enter(engine, model, origin, None)
        room.change(clock=MovedClock(MORNING), embedder=WordEmbedder())
        found = await circled(room, "Lan", "Mo", frequency=PostFrequency.OFF)
        await circles.join(room.ctx, room.runner, room.here, found["Lan"], "Ann", PostFrequency.OFTEN)
        await circles.show(room.ctx, room.here, found["Lan"], SeenBy.CAST)
        yield Stage(room, found["Lan"], found["Mo"])


async def test_whoever_looks_after_the_circle_reads_them(stage: Stage) -> None:
    """Nobody can ever know what a character writes; or what the others answered is of nobody."""
    await until(stage.room, 12)
    posts = await circles.backstage(stage.room.ctx, stage.room.here)
    assert 2 <= len(posts) <= 3
    assert posts[0].text == f"{CANARY} {len(posts)}", "the newest first"
    assert (posts[0].name, posts[0].likes, posts[0].comments) == ("Lan", (), (("Mo", f"{CANARY}? Really?"),))
    *_, last = stage.asked()
    assert f"{CANARY} 1" in last.prompt, "they remember among themselves what was posted"
    usage = await stage.room.sql("SELECT DISTINCT kind FROM usage WHERE space_id = $1", stage.room.here.space)
    assert {it["kind"] for it in usage} == {DayShare.CIRCLE.value}


async def test_nobody_else_hears_of_them(stage: Stage) -> None:
    """What the cast alone may know is in the channel, in a prompt, in a private chat, in a file, or makes friends."""
    room = stage.room
    shown = len(room.shown.of(object))
    await until(room, 24)
    assert await stage.posts()
    await circles.join(room.ctx, room.runner, room.here, stage.mo, "Ann", PostFrequency.OFTEN)
    asked = len(room.model.requests)
    await room.accept("@Lan What did you tell Mo of your bird, Quilla?", at=room.ctx.clock.now())
    await until(room, 24)
    await room.drain()
    alone = await enter(
        room.engine, room.model, replace(room.origin, space="alone", channel="alone", private=True), None
    )
    own = "UPDATE character SET owner_space = NULL, owner_person = $2 WHERE id = $1"
    await room.sql(own, stage.lan, room.here.person)
    await sessions.new(alone.ctx, alone.runner, alone.here, "Ann", stage.lan)
    group = await enter(room.engine, room.model, replace(room.origin, channel="group"), None)
    await sessions.new(group.ctx, group.runner, group.here, "Ann", stage.lan)
    for other in (alone, group):
        await other.say("Lan, what did you tell Mo of your bird?")
        await other.drain()
    prompts = [it for it in room.model.requests[asked:] if it.errand != ERRAND]
    assert prompts
    assert not [it for it in prompts if CANARY in it.prompt]
    assert not [it for it in room.shown.of(object)[shown:] if CANARY in repr(it)]
    assert not [it for it in await room.outbox() if CANARY in repr(it)]
    story = await stories_out.story(room.ctx, room.here, "0")
    chat = await exports.chat(room.ctx, room.here)
    with ZipFile(BytesIO(story.document.data)) as file:
        told = [chat.data, *(file.read(it) for it in file.namelist())]
    assert any(b"backstage" in it for it in told), "the log has no gap"
    assert not [it for it in told if CANARY.encode() in it]
    audience = "SELECT DISTINCT audience FROM entry WHERE kind = 'backstage' AND space_id = $1"
    [kept] = await room.sql(audience, room.here.space)
    assert not (await audiences.covered(room.db, room.here.key)).issuperset(kept["audience"])
    friends = (await friendships.friends(room.ctx, room.here)).friendships
    assert not [it for it in friends if not (it.one.is_person or it.other.is_person)]
    for table in ("memory", "derived", "outbox", "inbox"):
        query = f"SELECT FROM {table} AS it WHERE space_id = $1 AND row_to_json(it)::text LIKE $2"
        assert not await room.sql(query, room.here.space, f"%{CANARY}%"), table
    with pytest.raises(NoCircle):
        await circles.backstage(alone.ctx, alone.here)


async def test_words_of_people_are_not_in_them(stage: Stage) -> None:
    """Somebody speaks in the circle, and the characters talk about it behind their back."""
    await stage.room.accept("@Lan I am Ottoline, and my cat is ill.", at=stage.room.ctx.clock.now())
    await until(stage.room, 24)
    assert stage.asked()
    assert not [it for it in stage.asked() if "Ottoline" in it.prompt or "cat is ill" in it.prompt]


async def test_they_go_back_with_the_story(stage: Stage) -> None:
    """Somebody loads a save, and the characters remember what never happened."""
    room = stage.room
    await room.accept("Good morning, all.", at=room.ctx.clock.now())
    await until(room, 0)  # nothing is planned for the moment in which somebody comes in
    assert not await stage.posts()
    before_it = await savepoints.save(room.ctx, room.here, "before")
    await until(room, 12)
    assert await stage.posts()
    await savepoints.load(room.ctx, room.runner, room.here, before_it.id)
    assert await stage.posts() == []
    before = len(stage.asked())
    await until(room, 24)
    assert CANARY not in stage.asked()[before].prompt


@pytest.mark.parametrize("why", ["everybody", "off", "left", "alone", "paused", "closed", "spent"])
async def test_what_ends_it(stage: Stage, why: str) -> None:
    """A character goes on behind a curtain when nobody wants it any more, or nobody is there, at the house's cost."""
    room = stage.room
    match why:
        case "everybody":
            await circles.show(room.ctx, room.here, stage.lan, SeenBy.EVERYBODY)
        case "off":
            await circles.join(room.ctx, room.runner, room.here, stage.lan, "Ann", PostFrequency.OFF)
        case "left":
            await circles.leave(room.ctx, room.runner, room.here, stage.lan)
        case "alone":
            await circles.leave(room.ctx, room.runner, room.here, stage.mo)
        case "paused":
            await moderation.pause(room.ctx, room.runner, room.here, AllowanceHolder.CHANNEL, paused=True)
        case "closed":
            await settings.put(room.ctx, room.here, SettingScope.CHANNEL, "mode", "chat")
        case _:
            room.ctx.spending.shares[DayShare.CIRCLE] = 0
    await until(room, 12)
    assert not [
        it
        for it in await room.sql("SELECT body FROM entry WHERE space_id = $1", room.here.space)
        if CANARY in str(it["body"])
    ]
    assert not stage.asked()


async def test_without_a_fit_answer_nothing_is_kept(stage: Stage) -> None:
    """A model that cannot answer is asked for ever, or its rubbish is kept."""
    stage.room.model.notes = lambda _: say("no shape at all")
    await until(stage.room, 24)
    assert await stage.posts() == []


async def test_whoever_is_forgotten_leaves_them_alone(stage: Stage) -> None:
    """To forget somebody breaks what was never about them."""
    await until(stage.room, 12)
    many = len(await stage.posts())
    await forget_me(stage.room.ctx, stage.room.runner, stage.room.here)
    assert len(await stage.posts()) == many


async def test_undo_takes_no_post_into_the_channel(stage: Stage) -> None:
    """What is last on the line is behind the curtain, and an undo or another reply brings it before everybody."""
    room = stage.room
    await room.accept("Good morning, all.", at=room.ctx.clock.now())
    await until(room, 24)
    assert await stage.posts()
    shown = len(room.shown.of(object))
    gone = await undoing.undo(room.ctx, room.runner, room.here)
    await room.idle()
    assert CANARY not in repr(gone)
    assert not [it for it in room.shown.of(object)[shown:] if CANARY in repr(it)]
