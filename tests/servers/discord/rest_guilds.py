"""REST: the bot itself, guilds, members, roles, channels and threads."""

from dataclasses import replace
from typing import Any

from tests.servers.discord import feed, payloads
from tests.servers.discord.checks import draft
from tests.servers.discord.rest import Call, Refusal, Route, invalid
from tests.servers.discord.world import PRIVATE_THREAD, PUBLIC_THREAD, Channel, Guild, Message, World

Json = dict[str, Any]


def gateway(call: Call) -> Any:
    limit = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
    return {"url": call.world.gateway_url, "shards": call.world.shards, "session_start_limit": limit}


def me(call: Call) -> Any:
    return payloads.me(call.world)


def application(call: Call) -> Any:
    return payloads.application(call.world)


def user(call: Call) -> Any:
    return payloads.user(_person(call))


def _person(call: Call) -> Any:
    found = call.world.objects.get(int(call.ids["user"]) if call.ids["user"].isdigit() else 0)
    if found is None or not hasattr(found, "dms_open"):
        raise Refusal(404, 10013, "Unknown User")
    return found


def open_dm(call: Call) -> Any:
    call.ids["user"] = str((call.body or {}).get("recipient_id"))
    person = _person(call)
    if person is call.world.bot:
        raise Refusal(400, 50007, "Cannot send messages to this user")
    return payloads.channel(call.world.direct(person), call.world)


def my_guilds(call: Call) -> Any:
    return [payloads.guild(each, call.world) for each in call.world.guilds if each.joined]


def guild(call: Call) -> Any:
    return payloads.guild(call.guild(), call.world)


def leave_guild(call: Call) -> None:
    depart(call.world, call.guild())


def depart(world: World, of: Guild) -> None:
    """The bot leaves or is put out."""
    of.joined = False
    of.members.pop(world.bot.id, None)
    world.emit("GUILD_DELETE", {"id": str(of.id)}, guild=of)


def channels(call: Call) -> Any:
    return [payloads.channel(each, call.world) for each in call.guild().channels]


def roles(call: Call) -> Any:
    return [payloads.role(each) for each in call.guild().roles]


def members(call: Call) -> Any:
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    found = sorted((id_, each) for id_, each in call.guild().members.items() if id_ > after)
    return [payloads.member(each) for _, each in found[:limit]]


def member(call: Call) -> Any:
    found = call.guild().members.get(int(call.ids["user"]))
    if found is None:
        raise Refusal(404, 10007, "Unknown Member")
    return payloads.member(found)


def channel(call: Call) -> Any:
    return payloads.channel(call.channel(), call.world)


def change_channel(call: Call) -> Any:
    found = call.channel("manage_threads")
    body: Json = call.body or {}
    found.name = body.get("name", found.name)
    if found.is_thread:
        found.archived, found.locked = body.get("archived", found.archived), body.get("locked", found.locked)
    shown = payloads.channel(found, call.world)
    call.world.emit("THREAD_UPDATE" if found.is_thread else "CHANNEL_UPDATE", shown, channel=found)
    return shown


def delete_channel(call: Call) -> Any:
    found = call.channel("manage_threads")
    shown = payloads.channel(found, call.world)
    remove(call.world, found)
    return shown


def remove(world: World, gone: Channel) -> None:
    """A channel or a thread is deleted."""
    assert gone.guild is not None
    world.emit("THREAD_DELETE" if gone.is_thread else "CHANNEL_DELETE", payloads.channel(gone, world), channel=gone)
    (gone.guild.threads if gone.is_thread else gone.guild.channels).remove(gone)
    del world.places[gone.id]


def begin_thread(world: World, parent: Channel, name: str, starter: Any, message: Message | None, kind: int) -> Channel:
    """Open a thread; one that begins with a message has its id."""
    assert parent.guild is not None
    id_ = message.id if message else world.snowflake()
    made: Channel = world.add(Channel(id_, kind, name, parent.guild, parent, owner=starter.id, members={starter.id}))
    parent.guild.threads.append(made)
    shown = payloads.channel(made, world)
    if message:
        message.data["flags"] |= 32
        message.data["thread"] = shown
    world.emit("THREAD_CREATE", {**shown, "newly_created": True}, channel=made)
    return made


