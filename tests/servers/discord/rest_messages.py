"""REST: messages, history, reactions, typing."""

from typing import Any
from urllib.parse import unquote

from tests.servers.discord import feed, payloads
from tests.servers.discord.cdn import freshen
from tests.servers.discord.checks import VOICE, changes, draft
from tests.servers.discord.clock import born
from tests.servers.discord.rest import Call, Refusal, Route, invalid, missing
from tests.servers.discord.world import CONTENT_INTENT, DM, Channel, Message, World

NONCE_SECONDS = 180
_DAY = 86400


def shown(world: World, message: Message) -> dict[str, Any]:
    """A message as REST gives it to the bot."""
    freshen(world, message.channel, message.data["attachments"])
    if world.allowed_intents & CONTENT_INTENT or payloads.is_open(message, world):
        return message.data
    return payloads.redacted(message.data)


def create(call: Call) -> Any:
    channel = call.channel()
    world = call.world
    _may_speak(call, channel)
    made = draft(call)
    key = (world.bot.id, channel.id, made.nonce)
    if made.nonce and (call.body or {}).get("enforce_nonce"):
        before = world.nonces.get(key)
        if before and world.clock.now() - born(before.id) < NONCE_SECONDS:
            return {**before.data, "nonce": before.nonce}
    made.reply_to = _replied(call, channel)
    message = feed.post(world, channel, world.bot, made)
    if made.nonce:
        world.nonces[key] = message
    return {**message.data, "nonce": made.nonce} if made.nonce else message.data


def _may_speak(call: Call, channel: Channel) -> None:
    if channel.is_forum:
        raise Refusal(400, 50008, "Cannot send messages in a non-text channel")
    if channel.kind == DM and not channel.recipient.dms_open:
        raise Refusal(403, 50007, "Cannot send messages to this user")
    call.need(channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
    if call.files:
        call.need(channel, "attach_files")
    if int((call.body or {}).get("flags") or 0) & VOICE:
        call.need(channel, "send_voice_messages")


def _replied(call: Call, channel: Channel) -> Message | None:
    reference = (call.body or {}).get("message_reference")
    if not reference:
        return None
    found = channel.messages.get(int(reference["message_id"]))
    if found is None and reference.get("fail_if_not_exists", True):
        raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    if found and not call.world.may(call.world.bot, channel, "read_message_history"):
        raise Refusal(400, 160002, "You cannot reply without permission to read message history")
    return found


def many(call: Call) -> Any:
    """Newest first, whichever way it was asked."""
    channel = call.channel()
    if not call.world.may(call.world.bot, channel, "read_message_history"):
        return []
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise invalid("limit", "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
    ids = sorted(channel.messages)
    if "after" in call.query:
        after = int(call.query["after"])
        ids = [id_ for id_ in ids if id_ > after][:limit]
    elif "around" in call.query:
        middle = int(call.query["around"])
        ids = sorted(sorted(ids, key=lambda id_: abs(id_ - middle))[:limit])
    else:
        before = int(call.query.get("before", ids[-1] + 1 if ids else 0))
        ids = [id_ for id_ in ids if id_ < before][-limit:]
    return [shown(call.world, channel.messages[id_]) for id_ in reversed(ids)]


def one(call: Call) -> Any:
    channel = call.channel()
    if not call.world.may(call.world.bot, channel, "read_message_history"):
        raise missing("access")
    return shown(call.world, call.message(channel))


def edit(call: Call) -> Any:
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.world.bot:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    return apply(call, message)


def apply(call: Call, message: Message) -> Any:
    """Edit a message the client owns, whichever way it was made."""
    if message.channel.archived:
        raise Refusal(400, 50083, "Tried to perform an operation on an archived thread")
    changed = changes(call, message.data)
    if call.files:
        kept = changed.get("attachments", message.data["attachments"])
        changed["attachments"] = kept + [file.store(call.world, message.channel) for file in call.files]
    feed.edit(call.world, message, changed, call.body, client=True)
    return message.data


def delete(call: Call) -> None:
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.world.bot:
        if channel.kind == DM:
            raise Refusal(403, 50003, "Cannot execute action on a DM channel")
        call.need(channel, "manage_messages")
    feed.delete(call.world, channel, [message], client=True)


def bulk_delete(call: Call) -> None:
    channel = call.channel("manage_messages")
    ids = [int(id_) for id_ in call.body["messages"]]
    if not 2 <= len(ids) <= 100:
        raise Refusal(
            400, 50016, "Provided too few or too many messages to delete. Must provide at least 2 and at most 100."
        )
    if any(call.world.clock.now() - born(id_) > 14 * _DAY for id_ in ids):
        raise Refusal(400, 50034, "You can only bulk delete messages that are under 14 days old.")
    found = [channel.messages[id_] for id_ in ids if id_ in channel.messages]
    feed.delete(call.world, channel, found, client=True)


def typing(call: Call) -> None:
    channel = call.channel()
    _may_speak(call, channel)
    feed.typing(call.world, channel, call.world.bot, client=True)


def react(call: Call) -> None:
    channel = call.channel("add_reactions", "read_message_history")
    _react(call, call.message(channel), gone=False)


def unreact(call: Call) -> None:
    _react(call, call.message(call.channel()), gone=True)


def _react(call: Call, message: Message, gone: bool) -> None:
    feed.react(call.world, message, call.world.bot, unquote(call.ids["emoji"]), client=True, gone=gone)


def pins(_: Call) -> Any:
    return {"items": [], "has_more": False}


_MESSAGES = "/channels/{channel}/messages"
_MESSAGE = "/channels/{channel}/messages/{message}"
ROUTES: list[Route] = [
    ("POST", _MESSAGES, create),
    ("GET", _MESSAGES, many),
    ("POST", "/channels/{channel}/messages/bulk-delete", bulk_delete),
    ("GET", "/channels/{channel}/messages/pins", pins),
    ("GET", _MESSAGE, one),
    ("PATCH", _MESSAGE, edit),
    ("DELETE", _MESSAGE, delete),
    ("POST", "/channels/{channel}/typing", typing),
    ("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me", react),
    ("DELETE", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me", unreact),
]
