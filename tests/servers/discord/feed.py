"""What happens to messages: made, edited, deleted; each change is written down and told to the gateway."""

import re
from dataclasses import dataclass, field
from typing import Any

from tests.servers.discord import payloads
from tests.servers.discord.cdn import Upload
from tests.servers.discord.clock import Clock, born
from tests.servers.discord.world import DM, Channel, Message, Webhook, World

Json = dict[str, Any]


_PASSED_ON = ("type", "content", "embeds", "attachments", "timestamp", "edited_timestamp", "flags", "components")
"""What Discord shows of a message that was forwarded: not who wrote it."""


@dataclass(slots=True)
class Draft:
    """What is to be said. ``allowed`` is Discord's allowed_mentions (None: everything pings).

    ``number``: it has the number of the thread that it begins.
    """

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[Upload] = field(default_factory=list)
    flags: int = 0
    nonce: str = ""
    reply_to: Message | None = None
    forwards: Message | None = None
    allowed: Json | None = None
    kind: int = 0
    webhook: Webhook | None = None
    interaction: Any = None
    at: float | None = None
    client: bool = False
    body: Any = None
    heard: bool = True
    recorded: bool = True
    number: int = 0


def post(world: World, channel: Channel, author: Any, draft: Draft) -> Message:
    """Put a message into a channel. An ephemeral one is only shown to the person, and kept out of the channel."""
    id_ = draft.number or world.snowflake(draft.at)
    data = _data(world, channel, author, draft, id_)
    made = world.add(
        Message(id_, channel, author, data, draft.nonce, draft.client, draft.webhook, draft.interaction),
    )
    data["attachments"] = [world_file.store(world, channel) for world_file in draft.files]
    if not made.ephemeral:
        channel.messages[id_] = made
        channel.last = max(channel.last, id_)
        channel.archived = False
    if draft.recorded:
        record(world, "message", made, draft.body)
    if draft.heard and not made.ephemeral:
        tell(world, "MESSAGE_CREATE", made)
    return made


def edit(
    world: World, message: Message, changes: Json, body: Any = None, *, client: bool, stamped: bool = True
) -> None:
    """Change fields of a message. Without a stamp it is one of Discord's own updates (a link preview)."""
    message.data.update(changes)
    if "content" in changes:
        message.data["mentions"], message.data["mention_roles"], message.data["mention_everyone"] = mentions(
            world, message.channel, message.text, (body or {}).get("allowed_mentions"), message.author, None
        )
    if stamped:
        message.data["edited_timestamp"] = Clock.iso(world.clock.now())
        record(world, "edit", message, body, client=client)
    if not message.ephemeral:
        tell(world, "MESSAGE_UPDATE", message)


def delete(world: World, channel: Channel, messages: list[Message], *, client: bool) -> None:
    """Take messages away: one event, of the bulk kind when there are several."""
    for message in messages:
        message.deleted = True
        channel.messages.pop(message.id, None)
        record(world, "delete", message, client=client)
    shown = [message for message in messages if not message.ephemeral]
    if not shown:
        return
    data: Json = {"channel_id": str(channel.id)}
    if channel.guild:
        data["guild_id"] = str(channel.guild.id)
    if len(shown) == 1:
        world.emit("MESSAGE_DELETE", {**data, "id": str(shown[0].id)}, channel=channel)
    else:
        world.emit("MESSAGE_DELETE_BULK", {**data, "ids": [str(each.id) for each in shown]}, channel=channel)


def typing(world: World, channel: Channel, author: Any, *, client: bool) -> None:
    """Someone began to type."""
    world.history.add("typing", channel=channel.id, author=author.id, client=client)
    data: Json = {"channel_id": str(channel.id), "user_id": str(author.id), "timestamp": int(world.clock.now())}
    if channel.guild:
        data["guild_id"] = str(channel.guild.id)
        data["member"] = payloads.member(channel.guild.members[author.id])
    world.emit("TYPING_START", data, channel=channel)


def react(
    world: World, message: Message, author: Any, emoji: str, *, client: bool, gone: bool = False, burst: bool = False
) -> None:
    """Someone reacted, or took the reaction back. ``emoji`` is one, or a server's own: "<:name:id>", "<a:name:id>".

    ``burst``: a super reaction.
    """
    world.history.add(
        "reaction", channel=message.channel.id, message=message.id, author=author.id, text=emoji, client=client,
        name="removed" if gone else "added",
    )  # fmt: skip
    data: Json = {
        "user_id": str(author.id),
        "channel_id": str(message.channel.id),
        "message_id": str(message.id),
        "emoji": _emoji(emoji),
        "type": int(burst),
        "burst": burst,
    }
    if not gone:
        data |= {"message_author_id": str(message.author.id), "burst_colors": ["#ff0000"] if burst else []}
    if message.channel.guild:
        data["guild_id"] = str(message.channel.guild.id)
        if not gone:
            data["member"] = payloads.member(message.channel.guild.members[author.id])
    world.emit("MESSAGE_REACTION_REMOVE" if gone else "MESSAGE_REACTION_ADD", data, channel=message.channel)


