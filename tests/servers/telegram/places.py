"""A person, a chat, its topics and its messages."""

import itertools
from dataclasses import dataclass, field
from typing import Any

MEDIA = ("photo", "document", "sticker", "voice", "video_note", "audio", "video")


@dataclass(slots=True, eq=False, kw_only=True)
class Person:
    """``started``: has written to the bot in private. ``blocked``: has stopped it there.
    ``no_voice``: gets no voice messages."""

    id: int
    name: str
    username: str
    language: str = "en"
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    no_voice: bool = False


@dataclass(slots=True, eq=False)
class Topic:
    """A topic of a forum; ``opened`` is the service message that made it."""

    id: int
    name: str
    opened: "Message"


@dataclass(slots=True, eq=False)
class Chat:
    """``kind`` is private, group, supergroup or channel. ``members`` is status by user id. ``draft`` is its id, its
    text and since when it is shown. ``numbers``: 1 is the general topic's. ``linked`` is the group that discusses a
    channel, or the channel that a group discusses. ``keeps_copies``: copies of posts come when they are released.
    """

    id: int
    kind: str
    title: str = ""
    user: Person | None = None
    is_forum: bool = False
    members: dict[int, str] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, "Message"] = field(default_factory=dict)
    migrated_to: "Chat | None" = None
    linked: "Chat | None" = None
    keeps_copies: bool = False
    kept_copies: list["Message"] = field(default_factory=list)
    draft: tuple[int, str, float] | None = None
    numbers: Any = field(default_factory=lambda: itertools.count(2))

    @property
    def now(self) -> "Chat":
        """The chat that people write in today: itself, or what it has become."""
        return self.migrated_to.now if self.migrated_to else self

    def thread(self, topic: Topic | int | None, reply_to: "Message | None") -> int | None:
        """The thread a new message belongs to: its topic, that of what it answers, or in a supergroup the chain of
        answers it is part of. The general topic has none.
        """
        if topic is not None:
            return topic.id if isinstance(topic, Topic) else topic
        if reply_to is None or self.kind != "supergroup":
            return None
        return reply_to.topic or (None if self.is_forum else reply_to.id)


@dataclass(slots=True, eq=False)
class Message:
    """``text`` is the caption where there is ``media`` (one of Telegram's fields, as it goes over the wire).

    ``copy_of`` is the post of a channel that Telegram copied here; ``beside`` what it answers in another chat.
    """

    chat: Chat
    sender: Person | None
    text: str = ""
    entities: list[dict[str, Any]] = field(default_factory=list)
    media: dict[str, Any] = field(default_factory=dict)
    service: dict[str, Any] = field(default_factory=dict)
    markup: dict[str, Any] | None = None
    asks: str | None = None
    reply_to: "Message | None" = None
    copy_of: "Message | None" = None
    beside: "Message | None" = None
    topic: int | None = None
    silent: bool = False
    previews: bool = True
    opens_topic: bool = False
    id: int = 0
    date: int = 0
    edited: int = 0
    deleted: bool = False
    reactions: dict[int, list[dict[str, Any]]] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """``text``, or what is sent: photo, document, sticker, voice."""
        return next((name for name in MEDIA if name in self.media), "text")

    @property
    def by_bot(self) -> bool:
        """Whether a bot wrote it (any bot)."""
        return self.sender is not None and self.sender.is_bot

    @property
    def buttons(self) -> list[dict[str, Any]]:
        """The buttons under it, row after row."""
        return [button for row in (self.markup or {}).get("inline_keyboard", ()) for button in row]

    def marked(self, kind: str) -> list[str]:
        """The pieces of its text that carry an entity of this kind."""
        wide = self.text.encode("utf-16-le")
        return [
            wide[2 * entity["offset"] : 2 * (entity["offset"] + entity["length"])].decode("utf-16-le", "replace")
            for entity in self.entities
            if entity["type"] == kind
        ]
