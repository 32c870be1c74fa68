"""A house behind each platform, and people's seats in front of it: for what holds wherever people talk."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from tests.platforms.discord import room as discord
from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.minimal import room as minimal
from tests.platforms.room import Daemon, House
from tests.platforms.seats import seat_at
from tests.platforms.telegram import room as telegram
from tests.platforms.telegram_seat import TelegramSeat

PLATFORMS: Final = ("discord", "telegram")
ALL: Final = (*PLATFORMS, "minimal")
ROOMS: Final[dict[str, Any]] = {"discord": discord, "telegram": telegram, "minimal": minimal}


@dataclass
class Front:
    """``rooms`` is how a bot of the platform is opened. Leave a room and open another: the bot was restarted."""

    platform: str
    house: House
    seat: Any
    rooms: Any

    def opened(self, owner: Any = None, *channels: Any, **other: Any) -> Any:
        """A bot that hears; the owner has let everybody talk in these channels."""
        return self.rooms.room(self.seat.server, self.house, owner, *channels, **other)

    async def lets_in(self, daemon: Daemon, channel: Any, person: Any) -> None:
        """Everybody may talk there; nothing has begun."""
        await daemon.let_in(self.rooms.origin(channel, person), begun=False)

    async def sets(self, daemon: Daemon, channel: Any, person: Any, name: str, value: str) -> None:
        """A setting of the server, group or private chat."""
        await daemon.set(self.rooms.origin(channel, person), name, value)

    def says(self, person: Any, channel: Any, text: str) -> Any:
        """Somebody speaks to the character, and calls it where others hear them too."""
        return self.seat.says(person, channel, text, called=not self.seat.is_private(channel))

    def beside(self, person: Any, other: Any) -> tuple[Any, Any]:
        """Two places, each of one person's words: channels of a server where there are such."""
        if isinstance(self.seat, DiscordSeat):
            guild = self.seat.server.guild("Home", owner=person, channels=("one", "two"), members=(other,))
            return guild["one"], guild["two"]
        return self.seat.private(person), self.seat.private(other)

    def texts(self, channel: Any) -> list[str]:
        """What the bot says in a channel now."""
        return [it.text for it in self.seat.stands(channel)]

    async def reads(self, channel: Any, *texts: str) -> None:
        """Wait until these are the bot's messages there."""
        await self.seat.waits(lambda: self.texts(channel) == [*texts])

    async def holds(self, seen: Any, text: str) -> None:
        """Wait until a message has this in its text."""
        await self.seat.waits(lambda: text in self.seat.fresh(seen).text)

    async def control(self, seen: Any, start: str) -> str:
        """Wait until a message has a button that begins so."""
        return await self.seat.waits(
            lambda: next((it for it in self.seat.fresh(seen).controls if it.startswith(start)), "")
        )


@asynccontextmanager
async def front(platform: str, house: House) -> AsyncIterator[Front]:
    """Nobody is there yet. A bot of Telegram reads what is said in groups, as one of Discord does."""
    async with seat_at(platform) as seat:
        if isinstance(seat, TelegramSeat):
            seat.server.profile.can_read_all_group_messages = True
        yield Front(platform, house, seat, ROOMS[platform])
