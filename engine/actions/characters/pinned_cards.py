"""A place of a story that people go back to is played with the cards of its time."""

from dataclasses import replace
from datetime import datetime

from engine.actions.chats.head_moves import HeadMove
from engine.db.characters import card_versions
from engine.values.chats.entries import NewEntry


async def play_as_then(move: HeadMove, moment: datetime) -> None:
    """Name the versions of the cards that held at ``moment``, where others hold now.

    A card that is edited after that holds here too, as everywhere.
    """
    played = await card_versions.played_then(move.on, move.key, move.line, moment)
    now = move.ctx.clock.now()
    acts = [
        NewEntry(replace(member.body, version=member.then), now, character=member.character)
        for member in played
        if member.then != member.now
    ]
    if acts:
        await move.append(*acts)
