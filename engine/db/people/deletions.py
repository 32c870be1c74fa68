"""The record of what was deleted, in Postgres: kinds and counts, nobody's words."""

from engine.db.postgres.pool import Statements
from engine.values.chats.incoming import Here
from engine.values.people.deletions import Deleted


async def note(on: Statements, here: Here, kind: Deleted, count: int = 1) -> None:
    """Write down, in the transaction that deletes, that a person deleted so many things of a kind."""
    await on.execute("note_deletion", here.space, here.person, kind.value, count)


async def note_forgetting(on: Statements, space: int, messages: int) -> None:
    """Write down that somebody is forgotten, with so many messages. ``space`` 0: they asked where nobody else is."""
    await on.execute("note_forgetting", space, messages)
