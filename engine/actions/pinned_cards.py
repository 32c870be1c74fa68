"""A place of a story that people go back to is played with the cards of its time."""

from datetime import datetime

from engine.actions.head_moves import Move
from engine.db import wardrobe
from engine.values.entries import EntryKind, NewEntry


async def play_as_then(move: Move, moment: datetime) -> None:
    """Name the versions of the cards that held at ``moment``, where others hold now.

    A card that is edited after that holds here too, as everywhere.
    """
    played = await wardrobe.played_then(move.on, move.key, move.line, moment)
    now = move.needs.clock.now()
    acts = [
        NewEntry(EntryKind.MEMBER, now, character=it.character, body={**it.body, "version": it.then})
        for it in played
        if it.then != it.now
    ]
    if acts:
        await move.append(*acts)
