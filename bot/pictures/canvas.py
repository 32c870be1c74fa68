"""What every picture shares: its fonts, its themes, its size on a phone."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import as_file, files
from typing import Any, Final

import numpy as np
from PIL import Image, ImageFont

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


class _Face(ImageFont.FreeTypeFont):
    """A font whose Chinese signs take as much room as they need: a quote behind a colon leaves no hole."""

    def getlength(
        self, text: Any, mode: str = "", direction: str | None = None, features: Any = None, *more: Any, **named: Any
    ) -> float:
        return super().getlength(text, mode, direction, features or _FEATURES, *more, **named)

    def getmask2(
        self, text: Any, mode: str = "", direction: str | None = None, features: Any = None, *more: Any, **named: Any
    ) -> Any:
        return super().getmask2(text, mode, direction, features or _FEATURES, *more, **named)


_FEATURES: Final = ["palt"]
_STEPS: Final = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], dtype=np.float32)
"""A threshold matrix of ordered dithering (Bayer, 4 × 4): colours between two steps are woven of both."""


def ground(paper: Paper, height: int) -> Image.Image:
    """The ground of a picture, from its top colour to its bottom colour without bands."""
    share = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    colours = np.array(paper.top) + (np.array(paper.bottom) - np.array(paper.top)) * share
    woven = np.tile((_STEPS + 0.5) / _STEPS.size, (-(-height // 4), WIDTH // 4))[:height, :, None]
    return Image.fromarray(np.floor(colours + woven).astype(np.uint8), "RGB")


@cache
def font(size: int, weight: int = 400, script: str = "SC") -> ImageFont.FreeTypeFont:
    """Noto Sans SC, which has latin letters and Chinese characters, at ``size`` pixels; "KR" has Korean ones too."""
    folder = files("justmytype_intl_cjk") / "fonts" / "ofl" / f"notosans{script.lower()}"
    with as_file(folder / f"NotoSans{script}[wght].ttf") as path:
        face = _Face(str(path), size)
    face.set_variation_by_axes([weight])
    return face


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """``share`` of ``other``, the rest of ``one``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
