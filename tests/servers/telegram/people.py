"""People as the tests play them: what they write, send, tap and take back."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Self

from tests.servers.telegram import payloads
from tests.servers.telegram.members import Member
from tests.servers.telegram.places import Chat, Message, Person, Topic
from tests.servers.telegram.texts import Entities, marked, units

LONGEST = 4096


@dataclass(slots=True, eq=False)
class Tap:
    """A pressed button. ``text``, ``alert`` and ``url`` are what the bot answered with."""

    id: str
    user: Person
    message: Message
    data: str
    at: float
    text: str = ""
    alert: bool = False
    url: str = ""
    count: int = 0
    _done: asyncio.Event = field(default_factory=asyncio.Event)

    async def answered(self, seconds: float = 20) -> Self:
        """Wait until the bot has answered, so that the button stops spinning."""
        async with asyncio.timeout(seconds):
            await self._done.wait()
        return self

    def end(self, text: str, alert: bool, url: str) -> None:
        """The bot's answer has come."""
        self.text, self.alert, self.url = text, alert, url
        self.count += 1
        self._done.set()


@dataclass(slots=True, eq=False)
class User(Member):
    """A person who chats. All of it is synchronous; a group that has migrated is followed to its new place."""

    def says(
        self,
        chat: Chat,
        text: str,
        reply_to: Message | None = None,
        topic: Topic | int | None = None,
        mention: bool = False,
        entities: Entities | None = None,
    ) -> Message:
        """Write. ``mention`` puts the bot's name in front. Commands, mentions and links are marked when no entities
        are given. Raises ValueError for a text that people's clients would split.
        """
        text = f"@{self.world.bot.username} {text}" if mention else text
        if units(text) > LONGEST:
            raise ValueError("clients split texts above 4096 units: write the parts")
        found = marked(text) if entities is None else entities
        return self._post(chat, text, reply_to, topic, entities=found)

    def uses(
        self, chat: Chat, command: str, reply_to: Message | None = None, topic: Topic | int | None = None
    ) -> Message:
        """Write a command: ``/undo 2``."""
        return self.says(chat, command, reply_to, topic)

    def edits(self, message: Message, text: str) -> None:
        """Change an own message."""
        message.text, message.entities = text, marked(text)
        message.edited = int(self.world.now())
        self.world.saw("edit", message)
        self.world.report(message, "edited_message")
        self.world.recopies(message)

    def forwards(self, chat: Chat, text: str, source: dict[str, Any] | None = None, **more: Any) -> Message:
        """Pass on what was said elsewhere: by ``source`` as Telegram tells it, else by somebody called Bob. ``more``:
        ``media`` of it.
        """
        told = source or {"type": "hidden_user", "sender_user_name": "Bob"}
        service = {"forward_origin": {"date": int(self.world.now()), **told}}
        return self._post(chat, text, entities=marked(text), service=service, **more)

    def deletes(self, message: Message) -> None:
        """Take an own message back: bots are never told."""
        message.deleted = True
        self.world.saw("delete", message)

    def sends_photo(self, chat: Chat, data: bytes, caption: str = "", **more: Any) -> Message:
        """Send a picture, which loses its metadata. ``more`` as in ``sends_document``."""
        return self._send(chat, self.world.files.photo(data), caption, **more)

    def sends_document(
        self, chat: Chat, data: bytes, filename: str, mime: str = "", caption: str = "", size: int = 0, **more: Any
    ) -> Message:
        """Send a file as it is. ``size`` says it is larger. ``more``: ``reply_to``, ``topic``, ``album``."""
        return self._send(chat, self.world.files.document(data, filename, mime, size), caption, **more)

    def sends_sticker(self, chat: Chat, emoji: str = "🙂", **more: Any) -> Message:
        """Send a sticker."""
        stored = self.world.files.add("sticker", b"RIFF\x00\x00\x00\x00WEBP", "sticker.webp")
        shape = {"type": "regular", "width": 512, "height": 512, "is_animated": False, "is_video": False}
        return self._send(chat, {"sticker": {**stored.as_json(), **shape, "emoji": emoji}}, "", **more)

    def sends_voice(self, chat: Chat, data: bytes = b"OggS", seconds: int = 3, **more: Any) -> Message:
        """Send a voice message."""
        stored = self.world.files.add("voice", data, "voice.oga")
        media = {"voice": {**stored.as_json(), "duration": seconds, "mime_type": "audio/ogg"}}
        return self._send(chat, media, "", **more)

    def sends_video_note(self, chat: Chat, data: bytes = b"mp4", seconds: int = 3, **more: Any) -> Message:
        """Send a round video, which has no name, no kind and no caption."""
        stored = self.world.files.add("video_note", data, "note.mp4")
        return self._send(chat, {"video_note": {**stored.as_json(), "duration": seconds, "length": 240}}, "", **more)

    def sends_audio(
        self, chat: Chat, data: bytes, filename: str = "", seconds: int = 3, caption: str = "", **more: Any
    ) -> Message:
        """Send music, or any recording."""
        stored = self.world.files.add("music", data, filename or "song.mp3")
        named = {"file_name": filename} if filename else {}
        media = {"audio": {**stored.as_json(), "duration": seconds, "mime_type": "audio/mpeg", **named}}
        return self._send(chat, media, caption, **more)

    def sends_video(self, chat: Chat, data: bytes, filename: str = "", caption: str = "", **more: Any) -> Message:
        """Send a film."""
        stored = self.world.files.add("video", data, filename or "video.mp4")
        named = {"file_name": filename} if filename else {}
        shape = {"width": 320, "height": 240, "duration": 5, "mime_type": "video/mp4"}
        return self._send(chat, {"video": {**stored.as_json(), **shape, **named}}, caption, **more)

    def taps(self, message: Message, button: str) -> Tap:
        """Press the button with this data or this text. Raises ValueError when it does not stand there."""
        found = [one for one in message.buttons if button in (one.get("callback_data"), one["text"])]
        if message.deleted or not found or "callback_data" not in found[0]:
            raise ValueError(f"no such button to press: {button}")
        number = f"{self.id}{self.world.number('tap'):06d}"
        tap = Tap(number, self, message, found[0]["callback_data"], self.world.now())
        self.world.taps[tap.id] = tap
        self.world.updates.add("callback_query", payloads.of_tap(tap))
        return tap

    def reacts(self, message: Message, *emojis: str, anonymous: Chat | None = None) -> None:
        """Have these reactions on a message from now on. "custom:5" is one that somebody drew, "paid" a paid one.

        ``anonymous``: it is this chat that reacts, as of an administrator whom nobody sees, or a channel.
        """
        new = [_reaction(it) for it in emojis]
        old = message.reactions.get(self.id, [])
        message.reactions[self.id] = new
        chat = message.chat
        if chat.kind == "private" or chat.members.get(self.world.bot.id) == "administrator":
            who = {"actor_chat": payloads.of_chat(anonymous)} if anonymous else {"user": payloads.of_user(self)}
            change = {"date": int(self.world.now()), "old_reaction": old, "new_reaction": new}
            place = {"chat": payloads.of_chat(chat), "message_id": message.id}
            self.world.updates.add("message_reaction", place | who | change)

    def _send(self, chat: Chat, media: dict[str, Any], caption: str, **more: Any) -> Message:
        album = more.pop("album", "")
        fields = {"media_group_id": album} if album else {}
        return self._post(chat, caption, media=media | fields, entities=marked(caption), **more)

    def _post(
        self,
        chat: Chat,
        text: str,
        reply_to: Message | None = None,
        topic: Topic | int | None = None,
        **fields: Any,
    ) -> Message:
        chat = chat.now
        if chat.kind == "private":
            if chat.user is not self or self.blocked:
                raise ValueError("only who owns a private chat writes there, and not while the bot is blocked")
            self.started = True
        chat.members.setdefault(self.id, "member")
        message = Message(chat, self, text, reply_to=reply_to, topic=chat.thread(topic, reply_to), **fields)
        self.world.put(message)
        self.world.report(message)
        return message


def _reaction(emoji: str) -> dict[str, Any]:
    """A reaction as the Bot API tells it."""
    kind, _, number = emoji.partition(":")
    if kind == "paid":
        return {"type": "paid"}
    return {"type": "custom_emoji", "custom_emoji_id": number} if number else {"type": "emoji", "emoji": emoji}
