"""What Discord's objects mean in our words. Nothing is called here, and no clock is read."""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import discord

from bot.commands.framework.abilities import AccessRole
from bot.discord.readers import audience_of, is_age_restricted
from bot.routing import Author
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.incoming import Forward, Incoming, IncomingKind, Origin, ReactionChange
from engine.values.chats.places import Address

PLATFORM: Final = "discord"

_SPOKEN: Final = (discord.MessageType.default, discord.MessageType.reply)
_TOKEN: Final = re.compile(r"<(?:(@!?|@&|#)(\d+)|a?:(\w+):\d+|(/[^:>]+):\d+)>")
_LEADING: Final = re.compile(r"^[\s,，、:：]+")
_SPACES: Final = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")


@dataclass(frozen=True, slots=True)
class Own:
    """What is ours there: the bot's user, its application, and the webhooks that speak for characters."""

    user: int
    application: int
    webhooks: Container[int]


def author_of(message: discord.Message, own: Own) -> Author:
    """Who wrote a message."""
    hook, application = message.webhook_id, message.application_id
    return Author(
        own=message.author.id == own.user
        or (hook or 0) in own.webhooks
        or (hook is not None and application == own.application),
        bot=message.author.bot,
        webhook=hook is not None,
        application=str(application or ""),
    )


def is_spoken(message: discord.Message) -> bool:
    """Whether somebody said it: not a join, a pin or a call."""
    return message.type in _SPOKEN


def address_of(channel: Any, guild_id: int | None) -> Address:
    """A place in Discord's own names. A thread is a channel of its own in the space of its parent."""
    space = str(guild_id) if guild_id else f"dm-{channel.id}"
    return Address(PLATFORM, space, str(channel.id), private=guild_id is None)


def guild_id_of(channel: Any, guild: Any) -> int | None:
    """The server a channel is in, also while the server itself is not known yet; None in a DM."""
    if guild is not None:
        return guild.id
    return getattr(channel, "guild_id", None) or getattr(getattr(channel, "guild", None), "id", None)


def place(channel: Any, guild: Any, person: str, name: str) -> Origin:
    """Where ``person`` is, with the titles that people know the place by."""
    at = address_of(channel, guild_id_of(channel, guild))
    title = getattr(channel, "name", None)
    return Origin(
        platform=PLATFORM,
        space=at.space,
        channel=at.channel,
        person=person,
        person_name=name,
        space_title=name if at.private else getattr(guild, "name", "") or "",
        channel_title=f"#{title}" if title else "",
        private=at.private,
        audience=None if at.private else audience_of(channel),
        age_restricted=not at.private and is_age_restricted(channel),
    )


def link_to(at: Address | Origin, message: str) -> str:
    """The address of a message in a channel."""
    place = message if "/" in message else f"{at.channel}/{message}"  # a name in a forum holds its thread
    return f"https://discord.com/channels/{'@me' if at.private else at.space}/{place}"


def somebody(at: Address, person: str = "") -> Origin:
    """A person of whom nothing but the place is known, and perhaps the number."""
    return Origin(PLATFORM, at.space, at.channel, person, "", private=at.private)


def origin_of(message: discord.Message) -> Origin:
    """Who wrote a message where. A proxy's webhook speaks for people of its own, whom it tells apart by name alone.

    Anybody may take any name elsewhere, so a name counts within its webhook, which is one channel's.
    """
    name, hook = message.author.display_name, message.webhook_id
    if hook is None:
        return place(message.channel, message.guild, str(message.author.id), name)
    person = f"proxy-{message.application_id}-{hook}-{message.author.name}"
    return replace(place(message.channel, message.guild, person, name), through=str(hook))


def access_roles(permissions: discord.Permissions | None, *, private: bool) -> frozenset[AccessRole]:
    """What somebody is in a place, by what they may do there."""
    here = {AccessRole.MEMBER, AccessRole.PLAYER}
    if private:
        here.add(AccessRole.DM)
    elif permissions is not None and (permissions.administrator or permissions.manage_guild):
        here.add(AccessRole.ADMIN)
    return frozenset(here)


