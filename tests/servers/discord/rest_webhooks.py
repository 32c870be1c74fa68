"""REST: webhooks, and what is said through them. An application's id as the webhook means an interaction."""

import hmac
import uuid
from typing import Any

from tests.servers.discord import feed, payloads, rest_interactions
from tests.servers.discord.checks import avatar, draft, name_of_webhook
from tests.servers.discord.rest import Call, Refusal, Route, missing
from tests.servers.discord.rest_guilds import begin_post
from tests.servers.discord.rest_messages import apply
from tests.servers.discord.world import Channel, Face, Message, Webhook, World

PER_CHANNEL = 15


def of_channel(world: World, channel: Channel) -> list[Webhook]:
    """The webhooks of a channel."""
    return [each for each in world.objects.values() if isinstance(each, Webhook) and each.channel is channel]


def announce(world: World, channel: Channel) -> None:
    assert channel.guild is not None
    data = {"guild_id": str(channel.guild.id), "channel_id": str(channel.id)}
    world.emit("WEBHOOKS_UPDATE", data, channel=channel)


def create(call: Call) -> Any:
    channel = call.channel("manage_webhooks")
    if channel.is_thread or channel.guild is None:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    name = name_of_webhook((call.body or {}).get("name"), "name")
    face = avatar(call.world, (call.body or {}).get("avatar"))
    if len(of_channel(call.world, channel)) >= PER_CHANNEL:
        raise Refusal(400, 30007, f"Maximum number of webhooks reached ({PER_CHANNEL})")
    world = call.world
    made = Webhook(world.snowflake(), uuid.uuid4().hex, channel, name, face, world.application, world.bot)
    world.add(made)
    announce(world, channel)
    return payloads.webhook(made)


def of_place(call: Call) -> Any:
    channel = call.channel("manage_webhooks")
    return [_listed(call.world, each) for each in of_channel(call.world, channel)]


def of_guild(call: Call) -> Any:
    hooks = [each for channel in call.guild().channels for each in of_channel(call.world, channel)]
    if any(not call.world.may(call.world.bot, each.channel, "manage_webhooks") for each in hooks):
        raise missing("permissions")
    return [_listed(call.world, each) for each in hooks]


def _listed(world: World, hook: Webhook) -> Any:
    """The token of another application's webhook is not told."""
    return payloads.webhook(hook, hook.application in (None, world.application))


def _hook(call: Call) -> Webhook:
    found: Webhook = call.find(Webhook, "webhook")
    if "token" not in call.ids:
        call.need(found.channel, "manage_webhooks")
    elif not hmac.compare_digest(call.ids["token"], found.token):
        raise Refusal(401, 50027, "Invalid Webhook Token")
    return found


def get(call: Call) -> Any:
    return payloads.webhook(_hook(call))


def change(call: Call) -> Any:
    hook, body = _hook(call), call.body or {}
    if "name" in body:
        hook.name = name_of_webhook(body["name"], "name")
    if "avatar" in body:
        hook.avatar = avatar(call.world, body["avatar"])
    if body.get("channel_id"):
        hook.channel = call.world.find(Channel, body["channel_id"]) or hook.channel
    announce(call.world, hook.channel)
    return payloads.webhook(hook)


def remove(call: Call) -> None:
    hook = _hook(call)
    del call.world.objects[hook.id]
    announce(call.world, hook.channel)


def execute(call: Call) -> Any:
    if _is_interaction(call):
        return rest_interactions.follow_up(call)
    hook = _hook(call)
    made = draft(call)
    body = call.body or {}
    name = name_of_webhook(body["username"], "username") if body.get("username") else hook.name
    made.webhook = hook
    face, place = Face(hook.id, name, hook.avatar), _place(call, hook)
    title = body.get("thread_name")
    if title is not None and not place.is_forum:
        raise Refusal(400, 220003, "Webhooks can only create threads in forum channels")
    if title is None and place.is_forum:
        raise Refusal(400, 220001, "Webhooks posted to forum channels must have a thread_name or thread_id")
    if title is None:
        message = feed.post(call.world, place, face, made)
    else:
        message = begin_post(call.world, place, title, face, made)
    return message.data if call.query.get("wait", "").lower() in ("true", "1") else None


def _place(call: Call, hook: Webhook) -> Channel:
    wanted = call.query.get("thread_id")
    if not wanted:
        return hook.channel
    found: Channel | None = call.world.find(Channel, wanted)
    if found is None or found.parent is not hook.channel:
        raise Refusal(404, 10003, "Unknown Channel")
    return found


def _said(call: Call) -> Message:
    hook = _hook(call)
    message = call.message(_place(call, hook))
    if message.webhook is not hook:
        raise Refusal(404, 10008, "Unknown Message")
    return message


def message(call: Call) -> Any:
    return rest_interactions.shown(call) if _is_interaction(call) else _said(call).data


def edit_message(call: Call) -> Any:
    return rest_interactions.edit(call) if _is_interaction(call) else apply(call, _said(call))


def delete_message(call: Call) -> None:
    if _is_interaction(call):
        return rest_interactions.delete(call)
    said = _said(call)
    return feed.delete(call.world, said.channel, [said], client=True)


def _is_interaction(call: Call) -> bool:
    return call.ids["webhook"] == str(call.world.application)


_SAID = "/webhooks/{webhook}/{token}/messages/{message}"
ROUTES: list[Route] = [
    ("POST", "/channels/{channel}/webhooks", create),
    ("GET", "/channels/{channel}/webhooks", of_place),
    ("GET", "/guilds/{guild}/webhooks", of_guild),
    *((method, path, handler)
      for path in ("/webhooks/{webhook}", "/webhooks/{webhook}/{token}")
      for method, handler in (("GET", get), ("PATCH", change), ("DELETE", remove))),
    ("POST", "/webhooks/{webhook}/{token}", execute),
    ("GET", _SAID, message),
    ("PATCH", _SAID, edit_message),
    ("DELETE", _SAID, delete_message),
]  # fmt: skip
