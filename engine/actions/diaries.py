"""The diary that a character keeps: a page for each day that was long enough."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.plots import Plot, plot_of
from engine.db import garden, memories
from engine.errors import DateUnknown
from engine.rules.recall.timeparse import resolve
from engine.turns.needs import Needs
from engine.values.garden import DiaryPages
from engine.values.incoming import Here
from engine.values.memories import Memory, MemoryKind
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
        return await _pages(needs, plot, when=when)
    found = await _pages(needs, plot, when=_yesterday(now))
    return found if found.pages else await _pages(needs, plot, limit=1)


async def listed(needs: Needs, here: Here, page: int, size: int = MOST) -> DiaryPages:
    """The pages, newest first; ``page`` from 1. Raises SessionMissing, NobodyPlays."""
    plot = await plot_of(needs, here)
    first = await _pages(needs, plot, limit=size)
    last = max(1, -(-first.total // size))
    page = min(max(page, 1), last)
    return first if page == 1 else await _pages(needs, plot, offset=(page - 1) * size, limit=size)


async def _pages(
    needs: Needs, plot: Plot, *, when: TimeRange | None = None, offset: int = 0, limit: int = MOST
) -> DiaryPages:
    scope = replace(plot.scope, when=when)
    found, total = await memories.listing(needs.db, scope, offset=offset, limit=limit, kinds=(MemoryKind.DIARY,))
    names = await garden.names(needs.db, [plot.character])
    return DiaryPages(
        _newest_first(found), total, plot.settings.diary_turns, names.get(plot.character, ""), plot.settings.timezone
    )


def _newest_first(found: Sequence[Memory]) -> list[Memory]:
    """Days in their order: a pinned page does not come before later ones."""
    return sorted(found, key=lambda it: it.occurred_at, reverse=True)


def _yesterday(now: datetime) -> TimeRange:
    start = (now - timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return TimeRange(start, now.replace(hour=0, minute=0, second=0, microsecond=0))
