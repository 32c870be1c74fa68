"""Asking the model that works behind the turns to call functions. It gets no answer to a call: calls are the answer."""

import json
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from engine.context import EngineContext
from engine.rules.text.tokens import estimate
from engine.rules.wire.chunks import tool_schema
from engine.utility.asking import CALM, Errand, accounted
from engine.values.models.models import ChatEvent, Delta, Ending, Endpoint, Outcome, Restarted, Sampling, Tool, ToolCall
from engine.values.models.prompts import PromptMessage

MOST_CALLS = 16
"""More are not waited for; who wants to know fewer looks at the first."""
LONGEST = 4_000
"""Characters of text beside the calls; more is not waited for."""


@dataclass(slots=True)
class Called:
    """What a model answers that may call functions: its calls as they come, garbage too, and what it says besides."""

    calls: list[ToolCall] = field(default_factory=list[ToolCall])
    text: str = ""
    outcome: Outcome | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more comes, or nothing more is wanted."""
        return self.outcome is not None or len(self.calls) >= MOST_CALLS or len(self.text) >= LONGEST

    def take(self, event: ChatEvent) -> None:
        """Read one event."""
        match event:
            case ToolCall():
                self.calls.append(event)
            case Delta(text):
                self.text += text
            case Restarted():
                self.calls.clear()
                self.text = ""
            case Outcome():
                self.outcome = event
            case _:
                pass


async def call_tools(
    ctx: EngineContext, errand: Errand, messages: Sequence[PromptMessage], tools: Sequence[Tool], tokens: int
) -> Called:
    """Which of ``tools`` the model calls, if any, in an answer of at most ``tokens``.

    Raises NoModelConfigured, BackgroundSpent and other ModelErrors.
    """
    size = size_of(messages, tools)
    sampling = Sampling(temperature=CALM, max_tokens=tokens, tools=tuple(tools))
    called = Called()
    async with accounted(ctx, errand, size, tokens) as (role, note):
        asking = ctx.roles.chat(messages, sampling, role=role, background=not errand.waited_for)
        async with aclosing(asking) as events:
            async for event in events:
                called.take(event)
                if called.ended:
                    break
        written = estimate(called.text) + sum(estimate(json.dumps(it.arguments, default=str)) for it in called.calls)
        left = next(iter(ctx.roles.endpoints(role)))
        await note(called.outcome or unfinished(left), (size, written))
    return called


def size_of(messages: Sequence[PromptMessage], tools: Sequence[Tool] = ()) -> int:
    """About how many tokens they take."""
    return sum(estimate(it.text) for it in messages) + sum(estimate(json.dumps(tool_schema(it))) for it in tools)


def unfinished(endpoint: Endpoint) -> Outcome:
    """How an answer ends that nobody waits for any longer."""
    return Outcome(Ending.STOPPED, endpoint.name, endpoint.model)
