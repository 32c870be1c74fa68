"""Corrections that wait for a yes, in Postgres: they outlive a restart and are made once."""

from datetime import timedelta

from engine.db.postgres.pool import Statements
from engine.rules.bodies.due import correction_json, correction_of
from engine.values.house.due_bodies import CorrectionMark
from engine.values.ids import SessionKey

WAITS = timedelta(hours=24)


async def put(on: Statements, key: SessionKey, token: str, mark: CorrectionMark) -> None:
    """Let a correction wait under ``token``; one that waits there says something else now."""
    await on.execute("put_correction", key.space, key.session, token, correction_json(mark))


async def read(on: Statements, key: SessionKey, token: str) -> CorrectionMark | None:
    """A correction that waits."""
    found = await on.fetchval("correction", key.space, key.session, token, WAITS)
    return correction_of(found) if found is not None else None


async def take(on: Statements, key: SessionKey, token: str) -> CorrectionMark | None:
    """A correction, which waits no more; None when somebody else has taken it."""
    found = await on.fetchval("take_correction", key.space, key.session, token, WAITS)
    return correction_of(found) if found is not None else None


async def drop(on: Statements, key: SessionKey) -> None:
    """Nothing waits any more in a session."""
    await on.execute("drop_corrections", key.space, key.session)


async def drop_old(on: Statements) -> None:
    """Forget what nobody said yes to."""
    await on.execute("drop_old_corrections", WAITS)
