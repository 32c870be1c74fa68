"""Characters side by side as one picture: two columns of faces with their names, to be read on a phone."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.canvas import PAPERS, WIDTH, Theme, font, ground, mixed
from bot.pictures.faces import round_face
from bot.pictures.letters import fitting, font_of, readable

COLUMNS: Final = 2
_HEAD: Final = 170
_FOOT: Final = 80
_TILE: Final = 352
_FACE: Final = 204
_MARGIN: Final = 48
_CURRENT: Final = {Theme.DARK: (140, 236, 190), Theme.LIGHT: (0, 134, 84)}


@dataclass(frozen=True, slots=True)
class GalleryCharacter:
    """A character in a gallery. ``picture`` is a square PNG; None: its initial is drawn. ``current``: it plays here."""

    number: int
    name: str
    line: str = ""
    picture: bytes | None = field(default=None, repr=False)
    current: bool = False


@dataclass(frozen=True, slots=True)
class GalleryWords:
    """What is written besides: above, below, and under who plays here."""

    title: str
    below: str
    current: str


def draw(shown: Sequence[GalleryCharacter], words: GalleryWords, theme: Theme = Theme.DARK) -> bytes:
    """A PNG, 1080 pixels wide and as high as it must be. It takes about 0.3 s: call it in a thread."""
    paper = PAPERS[theme]
    rows = max(1, -(-len(shown) // COLUMNS))
    picture = ground(paper, _HEAD + rows * _TILE + _FOOT)
    pen = ImageDraw.Draw(picture)
    room = WIDTH - 2 * _MARGIN
    pen.text((WIDTH / 2, 56), fitting(words.title, font(54, 500), room), paper.ink, font(54, 500), "mt")
    pen.text((WIDTH / 2, picture.height - 34), fitting(words.below, font(28), room), paper.quiet, font(28), "mb")
    for place, it in enumerate(shown):
        alone = place == len(shown) - 1 and place % COLUMNS == 0
        column = (WIDTH - _width()) / 2 if alone else _MARGIN / 2 + (place % COLUMNS) * (_width() + _MARGIN / 2)
        _tile(picture, it, (column, _HEAD + place // COLUMNS * _TILE), words, theme)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _width() -> float:
    return (WIDTH - 3 * _MARGIN / 2) / 2


def _tile(
    picture: Image.Image, character: GalleryCharacter, at: tuple[float, float], words: GalleryWords, theme: Theme
) -> None:
    """A card: the face, the name, a line about the character."""
    paper, pen = PAPERS[theme], ImageDraw.Draw(picture)
    left, top, width = at[0], at[1], _width()
    box = (left, top, left + width, top + _TILE - _MARGIN / 2)
    raised = mixed(mixed(paper.top, paper.bottom, 0.5), paper.ink, 0.06)
    pen.rounded_rectangle(box, 32, fill=raised, outline=_CURRENT[theme] if character.current else None, width=5)
    middle = left + width / 2
    face = round_face(character.name, character.picture, _FACE, theme)
    picture.paste(face, (round(middle - _FACE / 2), round(top + 22)), face)
    pen.text((left + 22, top + 18), str(character.number), paper.quiet, font(26, 500), "lt")
    if character.current:
        pen.text((box[2] - 22, top + 18), words.current, _CURRENT[theme], font(26, 500), "rt")
    room = width - 36
    name, line = readable(character.name) or f"#{character.number}", readable(character.line)
    bold, plain = font_of(name, 36, 600), font_of(line, 26)
    pen.text((middle, top + _FACE + 46), fitting(name, bold, room), paper.ink, bold, "mm")
    pen.text((middle, top + _FACE + 92), fitting(line, plain, room), paper.quiet, plain, "mm")
