"""What was said once and may matter now."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from engine.recall.fan_out import Ask
from engine.recall.plots import Plots, in_order
from engine.recall.question import Question
from engine.recall.quotes import fresh, part, quote
from engine.recall.search import Search, unscored
from engine.recall.several import for_each
from engine.rules.recall.questions.intents import asks_to_remember
from engine.rules.recall.questions.topics import keywords, without_asking
from engine.rules.recall.telling.quoting import harmless, shortened
from engine.values.house.setting_choices import Mode
from engine.values.house.settings import Settings
from engine.values.memory.memories import Recalled, RecallScope, Tag
from engine.values.memory.recall import TimeRange
from engine.values.models.prompts import PromptMessage, PromptPart, PromptSlot, Role

WIDER: Final = 20
"""So many candidates more where somebody asks to remember."""
_BEFORE: Final = 2
"""So many of the best finds are told before the details where nobody asks how something went."""
_HITS: Final = 3
_AFTER: Final = 5
_COURSE: Final = timedelta(minutes=30)
"""How something went is told by so many messages, at most so long after each of the best finds."""
_CHARACTERS_A_TOKEN: Final = 2

LONGEST_ASKED: Final = 200
"""Characters of what somebody asks to remember that are named where nothing was found."""
_AS_THEMSELVES: Final = (Mode.CHAT, Mode.LOUNGE)

SAID: Final = frozenset({Tag.USER_INPUT, Tag.AI_OUTPUT, Tag.MANUAL, Tag.SUMMARY})


@dataclass(frozen=True, slots=True)
class Episodic:
    """Proposes what is most like the question."""

    search: Search

    async def __call__(self, ask: Ask) -> Sequence[PromptPart]:
        each = ask.question.each
        of_a_time = any(it.window for it in each)
        asked = [it for it in each if not it.alone and it.text.strip() and (_seeks(it) or not of_a_time)]
        found = await for_each(ask, asked, self._answer)
        reach = None if found else await ask.reach()
        return nothing_found(ask, asked) if reach is not None and reach.scope is not None else found

    async def _answer(self, ask: Ask) -> Sequence[PromptPart]:
        """What answers one question."""
        question, settings = ask.question, ask.settings
        reach = await ask.reach()
        if reach is None or reach.scope is None:
            return ()
        scope = replace(reach.scope, tags=recalled_tags(settings))
        best, plots = await self._found(ask, scope)
        told = await self._courses(ask, scope, best) if question.intents.how else best
        quotes = [quote(ask, it, longest=longest(settings)) for it in told]
        details = [quote(ask, it, longest=len(it.memory.text)) for it in plots]
        ordered = [*details, *quotes] if question.intents.how else [*quotes[:_BEFORE], *details, *quotes[_BEFORE:]]
        more = len(told) - min(len(best), settings.recall_items) if question.intents.how else 0
        items = settings.recall_items + more + len(plots)
        return part(ask, "episodic", ask.texts.recalled, ordered, items=items, tokens=settings.recall_tokens)

    async def _found(self, ask: Ask, scope: RecallScope) -> tuple[list[Recalled], list[Recalled]]:
        """The best candidates; and, for who asks to remember or how something went, what happened in detail."""
        if not (ask.question.intents.how or ask.question.intents.recalls):
            return await self.best(ask, scope), []
        plots = Plots(self.search)
        best, direct = await asyncio.gather(self.best(ask, scope), plots.direct(ask, scope))
        under = await plots.under(ask, scope, best[: ask.settings.recall_items])
        return best, in_order(under, direct)

    async def best(self, ask: Ask, scope: RecallScope) -> list[Recalled]:
        """The best candidates that are worth telling, a few more than are told."""
        question, settings = ask.question, ask.settings
        ranked = await self.search.ranked(question, scope, settings)
        wanted = settings.recall_candidates + WIDER * question.intents.recalls
        likely = [it for it in ranked if it.reaches(settings.recall_floor)][:wanted]
        return fresh(ask, await self.search.read(question, scope, likely))

    async def _courses(self, ask: Ask, scope: RecallScope, best: Sequence[Recalled]) -> list[Recalled]:
        """The best finds, behind each of the first what was said then."""
        first = [it for it in best if it.memory.nth is not None][:_HITS]
        followed = await asyncio.gather(*(self._course(ask, scope, it) for it in first))
        found = {it.memory.id: it for it in best}
        told: dict[int, Recalled] = {}
        for hit, course in zip(first, followed, strict=True):
            for it in (hit, *course):
                told.setdefault(it.memory.id, found.get(it.memory.id, it))
        for it in best[: ask.settings.recall_items]:
            told.setdefault(it.memory.id, it)
        return list(told.values())

    async def _course(self, ask: Ask, scope: RecallScope, hit: Recalled) -> list[Recalled]:
        memory = hit.memory
        sight = next(it for it in scope.sights if it.session == memory.session)
        after = TimeRange(memory.occurred_at, memory.occurred_at + _COURSE)
        own = [sight] if sight is scope.sights[0] else [scope.sights[0], sight]
        there = replace(scope, sights=tuple(own), tags=SAID, when=after)
        found = await self.search.within(there, 2 * _AFTER)
        following = [it for it in found if it.session == memory.session.session and it.id != memory.id][:_AFTER]
        return fresh(ask, await self.search.read(ask.question, there, unscored(following)))


def nothing_found(ask: Ask, asked: Sequence[Question]) -> list[PromptPart]:
    """A line that nothing is remembered about what somebody asks to remember, where characters talk as themselves.

    Without it a model makes up what it is asked for. In a story that may be wanted.
    """
    if ask.settings.mode not in _AS_THEMSELVES:
        return []
    about = [it for it in (_asked_to_remember(one) for one in asked) if it]
    if not about:
        return []
    mark = ask.present.mark
    lines = [harmless(shortened(it, LONGEST_ASKED), mark) for it in about]
    text = "\n".join([ask.texts.nothing_remembered.strip(), f"<{mark}>", *lines, f"</{mark}>"])
    return [PromptPart(PromptSlot.RECALLED, "episodic", (PromptMessage(Role.SYSTEM, text),))]


def _asked_to_remember(question: Question) -> str:
    """What is to be remembered; "" where that is not asked for, or nothing that could be known."""
    asks = question.intents.asks and not question.filters and asks_to_remember(question.text)
    return keywords(without_asking(question.sought)) if asks else ""


def _seeks(question: Question) -> bool:
    """Whether somebody wants to know something; what they only tell beside a question about a time wants no memory."""
    return question.intents.asks or question.intents.recalls


def recalled_tags(settings: Settings) -> frozenset[Tag]:
    """What may come back by itself. A character's own words would feed on themselves, so only where that is set."""
    allowed = {Tag(it) for it in settings.recall_tags.split(", ") if it}
    return frozenset(allowed | ({Tag.AI_OUTPUT} if settings.recall_replies else set()))


def longest(settings: Settings) -> int:
    """How many characters of one memory are told."""
    return settings.recall_tokens * _CHARACTERS_A_TOKEN // 3
