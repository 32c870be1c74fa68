"""From the engine to whoever shows it: events by channel, or by platform with the address of each."""

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import AsyncIterator, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

import structlog

from engine.values.chats.outgoing import Began, Ended, Grew, TurnEvent
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey
from engine.work.addresses import Addresses

REMEMBERED = 20_000

_log = structlog.get_logger(__name__)


class Watch:
    """The events of one channel for one reader. A reader that is slow gets the newest text, not every step to it."""

    def __init__(self) -> None:
        self._events: deque[TurnEvent] = deque()
        self._ready = asyncio.Event()

    def put(self, show: TurnEvent) -> None:
        """Add an event; growing text takes the place of the same turn's growing text that nobody read."""
        last = self._events[-1] if self._events else None
        if isinstance(show, Grew) and isinstance(last, Grew) and last.turn == show.turn:
            self._events.pop()
        self._events.append(show)
        self._ready.set()

    async def __aiter__(self) -> AsyncIterator[TurnEvent]:
        while True:
            while self._events:
                yield self._events.popleft()
            self._ready.clear()
            await self._ready.wait()


@dataclass(slots=True)
class _Slot:
    """An event that nobody has read; None when a newer one has made it void."""

    at: Address
    show: TurnEvent | None


class PlatformWatch:
    """The events of every channel of a platform for one reader.

    Of a reply that grows it holds one text, the newest, and none once the reply has ended.
    """

    def __init__(self) -> None:
        self._slots: deque[_Slot] = deque()
        self._growing: dict[int, _Slot] = {}
        self._ready = asyncio.Event()

    def put(self, at: Address, show: TurnEvent) -> None:
        """Add an event of the channel called ``at``."""
        if isinstance(show, Grew):
            unread = self._growing.get(show.turn)
            if unread is not None:
                unread.show = show
                return
        elif isinstance(show, Ended) and (void := self._growing.pop(show.turn, None)):
            void.show = None
        slot = _Slot(at, show)
        if isinstance(show, Grew):
            self._growing[show.turn] = slot
        self._slots.append(slot)
        self._ready.set()

    async def __aiter__(self) -> AsyncIterator[tuple[Address, TurnEvent]]:
        while True:
            while self._slots:
                slot = self._slots.popleft()
                if slot.show is None:
                    continue
                if isinstance(slot.show, Grew):
                    self._growing.pop(slot.show.turn, None)
                yield slot.at, slot.show
            self._ready.clear()
            await self._ready.wait()


class TurnEvents:
    """Who watches which channel, and who shows whole platforms.

    What happens on ``platforms`` before their first reader is there is kept for it: a process that starts takes up
    what was left before it is connected.
    """

    def __init__(self, platforms: Iterable[str] = ()) -> None:
        self.addresses = Addresses()
        self._watches: defaultdict[ChannelKey, list[Watch]] = defaultdict(list)
        self._early = {it: PlatformWatch() for it in platforms}
        self._readers: dict[str, list[PlatformWatch]] = {it: [early] for it, early in self._early.items()}
        self._told: OrderedDict[int, str] = OrderedDict()

    @contextmanager
    def watch(self, channel: ChannelKey) -> Generator[Watch]:
        """The events of ``channel`` from now on."""
        one = Watch()
        self._watches[channel].append(one)
        try:
            yield one
        finally:
            self._watches[channel].remove(one)
            if not self._watches[channel]:
                del self._watches[channel]

    @contextmanager
    def platform(self, name: str) -> Generator[PlatformWatch]:
        """The events of every channel of a platform from now on, each with the channel's address.

        What the last reader of a platform was told of and may not have read counts as told to nobody.
        """
        early = self._early.pop(name, None)
        one = early or PlatformWatch()
        readers = self._readers.setdefault(name, [])
        if early is None:
            readers.append(one)
        try:
            yield one
        finally:
            readers.remove(one)
            if not readers:
                self._told = OrderedDict((turn, at) for turn, at in self._told.items() if at != name)

    def watched(self, channel: ChannelKey) -> bool:
        """Whether anybody watches ``channel`` by itself in this process."""
        return channel in self._watches

    def told(self, turn: int) -> bool:
        """Whether the readers of platforms have heard of ``turn`` in this process."""
        return turn in self._told

    def tell(self, channel: ChannelKey, show: TurnEvent) -> None:
        """Tell everyone who watches ``channel`` or its platform."""
        for one in self._watches.get(channel, ()):
            one.put(show)
        at = self.addresses.of(channel)
        if at is None:
            if any(self._readers.values()):
                _log.warning("nobody knows where to show it", channel=channel.channel, action="report this")
            return
        readers = self._readers.get(at.platform)
        if readers:
            if isinstance(show, Began | Ended):
                self._remember(show.turn, at.platform)
            for reader in readers:
                reader.put(at, show)

    def _remember(self, turn: int, platform: str) -> None:
        self._told[turn] = platform
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
