"""Who may write on a channel head: leases with fences, kept alive by one heartbeat per process."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

import structlog

from engine.db.house import work
from engine.db.house.work import LeaseHolder
from engine.db.postgres.pool import Database, Statements
from engine.errors import DatabaseError, SessionMissing
from engine.ports import Clock
from engine.values.ids import ChannelHeadKey

KEEP = timedelta(seconds=15)
BEAT_SECONDS = 4.0

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Leases:
    """The leases of this process, ``holder``.

    One task at a time asks for a channel head: retaking our own is not refused.
    """

    holder: LeaseHolder
    clock: Clock
    keep: timedelta = field(default=KEEP)

    async def take(self, on: Statements, channel_head: ChannelHeadKey) -> int | None:
        """The next fence of ``channel_head``; None while another instance holds it, and where there is no such head."""
        return await work.take_lease(on, channel_head, self.holder, self.keep)

    async def seize(self, on: Statements, channel_head: ChannelHeadKey) -> int:
        """The next fence of ``channel_head``, whoever holds it: for head moves. Raises SessionMissing."""
        fence = await work.take_lease(on, channel_head, self.holder, self.keep, by_force=True)
        if fence is None:
            raise SessionMissing
        return fence

    async def keep_alive(self, db: Database) -> None:
        """Beat until cancelled. A beat that fails is tried again; a lease that ran out is found out by its fence."""
        while True:
            await self.clock.sleep(BEAT_SECONDS)
            try:
                async with asyncio.timeout(BEAT_SECONDS):  # a dead connection must not outlast the leases
                    await work.beat(db, self.holder, self.keep)
            except (DatabaseError, TimeoutError) as error:
                _log.warning("heartbeat failed", error=type(error).__name__, action="check that the database runs")
