"""How long a burst of messages is waited for."""

LONGEST = 4
"""A burst is not waited for longer than so many times the quiet that it needs."""
TYPING_SECONDS = 3.0


class Burst:
    """Messages that arrive close together. ``settled`` is when, on the clock, they count as all there."""

    def __init__(self, now: float, quiet: float) -> None:
        self.settled = now + quiet
        self._last = now + LONGEST * quiet

    def more(self, now: float, quiet: float) -> None:
        """Another message: ``quiet`` seconds from now on, but no longer than a burst is waited for."""
        self.settled = max(self.settled, min(now + quiet, self._last))

    def typing(self, now: float) -> None:
        """Somebody writes: a few seconds from now on, with the same bound."""
        self.more(now, TYPING_SECONDS)
