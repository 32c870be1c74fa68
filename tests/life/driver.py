"""A life as a process that may be killed: ``python -m tests.life.driver {"language": "en", …}``.

It goes on where it was: the time is in the database, what people have done too. Each day it prints a line, and "over"
at the end. The configuration comes from the environment, as the daemon's does.
"""

import asyncio
import json
import os
import sys
from datetime import datetime, timedelta
from typing import Any, Final

import asyncpg

from engine.actions.characters import characters, circles
from engine.actions.chats import sessions
from engine.actions.house import access, settings
from engine.actions.people import writing_first
from engine.app import Engine
from engine.background_work import jobs_of
from engine.config.reading import read_config
from engine.jobs.characters.circle_posts import due_plans
from engine.jobs.characters.circle_rounds import due_rounds
from engine.jobs.memory.diary import due_pages
from engine.jobs.people.writing_first import due_first_plans
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin, ReactionChange
from engine.values.house.setting_scopes import SettingScope
from engine.values.people.writing_first import FirstWish
from engine.wiring.opening import open_engine
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.life.clock import LivedClock
from tests.life.people import ATTIC, CIRCLE, FIRST, IN_ATTIC, PLATFORM, Cast, Deed, Event, Spot, alone, events
from tests.log_lines import plain_tracebacks

TICK: Final = timedelta(hours=1)
"""So often at least it is looked at what is due."""
SELDOM: Final = timedelta(hours=3)
"""So often the days ahead are planned: more often would only cost time here."""
_NEXT: Final = "SELECT greatest(min(coalesce(held_until, not_before)), now()) FROM due HAVING count(*) > 0"
_LAST_POST: Final = """
SELECT session_id, branch_id, seq FROM entry JOIN channel ON channel.space_id = entry.space_id
WHERE channel.id = $1 AND entry.kind = 'message' AND entry.character_id IS NOT NULL AND entry.turn_id IS NOT NULL
    AND text NOT LIKE '@%' AND entry.session_id = (
        SELECT stand.session_id FROM stand WHERE stand.space_id = channel.space_id AND stand.id = channel.stand_id)
ORDER BY entry.said_at DESC LIMIT 1
"""


def tell(text: str) -> None:
    """One line, whole or not at all."""
    os.write(1, text.encode() + b"\n")


