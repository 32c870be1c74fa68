"""How long a burst of messages is waited for."""

from typing import Final, NamedTuple

LONGEST: Final = 4
"""A burst is not waited for longer than so many times the whole pause."""
TYPING_SECONDS: Final = 5.0


class Pause(NamedTuple):
    """Seconds of quiet that are needed after a message, and how long after the first one at most."""

    quiet: float
    most: float


NO_PAUSE: Final = Pause(0.0, 0.0)


def whole(seconds: float) -> Pause:
    """The pause after something of which nothing is known."""
    return Pause(seconds, LONGEST * seconds)


class Burst:
    """Messages that arrive close together. ``settled`` is when, on the clock, they count as all there."""

    def __init__(self, now: float, pause: Pause) -> None:
        self.settled = now + pause.quiet
        self._began = now
        self._last = now + pause.most

    def more(self, now: float, pause: Pause) -> None:
        """Another message: its quiet from now on, but no longer than a burst is waited for."""
        self._last = max(self._last, self._began + pause.most)
        self._wait(now + pause.quiet)

    def typing(self, now: float) -> None:
        """Somebody writes: a few seconds from now on, with the same bound."""
        self._wait(now + TYPING_SECONDS)

    def _wait(self, until: float) -> None:
        self.settled = max(self.settled, min(until, self._last))
