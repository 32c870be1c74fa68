"""A person's seat in front of Discord."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from tests.platforms.seat import Seat, Seen
from tests.servers.discord import DiscordServer, Upload
from tests.servers.history import Entry

_KEPT_A_SIGN = re.compile(r"\\([^a-zA-Z0-9\s])")
_ITSELF = {"settings": "set", "continue": "on"}
"""The part of a Discord command that stands for the command alone."""


class DiscordSeat(Seat):
    """In front of Discord."""

    platform = "discord"
    tells_of_deletions = True
    longest = 2000

    def __init__(self, server: DiscordServer) -> None:
        self.server = server
        self.history = server.history

    @property
    def secrets(self) -> tuple[str, ...]:
        """What nobody may read."""
        return (self.server.token,)

    @property
    def names(self) -> dict[str, str]:
        """The daemon's OMOIDE_ names."""
        server = self.server
        return {
            "DISCORD__TOKEN": server.token,
            "DISCORD__API_URL": server.api_url,
            "DISCORD__GATEWAY_URL": server.gateway_url,
            "DISCORD__CDN_URL": server.cdn_url,
            "DISCORD__GUILD_READY_TIMEOUT": "0.1",
        }

    @property
    def rejected(self) -> list[Entry]:
        """Calls that the platform refused."""
        return self.server.rejected

    @staticmethod
    def read(text: str) -> str:
        """Without the backslashes that only keep a mark from being one."""
        return _KEPT_A_SIGN.sub(r"\1", text)

    def person(self, name: str, language: str) -> Any:
        return self.server.user(name, locale="zh-CN" if language == "zh" else "en-US")

    def private(self, person: Any) -> Any:
        return person.dm()

    def invites(self, title: str, owner: Any, *members: Any) -> Any:
        """The owner invites the bot to a new server of theirs; the channel where people talk."""
        return self.server.guild(title, owner, members=members)["general"]

    def group(self, title: str, owner: Any, *members: Any) -> Any:
        """A channel of a server that the bot has been in for long; it may have threads."""
        return self.server.guild(title, owner, members=members)["general"]

    def part(self, person: Any, channel: Any, title: str) -> Any:
        """A new thread of a channel."""
        return person.threads(channel, title)

    def part_named(self, channel: Any, title: str) -> Any:
        """The thread of this name; None where there is none."""
        return next((it for it in channel.guild.threads if it.name == title), None)

    def is_private(self, channel: Any) -> bool:
        return channel.guild is None

    def says(
        self, person: Any, channel: Any, text: str, *, called: bool = False, file: tuple[str, bytes] | None = None
    ) -> Any:
        mentions = (self.server.bot,) if called else ()
        return person.says(channel, text, mentions=mentions, files=(Upload(*file),) if file else ())

    def edits(self, person: Any, message: Any, text: str) -> None:
        person.edits(message, text)

    def reacts(self, person: Any, message: Any, sign: str, *, gone: bool = False) -> None:
        """A person puts a reaction on a message, or takes it away."""
        person.reacts(message, sign, gone=gone)

    def takes_back(self, person: Any, message: Any) -> None:
        """A person takes a message of their own back."""
        person.deletes(message)

    async def uses(self, person: Any, channel: Any, name: str, **options: str) -> str:
        """A command from the menu; what it answers."""
        return (await self.asks(person, channel, name, **options)).text

    async def asks(self, person: Any, channel: Any, name: str, **options: str) -> Seen:
        """A command from the menu, ``name`` with its part; the message that answers it."""
        name, _, part = name.partition(" ")
        await self.waits(lambda: self.server.world.commands)  # a bot that has just come may still be telling them
        used = person.uses(channel, name, part or _ITSELF.get(name), **options)
        return self._seen(await used.said())

    async def orders(self, person: Any, channel: Any, name: str) -> None:
        """A command that need not be answered by words."""
        used = await person.uses(channel, name, _ITSELF.get(name)).answered()
        if used.failed:
            raise AssertionError(f"Discord shows: /{name} did not respond")

    async def presses(self, person: Any, seen: Seen, control: str) -> str:
        """A button; what was said to it ("" when nothing was)."""
        pressed = await person.clicks(seen.it, control).answered()
        if pressed.failed:
            raise AssertionError(f"Discord shows: {control} did not respond")
        return pressed.text if pressed.followups else ""

    async def clicks(self, person: Any, seen: Seen, control: str) -> Callable[[], list[str]]:
        """A button; what was said to it so far, besides the messages in the channel."""
        used = await person.clicks(seen.it, control).answered()
        return lambda: [self.read(it.text) for it in used.followups]

    async def presses_old(self, person: Any, seen: Seen, control: str) -> str:
        """A button that stood there once, in an app that has not noticed; what is said to it."""
        standing = seen.it.data["components"]
        seen.it.data["components"] = _rows(control)
        try:
            pressed = person.clicks(seen.it, control)
            return (await self.waits(lambda: pressed.followups))[0].text
        finally:
            seen.it.data["components"] = standing

    def stands(self, channel: Any) -> list[Seen]:
        return [self._seen(it) for it in self.server.messages(channel) if it.client and not it.flags & 128]

    def message(self, channel: Any, text: str) -> Any:
        """The newest message with this in its text, whoever wrote it."""
        return next(it for it in reversed(self.server.messages(channel)) if text in self.read(it.text))

    def fresh(self, seen: Seen) -> Seen:
        return self._seen(seen.it)

    def _seen(self, message: Any) -> Seen:
        return Seen(message.id, self.read(message.text), tuple(_controls(message.data["components"])), message)

    def labels(self, seen: Seen) -> dict[str, str]:
        """The buttons under a message, by what stands on them."""
        components = seen.it.data["components"]
        return {part["label"]: part["custom_id"] for row in components for part in row["components"]}

    def files(self, channel: Any, behind: int) -> bool:
        """Whether a file of the bot is there, younger than message ``behind``."""
        made = self.history.of("message", channel=channel.id, client=True)
        return any(self.server.world.objects[it.message].data["attachments"] for it in made if it.message > behind)

    def place_of(self, message: Any) -> str:
        return str(message.channel.id)

    @property
    def fetched(self) -> int:
        """How many files of people the bot has fetched."""
        return sum(it.fetched for it in self.server.world.files.values())

    def bells(self, channel: Any) -> int:
        """How many messages of the bot rang."""
        return self.server.notifying(channel)


def _controls(components: Sequence[dict[str, Any]]) -> list[str]:
    return [part["custom_id"] for row in components for part in row["components"]]


def _rows(control: str) -> list[dict[str, Any]]:
    button = {"type": 2, "style": 2, "label": "old", "custom_id": control, "id": 2}
    return [{"type": 1, "id": 1, "components": [button]}]