def access_roles_of(message: discord.Message) -> frozenset[AccessRole]:
    """The same for the author of a message."""
    author, private = message.author, guild_id_of(message.channel, message.guild) is None
    return access_roles(author.guild_permissions if isinstance(author, discord.Member) else None, private=private)


def roles_of(author: discord.abc.User) -> frozenset[str]:
    """The roles that somebody has in the server they are in, by Discord's numbers; everybody's own is the server's."""
    return frozenset(str(role.id) for role in author.roles) if isinstance(author, discord.Member) else frozenset()


def is_addressed(message: discord.Message, own: Own) -> bool:
    """Whether it is said to the bot: in a DM, by its name or its role, or in reply to one of its messages."""
    if guild_id_of(message.channel, message.guild) is None or own.user in message.raw_mentions:
        return True
    if any(user.id == own.user for user in message.mentions):
        return True
    if any(_is_own_role(message.guild, role, own) for role in message.raw_role_mentions):
        return True
    replied = message.reference.resolved if message.reference and not message.message_snapshots else None
    return isinstance(replied, discord.Message) and author_of(replied, own).own


def text_of(message: discord.Message, own: Own) -> str:
    """What was said, without the bot's own mention; others, emoji and stickers by their names."""
    told = _TOKEN.sub(lambda found: _named(found, message, own), message.content)
    if told != message.content:
        told = _SPACES.sub(" ", _LEADING.sub("", told) if message.content.startswith("<@") else told).strip()
    return "\n".join(part for part in (told, _stickers(message.stickers)) if part)


def _stickers(stickers: Iterable[discord.StickerItem]) -> str:
    return " ".join(f":{sticker.name}:" for sticker in stickers)


def forward_of(message: discord.Message, own: Own) -> Forward | None:
    """What a message passes on; None where it says only something of its own. Discord does not tell who said it."""
    told: list[str] = []
    for it in message.message_snapshots:
        words = _TOKEN.sub(lambda found: _named(found, message, own), it.content)
        told += [part for part in (words, _stickers(it.stickers)) if part]
    return Forward("\n".join(told), _source_of(message)) if message.message_snapshots else None


def _source_of(message: discord.Message) -> ForwardOrigin:
    """The channel a message was forwarded from; without its name where not everybody in this server can read it."""
    guild = message.guild
    source = guild.get_channel_or_thread(message.reference.channel_id) if guild and message.reference else None
    if guild is None or source is None or not source.permissions_for(guild.default_role).view_channel:
        return ForwardOrigin()
    return ForwardOrigin(chat=f"#{source.name}")


def attachments_of(message: discord.Message) -> list[discord.Attachment]:
    """The files of a message, and of what it passes on."""
    return [*message.attachments, *(file for it in message.message_snapshots for file in it.attachments)]


def _named(found: re.Match[str], message: discord.Message, own: Own) -> str:
    sign, number, emoji, command = found.groups()
    if emoji or command:
        return f":{emoji}:" if emoji else str(command)
    return _mentioned(sign, int(number), message, own) if number else found[0]


def _mentioned(sign: str, number: int, message: discord.Message, own: Own) -> str:
    guild = message.guild
    if sign == "#":
        channel = guild.get_channel_or_thread(number) if guild else None
        return f"#{channel.name}" if channel else f"#{number}"
    if sign == "@&":
        role = guild.get_role(number) if guild else None
        return "" if _is_own_role(guild, number, own) else f"@{role.name if role else number}"
    if number == own.user:
        return ""
    name = next((user.display_name for user in message.mentions if user.id == number), str(number))
    return f"@{name}"


def _is_own_role(guild: discord.Guild | None, number: int, own: Own) -> bool:
    role = guild.get_role(number) if guild else None
    return role is not None and role.tags is not None and role.tags.bot_id == own.user


