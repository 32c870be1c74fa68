"""How many calls Telegram bears: per group, per private chat, in all. It answers with waits and never sleeps itself.

Telegram takes 20 messages a minute in a group, edits included, about one a second in a private chat with short bursts,
and about 30 a second in all. Texts that still grow keep to that, and leave room for those that are whole. What is whole
goes at once, also beyond it: what was refused once is late, what waits for its turn in a crowd is late each time. Only
where Telegram has refused something lately do whole texts keep to the same numbers.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

_GROUP, _GROUP_WINDOW, _GROUP_GROWING = 20, 60.0, 14
_PRIVATE, _PRIVATE_WINDOW, _PRIVATE_GROWING = 3, 3.0, 2
_ALL, _ALL_WINDOW, _ALL_GROWING = 29, 1.0, 26
_ANY: Final = 0
_WARY: Final = 600.0
_TOGETHER: Final = 1.0
_MANY: Final = 2_000
_SOON: Final = 0.05
_PRIVATE_CHATS: Final = 0


@dataclass(slots=True)
class _Window:
    """Calls of the last ``seconds``. One that runs counts until it has ended: when it arrives nobody knows."""

    seconds: float
    running: int = 0
    ended: deque[float] = field(default_factory=deque[float])

    def count(self, now: float) -> int:
        """Calls that count now."""
        while self.ended and self.ended[0] <= now - self.seconds:
            self.ended.popleft()
        return len(self.ended) + self.running

    def wait(self, now: float, most: int) -> float:
        """Seconds until there are fewer than ``most``."""
        over = self.count(now) - most
        if over < 0 or most == _ANY:
            return 0.0
        return self.ended[over] + self.seconds - now if over < len(self.ended) else _SOON

    def end(self, now: float) -> None:
        """A call has ended."""
        self.running -= 1
        self.ended.append(now)


class _Line:
    """Who waits goes in the order of coming, each told a moment of its own: they do not all come at once again."""

    def __init__(self) -> None:
        self._moments: dict[int, float] = {}
        self._last = 0.0

    def wait(self, chat: int, now: float, room: float) -> float:
        """Seconds until the turn of ``chat``; ``room`` is when there is room for anybody."""
        moment = self._moments.get(chat)
        if moment is None and not room and now >= self._last:
            return 0.0
        if moment is None or (room and now >= moment):
            moment = self._moments[chat] = self._last = max(now + room, self._last + _ALL_WINDOW / _ALL)
        if now >= moment:
            del self._moments[chat]
        elif len(self._moments) > _MANY:
            self._moments = {one: at for one, at in self._moments.items() if at > now}
        return max(0.0, moment - now)


class Limiter:
    """``clock`` gives seconds that only grow. Chats below 0 are groups."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._chats: dict[int, _Window] = {}
        self._held: dict[int, float] = {}
        self._wary: dict[int, float] = {}
        self._strict = float("-inf")
        self._refused = (float("-inf"), 0)
        self._all = _Window(_ALL_WINDOW)
        self._line = _Line()

    def wait(self, chat: int, *, growing: bool = False) -> float:
        """Seconds until a call in ``chat`` may begin; at 0.0 it has begun, and ``done`` must follow."""
        now = self._clock()
        window = self._window(chat, now)
        most = _most(chat, wary=now < self._wary.get(_kind(chat), 0.0), growing=growing)
        wait = self.held(chat) or window.wait(now, most) or self._wait_for_all(chat, now, growing=growing)
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
        """Telegram has refused a call in ``chat`` for ``seconds``. No other chat waits for that.

        But where it was not the chat that had too many, all of them together had.
        """
        now = self._clock()
        before, other = self._refused
        self._refused = now, chat
        together = now - before <= _TOGETHER and other != chat
        innocent = self._window(chat, now).count(now) <= (_GROUP if chat < 0 else _PRIVATE)
        crowded = self._all.count(now) > _ALL_GROWING
        if together or (innocent and crowded):
            self._strict = now + _WARY
        if not (innocent and crowded):
            self._wary[_kind(chat)] = now + _WARY
        self._held[chat] = max(self._held.get(chat, 0.0), now + seconds)
        for until in (self._held, self._wary):
            if len(until) > _MANY:
                for one in [one for one, at in until.items() if at <= now]:
                    del until[one]

    def _wait_for_all(self, chat: int, now: float, *, growing: bool) -> float:
        """Seconds until all chats together have room."""
        if growing:
            return self._all.wait(now, _ALL_GROWING)
        if now >= self._strict:
            return 0.0
        return self._line.wait(chat, now, self._all.wait(now, _ALL))

    def _window(self, chat: int, now: float) -> _Window:
        if len(self._chats) > _MANY:
            old = now - _GROUP_WINDOW
            self._chats = {
                one: it for one, it in self._chats.items() if it.running or (it.ended and it.ended[-1] > old)
            }
        seconds = _GROUP_WINDOW if chat < 0 else _PRIVATE_WINDOW
        return self._chats.setdefault(chat, _Window(seconds))


def _kind(chat: int) -> int:
    """What is refused in one group says nothing about another; private chats are all alike."""
    return chat if chat < 0 else _PRIVATE_CHATS


def _most(chat: int, *, wary: bool, growing: bool) -> int:
    """Calls that fit into a chat's window."""
    if chat < 0:
        return _GROUP_GROWING if growing else _GROUP if wary else _ANY
    if growing:
        return _PRIVATE_GROWING if wary else _PRIVATE
    return _PRIVATE if wary else _ANY
