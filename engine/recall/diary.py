"""What was said in the time that somebody asks about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from engine.recall.episodic import SAID, longest
from engine.recall.fan_out import Ask
from engine.recall.quotes import fresh, local, part, quote
from engine.recall.search import Search, similarity, unscored
from engine.rules.recall.rank import Ranked
from engine.rules.recall.window import evenly
from engine.rules.text.tokens import estimate
from engine.values.memories import Candidate, Recalled, Scope, Tag
from engine.values.prompts import Message, Part, Quote, Role, Slot

MOST: Final = 5_000
"""Messages of a stretch of time that are looked at."""
_A_LINE: Final = 24
"""Tokens of a short line: no more lines than that are read."""
_LONG_LINE: Final = 240
"""Characters of a message in a stretch of time that has to be told in short."""
_ROUNDS: Final = 4
_MOMENT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Diary:
    """Proposes the stretch of time itself, or what of it is about the topic; says so when nothing was said then."""

    search: Search

    async def __call__(self, ask: Ask) -> Sequence[Part]:
        question, settings = ask.question, ask.settings
        if question.when is None or not (question.window or question.filters):
            return ()
        reach = await ask.reach()
        if reach is None or reach.scope is None:
            return self._nothing(ask)
        scope = replace(reach.scope, when=question.when, tags=SAID)
        if question.window:
            quotes = await self._all(ask, scope)
            return part(ask, "diary", ask.texts.diary, quotes, tokens=settings.recall_tokens) or self._nothing(ask)
        ranked = await self._about(ask, scope)
        if ranked is None:
            return self._nothing(ask)
        best = fresh(ask, await self.search.read(question, scope, ranked))
        quotes = [quote(ask, it, longest=longest(settings)) for it in best]
        items, tokens = settings.recall_items, settings.recall_tokens
        return part(ask, "diary", ask.texts.diary, quotes, items=items, tokens=tokens)

    async def _about(self, ask: Ask, scope: Scope) -> list[Ranked] | None:
        """What of the time may be about the topic, best first; None when nothing was said then."""
        question, settings = ask.question, ask.settings
        ranked = await self.search.ranked(question, scope, settings)
        if not ranked:
            there = await self.search.within(scope, MOST)
            return unscored(evenly(there, settings.recall_items)) if there else None
        if settings.diary_filter:
            likes = [(it, similarity(question, it.candidate)) for it in ranked]
            ranked = [it for it, like in likes if like is None or like >= settings.diary_threshold]
        return ranked[: settings.recall_candidates]

    async def _all(self, ask: Ask, scope: Scope) -> list[Quote]:
        """The time from its beginning to its end, as much of every part of it as fits."""
        there = await self.search.within(scope, MOST)
        if not there:
            return []
        room = ask.settings.recall_tokens
        lines = await self._lines(ask, scope, there, room)
        if lines is not None:
            return lines
        pages = await self._pages(ask, scope, room)
        days = {local(ask, it.memory.occurred_at).date() for it in pages}
        rest = [it for it in there if local(ask, it.occurred_at).date() not in days]
        told = [quote(ask, it, longest=max(_LONG_LINE, 2 * room // max(1, len(pages)))) for it in pages]
        left = room - sum(estimate(it.text) for it in told)
        return [*told, *(await self._condensed(ask, scope, rest, left))]

    async def _lines(self, ask: Ask, scope: Scope, there: Sequence[Candidate], room: int) -> list[Quote] | None:
        """All of it in full; None when that is too much."""
        if len(there) * _A_LINE > 2 * room:
            return None
        lines = [quote(ask, it, longest=longest(ask.settings)) for it in await self._read(ask, scope, there)]
        return lines if sum(estimate(it.text) for it in lines) <= room else None

    async def _pages(self, ask: Ask, scope: Scope, room: int) -> list[Recalled]:
        """The diary's pages of whole days in the time."""
        within = await self.search.within(replace(scope, tags=frozenset({Tag.DIARY})), MOST)
        return await self._read(ask, replace(scope, tags=frozenset({Tag.DIARY})), evenly(within, room // (4 * _A_LINE)))

    async def _condensed(self, ask: Ask, scope: Scope, there: Sequence[Candidate], room: int) -> list[Quote]:
        """Something from every part of the time, long messages in short."""
        count = room // _A_LINE
        for _ in range(_ROUNDS):
            read = await self._read(ask, scope, evenly(there, max(count, 0)))
            lines = [quote(ask, it, longest=_LONG_LINE) for it in read]
            tokens = sum(estimate(it.text) for it in lines)
            if tokens <= room:
                return lines
            count = min(count, len(lines)) * room // (tokens + 1)
        return []

    async def _read(self, ask: Ask, scope: Scope, there: Sequence[Candidate]) -> list[Recalled]:
        return fresh(ask, await self.search.read(ask.question, scope, unscored(there))) if there else []

    def _nothing(self, ask: Ask) -> list[Part]:
        """A line that nothing was said then, so that the character does not make something up."""
        when = ask.question.when
        if when is None or when.start is None or not when.certain or any(map(when.holds, ask.present.heard_at)):
            return []
        first, last = local(ask, when.start), local(ask, min(when.end or ask.now, ask.now) - _MOMENT)
        text = ask.texts.nothing_said.strip().replace("{first}", _day(first)).replace("{last}", _day(last))
        return [Part(Slot.RECALLED, "diary", (Message(Role.SYSTEM, text),))]


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"
