"""One call of a role: tries, retries and fallbacks until one reply stands or all have failed."""

import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace

import structlog

from engine.errors import ModelError, ModelPaused
from engine.llm.attempt import Attempt, CallResources, EndpointLine
from engine.rules.model_errors import error_for
from engine.rules.retries import Lane, Try, next_try, passing
from engine.values.models.failures import Failure
from engine.values.models.models import ChatEvent, Delta, Outcome, Restarted, Sampling, StillThinking, Writing
from engine.values.models.prompts import PromptMessage

_log = structlog.get_logger(__name__)


class ModelCall:
    """``events`` ends with an Outcome, or raises a ModelError when nothing at all was produced.

    After the first visible text nothing is repeated below it: either another model begins anew (``Restarted`` comes
    just before its first text), or what is there stands, with the outcome of who wrote it.
    """

    def __init__(
        self,
        resources: CallResources,
        lines: Sequence[EndpointLine],
        messages: Sequence[PromptMessage],
        sampling: Sampling,
        *,
        background: bool = False,
    ) -> None:
        self._resources = resources
        self._lines = lines
        self._messages = messages
        self._sampling = sampling
        self._background = background
        self._started = resources.clock.monotonic()
        self._lanes = [Lane() for _ in lines]
        self._thinking_told = False
        self._shown_outcome: Outcome | None = None  # of the text that people see, when its writer failed
        self._error: ModelError | None = None  # of the first endpoint that failed

    async def events(self) -> AsyncGenerator[ChatEvent, None]:
        self._resources.budget.request(self._started)
        step = self._first()
        while step is not None:
            if step.delay > 0:
                await self._resources.clock.sleep(step.delay)
            attempt = Attempt(self._resources, self._lines[step.lane])
            async with aclosing(self._tried(attempt, self._lines[step.lane])) as events:
                async for event in events:
                    yield event
            if attempt.failure is None and attempt.outcome is not None:
                nothing_new = self._shown_outcome is not None and not attempt.visible
                yield self._shown_outcome if nothing_new and self._shown_outcome else attempt.outcome
                return
            step = self._after(step.lane, attempt)
        if self._shown_outcome is None:
            raise self._error or self._paused()
        yield self._shown_outcome

    async def _tried(self, attempt: Attempt, line: EndpointLine) -> AsyncGenerator[ChatEvent, None]:
        quiet = self._thinking_told or self._shown_outcome is not None
        thinking_at = None if quiet else self._started + self._resources.deadlines.thinking
        fresh = True
        async with aclosing(attempt.events(self._messages, self._sampling, self._started, thinking_at)) as events:
            async for event in events:
                if isinstance(event, Delta):
                    if fresh:
                        told = Writing if self._shown_outcome is None else Restarted
                        yield told(line.endpoint.name, line.endpoint.model)
                    fresh = False
                elif isinstance(event, StillThinking):
                    self._thinking_told = True
                yield event

    def _first(self) -> Try | None:
        now = self._resources.clock.monotonic()
        return next((Try(place) for place, line in enumerate(self._lines) if not line.breaker.wait(now)), None)

    def _after(self, at: int, attempt: Attempt) -> Try | None:
        failure = attempt.failure
        assert failure is not None, "an attempt that was read to its end has an outcome"
        self._note(at, attempt, failure)
        now = self._resources.clock.monotonic()
        if attempt.turned_away:
            self._lanes[at] = Lane()
            return Try(at)
        lanes = [
            replace(lane, open=lane.open and not line.breaker.wait(now))
            for lane, line in zip(self._lanes, self._lines, strict=True)
        ]
        spare = self._resources.budget.spare(now)
        shown = self._shown_outcome is not None
        step = next_try(
            lanes, at, shown=shown, spare=spare, waited_for=not self._background, jitter=self._resources.jitter()
        )
        if step is not None and lanes[step.lane].tries:
            self._resources.budget.retry(now)
        return step

    def _note(self, at: int, attempt: Attempt, failure: Failure) -> None:
        endpoint, lane = self._lines[at].endpoint, self._lanes[at]
        self._lanes[at] = Lane(lane.tries + 1, open=passing(failure), pause=failure.retry_after or 0.0)
        if attempt.visible:
            self._shown_outcome = attempt.outcome
        error = error_for(failure, endpoint)
        self._error = self._error or error
        _log.warning(
            "model attempt failed",
            endpoint=endpoint.name,
            model=endpoint.model,
            kind=failure.kind.value,
            status=failure.status,
            attempt=lane.tries + 1,
            after_text=attempt.visible,
            code=failure.code,
            action=error.message,
        )

    def _paused(self) -> ModelPaused:
        now = self._resources.clock.monotonic()
        line = min(self._lines, key=lambda line: line.breaker.wait(now))
        seconds = math.ceil(line.breaker.wait(now))
        return ModelPaused(endpoint=line.endpoint.name, model=line.endpoint.model, seconds=seconds)
