"""Rows that are stored for one line and lie on others too, where their messages have another text.

A line may continue from a place before a message was edited or hidden. A row made of the old text then lies before the
change, and so on the line of the change too. There it ends at the change, as it would have if it had been written in
time.
"""

from collections.abc import Sequence

from engine.db.chats import log
from engine.db.chats.changes import changes_behind
from engine.db.memory import derivations
from engine.db.postgres.pool import Transaction
from engine.rules.lines import lies_on, line_of
from engine.values.chats.entries import Place, Range, Retirement
from engine.values.ids import SessionKey

CHANGED = "revised"

Told = tuple[int, Place, Sequence[Range]]
"""A row, where it lies, what it was made from."""


async def end_where_changed(on: Transaction, key: SessionKey, told: Sequence[Told]) -> None:
    """End rows that were just stored wherever, further on, messages that they were made from were changed."""
    sources = [source for _, _, made_from in told for source in made_from]
    if not sources:
        return
    since, upto = min(place.seq for _, place, _ in told), max(it.to_seq for it in sources)
    changes = await changes_behind(on, key, since, upto)
    branches = await log.branches(on, key) if changes else {}
    for change in changes:
        line = line_of(branches, change.place.branch, change.place.seq)
        for row, place, made_from in told:
            about = any(it.from_seq <= change.last and change.first <= it.to_seq for it in made_from)
            if about and lies_on(line, place):
                await derivations.retire(on, key, Retirement(row, change.place, CHANGED))
