"""Text cut into rows of a terminal. Pure; widths are in cells, of which a Chinese character takes two."""

import unicodedata
from dataclasses import dataclass

from bot.delivery import grown


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
        if character == " " or cells(character) == 2:
            space = at + 1
    return text, len(text)


def rows_of(text: str, width: int) -> list[str]:
    """All rows of ``text``."""
    rows: list[str] = []
    while True:
        row, end = first_row(text, max(width, 2))
        rows.append(row)
        if end >= len(text) and not text[:end].endswith("\n"):
            return rows
        text = text[end:]


@dataclass(frozen=True, slots=True)
class Step:
    """What to print now, and the unfinished row that may still grow. ``replaced``: all printed before is void."""

    rows: tuple[str, ...]
    tail: str
    replaced: bool = False


class Flow:
    """Follows one growing text and gives out each row once, as soon as nothing can change it."""

    def __init__(self) -> None:
        self._text = ""
        self._tail = ""
        self._printed = 0

    def grow(self, text: str, width: int) -> Step:
        """``text`` is the whole text so far."""
        replaced = grown(self._text, text).replaced
        if replaced:
            self._printed = 0
        self._text = text
        rows: list[str] = []
        while True:
            left = text[self._printed :]
            row, end = first_row(left, max(width, 2))
            if end >= len(left) and not left[:end].endswith("\n"):
                self._tail = row
                return Step(tuple(rows), row, replaced)
            rows.append(row)
            self._printed += end

    def rest(self) -> str:
        """The unfinished row, when the text is whole."""
        return self._tail
