"""How many calls Telegram bears: per group, per private chat, in all. It answers with waits and never sleeps itself.

Telegram takes 20 messages a minute in a group, edits included, and about 30 a second in all. In a private chat it
takes short bursts; only once it has refused one do we keep to one a second there. Texts that still grow leave room
for those that are whole, so that a final text is never the one that has to wait.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

_GROUP, _GROUP_WINDOW, _GROUP_GROWING = 20, 60.0, 14
_PRIVATE, _PRIVATE_WINDOW, _PRIVATE_GROWING = 3, 3.0, 2
_ALL, _ALL_WINDOW, _ALL_GROWING = 29, 1.05, 22  # a little inside 30 a second: calls overtake each other on their way
_WARY: Final = 600.0
_MANY: Final = 2_000


class Limiter:
    """``clock`` gives seconds that only grow. Chats below 0 are groups."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._calls: dict[int, deque[float]] = {}
        self._held: dict[int, float] = {}
        self._wary = float("-inf")
        self._all: deque[float] = deque()

    def wait(self, chat: int, *, growing: bool = False) -> float:
        """Seconds until a call in ``chat`` may be made; at 0.0 it may be made now, and is counted."""
        now = self._clock()
        if (wait := self.held(chat) or self._in_chat(chat, now, growing=growing)) > 0:
            return wait
        if (wait := _full(self._all, now, _ALL_WINDOW, _ALL_GROWING if growing else _ALL)) > 0:
            return wait
        self._all.append(now)
        self._recent(chat, now).append(now)
        return 0.0

    def held(self, chat: int) -> float:
        """Seconds for which Telegram wants to hear nothing about ``chat``."""
        return max(0.0, self._held.get(chat, 0.0) - self._clock())

    def hold(self, chat: int, seconds: float) -> None:
        """Telegram has refused a call in ``chat`` for ``seconds``. No other chat waits for that."""
        now = self._clock()
        self._held[chat] = max(self._held.get(chat, 0.0), now + seconds)
        if chat > 0:
            self._wary = now + _WARY
        if len(self._held) > _MANY:
            self._held = {one: until for one, until in self._held.items() if until > now}

    def _in_chat(self, chat: int, now: float, *, growing: bool) -> float:
        window = _GROUP_WINDOW if chat < 0 else _PRIVATE_WINDOW
        most = _most(chat, wary=now < self._wary, growing=growing)
        return _full(self._recent(chat, now), now, window, most)

    def _recent(self, chat: int, now: float) -> deque[float]:
        if len(self._calls) > _MANY:
            old = now - _GROUP_WINDOW
            self._calls = {one: calls for one, calls in self._calls.items() if calls and calls[-1] > old}
        return self._calls.setdefault(chat, deque())


def _full(calls: deque[float], now: float, window: float, most: int) -> float:
    """Seconds until there are fewer than ``most`` of ``calls`` in the window; 0 is any number."""
    while calls and calls[0] <= now - window:
        calls.popleft()
    return calls[len(calls) - most] + window - now if most and len(calls) >= most else 0.0


def _most(chat: int, *, wary: bool, growing: bool) -> int:
    """Calls that fit into a chat's window; 0 is any number."""
    if chat < 0:
        return _GROUP_GROWING if growing else _GROUP
    if growing:
        return _PRIVATE_GROWING
    return _PRIVATE if wary else 0
