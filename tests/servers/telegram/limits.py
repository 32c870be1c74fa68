"""Telegram's budgets: about one message a second in a private chat, twenty a minute in a group, thirty a second in all.

Edits count. Who goes on beyond the budget is sent away, and no call about that chat is honoured while the wait lasts.
"""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Limits:
    """Off until ``on`` is set. ``edit_wait`` is the wait that an edit beyond the budget earns, in seconds."""

    clock: Callable[[], float]
    on: bool = False
    private_per_second: float = 1.0
    private_burst: int = 3
    group_per_minute: int = 20
    total_per_second: int = 30
    edit_wait: float = 30.0
    _recent: dict[int, deque[float]] = field(default_factory=dict)
    _until: dict[int, float] = field(default_factory=dict)
    _all: deque[float] = field(default_factory=deque)

    def wait(self, chat: int, *, edit: bool = False, counts: bool = True) -> int:
        """Seconds the caller must wait before this call, 0 when it may go on (then it is counted)."""
        if not self.on:
            return 0
        now = self.clock()
        if (left := self._until.get(chat, 0.0) - now) > 0:
            return math.ceil(left)
        if not counts:
            return 0
        if (left := _left(self._all, now, 1.0, self.total_per_second)) > 0:
            return math.ceil(left)
        if (left := self._over(chat, now)) > 0:
            left = max(left, self.edit_wait) if edit else left
            self._until[chat] = now + left
            return math.ceil(left)
        self._all.append(now)
        self._recent[chat].append(now)
        return 0

    def _over(self, chat: int, now: float) -> float:
        recent = self._recent.setdefault(chat, deque())
        if chat < 0:
            return _left(recent, now, 60.0, self.group_per_minute)
        return _left(recent, now, self.private_burst / self.private_per_second, self.private_burst)


def _left(times: deque[float], now: float, window: float, most: int) -> float:
    """Seconds until one more fits into the window."""
    while times and times[0] <= now - window:
        times.popleft()
    return times[0] + window - now if len(times) >= most else 0.0
