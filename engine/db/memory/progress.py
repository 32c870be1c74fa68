"""How far each kind of background work has read each branch of a session, in Postgres."""

from engine.db.postgres.pool import Statements
from engine.values.ids import SessionKey


async def progress(on: Statements, key: SessionKey, kind: str) -> dict[int, int]:
    """The last seq that work of ``kind`` has read, by branch; branches it has not seen are not there."""
    rows = await on.fetch("remembered", key.space, key.session, kind)
    return {row["branch_id"]: row["seq"] for row in rows}


async def advance(on: Statements, key: SessionKey, kind: str, branch: int, seq: int) -> None:
    """Work of ``kind`` has read ``branch`` up to ``seq``; it never goes back."""
    await on.execute("advance_remembered", key.space, key.session, kind, branch, seq)
