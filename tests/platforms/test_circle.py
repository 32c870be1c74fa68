"""A circle on both platforms: characters post by themselves, people are read in rounds, liked and commented on."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Final

import pytest

from bot.words.localise import Speech
from engine.actions.characters import cards
from engine.background_work import jobs_of
from engine.jobs.characters.circle_rounds import due_rounds
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests import calendar
from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.front import PLATFORMS, Front, front
from tests.platforms.room import PATIENCE, AnyRoom, House
from tests.platforms.seat import Seen
from tests.servers import model
from tests.servers.model import Script, say
from tests.turns.files import picture

pytestmark = pytest.mark.calendar

POST: Final = {
    "en": "A day by the harbour, and the gulls stole my bread.",
    "zh": "在港口待了一天，海鸥偷走了我的面包。",
}
WRITES: Final = {"en": "I have baked bread today.", "zh": "我今天烤了面包。"}
COMMENT: Final = {"en": "Keep the crust for me!", "zh": "面包皮留给我！"}
NAMES: Final = {"en": ("Nela", "Mo"), "zh": ("奈拉", "阿墨")}
NELA, MO = 1, 2
"""By their order in the circle."""


def act(who: int, message: int, text: str = "") -> dict[str, object]:
    """What a character does in a round about the message of this number: a comment, or a like without a text."""
    return {"who": who, "message": message, "act": "comment" if text else "like", "text": text}


def in_rounds(house: House, *acts: dict[str, object]) -> None:
    """What characters do in the rounds from now on."""

    def notes(seen: model.Seen) -> Script:
        return say(json.dumps({"acts": acts} if seen.errand == {"acts"} else {"topics": [], "facts": []}))

    house.model.notes = notes


@dataclass
class Circle:
    """A circle of Nela and Mo, and its time: what falls due later does so as soon as a test says it."""

    it: Front
    house: House
    room: AnyRoom
    ann: Any
    group: Any
    language: str

    @property
    def texts(self) -> list[str]:
        """What the bot says there now."""
        return self.it.texts(self.group)

    @property
    def rounds(self) -> int:
        """How many rounds have asked the model."""
        return len([one for one in self.house.model.errands if one.errand == {"acts"}])

    async def planned(self, work: str) -> list[str]:
        """The marks of posts, rounds or comments to come, the next one first."""
        rows = await self.house.sql("SELECT kind FROM due WHERE kind LIKE $1 ORDER BY not_before, kind", work)
        return [it["kind"] for it in rows]

    async def comes(self, work: str) -> None:
        """The time of the next post, round or comment has come: it is done, to its end."""
        await self.works()
        await self.house.sql("UPDATE due SET not_before = now() WHERE kind = $1", (await self.planned(work))[0])
        await self.works()

    async def works(self) -> None:
        """Do what is due in the circle now, to its end; the daemon may be first at any of it."""
        ctx, tasks = self.room.engine.ctx, Tasks()
        jobs = {kind: job for kind, job in jobs_of(ctx, self.room.engine.runner).items() if kind.startswith("circle")}
        due = DueWork(ctx.db, "test", jobs, SystemClock(), tasks)
        ready = "SELECT FROM due WHERE kind LIKE 'circle%' AND (owner IS NOT NULL OR not_before <= now())"
        await self.rests()
        async with asyncio.timeout(PATIENCE):
            while await self.house.sql(ready):
                await due.run_ready()
                others = [it for it in asyncio.all_tasks() if it.get_name().startswith("job circle")]
                await asyncio.gather(*others, return_exceptions=True)
        await tasks.stop()
        await self.rests()

    async def rests(self) -> None:
        """Wait until nothing is written there."""
        here = await self.room.engine.places.resolve(self.it.rooms.origin(self.group, self.ann))
        await self.room.daemon.turns.idle(here)

    async def said(self, text: str) -> Any:
        """Ann writes, and is read in the round that is planned."""
        message = self.it.seat.says(self.ann, self.group, text)
        await self.room.handler.hears(text)
        await due_rounds(self.room.engine.ctx, [self.it.platform])
        return message

    def is_of(self, name: str, seen: Seen) -> bool:
        """Whether a message has the name of a character, and its face where characters have faces."""
        if not isinstance(self.it.seat, DiscordSeat):
            return seen.text.startswith(name)
        author = seen.it.data["author"]
        return author["username"] == name and author["avatar"] is not None and seen.it.webhook is not None


async def _circle(it: Front, house: House, room: AnyRoom, language: str) -> Circle:
    """Ann opens a circle in a group where nothing has been said, and lets two characters in."""
    ann = it.seat.person("Ann", language)
    group = it.seat.group("Home", ann)
    await it.lets_in(room.daemon, group, ann)
    for name, value in {"language": language, "facts": "off", "timezone": _noon()}.items():
        await it.sets(room.daemon, group, ann, name, value)
    here = await room.engine.places.resolve(it.rooms.origin(group, ann))
    house.model.answer = lambda _: say(POST[language])
    speak = Speech().speaker(language)
    assert speak.say("circle-opened").partition("/")[0] in await it.seat.uses(ann, group, "circle open")
    for name in NAMES[language]:
        await cards.create(room.engine.ctx, here, name, {}, picture("red"))
        joined = await it.seat.uses(ann, group, "circle join", character=name, often="often")
        assert name in joined
    made = Circle(it, house, room, ann, group, language)
    await made.works()
    return made


def _noon() -> str:
    """Where it is noon now: nobody posts at night."""
    return f"Etc/GMT{calendar.now().hour - 12:+d}"  # their signs are the other way round


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_characters_post_and_read_one_who_writes_there(house: House, platform: str, language: str) -> None:
    """A circle is silent until somebody writes, answers at once, by nobody's name, or tells each like in a new line."""
    nela, mo = NAMES[language]
    comma = Speech().speaker(language).say("list-comma")
    async with front(platform, house) as it, it.opened() as room:
        circle = await _circle(it, house, room, language)
        before, bells = len(circle.texts), it.seat.bells(circle.group)
        in_rounds(house, act(NELA, 2), act(MO, 2, COMMENT[language]))
        await circle.comes("circle_post.%")
        post = await it.seat.reads(circle.group, POST[language])
        assert circle.is_of(nela, post) or circle.is_of(mo, post)
        assert it.seat.bells(circle.group) == bells + 1

        await circle.said(WRITES[language])
        await circle.works()
        assert len(circle.texts) == before + 1, "somebody is answered at once"
        assert circle.rounds == 0
        await circle.comes("circle_round.%")
        liked = await it.seat.reads(circle.group, "❤")
        assert nela in liked.text
        assert it.seat.bells(circle.group) == bells + 1, "a like rings"

        in_rounds(house, act(MO, 1))  # the first that it is shown: of what is new
        await circle.comes("circle_comment.%")
        comment = await it.seat.reads(circle.group, COMMENT[language])
        assert circle.is_of(mo, comment)
        assert "Ann " + COMMENT[language] in comment.text
        assert it.seat.bells(circle.group) == bells + 2
        await circle.comes("circle_round.%")
        await it.holds(liked, comma.join((nela, mo)))
        assert circle.texts == [*circle.texts[:before], post.text, it.seat.fresh(liked).text, comment.text]
        assert circle.rounds == 2
        assert it.seat.rejected == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_somebody_takes_back_is_not_commented_on(house: House, platform: str) -> None:
    """A character quotes to everybody what its writer did not want to be read."""
    in_rounds(house, act(MO, 1, COMMENT["en"]))
    async with front(platform, house) as it, it.opened() as room:
        circle = await _circle(it, house, room, "en")
        message = await circle.said(WRITES["en"])
        await circle.comes("circle_round.%")
        assert await circle.planned("circle_comment.%")
        before = len(room.handler.heard)
        it.seat.takes_back(circle.ann, message)
        await room.handler.until(before + 1)
        await circle.comes("circle_comment.%")
        assert not await circle.planned("circle_comment.%")
        await circle.comes("circle_post.%")
        await it.seat.reads(circle.group, POST["en"])  # what was to come before it has come
        assert not any(COMMENT["en"] in one for one in circle.texts)
        assert it.seat.rejected == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_comment_comes_once_after_a_restart(house: House, platform: str) -> None:
    """Whoever was read before a restart is forgotten, or commented on twice."""
    in_rounds(house, act(NELA, 1), act(MO, 1, COMMENT["en"]))
    async with front(platform, house) as it:
        async with it.opened() as room:
            circle = await _circle(it, house, room, "en")
            await circle.said(WRITES["en"])
            await circle.comes("circle_round.%")
            await it.seat.reads(circle.group, "❤")
        async with it.opened() as circle.room:
            await circle.comes("circle_comment.%")
            await it.seat.reads(circle.group, COMMENT["en"])
        async with it.opened() as circle.room:
            await circle.comes("circle_round.%")
            await circle.comes("circle_post.%")
            await it.seat.reads(circle.group, POST["en"])  # what was to come before it has come
        assert [COMMENT["en"] in one for one in circle.texts].count(True) == 1
        assert ["❤" in one for one in circle.texts].count(True) == 1
        assert it.seat.rejected == []
