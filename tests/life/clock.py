"""The time that is lived: the product's clocks and ``now()`` of its database, moved together.

How far it is ahead of the machine's is kept in the database, so that a process that died goes on at the time it had.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Self

import asyncpg

from engine.db.postgres.migrate import migrate
from engine.work.clock import SystemClock

_TIME: Final = """
CREATE TABLE public.lived_time (ahead interval NOT NULL);
INSERT INTO public.lived_time VALUES ('0');
CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT pg_catalog.now() + ahead FROM public.lived_time $$;
CREATE TABLE public.lived (number integer PRIMARY KEY, at timestamptz NOT NULL);
CREATE TABLE public.lived_in (whole boolean NOT NULL, characters bigint[] NOT NULL);
"""
_MOVE: Final = "UPDATE public.lived_time SET ahead = $1"


async def living_database(admin: str, name: str, migrations: Path) -> str:
    """A new database of a server in which time can be moved, migrated; its URL."""
    connection = await asyncpg.connect(admin)
    try:
        await connection.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        # Unless it is named, pg_catalog is looked into first.
        await connection.execute(f'ALTER DATABASE "{name}" SET search_path = public, pg_catalog')
    finally:
        await connection.close()
    url = admin.replace("/postgres?", f"/{name}?")
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(_TIME)
    finally:
        await connection.close()
    await migrate(url, migrations)
    return url


class LivedClock:
    """``connection`` is one to such a database. ``wrong``: by how much the clocks of the house are ahead of time."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self.wrong = timedelta()

    @classmethod
    async def wound(cls, connection: asyncpg.Connection) -> Self:
        """From now on the clocks of this process show the time that was lived last."""
        SystemClock.ahead = await connection.fetchval("SELECT ahead FROM public.lived_time") or timedelta()
        return cls(connection)

    def now(self) -> datetime:
        return SystemClock().now()

    async def to(self, at: datetime, *, back: bool = False) -> None:
        """It is ``at`` (aware) now; a time that is over stays over, unless it goes ``back``."""
        further = at.astimezone(UTC) - self.now()
        if further <= timedelta() and not back:
            return
        ahead = SystemClock.ahead + further
        await self._connection.execute(_MOVE, ahead + self.wrong)
        SystemClock.ahead = ahead

    async def goes_wrong(self, by: timedelta) -> None:
        """From now on the house's clocks are wrong by so much."""
        self.wrong = by
        await self._connection.execute(_MOVE, SystemClock.ahead + by)
