"""What is learnt about models while they are used: how they count tokens, and how much they take in."""

from collections.abc import Iterable

from engine.llm.context import ask_context
from engine.llm.http import Http
from engine.rules.text.tokens import calibrate
from engine.values.models import Endpoint


class Gauges:
    """Calibration by model, context by endpoint. Kept in memory: a restart learns them anew within a turn."""

    def __init__(self) -> None:
        self._factors: dict[str, float] = {}
        self._contexts: dict[tuple[str, str], int] = {}

    def factor(self, model: str) -> float:
        """What an estimate of tokens is multiplied with for ``model``."""
        return self._factors.get(model, 1.0)

    def counted(self, model: str, estimated: int, reported: int) -> None:
        """The model reported ``reported`` tokens for a prompt that was estimated with its factor."""
        self._factors[model] = calibrate(self._factors.get(model), estimated, reported)

    def context(self, endpoint: Endpoint) -> int | None:
        """How many tokens the endpoint takes in: as configured, else as it said; None while unknown."""
        return endpoint.context or self._contexts.get((endpoint.url, endpoint.model))

    def told(self, endpoint: Endpoint, context: int) -> None:
        """The endpoint said how much it takes in."""
        self._contexts[endpoint.url, endpoint.model] = context


async def ask_contexts(gauges: Gauges, http: Http, endpoints: Iterable[Endpoint]) -> None:
    """Ask every endpoint whose context is not configured how much it takes in; one that does not say stays unknown."""
    for endpoint in endpoints:
        if endpoint.context is None and (context := await ask_context(http, endpoint)):
            gauges.told(endpoint, context)
