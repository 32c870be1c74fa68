"""Where a server keeps what was said for so many days, older words are erased with all that was made of them."""

from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.chats import retention
from engine.db.house import work
from engine.db.people import erasure
from engine.erase import erase_entries
from engine.errors import LeaseLost
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.work.crashpoints import maybe_crash

RETENTION: Final = "retention"
AT_ONCE: Final = 500
EVERY_SECONDS: Final = timedelta(minutes=20).total_seconds()
"""So often it is looked: nothing is kept for an hour longer than was said."""


async def due_retention(ctx: EngineContext) -> None:
    """Mark the spaces where something may be older than it is to be kept."""
    kept = await retention.kept_for(ctx.db, _house_days(ctx))
    await work.mark_each_due(ctx.db, [SessionKey(space, 0) for space in kept], RETENTION)
    ctx.due_bell.set()


async def retain(ctx: EngineContext, due: Due) -> None:
    """Erase what is too old in a space, some hundred entries a transaction; whoever goes on finds the rest."""
    space = due.key.space
    days = (await retention.kept_for(ctx.db, _house_days(ctx))).get(space, 0)
    while days and await _erase_some(ctx, space, days):
        pass
    async with ctx.db.transaction() as on:
        if days:
            await retention.empty_older(on, space, days)
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_retention")


async def _erase_some(ctx: EngineContext, space: int, days: int) -> bool:
    """Erase some entries, or, when none is left, some memories that somebody wrote; whether there was anything."""
    async with ctx.db.transaction() as on:
        old = await retention.too_old(on, space, days, AT_ONCE)
        if old is not None:
            await erase_entries(on, old.key, old.places, again=False)
            maybe_crash("in_retention")
            return True
        notes = await retention.memories_too_old(on, space, days, AT_ONCE)
        for session, ids in notes.items():
            await erasure.remove_derived(on, SessionKey(space, session), ids)
        return bool(notes)


def _house_days(ctx: EngineContext) -> int:
    return int(ctx.defaults.values.get("retention_days") or 0)