def begin_post(world: World, parent: Channel, name: str, starter: Any, draft: feed.Draft) -> Message:
    """Open a thread of a forum with its first message, which has its number; THREAD_CREATE comes before the message.

    https://docs.discord.com/developers/resources/channel#start-thread-in-forum-or-media-channel
    """
    if not 1 <= len(name) <= 100:
        raise invalid("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    if parent.tagged and (draft.body or {}).get("applied_tags") != [str(parent.id)] and draft.client:
        raise Refusal(400, 40067, "A tag is required to create a forum post in this channel")
    made = begin_thread(world, parent, name, starter, None, PUBLIC_THREAD)
    parent.last = made.id
    return feed.post(world, made, starter, replace(draft, number=made.id))


def _forum_thread(call: Call, parent: Channel) -> Any:
    """The right that counts is SEND_MESSAGES."""
    call.need(parent, "send_messages")
    whole: Json = call.body or {}
    inner = replace(call, body=whole.get("message") or {})
    made = begin_post(call.world, parent, whole.get("name") or "", call.world.bot, replace(draft(inner), body=whole))
    return {**payloads.channel(made.channel, call.world), "message": made.data}


def thread(call: Call) -> Any:
    within = call.channel()
    if within.is_forum:
        return _forum_thread(call, within)
    kind = PUBLIC_THREAD if "message" in call.ids else int((call.body or {}).get("type", PRIVATE_THREAD))
    parent = call.channel("create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    if parent.guild is None or parent.is_thread:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    if (call.body or {}).get("auto_archive_duration", 1440) not in (60, 1440, 4320, 10080):
        raise invalid("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of {60, 1440, 4320, 10080}.")
    name = (call.body or {}).get("name") or ""
    if not 1 <= len(name) <= 100:
        raise invalid("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    message = call.message(parent) if "message" in call.ids else None
    if message and message.id in call.world.places:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    made = begin_thread(call.world, parent, name, call.world.bot, message, kind)
    return payloads.channel(made, call.world)


def active_threads(call: Call) -> Any:
    world = call.world
    found = [each for each in call.guild().threads if not each.archived and world.may(world.bot, each, "view_channel")]
    return _listed(world, found)


def archived_threads(call: Call) -> Any:
    parent = call.channel("read_message_history")
    found = [each for each in parent.guild.threads if each.archived and each.parent is parent] if parent.guild else []
    return {**_listed(call.world, found), "has_more": False}


def _listed(world: World, threads: list[Channel]) -> Json:
    shown = [payloads.channel(each, world) for each in threads]
    return {"threads": shown, "members": [each["member"] for each in shown]}


def join_thread(call: Call) -> None:
    call.channel()


def let_in(call: Call) -> None:
    """Somebody is added to a thread."""
    found, person = call.channel("send_messages_in_threads"), _person(call)
    if not found.is_thread:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    if found.archived:
        raise Refusal(400, 50083, "Thread is archived")
    found.members.add(person.id)


ROUTES: list[Route] = [
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway),
    ("GET", "/users/@me", me),
    ("GET", "/applications/@me", application),
    ("GET", "/oauth2/applications/@me", application),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/@me/guilds", my_guilds),
    ("DELETE", "/users/@me/guilds/{guild}", leave_guild),
    ("GET", "/users/{user}", user),
    ("GET", "/guilds/{guild}", guild),
    ("GET", "/guilds/{guild}/channels", channels),
    ("GET", "/guilds/{guild}/roles", roles),
    ("GET", "/guilds/{guild}/members", members),
    ("GET", "/guilds/{guild}/members/{user}", member),
    ("GET", "/guilds/{guild}/threads/active", active_threads),
    ("GET", "/channels/{channel}", channel),
    ("PATCH", "/channels/{channel}", change_channel),
    ("DELETE", "/channels/{channel}", delete_channel),
    ("POST", "/channels/{channel}/threads", thread),
    ("POST", "/channels/{channel}/messages/{message}/threads", thread),
    ("GET", "/channels/{channel}/threads/archived/public", archived_threads),
    ("PUT", "/channels/{channel}/thread-members/@me", join_thread),
    ("DELETE", "/channels/{channel}/thread-members/@me", join_thread),
    ("PUT", "/channels/{channel}/thread-members/{user}", let_in),
]
