"""What every picture shares: its fonts, its themes, its size on a phone."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import as_file, files
from typing import Final

from PIL import ImageFont

WIDTH: Final = 1080
HEIGHT: Final = 1620

Colour = tuple[int, int, int]


class Theme(StrEnum):
    """On which ground a picture is drawn."""

    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Paper:
    """The colours of a theme: the ground at the top and at the bottom, text, and quiet text."""

    top: Colour
    bottom: Colour
    ink: Colour
    quiet: Colour


PAPERS: Final = {
    Theme.DARK: Paper((8, 10, 28), (26, 20, 52), (236, 236, 248), (150, 152, 184)),
    Theme.LIGHT: Paper((250, 250, 254), (232, 234, 248), (34, 36, 60), (112, 114, 140)),
}


@cache
def font(size: int, weight: int = 400, script: str = "SC") -> ImageFont.FreeTypeFont:
    """Noto Sans SC, which has latin letters and Chinese characters, at ``size`` pixels; "KR" has Korean ones too."""
    folder = files("justmytype_intl_cjk") / "fonts" / "ofl" / f"notosans{script.lower()}"
    with as_file(folder / f"NotoSans{script}[wght].ttf") as path:
        face = ImageFont.truetype(str(path), size)
    face.set_variation_by_axes([weight])
    return face


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """``share`` of ``other``, the rest of ``one``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
