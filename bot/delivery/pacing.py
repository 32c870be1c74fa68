"""How often growing replies may change. Pure: the time is given, in seconds of one clock.

A platform's budget is shared by all replies that grow, in the order in which they ask, and a channel's own budget keeps
one place free, so that an end never waits for the steps before it.
"""

from collections import deque
from typing import Final

WINDOW: Final = 5.0
MOST_IN_WINDOW: Final = 4
FIRST_GAP: Final = 1.5
"""Seconds for which the first words of a reply may stand alone because a channel has used its budget up."""
_GROWS_PER: Final = 1_000  # characters
_CROWD: Final = 1 / 3  # of the time between two changes of one reply, if all others change once meanwhile
_FIRST_STEP: Final = 2 / 3


class EditPace:
    """The budget that all replies of a platform share. ``live`` grow now; ``ends`` are being delivered just now."""

    def __init__(self, every: float, every_group: float, rate: float) -> None:
        self._every = every
        self._every_group = every_group
        self._rate = rate
        self._next = 0.0
        self.live = 0
        self.ends = 0

    def every(self, *, private: bool, length: int, first: bool = False) -> float:
        """The fewest seconds between two changes of a reply that is ``length`` characters long.

        Where groups are slower than private places, they slow down further as the reply gets longer, unless there are
        so many replies that they are slower anyhow. In a crowd the ``first`` change comes earlier: replies that began
        together would all be due at once else, and the last of them late.
        """
        round_trip = self.live / self._rate
        own = self._every if private else self._every_group
        if first and round_trip > own * _CROWD:
            return own * _FIRST_STEP
        if not private and round_trip < own:
            own += max(0.0, self._every_group - self._every) * length / _GROWS_PER
        return own

    def slot(self, now: float) -> float:
        """The next moment that is free for one change; it is taken."""
        at = max(now, self._next)
        self._next = at + 1 / self._rate
        return at


class Spacing:
    """When one channel changed last."""

    def __init__(self) -> None:
        self._changes: deque[float] = deque(maxlen=MOST_IN_WINDOW)
        self._quiet_until = 0.0

    def changed(self, now: float) -> None:
        """A message was made or changed."""
        self._changes.append(now)

    def keep_quiet(self, until: float) -> None:
        """The platform wants no change before ``until``."""
        self._quiet_until = max(self._quiet_until, until)

    def quiet(self, now: float) -> float:
        """Seconds for which the platform wants no change."""
        return max(0.0, self._quiet_until - now)

    def room(self, now: float) -> float:
        """Seconds until the channel may change again without using up the place that ends are given."""
        full = self._changes[0] + WINDOW - now if len(self._changes) == MOST_IN_WINDOW else 0.0
        return max(full, self.quiet(now))

    def room_after_one(self, now: float) -> float:
        """The same, if it changes once now."""
        others = MOST_IN_WINDOW - 1
        return self._changes[-others] + WINDOW - now if len(self._changes) >= others else 0.0


def next_change(spacing: Spacing, pace: EditPace, last: float | None, every: float, now: float) -> float:
    """Seconds until a growing reply may change that changed at ``last``; None: not yet.

    Its first words go at once, unless nothing could follow them for a while, as right after another reply: then they
    wait, and are more by then. Ends of other replies go first.
    """
    if last is None:
        return max(spacing.quiet(now), spacing.room_after_one(now) - FIRST_GAP)
    due = last + every
    if pace.ends and now >= due:
        due = min(now + every / 4, last + 2 * every)
    return max(spacing.room(now), due - now, 0.0)
