"""A person's seat in front of IRC: what others press is a number that is typed, and nothing that was said changes."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from tests.platforms.minimal.server import Channel, IrcServer, Person, Said, irc_server
from tests.platforms.seat import Seat, Seen
from tests.servers.history import Entry

_OFFERED = re.compile(r"(?m)^\[(\d+)\] (.+)$")


class MinimalSeat(Seat):
    """In front of IRC."""

    platform = "irc"
    tells_of_deletions = False
    longest = 1500
    grows = False
    secrets = ()

    def __init__(self, server: IrcServer) -> None:
        self.server = server
        self.history = server.history
        self.controls: Callable[[Channel], dict[str, str]] = lambda _: {}

    @property
    def rejected(self) -> list[Entry]:
        """Lines that a server would have cut."""
        return self.history.calls(status=400)

    @property
    def names(self) -> dict[str, str]:
        """The daemon's OMOIDE_ names."""
        given = {"ENTRY": "tests.platforms.minimal.entry", "HOST": "127.0.0.1", "PORT": str(self.server.port)}
        return {f"PLATFORMS__IRC__{name}": value for name, value in given.items()}

    def person(self, name: str, language: str) -> Person:
        del language  # IRC does not tell
        return self.server.user(name)

    def private(self, person: Person) -> Channel:
        return person.private()

    def is_private(self, channel: Channel) -> bool:
        return channel.private

    def invites(self, title: str, owner: Person, *members: Person) -> Channel:
        """The owner invites the bot into a channel."""
        del members
        channel = self.server.channel(f"#{title}")
        self.server.invites(owner, channel)
        return channel

    def says(self, person: Person, channel: Channel, text: str, *, called: bool = False, file: Any = None) -> Said:
        assert file is None, "IRC carries no files"
        return self.server.says(person, channel, f"omoide: {text}" if called else text)

    async def presses(self, person: Person, seen: Seen, control: str) -> str:
        """The number of what others press; it is answered by a message."""
        typed = self.controls(seen.it.channel).get(control) or control.split(maxsplit=1)[0].strip("[]")
        self.server.says(person, seen.it.channel, typed)
        return ""

    def stands(self, channel: Channel) -> list[Seen]:
        said = self.server.messages(channel)
        offered = tuple(self.controls(channel)) if said else ()
        newest = next((it.id for it in reversed(said) if _OFFERED.search(it.text)), 0)
        return [Seen(it.id, it.text, offered or tuple(self._numbers(it)) if it.id == newest else (), it) for it in said]

    def labels(self, seen: Seen) -> dict[str, str]:
        """What stands beside each number."""
        return {label: f"[{number}] {label}" for number, label in _OFFERED.findall(seen.text)}

    def now(self, channel: Channel, seen: Seen) -> Seen:
        """What takes the place of a message is said below it."""
        return next((it for it in reversed(self.stands(channel)) if it.id >= seen.id), seen)

    def bells(self, channel: Channel) -> int:
        """Every message of the bot may ring."""
        return len(self.stands(channel))

    def _numbers(self, said: Said) -> list[str]:
        return [f"[{number}] {label}" for number, label in _OFFERED.findall(said.text)]


@asynccontextmanager
async def opened() -> AsyncIterator[MinimalSeat]:
    """A seat at a server of its own."""
    async with irc_server() as server:
        yield MinimalSeat(server)
