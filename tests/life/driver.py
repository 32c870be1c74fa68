"""A life as a process that may be killed: ``python -m tests.life.driver {"language": "en", …}``.

It goes on where it was: the time is in the database, what people have done too. Each day it prints a line, and "over"
at the end. The configuration comes from the environment, as the daemon's does.
"""

import asyncio
import json
import os
import sys
from typing import Any

import asyncpg

from engine.config.reading import read_config
from engine.wiring.opening import open_engine
from tests.life.clock import LivedClock
from tests.life.household import Household
from tests.life.passing import Life
from tests.life.people import PLATFORM, Cast, Deed, Event
from tests.log_lines import plain_tracebacks


def tell(text: str) -> None:
    """One line, whole or not at all."""
    os.write(1, text.encode() + b"\n")


class DrivenLife(Life):
    """The people of a cast before a running engine."""

    def __init__(self, cast: Cast, sql: asyncpg.Connection, clock: LivedClock, home: Household) -> None:
        super().__init__(cast, sql, clock)
        self._home = home

    async def begins(self) -> None:
        await self._home.begins()

    async def does(self, event: Event) -> None:
        match event.deed:
            case Deed.SAY:
                await self._home.says(event)
            case Deed.LIKE:
                await self._home.likes(event)
            case Deed.NEVER:
                await self._home.never(event)
        await self._home.idle(event.spot, event.person)

    async def wakes(self) -> None:
        await self._home.wakes()

    def tells(self, text: str) -> None:
        tell(text)


async def main(told: dict[str, Any]) -> None:
    """Live a life to its end."""
    plain_tracebacks()
    cast = Cast.of(told)
    config, _ = read_config()
    assert config.database_url is not None
    sql = await asyncpg.connect(config.database_url.get_secret_value())
    try:
        clock = await LivedClock.wound(sql)
        async with open_engine(config, name=PLATFORM, platforms={PLATFORM: None}, background=False) as engine:
            home = Household(cast, engine, sql)
            await home.recovers()
            await DrivenLife(cast, sql, clock, home).lives()
            await home.ends()
            tell("over")
    finally:
        await sql.close()


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
