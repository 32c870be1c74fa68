"""Where a server keeps what was said for so many days, older words are erased with all that was made of them."""

from datetime import timedelta
from typing import Final

from engine.db import erasure, retention, work
from engine.errors import LeaseLost
from engine.turns.erase import erase_entries
from engine.turns.needs import Needs
from engine.values.ids import SessionKey
from engine.values.work import Due
from engine.work.crashpoints import maybe_crash

RETENTION: Final = "retention"
AT_ONCE: Final = 500
EVERY_SECONDS: Final = timedelta(minutes=20).total_seconds()
"""So often it is looked: nothing is kept for an hour longer than was said."""


async def due_retention(needs: Needs) -> None:
    """Mark the spaces where something may be older than it is to be kept."""
    kept = await retention.kept_for(needs.db, _house_days(needs))
    await work.mark_each_due(needs.db, [SessionKey(space, 0) for space in kept], RETENTION)
    needs.due_bell.set()


async def retain(needs: Needs, due: Due) -> None:
    """Erase what is too old in a space, some hundred entries a transaction; whoever goes on finds the rest."""
    space = due.key.space
    days = (await retention.kept_for(needs.db, _house_days(needs))).get(space, 0)
    while days and await _erase_some(needs, space, days):
        pass
    async with needs.db.transaction() as on:
        if days:
            await retention.empty_older(on, space, days)
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_retention")


async def _erase_some(needs: Needs, space: int, days: int) -> bool:
    """Erase some entries, or, when none is left, some memories that somebody wrote; whether there was anything."""
    async with needs.db.transaction() as on:
        old = await retention.too_old(on, space, days, AT_ONCE)
        if old is not None:
            await erase_entries(on, old.key, old.places, again=False)
            maybe_crash("in_retention")
            return True
        notes = await retention.memories_too_old(on, space, days, AT_ONCE)
        for session, ids in notes.items():
            await erasure.remove_derived(on, SessionKey(space, session), ids)
        return bool(notes)


def _house_days(needs: Needs) -> int:
    return int(needs.defaults.values.get("retention_days") or 0)
