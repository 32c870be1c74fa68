"""One short real request, to see at once whether an endpoint works."""

from contextlib import aclosing
from dataclasses import replace

from engine.llm.attempt import CallResources
from engine.llm.roles import Roles
from engine.values.models.models import Deadlines, Delta, Endpoint, Outcome, Reasoning, RoleName
from engine.values.models.prompts import PromptMessage, Role

_DEADLINES = Deadlines(first_remote=30.0, first_local=120.0)
_ENOUGH = 200
_HELLO = (PromptMessage(Role.USER, "Say hello in one word."),)


async def try_chat(resources: CallResources, endpoint: Endpoint) -> str:
    """What it says, at most some 200 characters; "" from a model that thinks first, which is sign enough.

    Raises the ModelError that a turn would end with.
    """
    patient = replace(resources, deadlines=_DEADLINES, jitter=lambda: 0.0)
    said = ""
    roles = Roles({RoleName.CHAT: (endpoint,)}, patient)
    async with aclosing(roles.chat(_HELLO)) as events:
        async for event in events:
            if isinstance(event, Delta):
                said += event.text
            if isinstance(event, Reasoning | Outcome) or len(said) >= _ENOUGH:
                break
    return said.strip()[:_ENOUGH]