class Life:
    """The people of a cast before a running engine. On a platform they sit before its server: see ``platforms``."""

    platform = PLATFORM

    def __init__(self, cast: Cast, engine: Engine, sql: asyncpg.Connection, clock: LivedClock) -> None:
        self._cast = cast
        self._engine = engine
        self._ctx = engine.ctx
        self._sql = sql
        self._clock = clock
        self._tasks = Tasks()
        self._seldom: datetime | None = None
        jobs = jobs_of(engine.ctx, engine.runner)
        self._due = DueWork(engine.ctx.db, self.platform, jobs, SystemClock(), self._tasks)

    async def here(self, spot: Spot, person: int) -> Here:
        return await self._engine.places.resolve(self.origin(spot, person))

    def origin(self, spot: Spot, person: int) -> Origin:
        """Somebody there."""
        return self._cast.origin(spot, person)

    async def lives(self) -> None:
        """Everything from where it was to the end."""
        await self._due.recover()
        if not await self._sql.fetchval("SELECT whole FROM public.lived_in"):
            await self._clock.to(self._cast.begin, back=True)
            await self._begins()
        done = {it["number"] for it in await self._sql.fetch("SELECT number FROM public.lived")}
        ahead = [it for it in events(self._cast) if it.number not in done]
        day = self._clock.now().astimezone(self._cast.zone).date()
        while self._clock.now() < self._cast.end:
            coming = ahead[0].at if ahead else self._cast.end
            await self._clock.to(min(coming, await self._next(), self._clock.now() + TICK, self._cast.end))
            while ahead and ahead[0].at <= self._clock.now():
                await self._does(ahead.pop(0))
            await self._wakes()
            today = self._clock.now().astimezone(self._cast.zone).date()
            if today != day:
                day = today
                self.tells(f"day {day}")
        await self._ctx.spending.store(self._ctx.db)
        await self._tasks.stop()

    async def _next(self) -> datetime:
        return await self._sql.fetchval(_NEXT) or self._cast.end

    async def _begins(self) -> None:
        """The characters come into the circle, and each person begins a chat with one of them."""
        made: list[int] = []
        home = await self.here(CIRCLE, 0)
        for person in range(len(FIRST)):
            for spot in (CIRCLE, alone(person)):
                await access.at_home(self._ctx, await self.here(spot, person))
            await self._put(await self.here(CIRCLE, person), SettingScope.PERSON, timezone=self._zone(person))
        await self._put(home, SettingScope.SPACE, language=self._cast.language, timezone=self._zone(0), debounce="0")
        await self._put(home, SettingScope.CHANNEL, mode="circle")
        for number, it in enumerate(self._cast.words["characters"]):
            made.append(await self._character(number, it))
            here = await self.here(CIRCLE, number % len(FIRST))
            frequency = self._cast.frequency(number)
            await circles.join(self._ctx, self._engine.runner, here, made[-1], here_name(self._cast, number), frequency)
            await circles.describe(self._ctx, here, made[-1], it["interests"])
        for person in range(len(FIRST)):
            await self._begins_alone(person, made[person])
        if self._cast.attic:
            attic = await self.here(ATTIC, IN_ATTIC[0])
            await self._put(attic, SettingScope.CHANNEL, mode="story", speaks="always", timezone=self._zone(0))
            await sessions.new(self._ctx, self._engine.runner, attic, here_name(self._cast, IN_ATTIC[0]), made[0])
        await self._sql.execute("INSERT INTO public.lived_in VALUES (true, $1)", made)

    async def _character(self, number: int, told: dict[str, Any]) -> int:
        """A new character, which belongs to a person: they may use it wherever they are."""
        here = await self.here(CIRCLE, number % len(FIRST))
        data = {"name": told["name"], "description": f"{told['name']} {told['about']}"}
        card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}
        made = await characters.import_file(self._ctx, here, json.dumps(card).encode())
        own = "UPDATE character SET owner_space = NULL, owner_person = $2 WHERE id = $1"
        await self._sql.execute(own, made.id, here.person)
        return made.id

    async def _begins_alone(self, person: int, character: int) -> None:
        here = await self.here(alone(person), person)
        await self._put(
            here, SettingScope.SPACE, language=self._cast.language, debounce="0", timezone=self._zone(person)
        )
        await sessions.new(self._ctx, self._engine.runner, here, here_name(self._cast, person), character)
        if FIRST[person]:
            await writing_first.allow(self._ctx, here, FIRST[person])

    async def _put(self, here: Here, scope: SettingScope, **values: str) -> None:
        for name, value in values.items():
            await settings.put(self._ctx, here, scope, name, value)

    def _zone(self, person: int) -> str:
        return self._cast.zone_of(person).key

    async def _does(self, event: Event) -> None:
        """Somebody does something; done twice, where the process died over it, it is done once."""
        here = await self.here(event.spot, event.person)
        match event.deed:
            case Deed.SAY:
                await self.says(event)
            case Deed.LIKE:
                await self.likes(event, here)
            case Deed.NEVER:
                await writing_first.wish(self._ctx, here, FirstWish.NEVER)
        await self._engine.turns.idle(here)
        await self.rests()
        await self._sql.execute(
            "INSERT INTO public.lived VALUES ($1, $2) ON CONFLICT DO NOTHING", event.number, self._clock.now()
        )

    async def says(self, event: Event) -> None:
        """Somebody says something."""
        origin = self.origin(event.spot, event.person)
        await self._engine.turns.accept(Incoming(origin, event.external, event.text, event.at, event.number))

    def tells(self, text: str) -> None:
        """Say how far it is."""
        tell(text)

    async def rests(self) -> None:
        """What is to be seen is there."""

    async def likes(self, event: Event, here: Here) -> None:
        """Somebody likes the newest post of a character."""
        post = await self._sql.fetchrow(_LAST_POST, here.channel)
        if post is None:
            return
        await self._engine.turns.react(
            Incoming(
                self.origin(event.spot, event.person),
                event.external,
                "",
                event.at,
                event.number,
                IncomingKind.REACTION,
                target=f"@{post['session_id']}.{post['branch_id']}.{post['seq']}",
                reaction=ReactionChange(put=("❤",)),
            )
        )

    async def _wakes(self) -> None:
        """What the timers wake, and all that is due then."""
        await due_rounds(self._ctx, [self.platform])
        now = self._clock.now()
        if self._seldom is None or now - self._seldom >= SELDOM:
            self._seldom = now
            await due_plans(self._ctx, [self.platform])
            await due_pages(self._ctx)
            await due_first_plans(self._ctx)
        while await self._due.run_ready():
            for spot in self._cast.spots:
                await self._engine.turns.idle(await self.here(spot, spot.owner or 0))
            await self.rests()
        await self._engine.runner.sweep()


def here_name(cast: Cast, number: int) -> str:
    """What the person is called to whom something with that number belongs."""
    return cast.words["people"][number % len(FIRST)]


async def main(told: dict[str, Any]) -> None:
    """Live a life to its end."""
    plain_tracebacks()
    cast = Cast(**{**told, "frequencies": tuple(told["frequencies"])})
    config, _ = read_config()
    assert config.database_url is not None
    sql = await asyncpg.connect(config.database_url.get_secret_value())
    try:
        clock = await LivedClock.wound(sql)
        async with open_engine(config, name=PLATFORM, platforms={PLATFORM: None}, background=False) as engine:
            await Life(cast, engine, sql, clock).lives()
            tell("over")
    finally:
        await sql.close()


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
