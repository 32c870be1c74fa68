"""A room whose past can be made quickly, with an embedding that a test can follow."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import sqrt
from typing import Final

from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.memory import memories
from engine.rules.recall.remembering.sources import REMEMBER
from engine.rules.recall.words.words import terms
from engine.rules.similarity import Scale
from engine.turns.inputs.cast import who_plays
from engine.values.chats.bodies import GardenBody, MessageBody
from engine.values.chats.entries import NewEntry, Place, Range
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from tests.servers.model import say
from tests.turns.room import Room

KNOWN_SINCE: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
_DIMS: Final = 256
_SCALE: Final = Scale(((-1.0, 0.0), (0.0, 0.1), (0.2, 0.5), (0.7, 0.85), (1.0, 1.0)))
"""A question shares a fifth of its words with its answer, two ways to say one thing most of them."""
_BLOCK: Final = re.compile(r"<(memory-[0-9a-f]+)>\n(.*?)\n</\1>", re.DOTALL)


class WordEmbedder:
    """Texts are alike as far as they share words. ``broken``: it fails."""

    model = "words-in-common"
    dims = _DIMS
    at_hand = True

    def __init__(self, *, broken: bool = False) -> None:
        self.asked: list[str] = []
        self.broken = broken

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        if self.broken:
            raise TimeoutError
        return [self._vector(text) for text in texts]

    def scale(self, cosine: float) -> float:
        return _SCALE(cosine)

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * _DIMS
        for term, times in terms(text).items():
            vector[term % _DIMS] += times
        length = sqrt(sum(it * it for it in vector)) or 1.0
        return [it / length for it in vector]


async def remembering(room: Room, *, now: datetime, embedder: WordEmbedder | None = None) -> WordEmbedder:
    """The room with a clock that stands at ``now``, in UTC, and an embedding of words."""
    found = embedder or WordEmbedder()
    room.stand_still(now, embedder=found)
    room.model.answer = lambda _: say("I see.")
    return found


def at(room: Room, now: datetime) -> None:
    """Move the room's clock."""
    room.stand_still(now)


async def past(room: Room, *said: tuple[str, str], since: datetime, every: timedelta = timedelta(minutes=1)) -> None:
    """Pairs of a person's words and the character's, said from ``since`` on; they are due to be remembered.

    What is answered with "" has no answer yet.
    """
    async with room.db.transaction() as on:
        channel_head = await sessions.current(on, room.here.key)
        assert channel_head is not None
        line = await room.ctx.lines.current(on, channel_head.session_key, channel_head.branch)
        character = await who_plays(on, channel_head.session_key, line)
        entries: list[NewEntry] = []
        when = since
        for asked, answered in said:
            entries.append(NewEntry(MessageBody(), when, asked, person=room.here.person))
            if answered:
                answer = NewEntry(MessageBody(), when + timedelta(seconds=20), answered, character=character)
                entries.append(answer)
            when += every
        await log.append(on, channel_head.session_key, channel_head.branch, line.head, entries)
        await work.mark_due(on, channel_head.session_key, REMEMBER)


async def known(room: Room, text: str, kind: MemoryKind = MemoryKind.CORE, tag: Tag = Tag.CORE) -> int:
    """A core memory, or one written by hand, at the head of the story; as old as ``KNOWN_SINCE``."""
    async with room.db.transaction() as on:
        channel_head = await sessions.current(on, room.here.key)
        assert channel_head is not None
        line = await room.ctx.lines.current(on, channel_head.session_key, channel_head.branch)
        holder = await who_plays(on, channel_head.session_key, line)
        head = await log.append(
            on,
            channel_head.session_key,
            channel_head.branch,
            line.head,
            [NewEntry(GardenBody(), KNOWN_SINCE, person=room.here.person)],
        )
        new = NewMemory(
            kind,
            tag,
            Place(channel_head.branch, head),
            holder,
            (Range(channel_head.branch, head, head),),
            text,
            KNOWN_SINCE,
            KNOWN_SINCE,
            terms(text),
            person=room.here.person,
            people=(room.here.person,),
        )
        (made,) = await memories.remember(on, channel_head.session_key, [new])
    assert made is not None
    return made


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
