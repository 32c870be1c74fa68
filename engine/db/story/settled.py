"""What of a chronicle is live at places of a line, written down so that reading it does not take longer and longer.

It is a mere copy: rows and retirements say the same, only in ten thousands. A reader takes the newest place on its line
and what came behind it. So nothing may come before such a place without being noticed: whoever stores a row or a
retirement of the chronicle that may not lie at the head, or removes one, says so with ``unsettle`` at the end of its
transaction. Settling waits for those who are about to, and they for it.
"""

from typing import Final

from engine.db.chats.log import arrays
from engine.db.postgres.pool import Database, Statements
from engine.rules.lines import cut, place_at
from engine.values.chats.entries import Line
from engine.values.ids import SessionKey
from engine.values.story.chronicle import ChronicleKind

EVERY: Final = 128
"""Entries. So many come at least between two places."""

KINDS: Final = tuple(it for it in ChronicleKind if it is not ChronicleKind.JUDGED)
"""What is settled. Judgements do not end; the newest is looked up."""


async def settle(db: Database, key: SessionKey, line: Line, every: int = EVERY) -> None:
    """Write down what is live right before the head of ``line``, if ``every`` entries have come since that was done."""
    line = cut(line, upto=line.head - 1)
    place = place_at(line, line.head)
    if place is None or line.head - await db.fetchval("settled_upto", key.space, key.session, *arrays(line)) < every:
        return
    async with db.transaction() as on:
        await on.execute("hold_chronicle", key.space, key.session)
        rows = await on.fetch("chronicle", key.space, key.session, *arrays(line), list(KINDS), line.head, [], [], [])
        live = [row["id"] for row in rows if row["id"] is not None]
        await on.execute("settle", key.space, key.session, place.branch, place.seq, live, rows[0]["processed"])


async def unsettle(on: Statements, key: SessionKey, seq: int = 0) -> None:
    """Something of the chronicle changed at ``seq`` of some line: what was written down from there on is dropped."""
    await on.execute("share_chronicle", key.space, key.session)
    await on.execute("unsettle", key.space, key.session, seq)
