"""What is said over the chat, to who presses a button alone, and what is said seldom."""

from collections.abc import Callable
from typing import Final

import structlog
from telegram import Bot
from telegram.error import TelegramError

from bot.commands.framework.declared import Table
from bot.commands.framework.offering import offered_in
from bot.commands.framework.reply import Paragraph, Reply
from engine.values.chats.incoming import Origin

_TOAST: Final = 200
_MINUTE: Final = 60.0
_GLIMPSE: Final = 60  # what can be read before a toast goes by itself

_log = structlog.get_logger(__name__)


class Seldom:
    """What is said at most once a minute. ``clock`` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._said: dict[tuple[str, ...], float] = {}

    def passes(self, what: tuple[str, ...]) -> bool:
        """Whether it may be said now, which is taken to be done."""
        now = self._clock()
        self._said = {it: at for it, at in self._said.items() if now - at < _MINUTE}
        if what in self._said:
            return False
        self._said[what] = now
        return True


class Toasts:
    """Lines over the chat. They end the waiting of a pressed button."""

    def __init__(self, bot: Bot, table: Table, seldom: Seldom) -> None:
        self._bot = bot
        self._table = table
        self.seldom = seldom

    def line(self, origin: Origin, reply: Reply) -> str:
        """What is said of a reply over the chat, to who pressed a button; "" where it needs a message of its own.

        One that has just been a message is said over the chat: a button that is pressed again and again fills no group.
        So is that somebody may not press it: nobody else needs to read that, though no command can be tapped there.
        """
        line = toast(reply)
        goes = reply.refused or fleeting(line, self._table)
        return line if goes or not self.seldom.passes((origin.channel, origin.person, line)) else ""

    async def acknowledge(self, query: str, line: str = "", address: str = "") -> bool:
        """End the waiting of a pressed button; whether something was said with it: a line, or what it opens."""
        text = None if address else line or None
        alert = len(text or "") > _GLIMPSE
        try:
            await self._bot.answer_callback_query(query, text=text, show_alert=alert, url=address or None)
        except TelegramError as error:  # a press that is too old needs no answer any more
            _log.info("button not acknowledged", reason=type(error).__name__)
            return False
        return bool(line or address)


def toast(reply: Reply) -> str:
    """A reply as one line over the chat; "" where it has no room there."""
    match reply.blocks:
        case (Paragraph(text),) if reply.private and not _has_more(reply) and len(text) <= _TOAST:
            return text
        case _:
            return ""


def fleeting(line: str, table: Table) -> bool:
    """Whether a line may go by itself. A command in it could be neither tapped nor copied over the chat."""
    return not any(offered_in(line, table))


def _has_more(reply: Reply) -> bool:
    return bool(reply.confirm or reply.choices or reply.documents or reply.form or reply.instead)
