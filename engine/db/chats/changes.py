"""What was changed of messages on any branch of a session, in Postgres."""

from dataclasses import dataclass

from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Place
from engine.values.ids import SessionKey


@dataclass(frozen=True, slots=True)
class MessageChange:
    """An act at ``place`` by which messages ``first`` to ``last`` of its line read otherwise from there on."""

    place: Place
    first: int
    last: int


async def changes_behind(on: Statements, key: SessionKey, seq: int, upto: int) -> list[MessageChange]:
    """The changes behind ``seq`` of any branch that are about messages up to seq ``upto``."""
    rows = await on.fetch("changes_behind", key.space, key.session, seq, upto)
    return [MessageChange(Place(it["branch_id"], it["seq"]), it["first"], it["last"]) for it in rows]
