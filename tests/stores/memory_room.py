"""A session with a fork whose messages are remembered, for tests of what comes back and what does not."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.db.chats import log, sessions
from engine.db.memory import memories, vectors
from engine.db.postgres.pool import Database
from engine.rules.lines import line_of
from engine.rules.recall.words.words import terms
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import Branch, Line, NewEntry, Place, Range
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ForkReason
from engine.values.ids import SessionKey
from engine.values.memory.memories import Memory, MemoryKind, NewMemory, RecallScope, Sight, Tag
from tests.story.places import fresh_character, fresh_place

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ENTRIES = 8
FORKED_AT = 4
BRANCHES = {1: Branch(1), 2: Branch(2, 1, FORKED_AT)}
TRUNK = line_of(BRANCHES, 1, ENTRIES)
FORK = line_of(BRANCHES, 2, ENTRIES)
MODEL = "three dimensions"


@dataclass(frozen=True, slots=True)
class MemoryRoom:
    """A session, its fork behind the fourth entry, the character that remembers, and a model of three dimensions."""

    db: Database
    here: Here
    key: SessionKey
    character: int
    model: int

    @property
    def scope(self) -> RecallScope:
        """Everything on the trunk, as the character recalls it here."""
        return self.along(TRUNK)

    def along(self, line: Line, **changes: Any) -> RecallScope:
        """The same on another line, or otherwise changed."""
        scope = RecallScope(self.here.space, self.character, (Sight(self.key, line),))
        return replace(scope, **changes)

    def said(self, seq: int, text: str, **changes: Any) -> NewMemory:
        """Message ``seq`` of the trunk as a memory."""
        at = NOON + timedelta(days=seq)
        person = self.here.person
        new = NewMemory(
            MemoryKind.SAID,
            Tag.USER_INPUT,
            Place(1, seq),
            self.character,
            (Range(1, seq, seq),),
            text,
            at,
            at,
            terms(text),
            nth=seq,
            person=person,
            people=(person,),
        )
        return replace(new, **changes)

    async def keep(self, *rows: NewMemory) -> list[int]:
        """Store memories, each with a vector that leans towards x by its number."""
        made = await memories.remember(self.db, self.key, rows)
        ids = [it for it in made if it is not None]
        await vectors.put(self.db, self.key, self.model, {it: [n + 1.0, 1.0, 0.5] for n, it in enumerate(ids)})
        return ids

    async def all(self, scope: RecallScope | None = None) -> list[Memory]:
        """What the garden shows."""
        return (await memories.listing(self.db, scope or self.scope, offset=0, limit=100))[0]


async def memory_room(db: Database, here: Here | None = None, character: int | None = None) -> MemoryRoom:
    """A fresh one; in a space of its own unless one is given."""
    here = here or await fresh_place(db)
    character = character or await fresh_character(db, here)
    key = (await sessions.create(db, here.key, seed=1, person=here.person)).session_key
    said = [NewEntry(MessageBody(), NOON, f"m{n}", person=here.person) for n in range(ENTRIES)]
    await log.append(db, key, 1, 0, said)
    await log.fork(db, key, 1, FORKED_AT, ForkReason.BRANCH)
    await log.append(db, key, 2, FORKED_AT, said[: ENTRIES - FORKED_AT])
    return MemoryRoom(db, here, key, character, await vectors.Models().number(db, MODEL, 3))
