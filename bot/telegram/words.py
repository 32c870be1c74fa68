"""The words of a message without our own name in them. Pure."""

import re
from typing import Final

from telegram import Message, MessageEntity

_LEFT_OVER: Final = re.compile(r"\A[\s,，:：、]+")


def own_name_out(message: Message, username: str) -> str:
    """The text or caption without "@username"; as it stands when nothing else is in it."""
    text = message.text or message.caption or ""
    wide = text.encode("utf-16-le")
    for entity in reversed(_mentions(message, username)):
        before, after = wide[: entity.offset * 2], wide[(entity.offset + entity.length) * 2 :]
        space = " ".encode("utf-16-le")
        wide = before + (after.removeprefix(space) if not before or before.endswith(space) else after)
    bare = wide.decode("utf-16-le", "replace")
    if bare == text:
        return text
    return _LEFT_OVER.sub("", bare).rstrip() or text


def reads_our_name(message: Message, number: int, username: str) -> bool:
    """Whether the message calls the bot, by its name or by a link to it."""
    named = (it.user for it in _entities(message) if it.type == MessageEntity.TEXT_MENTION)
    return bool(_mentions(message, username)) or any(user is not None and user.id == number for user in named)


def _mentions(message: Message, username: str) -> list[MessageEntity]:
    wide = (message.text or message.caption or "").encode("utf-16-le")
    name = f"@{username}".casefold()
    return [
        entity
        for entity in _entities(message)
        if entity.type == MessageEntity.MENTION
        and wide[entity.offset * 2 : (entity.offset + entity.length) * 2].decode("utf-16-le", "replace").casefold()
        == name
    ]


def _entities(message: Message) -> tuple[MessageEntity, ...]:
    return tuple(message.entities or ()) + tuple(message.caption_entities or ())
