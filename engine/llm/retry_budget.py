"""How many retries the last minute still allows."""

from collections import deque

_SPAN = 60.0
_SHARE = 0.1
_ALWAYS = 5


class RetryBudget:
    """Retries may be a tenth of the requests of the last minute, and a few always: a storm feeds on retries."""

    def __init__(self) -> None:
        self._requests: deque[float] = deque()
        self._retries: deque[float] = deque()

    def request(self, now: float) -> None:
        self._requests.append(now)
        _prune(self._requests, now)

    def retry(self, now: float) -> None:
        self._retries.append(now)

    def spare(self, now: float) -> float:
        """How much is left, from 1 (all) down to 0 (nothing)."""
        _prune(self._requests, now)
        _prune(self._retries, now)
        allowed = max(_ALWAYS, _SHARE * len(self._requests))
        return max(0.0, 1.0 - len(self._retries) / allowed)


def _prune(times: deque[float], now: float) -> None:
    while times and times[0] <= now - _SPAN:
        times.popleft()
