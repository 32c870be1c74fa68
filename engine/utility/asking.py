"""Asking the model that works behind the turns: an answer in a checked shape, within what a day allows."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from engine.context import EngineContext
from engine.db.house.spending import Account
from engine.db.memory import job_rows
from engine.errors import (
    AnswerUnusable,
    BackgroundSpent,
    DaySpent,
    ModelContextTooLong,
    ModelRefusedRequest,
    NoModelConfigured,
)
from engine.llm.roles import Roles
from engine.rules.allowance import cost, price_of, spent
from engine.rules.recall.remembering.day_limits import affordable, day_began, until_tomorrow
from engine.rules.text.tokens import estimate
from engine.rules.wire.answer_schema import answer_schema
from engine.rules.wire.json_reader import NotTheShape, read_answer
from engine.utility.prices import prices
from engine.values.house.allowances import Spender, Spent
from engine.values.house.setting_choices import Language
from engine.values.house.settings import Settings
from engine.values.ids import SessionKey
from engine.values.models.models import DEMONSTRATION, Outcome, RoleName, Sampling
from engine.values.models.prompts import PromptMessage, Role

M = TypeVar("M", bound=BaseModel)

Note = Callable[[Outcome, tuple[int, int]], Awaitable[None]]
"""Stores how a call ended and what it took, by estimate where the endpoint does not say."""

CALM = 0.2
LONGEST_ECHO = 4_000
UNANSWERABLE = (AnswerUnusable, ModelContextTooLong, ModelRefusedRequest)
"""What is wrong with the question, or with this model for it: asking on and on does not help."""
MOST_TRIES = 8
"""So often work in the background asks such a question; then it is passed over."""


@dataclass(frozen=True, slots=True)
class Errand:
    """On whose behalf a model is asked: a character of a session, under these settings.

    ``waited_for``: a person waits for the answer, so the day's budget does not hold it back. ``kind``: what for, by
    which its cost is counted.
    """

    key: SessionKey
    character: int
    settings: Settings
    waited_for: bool = False
    kind: str = ""

    def to(self, kind: str) -> "Errand":
        """The same, to do this."""
        return replace(self, kind=kind)


def utility_role(roles: Roles) -> RoleName | None:
    """Who does this work: the utility model, else the chat model unless it is the demonstration; None for nobody."""
    if roles.endpoints(RoleName.UTILITY):
        return RoleName.UTILITY
    chat = roles.endpoints(RoleName.CHAT)
    return RoleName.CHAT if chat and chat[0].model != DEMONSTRATION else None


async def ask(
    ctx: EngineContext,
    errand: Errand,
    messages: Sequence[PromptMessage],
    shape: type[M],
    tokens: int,
    schema: Mapping[str, Any] | None = None,
) -> M:
    """The model's answer to ``messages`` in ``shape``, within every limit of ``schema``, by itself that of the shape.

    One that is not is asked for once more, with the fault; of the second, elements of lists that break a limit are left
    out. ``tokens``: how long it may be. Raises NoModelConfigured, BackgroundSpent, AnswerUnusable, other ModelErrors.
    """
    schema = answer_schema(shape) if schema is None else schema
    sampling = Sampling(temperature=CALM, max_tokens=tokens, json_schema=schema)
    asked = tuple(messages)
    text, outcome = await _complete(ctx, errand, asked, sampling)
    try:
        return await asyncio.to_thread(read_answer, text, shape, schema)
    except NotTheShape as fault:
        again = ctx.texts[errand.settings.language].again.format(fault=fault)
    echo = PromptMessage(Role.ASSISTANT, text[:LONGEST_ECHO] or "…")
    text, outcome = await _complete(ctx, errand, (*asked, echo, PromptMessage(Role.USER, again)), sampling)
    try:
        return await asyncio.to_thread(read_answer, text, shape, schema, mend=True)
    except NotTheShape as fault:
        raise AnswerUnusable(endpoint=outcome.endpoint, model=outcome.model) from fault


async def _complete(
    ctx: EngineContext, errand: Errand, messages: tuple[PromptMessage, ...], sampling: Sampling
) -> tuple[str, Outcome]:
    size = sum(estimate(it.text) for it in messages)
    async with accounted(ctx, errand, size, sampling.max_tokens or 0) as (role, note):
        text, outcome = await _asked(ctx, role, messages, sampling, waited_for=errand.waited_for)
        await note(outcome, (size, estimate(text)))
    return text, outcome


@asynccontextmanager
async def accounted(
    ctx: EngineContext, errand: Errand, tokens: int, longest: int
) -> AsyncGenerator[tuple[RoleName, Note]]:
    """Who may be asked something of about ``tokens`` for an answer of ``longest``, and who notes what it has taken.

    Raises NoModelConfigured, BackgroundSpent.
    """
    role = utility_role(ctx.roles)
    if role is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)
    if not errand.waited_for:
        await _afford(ctx, errand, tokens)
    with ctx.spending.account(Spender(errand.key.space)) as account:
        if over := await ctx.spending.exceeded(ctx.db, account.spender):
            raise DaySpent(limit=over.allowance.amount, seconds=ctx.spending.seconds_left(over))
        first = next(iter(ctx.roles.endpoints(role)))
        account.expected = spent(first.price, tokens, longest)
        yield role, partial(note, ctx, errand, account=account)


async def note(
    ctx: EngineContext, errand: Errand, outcome: Outcome, estimated: tuple[int, int], account: Account | None = None
) -> None:
    """Note what a call has taken, as the endpoint counts it; ``estimated`` (prompt, answer) where it does not say.

    ``account`` is the one that the call was expected in; None where nobody waits for it any longer.
    """
    usage = outcome.usage
    used = (usage.prompt_tokens, usage.completion_tokens) if usage else estimated
    price = price_of(prices(ctx.roles), outcome.endpoint, outcome.model)
    dollars = cost(price, *used, (usage.cached_tokens if usage else None) or 0)
    await job_rows.note_usage(ctx.db, errand.key, errand.character, errand.kind, outcome, (*used, dollars))
    took = Spent(sum(used), 100 * (dollars or 0.0))
    ctx.spending.settle(account or ctx.spending.opened(Spender(errand.key.space)), took)


async def _asked(
    ctx: EngineContext, role: RoleName, messages: Sequence[PromptMessage], sampling: Sampling, *, waited_for: bool
) -> tuple[str, Outcome]:
    """A server that knows no schemas is asked without one: the prompt says the shape too."""
    try:
        return await ctx.roles.complete(role, messages, sampling, background=not waited_for)
    except ModelRefusedRequest:
        plain = Sampling(temperature=sampling.temperature, max_tokens=sampling.max_tokens)
        return await ctx.roles.complete(role, messages, plain, background=not waited_for)


async def _afford(ctx: EngineContext, errand: Errand, tokens: int) -> None:
    zone, now = ZoneInfo(errand.settings.timezone), ctx.clock.now()
    limit = errand.settings.background_tokens
    used = await job_rows.tokens_since(ctx.db, errand.key.space, day_began(now, zone)) if limit else 0
    if not affordable(tokens, used, limit):
        raise BackgroundSpent(limit=limit, seconds=int(until_tomorrow(now, zone).total_seconds()))


def data_prompt(instruction: str, data: Sequence[str]) -> tuple[PromptMessage, ...]:
    """A prompt whose instruction holds no word of anybody but the house, and blocks of data behind it."""
    return PromptMessage(Role.SYSTEM, instruction), PromptMessage(Role.USER, "\n\n".join(data))


def words_for(language: Language, english: str, chinese: str) -> str:
    """The house's word in the language of a prompt."""
    return chinese if language is Language.ZH else english
