"""How the words of a reply look: *gestures*, **weight**, `code`, headings, quotes. Pure.

Nothing is added or taken away, so a row is as wide as it was and can be copied as it was written.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_FENCE: Final = re.compile(r"^\s*(```|~~~)")
_HEADING: Final = re.compile(r"^#{1,6} ")
_QUOTE: Final = re.compile(r"^\s*>")
_BULLET: Final = re.compile(r"^(\s*)([-*+•]|\d{1,3}[.)])(?=\s)")
_MARK: Final = re.compile(r"(\*{1,2}|`)")


class InkStyle(StrEnum):
    """What a piece of a row is."""

    PLAIN = ""
    GESTURE = "gesture"
    STRONG = "strong"
    CODE = "code"
    HEADING = "heading"
    QUOTE = "quote"
    BULLET = "bullet"


_OPENS: Final = {"*": InkStyle.GESTURE, "**": InkStyle.STRONG, "`": InkStyle.CODE}

Pieces = list[tuple[InkStyle, str]]


@dataclass(frozen=True, slots=True)
class Ink:
    """What is open where a row begins: a gesture goes on over a break of the row, and ends with its paragraph."""

    look: InkStyle = InkStyle.PLAIN
    fenced: bool = False

    def row(self, text: str) -> "tuple[Pieces, Ink]":
        """The pieces of a row, and what is open behind it."""
        if _FENCE.match(text):
            return [(InkStyle.CODE, text)], Ink(fenced=not self.fenced)
        if self.fenced:
            return [(InkStyle.CODE, text)], self
        if not text.strip():
            return [(InkStyle.PLAIN, text)], Ink()
        if _HEADING.match(text):
            return [(InkStyle.HEADING, text)], Ink()
        if _QUOTE.match(text):
            return [(InkStyle.QUOTE, text)], Ink()
        return self._spans(text)

    def _spans(self, text: str) -> "tuple[Pieces, Ink]":
        pieces: Pieces = []
        look, at = self.look, 0
        if look is InkStyle.PLAIN and (bullet := _BULLET.match(text)):
            pieces.append((InkStyle.BULLET, bullet[0]))
            at = bullet.end()
        for mark in _MARK.finditer(text, at):
            after = text[mark.end() : mark.end() + 1]
            before = text[mark.start() - 1 : mark.start()]
            if look is InkStyle.PLAIN and after.strip():
                pieces.append((look, text[at : mark.start()]))
                look, at = _OPENS[mark[0]], mark.start()
            elif _OPENS[mark[0]] is look and before.strip():
                pieces.append((look, text[at : mark.end()]))
                look, at = InkStyle.PLAIN, mark.end()
        pieces.append((look, text[at:]))
        return [it for it in pieces if it[1]] or [(InkStyle.PLAIN, "")], Ink(look)


def inked(rows: list[str], ink: Ink) -> tuple[list[Pieces], Ink]:
    """Several rows, one after another."""
    found: list[Pieces] = []
    for text in rows:
        pieces, ink = ink.row(text)
        found.append(pieces)
    return found, ink
