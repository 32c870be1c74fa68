"""A person's seat in front of a platform: the same acts and the same looks on Discord and on Telegram.

The terminal's is in ``terminal_seat``.
"""

import importlib
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.processes.daemon import Daemon, ForkedDaemon
from tests.servers.discord import DiscordServer, Upload, discord_server
from tests.servers.history import Entry, History
from tests.servers.telegram import TelegramServer, telegram_server

PATIENCE = 20.0
_KEPT_A_SIGN = re.compile(r"\\([^a-zA-Z0-9\s])")
_ITSELF = {"settings": "set", "continue": "on"}
"""The part of a Discord command that stands for the command alone."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A message of the bot as it stands now; ``controls`` are its buttons. ``it`` is the server's own."""

    id: int
    text: str
    controls: tuple[str, ...]
    it: Any


@dataclass(frozen=True, slots=True)
class TopicPlace:
    """A topic of a Telegram forum, as a place to talk in."""

    chat: Any
    topic: Any

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def kind(self) -> str:
        return self.chat.kind

    @property
    def title(self) -> str:
        return self.chat.title


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

    def takes_back(self, person: Any, message: Any) -> None:
        """A person takes a message of their own back."""
        person.deletes(message)

    async def uses(self, person: Any, channel: Any, name: str, **options: str) -> str:
        """A command from the menu; what it answers."""
        return (await self.asks(person, channel, name, **options)).text

    async def asks(self, person: Any, channel: Any, name: str, **options: str) -> Seen:
        """A command from the menu, ``name`` with its part; the message that answers it."""
        name, _, part = name.partition(" ")
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
        return lambda: [_read(it.text) for it in used.followups]

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

    def fresh(self, seen: Seen) -> Seen:
        return self._seen(seen.it)

    def _seen(self, message: Any) -> Seen:
        return Seen(message.id, _read(message.text), tuple(_controls(message.data["components"])), message)

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


