"""The garden as a picture: a sky, portrait, to be read on a phone."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.pictures.canvas import HEIGHT, PAPERS, WIDTH, Colour, Paper, Theme, font, ground, mixed
from bot.pictures.letters import fitting, font_of, readable
from engine.values.memory.memories import MemoryKind
from engine.values.memory.stars import Star, StarMap

_ABOVE: Final = 230
_BELOW: Final = 170
_SKY: Final = (60, _ABOVE, WIDTH - 60, HEIGHT - _BELOW)
_FEW: Final = 8
"""So many stars would be lost in a whole sky."""
_LOW: Final = 1080
_COLOURS: Final[Mapping[Theme, Mapping[MemoryKind, Colour]]] = {
    Theme.DARK: {
        MemoryKind.SAID: (142, 190, 255),
        MemoryKind.CORE: (255, 206, 120),
        MemoryKind.MANUAL: (140, 236, 190),
        MemoryKind.DIARY: (240, 160, 230),
        MemoryKind.EVENT: (255, 146, 128),
        MemoryKind.PLOT: (110, 214, 232),
    },
    Theme.LIGHT: {
        MemoryKind.SAID: (44, 104, 206),
        MemoryKind.CORE: (196, 118, 0),
        MemoryKind.MANUAL: (0, 134, 84),
        MemoryKind.DIARY: (174, 40, 150),
        MemoryKind.EVENT: (196, 52, 36),
        MemoryKind.PLOT: (0, 126, 148),
    },
}
_NAME_SIZE: Final = 30
_GAP: Final = 8
_DOT: Final = 18
_LEGEND_SIZE: Final = 32
_LEGEND_GAP: Final = 36.0
_LEGEND_ROW: Final = 52

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class StarWords:
    """What is written in the picture: above, below, and what each colour means."""

    title: str
    below: str
    kinds: Mapping[MemoryKind, str]


def draw(sky: StarMap, words: StarWords, theme: Theme = Theme.DARK) -> bytes:
    """A PNG of 1080 × 1620 pixels, 1080 × 1080 where there are few stars.

    It takes about 0.3 s of processor time: call it in a thread.
    """
    paper, tall = PAPERS[theme], HEIGHT if len(sky.stars) > _FEW else _LOW
    share = (tall - _ABOVE - _BELOW) / (HEIGHT - _ABOVE - _BELOW)
    sky = replace(sky, stars=tuple(replace(it, y=it.y * share) for it in sky.stars))
    picture = ground(paper, tall)
    for star in sorted(sky.stars, key=lambda it: it.brightness):
        _shine(picture, star, theme)
    pen = ImageDraw.Draw(picture)
    _written(pen, words, paper)
    _legend(pen, sky, words, theme, tall - 80)
    _named(pen, sky, paper, tall - _BELOW)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _at(star: Star) -> tuple[float, float]:
    left, top, right, bottom = _SKY
    return left + star.x * (right - left), top + star.y * (bottom - top)


def _radius(star: Star) -> float:
    return 5 + 9 * star.size + (3 if star.pinned else 0)


def _shine(picture: Image.Image, star: Star, theme: Theme) -> None:
    """A disc with a halo that fades; brightness is how much of it is seen."""
    core = _radius(star)
    reach = round(core * 3.2)
    axis = np.arange(-reach, reach + 1)
    far = np.hypot(axis[:, None], axis[None, :])
    halo = np.clip(1 - far / reach, 0, 1) ** 2.2 * (0.55 if theme is Theme.DARK else 0.3)
    disc = np.clip(core - far + 0.5, 0, 1)
    seen = np.maximum(disc, halo) * (0.25 + 0.75 * star.brightness)
    mask = Image.fromarray((seen * 255).astype(np.uint8), "L")
    x, y = _at(star)
    picture.paste(_COLOURS[theme][star.kind], (round(x) - reach, round(y) - reach), mask)


def _written(pen: ImageDraw.ImageDraw, words: StarWords, paper: Paper) -> None:
    title, room = readable(words.title), WIDTH - 120
    face, small = font_of(title, 54, 500), font(30)
    pen.text((WIDTH / 2, 62), fitting(title, face, room), fill=paper.ink, font=face, anchor="mt")
    pen.text((WIDTH / 2, 140), fitting(words.below, small, room), fill=paper.quiet, font=small, anchor="mt")


def _legend(pen: ImageDraw.ImageDraw, sky: StarMap, words: StarWords, theme: Theme, y: float) -> None:
    """What the colours mean, for those that are there, around ``y``."""
    there = [kind for kind in _COLOURS[theme] if any(star.kind is kind for star in sky.stars)]
    rows = legend_rows(there, words)
    for number, row in enumerate(rows):
        middle = y + _LEGEND_ROW * (number - (len(rows) - 1) / 2)
        for kind, x, _ in row:
            pen.ellipse((x, middle - _DOT / 2, x + _DOT, middle + _DOT / 2), fill=_COLOURS[theme][kind])
            ink, face = PAPERS[theme].ink, font(_LEGEND_SIZE)
            pen.text((x + _DOT + 14, middle), words.kinds[kind], fill=ink, font=face, anchor="lm")


def legend_rows(kinds: Sequence[MemoryKind], words: StarWords) -> list[list[tuple[MemoryKind, float, float]]]:
    """The kinds of a legend in as many rows as they take, each with where it begins and ends."""
    face = font(_LEGEND_SIZE)
    wide = {kind: _DOT + 14 + face.getlength(words.kinds[kind]) for kind in kinds}
    rows: list[list[MemoryKind]] = [[]]
    for kind in kinds:
        if rows[-1] and sum(wide[it] + _LEGEND_GAP for it in rows[-1]) + wide[kind] > WIDTH - 40:
            rows.append([])
        rows[-1].append(kind)
    placed: list[list[tuple[MemoryKind, float, float]]] = []
    for row in rows:
        x = (WIDTH - sum(wide[it] for it in row) - _LEGEND_GAP * (len(row) - 1)) / 2
        placed.append([])
        for kind in row:
            placed[-1].append((kind, x, x + wide[kind]))
            x += wide[kind] + _LEGEND_GAP
    return placed


def _named(pen: ImageDraw.ImageDraw, sky: StarMap, paper: Paper, bottom: float) -> None:
    """Names beside their stars where there is room; one that would cover another, or a star, is left out."""
    taken = [_body(star) for star in sky.stars]
    for star in sorted(sky.stars, key=lambda it: (not it.pinned, -it.brightness)):
        name = readable(star.name)
        if not name:
            continue
        face = font_of(name, _NAME_SIZE, 450)
        width = face.getlength(name)
        for box in _places(star, width):
            if _inside(box, bottom) and not any(_touch(box, other) for other in taken):
                taken.append(box)
                shown = mixed(paper.quiet, paper.ink, star.brightness)
                pen.text(
                    (box[0], (box[1] + box[3]) / 2), name, shown, face, "lm", stroke_width=3, stroke_fill=paper.top
                )
                break


def _places(star: Star, width: float) -> Iterator[Box]:
    """Right of the star, left of it, under it, above it."""
    (x, y), away, half = _at(star), _radius(star) + _GAP, _NAME_SIZE * 0.7
    for left, middle in (
        (x + away, y),
        (x - away - width, y),
        (x - width / 2, y + away + half),
        (x - width / 2, y - away - half),
    ):
        yield left, middle - half, left + width, middle + half


def _body(star: Star) -> Box:
    (x, y), reach = _at(star), _radius(star)
    return x - reach, y - reach, x + reach, y + reach


def _inside(box: Box, bottom: float) -> bool:
    return box[0] >= 16 and box[2] <= WIDTH - 16 and box[1] >= _SKY[1] - 10 and box[3] <= bottom + 20


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
