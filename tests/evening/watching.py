"""What the test servers show to people, noted on a tape each time it changes."""

import mimetypes
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.evening import markup
from tests.evening.tape import Face, File, Kind, Look, Shot, Tape
from tests.servers.discord import Channel, DiscordServer
from tests.servers.discord import Message as DiscordMessage
from tests.servers.history import Entry
from tests.servers.telegram.places import Chat
from tests.servers.telegram.places import Message as TelegramMessage
from tests.servers.telegram.server import TelegramServer

_SHOWN = ("message", "edit", "delete")
_LOADING = 128


@dataclass
class DiscordEyes:
    """In front of Discord. ``titles`` are the names of channels."""

    server: DiscordServer
    tape: Tape
    titles: dict[int, str] = field(default_factory=dict[int, str])

    def __post_init__(self) -> None:
        self.server.history.listeners.append(self._sees)

    def title(self, channel: Channel) -> str:
        """What a channel is called."""
        if channel.recipient is not None:
            return f"{channel.recipient.name} ↔ {self.server.bot.name}"
        above = f"#{channel.parent.name} › " if channel.parent else ""
        return f"{channel.guild.name if channel.guild else ''} · {above}#{channel.name}"

    def _sees(self, entry: Entry) -> None:
        if entry.kind == "answer" and entry.name == "failed":
            channel = self.server.world.places[entry.channel]
            self.tape.aside(Kind.BROKEN, self.title(channel), "The application did not respond")
        if entry.kind not in _SHOWN:
            return
        it = self.server.world.objects.get(entry.message)
        if isinstance(it, DiscordMessage) and not it.flags & _LOADING:
            self.tape.message(self._shot(entry, it))

    def _shot(self, entry: Entry, it: DiscordMessage) -> Shot:
        only = it.interaction.user.name if it.ephemeral and it.interaction else ""
        return Shot(
            Kind.MESSAGE, 0, 0, self.title(it.channel), self._face(it), str(it.id), self._look(it), only,
            silent=it.silent, gone=entry.kind == "delete",
        )  # fmt: skip

    def _face(self, it: DiscordMessage) -> Face:
        author = it.data["author"]
        picture = self.server.world.avatars.get(author["avatar"] or "", b"")
        return Face(author["username"], picture, it.client)

    def _look(self, it: DiscordMessage) -> Look:
        files = tuple(self._file(each) for each in it.data["attachments"])
        rows = tuple(tuple(_label(part) for part in row.get("components", ())) for row in it.data["components"])
        body = markup.discord(it.text, self._named)
        return Look(body, rows, files, self._quote(it))

    def _file(self, each: Mapping[str, Any]) -> File:
        return File(each["filename"], each["content_type"], self.server.world.files[int(each["id"])].data)

    def _quote(self, it: DiscordMessage) -> str:
        if it.interaction and it.data["type"] == 20:
            return ""
        above = it.data.get("referenced_message")
        if not above:
            return ""
        return f"{markup.plain(above['author']['username'])}: {markup.discord(above['content'], self._named)}"

    def _named(self, thing: str) -> str:
        """The name of what a text mentions."""
        if thing.startswith("/"):
            return thing.rpartition(":")[0]
        number = thing.strip("@!&#")
        found = self.server.world.objects.get(int(number)) or self.server.world.places.get(int(number))
        return f"{'#' if thing.startswith('#') else '@'}{getattr(found, 'name', number)}"


def _label(part: Mapping[str, Any]) -> str:
    emoji = (part.get("emoji") or {}).get("name") or ""
    label = part.get("label") or part.get("placeholder") or ""
    if options := part.get("options"):
        label = f"{label} ▾ ({' | '.join(it['label'] for it in options)})"
    return f"{emoji} {label}".strip()


@dataclass
class TelegramEyes:
    """In front of Telegram."""

    server: TelegramServer
    tape: Tape

    def __post_init__(self) -> None:
        self.server.history.listeners.append(self._sees)

    def title(self, chat: Chat) -> str:
        """What a chat is called."""
        return f"{chat.user.name} ↔ {self.server.bot.name}" if chat.user else chat.title

    def _sees(self, entry: Entry) -> None:
        if entry.kind == "answer" and (told := entry.text or self.server.taps[entry.name].url):
            tap = self.server.taps[entry.name]
            self.tape.aside(Kind.TOAST, self.title(tap.message.chat), markup.plain(told), tap.user.name)
        if entry.kind not in _SHOWN:
            return
        chat = self.server.chats.get(entry.channel)
        it = chat.messages.get(entry.message) if chat else None
        if it is not None and chat is not None and not it.service:
            self.tape.message(self._shot(entry, it, chat))

    def _shot(self, entry: Entry, it: TelegramMessage, chat: Chat) -> Shot:
        face = Face(it.sender.name if it.sender else "", bot=it.by_bot)
        return Shot(
            Kind.MESSAGE, 0, 0, self.title(chat), face, str(it.id), self._look(it), silent=it.silent, gone=it.deleted
        )

    def _look(self, it: TelegramMessage) -> Look:
        rows = tuple(tuple(str(each["text"]) for each in row) for row in (it.markup or {}).get("inline_keyboard", ()))
        if it.asks is not None:
            rows = (*rows, (f"⌨ {it.asks or '…'}",))
        above = it.reply_to
        quote = ""
        if above is not None and not above.service:
            name = above.sender.name if above.sender else ""
            quote = f"{markup.plain(name)}: {markup.telegram(above.text, above.entities)}"
        return Look(markup.telegram(it.text, it.entities), rows, tuple(self._files(it)), quote)

    def _files(self, it: TelegramMessage) -> Iterable[File]:
        for kind in ("photo", "document"):
            if kind not in it.media:
                continue
            media = it.media[kind][-1] if kind == "photo" else it.media[kind]
            stored = self.server.files.stored[media["file_id"]]
            name = stored.name or f"{kind}.jpg"
            guessed = "image/png" if stored.data.startswith(b"\x89PNG") else mimetypes.guess_type(name)[0]
            yield File(name, guessed or "application/octet-stream", stored.data)
