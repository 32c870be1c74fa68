"""What the bot may not do in a channel and needs there, as ids of messages: a line each for whoever invited it."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import discord

from bot.delivery.surface import Later
from bot.discord.link import Link
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address

_IN_A_FORUM: Final = {"needs-send": "needs-posts"}
_NEEDED: Final = (
    ("send_messages", "needs-send"),
    ("read_message_history", "needs-history"),
    ("send_messages_in_threads", "needs-threads"),
    ("attach_files", "needs-files"),
    ("manage_webhooks", "needs-webhooks"),
)


def lacking(link: Link, at: Origin | Address) -> Callable[[], tuple[str, ...]]:
    """What is asked for when somebody wants to know; nothing while there is no connection."""
    return partial(_lacking, link, at)


def _lacking(link: Link, at: Origin | Address) -> tuple[str, ...]:
    try:
        client = link.up
    except Later:
        return ()
    channel: Any = client.get_channel(int(at.channel)) if at.channel.isdecimal() and not at.private else None
    may = channel.permissions_for(channel.guild.me) if channel is not None else None
    lacks = [message for name, message in _NEEDED if may is not None and not getattr(may, name)]
    if isinstance(channel, discord.ForumChannel):
        lacks = [_IN_A_FORUM.get(it, it) for it in lacks]
    return (*lacks, *(() if client.intents.message_content else ("needs-content",)))
