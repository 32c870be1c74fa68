"""Roles: which endpoints are asked for what, in which order."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing

from engine.errors import NoModelConfigured
from engine.llm.attempt import CallResources, EndpointLine
from engine.llm.breaker import Breaker
from engine.llm.call import ModelCall
from engine.llm.slots import Slots
from engine.values.models.models import ChatEvent, Delta, Endpoint, Outcome, Restarted, RoleName, Sampling
from engine.values.models.prompts import PromptMessage

_DEFAULT = Sampling()


class Roles:
    """Ordered endpoints per role, with one breaker an endpoint and one set of slots for all."""

    def __init__(
        self, endpoints: Mapping[RoleName, Sequence[Endpoint]], resources: CallResources, slots: int = 1024
    ) -> None:
        breakers: dict[tuple[str, str], Breaker] = {}
        self._resources = resources
        self._slots = Slots(slots)
        self._lines = {
            role: tuple(EndpointLine(one, breakers.setdefault((one.url, one.model), Breaker())) for one in several)
            for role, several in endpoints.items()
        }

    def endpoints(self, role: RoleName) -> tuple[Endpoint, ...]:
        """Who is asked for ``role``, first to last."""
        return tuple(line.endpoint for line in self._lines.get(role, ()))

    def health(self, role: RoleName) -> tuple[tuple[Endpoint, float], ...]:
        """The same, each with the seconds it is left alone for after failures; 0 when it is asked."""
        now = self._resources.clock.monotonic()
        return tuple((line.endpoint, line.breaker.wait(now)) for line in self._lines.get(role, ()))

    async def chat(
        self,
        messages: Sequence[PromptMessage],
        sampling: Sampling = _DEFAULT,
        *,
        role: RoleName = RoleName.CHAT,
        background: bool = False,
    ) -> AsyncGenerator[ChatEvent, None]:
        """Stream a reply. The last event is an Outcome; a ModelError is raised when nothing was produced.

        Leaving early (cancel, or ``aclose`` by ``contextlib.aclosing``) closes the connection at once.
        """
        lines = self._lines.get(role)
        if not lines:
            raise NoModelConfigured(role=role.value)
        call = ModelCall(self._resources, lines, messages, sampling, background=background)
        async with self._slots.held(background=background), aclosing(call.events()) as events:
            async for event in events:
                yield event

    async def complete(
        self,
        role: RoleName,
        messages: Sequence[PromptMessage],
        sampling: Sampling = _DEFAULT,
        *,
        background: bool = True,
    ) -> tuple[str, Outcome]:
        """The whole text and how it ended. Raises a ModelError when nothing was produced."""
        texts: list[str] = []
        async with aclosing(self.chat(messages, sampling, role=role, background=background)) as events:
            async for event in events:
                if isinstance(event, Delta):
                    texts.append(event.text)
                elif isinstance(event, Restarted):
                    texts.clear()
                elif isinstance(event, Outcome):
                    return "".join(texts), event
        raise AssertionError("a stream of events ends with its outcome")
