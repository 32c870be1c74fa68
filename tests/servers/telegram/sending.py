"""Methods that make something new appear: messages, drafts, typing, reactions."""

from typing import Any

from tests.servers.telegram import payloads
from tests.servers.telegram.chats import message_in, writable
from tests.servers.telegram.faults import bad_request
from tests.servers.telegram.formatting import parsed
from tests.servers.telegram.params import Params
from tests.servers.telegram.places import Chat, Message
from tests.servers.telegram.texts import Entities, check_keyboard, cleaned, forced_reply
from tests.servers.telegram.world import World

TEXT, CAPTION = 4096, 1024
UPLOAD_LIMIT = {"photo": 10 * 1024 * 1024, "document": 50 * 1024 * 1024}
ACTIONS = frozenset({
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document",
    "choose_sticker", "find_location", "record_video_note", "upload_video_note",
})  # fmt: skip


def written(params: Params, limit: int, too_long: str) -> tuple[str, Entities]:
    """The text (or caption) of a call with its entities, checked."""
    name = "caption" if limit == CAPTION else "text"
    text, entities = params.text(name), params.data("caption_entities" if limit == CAPTION else "entities")
    if mode := params.text("parse_mode"):
        text, entities = parsed(text, mode)
    return cleaned(text, entities or [], limit, too_long)


async def send_message(world: World, params: Params) -> Any:
    """sendMessage."""
    chat = writable(world, params)
    text, entities = written(params, TEXT, "message is too long")
    if not text:
        raise bad_request("message text is empty")
    return _made(world, params, Message(chat, world.bot, text, entities))


async def send_photo(world: World, params: Params) -> Any:
    """sendPhoto."""
    return _sent(world, params, "photo")


async def send_document(world: World, params: Params) -> Any:
    """sendDocument."""
    return _sent(world, params, "document")


async def send_voice(world: World, params: Params) -> Any:
    """sendVoice: Opus in Ogg; who lets nobody send them voice messages gets none."""
    chat = writable(world, params)
    if chat.user is not None and chat.user.no_voice:
        raise bad_request("VOICE_MESSAGES_FORBIDDEN")
    upload = params.upload("voice")
    if upload is None or not upload.data:
        raise bad_request("file must be non-empty")
    stored = world.files.add("voice", upload.data, upload.name, "audio/ogg")
    media = {"voice": {**stored.as_json(), "duration": params.whole("duration") or 0, "mime_type": "audio/ogg"}}
    return _made(world, params, Message(chat, world.bot, "", [], media))


def _sent(world: World, params: Params, kind: str) -> Any:
    chat = writable(world, params)
    text, entities = written(params, CAPTION, "message caption is too long")
    return _made(world, params, Message(chat, world.bot, text, entities, _media(world, params, kind)))


def _media(world: World, params: Params, kind: str) -> dict[str, Any]:
    files, upload = world.files, params.upload(kind)
    if upload is None:
        stored = files.stored.get(params.text(kind))
        if stored is None:
            raise bad_request("wrong file identifier/HTTP URL specified")
        data, name, mime, size = stored.data, stored.name, stored.mime, stored.size
    else:
        data, name, mime, size = upload.data, upload.name, upload.mime, len(upload.data)
    if not data:
        raise bad_request("file must be non-empty")
    if size > UPLOAD_LIMIT[kind]:
        raise bad_request(f"too big {kind}")
    return files.photo(data) if kind == "photo" else files.document(data, name, mime)


def _made(world: World, params: Params, message: Message) -> Any:
    chat = message.chat
    message.markup = check_keyboard(params.data("reply_markup"))
    message.asks = forced_reply(params.data("reply_markup"))
    message.reply_to, message.beside = _answered(world, chat, params)
    message.topic = chat.thread(params.whole("message_thread_id"), message.reply_to)
    message.silent = params.flag("disable_notification")
    preview = params.data("link_preview_options") or {}
    message.previews = not (preview.get("is_disabled") or params.flag("disable_web_page_preview"))
    return payloads.of_message(world.put(message))


def _answered(world: World, chat: Chat, params: Params) -> tuple[Message | None, Message | None]:
    """The message of this chat that is answered, or that of another one, which is quoted beside."""
    reply = params.data("reply_parameters") or {}
    number = reply.get("message_id") or params.whole("reply_to_message_id")
    if not number:
        return None, None
    there = world.chats.get(int(reply.get("chat_id") or chat.id), chat)
    found = there.messages.get(int(number))
    if found and not found.deleted:
        return (found, None) if there is chat else (None, found)
    if reply.get("allow_sending_without_reply") or params.flag("allow_sending_without_reply"):
        return None, None
    raise bad_request("message to be replied not found")


async def send_message_draft(world: World, params: Params) -> Any:
    """sendMessageDraft: what is being written, shown in a private chat until it is renewed, sent or 30 s old."""
    chat = writable(world, params)
    number = params.whole("draft_id")
    if chat.kind != "private":
        raise bad_request("TEXTDRAFT_PEER_INVALID")
    if not number:
        raise bad_request("draft_id must be non-zero")
    text, _ = written(params, TEXT, "message is too long")
    chat.draft = (number, text, world.now())
    world.history.add(
        "draft", channel=chat.id, message=number, author=world.bot.id, text=text, client=True, silent=True
    )
    return True


async def send_chat_action(world: World, params: Params) -> Any:
    """sendChatAction."""
    chat = writable(world, params)
    action = params.text("action").lower()
    if action not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    topic = params.whole("message_thread_id") or 0
    fields = {"author": world.bot.id, "client": True, "silent": True, "name": action, "topic": topic}
    world.history.add("typing", channel=chat.id, **fields)
    return True


async def set_message_reaction(world: World, params: Params) -> Any:
    """setMessageReaction: one at most, since bots are no premium users."""
    chat = writable(world, params)
    message = message_in(chat, params.whole("message_id"), "message to react not found")
    reactions = params.data("reaction") or []
    if len(reactions) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    message.reactions[world.bot.id] = reactions
    emoji = "".join(str(one.get("emoji", "")) for one in reactions)
    world.saw("reaction", message, name=emoji, client=True, silent=True)
    return True
