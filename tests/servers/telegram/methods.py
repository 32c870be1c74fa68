"""The table of methods, and those about updates and files."""

import ipaddress
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from tests.servers.telegram import chats, editing, profile, sending
from tests.servers.telegram.faults import bad_request
from tests.servers.telegram.files import DOWNLOAD_LIMIT
from tests.servers.telegram.params import Params
from tests.servers.telegram.updates import Webhook
from tests.servers.telegram.world import World

Method = Callable[[World, Params], Awaitable[Any]]

SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")


async def get_updates(world: World, params: Params) -> Any:
    """getUpdates."""
    limit = params.whole("limit")
    world.updates.allow(params.data("allowed_updates"))
    wait = min(float(params.text("timeout") or 0), 50.0)
    return await world.updates.poll(params.whole("offset") or 0, min(max(limit or 100, 1), 100), wait)


async def set_webhook(world: World, params: Params) -> Any:
    """setWebhook; addresses of this machine only, http too."""
    url, secret = params.text("url"), params.text("secret_token")
    if url and not _is_loopback(url):
        raise bad_request("bad webhook: only addresses of this machine are pushed to")
    if secret and not SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    world.updates.allow(params.data("allowed_updates"))
    hook = Webhook(url, secret, params.whole("max_connections") or 40)
    world.updates.push_to(hook, drop=params.flag("drop_pending_updates"))
    return True


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def delete_webhook(world: World, params: Params) -> Any:
    """deleteWebhook."""
    world.updates.push_to(Webhook(), drop=params.flag("drop_pending_updates"))
    return True


async def get_webhook_info(world: World, params: Params) -> Any:
    """getWebhookInfo."""
    updates, hook = world.updates, world.updates.webhook
    fields: dict[str, Any] = {
        "url": hook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(updates.pending()),
    }
    if hook.url:
        fields |= {"max_connections": hook.max_connections, "ip_address": "127.0.0.1"}
    if hook.error:
        fields |= {"last_error_date": int(hook.error_at), "last_error_message": hook.error}
    return fields if updates.allowed is None else {**fields, "allowed_updates": sorted(updates.allowed)}


async def get_file(world: World, params: Params) -> Any:
    """getFile."""
    stored = world.files.stored.get(params.text("file_id"))
    if stored is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    if stored.size > DOWNLOAD_LIMIT:
        raise bad_request("file is too big")
    return {**stored.as_json(), "file_path": stored.path}


METHODS: dict[str, Method] = {
    "getMe": profile.get_me,
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "getFile": get_file,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendVoice": sending.send_voice,
    "sendMessageDraft": sending.send_message_draft,
    "sendChatAction": sending.send_chat_action,
    "setMessageReaction": sending.set_message_reaction,
    "editMessageText": editing.edit_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "deleteMessage": editing.delete_message,
    "deleteMessages": editing.delete_messages,
    "answerCallbackQuery": editing.answer_callback_query,
    "getChat": chats.get_chat,
    "getChatMember": chats.get_chat_member,
    "getChatAdministrators": chats.get_chat_administrators,
    "getChatMemberCount": chats.get_chat_member_count,
    "leaveChat": chats.leave_chat,
    "createForumTopic": chats.create_forum_topic,
    "setMyCommands": profile.set_my_commands,
    "getMyCommands": profile.get_my_commands,
    "deleteMyCommands": profile.delete_my_commands,
    "setMyName": profile.setter("name"),
    "getMyName": profile.getter("name"),
    "setMyDescription": profile.setter("description"),
    "getMyDescription": profile.getter("description"),
    "setMyShortDescription": profile.setter("short"),
    "getMyShortDescription": profile.getter("short"),
}
BY_LOWER_CASE = {name.lower(): (name, method) for name, method in METHODS.items()}

COUNTED = frozenset({"sendmessage", "sendphoto", "senddocument"})
EDITS = frozenset({"editmessagetext", "editmessagecaption", "editmessagereplymarkup"})
