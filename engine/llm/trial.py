"""One short real request, to see at once whether an endpoint works."""

from contextlib import aclosing
from dataclasses import replace

from engine.llm.attempt import Means
from engine.llm.roles import Roles
from engine.values.models import Deadlines, Delta, Endpoint, Outcome, Reasoning, RoleName
from engine.values.prompts import Message, Role

_DEADLINES = Deadlines(first_remote=30.0, first_local=120.0)
_HELLO = (Message(Role.USER, "Say hello in one word."),)


async def try_chat(means: Means, endpoint: Endpoint) -> None:
    """Wait for the first sign of a reply and leave. Raises the ModelError that a turn would end with."""
    patient = replace(means, deadlines=_DEADLINES, jitter=lambda: 0.0)
    roles = Roles({RoleName.CHAT: (endpoint,)}, patient)
    async with aclosing(roles.chat(_HELLO)) as events:
        async for event in events:
            if isinstance(event, Delta | Reasoning | Outcome):
                return
