"""Buttons under a message, and what stands out in its text. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from telegram import ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity

from bot.commands.framework.controls import RUN, fits
from bot.delivery.surface import Button

_NAME: Final = re.compile(r"(?<!\w)@(?=[A-Za-z])(?!\w*(?:bot|BotFather)\b)", re.IGNORECASE)
_PLACEHOLDER: Final = 64
_FOLDED: Final = 300  # characters of a quote that is read at a glance
_WIDE: Final = 3  # buttons side by side that a phone has room for
_SIGN: Final = "＠"


def keyboard(rows: Sequence[Sequence[Button]]) -> InlineKeyboardMarkup | None:
    """The buttons as Telegram has them; one whose control is longer than 64 bytes cannot be there."""
    made = [
        [InlineKeyboardButton(button.label, callback_data=button.control) for button in row if fits(button.control)]
        for whole in rows
        for row in _halves(whole)
    ]
    kept = [row for row in made if row]
    return InlineKeyboardMarkup(kept) if kept else None


def _halves(row: Sequence[Button]) -> tuple[Sequence[Button], ...]:
    """A row that a phone has no room for as two, even where each button is a line of a list."""
    if len(row) <= _WIDE:
        return (row,)
    listed = all(it.control.startswith(f"{RUN}:") for it in row)
    half = (len(row) + 1) // 2 if listed else _WIDE
    return row[:half], row[half:]


def bold(text: str, stretches: Sequence[tuple[int, int]]) -> list[MessageEntity]:
    """``stretches`` of ``text`` (start, end in code points) in bold; Telegram counts UTF-16 units."""
    return _marked(text, stretches, MessageEntity.BOLD)


def slanted(text: str, stretches: Sequence[tuple[int, int]]) -> list[MessageEntity]:
    """The same in italics."""
    return _marked(text, stretches, MessageEntity.ITALIC)


def code(text: str, stretches: Sequence[tuple[int, int]]) -> list[MessageEntity]:
    """The same as they are, which a tap copies."""
    return _marked(text, stretches, MessageEntity.PRE)


def aside(text: str, stretches: Sequence[tuple[int, int]]) -> list[MessageEntity]:
    """The same as quotes; a long one is folded until somebody taps on it."""
    long = [it for it in stretches if it[1] - it[0] > _FOLDED]
    short = [it for it in stretches if it not in long]
    folded = _marked(text, long, MessageEntity.EXPANDABLE_BLOCKQUOTE)
    return [*_marked(text, short, MessageEntity.BLOCKQUOTE), *folded]


def covered(text: str, stretches: Sequence[tuple[int, int]]) -> list[MessageEntity]:
    """The same unseen until somebody taps on them."""
    return _marked(text, stretches, MessageEntity.SPOILER)


def asking(placeholder: str) -> ForceReply:
    """The input field opens as a reply, in groups for whom the message answers alone."""
    return ForceReply(selective=True, input_field_placeholder=placeholder[:_PLACEHOLDER])


def _marked(text: str, stretches: Sequence[tuple[int, int]], kind: str) -> list[MessageEntity]:
    return [
        MessageEntity(kind, units(text[:start]), units(text[start:end]))
        for start, end in stretches
        if text[start:end].strip()
    ]


def units(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def harmless(text: str) -> str:
    """``text`` with no name that Telegram would ring for, as long as before. A bot's name stays: it is a link."""
    return _NAME.sub(_SIGN, text)
