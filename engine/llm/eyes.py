"""Which models are shown pictures: as the operator says, as they were found to take them, else as their names tell."""

from collections.abc import Sequence
from dataclasses import replace

from engine.rules.sent_files import seems_to_see
from engine.values.models.models import Endpoint
from engine.values.models.prompts import PromptMessage


class Eyes:
    """By address and model. What was found is kept in memory: a restart finds it anew with the next picture."""

    def __init__(self) -> None:
        self._blind: set[tuple[str, str]] = set()

    def sees(self, endpoint: Endpoint) -> bool:
        """Whether pictures are worth sending."""
        if (endpoint.url, endpoint.model) in self._blind:
            return False
        return seems_to_see(endpoint.format, endpoint.model) if endpoint.sees is None else endpoint.sees

    def refused(self, endpoint: Endpoint) -> None:
        """It would not take a request with pictures."""
        self._blind.add((endpoint.url, endpoint.model))

    def fitting(self, endpoint: Endpoint, messages: Sequence[PromptMessage]) -> Sequence[PromptMessage]:
        """``messages`` as the endpoint can take them: their texts name each picture anyway."""
        if not has_pictures(messages) or self.sees(endpoint):
            return messages
        return [replace(it, pictures=()) for it in messages]


def has_pictures(messages: Sequence[PromptMessage]) -> bool:
    """Whether there is anything to see."""
    return any(it.pictures for it in messages)
