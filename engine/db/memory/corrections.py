"""Corrections that wait for a yes, in Postgres: they outlive a restart and are made once."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from engine.db.postgres.pool import Statements
from engine.values.ids import SessionKey

WAITS = timedelta(hours=24)

Body = Mapping[str, Any]


async def put(on: Statements, key: SessionKey, token: str, body: Body) -> None:
    """Let a correction wait under ``token``; one that waits there has another body now."""
    await on.execute("put_correction", key.space, key.session, token, dict(body))


async def read(on: Statements, key: SessionKey, token: str) -> Body | None:
    """A correction that waits."""
    return await on.fetchval("correction", key.space, key.session, token, WAITS)


async def take(on: Statements, key: SessionKey, token: str) -> Body | None:
    """A correction, which waits no more; None when somebody else has taken it."""
    return await on.fetchval("take_correction", key.space, key.session, token, WAITS)


async def drop(on: Statements, key: SessionKey) -> None:
    """Nothing waits any more in a session."""
    await on.execute("drop_corrections", key.space, key.session)


async def drop_old(on: Statements) -> None:
    """Forget what nobody said yes to."""
    await on.execute("drop_old_corrections", WAITS)
