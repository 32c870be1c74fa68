"""An IRC bot in a house of its own, on the test server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from engine.config.platforms import AddedPlatform
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address
from tests.platforms.minimal.server import Channel, IrcServer, Person
from tests.platforms.room import AnyRoom, House, running

ENTRY = "tests.platforms.minimal.entry"


@dataclass
class Room(AnyRoom):
    """A bot that IRC has let in."""

    server: IrcServer

    def controls(self, channel: Channel) -> dict[str, str]:
        """What can be typed in a channel now, by the control that it stands for."""
        guest: Any = self.daemon.guest
        offered = guest.surface.numbers.offered(Address("irc", channel.name, channel.name, channel.private))
        return {it.control: str(number) for number, it in offered.items()}


def account(server: IrcServer, **given: str) -> AddedPlatform:
    """Where the server is, as configuration says it."""
    return AddedPlatform.model_validate({"entry": ENTRY, "host": "127.0.0.1", "port": str(server.port), **given})


@asynccontextmanager
async def room(
    server: IrcServer, house: House, owner: Person | None = None, *opened: Channel, **given: str
) -> AsyncIterator[Room]:
    """A bot that hears. ``owner`` has let everybody talk in ``opened``; ``given`` is configured besides."""
    async with house.opened(platforms={"irc": account(server, **given)}) as daemon:
        for channel in opened:
            assert owner
            await daemon.let_in(origin(channel, owner))
        async with running(daemon.guest):
            yield Room(daemon, server)


def origin(channel: Channel, person: Person) -> Origin:
    """Somebody in a channel."""
    return Origin("irc", channel.name, channel.name, person.name, person.name, channel.name, private=channel.private)
