"""Work that is due: claimed under a fence, done, and finished in the transaction of its effect."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta

import structlog

from engine.db import work
from engine.db.pool import Database
from engine.values.work import Due

HOLD = timedelta(seconds=20)
LONGEST_PAUSE = timedelta(hours=1)
AT_ONCE = 8

Job = Callable[[Due], Awaitable[None]]
"""Does the work of a mark; removes it with ``finish_due`` in the transaction that writes the result."""

_log = structlog.get_logger(__name__)


def pause_after(tries: int) -> timedelta:
    """How long a mark rests after its ``tries``-th failure: 5 s, doubling, at most an hour."""
    return min(LONGEST_PAUSE, timedelta(seconds=5) * 2 ** min(tries - 1, 16))


class DueWork:
    """The jobs of this process by the kind of mark they serve: ``kind`` itself, and ``kind/…``."""

    def __init__(self, db: Database, owner: str, jobs: Mapping[str, Job]) -> None:
        self._db = db
        self._owner = owner
        self._jobs = dict(jobs)

    async def run_ready(self) -> int:
        """Claim and do what is ready; how many marks were claimed. A job that fails stays due after a pause."""
        if not self._jobs:
            return 0
        claimed = await work.claim_due(self._db, list(self._jobs), self._owner, HOLD, AT_ONCE)
        for due in claimed:
            await self._do(due)
        return len(claimed)

    async def _do(self, due: Due) -> None:
        try:
            await self._jobs[due.kind.partition("/")[0]](due)
        except Exception as error:  # noqa: BLE001 — the edge of a job: it stays due, the others go on
            pause = pause_after(due.tries)
            _log.warning("job failed", kind=due.kind, tries=due.tries, pause=pause.total_seconds(), error=str(error))
            await work.postpone_due(self._db, due, pause)
