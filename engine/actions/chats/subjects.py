"""Which message of the story somebody points at: by the platform's message, or by where it lies."""

from engine.db.chats import swipes
from engine.db.chats.swipes import ShownEntry
from engine.db.postgres.pool import Statements
from engine.errors import NotOnTheLine
from engine.rules.lines import AT, lies_on, lies_where
from engine.values.chats.entries import Line
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey


async def subject_of(on: Statements, here: Here, key: SessionKey, line: Line, replied: str) -> ShownEntry:
    """The message on ``line`` that ``replied`` names. Raises NotOnTheLine."""
    named = await _named(on, here, key, replied)
    if named is None or named.session != key.session or not lies_on(line, named.place):
        raise NotOnTheLine
    return named


async def _named(on: Statements, here: Here, key: SessionKey, replied: str) -> ShownEntry | None:
    if not replied.startswith(AT):
        return await swipes.subject(on, here.key, replied)
    session, place = lies_where(replied) or (0, None)
    return await swipes.subject_at(on, key, place) if place is not None and session == key.session else None
