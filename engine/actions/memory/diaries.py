"""The diary that a character keeps: a page for each day that was long enough."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.story.plots import VisiblePlot, plot_of
from engine.context import EngineContext
from engine.db.memory import garden, memories
from engine.db.memory.memory_rows import by_space
from engine.errors import DateUnknown
from engine.rules.recall.timeparse import resolve
from engine.values.chats.incoming import Here
from engine.values.memory.garden import DiaryPages
from engine.values.memory.memories import MemoryKind
from engine.values.memory.recall import TimeRange
from engine.values.paging import Paged, Wanted

MOST: Final = 8
LONGEST_DATE: Final = 64


async def on_day(ctx: EngineContext, here: Here, given: str) -> DiaryPages:
    """The pages of the day that ``given`` names; without one yesterday's, or else the newest there is.

    Raises DateUnknown, SessionMissing, NobodyPlays.
    """
    plot = await plot_of(ctx, here)
    now = ctx.clock.now().astimezone(ZoneInfo(plot.settings.timezone))
    if given.strip():
        when = resolve(given[:LONGEST_DATE], now)
        if when is None:
            raise DateUnknown(given=given[:LONGEST_DATE])
        return await _within(ctx, plot, when)
    found = await _within(ctx, plot, _yesterday(now))
    return found if found.pages else await _pages(ctx, plot, Wanted(size=1))


async def listed(ctx: EngineContext, here: Here, wanted: Wanted) -> DiaryPages:
    """The pages, newest first. Raises SessionMissing, NobodyPlays."""
    return await _pages(ctx, await plot_of(ctx, here), wanted)


async def _within(ctx: EngineContext, plot: VisiblePlot, when: TimeRange) -> DiaryPages:
    """The pages of a stretch of time, newest first, those of the person's linked places among them."""
    own, *linked = [
        await _pages(ctx, replace(plot, scope=there), Wanted(size=MOST), when=when) for there in by_space(plot.scope)
    ]
    if not any(it.total for it in linked):
        return own
    every = sorted((page for it in (own, *linked) for page in it.pages), key=lambda it: it.occurred_at, reverse=True)
    return replace(own, part=Paged(tuple(every[:MOST]), sum(it.total for it in (own, *linked))))


async def _pages(ctx: EngineContext, plot: VisiblePlot, wanted: Wanted, *, when: TimeRange | None = None) -> DiaryPages:
    scope = replace(plot.scope, when=when)
    part, _ = await memories.paged(ctx.db, scope, wanted, (MemoryKind.DIARY,))
    names = await garden.names(ctx.db, [plot.character])
    return DiaryPages(part, plot.settings.diary_turns, names.get(plot.character, ""), plot.settings.timezone)


def _yesterday(now: datetime) -> TimeRange:
    start = (now - timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return TimeRange(start, now.replace(hour=0, minute=0, second=0, microsecond=0))
