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
_PATIENCE: Final = 1.0
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

    def wait(self, now: float, most: int, before: int = 0) -> float:
        """Seconds until there are fewer than ``most``, and as many as wait ``before`` have had theirs."""
        over = self.count(now) - most + before
        if over < 0 or most == _ANY:
            return 0.0
        if over < len(self.ended):
            return self.ended[over] + self.seconds - now
        known = self.ended[-1] + self.seconds - now if self.ended else 0.0
        return known + max(_SOON, (over - len(self.ended)) * self.seconds / most)

    def end(self, now: float) -> None:
        """A call has ended."""
        self.running -= 1
        self.ended.append(now)


class _Line:
    """Who waits for the same room goes in the order of coming, each told a moment of its own.

    So nobody is overtaken again and again, and not all come back at once. Who does not come back loses the place.
    """

    def __init__(self) -> None:
        self._due: dict[int, float] = {}

    def wait(self, chat: int, now: float, room: _Window, most: int) -> float:
        """Seconds until the turn of ``chat``; at 0.0 it has left the line."""
        self._due = {one: due for one, due in self._due.items() if due > now - _PATIENCE or one == chat}
        before = list(self._due).index(chat) if chat in self._due else len(self._due)
        wait = room.wait(now, most, before)
        if wait > 0:
            self._due[chat] = now + wait
        else:
            self.leave(chat)
        return wait

    def leave(self, chat: int) -> None:
        """``chat`` wants nothing more."""
        self._due.pop(chat, None)


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
        self._growing = _Line()
        self._whole = _Line()

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
            return self._growing.wait(chat, now, self._all, _ALL_GROWING)
        self._growing.leave(chat)
        return self._whole.wait(chat, now, self._all, _ALL) if now < self._strict else 0.0

    def _window(self, chat: int, now: float) -> _Window:
        if len(self._chats) > _MANY:
            old = now - _GROUP_WINDOW
            self._chats = {
                one: pace for one, pace in self._chats.items() if pace.running or (pace.ended and pace.ended[-1] > old)
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
