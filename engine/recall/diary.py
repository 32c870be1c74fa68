"""What was said in the time that somebody asks about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from engine.recall.abridged import AbridgedStretch, split
from engine.recall.episodic import SAID, longest
from engine.recall.fan_out import Ask
from engine.recall.quotes import fresh, local, part, quote
from engine.recall.search import Search, unscored
from engine.recall.several import for_each
from engine.rules.recall.ranking.rank import Ranked
from engine.rules.recall.telling.quoting import selected
from engine.rules.recall.telling.window import evenly
from engine.rules.text.tokens import estimate
from engine.values.memory.memories import RecallScope, Tag
from engine.values.models.prompts import PromptMessage, PromptPart, PromptSlot, Role

MOST: Final = 3_000
"""Messages of a stretch of time that are looked at; of more, so many from every part of it."""
_MOMENT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Diary:
    """Proposes the stretch of time itself, or what of it is about the topic; says so when nothing was said then."""

    search: Search

    async def __call__(self, ask: Ask) -> Sequence[PromptPart]:
        asked = [it for it in ask.question.each if it.when is not None and (it.window or it.filters)]
        return await for_each(ask, asked, partial(self._answer, alone=len(asked) == 1), share=True)

    async def _answer(self, ask: Ask, *, alone: bool) -> Sequence[PromptPart]:
        """What answers one question about a time. ``alone``: no other one is answered in the same part."""
        question, settings = ask.question, ask.settings
        reach = await ask.reach()
        if reach is None or reach.scope is None:
            return self._nothing(ask)
        scope = replace(reach.scope, when=question.when, tags=SAID)
        if question.window:
            return await self._all(ask, scope, alone=alone) or self._nothing(ask)
        ranked = await self._about(ask, scope)
        if ranked is None:
            return self._nothing(ask)
        best = fresh(ask, await self.search.read(question, scope, ranked))
        quotes = [quote(ask, it, longest=longest(settings)) for it in best]
        items, tokens = settings.recall_items, settings.recall_tokens
        return part(ask, "diary", ask.texts.diary, quotes, items=items, tokens=tokens)

    async def _about(self, ask: Ask, scope: RecallScope) -> list[Ranked] | None:
        """What of the time may be about the topic, best first; None when nothing was said then."""
        question, settings = ask.question, ask.settings
        ranked = await self.search.ranked(question, scope, settings)
        if not ranked:
            there = await self.search.within(scope, MOST)
            return unscored(evenly(there, settings.recall_items)) if there else None
        if settings.diary_filter:
            ranked = [it for it in ranked if it.reaches(settings.diary_threshold)]
        return ranked[: settings.recall_candidates]

    async def _all(self, ask: Ask, scope: RecallScope, *, alone: bool) -> list[PromptPart]:
        """The time from its beginning to its end; what it was about, where there is no room for all of it."""
        found, total = await self.search.told(ask.question, replace(scope, tags=SAID | {Tag.DIARY}), MOST)
        thinned = total > len(split(found)[1])
        pages, lines = split(fresh(ask, found))
        room = ask.settings.recall_tokens
        whole = [] if thinned else [quote(ask, it, longest=longest(ask.settings)) for it in lines]
        if whole and sum(estimate(it.text) for it in whole) <= room:
            return part(ask, "diary", ask.texts.diary, whole, tokens=room)
        if not (pages or lines):
            return []
        stretch = AbridgedStretch(ask, pages, lines, room, alone=alone)
        count = total if thinned else len(lines)
        told = part(ask, "diary", ask.texts.diary, await stretch.told(), tokens=room)
        return [replace(it, frame=selected(it.frame, ask.texts.selection.strip(), count, stretch.day)) for it in told]

    def _nothing(self, ask: Ask) -> list[PromptPart]:
        """A line that nothing was said then, so that the character does not make something up."""
        when = ask.question.when
        if when is None or when.start is None or not when.certain or any(map(when.holds, ask.present.heard_at)):
            return []
        first, last = local(ask, when.start), local(ask, min(when.end or ask.now, ask.now) - _MOMENT)
        text = ask.texts.nothing_said.strip().replace("{first}", _day(first)).replace("{last}", _day(last))
        return [PromptPart(PromptSlot.RECALLED, "diary", (PromptMessage(Role.SYSTEM, text),))]


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"
