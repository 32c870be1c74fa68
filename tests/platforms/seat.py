"""A person's seat in front of a platform: the same acts and the same looks on each of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.processes.daemon import Daemon, ForkedDaemon
from tests.servers.history import History

PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Seen:
    """A message of the bot as it stands now; ``controls`` are its buttons. ``it`` is the server's own."""

    id: int
    text: str
    controls: tuple[str, ...]
    it: Any


class Seat:
    """What is the same on both. People, channels and messages are the server's own things."""

    platform: str
    history: History
    tells_of_deletions: bool
    longest: int
    divides = True
    """Whether a line says that the story goes on from elsewhere."""
    called = "name"
    """How a character is called in a group, as texts choose by it."""
    grows = True
    """Whether a reply that goes on grows in its own message."""
    forgets = "forget-after"
    """What is said to who is forgotten."""
    program: Callable[[Mapping[str, str], Path], Daemon] = ForkedDaemon
    """What is talked to."""

    @property
    def seen(self) -> str:
        """All that was shown to people."""
        return "\n".join(f"{it.text} {it.body}" for it in self.history if it.client)

    def told(self, since: int) -> str:
        """What was shown to people since so many entries of the history, as they read it."""
        made = self.history.of("message", "edit", "answer", client=True, after=since)
        return "\n".join(self.read(it.text) for it in made if it.text)

    @staticmethod
    def read(text: str) -> str:
        """A text as the platform shows it."""
        return text

    @property
    def loud(self) -> set[str]:
        """The messages that rang."""
        return {str(it.message) for it in self.history.of("message", client=True) if not it.silent}

    def rang(self, channel: Any) -> set[int]:
        """The same of one channel, whose messages have numbers of their own."""
        return {it.message for it in self.history.of("message", channel=channel.id, client=True) if not it.silent}

    def named(self, stored: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
        """Messages as people's messages are called here, where they are stored as (channel, message)."""
        return stored

    def now(self, channel: Any, seen: Seen) -> Seen:
        """A message as it is now."""
        return next(it for it in self.stands(channel) if it.id == seen.id)

    def stands(self, channel: Any) -> list[Seen]:
        """The bot's messages in a channel, oldest first."""
        raise NotImplementedError

    def place_of(self, message: Any) -> str:
        """The channel of a message, as the daemon calls it."""
        raise NotImplementedError

    def is_private(self, channel: Any) -> bool:
        """Whether one person is alone with the bot there."""
        raise NotImplementedError

    def fresh(self, seen: Seen) -> Seen:
        """A message as it is now, wherever it stands."""
        raise NotImplementedError

    def versions(self, channel: Any, message: int) -> list[str]:
        """Every text that a message has shown, oldest first."""
        place = channel.id
        seen = [it for it in self.history.of("message", "edit", channel=place, client=True) if it.message == message]
        return [it.text for it in seen]

    async def waits(self, condition: Any) -> Any:
        """Wait until something is to be seen; its value."""
        return await self.history.holds(condition, PATIENCE)

    async def reads(self, channel: Any, text: str, behind: int = 0) -> Seen:
        """Wait for a message of the bot that has this in its text, younger than message ``behind``."""

        def found() -> Seen | None:
            return next((it for it in self.stands(channel) if text in it.text and it.id > behind), None)

        try:
            return await self.waits(found)
        except TimeoutError:
            stands = "\n".join(it.text for it in self.stands(channel) if it.id > behind)
            raise TimeoutError(f"not said within {PATIENCE} s: {text!r}; what stands there is:\n{stands}") from None
