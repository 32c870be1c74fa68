"""From the engine to whoever shows it: events by channel."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager

from engine.values.ids import ChannelKey
from engine.values.outgoing import Grew, Show


class Watch:
    """The events of one channel for one reader. A reader that is slow gets the newest text, not every step to it."""

    def __init__(self) -> None:
        self._events: deque[Show] = deque()
        self._ready = asyncio.Event()

    def put(self, show: Show) -> None:
        """Add an event; growing text takes the place of the same turn's growing text that nobody read."""
        last = self._events[-1] if self._events else None
        if isinstance(show, Grew) and isinstance(last, Grew) and last.turn == show.turn:
            self._events.pop()
        self._events.append(show)
        self._ready.set()

    async def __aiter__(self) -> AsyncIterator[Show]:
        while True:
            while self._events:
                yield self._events.popleft()
            self._ready.clear()
            await self._ready.wait()


class Shows:
    """Who watches which channel."""

    def __init__(self) -> None:
        self._watches: defaultdict[ChannelKey, list[Watch]] = defaultdict(list)

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

    def watched(self, channel: ChannelKey) -> bool:
        """Whether anybody watches ``channel`` in this process."""
        return channel in self._watches

    def tell(self, channel: ChannelKey, show: Show) -> None:
        """Tell everyone who watches ``channel``."""
        for one in self._watches.get(channel, ()):
            one.put(show)
