"""Text cut into rows of a terminal. Pure; widths are in cells, of which a Chinese character takes two."""

import unicodedata
from typing import Final

_OPENING: Final = frozenset("/（《〈「『【“‘([{")
_JOINER: Final = "\u200d"
_CLOSING: Final = frozenset("，。、；：！？）》〉」』】”’…—～·,.;:!?)]}%")


def cells(character: str) -> int:
    """How many cells ``character`` takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def first_row(text: str, width: int) -> tuple[str, int]:
    """The first row of ``text``, cut at a line end, a space or between wide characters, and where the next begins."""
    used = space = 0
    for at, character in enumerate(text):
        if character == "\n":
            return text[:at], at + 1
        used += cells(character)
        if used > width:
            if character == " ":
                return text[:at], at + 1
            cut = space if space else max(at, 1)
            return text[:cut].rstrip(" "), cut
        if _may_end(text, at):
            space = at + 1
    return text, len(text)


def _may_end(text: str, at: int) -> bool:
    """Whether a row may end behind ``text[at]``: at a space or beside a wide character, never before a full stop."""
    this, after = text[at], text[at + 1 : at + 2]
    if this == " " or not after:
        return this == " "
    if _JOINER in (this, after) or not cells(after) or after in _CLOSING or this in _OPENING:
        return False
    return 2 in (cells(this), cells(after))


def rows_of(text: str, width: int) -> list[str]:
    """All rows of ``text``."""
    rows: list[str] = []
    while True:
        row, end = first_row(text, max(width, 2))
        rows.append(row)
        if end >= len(text) and not text[:end].endswith("\n"):
            return rows
        text = text[end:]
