"""What could not be said to people who have no private chat with the bot, until they begin one."""

from collections.abc import Callable
from typing import Final, Protocol

from bot.commands.framework.reply import Reply

UNTOLD: Final = "told"
"""What stands behind "/start" in the private chat that somebody opens to be told."""
KEPT_SECONDS: Final = 3_600.0
_MOST: Final = 1_000


class Scheduled(Protocol):
    """Something that is done later, unless it is cancelled."""

    def cancel(self) -> object: ...


Later = Callable[[float, Callable[[], None]], Scheduled]
"""Does something in so many seconds."""


class Untold:
    """What waits for people, for each the newest; in this process, an hour at most.

    All of it goes when anybody is forgotten: what others wait for may tell of them.
    """

    def __init__(self, later: Later) -> None:
        self._later = later
        self._waiting: dict[str, tuple[Reply, Scheduled]] = {}

    def keep(self, person: str, reply: Reply) -> None:
        """It is said to them once they begin."""
        self.taken(person)
        self._waiting[person] = reply, self._later(KEPT_SECONDS, lambda: self._drop(person))
        if len(self._waiting) > _MOST:
            self._drop(next(iter(self._waiting)))

    def taken(self, person: str) -> Reply | None:
        """What waits for somebody, who is told now."""
        reply, end = self._waiting.pop(person, (None, None))
        if end is not None:
            end.cancel()
        return reply

    def forget(self) -> None:
        """Somebody is forgotten: nothing that was read before is said any more."""
        for person in [*self._waiting]:
            self._drop(person)

    def _drop(self, person: str) -> None:
        self.taken(person)
