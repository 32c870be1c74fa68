"""What is learnt about models while they are used: how they count tokens, how much they take in, what they can do."""

from collections.abc import Iterable, Sequence

from engine.llm.context import ask_context
from engine.llm.http import Http
from engine.llm.skills import Skills
from engine.rules.text.calibration import Calibration, learn, weights
from engine.values.models.models import Endpoint
from engine.values.models.prompts import PromptMessage
from engine.values.models.tokens import TokenFactor


class Gauges:
    """Calibration by model, context and skills by endpoint. Kept in memory: a restart learns them anew soon."""

    def __init__(self, skills: Skills | None = None) -> None:
        self.skills = skills or Skills()
        self._known: dict[str, Calibration] = {}
        self._contexts: dict[tuple[str, str], int] = {}
        self._refused: dict[tuple[str, str], int] = {}

    def factor(self, model: str) -> TokenFactor:
        """How ``model`` counts tokens, for estimates."""
        known = self._known.get(model)
        return weights(known) if known else 1.0

    def counted(self, model: str, messages: Sequence[PromptMessage], reported: int) -> None:
        """The model reported ``reported`` tokens for a prompt of these messages."""
        self._known[model] = learn(self._known.get(model, Calibration()), messages, reported)

    def context(self, endpoint: Endpoint) -> int | None:
        """How many tokens the endpoint takes in: as configured, else as it said; None while unknown.

        What it has refused for its length is more than it takes in, whoever said otherwise.
        """
        told = endpoint.context or self._contexts.get((endpoint.url, endpoint.model))
        refused = self._refused.get((endpoint.url, endpoint.model))
        return min((it for it in (told, refused) if it is not None), default=None)

    def too_much(self, endpoint: Endpoint, tokens: int, says: int = 0) -> None:
        """The endpoint refused ``tokens``, prompt and reply together, as too long; it ``says`` that it takes so many.

        Where it says nothing a quarter less is tried next.
        """
        self._refused[endpoint.url, endpoint.model] = says if 0 < says < tokens else tokens * 3 // 4

    def told(self, endpoint: Endpoint, context: int) -> None:
        """The endpoint said how much it takes in."""
        self._contexts[endpoint.url, endpoint.model] = context


async def ask_contexts(gauges: Gauges, http: Http, endpoints: Iterable[Endpoint]) -> None:
    """Ask every endpoint whose context is not configured how much it takes in; one that does not say stays unknown."""
    for endpoint in endpoints:
        if endpoint.context is None and (context := await ask_context(http, endpoint)):
            gauges.told(endpoint, context)
