"""A breaker leaves an endpoint alone that keeps failing. Pure bookkeeping: the caller brings the time."""

from collections import deque

IN_A_ROW = 5
WINDOW = 20
SHARE = 0.5
REST = 15.0


class Breaker:
    """Opens at 5 failures in a row or half of the last 20; after 15 s one call may probe.

    A call is ``enter`` → ``succeed`` | ``fail`` | ``leave`` (ended without telling anything), each with what ``enter``
    returned. What a call that began before the opening brings home changes nothing.
    """

    def __init__(self) -> None:
        self._last: deque[bool] = deque(maxlen=WINDOW)
        self._row = 0
        self._until: float | None = None
        self._probing = False

    def wait(self, now: float) -> float:
        """Seconds until a call may go through; 0 when one may now."""
        if self._until is None:
            return 0.0
        if self._probing:
            return REST
        return max(0.0, self._until - now)

    def enter(self) -> bool:
        """A call goes through. True if it is the probe."""
        if self._until is None:
            return False
        self._probing = True
        return True

    def succeed(self, *, probe: bool) -> None:
        if probe:
            self._until = None
            self._probing = False
            self._last.clear()
        if self._until is None:
            self._row = 0
            self._last.append(True)

    def fail(self, now: float, *, probe: bool) -> None:
        if self._until is not None and not probe:
            return
        self._row += 1
        self._last.append(False)
        half = len(self._last) == WINDOW and self._last.count(False) >= WINDOW * SHARE
        if probe or self._row >= IN_A_ROW or half:
            self._until = now + REST
            self._probing = False

    def leave(self, *, probe: bool) -> None:
        if probe:
            self._probing = False
