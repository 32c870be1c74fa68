"""A stretch of time that is longer than there is room for: its pages of the diary first, then what they lack."""

import asyncio
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from engine.recall.fan_out import Ask
from engine.recall.quotes import local, quote
from engine.rules.recall.remembering.batches import evenly
from engine.rules.recall.telling.condensing import CondensedLine, condensed
from engine.rules.recall.words.words import stems
from engine.rules.text.tokens import estimate
from engine.values.memory.memories import MemoryKind, Recalled
from engine.values.models.prompts import Quote

_PAGES: Final = 0.7
"""The share of the room that pages of the diary may have."""
_A_PART: Final = 60
"""Tokens: a stretch of time has no more parts than lines with room for them."""
_NOTHING_STATED: Final = 8
"""So many lines are told of a time in which nobody stated anything."""


@dataclass(frozen=True, slots=True)
class AbridgedStretch:
    """What was said in a time: its pages and its lines, in time order; ``room`` in tokens.

    ``alone``: it is all that its part of the prompt tells, so that a day may stand above in place of in each line.
    """

    ask: Ask
    pages: Sequence[Recalled]
    lines: Sequence[Recalled]
    room: int
    alone: bool = True

    async def told(self) -> list[Quote]:
        """Pages and lines in short, what has to be told first in front."""
        return await asyncio.to_thread(self._told)

    def _told(self) -> list[Quote]:
        pages = self._pages()
        known: dict[Hashable, list[str]] = {}
        for at, it in pages.items():
            known.setdefault(self._day(self.pages[at]), []).append(it.memory.text)
        quotes = [quote(self.ask, it, longest=len(it.memory.text)) for it in pages.values()]
        left = self.room - sum(estimate(it.text) for it in quotes)
        return [*quotes, *self._lines(known, left)] if left > 0 else quotes

    @property
    def day(self) -> str:
        """The day on which everything was said, so that lines need not say it; "" where there are several."""
        if not self.alone:
            return ""
        days = {self._day(it) for it in (*self.pages, *self.lines)}
        return days.pop().isoformat() if len(days) == 1 else ""

    def _pages(self) -> dict[int, Recalled]:
        """The pages that are told, in short where they have to be, by their numbers."""
        room = int(self.room * (_PAGES if self.lines else 1))
        as_lines = [CondensedLine(it.memory.text, self._above(it), at) for at, it in enumerate(self.pages)]
        if sum(it.above + estimate(it.text) for it in as_lines) <= room:
            return dict(enumerate(self.pages))
        found: dict[int, Recalled] = {}
        for shortened in condensed(as_lines, room):
            room -= as_lines[shortened.number].above + estimate(shortened.text)
            if room >= 0:
                page = self.pages[shortened.number]
                found[shortened.number] = replace(page, memory=replace(page.memory, text=shortened.text))
        return found

    def _lines(self, known: Mapping[Hashable, Iterable[str]], room: int) -> list[Quote]:
        days = self._days_told()
        parts = _parts(days, known, max(1, room // _A_PART))
        dated = not self.day
        speakers = {it.memory.speaker: it for it in self.lines}
        above = {name: self._above(it, dated=dated) for name, it in speakers.items()}
        lines = [
            CondensedLine(line.memory.text, above[line.memory.speaker], parts[day], line.memory.character is not None)
            for line, day in zip(self.lines, days, strict=True)
        ]
        names = frozenset(stem for name in speakers for stem in stems(name))
        told = condensed(lines, room, names=names, known=known)
        found = [(self.lines[it.number], it.text) for it in told]
        if not found and not self.pages:
            found = [(it, it.memory.text) for it in evenly(self.lines, _NOTHING_STATED)]
        return [
            quote(
                self.ask, replace(recalled, memory=replace(recalled.memory, text=text)), longest=len(text), dated=dated
            )
            for recalled, text in found
        ]

    def _above(self, recalled: Recalled, *, dated: bool = True) -> int:
        """Tokens of what stands before the text."""
        empty = replace(recalled, memory=replace(recalled.memory, text=""))
        return estimate(quote(self.ask, empty, longest=0, dated=dated).text)

    def _day(self, recalled: Recalled) -> date:
        return local(self.ask, recalled.memory.occurred_at).date()

    def _days_told(self) -> list[date]:
        """The day of each line: that of the page which tells of the time, for people talk on after midnight."""
        begun = [it.memory.occurred_at for it in self.pages]
        days: list[date] = []
        for line in self.lines:
            before = bisect_right(begun, line.memory.occurred_at)
            over = before and line.memory.occurred_at <= self.pages[before - 1].memory.until
            days.append(self._day(self.pages[before - 1] if over else line))
        return days


def split(found: Iterable[Recalled]) -> tuple[list[Recalled], list[Recalled]]:
    """Pages of the diary, and lines."""
    every = list(found)
    return (
        [it for it in every if it.memory.kind is MemoryKind.DIARY],
        [it for it in every if it.memory.kind is not MemoryKind.DIARY],
    )


def _parts(days: Sequence[date], known: Mapping[Hashable, Iterable[str]], most: int) -> dict[date, Hashable]:
    """The part of the time for each day: the day itself, or where there are too many the stretch it lies in."""
    bare = sorted(set(days) - set(known))
    if len(bare) <= most:
        return {it: it for it in days}
    first, length = bare[0], (bare[-1] - bare[0]).days + 1
    return {it: it if it in known else (it - first).days * most // length for it in days}
