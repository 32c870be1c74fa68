"""Which channel heads this process serves now: one task for each that has something to do, none for the others."""

import asyncio
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from secrets import token_hex

import structlog

from engine.context import EngineContext
from engine.db.chats import turns
from engine.db.chats.turns import Unfinished
from engine.db.house import work
from engine.errors import DatabaseError, OmoideError, StateError
from engine.turns.intake.burst import LONGEST, NO_PAUSE, Burst, Pause, whole
from engine.turns.intake.listening import Listening
from engine.turns.intake.pace import WaitingPace
from engine.turns.load import settings_here
from engine.turns.run import serve
from engine.turns.turn_run import ServedHead
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.turns import Claimed
from engine.values.ids import ChannelHeadKey, ChannelKey
from engine.work.tasks import Tasks

FRESH = timedelta(minutes=15)
STOP_SECONDS = 8.0
MOST_QUIET = 15.0
"""No setting asks for more seconds of quiet."""

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Service:
    """A channel head that is served. ``again``: something arrived after the task last looked.

    ``burst`` is what arrived since then; ``settling`` while its end is awaited.
    """

    channel: ChannelKey
    burst: Burst | None = None
    again: bool = False
    settling: bool = False
    task: asyncio.Task[None] = field(init=False)


class Runner:
    """Wakes channel heads and keeps one task on each. What has to survive stands in the database, not here."""

    def __init__(self, ctx: EngineContext, tasks: Tasks, platforms: frozenset[str]) -> None:
        self._ctx = ctx
        self._tasks = tasks
        self._platforms = platforms
        self._serving: dict[ChannelHeadKey, _Service] = {}
        self._refused: set[ChannelHeadKey] = set()  # told why not; taken up again when something new happens there
        self._pace = WaitingPace()
        self._listening = Listening(
            tasks, lambda channel_head, platform, pause: self.wake(channel_head, platform, pause=pause)
        )
        self._held: Counter[ChannelKey] = Counter()
        self._kept_back: dict[ChannelHeadKey, ServedHead] = {}
        self._stopping = False

    def heard(self, here: Here, text: str, seconds: float) -> Pause:
        """How many seconds to wait for more messages after ``text``; ``seconds`` is the setting for it here."""
        return self._pace.heard(here.key, here.person, text, seconds, self._ctx.clock.monotonic())

    def wake(
        self, channel_head: ChannelHead, platform: str, begun: Claimed | None = None, *, pause: Pause = NO_PAUSE
    ) -> None:
        """See to it that what waits on ``channel_head`` is answered; ``begun`` is a turn that an action began there.

        ``pause`` is the quiet that a burst needs before it is answered.
        """
        if not self._stopping and platform in self._platforms:
            self._refused.discard(channel_head.key)
            self._wake(ServedHead(channel_head.key, channel_head.channel_key, platform), begun, pause)

    def _wake(self, place: ServedHead, begun: Claimed | None = None, pause: Pause = NO_PAUSE) -> None:
        if begun is None and self._keep_back(place):
            return
        now = self._ctx.clock.monotonic()
        before = self._serving.get(place.channel_head)
        if before is not None and begun is None:
            before.again = True
            if before.burst is None:
                before.burst = Burst(now, pause)
            else:
                before.burst.more(now, pause)
            self._ctx.saver.stir(place.channel_head)
            return
        burst = Burst(now, pause) if begun is None else None
        service = self._serving[place.channel_head] = _Service(place.channel, burst)
        serving = self._serve(place, begun, service, before.task if before else None)
        service.task = self._tasks.start(serving, f"stand {place.channel_head.channel_head}")

    def listen(self, channel: ChannelKey) -> None:
        """See to it that recordings that wait in ``channel`` are listened to, then answered."""
        if not self._stopping:
            self._listening.begin(self._ctx, channel)

    def typing(self, channel: ChannelKey) -> None:
        """Somebody writes in ``channel``: a burst there is waited for a little longer."""
        self._pace.typing(channel, self._ctx.clock.monotonic())
        for service in self._serving.values():
            if service.channel == channel and service.burst is not None:
                service.burst.typing(self._ctx.clock.monotonic())

    @contextmanager
    def holding(self, channels: Iterable[ChannelKey]) -> Generator[None]:
        """Take up nothing that arrives in these channels until this ends; then all of it, together."""
        held = list(channels)
        self._held.update(held)
        try:
            yield
        finally:
            self._held.subtract(held)
            self._held = +self._held
            for channel_head, place in list(self._kept_back.items()):
                if place.channel not in self._held and not self._stopping:
                    del self._kept_back[channel_head]
                    self._wake(place)

    def _keep_back(self, place: ServedHead) -> bool:
        if place.channel in self._held:
            self._kept_back[place.channel_head] = place
            return True
        return False

    def serves(self, channel_head: ChannelHeadKey) -> bool:
        """Whether a task of this process is on ``channel_head``."""
        return channel_head in self._serving

    def tell_behind(self, channel: ChannelKey, noticed: Noticed) -> None:
        """Tell this once nothing is being answered in ``channel``, below all replies."""
        self._tasks.start(self._tell_behind(channel, noticed), f"behind {channel.channel}")

    async def _tell_behind(self, channel: ChannelKey, noticed: Noticed) -> None:
        await self.wait_idle(channel)
        self._ctx.shows.tell(channel, noticed)

    async def wait_idle(self, channel: ChannelKey) -> None:
        """Return when no task of this process serves ``channel``."""
        while tasks := [
            *(it.task for it in self._serving.values() if it.channel == channel),
            *self._listening.at_work(channel),
        ]:
            await asyncio.wait(tasks)

    async def recover(self) -> None:
        """Take up what older boots of this instance and dead instances left."""
        await work.end_older_boots(self._ctx.db, self._ctx.leases.holder)
        for one, debounce in await self._unfinished():
            self.wake(one.channel_head, one.platform, pause=whole(max(0.0, debounce - one.waited)))
        await self._listening.take_up(self._ctx, sorted(self._platforms), timedelta())

    async def sweep(self) -> None:
        """Wake channel heads of our platforms that nobody serves and that have a turn left running or fresh messages.

        Where another process may still wait for the end of a burst, it is left to that for now.
        """
        for one, debounce in await self._unfinished():
            if one.waited >= LONGEST * debounce:
                self.wake(one.channel_head, one.platform)
        if self._ctx.transcriber is not None:
            await self._listening.take_up(self._ctx, sorted(self._platforms))

    async def _unfinished(self) -> list[tuple[Unfinished, float]]:
        """What nobody works on, and how many seconds of quiet a burst needs there."""
        owner = self._ctx.leases.holder.owner
        found = await turns.unfinished(self._ctx.db, sorted(self._platforms), owner, FRESH)
        free = [it for it in found if not self.serves(it.channel_head.key) and it.channel_head.key not in self._refused]
        return [(it, await self._debounce(it)) for it in free]

    async def _debounce(self, one: Unfinished) -> float:
        if one.left_running or one.waited >= LONGEST * MOST_QUIET:
            return 0.0
        here = Here(one.channel_head.key.space, one.channel_head.channel, 0, one.platform, one.private)
        return (await settings_here(self._ctx.db, self._ctx.defaults, here)).debounce

    async def stop(self) -> None:
        """Begin nothing more, end what grows, wait for the commits, and let others go on with what is left."""
        self._stopping = True
        self._ctx.saver.end_all()
        if tasks := [it.task for it in self._serving.values() if not it.settling]:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
        try:
            await work.end_leases(self._ctx.db, self._ctx.leases.holder)
        except DatabaseError as error:
            _log.warning("leases not given back", error=str(error), action="they run out by themselves")

    async def _serve(
        self, place: ServedHead, begun: Claimed | None, service: _Service, before: asyncio.Task[None] | None
    ) -> None:
        try:
            if before is not None:
                await asyncio.wait({before})
            while True:
                await self._serve_once(place, begun, service)
                begun = None
                if not service.again or self._stopping or self._keep_back(place):
                    return
        finally:
            if self._serving.get(place.channel_head) is service:
                del self._serving[place.channel_head]

    async def _settle(self, place: ServedHead, service: _Service) -> bool:
        """Wait until a burst is all there; False when what waits may not be taken up now."""
        service.settling = True
        try:
            while service.burst and (rest := service.burst.settled - self._ctx.clock.monotonic()) > 0:
                await self._ctx.clock.sleep(rest)
        finally:
            service.settling = False
        service.burst, service.again = None, False
        return not self._stopping and not self._keep_back(place)

    async def _serve_once(self, place: ServedHead, begun: Claimed | None, service: _Service) -> None:
        """The edge of a turn: whatever goes wrong is told, logged, and taken up again by the next sweep."""
        try:
            await serve(self._ctx, place, begun, partial(self._settle, place, service))
        except StateError as error:
            self._refused.add(place.channel_head)
            self._ctx.shows.tell(place.channel, Noticed(Notice(error.message, error.data)))
        except OmoideError as error:
            _log.warning(
                "turn failed", stand=place.channel_head.channel_head, error=str(error), action="it is tried again"
            )
            self._ctx.shows.tell(place.channel, Noticed(Notice(error.message, error.data)))
        except Exception as error:  # noqa: BLE001 — the edge of a turn: one turn's fault is not the process's
            number = token_hex(3)
            _log.error(
                "turn broke",
                stand=place.channel_head.channel_head,
                number=number,
                action="report this with the log",
                exc_info=error,
            )
            self._ctx.shows.tell(place.channel, Noticed(Notice("turn-failed", {"number": number})))
