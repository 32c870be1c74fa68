"""One attempt at one endpoint: its visible events, and afterwards how it ended."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from random import random  # noqa: TID251 - spreads retries in time; nothing a story depends on

from engine.llm.breaker import Breaker
from engine.llm.eyes import Eyes, has_pictures
from engine.llm.http import Http
from engine.llm.requests import BadUrl, chat_request
from engine.llm.retry_budget import RetryBudget
from engine.llm.silence import Silence
from engine.llm.skills import Skills, without_calls
from engine.llm.stream import ENDS, Starter, Stream
from engine.ports import Clock
from engine.rules.wire.tally import Tally
from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import (
    Deadlines,
    Delta,
    Endpoint,
    Outcome,
    Reasoning,
    Sampling,
    StillThinking,
    ToolCall,
)
from engine.values.models.prompts import PromptMessage

_FAULTS = {FailureKind.UNREACHABLE, FailureKind.RATE, FailureKind.BUSY, FailureKind.SILENT, FailureKind.BROKEN}
"""What a breaker counts: the endpoint's own trouble. A wrong key or request is ours, and is answered at once."""

_UNSEEING = {FailureKind.REFUSED, FailureKind.MODEL}
"""How models without eyes answer a request with pictures: 400, 415, 422, or 404 where a router finds nobody for it."""

_TOLD = (Reasoning, ToolCall)
AttemptEvent = Delta | Reasoning | ToolCall | StillThinking


@dataclass(frozen=True, slots=True)
class CallResources:
    """What all calls share. ``jitter`` gives numbers from 0 to 1."""

    http: Http
    tasks: Starter
    clock: Clock
    deadlines: Deadlines = field(default_factory=Deadlines)
    budget: RetryBudget = field(default_factory=RetryBudget)
    eyes: Eyes = field(default_factory=Eyes)
    skills: Skills = field(default_factory=Skills)
    jitter: Callable[[], float] = random


@dataclass(frozen=True, slots=True)
class EndpointLine:
    """An endpoint and its breaker."""

    endpoint: Endpoint
    breaker: Breaker


class Attempt:
    """Consume ``events``, then read ``outcome`` and ``failure`` (None when the model ended by itself).

    ``turned_away``: it may have failed for the pictures alone, and gets none from now on.
    """

    def __init__(self, resources: CallResources, line: EndpointLine) -> None:
        self.failure: Failure | None = None
        self.visible = False
        self.turned_away = False
        self.outcome: Outcome | None = None
        self._resources = resources
        self._line = line
        self._tally = Tally()
        self._lead = ""  # white space before the first visible character
        self._shows = False
        self._offers = False

    async def events(
        self, messages: Sequence[PromptMessage], sampling: Sampling, started: float, thinking_at: float | None
    ) -> AsyncGenerator[AttemptEvent, None]:
        """What a consumer may see. A first text is never only white space."""
        probe = self._line.breaker.enter()
        try:
            stream = self._stream(messages, sampling, started, thinking_at)
            async with aclosing(stream.events()) as events:
                async for event in events:
                    if isinstance(event, Delta):
                        if shown := self._shown(event):
                            yield shown
                    elif isinstance(event, StillThinking):
                        yield event
                    elif isinstance(event, ENDS):
                        self._end(event if isinstance(event, Failure) else None)
                    else:
                        self._tally.take(event)
                        if isinstance(event, _TOLD):
                            yield event
        except BadUrl:
            self._end(Failure(FailureKind.URL))
        finally:
            self._report(probe=probe)

    def _stream(
        self, messages: Sequence[PromptMessage], sampling: Sampling, started: float, thinking_at: float | None
    ) -> Stream:
        resources, endpoint = self._resources, self._line.endpoint
        self._shows = has_pictures(messages := resources.eyes.fitting(endpoint, messages))
        if sampling.tools_if_able and not resources.skills.calls(endpoint):
            sampling, messages = replace(sampling, tools=()), without_calls(messages)
        self._offers = sampling.tools_if_able and bool(sampling.tools)
        request = chat_request(endpoint, messages, sampling)
        now = resources.clock.monotonic()
        silence = Silence(resources.deadlines, local=endpoint.local, now=now, thinking_at=thinking_at)
        return Stream(resources, endpoint, request, silence, started)

    def _shown(self, delta: Delta) -> Delta | None:
        if self.visible:
            return delta
        self._tally.take(delta)
        self._lead += delta.text
        if not self._tally.visible:
            return None
        self.visible = True
        return Delta(self._lead)

    def _end(self, failure: Failure | None) -> None:
        tally, endpoint = self._tally, self._line.endpoint
        if tally.finish is None:
            self.failure = failure or Failure(FailureKind.BROKEN)
            self.turned_away = self._shows and not self.visible and self.failure.kind in _UNSEEING
            if self.turned_away:
                self._resources.eyes.refused(endpoint)
            elif self._offers and not self.visible and self.failure.kind in _UNSEEING:
                self._resources.skills.cannot_call(endpoint)
        self.outcome = Outcome(tally.ending(failure), endpoint.name, endpoint.model, tally.usage)

    def _report(self, *, probe: bool) -> None:
        breaker = self._line.breaker
        if self.outcome is None or (self.failure and self.failure.kind not in _FAULTS):
            breaker.leave(probe=probe)
        elif self.failure:
            breaker.fail(self._resources.clock.monotonic(), probe=probe)
        else:
            breaker.succeed(probe=probe)
