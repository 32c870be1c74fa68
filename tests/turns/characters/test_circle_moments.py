"""Posts of a circle for one person alone: in their own chat, by what they allow, and nowhere else."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from hashlib import sha256
from io import BytesIO
from itertools import count
from pathlib import Path
from zipfile import ZipFile

import pytest

from engine.actions.characters import circles
from engine.actions.chats import sessions, undoing
from engine.actions.house import settings
from engine.actions.people import forgetting, own_data
from engine.actions.people import writing_first as first
from engine.db.characters import circles as stored
from engine.errors import NotAllowedToWrite
from engine.rules.circle.planning import MOST_POSTS
from engine.values.characters.circle_members import PostFrequency, SeenBy
from engine.values.house.setting_scopes import SettingScope
from engine.values.people.writing_first import FirstWish
from tests.servers.model import ModelServer, Script, Seen, nothing_to_note, say
from tests.turns.characters.test_circle import MORNING
from tests.turns.circled import MovedClock, circled, until
from tests.turns.people.writing import work, written
from tests.turns.remembering import WordEmbedder
from tests.turns.room import Room, config_for, enter, new_origin, opened

ALONE = "You share a moment of your day with"
CANARY = "Quilla the kestrel"
PUBLIC = "The harbour"


@dataclass(frozen=True, slots=True)
class Home:
    """Ann's circle of Lan and Mo, and her own chat with Lan."""

    circle: Room
    alone: Room
    lan: int

    async def seen_by(self, who: SeenBy = SeenBy.PERSON) -> None:
        """Ann says who sees what Lan posts."""
        await circles.show(self.circle.ctx, self.circle.here, self.lan, who)

    async def lives(self, hours: int) -> None:
        """Hour by hour, in both."""
        for _ in range(hours):
            await until(self.circle, 1)
            await work(self.alone)

    async def posts(self) -> list[str]:
        """What Lan has posted in the circle."""
        rows = [it for it in await self.circle.log() if it["character_id"] == self.lan]
        return [it["text"] for it in rows if it["text"].startswith((CANARY, PUBLIC))]


@pytest.fixture
async def home(database_url: str, tmp_path: Path) -> AsyncIterator[Home]:
    origin = new_origin()
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        novel = count(1)

        def answer(seen: Seen) -> Script:
            words = " ".join(sha256(b"%d" % next(novel)).hexdigest()[at : at + 8] for at in range(0, 64, 8))
            return say(f"{CANARY if ALONE in seen.prompt else PUBLIC} {words}")

        model.answer, model.notes = answer, nothing_to_note
        circle = await enter(engine, model, origin, None)
        circle.change(clock=MovedClock(MORNING), embedder=WordEmbedder())
        lan = (await circled(circle, "Lan", "Mo"))["Lan"]
        await circles.join(circle.ctx, circle.runner, circle.here, lan, "Ann", PostFrequency.OFTEN)
        own = "UPDATE character SET owner_space = NULL, owner_person = $2 WHERE id = $1"
        await circle.sql(own, lan, circle.here.person)
        alone = await enter(engine, model, replace(origin, space="alone", channel="alone", private=True), None)
        await sessions.new(alone.ctx, alone.runner, alone.here, "Ann", lan)
        await settings.put(engine.ctx, alone.here, SettingScope.SPACE, "facts", "off")
        yield Home(circle, alone, lan)


async def allowed(home: Home, daily: int = MOST_POSTS) -> None:
    await first.allow(home.alone.ctx, home.alone.here, daily)
    await first.keep_quiet(home.alone.ctx, home.alone.here, "22-9")


async def test_they_come_in_the_own_chat_and_nobody_else_hears_of_them(home: Home) -> None:
    """A post for one person is in the channel, before its readers, or told where she talks among others."""
    await allowed(home)
    await home.seen_by()
    shown = len(home.circle.shown.of(object))
    for _ in range(2):
        await home.lives(24)
        await home.alone.say("How lovely!")
        await home.alone.drain()
    found = await written(home.alone)
    assert 2 <= len(found) <= 2 * MOST_POSTS
    assert all(CANARY in it for it in found)
    assert not await home.posts()
    await first.stop(home.alone.ctx, home.alone.here)
    asked = len(home.circle.model.requests)
    await home.circle.accept("Lan, what did your bird do?")
    await home.lives(2)
    group = await enter(home.circle.engine, home.circle.model, replace(home.circle.origin, channel="group"), None)
    await sessions.new(group.ctx, group.runner, group.here, "Ann", home.lan)
    await group.say("Lan, what did you tell me about the harbour and your bird?")
    await group.drain()
    assert not [it for it in home.circle.model.requests[asked:] if CANARY in it.prompt]
    assert not [it for it in home.circle.shown.of(object)[shown:] if CANARY in repr(it)]
    assert not [it for it in await home.circle.log() if CANARY in it["text"]]
    await home.alone.say("What did you tell me about your bird?")
    assert home.alone.prompts_say(CANARY)


