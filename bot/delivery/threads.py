"""Where a story can go on besides: threads and topics, which a platform opens."""

import asyncio
from typing import Final, Protocol

from bot.delivery.surface import NO_THREAD, Gone, Later, NotAllowed, Unsure
from engine.errors import NoThreadHere
from engine.values.incoming import Origin
from engine.values.places import Address

_LONGEST_WAIT: Final = 5.0


class Threads(Protocol):
    """What opens a thread or topic."""

    async def open_thread(self, at: Address, title: str) -> Address:
        """Open one in a channel. Raises what a surface raises."""
        ...


async def opened(threads: Threads, origin: Origin, title: str) -> Origin:
    """A new thread called ``title`` beside the channel of ``origin``, with the same person. Raises NoThreadHere."""
    at = Address(origin.platform, origin.space, origin.channel, origin.private)
    try:
        made = await _patiently(threads, at, title)
    except NotAllowed as refused:
        raise NoThreadHere(why=str(refused) if str(refused) in NO_THREAD else "rights") from refused
    except (Gone, Later, Unsure) as failed:
        raise NoThreadHere(why="later") from failed
    return Origin(
        origin.platform,
        made.space,
        made.channel,
        origin.person,
        origin.person_name,
        space_title=origin.space_title,
        channel_title=title,
        private=made.private,
    )


async def _patiently(threads: Threads, at: Address, title: str) -> Address:
    """A platform that wants a little quiet first is given it once."""
    try:
        return await threads.open_thread(at, title)
    except Later as later:
        if later.seconds > _LONGEST_WAIT:
            raise
        await asyncio.sleep(later.seconds)
        return await threads.open_thread(at, title)
