"""How the time of a life passes: from what comes next to what comes next, and people do what they do then."""

from datetime import datetime, timedelta
from typing import Final

import asyncpg

from tests.life.clock import LivedClock
from tests.life.people import Cast, Event, events

TICK: Final = timedelta(hours=1)
"""So often at least it is looked at what is due."""
_NEXT: Final = "SELECT greatest(min(coalesce(held_until, not_before)), now()) FROM due HAVING count(*) > 0"


class Life:
    """What is done when is here; who does it is told by ``begins``, ``does`` and ``wakes``."""

    def __init__(self, cast: Cast, sql: asyncpg.Connection, clock: LivedClock) -> None:
        self._cast = cast
        self._sql = sql
        self._clock = clock

    async def lives(self) -> None:
        """Everything from where it was to the end."""
        if not await self._sql.fetchval("SELECT whole FROM public.lived_in"):
            await self._clock.to(self._cast.begin, back=True)
            await self.begins()
        done = {it["number"] for it in await self._sql.fetch("SELECT number FROM public.lived")}
        ahead = [it for it in events(self._cast) if it.number not in done]
        day = self._clock.now().astimezone(self._cast.zone).date()
        while self._clock.now() < self._cast.end:
            coming = ahead[0].at if ahead else self._cast.end
            await self._clock.to(min(coming, await self._next(), self._clock.now() + TICK, self._cast.end))
            await self.passes()
            while ahead and ahead[0].at <= self._clock.now():
                await self._does(ahead.pop(0))
            await self.wakes()
            today = self._clock.now().astimezone(self._cast.zone).date()
            if today != day:
                day = today
                self.tells(f"day {day}")

    async def _next(self) -> datetime:
        due = await self._sql.fetchval(_NEXT)
        return due - self._clock.wrong if due else self._cast.end

    async def _does(self, event: Event) -> None:
        """Somebody does something; done twice, where the process died over it, it is done once."""
        await self.does(event)
        await self._sql.execute(
            "INSERT INTO public.lived VALUES ($1, $2) ON CONFLICT DO NOTHING", event.number, self._clock.now()
        )

    async def begins(self) -> None:
        """The cast comes together."""
        raise NotImplementedError

    async def passes(self) -> None:
        """It is later now."""

    async def does(self, event: Event) -> None:
        """Somebody does something, and what comes of it is there."""
        raise NotImplementedError

    async def wakes(self) -> None:
        """Do what is due."""
        raise NotImplementedError

    def tells(self, text: str) -> None:
        """Say how far it is."""
