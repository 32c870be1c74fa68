"""What a character posts about in a circle: pictures it was sent, what others wrote, its stories; told nowhere else."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count, pairwise
from pathlib import Path

import pytest

from engine.actions.chats import replies, sessions
from engine.actions.house import settings
from engine.actions.people.forgetting import forget_me
from engine.background_work import jobs_of
from engine.db.house import work
from engine.rules.recall.remembering.sources import REMEMBER
from engine.values.characters.circle_members import PostFrequency
from engine.values.chats.audiences import Clause
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import SessionKey
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.servers.model import say
from tests.turns.circled import MovedClock, apart, circled, until
from tests.turns.room import Room
from tests.turns.test_pictures import attached, picture, talking

MORNING = datetime(2027, 3, 3, 10, 0, tzinfo=UTC)
SEEN = "A red bicycle leans on a harbour wall."
TOLD = {
    "picture": "A picture that it was sent",
    "read": "What somebody wrote here",
    "story": "What has happened to it lately",
}
NUMBERS = count(1)


@pytest.fixture
async def room(database_url: str, tmp_path: Path) -> AsyncIterator[Room]:
    """A room with a model behind the turns that sees a bicycle on each picture."""
    async with talking(database_url, tmp_path, {}, {"sees": True}) as (found, second):
        second.answer = lambda _: say(SEEN)
        found.change(clock=MovedClock(MORNING))
        found.model.answer = lambda _: say(f"My day, and {next(NUMBERS)} gulls.")
        found.model.embed = apart
        yield found


def subjects(room: Room) -> list[str]:
    """The last words of each prompt for a post."""
    return [it.body["messages"][-1]["content"] for it in room.model.generations if "[A post of yours]" in it.prompt]


async def sends(room: Room, text: str, *, by: Origin | None = None, external: str = "") -> str:
    """Somebody sends a picture with a text; what the message is called."""
    room.position += 1
    name = external or f"f{room.position}"
    origin, at = by or room.origin, room.ctx.clock.now()
    await room.engine.turns.accept(Incoming(origin, name, text, at, room.position, files=(attached(picture(64)),)))
    await room.engine.turns.idle(await room.engine.places.resolve(origin))
    return name


async def remembers(room: Room, *spaces: int) -> None:
    """What was said in these spaces, without any the circle's, becomes memory."""
    for it in await room.sql("SELECT space_id, id FROM session WHERE space_id = ANY ($1)", spaces or [room.here.space]):
        await work.mark_due(room.db, SessionKey(it["space_id"], it["id"]), REMEMBER)
    tasks, job = Tasks(), jobs_of(room.ctx, room.runner)[REMEMBER]
    await DueWork(room.db, "test", {REMEMBER: job}, SystemClock(), tasks).run_ready()
    await tasks.stop()


async def taken_in(room: Room) -> None:
    """What people wrote in the circle is read there and remembered."""
    await until(room, 0.2)
    await remembers(room)


async def elsewhere(room: Room, character: int, audience: Sequence[Clause], *, private: bool = False) -> Origin:
    """Another place in which the character plays: on the same server, or alone with somebody."""
    number = next(NUMBERS)
    origin = replace(room.origin, channel=f"other{number}", audience=tuple(audience))
    if private:
        origin = replace(origin, space=f"dm{number}", private=True, audience=None)
    here = await room.engine.places.resolve(origin)
    await settings.put(room.ctx, here, SettingScope.CHANNEL, "mode", "story")
    await settings.put(room.ctx, here, SettingScope.CHANNEL, "debounce", "0")
    await settings.put(room.ctx, here, SettingScope.CHANNEL, "speaks", "always")
    if private:
        await room.sql(
            "UPDATE character SET owner_space = NULL, owner_person = $2 WHERE id = $1", character, here.person
        )
    await sessions.new(room.ctx, room.runner, here, "Ann", character)
    return origin


async def test_a_picture_is_told_of_once(room: Room) -> None:
    """Somebody shows their new bicycle, and nobody says a word of it; or everybody does, for days."""
    await circled(room, "Lan", "Mo", frequency=PostFrequency.OFTEN)
    await sends(room, "My new bike!")
    await taken_in(room)
    await until(room, 36)
    told = [it for it in subjects(room) if TOLD["picture"] in it]
    assert len(subjects(room)) > 6
    assert len(told) == 1
    assert f"Ann: My new bike! [{SEEN}]" in told[0]
    acts = await room.sql("SELECT body::text FROM entry WHERE space_id = $1 AND kind = 'occasion'", room.here.space)
    assert not [it for it in acts if "bike" in it["body"] or "bicycle" in it["body"]], "her words are kept twice"


