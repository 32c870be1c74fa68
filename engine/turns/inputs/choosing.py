"""Which pages and dossiers a reply needs, as the model that works behind the turns says: by calling functions, or in
the shape of a schema where its endpoint does not call any.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

import structlog

from engine.context import EngineContext
from engine.errors import BackgroundSpent, ModelNotFound, ModelRefusedRequest, ModelUrlWrong, OmoideError
from engine.llm.roles import Roles
from engine.llm.skills import Skills
from engine.rules.chronicle.choosing import (
    NamedPages,
    called,
    catalogue,
    figures,
    index,
    named,
    says_nothing,
    schema,
    tools,
)
from engine.rules.recall.remembering.batches import BatchMessage, as_lines, as_statements, between
from engine.utility.asking import Errand, ask, data_prompt, note, utility_role, words_for
from engine.utility.calling import call_tools, size_of, unfinished
from engine.values.models.models import Endpoint, Outcome
from engine.values.models.prompts import PromptMessage
from engine.values.story.choosing import ChosenPages
from engine.values.story.chronicle import Chronicle

KIND: Final = "choose"
LONGEST_ANSWER: Final = 1_000
"""Tokens: little for the answer itself, the rest for models that think first."""
LONGEST_LINE: Final = 300
REFUSALS: Final = (ModelRefusedRequest, ModelUrlWrong, ModelNotFound)
"""What endpoints say to functions that they do not know; a router finds no model that would."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Matter:
    """What the choice is for: the last messages of a talk, and the ``mark`` around what others wrote."""

    errand: Errand
    talk: Sequence[BatchMessage]
    mark: str


async def choose(ctx: EngineContext, matter: Matter, offered: Chronicle, patience: float) -> ChosenPages | None:
    """What of ``offered`` a model chooses within ``patience`` seconds; None where none says anything of use.

    Never raises for a model. What a call has taken is noted, also of one that was left.
    """
    endpoint = _ready(ctx)
    if endpoint is None:
        return None
    asking = _Asking(ctx, matter, offered, endpoint)
    try:
        async with asyncio.timeout(patience):
            choice = await asking.answer()
    except BackgroundSpent:
        return None
    except TimeoutError:
        asking.failed("late")
        await asking.left()
        return None
    except OmoideError as error:
        asking.failed(str(error))
        return None
    ctx.gauges.skills.answered(endpoint)
    return choice


@dataclass(frozen=True, slots=True)
class _Asking:
    """One question to the model that ``endpoint`` is likely to answer."""

    ctx: EngineContext
    matter: Matter
    offered: Chronicle
    endpoint: Endpoint

    @property
    def errand(self) -> Errand:
        return self.matter.errand.to(KIND)

    @property
    def skills(self) -> Skills:
        return self.ctx.gauges.skills

    async def answer(self) -> ChosenPages | None:
        """In the form that the endpoint knows. Raises ModelErrors."""
        if not self.skills.calls(self.endpoint):
            return await self._in_shape()
        try:
            return await self._by_calls()
        except REFUSALS:
            choice = await self._in_shape()
            self.skills.cannot_call(self.endpoint)
            return choice

    async def _by_calls(self) -> ChosenPages | None:
        """None where it says that nothing is needed but was never seen to call anything, and where it talks."""
        texts = self.ctx.texts[self.errand.settings.language]
        offered = tools(self.offered)
        told = await call_tools(self.ctx, self.errand, self.prompt(texts.choose_calls), offered, LONGEST_ANSWER)
        endpoint = _who(self.ctx.roles, told.outcome) or self.endpoint
        choice = called(told.calls, self.offered, self.matter.mark)
        if told.calls:
            self.skills.called(endpoint)
            return None if choice.empty else choice
        if says_nothing(told.text):
            return choice if self.skills.declined(endpoint) else None
        self.skills.cannot_call(endpoint)
        return None

    async def _in_shape(self) -> ChosenPages:
        texts = self.ctx.texts[self.errand.settings.language]
        shape = schema(self.offered)
        prompt = self.prompt(texts.choose_json)
        answer = await ask(self.ctx, self.errand, prompt, NamedPages, LONGEST_ANSWER, shape)
        return named(answer, self.offered, self.matter.mark)

    def failed(self, error: str) -> None:
        """Nothing of use came; it may be left alone for a while."""
        self.skills.failed(self.endpoint, self.ctx.clock.monotonic())
        _log.info("pages not chosen", model=self.endpoint.model, error=error, action="words in common choose")

    async def left(self) -> None:
        """The answer comes too late to be used; its tokens are counted all the same."""
        with suppress(OmoideError):
            await note(self.ctx, self.errand, unfinished(self.endpoint), (size_of(self.prompt("")), 0))

    def prompt(self, how: str) -> tuple[PromptMessage, ...]:
        """``how`` says in which form to answer. What changes least stands first."""
        settings, mark = self.errand.settings, self.matter.mark
        lines = {
            words_for(settings.language, "Index", "索引"): index(self.offered, settings.index_tokens),
            words_for(settings.language, "Pages", "故事页"): catalogue(self.offered.pages),
            words_for(settings.language, "Figures", "人物"): figures(self.offered, mark),
        }
        blocks = [between(mark, name, as_statements(found, mark)) for name, found in lines.items() if found]
        talk = as_lines(self.matter.talk, mark, ZoneInfo(settings.timezone), LONGEST_LINE)
        blocks.append(between(mark, words_for(settings.language, "The talk", "对话"), talk))
        instruction = self.ctx.texts[settings.language].choose.replace("{mark}", mark).replace("{answer}", how)
        most = instruction.replace("{pages}", str(settings.page_items))
        return data_prompt(most.replace("{figures}", str(settings.dossier_items)), blocks)


def _ready(ctx: EngineContext) -> Endpoint | None:
    """Who would answer now; None where nobody would, or where that endpoint was not worth asking of late."""
    role = utility_role(ctx.roles)
    if role is None:
        return None
    ready = next((endpoint for endpoint, wait in ctx.roles.health(role) if not wait), None)
    rests = ready is not None and ctx.gauges.skills.rests(ready, ctx.clock.monotonic())
    return None if rests else ready


def _who(roles: Roles, outcome: Outcome | None) -> Endpoint | None:
    role = utility_role(roles)
    known = roles.endpoints(role) if role and outcome else ()
    return next((it for it in known if outcome and (it.name, it.model) == (outcome.endpoint, outcome.model)), None)
