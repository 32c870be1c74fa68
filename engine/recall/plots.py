"""What happened in detail: for who asks how something went, or asks to remember."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from engine.db.memory import memories
from engine.recall.fan_out import Ask
from engine.recall.quotes import fresh
from engine.recall.search import Search, unscored
from engine.values.chats.entries import Range
from engine.values.memory.memories import Memory, MemoryKind, Recalled, RecallScope, Tag
from engine.values.memory.recall import TimeRange

MOST: Final = 3
_UNDER: Final = 20
"""Plots of the time of one summary that are looked at."""
_MOMENT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Plots:
    """Finds the plots that a question is about, and those that lie under summaries which were found."""

    search: Search

    async def direct(self, ask: Ask, scope: RecallScope) -> list[Recalled]:
        """The plots that are most like the question; most stories have none, and are not searched."""
        if not await memories.any_of(self.search.db, scope, MemoryKind.PLOT):
            return []
        there = replace(scope, tags=frozenset({Tag.PLOT}))
        ranked = await self.search.ranked(ask.question, there, ask.settings)
        likely = [it for it in ranked if it.reaches(ask.settings.recall_floor)][:MOST]
        return fresh(ask, await self.search.read(ask.question, there, likely))

    async def under(self, ask: Ask, scope: RecallScope, found: Iterable[Recalled]) -> list[Recalled]:
        """The plots that come from the same messages as the best summaries among what was ``found``."""
        summaries = [it.memory for it in found if it.memory.tag is Tag.SUMMARY][:MOST]
        return [it for some in await asyncio.gather(*(self._of(ask, scope, it) for it in summaries)) for it in some]

    async def _of(self, ask: Ask, scope: RecallScope, summary: Memory) -> list[Recalled]:
        when = TimeRange(summary.occurred_at, summary.until + _MOMENT)
        there = replace(scope, tags=frozenset({Tag.PLOT}), when=when)
        near = await self.search.within(there, _UNDER)
        read = await self.search.read(ask.question, there, unscored(near))
        return fresh(ask, [it for it in read if _share(it.memory, summary)])


def in_order(under: Sequence[Recalled], direct: Sequence[Recalled]) -> list[Recalled]:
    """The best of both, each once: what was found in both ways first."""
    twice = {it.memory.id for it in under} & {it.memory.id for it in direct}
    every = {it.memory.id: it for it in (*under, *direct)}  # with the scores of those that have some
    return sorted(every.values(), key=lambda it: it.memory.id not in twice)[:MOST]


def _share(one: Memory, other: Memory) -> bool:
    """Whether two memories come from a message that both tell of."""
    return one.session == other.session and any(_meet(a, b) for a in one.sources for b in other.sources)


def _meet(one: Range, other: Range) -> bool:
    return one.branch == other.branch and one.from_seq <= other.to_seq and other.from_seq <= one.to_seq
