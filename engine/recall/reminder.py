"""What the director recalls when the story stands still: what has happened that fits the point it should come to."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.db.memory.vectors import Models
from engine.db.postgres.pool import Database
from engine.recall.episodic import longest
from engine.recall.fan_out import Ask, Retriever, asked
from engine.recall.question import Asking, Question
from engine.recall.quotes import fresh, quote
from engine.recall.search import Search
from engine.rules.recall.ranking.rank import Ranked
from engine.rules.recall.telling.quoting import framed
from engine.values.memory.memories import MemoryKind, Recalled, RecallScope, Tag
from engine.values.memory.recall import TimeRange
from engine.values.models.prompts import PromptPart, PromptSlot, Quote
from engine.values.story.director import Point

SECONDS: Final = 1.5
SPARE: Final = 2
"""Times as many are read as are told: a page and its gist are the same event."""
EVENTS: Final = frozenset({Tag.SUMMARY, Tag.PLOT, Tag.CORE, Tag.MANUAL, Tag.DIARY})
_PAGE: Final = frozenset({MemoryKind.EVENT, MemoryKind.PLOT})


def reminder_retriever(db: Database, models: Models) -> Retriever:
    """What stands behind the director's reminder."""
    return Retriever("reminder", PromptSlot.REMINDER, SECONDS, Reminder(Search(db, models)))


@dataclass(frozen=True, slots=True)
class Reminder:
    """Proposes events of this story, and what happened in others of the character, each under a heading of its own."""

    search: Search

    async def __call__(self, ask: Ask) -> Sequence[PromptPart]:
        point = ask.due_point
        reach = await ask.reach() if point is not None else None
        if point is None or reach is None or reach.scope is None:
            return ()
        own, *_ = reach.scope.sights
        here = replace(reach.scope, sights=(own,), tags=EVENTS)
        elsewhere = replace(here, sights=(replace(own, tags=frozenset()), *reach.stories))
        question = await _fitting(ask, point)
        try:
            events, others = await asyncio.gather(
                self._best(ask, question, here, ask.settings.director_events, lambda _: True),
                self._others(ask, question, elsewhere),
            )
        finally:
            question.close()
        texts, settings = ask.texts, ask.settings
        happened = _part(ask, "reminder:events", texts.happened, events, settings.director_events)
        return (*happened, *_part(ask, "reminder:others", texts.elsewhere, others, settings.director_others))

    async def _others(self, ask: Ask, question: Question, scope: RecallScope) -> list[Recalled]:
        """What other stories of the character tell of such a thing, as far as those who are here may hear of it."""
        most, floor = ask.settings.director_others, ask.settings.recall_floor
        if len(scope.sights) < 2 or not most:
            return []
        return await self._best(ask, question, scope, most, lambda it: it.reaches(floor))

    async def _best(
        self, ask: Ask, question: Question, scope: RecallScope, most: int, fits: Callable[[Ranked], bool]
    ) -> list[Recalled]:
        ranked = [it for it in await self.search.ranked(question, scope, ask.settings, doubting=False) if fits(it)]
        found = fresh(ask, await self.search.read(question, scope, ranked[: SPARE * most]))
        return _once(found)[:most]


async def _fitting(ask: Ask, point: Point) -> Question:
    """The question what fits a point; a time that it names is one of the story, not of the talk."""
    asking = Asking((point.text,), ask.question.now, ask.person)
    return replace(await asked(asking, ask.question.embedder, _no_time), when=None)


async def _no_time() -> TimeRange | None:
    return None


def _once(found: Sequence[Recalled]) -> list[Recalled]:
    """What a page and its gist say once, as the one or the other, whichever fits better."""
    told: dict[tuple[object, ...], MemoryKind] = {}
    kept: list[Recalled] = []
    for recalled in found:
        memory = recalled.memory
        page = (memory.session, memory.from_seq, memory.to_seq)
        if memory.kind not in _PAGE or told.setdefault(page, memory.kind) is memory.kind:
            kept.append(recalled)
    return kept


def _part(ask: Ask, origin: str, heading: str, found: Sequence[Recalled], most: int) -> list[PromptPart]:
    quotes: tuple[Quote, ...] = tuple(quote(ask, it, longest=longest(ask.settings)) for it in found)
    frame = framed(ask.present.mark, items=most)
    return (
        [PromptPart(PromptSlot.REMINDER, origin, (), heading=heading.strip(), quotes=quotes, frame=frame)]
        if quotes
        else []
    )