@pytest.mark.parametrize("how", ["deleted", "forgotten"])
@pytest.mark.parametrize("when", ["before", "between"])
async def test_a_picture_that_is_gone_is_not_told_of(room: Room, how: str, when: str) -> None:
    """Somebody takes a picture back, or is forgotten, and a character tells everybody what was on it."""
    await circled(room, "Lan", frequency=PostFrequency.OFTEN)
    name = await sends(room, "My new bike!")
    await taken_in(room)

    async def gone() -> None:
        if how == "deleted":
            room.position += 1
            at = room.ctx.clock.now()
            change = Incoming(room.origin, f"{name}@1", "", at, room.position, IncomingKind.DELETE, target=name)
            await room.engine.turns.accept(change)
        else:
            await forget_me(room.ctx, room.runner, room.here)
        await room.idle()

    if when == "between":
        await _until_told(room, SEEN)
    told = len(subjects(room))  # a post that fell due while the picture was there may tell of it
    await gone()
    if when == "between":
        await _written_anew(room)
    else:
        await until(room, 36)
    since = subjects(room)[-1 if when == "between" else told :]
    assert since
    assert not any(SEEN in it or "My new bike" in it for it in since)


@pytest.mark.parametrize("where", ["open", "restricted", "private"])
async def test_only_what_all_could_see_is_told(room: Room, where: str) -> None:
    """A picture that somebody sent in private, or among few, is told to a whole server."""
    lan = (await circled(room, "Lan", frequency=PostFrequency.OFTEN))["Lan"]
    await room.accept("Good morning all", at=room.ctx.clock.now())
    await until(room, 0.2)
    audience = [("role:1",)] if where == "restricted" else []
    other = await elsewhere(room, lan, audience, private=where == "private")
    await sends(room, "My new bike!", by=other)
    await remembers(room, room.here.space, (await room.engine.places.resolve(other)).space)
    await until(room, 36)
    posts = [it.prompt for it in room.model.generations if "[A post of yours]" in it.prompt]
    assert posts
    assert any(SEEN in it for it in posts) == (where == "open")
    told = {kind for kind, words in TOLD.items() if any(words in it for it in subjects(room))}
    assert ({"picture", "story"} <= told) == (where == "open"), "and what was said with it"


async def test_what_people_wrote_is_taken_up(room: Room) -> None:
    """Each character talks of itself alone; or it talks of one message for days."""
    await circled(room, "Lan", frequency=PostFrequency.OFTEN)
    await room.accept("The gulls stole my bread", at=room.ctx.clock.now())
    await until(room, 36)
    [told] = [it for it in subjects(room) if TOLD["read"] in it]
    assert "Ann: The gulls stole my bread" in told


async def test_no_two_take_up_the_same(room: Room) -> None:
    """All that anybody writes is about one message; or characters talk of nothing but one another."""
    await circled(room, "Lan", "Mo", "Ash", frequency=PostFrequency.OFTEN)
    await until(room, 60)
    rows = await room.sql(
        "SELECT body ->> 'subject' AS subject FROM entry WHERE space_id = $1 AND kind = 'occasion'", room.here.space
    )
    read = [it["subject"] for it in rows if it["subject"].startswith("read:")]
    assert read
    assert len(set(read)) == len(read)
    assert len(read) <= len(rows) / 2


async def test_a_message_that_is_gone_is_not_taken_up(room: Room) -> None:
    """Somebody deletes what they wrote, and a post that is written anew quotes it."""
    await circled(room, "Lan", frequency=PostFrequency.OFTEN)
    await room.accept("The key is under the mat", at=room.ctx.clock.now())
    await _until_told(room, "under the mat")
    await room.delete("m1")
    await room.idle()
    await _written_anew(room)
    assert "under the mat" not in subjects(room)[-1]


async def test_who_has_nothing_to_tell_posts_nothing(room: Room) -> None:
    """A character says each day that it is a day."""
    await circled(room, "Lan", frequency=PostFrequency.DAILY, likes="")
    await until(room, 6 * 24)
    rows = await room.sql(
        "SELECT body ->> 'subject' AS subject FROM entry WHERE space_id = $1 AND kind = 'occasion' ORDER BY seq",
        room.here.space,
    )
    told = [it["subject"] for it in rows]
    assert told
    assert all(one != other for one, other in pairwise(told))


async def _until_told(room: Room, words: str) -> None:
    """Let time pass until a post is about something."""
    for _ in range(48):
        if subjects(room) and words in subjects(room)[-1]:
            return
        await until(room, 1)
    raise AssertionError(f"nobody tells of {words!r} in two days")


async def _written_anew(room: Room) -> None:
    """Somebody wants another post in the place of the last one."""
    before = len(subjects(room))
    await replies.again(room.ctx, room.runner, room.here)
    await room.idle()
    assert len(subjects(room)) > before
