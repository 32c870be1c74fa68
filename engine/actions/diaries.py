"""The diary that a character keeps: a page for each day that was long enough."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.plots import Plot, plot_of
from engine.db import garden, memories
from engine.db.memory_rows import by_space
from engine.errors import DateUnknown
from engine.rules.recall.timeparse import resolve
from engine.turns.needs import Needs
from engine.values.garden import DiaryPages
from engine.values.incoming import Here
from engine.values.memories import MemoryKind
from engine.values.paging import Paged, Wanted
from engine.values.recall import TimeRange

MOST: Final = 8
LONGEST_DATE: Final = 64


async def on_day(needs: Needs, here: Here, given: str) -> DiaryPages:
    """The pages of the day that ``given`` names; without one yesterday's, or else the newest there is.

    Raises DateUnknown, SessionMissing, NobodyPlays.
    """
    plot = await plot_of(needs, here)
    now = needs.clock.now().astimezone(ZoneInfo(plot.settings.timezone))
    if given.strip():
        when = resolve(given[:LONGEST_DATE], now)
        if when is None:
            raise DateUnknown(given=given[:LONGEST_DATE])
        return await _within(needs, plot, when)
    found = await _within(needs, plot, _yesterday(now))
    return found if found.pages else await _pages(needs, plot, Wanted(size=1))


async def listed(needs: Needs, here: Here, wanted: Wanted) -> DiaryPages:
    """The pages, newest first. Raises SessionMissing, NobodyPlays."""
    return await _pages(needs, await plot_of(needs, here), wanted)


async def _within(needs: Needs, plot: Plot, when: TimeRange) -> DiaryPages:
    """The pages of a stretch of time, newest first, those of the person's linked places among them."""
    own, *linked = [
        await _pages(needs, replace(plot, scope=there), Wanted(size=MOST), when=when) for there in by_space(plot.scope)
    ]
    if not any(it.total for it in linked):
        return own
    every = sorted((page for it in (own, *linked) for page in it.pages), key=lambda it: it.occurred_at, reverse=True)
    return replace(own, part=Paged(tuple(every[:MOST]), sum(it.total for it in (own, *linked))))


async def _pages(needs: Needs, plot: Plot, wanted: Wanted, *, when: TimeRange | None = None) -> DiaryPages:
    scope = replace(plot.scope, when=when)
    part, _ = await memories.paged(needs.db, scope, wanted, (MemoryKind.DIARY,))
    names = await garden.names(needs.db, [plot.character])
    return DiaryPages(part, plot.settings.diary_turns, names.get(plot.character, ""), plot.settings.timezone)


def _yesterday(now: datetime) -> TimeRange:
    start = (now - timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return TimeRange(start, now.replace(hour=0, minute=0, second=0, microsecond=0))
