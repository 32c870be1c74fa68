"""What endpoints are found to be good for while they choose: whether they call functions, and are worth asking."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.values.models.models import Endpoint
from engine.values.models.prompts import PromptMessage

BELIEVED: Final = 3
"""So often an endpoint may call nothing without ever having called anything; then it seems not to know how."""
IN_A_ROW: Final = 2
REST: Final = 600.0
"""Seconds for which an endpoint is not asked that failed, or was too slow, several times in a row."""

_Key = tuple[str, str]


class Skills:
    """By address and model. Kept in memory: a restart learns them anew within a few turns."""

    def __init__(self) -> None:
        self._calls: dict[_Key, bool] = {}
        self._declined: dict[_Key, int] = {}
        self._failed: dict[_Key, tuple[int, float]] = {}

    def calls(self, endpoint: Endpoint) -> bool:
        """Whether functions are worth offering: it called one, or was not yet seen to be unable."""
        return self._calls.get(_key(endpoint), True)

    def called(self, endpoint: Endpoint) -> None:
        """It called a function."""
        self._calls[_key(endpoint)] = True

    def cannot_call(self, endpoint: Endpoint) -> None:
        """It refuses functions, or talks instead. One that called before is still believed to know how."""
        self._calls.setdefault(_key(endpoint), False)

    def declined(self, endpoint: Endpoint) -> bool:
        """It said that it needs to call nothing: whether it would have known how to."""
        key = _key(endpoint)
        if key not in self._calls:
            self._declined[key] = self._declined.get(key, 0) + 1
            if self._declined[key] == BELIEVED:
                self._calls[key] = False
        return self._calls.get(key, False)

    def rests(self, endpoint: Endpoint, now: float) -> bool:
        """Whether it is left alone, ``now`` being the clock's monotonic seconds."""
        times, last = self._failed.get(_key(endpoint), (0, 0.0))
        return times >= IN_A_ROW and now - last < REST

    def failed(self, endpoint: Endpoint, now: float) -> None:
        """No usable answer came in time."""
        times, _ = self._failed.get(_key(endpoint), (0, 0.0))
        self._failed[_key(endpoint)] = (times + 1, now)

    def answered(self, endpoint: Endpoint) -> None:
        """A usable answer came in time."""
        self._failed.pop(_key(endpoint), None)


def _key(endpoint: Endpoint) -> _Key:
    return endpoint.url, endpoint.model


def without_calls(messages: Sequence[PromptMessage]) -> Sequence[PromptMessage]:
    """The messages for a model that knows no calls: what was answered to one stands there as text."""
    if not any(it.calls or it.answers for it in messages):
        return messages
    return [replace(it, calls=(), answers=None) for it in messages if it.text or not it.calls]
