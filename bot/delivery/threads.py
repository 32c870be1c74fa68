"""Where a story can go on besides: threads and topics, which a platform opens; some for one person alone."""

import asyncio
from dataclasses import dataclass
from typing import Final, Protocol
from weakref import WeakValueDictionary

from bot.delivery.surface import NO_THREAD, Gone, Later, NotAllowed, Unsure
from engine.errors import NoBooth, NoThreadHere
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address

_LONGEST_WAIT: Final = 5.0


class Threads(Protocol):
    """What opens a thread or topic."""

    @property
    def alone_at(self) -> str:
        """The address where everybody is alone with the bot; "" where it opens private threads."""
        ...

    async def open_thread(self, at: Address, title: str, person: str = "") -> Address:
        """Open one in a channel; a private one if it is for one ``person``. Raises what a surface raises."""
        ...

    async def invite(self, at: Address, person: str) -> str:
        """Let a person into a private thread, if they are not in it; how a message leads there. Raises Gone."""
        ...


@dataclass(frozen=True, slots=True)
class OpenBooth:
    """A place for whoever ``origin`` names, beside their channel. ``lock`` is held while it is looked for and made."""

    threads: Threads
    origin: Origin
    lock: asyncio.Lock

    @property
    def alone_at(self) -> str:
        """The address where they are alone with the bot already; "" where a private thread can be opened."""
        return self.threads.alone_at

    async def open(self, title: str) -> Origin:
        """A new private thread with them in it. Raises NoBooth."""
        return await opened(self.threads, self.origin, title, alone=True)

    async def invite(self, channel: str) -> str:
        """How a message leads to their thread; "" where it is gone. Raises NoBooth."""
        at = Address(self.origin.platform, self.origin.space, channel)
        try:
            return await self.threads.invite(at, self.origin.person)
        except Gone:
            return ""
        except NotAllowed as refused:
            raise NoBooth(why=_why(refused)) from refused
        except (Later, Unsure) as failed:
            raise NoBooth(why="later") from failed


class BoothThreads:
    """Places for one person each, on one platform."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def beside(self, origin: Origin) -> OpenBooth:
        """The place of whoever ``origin`` names. Who presses twice gets one."""
        lock = self._locks.setdefault((origin.channel, origin.person), asyncio.Lock())
        return OpenBooth(self._threads, origin, lock)


async def opened(threads: Threads, origin: Origin, title: str, *, alone: bool = False) -> Origin:
    """A new thread called ``title`` beside the channel of ``origin``, with the same person.

    Raises NoThreadHere, and NoBooth for a thread that is for them ``alone``.
    """
    at = Address(origin.platform, origin.space, origin.channel, origin.private)
    fault = NoBooth if alone else NoThreadHere
    try:
        made = await _patiently(threads, at, title, origin.person if alone else "")
    except NotAllowed as refused:
        raise fault(why=_why(refused)) from refused
    except (Gone, Later, Unsure) as failed:
        raise fault(why="later") from failed
    return Origin(
        origin.platform,
        made.space,
        made.channel,
        origin.person,
        origin.person_name,
        space_title=origin.space_title,
        channel_title=title,
        private=made.private,
        age_restricted=origin.age_restricted and not made.private,
    )


def _why(refused: NotAllowed) -> str:
    return str(refused) if str(refused) in NO_THREAD else "rights"


async def _patiently(threads: Threads, at: Address, title: str, person: str) -> Address:
    """A platform that wants a little quiet first is given it once."""
    try:
        return await threads.open_thread(at, title, person)
    except Later as later:
        if later.seconds > _LONGEST_WAIT:
            raise
        await asyncio.sleep(later.seconds)
        return await threads.open_thread(at, title, person)
