"""Methods that change what stands there, and the answers to pressed buttons."""

from typing import Any

from tests.servers.telegram import payloads
from tests.servers.telegram.chats import find, message_in, writable
from tests.servers.telegram.faults import bad_request
from tests.servers.telegram.params import Params
from tests.servers.telegram.places import Chat, Message
from tests.servers.telegram.sending import CAPTION, TEXT, written
from tests.servers.telegram.texts import Entities, check_keyboard, units
from tests.servers.telegram.world import World

DELETABLE = 48 * 3600
SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def _own(world: World, params: Params) -> Message:
    chat = writable(world, params)
    message = message_in(chat, params.whole("message_id"), "message to edit not found")
    if message.sender is not world.bot or message.service:
        raise bad_request("message can't be edited")
    return message


def _edited(world: World, params: Params, message: Message, text: str, entities: Entities) -> Any:
    """A call without a keyboard takes the keyboard away."""
    markup = check_keyboard(params.data("reply_markup"))
    if (text, entities, markup) == (message.text, message.entities, message.markup):
        raise bad_request(SAME)
    message.text, message.entities, message.markup = text, entities, markup
    message.edited = int(world.now())
    world.saw("edit", message, silent=True)
    world.recopies(message)
    return payloads.of_message(message)


async def edit_message_text(world: World, params: Params) -> Any:
    """editMessageText."""
    message = _own(world, params)
    if message.media:
        raise bad_request("there is no text in the message to edit")
    text, entities = written(params, TEXT, "MESSAGE_TOO_LONG")
    if not text:
        raise bad_request("message text is empty")
    return _edited(world, params, message, text, entities)


async def edit_message_caption(world: World, params: Params) -> Any:
    """editMessageCaption."""
    message = _own(world, params)
    if not message.media:
        raise bad_request("there is no caption in the message to edit")
    return _edited(world, params, message, *written(params, CAPTION, "MEDIA_CAPTION_TOO_LONG"))


async def edit_message_reply_markup(world: World, params: Params) -> Any:
    """editMessageReplyMarkup."""
    message = _own(world, params)
    return _edited(world, params, message, message.text, message.entities)


async def delete_message(world: World, params: Params) -> Any:
    """deleteMessage."""
    chat = find(world, params)
    message = message_in(chat, params.whole("message_id"), "message to delete not found")
    if not _may_delete(world, chat, message):
        raise bad_request("message can't be deleted")
    _delete(world, message)
    return True


async def delete_messages(world: World, params: Params) -> Any:
    """deleteMessages: those that are not there are skipped."""
    chat, numbers = find(world, params), params.data("message_ids") or []
    if not 1 <= len(numbers) <= 100:
        raise bad_request(
            "too many message identifiers specified" if numbers else "message identifiers are not specified"
        )
    for number in numbers:
        message = chat.messages.get(int(number))
        if message and not message.deleted and _may_delete(world, chat, message):
            _delete(world, message)
    return True


def _may_delete(world: World, chat: Chat, message: Message) -> bool:
    if chat.members.get(world.bot.id) == "administrator":
        return True
    own = message.sender is world.bot or chat.kind == "private"
    return own and world.now() - message.date < DELETABLE


def _delete(world: World, message: Message) -> None:
    message.deleted = True
    world.saw("delete", message, client=True, silent=True)


async def answer_callback_query(world: World, params: Params) -> Any:
    """answerCallbackQuery."""
    tap = world.taps.get(params.text("callback_query_id"))
    if tap is None or world.now() - tap.at > world.tap_lives:
        raise bad_request(TOO_OLD)
    text = params.text("text")
    if units(text) > 200:
        raise bad_request("MESSAGE_TOO_LONG")
    tap.end(text, params.flag("show_alert"), params.text("url"))
    place = {"channel": tap.message.chat.id, "message": tap.message.id, "author": world.bot.id}
    world.history.add("answer", text=text, name=tap.id, client=True, silent=True, **place)
    return True
