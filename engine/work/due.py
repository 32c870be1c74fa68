"""Work that is due: claimed under a fence, done side by side, and finished in the transaction of its effect."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

import structlog

from engine.db.house import work
from engine.db.house.spending import on_behalf_of
from engine.db.postgres.pool import Database
from engine.errors import (
    BackgroundSpent,
    DatabaseError,
    DatabaseUnreachable,
    LeaseLost,
    ModelError,
    ModelPaused,
    NoModelConfigured,
    OmoideError,
)
from engine.ports import Clock
from engine.values.house.allowances import Spender
from engine.values.house.work import Due
from engine.work.tasks import Tasks

HOLD = timedelta(seconds=20)
RENEW_SECONDS = 7.0
AT_ONCE = 4
LONGEST_PAUSE = timedelta(hours=1)
MOST_CRASHES = 3
WITHOUT_MODEL = timedelta(minutes=5)
WITHOUT_DATABASE = timedelta(seconds=5)
DIED = "died"
"""What stands for an error where the process died."""
BREAKER_PAUSE = timedelta(seconds=15)

Job = Callable[[Due], Awaitable[None]]
"""Does the work of a mark; removes it with ``finish_due`` in the transaction that writes the result."""


@dataclass(frozen=True, slots=True)
class Alone:
    """A job of which at most one runs in a process."""

    job: Job


_log = structlog.get_logger(__name__)


def pause_after(tries: int) -> timedelta:
    """How long a mark rests after its ``tries``-th failure: 5 s, doubling, at most an hour."""
    return min(LONGEST_PAUSE, timedelta(seconds=5) * 2 ** min(tries - 1, 16))


def pause_of(error: Exception) -> timedelta | None:
    """How long to wait after a failure that is not the job's: a model at rest, none configured, no database; else None.

    Nor is it that the background has used up what a day allows in that space.
    """
    match error:
        case BackgroundSpent():
            return timedelta(seconds=float(error.data.get("seconds", 0))) or WITHOUT_MODEL
        case ModelPaused():
            return max(BREAKER_PAUSE, timedelta(seconds=float(error.data.get("seconds", 0))))
        case NoModelConfigured():
            return WITHOUT_MODEL
        case DatabaseUnreachable():
            return WITHOUT_DATABASE
        case _:
            return None


class DueWork:
    """The jobs of this process by the kind of mark they serve: ``kind`` itself, and ``kind/…``.

    At most ``AT_ONCE`` run side by side. A hold is renewed while its job runs; a job whose claim was taken over is
    cancelled. Setting ``bell`` makes ``run`` look at once. So does the end of a job behind which something may be
    ready: more waited than could start, or something was marked meanwhile, the same work again among it.
    """

    def __init__(
        self,
        db: Database,
        owner: str,
        jobs: Mapping[str, Job | Alone],
        clock: Clock,
        tasks: Tasks,
        bell: asyncio.Event | None = None,
    ) -> None:
        self._db = db
        self._owner = owner
        self._jobs = {kind: it.job if isinstance(it, Alone) else it for kind, it in jobs.items()}
        self._alone = {kind for kind, it in jobs.items() if isinstance(it, Alone)}
        self._clock = clock
        self._tasks = tasks
        self._bell = bell or asyncio.Event()
        self._claiming = asyncio.Lock()
        self._running: dict[asyncio.Task[None], Due] = {}
        self._marks_before: dict[asyncio.Task[None], int] = {}
        self._more = False
        self._resting: dict[str, float] = {}
        self._renewing: asyncio.Task[None] | None = None
        self._stopping = False

    def wake(self) -> None:
        """Look for ready work at once."""
        self._bell.set()

    async def look(self) -> None:
        """The same, for timers."""
        self.wake()

    async def recover(self) -> None:
        """Free at once what an older boot of this instance had claimed when it died."""
        await work.abandon_due(self._db, self._owner)

    async def run(self) -> None:
        """Do what is due, for as long as the process lives."""
        while not self._stopping:
            self._bell.clear()
            try:
                await self._start_ready()
            except DatabaseError as error:
                _log.warning("due work not claimed", error=str(error), action="it is tried again at the next wake")
            await self._bell.wait()

    async def run_ready(self) -> int:
        """Do what is ready and may run now, and wait for its end; how many marks were claimed."""
        started = await self._start_ready()
        if started:
            await asyncio.wait(started)
        return len(started)

    async def stop(self) -> None:
        """Begin nothing more, cancel what runs, and let others go on with it."""
        self._stopping = True
        async with self._claiming:  # what is being claimed just now is given back, too
            running = dict(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        left = [due for task, due in running.items() if task.cancelled()]
        try:
            if left:
                await work.release_due(self._db, left)
        except DatabaseError as error:
            _log.warning("due work not given back", error=str(error), action="its claims run out by themselves")

    async def _start_ready(self) -> list[asyncio.Task[None]]:
        """Claim no more than can start now, and start it."""
        async with self._claiming:
            limit = AT_ONCE - len(self._running)
            if limit <= 0 or self._stopping:
                return []
            kinds = self._awake()
            together = [it for it in kinds if it not in self._alone]
            busy = {_family(it) for it in self._running.values()}
            alone = [it for it in kinds if it in self._alone and it not in busy]
            marks = work.marks_made(self._db)
            claimed = await work.claim_due(self._db, together, self._owner, HOLD, limit, alone)
            self._more = len(claimed) == limit
            return [self._begin(due, marks) for due in claimed]

    def _awake(self) -> list[str]:
        now = self._clock.monotonic()
        self._resting = {kind: end for kind, end in self._resting.items() if end > now}
        return [kind for kind in self._jobs if kind not in self._resting]

    def _begin(self, due: Due, marks: int) -> asyncio.Task[None]:
        task = self._tasks.start(self._do(due), f"job {due.kind}")
        self._running[task] = due
        self._marks_before[task] = marks
        task.add_done_callback(self._ended)
        if self._renewing is None:
            self._renewing = self._tasks.start(self._renew(), "holds")
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        due, marks = self._running.pop(task), self._marks_before.pop(task)
        if self._more or _family(due) in self._alone or work.marks_made(self._db) != marks:
            self._bell.set()
        if not self._running and self._renewing is not None:
            self._renewing.cancel()
            self._renewing = None

    async def _do(self, due: Due) -> None:
        try:
            if due.abandoned and due.tries > MOST_CRASHES:
                await self._park(due)
            else:
                with on_behalf_of(Spender(due.key.space)):
                    await self._jobs[_family(due)](due)
        except LeaseLost:
            _log.info("job's claim was taken over", kind=due.kind)
        except Exception as error:  # noqa: BLE001 — the edge of a job: it stays due, the others go on
            await self._put_off(due, error)

    async def _park(self, due: Due) -> None:
        """What the process died of again and again is left alone for a while, so that it lives."""
        _log.error(
            "job rests",
            kind=due.kind,
            space=due.key.space,
            session=due.key.session,
            tries=due.tries,
            pause=LONGEST_PAUSE.total_seconds(),
            action="the process died while it ran; report this with the log",
        )
        await work.postpone_due(self._db, due, LONGEST_PAUSE, failed=True, fault=DIED)

    async def _put_off(self, due: Due, error: Exception) -> None:
        pause = pause_of(error)
        if pause is not None:
            _log.info("job waits", kind=due.kind, pause=pause.total_seconds(), error=str(error))
            if isinstance(error, ModelError):  # it is the same for every other mark of the kind
                self._resting[_family(due)] = self._clock.monotonic() + pause.total_seconds()
        else:
            rest = pause_after(due.tries)
            _log.warning("job failed", kind=due.kind, tries=due.tries, pause=rest.total_seconds(), error=str(error))
        try:
            fault = error.message if isinstance(error, OmoideError) else OmoideError.message
            await work.postpone_due(self._db, due, pause or pause_after(due.tries), failed=pause is None, fault=fault)
        except DatabaseError as lost:
            _log.warning("job not put off", kind=due.kind, error=str(lost), action="its claim runs out by itself")

    async def _renew(self) -> None:
        """Keep the holds of all that runs, until nothing does."""
        while True:
            await self._clock.sleep(RENEW_SECONDS)
            running = dict(self._running)
            try:
                lost = await work.extend_due(self._db, list(running.values()), HOLD)
            except DatabaseError as error:
                _log.warning("holds not renewed", error=str(error), action="it is tried again")
                continue
            for task, due in running.items():
                if (due.key, due.kind) in lost:
                    _log.warning("job cancelled", kind=due.kind, action="another process has taken it over")
                    task.cancel()


def _family(due: Due) -> str:
    return due.kind.partition("/")[0]
