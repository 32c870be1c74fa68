"""A room whose past can be made quickly, with an embedding that a test can follow."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from math import sqrt
from typing import Final

from engine.db import log, sessions, work
from engine.rules.recall.sources import REMEMBER
from engine.rules.recall.words import terms
from engine.turns.cast import who_plays
from engine.values.entries import EntryKind, NewEntry
from tests.servers.model import say
from tests.turns.room import Room, StillClock

_DIMS: Final = 256
_BLOCK: Final = re.compile(r"<(memory-[0-9a-f]+)>\n(.*?)\n</\1>", re.DOTALL)


class WordEmbedder:
    """Texts are alike as far as they share words. ``broken``: it fails."""

    model = "words-in-common"
    dims = _DIMS

    def __init__(self, *, broken: bool = False) -> None:
        self.asked: list[str] = []
        self.broken = broken

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        if self.broken:
            raise TimeoutError
        return [self._vector(text) for text in texts]

    def scale(self, cosine: float) -> float:
        return max(cosine, 0.0)

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * _DIMS
        for term, times in terms(text).items():
            vector[term % _DIMS] += times
        length = sqrt(sum(it * it for it in vector)) or 1.0
        return [it / length for it in vector]


async def remembering(room: Room, *, now: datetime, embedder: WordEmbedder | None = None) -> WordEmbedder:
    """The room with a clock that stands at ``now`` and an embedding of words."""
    found = embedder or WordEmbedder()
    room.change(clock=StillClock(now), embedder=found)
    room.model.answer = lambda _: say("I see.")
    return found


def at(room: Room, now: datetime) -> None:
    """Move the room's clock."""
    room.change(clock=StillClock(now))


async def past(room: Room, *said: tuple[str, str], since: datetime, every: timedelta = timedelta(minutes=1)) -> None:
    """Pairs of a person's words and the character's, said from ``since`` on; they are due to be remembered."""
    async with room.db.transaction() as on:
        stand = await sessions.current(on, room.here.key)
        assert stand is not None
        line = await room.needs.lines.current(on, stand.session_key, stand.branch)
        character = await who_plays(on, stand.session_key, line)
        entries: list[NewEntry] = []
        when = since
        for asked, answered in said:
            entries.append(NewEntry(EntryKind.MESSAGE, when, asked, person=room.here.person))
            entries.append(NewEntry(EntryKind.MESSAGE, when + timedelta(seconds=20), answered, character=character))
            when += every
        await log.append(on, stand.session_key, stand.branch, line.head, entries)
        await work.mark_due(on, stand.session_key, REMEMBER)


FILLER: Final = ("The sea is grey and the wind goes round again. " * 4, "Gulls cry over the rocks below the lamp. " * 4)


async def filled(room: Room, turns: int, since: datetime) -> None:
    """So many turns of talk about the weather."""
    pairs = [(f"{number}: {FILLER[0]}", f"{number}: {FILLER[1]}") for number in range(turns)]
    await past(room, *pairs, since=since)


async def asked(room: Room, text: str) -> str:
    """Everything that is due is done; then somebody asks: what the character was told from memory."""
    await room.drain()
    await room.say(text)
    return recalled(room)


def recalled(room: Room) -> str:
    """The quoted lines of the last prompt."""
    texts = [text for role, text in room.prompt() if role == "system"]
    return "\n".join(match[2] for text in texts for match in _BLOCK.finditer(text))
