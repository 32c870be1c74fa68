"""The product of a life, where it runs: an engine whose work behind the turns is done when its time has come."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import asyncpg

from engine.actions.characters import characters, circles
from engine.actions.chats import sessions
from engine.actions.house import access, settings
from engine.actions.people import writing_first
from engine.app import Engine
from engine.background_work import jobs_of
from engine.jobs.characters.circle_posts import due_plans
from engine.jobs.characters.circle_rounds import due_rounds
from engine.jobs.memory.diary import due_pages
from engine.jobs.people.writing_first import due_first_plans
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin, ReactionChange
from engine.values.house.setting_scopes import SettingScope
from engine.values.people.writing_first import FirstWish
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.life.people import ATTIC, CIRCLE, FIRST, IN_ATTIC, PLATFORM, Cast, Event, Spot, alone

SELDOM: Final = timedelta(hours=3)
"""So often the days ahead are planned: more often would only cost time here."""
OPEN: Final = """
SELECT FROM outbox JOIN space ON space.id = outbox.space_id
WHERE state IN ('planned', 'sending') AND space.platform <> $1 LIMIT 1
"""
"""What is still to be shown, but on the platform that shows nothing."""
_LAST_POST: Final = """
SELECT session_id, branch_id, seq FROM entry JOIN channel ON channel.space_id = entry.space_id
WHERE channel.id = $1 AND entry.kind = 'message' AND entry.character_id IS NOT NULL AND entry.turn_id IS NOT NULL
    AND text NOT LIKE '@%' AND entry.session_id = (
        SELECT stand.session_id FROM stand WHERE stand.space_id = channel.space_id AND stand.id = channel.stand_id)
ORDER BY entry.said_at DESC LIMIT 1
"""


class Household:
    """``platforms`` are those that are served; ``origin`` is somebody somewhere, as theirs bring them."""

    def __init__(
        self,
        cast: Cast,
        engine: Engine,
        sql: asyncpg.Connection,
        platforms: Sequence[str] = (PLATFORM,),
        origin: Callable[[Spot, int], Origin] | None = None,
    ) -> None:
        self._cast = cast
        self._engine = engine
        self._ctx = engine.ctx
        self._sql = sql
        self._platforms = platforms
        self._origin = origin or cast.origin
        self._tasks = Tasks()
        self._seldom: datetime | None = None
        jobs = jobs_of(engine.ctx, engine.runner)
        self._due = DueWork(engine.ctx.db, platforms[0], jobs, SystemClock(), self._tasks)

    async def recovers(self) -> None:
        """What a life before this one had claimed is free."""
        await self._due.recover()

    async def here(self, spot: Spot, person: int) -> Here:
        return await self._engine.places.resolve(self._origin(spot, person))

    async def begins(self) -> None:
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
            here = await self.here(CIRCLE, number % len(FIRST))
            made.append(await self._character(here, it))
            frequency = self._cast.frequency(number)
            await circles.join(self._ctx, self._engine.runner, here, made[-1], here_name(self._cast, number), frequency)
            await circles.describe(self._ctx, here, made[-1], it["interests"])
        for person in range(len(FIRST)):
            made += await self._begins_alone(person, made[person])
        if self._cast.attic:
            attic = await self.here(ATTIC, IN_ATTIC[0])
            await self._put(attic, SettingScope.CHANNEL, mode="story", speaks="always", timezone=self._zone(0))
            await sessions.new(self._ctx, self._engine.runner, attic, here_name(self._cast, IN_ATTIC[0]), made[0])
        await self._sql.execute("INSERT INTO public.lived_in VALUES (true, $1)", made)

    async def _character(self, here: Here, told: dict[str, Any]) -> int:
        """A new character, which belongs to a person: they may use it wherever they are."""
        data = {"name": told["name"], "description": f"{told['name']} {told['about']}"}
        card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}
        made = await characters.import_file(self._ctx, here, json.dumps(card).encode())
        own = "UPDATE character SET owner_space = NULL, owner_person = $2 WHERE id = $1"
        await self._sql.execute(own, made.id, here.person)
        return made.id

    async def _begins_alone(self, person: int, character: int) -> list[int]:
        """A person's own chat; the characters that had to be made for it, where they are somebody else there."""
        here = await self.here(alone(person), person)
        made: list[int] = []
        if here.person != (await self.here(CIRCLE, person)).person:
            made = [await self._character(here, self._cast.words["characters"][person])]
        await self._put(
            here, SettingScope.SPACE, language=self._cast.language, debounce="0", timezone=self._zone(person)
        )
        await self._put(here, SettingScope.PERSON, timezone=self._zone(person))
        played = [*made, character][0]
        await sessions.new(self._ctx, self._engine.runner, here, here_name(self._cast, person), played)
        if FIRST[person]:
            await writing_first.allow(self._ctx, here, FIRST[person])
        return made

    async def _put(self, here: Here, scope: SettingScope, **values: str) -> None:
        for name, value in values.items():
            await settings.put(self._ctx, here, scope, name, value)

    def _zone(self, person: int) -> str:
        return self._cast.zone_of(person).key

    async def says(self, event: Event) -> None:
        """Somebody says something; said twice, it is said once."""
        origin = self._origin(event.spot, event.person)
        incoming = Incoming(origin, event.external, event.text, event.at, event.number, live=True)
        await self._engine.turns.accept(incoming)

    async def likes(self, event: Event) -> None:
        """Somebody likes the newest post of a character."""
        post = await self._sql.fetchrow(_LAST_POST, (await self.here(event.spot, event.person)).channel)
        if post is None:
            return
        await self._engine.turns.react(
            Incoming(
                self._origin(event.spot, event.person),
                event.external,
                "",
                event.at,
                event.number,
                IncomingKind.REACTION,
                target=f"@{post['session_id']}.{post['branch_id']}.{post['seq']}",
                reaction=ReactionChange(put=("❤",)),
            )
        )

    async def never(self, event: Event) -> None:
        """Somebody wants to be written to no more."""
        await writing_first.wish(self._ctx, await self.here(event.spot, event.person), FirstWish.NEVER)

    async def idle(self, spot: Spot, person: int) -> None:
        """Wait until nothing is answered there."""
        await self._engine.turns.idle(await self.here(spot, person))

    async def wakes(self) -> None:
        """What the timers wake, and all that is due then."""
        await due_rounds(self._ctx, self._platforms)
        now = SystemClock().now()
        if self._seldom is None or now - self._seldom >= SELDOM:
            self._seldom = now
            await due_plans(self._ctx, self._platforms)
            await due_pages(self._ctx)
            await due_first_plans(self._ctx)
        while await self._due.run_ready():
            for spot in self._cast.spots:
                await self.idle(spot, spot.owner or 0)
            await self.rests()
        await self._engine.runner.sweep()

    async def rests(self) -> None:
        """Wait until what is said is to be seen. Where nothing shows it there is nothing to wait for."""

    async def ends(self) -> None:
        """What was counted is kept."""
        await self._ctx.spending.store(self._ctx.db)
        await self._tasks.stop()


def here_name(cast: Cast, number: int) -> str:
    """What the person is called to whom something with that number belongs."""
    return cast.words["people"][number % len(FIRST)]
