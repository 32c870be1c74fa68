"""Where people play in a channel, who plays there, and what the newest acts of that line say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions.head_moves import current_stand
from engine.db import log
from engine.errors import NobodyPlays, SessionMissing
from engine.turns.cast import who_plays
from engine.turns.needs import Needs
from engine.values.entries import EntryKind, Line
from engine.values.incoming import Here
from engine.values.sessions import Stand


@dataclass(frozen=True, slots=True)
class Standing:
    """A stand with its line. ``character`` is None when the cast is empty."""

    stand: Stand
    line: Line
    character: int | None
    acts: Mapping[EntryKind, Mapping[str, Any]]


async def standing(needs: Needs, here: Here) -> Standing:
    """Where people play here. Raises SessionMissing."""
    stand = await current_stand(needs, here)
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    try:
        character = await who_plays(needs.db, stand.session_key, line)
    except NobodyPlays:
        character = None
    return Standing(stand, line, character, await log.newest_acts(needs.db, stand.session_key, line))


async def standing_if_any(needs: Needs, here: Here) -> Standing | None:
    """The same; None before the first session."""
    try:
        return await standing(needs, here)
    except SessionMissing:
        return None