def said(message: discord.Message, own: Own) -> Incoming:
    """A message, without its files."""
    return Incoming(
        origin=origin_of(message),
        external=str(message.id),
        text=text_of(message, own),
        sent_at=message.created_at,
        position=message.id,
        addressed=is_addressed(message, own),
        replied=_replied(message),
        forward=forward_of(message, own),
    )


def edited(message: discord.Message, own: Own, at: datetime) -> Incoming:
    """The new text of a message, since ``at``."""
    return Incoming(
        origin=origin_of(message),
        external=f"{message.id}@{at.isoformat()}",
        text=text_of(message, own),
        sent_at=at,
        position=message.id,
        kind=IncomingKind.EDIT,
        target=str(message.id),
        addressed=is_addressed(message, own),
        replied=_replied(message),
        forward=forward_of(message, own),
    )


def deleted(origin: Origin, message: int, at: datetime) -> Incoming:
    """A message that is gone; Discord does not say who took it away."""
    return Incoming(
        origin=origin,
        external=f"{message}!",
        text="",
        sent_at=at,
        position=message,
        kind=IncomingKind.DELETE,
        target=str(message),
    )


def reacted(origin: Origin, payload: discord.RawReactionActionEvent, at: datetime, *, put: bool) -> Incoming:
    """A reaction that somebody put on a message, or took away; Discord does not say when."""
    sign = (sign_of(payload.emoji),)
    return _reaction(origin, payload.message_id, ReactionChange(put=sign) if put else ReactionChange(taken=sign), at)


def reactions_gone(origin: Origin, message: int, sign: str, at: datetime) -> Incoming:
    """A moderator took everybody's reactions off a message: those of one kind, or without a ``sign`` all."""
    return _reaction(origin, message, ReactionChange(taken=(sign,) if sign else (), whole=not sign), at)


def sign_of(emoji: discord.PartialEmoji) -> str:
    """A reaction in our words: an emoji, or a server's own by its name. One that was deleted has none any more."""
    return emoji.name if emoji.is_unicode_emoji() else f":{emoji.name or ''}:"


def _reaction(origin: Origin, message: int, change: ReactionChange, at: datetime) -> Incoming:
    return Incoming(
        origin=origin,
        external=f"{message}+{origin.person}@{at.isoformat()}",
        text="",
        sent_at=at,
        position=message,
        kind=IncomingKind.REACTION,
        target=str(message),
        reaction=change,
    )


def used(
    interaction: discord.Interaction, kind: IncomingKind, text: str, target: str = "", replied: str = ""
) -> Incoming:
    """A command or a button. ``replied`` is the message that a command is about."""
    user = interaction.user
    return Incoming(
        origin=place(_channel_of(interaction), interaction.guild, str(user.id), user.display_name),
        external=str(interaction.id),
        text=text,
        sent_at=interaction.created_at,
        position=interaction.id,
        kind=kind,
        target=target,
        replied=replied,
    )


def _channel_of(interaction: discord.Interaction) -> Any:
    """The channel; where it is not known, at least its id and its server."""
    if interaction.channel is not None:
        return interaction.channel
    return _Unknown(interaction.channel_id or 0, interaction.guild_id)


@dataclass(frozen=True, slots=True)
class _Unknown:
    id: int
    guild_id: int | None


def _replied(message: discord.Message) -> str:
    reference = message.reference
    return str(reference.message_id) if reference and reference.message_id and message.type is _SPOKEN[1] else ""


def own_webhook(data: dict[str, Any], own: Own) -> bool:
    """Whether a raw message was said by us: it need not be read."""
    hook = int(data.get("webhook_id") or 0)
    if hook:
        return hook in own.webhooks or hook == own.application
    return int((data.get("author") or {}).get("id") or 0) == own.user


def readable(guild: discord.Guild) -> Iterator[Any]:
    """Every channel and thread of a server where words are spoken and the bot may read."""
    for channel in (*guild.text_channels, *guild.voice_channels, *guild.stage_channels, *guild.threads):
        if not isinstance(channel, discord.Thread) or channel.parent is not None:
            may = channel.permissions_for(guild.me)
            if may.view_channel and may.read_message_history:
                yield channel
