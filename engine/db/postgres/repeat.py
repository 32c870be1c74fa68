"""Work that may be done again: what to do after a conflict, a restart of the server, or an unknown COMMIT."""

import itertools
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import TypeVar

import structlog

from engine.db.house import work as numbers
from engine.db.postgres.pool import Database, Transaction
from engine.errors import DatabaseConflict, DatabaseOutcomeUnknown, DatabaseUnreachable
from engine.ports import Clock

CONFLICT_REPEATS = 3
FIRST_PAUSE = 0.02
LONGEST_PAUSE = 0.5

T = TypeVar("T")

_log = structlog.get_logger(__name__)


def spread(key: str, attempt: int) -> float:
    """A number in [0, 1) that differs between keys and attempts, so that many repeaters do not march in step."""
    return int.from_bytes(blake2b(f"{key}:{attempt}".encode(), digest_size=7).digest()) / 2**56


async def repeat(
    work: Callable[[], Awaitable[T]],
    *,
    key: str,
    clock: Clock,
    seconds: float = 30.0,
    jitter: Callable[[str, int], float] = spread,
) -> T:
    """Run ``work`` until it is done: one transaction that is harmless to do twice under its ``key``.

    Conflicts are repeated at most three times. A lost connection, a server that starts, and a COMMIT without an answer
    are repeated until ``seconds`` have passed. Then the last error is raised. Pauses are full jitter.
    """
    end = clock.monotonic() + seconds
    conflicts = 0
    for attempt in itertools.count():
        try:
            return await work()
        except (DatabaseConflict, DatabaseUnreachable, DatabaseOutcomeUnknown) as error:
            conflicts += isinstance(error, DatabaseConflict)
            pause = jitter(key, attempt) * min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(attempt, 10))
            if conflicts > CONFLICT_REPEATS or clock.monotonic() + pause >= end:
                raise
            _log.info("database work repeated", key=key, attempt=attempt + 1, error=str(error))
        await clock.sleep(pause)
    raise AssertionError("unreachable")


async def take_effect(db: Database, act: Callable[[Transaction], Awaitable[T]], *, key: str, clock: Clock) -> T:
    """Do ``act`` in a transaction that takes effect once, and return what it returned.

    It is done again where it failed, as in ``repeat``. Where the answer of its COMMIT is lost, the server is asked what
    became of it first: so ``act`` need not be harmless to do twice.
    """
    tried: tuple[str, T] | None = None

    async def attempt() -> T:
        nonlocal tried
        if tried is not None:
            fate = await db.fetchval("fate", tried[0])
            if fate == "committed":
                return tried[1]
            if fate == "in progress":
                raise DatabaseOutcomeUnknown(code=fate)
        tried = None
        async with db.transaction() as on:
            result = await act(on)
            tried = await numbers.transaction_number(on), result
        return result

    return await repeat(attempt, key=key, clock=clock)
