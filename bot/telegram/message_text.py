"""A message as it is written on Telegram: its text, what stands out in it, and its files one by one. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from telegram import MessageEntity

from bot.delivery.surface import SurfaceMessage, in_a_line
from bot.telegram.emphasis import drawn, drawn_within
from bot.telegram.keyboards import aside, bold, code, covered, harmless, slanted, units

NOTHING: Final = "…"
"""The text of a message that has none: Telegram takes no empty one."""
_CAPTION: Final = 1024


def named(part: SurfaceMessage) -> SurfaceMessage:
    """``part`` with the speaker's name as a bold first line, where several play."""
    if not part.named or not part.speaker:
        return part
    head = f"{in_a_line(part.speaker)}\n"
    bold = ((0, len(head) - 1), *_behind(head, part.bold))
    text = head + (part.text if part.text.strip() else NOTHING)
    slanted, small = _behind(head, part.slanted), _behind(head, part.small)
    apart = {"aside": _behind(head, part.aside), "covered": _behind(head, part.covered)}
    return replace(part, text=text, bold=bold, slanted=slanted, small=small, named=False, **apart)


def _behind(head: str, stretches: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((start + len(head), end + len(head)) for start, end in stretches)


def written_out(part: SurfaceMessage) -> SurfaceMessage:
    """``part`` as it is written on Telegram: emphasis of what is said without its stars, and who speaks."""
    if part.code or "*" not in part.text:
        return named(part)
    if part.quoted:
        found = drawn_within(part.text, part.quoted, part.bold)
    elif part.speaker and not (part.bold or part.small or part.aside or part.covered):
        found = drawn(part.text)
    else:
        return named(part)
    return named(replace(part, text=found.text, bold=found.bold, slanted=found.slanted, quoted=()))


def marks(text: str, part: SurfaceMessage) -> list[MessageEntity]:
    """What stands out in ``text``, that of ``part``."""
    apart = (*aside(text, part.aside), *covered(text, part.covered))
    return [*bold(text, part.bold), *slanted(text, (*part.slanted, *part.small)), *code(text, part.code), *apart]


def one_by_one(part: SurfaceMessage) -> list[SurfaceMessage]:
    """``part`` as Telegram's messages, which hold one file each: a short text is the caption of a single one."""
    if not part.documents or (len(part.documents) == 1 and units(part.text) <= _CAPTION):
        return [part]
    files = [SurfaceMessage("", f"{part.key}-{n}", silent=True, documents=(it,)) for n, it in enumerate(part.documents)]
    return [replace(part, documents=()), *files]


def sent_text(chat: int, part: SurfaceMessage) -> str:
    """The text as it is sent: in groups nobody's name rings, and it is never empty."""
    text = part.text if part.text.strip() else NOTHING
    return harmless(text) if chat < 0 else text
