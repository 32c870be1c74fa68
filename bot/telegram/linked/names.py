"""What posts of a channel are called in the circle of its group, and by what their copies there are known. Pure.

Telegram copies each post into the group by itself, and comments answer the copy.
"""

from dataclasses import dataclass
from hashlib import sha256

from telegram import Message, MessageOriginChannel

from bot.delivery.circles import named
from engine.values.chats.places import PostThread


@dataclass(frozen=True, slots=True)
class Mirrored:
    """A copy of a post arrived in ``group``: by Telegram itself, from ``channel``."""

    group: str
    channel: str
    thread: PostThread


def mirrored(message: Message | None) -> Mirrored | None:
    """The copy that a message is; None where it is said by somebody."""
    if message is None or not message.is_automatic_forward:
        return None
    if not isinstance(came := message.forward_origin, MessageOriginChannel):
        return None
    channel = str(came.chat.id)
    said = hashed(message.text or message.caption or "")
    thread = PostThread(named(channel, str(came.message_id)), str(message.message_id), said)
    return Mirrored(str(message.chat.id), channel, thread)


def hashed(text: str) -> str:
    """By what the text of a post is known again."""
    return sha256(text.strip().encode("utf-8", "replace")).hexdigest()


def replied_name(replied: Message | None) -> str:
    """What a message that is replied to is called: a copy by its post; "" for none."""
    if replied is None:
        return ""
    copy = mirrored(replied)
    return copy.thread.post if copy else str(replied.message_id)
