"""Which message of the story somebody points at: by the platform's message, or by where it lies."""

from typing import Final

from engine.db.chats import swipes
from engine.db.chats.swipes import ShownEntry
from engine.db.postgres.pool import Statements
from engine.errors import NotOnTheLine
from engine.rules.lines import lies_on
from engine.values.chats.entries import Line, Place
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey

AT: Final = "@"
"""Before session, branch and seq: "@7.12.340"."""


async def subject_of(on: Statements, here: Here, key: SessionKey, line: Line, replied: str) -> ShownEntry:
    """The message on ``line`` that ``replied`` names. Raises NotOnTheLine."""
    named = await _named(on, here, key, replied)
    if named is None or named.session != key.session or not lies_on(line, named.place):
        raise NotOnTheLine
    return named


async def _named(on: Statements, here: Here, key: SessionKey, replied: str) -> ShownEntry | None:
    if not replied.startswith(AT):
        return await swipes.subject(on, here.key, replied)
    numbers = replied.removeprefix(AT).split(".")
    if len(numbers) != 3 or not all(it.isascii() and it.isdecimal() for it in numbers):
        return None
    session, branch, seq = map(int, numbers)
    return await swipes.subject_at(on, key, Place(branch, seq)) if session == key.session else None
