"""Booths whose person has left the server: they end, and whoever comes back begins anew.

Discord tells nobody who leaves, unless it lets a bot know all members; so it is asked about each of them, once a day.
"""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from bot.delivery.surface import Gone, Later, NotAllowed, Unsure
from bot.discord.link import Link
from bot.discord.translate import PLATFORM
from bot.discord.wire import explained
from engine.actions.chats import booths
from engine.app import Engine
from engine.errors import DatabaseError
from engine.values.chats.booths import KeptBooth

_DAY: Final = 86_400.0
_NO_MEMBER: Final = "10007"

_log = structlog.get_logger(__name__)


async def watch(link: Link, engine: Engine, ready: asyncio.Event) -> None:
    """Look as soon as the bot hears, and then once a day."""
    await ready.wait()
    while True:
        try:
            await look(link, engine)
        except DatabaseError as error:
            _log.warning("booths not looked at", error=str(error), action="they are looked at again tomorrow")
        await asyncio.sleep(_DAY)


async def look(link: Link, engine: Engine) -> None:
    """End the booths of those who are no members any more."""
    for booth in await booths.kept(engine.ctx, PLATFORM):
        if await _left(link, booth):
            await engine.turns.leave(booth.at)
            with suppress(Gone, Later, NotAllowed, Unsure), explained():
                await link.http.edit_channel(int(booth.at.channel), archived=True, locked=True)


async def _left(link: Link, booth: KeptBooth) -> bool:
    """Whether Discord says so; whatever else it says is no answer."""
    try:
        with explained():
            await link.http.get_member(int(booth.at.space), int(booth.person))
    except Gone as gone:
        return str(gone) == _NO_MEMBER
    except (Later, NotAllowed, Unsure, ValueError):
        pass
    return False