class TelegramSeat(Seat):
    """In front of Telegram."""

    platform = "telegram"
    called = "mention"
    tells_of_deletions = False
    longest = 4096

    def __init__(self, server: TelegramServer) -> None:
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
            "TELEGRAM__TOKEN": server.token,
            "TELEGRAM__API_URL": server.api_url,
            "TELEGRAM__FILE_URL": server.file_url,
        }

    @property
    def rejected(self) -> list[Entry]:
        """Calls that the platform refused. One change of a message that is gone may be on its way, and no second."""
        refused = [it for it in self.server.rejected if it.method != "getUpdates" and "not modified" not in it.name]
        late: set[tuple[int, int]] = set()
        for it in list(refused):
            message = (it.channel, it.message)
            if "message to edit not found" in it.name and message not in late:
                late.add(message)
                refused.remove(it)
        return refused

    def person(self, name: str, language: str) -> Any:
        return self.server.user(name, language)

    def private(self, person: Any) -> Any:
        return person.private()

    def invites(self, title: str, owner: Any, *members: Any) -> Any:
        """The owner brings the bot into a new group."""
        group = self.server.group(title, [owner, *members], with_bot=False)
        owner.adds_bot(group)
        return group

    def group(self, title: str, owner: Any, *members: Any) -> Any:
        """A forum that the bot has been in for long, and may make topics in."""
        return self.server.group(title, [owner, *members], forum=True, admin=True)

    def part(self, person: Any, channel: Any, title: str) -> Any:
        """A new topic of a forum."""
        return TopicPlace(channel, self.server.topic(channel, title, person))

    def part_named(self, channel: Any, title: str) -> Any:
        """The topic of this name; None where there is none."""
        return next((TopicPlace(channel, it) for it in channel.topics.values() if it.name == title), None)

    def is_private(self, channel: Any) -> bool:
        return channel.kind == "private"

    def says(
        self, person: Any, channel: Any, text: str, *, called: bool = False, file: tuple[str, bytes] | None = None
    ) -> Any:
        if file:
            return person.sends_document(channel, file[1], file[0], caption=text)
        if isinstance(channel, TopicPlace):
            return person.says(channel.chat, text, mention=called, topic=channel.topic)
        return person.says(channel, text, mention=called)

    def edits(self, person: Any, message: Any, text: str) -> None:
        person.edits(message, text)

    def takes_back(self, person: Any, message: Any) -> None:
        """A person takes a message of their own back; only a command tells a bot."""
        person.uses(message.chat, "/undo", reply_to=message)

    async def uses(self, person: Any, channel: Any, name: str, **options: str) -> str:
        """A command from the menu; what it answers."""
        return (await self.asks(person, channel, name, **options)).text

    async def asks(self, person: Any, channel: Any, name: str, **options: str) -> Seen:
        """A command from the menu, ``name`` with its part; the message that answers it."""
        used = person.uses(channel, " ".join((f"/{name}", *options.values())))

        def answer() -> Seen | None:
            """In a forum, what is said in other topics is no answer."""
            behind = (it for it in self.server.messages(used.chat, by_bot=True) if it.id > used.id)
            return next((self._seen(it) for it in behind if not used.chat.is_forum or it.topic == used.topic), None)

        return await self.waits(answer)

    async def orders(self, person: Any, channel: Any, name: str) -> None:
        """A command that need not be answered by words."""
        person.uses(channel, f"/{name}")

    async def presses(self, person: Any, seen: Seen, control: str) -> str:
        """A button; what was said to it ("" when nothing was)."""
        return (await person.taps(seen.it, control).answered()).text

    async def clicks(self, person: Any, seen: Seen, control: str) -> Callable[[], list[str]]:
        """A button; what was said to it so far, besides the messages in the channel."""
        used = await person.taps(seen.it, control).answered()
        return lambda: [used.text]

    async def presses_old(self, person: Any, seen: Seen, control: str) -> str:
        """A button that stood there once, in an app that has not noticed; what is said to it."""
        standing, newest = seen.it.markup, self.stands(seen.it.chat)[-1].id
        seen.it.markup = {"inline_keyboard": [[{"text": "old", "callback_data": control}]]}
        try:  # a line over the chat; what takes long is said in a message
            return await self.presses(person, seen, control) or (await self.reads(seen.it.chat, "", newest)).text
        finally:
            seen.it.markup = standing

    def stands(self, channel: Any) -> list[Seen]:
        if isinstance(channel, TopicPlace):
            found = self.server.messages(channel.chat, by_bot=True)
            return [self._seen(it) for it in found if it.topic == channel.topic.id]
        return [self._seen(it) for it in self.server.messages(channel, by_bot=True)]

    def fresh(self, seen: Seen) -> Seen:
        return self._seen(seen.it)

    def _seen(self, message: Any) -> Seen:
        return Seen(message.id, message.text, tuple(each["callback_data"] for each in message.buttons), message)

    def labels(self, seen: Seen) -> dict[str, str]:
        """The buttons under a message, by what stands on them."""
        return {each["text"]: each["callback_data"] for each in seen.it.buttons}

    def files(self, channel: Any, behind: int) -> bool:
        """Whether a file of the bot is there, younger than message ``behind``."""
        return any(it.media for it in self.server.messages(channel, by_bot=True) if it.id > behind)

    def place_of(self, message: Any) -> str:
        chat = message.chat
        return f"{chat.id}.{message.topic}" if chat.is_forum and message.topic else str(chat.id)

    @property
    def fetched(self) -> int:
        """How many files of people the bot has asked for."""
        return len(self.server.calls("getFile"))

    def bells(self, channel: Any) -> int:
        """How many messages of the bot rang."""
        return len(self.server.notifying(channel))


@asynccontextmanager
async def seat_at(platform: str) -> AsyncIterator[Any]:
    """A seat in front of a platform's test server; for an added one its module ``seat`` opens it."""
    if platform not in ("discord", "telegram"):
        seat = importlib.import_module(f"tests.platforms.{platform}.seat")
        async with seat.opened() as added:
            yield added
        return
    if platform == "discord":
        async with discord_server() as server:
            yield DiscordSeat(server)
    else:
        async with telegram_server() as server:
            yield TelegramSeat(server)


def _read(text: str) -> str:
    """A text as Discord shows it: without the backslashes that only keep a mark from being one."""
    return _KEPT_A_SIGN.sub(r"\1", text)


def _controls(components: Sequence[dict[str, Any]]) -> list[str]:
    return [part["custom_id"] for row in components for part in row["components"]]


def _rows(control: str) -> list[dict[str, Any]]:
    button = {"type": 2, "style": 2, "label": "old", "custom_id": control, "id": 2}
    return [{"type": 1, "id": 1, "components": [button]}]
