"""Who plays in a session."""

from engine.db import log
from engine.db.pool import Statements
from engine.errors import NobodyPlays
from engine.values.entries import EntryKind, Line
from engine.values.ids import SessionKey


async def who_plays(on: Statements, key: SessionKey, line: Line) -> int:
    """The character that speaks next on ``line``. Raises NobodyPlays when the cast is empty."""
    members = await log.acts(on, key, line, [EntryKind.MEMBER])
    present: dict[int, bool] = {it.character: it.body.get("in", True) for it in members if it.character is not None}
    speaker = next((character for character, here in present.items() if here), None)
    if speaker is None:
        raise NobodyPlays
    return speaker
