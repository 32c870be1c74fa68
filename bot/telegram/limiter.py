"""How many calls Telegram bears: per group, per private chat, in all. It answers with waits and never sleeps itself.

Telegram takes 20 messages a minute in a group, edits included, and about 30 a second in all. In a private chat it
takes short bursts; only once it has refused one do we keep to one a second there. Texts that still grow leave room
for those that are whole, so that a final text is never the one that has to wait.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

_GROUP, _GROUP_WINDOW, _GROUP_GROWING = 20, 60.0, 14
_PRIVATE, _PRIVATE_WINDOW, _PRIVATE_GROWING = 3, 3.0, 2
_ALL, _ALL_WINDOW, _ALL_GROWING = 29, 1.0, 22
_WARY: Final = 600.0
_MANY: Final = 2_000
_SOON: Final = 0.05


@dataclass(slots=True)
class _Window:
    """Calls of the last ``seconds``. One that runs counts until it has ended: when it arrives nobody knows."""

    seconds: float
    running: int = 0
    ended: deque[float] = field(default_factory=deque[float])

    def wait(self, now: float, most: int) -> float:
        """Seconds until there are fewer than ``most``; any number when that is 0."""
        while self.ended and self.ended[0] <= now - self.seconds:
            self.ended.popleft()
        over = len(self.ended) + self.running - most
        if over < 0 or not most:
            return 0.0
        return self.ended[over] + self.seconds - now if over < len(self.ended) else _SOON

    def lively(self, since: float) -> bool:
        """Whether there was a call since then."""
        return self.running > 0 or bool(self.ended and self.ended[-1] > since)

    def end(self, now: float) -> None:
        """A call has ended."""
        self.running -= 1
        self.ended.append(now)


class Limiter:
    """``clock`` gives seconds that only grow. Chats below 0 are groups."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._chats: dict[int, _Window] = {}
        self._held: dict[int, float] = {}
        self._wary = float("-inf")
        self._all = _Window(_ALL_WINDOW)

    def wait(self, chat: int, *, growing: bool = False) -> float:
        """Seconds until a call in ``chat`` may begin; at 0.0 it has begun, and ``done`` must follow."""
        now = self._clock()
        window = self._window(chat, now)
        wait = (
            self.held(chat)
            or window.wait(now, _most(chat, wary=now < self._wary, growing=growing))
            or self._all.wait(now, _ALL_GROWING if growing else _ALL)
        )
        if wait > 0:
            return wait
        self._all.running += 1
        window.running += 1
        return 0.0

    def done(self, chat: int) -> None:
        """A call in ``chat`` has ended, however."""
        now = self._clock()
        self._all.end(now)
        self._window(chat, now).end(now)

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

    def _window(self, chat: int, now: float) -> _Window:
        if len(self._chats) > _MANY:
            old = now - _GROUP_WINDOW
            self._chats = {
                one: it for one, it in self._chats.items() if it.running or (it.ended and it.ended[-1] > old)
            }
        seconds = _GROUP_WINDOW if chat < 0 else _PRIVATE_WINDOW
        return self._chats.setdefault(chat, _Window(seconds))


def _most(chat: int, *, wary: bool, growing: bool) -> int:
    """Calls that fit into a chat's window; 0 is any number."""
    if chat < 0:
        return _GROUP_GROWING if growing else _GROUP
    if growing:
        return _PRIVATE_GROWING
    return _PRIVATE if wary else 0
