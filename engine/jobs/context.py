"""What work in the background stands on: where a session is played, its line, who plays, and the settings there."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.db.chats import log
from engine.db.memory import job_rows
from engine.db.memory.job_rows import SessionSetting
from engine.rules.recall.ranking.presence import cast_at
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.telling.quoting import mark_of
from engine.turns.load import settings_here
from engine.utility.asking import Errand
from engine.values.chats.entries import Entry, EntryKind, Line
from engine.values.chats.incoming import Here
from engine.values.house.settings import Settings
from engine.values.ids import SessionKey
from engine.values.memory.memories import RecallScope, Sight, Tag


@dataclass(frozen=True, slots=True)
class JobContext:
    """A line of a session with all that holds there. ``cast`` are the characters there; the first one remembers.

    ``comings`` are the acts by which they came and went, where anybody but the first one did.
    """

    key: SessionKey
    played: SessionSetting
    line: Line
    cast: tuple[int, ...]
    settings: Settings
    comings: tuple[Entry, ...] = ()

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
    line = await ctx.lines.current(ctx.db, key, branch)
    acts = await log.acts(ctx.db, key, line, [EntryKind.MEMBER])
    cast = cast_at(acts, line.head)
    if not cast:
        return None
    here = Here(key.space, played.channel_head.channel, 0, played.platform, played.private)
    settings = await settings_here(ctx.db, ctx.defaults, here, cast[0])
    return JobContext(key, played, line, cast, settings, tuple(acts) if len(acts) > 1 else ())
