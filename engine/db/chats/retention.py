"""What has been kept long enough, in Postgres."""

from dataclasses import dataclass

from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Place
from engine.values.ids import SessionKey


@dataclass(frozen=True, slots=True)
class Old:
    """Entries of one session that are older than they are to be kept."""

    key: SessionKey
    places: tuple[Place, ...]


async def kept_for(on: Statements, house: int) -> dict[int, int]:
    """For how many days each space keeps what was said; ``house`` holds where none is set. 0 is for ever: not there."""
    return {row["id"]: row["days"] for row in await on.fetch("kept_for", house)}


async def too_old(on: Statements, space: int, days: int, limit: int) -> Old | None:
    """Some entries of a space that were said longer ago than so many days."""
    rows = await on.fetch("too_old", space, days, limit)
    if not rows:
        return None
    return Old(SessionKey(space, rows[0]["session_id"]), tuple(Place(it["branch_id"], it["seq"]) for it in rows))


async def memories_too_old(on: Statements, space: int, days: int, limit: int) -> dict[int, list[int]]:
    """Memories of what ended longer ago than so many days, by session."""
    found: dict[int, list[int]] = {}
    for row in await on.fetch("memories_too_old", space, days, limit):
        found.setdefault(row["session_id"], []).append(row["derived_id"])
    return found


async def empty_older(on: Statements, space: int, days: int) -> None:
    """Empty what arrived and was shown longer ago than so many days."""
    files = [row["sha256"] for row in await on.fetch("empty_older", space, days)]
    if files:
        await on.execute("drop_unused_blobs", sorted(set(files)))
