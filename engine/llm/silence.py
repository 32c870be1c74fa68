"""How long a stream may be silent. Pure bookkeeping: the caller brings the time."""

from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import Deadlines, Delta, Finished, Reasoning, StillThinking, WireEvent


class Silence:
    """Knows what is due next: the word that the model still thinks, the end of patience, or the end of a reply.

    Until the first text or thought the long deadline holds (a first empty chunk may come before a long prompt is
    read), then the gap, and after the finish reason only the tail. Any event renews it; comments are no events.
    """

    def __init__(self, deadlines: Deadlines, *, local: bool, now: float, thinking_at: float | None) -> None:
        self._deadlines = deadlines
        self._limit = deadlines.first_local if local else deadlines.first_remote
        self._heard = now
        self._start = now
        self._thinking_at = thinking_at
        self._finished = False

    def hear(self, events: list[WireEvent], now: float) -> bool:
        """Something came that is not just a comment. True when the next deadline is now shorter than it was."""
        self._heard = now
        before = self._limit
        for event in events:
            if isinstance(event, Finished):
                self._finished = True
            elif isinstance(event, Delta):
                self._thinking_at = None
            elif not isinstance(event, Reasoning):
                continue
            self._limit = self._deadlines.tail if self._finished else self._deadlines.gap
        return self._limit < before

    def excuse(self, now: float) -> None:
        """The silence was ours: nothing was read meanwhile."""
        self._heard = now

    def wait(self, now: float) -> float:
        """Seconds until something is due; 0 or less when it is."""
        due = self._heard + self._limit
        return (due if self._thinking_at is None else min(due, self._thinking_at)) - now

    def due(self, now: float, started: float) -> StillThinking | Failure | None:
        """What is due now, if anything. After a finish reason silence is simply the end: a failure nobody minds."""
        if now >= self._heard + self._limit:
            return Failure(FailureKind.SILENT, seconds=now - self._heard)
        if self._thinking_at is not None and now >= self._thinking_at:
            self._thinking_at = None
            return StillThinking(now - started)
        return None