def clear_reactions(world: World, message: Message, emoji: str = "") -> None:
    """A moderator took all reactions off a message, or those of one emoji."""
    data: Json = {"channel_id": str(message.channel.id), "message_id": str(message.id)}
    if message.channel.guild:
        data["guild_id"] = str(message.channel.guild.id)
    if emoji:
        data["emoji"] = _emoji(emoji)
    world.emit(f"MESSAGE_REACTION_REMOVE_{'EMOJI' if emoji else 'ALL'}", data, channel=message.channel)


def _emoji(emoji: str) -> Json:
    """An emoji as the gateway tells it; one that was deleted has no name."""
    own = re.fullmatch(r"<(a?):(.*):(\d+)>", emoji, re.DOTALL)
    if own is None:
        return {"id": None, "name": emoji}
    told: Json = {"id": own[3], "name": own[2] or None}
    return {**told, "animated": True} if own[1] else told


def record(world: World, kind: str, message: Message, body: Any = None, client: bool | None = None) -> None:
    """Write down what people see of a message."""
    world.history.add(
        kind,
        channel=message.channel.id,
        message=message.id,
        author=message.author.id,
        text=message.text,
        client=message.client if client is None else client,
        nonce=message.nonce,
        silent=message.silent,
        webhook=message.webhook is not None,
        ephemeral=message.ephemeral,
        name=message.data["author"]["username"],
        body=body,
    )


def tell(world: World, event: str, message: Message) -> None:
    """Send a message's event; without its content to sessions that may not read it."""
    data = payloads.event(message)
    hidden = None if payloads.is_open(message, world) else payloads.redacted(data)
    world.emit(event, data, channel=message.channel, hidden=hidden)


def _data(world: World, channel: Channel, author: Any, draft: Draft, id_: int) -> Json:
    users, roles, everyone = mentions(world, channel, draft.content, draft.allowed, author, draft.reply_to)
    data: Json = {
        "id": str(id_),
        "channel_id": str(channel.id),
        "type": draft.kind or (19 if draft.reply_to else 0),
        "author": payloads.user(author),
        "content": draft.content,
        "timestamp": Clock.iso(born(id_)),
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "mention_everyone": everyone,
        "mentions": users,
        "mention_roles": roles,
        "attachments": [],
        "embeds": draft.embeds,
        "components": draft.components,
        "flags": draft.flags,
    }
    if draft.reply_to:
        reference = {"type": 0, "message_id": str(draft.reply_to.id), "channel_id": str(channel.id)}
        data["message_reference"] = reference | ({"guild_id": str(channel.guild.id)} if channel.guild else {})
        plain = {key: value for key, value in draft.reply_to.data.items() if key != "referenced_message"}
        data["referenced_message"] = None if draft.reply_to.deleted else plain
    if draft.forwards:
        source = draft.forwards.channel
        reference = {"type": 1, "message_id": str(draft.forwards.id), "channel_id": str(source.id)}
        data["message_reference"] = reference | ({"guild_id": str(source.guild.id)} if source.guild else {})
        data["message_snapshots"] = [{"message": {name: draft.forwards.data[name] for name in _PASSED_ON}}]
    if draft.webhook:
        data["webhook_id"] = str(draft.webhook.id)
        if draft.webhook.application:
            data["application_id"] = str(draft.webhook.application)
    if draft.interaction:
        data |= {"application_id": str(world.application), "webhook_id": str(world.application)}
        data["interaction_metadata"] = draft.interaction.metadata()
    return data


def mentions(
    world: World, channel: Channel, text: str, allowed: Json | None, author: Any, reply_to: Message | None
) -> tuple[list[Json], list[str], bool]:
    """Who is pinged by this text: users, roles, everyone; by the rules of allowed_mentions."""
    rules = {"parse": ["users", "roles", "everyone"], "replied_user": True} if allowed is None else allowed
    parse = rules.get("parse") or []
    users = [id_ for id_ in re.findall(r"<@!?(\d+)>", text) if "users" in parse or id_ in _ids(rules, "users")]
    if reply_to is not None and rules.get("replied_user", False):
        users.append(str(reply_to.author.id))
    found = [world.objects.get(int(id_)) for id_ in dict.fromkeys(users)]
    roles = [id_ for id_ in re.findall(r"<@&(\d+)>", text) if "roles" in parse or id_ in _ids(rules, "roles")]
    everyone = bool(re.search(r"@(everyone|here)\b", text)) and "everyone" in parse and channel.kind != DM
    return [_mentioned(channel, who) for who in found if hasattr(who, "bot")], roles, everyone


def _ids(rules: Json, key: str) -> list[str]:
    return [str(id_) for id_ in rules.get(key) or ()]


def _mentioned(channel: Channel, who: Any) -> Json:
    shown = payloads.user(who)
    member = channel.guild.members.get(who.id) if channel.guild else None
    return {**shown, "member": payloads.member(member, with_user=False)} if member else shown
