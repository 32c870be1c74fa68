"""Which stands this process serves right now: one task for each that has something to do, none for the others."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

import structlog

from engine.db import turns, work
from engine.errors import DatabaseError, OmoideError, StateError
from engine.turns.needs import Needs
from engine.turns.run import Place, serve
from engine.values.ids import ChannelKey, StandKey
from engine.values.outgoing import Noticed
from engine.values.sessions import Stand
from engine.values.turns import Claimed, Notice
from engine.work.tasks import Tasks

FRESH = timedelta(minutes=15)
STOP_SECONDS = 8.0

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Service:
    """A stand that is served. ``again``: something arrived after the task last looked.

    ``settled`` is when, on the clock, what arrives in a burst counts as all there; ``settling`` while that is awaited.
    """

    channel: ChannelKey
    settled: float
    again: bool = False
    settling: bool = False
    task: asyncio.Task[None] = field(init=False)


class Runner:
    """Wakes stands and keeps one task on each. What has to survive stands in the database, not here."""

    def __init__(self, needs: Needs, tasks: Tasks, platforms: frozenset[str]) -> None:
        self._needs = needs
        self._tasks = tasks
        self._platforms = platforms
        self._serving: dict[StandKey, _Service] = {}
        self._refused: set[StandKey] = set()  # told why not; taken up again when something new happens there
        self._stopping = False

    def wake(self, stand: Stand, platform: str, begun: Claimed | None = None, *, settle: float = 0.0) -> None:
        """See to it that what waits on ``stand`` is answered; ``begun`` is a turn that an action began there.

        ``settle`` is how many seconds of quiet a burst needs before it is answered.
        """
        if self._stopping or platform not in self._platforms:
            return
        self._refused.discard(stand.key)
        settled = self._needs.clock.monotonic() + settle
        before = self._serving.get(stand.key)
        if before is not None and begun is None:
            before.again = True
            before.settled = settled
            return
        place = Place(stand.key, stand.channel_key, platform)
        service = self._serving[stand.key] = _Service(stand.channel_key, settled)
        serving = self._serve(place, begun, service, before.task if before else None)
        service.task = self._tasks.start(serving, f"stand {stand.key.stand}")

    def serves(self, stand: StandKey) -> bool:
        """Whether a task of this process is on ``stand``."""
        return stand in self._serving

    async def wait_idle(self, channel: ChannelKey) -> None:
        """Return when no task of this process serves ``channel``."""
        while tasks := [it.task for it in self._serving.values() if it.channel == channel]:
            await asyncio.wait(tasks)

    async def recover(self) -> None:
        """Take up what older boots of this instance and dead instances left."""
        await work.end_older_boots(self._needs.db, self._needs.leases.holder)
        await self.sweep()

    async def sweep(self) -> None:
        """Wake stands of our platforms that nobody serves and that have a turn left running or fresh messages."""
        owner = self._needs.leases.holder.owner
        for stand, platform in await turns.unfinished(self._needs.db, sorted(self._platforms), owner, FRESH):
            if not self.serves(stand.key) and stand.key not in self._refused:
                self.wake(stand, platform)

    async def stop(self) -> None:
        """Begin nothing more, end what grows, wait for the commits, and let others go on with what is left."""
        self._stopping = True
        self._needs.saver.end_all()
        if tasks := [it.task for it in self._serving.values() if not it.settling]:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
        try:
            await work.end_leases(self._needs.db, self._needs.leases.holder)
        except DatabaseError as error:
            _log.warning("leases not given back", error=str(error), action="they run out by themselves")

    async def _serve(
        self, place: Place, begun: Claimed | None, service: _Service, before: asyncio.Task[None] | None
    ) -> None:
        try:
            if before is not None:
                await asyncio.wait({before})
            while True:
                if begun is None:
                    await self._settle(service)
                    if self._stopping:
                        return
                service.again = False
                await self._serve_once(place, begun)
                begun = None
                if not service.again or self._stopping:
                    return
        finally:
            if self._serving.get(place.stand) is service:
                del self._serving[place.stand]

    async def _settle(self, service: _Service) -> None:
        service.settling = True
        while (rest := service.settled - self._needs.clock.monotonic()) > 0:
            await self._needs.clock.sleep(rest)
        service.settling = False

    async def _serve_once(self, place: Place, begun: Claimed | None) -> None:
        """The edge of a turn: whatever goes wrong is told, logged, and taken up again by the next sweep."""
        try:
            await serve(self._needs, place, begun, lambda: self._stopping)
        except StateError as error:
            self._refused.add(place.stand)
            self._needs.shows.tell(place.channel, Noticed(Notice(error.message, error.data)))
        except OmoideError as error:
            _log.warning("turn failed", stand=place.stand.stand, error=str(error), action="it is tried again")
            self._needs.shows.tell(place.channel, Noticed(Notice(error.message, error.data)))
        except Exception as error:  # noqa: BLE001 — the edge of a turn: one turn's fault is not the process's
            _log.error("turn broke", stand=place.stand.stand, action="report this with the log", exc_info=error)
            self._needs.shows.tell(place.channel, Noticed(Notice("error-internal")))
