"""Core memories: the facts of a story that matter now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.recall.episodic import longest
from engine.recall.fan_out import Ask
from engine.recall.quotes import fresh, part, quote
from engine.recall.search import Search
from engine.recall.several import for_each
from engine.values.memory.memories import Tag
from engine.values.models.prompts import PromptPart


@dataclass(frozen=True, slots=True)
class Core:
    """Proposes the core memories that are like the question, each with its date."""

    search: Search

    async def __call__(self, ask: Ask) -> Sequence[PromptPart]:
        topical = [it for it in ask.question.each if not it.window]
        return await for_each(ask, topical or ask.question.each[:1], self._answer)

    async def _answer(self, ask: Ask) -> Sequence[PromptPart]:
        """What answers one question."""
        question, settings = ask.question, ask.settings
        reach = await ask.reach()
        if reach is None or reach.scope is None or not question.text.strip():
            return ()
        scope = replace(reach.scope, tags=frozenset({Tag.CORE}))
        ranked = await self.search.ranked(question, scope, settings)
        likely = [it for it in ranked if it.reaches(settings.core_floor)][: 2 * settings.core_items]
        best = fresh(ask, await self.search.read(question, scope, likely))
        quotes = [quote(ask, it, longest=longest(settings)) for it in best]
        items, tokens = settings.core_items, settings.recall_tokens
        return part(ask, "core", ask.texts.core, quotes, items=items, tokens=tokens)
