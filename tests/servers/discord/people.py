"""Scripted people: what they say and what they press. Everything happens at once; nothing here has to be awaited."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from tests.servers.discord import feed, payloads
from tests.servers.discord.cdn import Upload, upload
from tests.servers.discord.interactions import COMMAND, COMPLETION, COMPONENT, MODAL, Interaction
from tests.servers.discord.rest_guilds import begin_post, begin_thread
from tests.servers.discord.using import command, command_data, control, modal_data, picked
from tests.servers.discord.world import DM, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Message, World

Json = dict[str, Any]


class Speaker:
    """Someone who writes. Who may not speak in a channel gets PermissionError."""

    def __init__(self, world: World, name: str, bot: bool = False, locale: str = "en-US") -> None:
        self.id = world.snowflake()
        self.name = name
        self.bot = bot
        self.locale = locale
        self.avatar: str | None = None
        self.dms_open = True
        self.world = world
        world.add(self)

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def says(
        self, channel: Channel, text: str = "", *, reply_to: Message | None = None, mentions: Iterable[Any] = (),
        files: Sequence[Any] = (), ping: bool = True, **more: Any,
    ) -> Message:  # fmt: skip
        """Write a message. ``mentions`` are put before the text when it does not name them; ``files`` are Uploads or
        (name, bytes); ``ping``: whether a reply pings. More: ``at`` (seconds since 1970), ``nonce``, ``silent``,
        ``heard=False`` (in the history only, no event).
        """
        self._must_see(channel)
        named = " ".join(who.mention for who in mentions if who.mention not in text)
        flags = 4096 if more.pop("silent", False) else 0
        flags |= 8192 if any(isinstance(each, Upload) and each.seconds for each in files) else 0
        allowed = None if ping else {"parse": ["users", "roles", "everyone"], "replied_user": False}
        draft = feed.Draft(
            f"{named} {text}".strip() if named else text,
            files=[upload(each) for each in files], flags=flags, reply_to=reply_to, allowed=allowed, **more,
        )  # fmt: skip
        return feed.post(self.world, channel, self, draft)

    def forwards(self, channel: Channel, message: Message) -> Message:
        """Pass on a message of anywhere."""
        self._must_see(channel)
        return feed.post(self.world, channel, self, feed.Draft(forwards=message))

    def edits(self, message: Message, text: str) -> None:
        self._must_own(message)
        feed.edit(self.world, message, {"content": text}, client=False)

    def previews(self, message: Message, url: str = "https://example.com/") -> None:
        """Discord adds a link preview: an update with the same text, not stamped as edited."""
        embed = {"type": "link", "url": url, "title": "Example", "description": "A page"}
        feed.edit(self.world, message, {"embeds": [embed]}, client=False, stamped=False)

    def deletes(self, *messages: Message) -> None:
        """Delete; several at once are one bulk event."""
        feed.delete(self.world, messages[0].channel, list(messages), client=False)

    def reacts(self, message: Message, emoji: str, gone: bool = False, burst: bool = False) -> None:
        """React, or take it back; ``burst`` is a super reaction."""
        feed.react(self.world, message, self, emoji, client=False, gone=gone, burst=burst)

    def clears(self, message: Message, emoji: str = "") -> None:
        """As a moderator: take everybody's reactions off a message, or those of one emoji."""
        feed.clear_reactions(self.world, message, emoji)

    def starts_typing(self, channel: Channel) -> None:
        feed.typing(self.world, channel, self, client=False)

    def dm(self) -> Channel:
        """The conversation with the bot."""
        return self.world.direct(self)

    def threads(self, where: Channel | Message, name: str, private: bool = False) -> Channel:
        """Open a thread in a channel, or from a message."""
        message = where if isinstance(where, Message) else None
        parent = where.channel if isinstance(where, Message) else where
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        return begin_thread(self.world, parent, name, self, message, kind)

    def posts(self, forum: Channel, title: str, text: str) -> Message:
        """Open a thread of a forum with its first message."""
        self._must_see(forum)
        return begin_post(self.world, forum, title, self, feed.Draft(text))

    def _must_see(self, channel: Channel) -> None:
        if channel.kind == DM and channel.recipient is self:
            return
        if not self.world.may(self, channel, "send_messages"):
            raise PermissionError(f"{self.name} cannot write in {channel.name or 'this conversation'}")

    def _must_own(self, message: Message) -> None:
        if message.author is not self:
            raise PermissionError(f"{self.name} did not write this")


class User(Speaker):
    """Someone who also uses commands and controls. Each use is an Interaction, which can be awaited for its answer."""

    def uses(self, channel: Channel, name: str, sub: str | None = None, **options: Any) -> Interaction:
        """A slash command; ``sub`` is "sub" or "group sub". Options by their names: text, numbers, users, channels,
        roles, files. LookupError when it is not registered, ValueError when the app would not send it.
        """
        data = command_data(self.world, channel, command(self.world, channel, name), sub, options)
        return self._does(COMMAND, channel, data)

    def uses_on(self, message: Message, name: str) -> Interaction:
        """A command of a message's menu."""
        declared = command(self.world, message.channel, name, 3)
        data = {"id": declared["id"], "name": name, "type": 3, "target_id": str(message.id)}
        return self._does(COMMAND, message.channel, {**data, "resolved": {"messages": {str(message.id): message.data}}})

    def completes(
        self, channel: Channel, name: str, option: str, typed: Any = "", sub: str | None = None, **others: Any
    ) -> Interaction:
        """Type into an option; ``choices`` of the interaction are what is offered."""
        declared = command(self.world, channel, name)
        data = command_data(self.world, channel, declared, sub, {**others, option: typed}, focused=option)
        return self._does(COMPLETION, channel, data)

    def clicks(self, message: Message, custom_id: str) -> Interaction:
        """Press a button."""
        part = control(message, custom_id)
        data = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
        return self._does(COMPONENT, message.channel, data, message)

    def picks(self, message: Message, custom_id: str, values: Iterable[Any]) -> Interaction:
        """Choose from a menu: values of its options, or people, roles and channels."""
        part = control(message, custom_id)
        chosen = picked(self.world, message.channel, part, list(values))
        data = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"], **chosen}
        return self._does(COMPONENT, message.channel, data, message)

    def submits(self, interaction: Interaction, fields: dict[str, Any]) -> Interaction:
        """Fill in the form an interaction was answered with; fields by custom id."""
        if interaction.modal is None:
            raise LookupError("there is no form to fill in")
        data = modal_data(interaction.modal, fields)
        return self._does(MODAL, interaction.channel, data, interaction.source)

    def _does(self, kind: int, channel: Channel, data: Json, source: Message | None = None) -> Interaction:
        if not self.world.may(self, channel, "view_channel"):
            raise PermissionError(f"{self.name} is not here")
        if source is not None and source.deleted and kind != MODAL:  # an open form outlives the message it came from
            raise LookupError("the message is gone")
        done = Interaction(self.world, kind, self, channel, data, source)
        asyncio.get_running_loop().call_later(self.world.answer_seconds, done.give_up)
        self.world.emit("INTERACTION_CREATE", done.payload(), channel=channel)
        return done


def joins(world: World, guild: Any, member: Any) -> None:
    """Tell of a new member."""
    world.emit("GUILD_MEMBER_ADD", {**payloads.member(member), "guild_id": str(guild.id)}, guild=guild)
