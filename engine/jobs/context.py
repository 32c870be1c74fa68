"""What work in the background stands on: where a session is played, its line, who plays, and the settings there."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.db.chats import log
from engine.db.memory import job_rows
from engine.db.memory.job_rows import SessionSetting
from engine.db.postgres.pool import Statements
from engine.rules.layers import layers
from engine.rules.recall.ranking.presence import cast_at
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.scopes import merge
from engine.utility.asking import Errand
from engine.values.chats.entries import Entry, EntryKind, Line
from engine.values.chats.incoming import Here
from engine.values.house.settings import Settings
from engine.values.ids import SessionKey
from engine.values.memory.memories import RecallScope, Sight, Tag

READ_ACTS: Final = (EntryKind.MEMBER, EntryKind.CHRONICLE, EntryKind.PERSONA, EntryKind.HIDE)
"""The acts that work in the background asks for: they are read at once."""


@dataclass(frozen=True, slots=True)
class JobContext:
    """A line of a session with all that holds there. ``cast`` are the characters there; the first one remembers.

    ``comings`` are the acts by which they came and went, where anybody but the first one did. ``acts`` are those of
    ``READ_ACTS`` on the line ``acts_on``: see ``acts_of``.
    """

    key: SessionKey
    played: SessionSetting
    line: Line
    cast: tuple[int, ...]
    settings: Settings
    comings: tuple[Entry, ...] = ()
    acts: tuple[Entry, ...] = ()
    acts_on: Line | None = None

    def of(self, character: int) -> "JobContext":
        """The same for another character of the cast: that one remembers."""
        return replace(self, cast=(character, *(it for it in self.cast if it != character)))

    def heard(self, said: Iterable[BatchMessage]) -> list[BatchMessage]:
        """What of a talk the character was there for."""
        if not self.comings:
            return list(said)
        return [it for it in said if self.character in cast_at(self.comings, it.seq)]

    def witnesses(self, said: Iterable[BatchMessage]) -> tuple[int, ...]:
        """Who was there for all of it, whoever remembers first; the character itself where nobody was."""
        if not self.comings:
            return self.cast
        casts = [cast_at(self.comings, it.seq) for it in said]
        there = [it for it in self.cast if all(it in cast for cast in casts)]
        return tuple(there or (self.character,))

    @property
    def character(self) -> int:
        return self.cast[0]

    @property
    def mark(self) -> str:
        """The mark around what others wrote, which nobody can forge."""
        return mark_of(str(self.played.seed))

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.settings.timezone)

    @property
    def errand(self) -> Errand:
        return Errand(self.key, self.character, self.settings)

    def scope(self, *tags: Tag) -> RecallScope:
        """What the character remembers of this line, with these tags, as far as it may be told where it is played."""
        sights, covered = (Sight(self.key, self.line),), self.played.covered
        return RecallScope(self.key.space, self.character, sights, tags=frozenset(tags), covered=covered)


async def acts_of(on: Statements, job: JobContext, kinds: Collection[EntryKind]) -> list[Entry]:
    """The acts of some of ``READ_ACTS`` on the line of a job: those that were read with it, as long as that holds.

    An act is an entry of its line, so the same line has the same ones.
    """
    read = job.acts if job.acts_on == job.line else await log.acts(on, job.key, job.line, READ_ACTS)
    return [it for it in read if it.kind in kinds]


async def job_contexts(ctx: EngineContext, key: SessionKey) -> list[JobContext]:
    """Every line of the session that is played somewhere, the newest place first."""
    found = [await job_context(ctx, key, it, it.channel_head.branch) for it in await job_rows.heads_of(ctx.db, key)]
    return [it for it in found if it is not None]


async def job_context_of(ctx: EngineContext, key: SessionKey, branch: int) -> JobContext | None:
    """The line of one branch, under what holds where the session is played; None when nobody plays there."""
    heads = await job_rows.heads_of(ctx.db, key)
    here = next((it for it in heads if it.channel_head.branch == branch), heads[0] if heads else None)
    return await job_context(ctx, key, here, branch) if here else None


async def job_context(ctx: EngineContext, key: SessionKey, played: SessionSetting, branch: int) -> JobContext | None:
    """The line of ``branch`` under what holds where it is ``played``; None when nobody plays on it."""
    if branch == played.channel_head.branch:
        line = await ctx.lines.line(ctx.db, key, branch, played.head)
    else:
        line = await ctx.lines.current(ctx.db, key, branch)
    acts = await log.acts(ctx.db, key, line, READ_ACTS)
    members = tuple(it for it in acts if it.kind is EntryKind.MEMBER)
    cast = cast_at(members, line.head)
    if not cast:
        return None
    here = Here(key.space, played.channel_head.channel, 0, played.platform, played.private)
    settings = merge(layers(ctx.defaults, played.stored, here, cast[0]))
    comings = members if len(members) > 1 else ()
    return JobContext(key, played, line, cast, settings, comings, tuple(acts), line)
