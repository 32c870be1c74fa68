"""A chat or utility model as ``doctor`` sees it."""

from typing import Final

from engine.errors import ModelError
from engine.llm.attempt import CallResources
from engine.llm.context import ContextFinding, Proof, check
from engine.llm.discovery import list_models
from engine.values.house.house import DoctorPart, Finding
from engine.values.house.settings import Settings
from engine.values.models.models import Endpoint

PAID_PROBE: Final = 8_000
"""Tokens; further away than this machine, a prompt costs money."""
OWN_PROBE: Final = int(Settings().budget_tokens)
"""Tokens; as long as prompts get unless somebody asks for more."""


async def examine(resources: CallResources, part: DoctorPart, endpoint: Endpoint, *, quick: bool) -> Finding:
    """Whether it answers and reads as much as it says. ``quick`` asks for its list of models only, which is free."""
    if quick:
        return await _reached(resources, part, endpoint)
    limit = OWN_PROBE if endpoint.local else PAID_PROBE
    return finding_from(part, await check(resources, endpoint, limit), limit)


def finding_from(part: DoctorPart, checked: ContextFinding, limit: int) -> Finding:
    """What a check says to people. ``limit``: the tokens that the probe was held to."""
    if checked.problem is not None:
        return Finding(part, ok=False, message=checked.problem.message, data=checked.problem.data)
    endpoint = checked.endpoint
    data = {
        "model": endpoint.model,
        "endpoint": endpoint.name,
        "context": checked.context or 0,
        "proved": min(limit, checked.context or limit),
        "name": f"OMOIDE_{part.value.upper()}__CONTEXT",
    }
    match checked.proof:
        case Proof.WHOLE if checked.context:
            return Finding(part, ok=True, message="doctor-model-proved", data=data)
        case Proof.WHOLE:
            return Finding(part, ok=True, message="doctor-model-context-unknown", data=data)
        case Proof.CUT:
            return Finding(part, ok=False, message="doctor-model-cuts", data=data)
        case Proof.REFUSED:
            return Finding(part, ok=False, message="doctor-model-refuses", data=data)
        case _:
            return Finding(part, ok=True, message="doctor-model-unsure", data=data)


async def _reached(resources: CallResources, part: DoctorPart, endpoint: Endpoint) -> Finding:
    try:
        await list_models(resources.http, endpoint)
    except ModelError as error:
        return Finding(part, ok=False, message=error.message, data=error.data)
    data = {"model": endpoint.model, "endpoint": endpoint.name}
    return Finding(part, ok=True, message="doctor-model-reachable", data=data)
