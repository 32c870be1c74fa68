"""A circle of two characters on any platform, and its time."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Final

from bot.words.localise import Speech
from engine.actions.characters import cards
from engine.background_work import jobs_of
from engine.jobs.characters.circle_rounds import due_rounds
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests import calendar
from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.front import Front
from tests.platforms.room import PATIENCE, AnyRoom, House
from tests.platforms.seat import Seen
from tests.servers import model
from tests.servers.model import Script, say
from tests.turns.circled import apart
from tests.turns.files import picture

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
        await self.hears(text)
        return message

    async def hears(self, text: str) -> None:
        """What ends so has arrived, and is read in the round that is planned."""
        await self.room.handler.hears(text)
        await due_rounds(self.room.engine.ctx, [self.it.platform])

    def is_of(self, name: str, seen: Seen) -> bool:
        """Whether a message has the name of a character, and its face where characters have faces."""
        if not isinstance(self.it.seat, DiscordSeat):
            return seen.text.startswith(name)
        author = seen.it.data["author"]
        return author["username"] == name and author["avatar"] is not None and seen.it.webhook is not None


async def opened_circle(
    it: Front, house: House, room: AnyRoom, language: str, ann: Any, group: Any, place: Any = None, kind: str = "place"
) -> Circle:
    """Ann opens a circle where nothing has been said, and lets two characters in.

    ``group`` is where it lies, ``place`` where she uses the commands: the same, if that is None.
    """
    place = place or group
    await it.lets_in(room.daemon, place, ann)
    for name, value in {"language": language, "facts": "off", "timezone": noon()}.items():
        await it.sets(room.daemon, place, ann, name, value)
    house.model.answer = lambda _: say(POST[language])
    house.model.embed = apart
    speak = Speech().speaker(language)
    opened = speak.say("circle-opened", kind=kind).partition("/")[0]
    assert opened in await it.seat.uses(ann, place, "circle open")
    here = await room.engine.places.resolve(it.rooms.origin(group, ann))
    for name in NAMES[language]:
        await cards.create(room.engine.ctx, here, name, {}, picture("red"))
        joined = await it.seat.uses(ann, place, "circle join", character=name, often="often")
        assert name in joined
    made = Circle(it, house, room, ann, group, language)
    await made.works()
    return made


def noon() -> str:
    """Where it is noon now: nobody posts at night."""
    return f"Etc/GMT{calendar.now().hour - 12:+d}"  # their signs are the other way round
