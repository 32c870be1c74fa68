"""What tells who is close to whom on a line: its newest messages and likes."""

from collections.abc import Collection
from typing import Final

from engine.db.chats import log
from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Entry, EntryKind, Line
from engine.values.ids import SessionKey

MOST_ENTRIES: Final = 2_000
"""So many of the newest entries of a line are read."""
_READ: Final = (EntryKind.MESSAGE, EntryKind.REACTION)


async def contacts(
    on: Statements, key: SessionKey, line: Line, covered: Collection[int], hidden: Collection[int] = ()
) -> list[Entry]:
    """The messages and reactions that everybody who meets the clauses ``covered`` could read, first to last.

    Those of the characters ``hidden`` are left out.
    """
    found = await log.entries(on, key, line, after=max(0, line.head - MOST_ENTRIES))
    clauses = frozenset(covered)
    return [it for it in found if it.kind in _READ and it.character not in hidden and clauses.issuperset(it.audience)]
