"""Words that can be drawn: letters that there is a shape for, the font that has them, as many as there is room for."""

import re
import unicodedata
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.canvas import font
from bot.words.bare import bare

_ELLIPSIS: Final = "…"
_UNKNOWN: Final = "\U0010fffd"
_LONGEST: Final = 200
_CHINESE: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_SHAPELESS: Final = frozenset({"So", "Cs", "Co", "Cn", "Cc", "Cf", "Mn"})


def readable(text: str) -> str:
    """On one line, in letters that there is a shape for: without emoji, and without accents that no font knows.

    Without the marks of gestures, of weight and of code either. "" where no letter of it can be drawn.
    """
    return " ".join("".join(_shaped(letter) for letter in bare(text[:_LONGEST])).split())


def font_of(text: str, size: int, weight: int = 400) -> ImageFont.FreeTypeFont:
    """A font that has the letters of ``text``."""
    korean = any(map(_is_korean, text)) or not _CHINESE.search(text)  # whose quotes are as narrow as in English
    return font(size, weight, "KR" if korean else "SC")


def fitting(text: str, face: ImageFont.FreeTypeFont, room: float) -> str:
    """As much of ``text`` as there is room for."""
    if face.getlength(text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if face.getlength(text[:middle].rstrip() + _ELLIPSIS) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS if low else ""


@cache
def _shaped(letter: str) -> str:
    """``letter``, or what it is made of as far as a font knows it."""
    if letter.isspace():
        return " "
    if unicodedata.category(letter) in _SHAPELESS:
        return ""
    plain = unicodedata.normalize("NFKD", letter)[0]
    return next((it for it in (letter, plain) if _is_korean(it) or _shape(it) != _shape(_UNKNOWN)), "")


def _is_korean(letter: str) -> bool:
    return "\uac00" <= letter <= "\ud7a3"


def _shape(letter: str) -> bytes:
    drawn = Image.new("L", (40, 40))
    ImageDraw.Draw(drawn).text((4, 4), letter, 255, font(26))
    return drawn.tobytes()
