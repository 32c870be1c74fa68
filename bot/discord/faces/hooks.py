"""The webhooks of ours in one channel: whose each is, whose face it wears, and which one a character speaks through.

A character has a webhook of its own as long as there is room for one; then those without one share one that changes its
face. Other bots' webhooks count for the limit too. What is known of each outlives the process as a mark.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

MOST: Final = 15
"""So many webhooks a channel has at most, whoever made them."""
NOBODYS: Final = 0
SHARED: Final = -1

_READ_AGAIN: Final = 600.0


@dataclass(eq=False, slots=True)
class Hook:
    """A webhook of ours. ``character`` is whose it is, ``face`` the hash of the picture it wears ("": none).

    ``turn`` orders them by when they were last used. Whoever changes its face, or speaks through it with a face that
    is not always its own, holds ``lock``.
    """

    id: int
    token: str
    channel: int
    character: int = NOBODYS
    face: str = ""
    turn: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def mark(self) -> str:
        """What is kept of it: whose it is, and its face."""
        return f"{self.character}:{self.face}"

    def remember(self, mark: str | None) -> None:
        """What was kept of it; nothing else is believed."""
        character, colon, face = (mark or "").partition(":")
        if colon and character.lstrip("-").isdecimal():
            self.character, self.face = int(character), face


class ChannelWebhooks:
    """What is known of one channel. ``foreign`` counts the webhooks of others, ``read_at`` is when it was read."""

    def __init__(self, hooks: Iterable[Hook], foreign: int, read_at: float) -> None:
        self.hooks = list(hooks)
        self._foreign = foreign
        self._read_at = read_at
        self._turns = 0

    def of(self, character: int) -> Hook | None:
        """The webhook that a character has of its own."""
        return next((it for it in self.hooks if it.character == character), None)

    def by_id(self, number: int) -> Hook | None:
        """A webhook of ours by its id."""
        return next((it for it in self.hooks if it.id == number), None)

    def used(self, hook: Hook) -> Hook:
        """Something is said through it now."""
        self._turns += 1
        hook.turn = self._turns
        return hook

    @property
    def has_room(self) -> bool:
        """Whether there may be another."""
        return len(self.hooks) + self._foreign < MOST

    def outdated(self, now: float) -> bool:
        """Whether others may have made room since."""
        return not self.has_room and now - self._read_at > _READ_AGAIN

    def full(self) -> None:
        """There is less room than was thought: others have made webhooks meanwhile."""
        self._foreign = MOST - len(self.hooks)

    async def free(self, exists: Callable[[int], Awaitable[bool]]) -> Hook | None:
        """A webhook that is nobody's, or whose character is no more."""
        for hook in self.hooks:
            if hook.character == NOBODYS or (hook.character > 0 and not await exists(hook.character)):
                return hook
        return None

    def shared(self) -> Hook | None:
        """The webhook for all who have none; if there is none yet, the one that was not used for the longest time."""
        found = self.of(SHARED) or min(self.hooks, key=lambda it: it.turn, default=None)
        if found is not None:
            found.character = SHARED
        return found
