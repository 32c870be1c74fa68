"""Faces of characters and people, as circles."""

import colorsys
import io
from typing import Final
from zlib import crc32

from PIL import Image, ImageDraw

from bot.pictures.canvas import PAPERS, Colour, Theme, mixed
from bot.pictures.letters import font_of, readable

_FINE: Final = 4
"""Circles are drawn so many times larger, and made small: their edges are smooth then."""
_LETTER: Final = 0.51
"""The height of the initial's font, as a share of the face."""


def round_face(name: str, picture: bytes | None, size: int, theme: Theme) -> Image.Image:
    """The picture, a square PNG, or the initial on a colour that is the same for a name; ``size`` pixels wide."""
    fine = size * _FINE
    mask = Image.new("L", (fine, fine))
    ImageDraw.Draw(mask).ellipse((0, 0, fine - 1, fine - 1), fill=255)
    face = _portrait(picture, size, theme) if picture else None
    made = (face or _initial(name, size)).convert("RGBA")
    made.putalpha(mask.resize((size, size), Image.Resampling.LANCZOS))
    return made


def colour_of(name: str) -> Colour:
    """A colour on which white can be read; the same for the same name."""
    hue = crc32(name.encode("utf-8", "surrogatepass")) % 360 / 360
    red, green, blue = colorsys.hls_to_rgb(hue, 0.42, 0.5)
    return round(red * 255), round(green * 255), round(blue * 255)


def _portrait(picture: bytes, size: int, theme: Theme) -> Image.Image | None:
    """On the paper's own ground, where it is transparent; None when it cannot be read."""
    try:
        with Image.open(io.BytesIO(picture), formats=("PNG",)) as image:
            whole = image.convert("RGBA")
    except (OSError, ValueError, SyntaxError):
        return None
    ground = Image.new("RGBA", whole.size, (*mixed(PAPERS[theme].bottom, PAPERS[theme].ink, 0.2), 255))
    return Image.alpha_composite(ground, whole).convert("RGB").resize((size, size), Image.Resampling.LANCZOS)


def _initial(name: str, size: int) -> Image.Image:
    drawn = Image.new("RGB", (size, size), colour_of(name))
    letter = next((it for it in readable(name) if it.isalnum()), "?").upper()[:1]
    face = font_of(letter, round(size * _LETTER), 600)
    ImageDraw.Draw(drawn).text((size / 2, size / 2), letter, (255, 255, 255), face, "mm")
    return drawn