@pytest.mark.parametrize("why", ["never", "stop", "quiet", "left", "off", "forgotten", "closed", "everybody"])
async def test_what_ends_it(home: Home, why: str) -> None:
    """Somebody says "never", and is posted to all the same; or all of it is in the channel instead."""
    await allowed(home)
    await home.seen_by()
    circle, alone = home.circle, home.alone
    match why:
        case "never":
            await first.wish(alone.ctx, alone.here, FirstWish.NEVER)
        case "stop":
            await first.stop(alone.ctx, alone.here)
        case "quiet":
            await first.keep_quiet(alone.ctx, alone.here, "8-23")
        case "left":
            await circles.leave(circle.ctx, circle.runner, circle.here, home.lan)
        case "off":
            await circles.join(circle.ctx, circle.runner, circle.here, home.lan, "Ann", PostFrequency.OFF)
        case "forgotten":
            await forgetting.forget_me(alone.ctx, alone.runner, alone.here)
        case "closed":
            await circles.close(circle.ctx, circle.here)
        case _:
            await home.seen_by(SeenBy.EVERYBODY)
    await home.lives(24)
    assert not await written(alone)
    assert bool(await home.posts()) == (why == "everybody")


async def test_no_more_come_than_she_allows(home: Home) -> None:
    """Whoever may write once a day posts three times a day; or two that nobody answers are followed by more."""
    await allowed(home, 1)
    await home.seen_by()
    await home.lives(12)
    assert len(await written(home.alone)) == 1
    await home.lives(72)
    assert len(await written(home.alone)) == 2


async def test_nobody_has_it_post_for_somebody_else(home: Home) -> None:
    """Ben has Lan post for Ann, or for himself, whom it has never talked to."""
    await allowed(home)
    ben = await home.circle.engine.places.resolve(replace(home.circle.origin, person="ben", person_name="Ben"))
    with pytest.raises(NotAllowedToWrite):
        await circles.show(home.circle.ctx, ben, home.lan, SeenBy.PERSON)
    await home.seen_by()
    seen = await circles.circle(home.circle.ctx, ben)
    assert {it.character for it in seen.posts} == {it.character for it in seen.members} - {home.lan}
    assert home.lan in {it.character for it in (await circles.circle(home.circle.ctx, home.circle.here)).posts}
    await first.stop(home.alone.ctx, home.alone.here)
    with pytest.raises(NotAllowedToWrite):
        await home.seen_by()


async def test_undo_takes_one_back(home: Home) -> None:
    """What was posted for her alone stays in the story whatever she does."""
    await allowed(home)
    await home.seen_by()
    await home.lives(12)
    assert await written(home.alone)
    many = len(await written(home.alone))
    for _ in range(many):
        await undoing.undo(home.alone.ctx, home.alone.runner, home.alone.here)
        await home.alone.idle()
    await home.alone.say("Good evening.")
    assert not home.alone.prompts_say(CANARY)


async def test_a_post_that_failed_in_the_channel_is_not_written_there_any_more(home: Home) -> None:
    """The model is away; meanwhile somebody says that they alone see it, and it is in the channel a minute later."""
    await allowed(home)
    answer, home.circle.model.answer = home.circle.model.answer, lambda _: say("")
    await home.lives(6)
    await home.seen_by()
    home.circle.model.answer = answer
    await home.circle.do_due_work()
    assert not await home.posts()


async def test_she_finds_it_among_what_is_hers(home: Home) -> None:
    """What the house keeps of somebody is not told to them; or is kept when they are forgotten."""
    await allowed(home)
    await home.seen_by()
    told = await own_data.export(home.circle.ctx, home.circle.here, ("readme.txt", ""))
    with ZipFile(BytesIO(told.data)) as file:
        [kept] = json.loads(file.read("posts_for_them_alone.json"))
    assert (kept["character"], kept["frequency"]) == ("Lan", "often")
    await forgetting.forget_me(home.alone.ctx, home.alone.runner, home.alone.here)
    [lan] = [it for it in await stored.members(home.circle.db, home.circle.here.key) if it.character == home.lan]
    assert (lan.seen_by, lan.person, lan.frequency) == (SeenBy.EVERYBODY, None, PostFrequency.OFF)
