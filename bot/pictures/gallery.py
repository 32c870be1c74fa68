"""Characters side by side as one picture: two columns of faces with their names, to be read on a phone."""

import colorsys
import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final
from zlib import crc32

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.canvas import PAPERS, WIDTH, Colour, Paper, Theme, font, mixed

COLUMNS: Final = 2
_HEAD: Final = 170
_FOOT: Final = 80
_TILE: Final = 352
_FACE: Final = 204
_MARGIN: Final = 48
_FINE: Final = 4
"""Circles are drawn so many times larger, and made small: their edges are smooth then."""
_CURRENT: Final = {Theme.DARK: (140, 236, 190), Theme.LIGHT: (0, 134, 84)}
_ELLIPSIS: Final = "…"
_UNKNOWN: Final = "\U0010fffd"
_LONGEST: Final = 200
_SHAPELESS: Final = frozenset({"So", "Cs", "Co", "Cn", "Cc", "Cf", "Mn"})


@dataclass(frozen=True, slots=True)
class Shown:
    """A character in a gallery. ``picture`` is a square PNG; None: its initial is drawn. ``current``: it plays here."""

    number: int
    name: str
    line: str = ""
    picture: bytes | None = field(default=None, repr=False)
    current: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """What is written besides: above, below, and under who plays here."""

    title: str
    below: str
    current: str


def draw(shown: Sequence[Shown], words: Words, theme: Theme = Theme.DARK) -> bytes:
    """A PNG, 1080 pixels wide and as high as it must be. It takes about 0.3 s: call it in a thread."""
    paper = PAPERS[theme]
    rows = max(1, -(-len(shown) // COLUMNS))
    picture = _ground(paper, _HEAD + rows * _TILE + _FOOT)
    pen = ImageDraw.Draw(picture)
    room = WIDTH - 2 * _MARGIN
    pen.text((WIDTH / 2, 56), _fitting(words.title, font(54, 500), room), paper.ink, font(54, 500), "mt")
    pen.text((WIDTH / 2, picture.height - 34), _fitting(words.below, font(28), room), paper.quiet, font(28), "mb")
    for place, it in enumerate(shown):
        alone = place == len(shown) - 1 and place % COLUMNS == 0
        column = (WIDTH - _width()) / 2 if alone else _MARGIN / 2 + (place % COLUMNS) * (_width() + _MARGIN / 2)
        _tile(picture, it, (column, _HEAD + place // COLUMNS * _TILE), words, theme)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _width() -> float:
    return (WIDTH - 3 * _MARGIN / 2) / 2


def _ground(paper: Paper, height: int) -> Image.Image:
    strip = Image.new("RGB", (1, height))
    for y in range(height):
        strip.putpixel((0, y), mixed(paper.top, paper.bottom, y / max(height - 1, 1)))
    return strip.resize((WIDTH, height))


def _tile(picture: Image.Image, it: Shown, at: tuple[float, float], words: Words, theme: Theme) -> None:
    """A card: the face, the name, a line about the character."""
    paper, pen = PAPERS[theme], ImageDraw.Draw(picture)
    left, top, width = at[0], at[1], _width()
    box = (left, top, left + width, top + _TILE - _MARGIN / 2)
    raised = mixed(mixed(paper.top, paper.bottom, 0.5), paper.ink, 0.06)
    pen.rounded_rectangle(box, 32, fill=raised, outline=_CURRENT[theme] if it.current else None, width=5)
    middle = left + width / 2
    face = _face(it, theme)
    picture.paste(face, (round(middle - _FACE / 2), round(top + 22)), face)
    pen.text((left + 22, top + 18), str(it.number), paper.quiet, font(26, 500), "lt")
    if it.current:
        pen.text((box[2] - 22, top + 18), words.current, _CURRENT[theme], font(26, 500), "rt")
    room = width - 36
    name, line = _readable(it.name) or f"#{it.number}", _readable(it.line)
    bold, plain = _font(name, 36, 600), _font(line, 26)
    pen.text((middle, top + _FACE + 46), _fitting(name, bold, room), paper.ink, bold, "mm")
    pen.text((middle, top + _FACE + 92), _fitting(line, plain, room), paper.quiet, plain, "mm")


def _face(it: Shown, theme: Theme) -> Image.Image:
    """The picture, or the initial on a colour that is always the same for a name, as a circle."""
    fine = _FACE * _FINE
    mask = Image.new("L", (fine, fine))
    ImageDraw.Draw(mask).ellipse((0, 0, fine - 1, fine - 1), fill=255)
    face = _portrait(it.picture, theme) if it.picture else None
    made = (face or _initial(it.name)).convert("RGBA")
    made.putalpha(mask.resize((_FACE, _FACE), Image.Resampling.LANCZOS))
    return made


def _portrait(picture: bytes, theme: Theme) -> Image.Image | None:
    """On the paper's own ground, where it is transparent; None when it cannot be read."""
    try:
        with Image.open(io.BytesIO(picture), formats=("PNG",)) as image:
            whole = image.convert("RGBA")
    except (OSError, ValueError, SyntaxError):
        return None
    ground = Image.new("RGBA", whole.size, (*mixed(PAPERS[theme].bottom, PAPERS[theme].ink, 0.2), 255))
    return Image.alpha_composite(ground, whole).convert("RGB").resize((_FACE, _FACE), Image.Resampling.LANCZOS)


def _initial(name: str) -> Image.Image:
    drawn = Image.new("RGB", (_FACE, _FACE), colour_of(name))
    letter = next((it for it in _readable(name) if it.isalnum()), "?").upper()[:1]
    ImageDraw.Draw(drawn).text((_FACE / 2, _FACE / 2), letter, (255, 255, 255), _font(letter, 104, 600), "mm")
    return drawn


def colour_of(name: str) -> Colour:
    """A colour on which white can be read; the same for the same name."""
    hue = crc32(name.encode("utf-8", "surrogatepass")) % 360 / 360
    red, green, blue = colorsys.hls_to_rgb(hue, 0.42, 0.5)
    return round(red * 255), round(green * 255), round(blue * 255)


def _readable(text: str) -> str:
    """On one line, in letters that there is a shape for: without emoji, and without accents that no font knows."""
    return " ".join("".join(_shaped(letter) for letter in text[:_LONGEST]).split())


def _font(text: str, size: int, weight: int = 400) -> ImageFont.FreeTypeFont:
    """A font that has the letters of ``text``."""
    return font(size, weight, "KR" if any(map(_is_korean, text)) else "SC")


@cache
def _shaped(letter: str) -> str:
    """``letter``, or what it is made of as far as a font knows it."""
    if letter.isspace():
        return " "
    if unicodedata.category(letter) in _SHAPELESS:
        return ""
    bare = unicodedata.normalize("NFD", letter)[0]
    return next((it for it in (letter, bare) if _is_korean(it) or _shape(it) != _shape(_UNKNOWN)), "")


def _is_korean(letter: str) -> bool:
    return "\uac00" <= letter <= "\ud7a3"


def _shape(letter: str) -> bytes:
    drawn = Image.new("L", (40, 40))
    ImageDraw.Draw(drawn).text((4, 4), letter, 255, font(26))
    return drawn.tobytes()


def _fitting(text: str, face: ImageFont.FreeTypeFont, room: float) -> str:
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
    return text[:low].rstrip() + _ELLIPSIS
