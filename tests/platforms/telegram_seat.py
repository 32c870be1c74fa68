"""A person's seat in front of Telegram."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.platforms.seat import Seat, Seen
from tests.servers.history import Entry
from tests.servers.telegram import TelegramServer


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

    def reacts(self, person: Any, message: Any, sign: str, *, gone: bool = False) -> None:
        """A person has this reaction on a message, and no other; or none any more."""
        person.reacts(message, *([] if gone else [sign]))

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

    def message(self, channel: Any, text: str) -> Any:
        """The newest message with this in its text, whoever wrote it."""
        return next(it for it in reversed(self.server.messages(channel)) if text in it.text)

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
