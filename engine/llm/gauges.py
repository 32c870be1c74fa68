"""What is learnt about models while they are used: how they count tokens, and how much they take in."""

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
