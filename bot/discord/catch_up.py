"""What was said while nobody listened: read from the history of each channel, and answered once."""

import asyncio
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, Final

import discord
import structlog

from bot.delivery.surface import Gone, Later, NotAllowed, Unsure
from bot.discord import translate
from bot.discord.forums.circles import ForumCircles
from bot.discord.hearing import Hearing
from bot.discord.link import Link
from bot.discord.wire import explained
from engine.app import Engine
from engine.errors import DatabaseError
from engine.values.chats.places import KnownChannel

ALIVE: Final = "alive"
"""The mark: everything up to this message is stored, wherever it was said."""

MOST: Final = 1000  # messages of one channel; of a longer absence the newest
AT_ONCE: Final = 4
BREATH: Final = 0.2  # seconds after each history: all calls of a bot share 50 a second
OVERLAP_SECONDS: Final = 60
MARK_SECONDS: Final = 30.0

_MILLISECOND: Final = 22  # bits of a message's number below its time
_FIRST_PAUSE, _LAST_PAUSE = 0.5, 30.0

_log = structlog.get_logger(__name__)


class CatchUp:
    """Knows how far was heard before, owes what came later, and reads what is owed."""

    def __init__(self, link: Link, engine: Engine, hearing: Hearing, forums: ForumCircles) -> None:
        self._forums = forums
        self._link = link
        self._engine = engine
        self._hearing = hearing
        self._written = 0
        self._read_now = 0
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def owe_missed(self) -> None:
        """Owe every channel in which something may have been said since the mark. Raises DatabaseError."""
        written = int(await self._engine.places.mark(translate.PLATFORM, ALIVE) or 0)
        known = {it.address.channel: it for it in await self._engine.places.known(translate.PLATFORM)}
        await self._learn_audiences(known.values())
        mark = newest = max(written, self._hearing.heard_until)
        for channel in self._visible():
            last = channel.last_message_id or 0
            newest = max(newest, last)
            since = _before(mark) if mark else _newest_of(known.get(str(channel.id)))
            if since is not None and last > since:
                self._hearing.owe(channel.id, since + 1)
        for it in known.values():
            if it.address.private and (since := _before(mark) if mark else it.newest) is not None:
                self._hearing.owe(int(it.address.channel), since + 1)
        # Where nothing was ever said, the time has to do.
        self._hearing.newest = max(self._hearing.newest, newest or discord.utils.time_snowflake(self._link.now()))

    async def _learn_audiences(self, known: Iterable[KnownChannel]) -> None:
        """Say who can read the channels of which that was never known, before anything said there is told elsewhere."""
        for it in known:
            channel = self._link.up.get_channel(int(it.address.channel))
            if channel is not None and not (it.audience_known or it.address.private):
                await self._engine.places.resolve(translate.place(channel, getattr(channel, "guild", None), "", ""))

    def owe_guild(self, guild: discord.Guild) -> None:
        """A server was away: owe those of its channels where something was said since the newest message heard."""
        since = _before(self._hearing.heard_until)
        for channel in translate.readable(guild):
            if (channel.last_message_id or 0) > since:
                self._hearing.owe(channel.id, since + 1)

    async def read_owed(self) -> None:
        """Read what is owed, whenever something is. Runs until cancelled."""
        pause = _FIRST_PAUSE
        while True:
            await self._hearing.owing.wait()
            self._hearing.owing.clear()
            if not self._hearing.listening or not self._hearing.owed:
                continue
            async with asyncio.TaskGroup() as group:
                for channel in (owed := list(self._hearing.owed)):
                    group.create_task(self._read_in_turn(channel))
            _log.info("caught up", channels=len(owed), messages=self._read_now)
            self._read_now = 0
            if self._hearing.owed:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LAST_PAUSE)
                self._hearing.owing.set()
            else:
                pause = _FIRST_PAUSE

    async def keep_mark(self) -> None:
        """Write the mark down every half minute. Runs until cancelled."""
        while True:
            await asyncio.sleep(MARK_SECONDS)
            try:
                await self.write_mark()
            except DatabaseError as error:
                _log.warning("mark not written", error=str(error), action="check that the database runs")

    async def write_mark(self) -> None:
        """Write down how far was heard, unless something is still owed. Raises DatabaseError."""
        until = self._hearing.heard_until
        if not self._hearing.owed and until > self._written:
            await self._engine.places.set_mark(translate.PLATFORM, ALIVE, str(until))
            self._written = until

    async def _read_in_turn(self, channel: int) -> None:
        async with self._slots:
            async with self._hearing.lane(channel):
                await self._read_or_owe(channel)
            await asyncio.sleep(BREATH)

    async def _read_or_owe(self, channel: int) -> None:
        since = self._hearing.owed.pop(channel, None)
        if since is None:
            return
        try:
            await self._read(channel, since)
        except (Gone, NotAllowed) as error:
            _log.info("history closed", channel=channel, reason=str(error))
        except (Later, Unsure, DatabaseError) as error:
            _log.warning("history not read", channel=channel, error=str(error), action="it is tried again")
            self._hearing.owe(channel, since)
        except Exception:  # noqa: BLE001 — one history that cannot be read must not cost the others theirs
            _log.exception("history not understood", channel=channel, action="report this with the log")

    async def _read(self, channel: int, since: int) -> None:
        """Hear the messages from ``since`` on, oldest first; nothing is answered before the last is stored."""
        with explained():
            place: Any = self._link.up.get_channel(channel) or await self._link.up.fetch_channel(channel)
            after = discord.Object(since - 1)
            read = [it async for it in place.history(limit=MOST, after=after, oldest_first=False)]
        own = self._link.own
        theirs = [it for it in reversed(read) if translate.is_spoken(it) and not translate.author_of(it, own).own]
        if not theirs:
            return
        first = await self._forums.settled(translate.said(theirs[0], own))
        here = await self._engine.places.resolve(first.origin)
        with ExitStack() as held:
            held.enter_context(self._engine.turns.catching_up([here.key]))
            for message in theirs:
                await self._hearing.hear(message)
                if message.edited_at is not None:
                    await self._hearing.hear_edit(message, message.edited_at)
                if channel in self._hearing.owed:  # not stored: what comes after it has to wait
                    break
        self._read_now += len(theirs)

    def _visible(self) -> list[Any]:
        client = self._link.client
        return [channel for guild in client.guilds for channel in translate.readable(guild)] if client else []


def _before(mark: int) -> int:
    """A little earlier than a message: channels do not tell of theirs in one order."""
    return max(0, mark - (OVERLAP_SECONDS * 1000 << _MILLISECOND))


def _newest_of(known: KnownChannel | None) -> int | None:
    return known.newest if known else None
