"""What a persona grows from, in Postgres. Its versions are rows of the chronicle."""

from engine.db.chats.log import arrays
from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Line
from engine.values.ids import SessionKey


async def replies_after(
    on: Statements, key: SessionKey, line: Line, character: int, after: int, before: int
) -> list[int]:
    """The seqs of a character's replies on ``line`` behind ``after``, up to ``before`` (0: to the end of the line)."""
    rows = await on.fetch("replies_after", key.space, key.session, *arrays(line), character, after, before)
    return [row["seq"] for row in rows]
