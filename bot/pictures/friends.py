"""Who is close to whom as a picture: faces in a ring, a line for each two that is the thicker the closer they are."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.canvas import PAPERS, WIDTH, Colour, Paper, Theme, font, ground, mixed
from bot.pictures.faces import round_face
from bot.pictures.letters import fitting, font_of, readable
from bot.pictures.rings import places, ring_of

MOST: Final = 12
"""So many faces are drawn."""
_ABOVE: Final = 244
_BELOW: Final = 160
_SIDE: Final = 150
_FEW: Final = 4
"""Among so many each line says what it was about, too."""
_SIZES: Final = ((3, 200, 560), (6, 160, 820), (MOST, 122, 1060))
"""Up to so many: how wide a face is, and how high the ring."""
_THIN, _THICK = 3.0, 22.0
_FAINT: Final = 0.3
_FINE: Final = 2
_CAPTION: Final = 27
_TIES: Final[dict[Theme, Colour]] = {Theme.DARK: (240, 160, 230), Theme.LIGHT: (174, 40, 150)}
_CAPTIONS: Final = 10
"""So many of the closest say when they last met: of more nobody sees which line they belong to."""
_SEEN: Final = 50
"""Pixels of a line that are to be seen beside its caption."""
_ALONG: Final = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73)
"""Where on a line its caption may be, the best first."""

Box = tuple[float, float, float, float]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FriendFace:
    """Somebody in the ring. ``picture`` is a square PNG; None: the initial is drawn."""

    name: str
    picture: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class FriendTie:
    """A line between two faces, by their numbers from 0, ``one`` the smaller. ``closeness`` is from 0 to 1.

    ``when`` is written on it where there is room, and ``about`` below that where few are drawn.
    """

    one: int
    other: int
    closeness: float
    when: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class FriendWords:
    """What is written above, below that, and what is left out ("" for nothing)."""

    title: str
    below: str
    left_out: str = ""


def draw(
    faces: Sequence[FriendFace], ties: Sequence[FriendTie], words: FriendWords, theme: Theme = Theme.DARK
) -> bytes:
    """A PNG, 1080 pixels wide and as high as it takes, for two to twelve. About 0.5 s: call it in a thread."""
    size, tall = next((size, tall) for most, size, tall in _SIZES if len(faces) <= most or most == MOST)
    height = _ABOVE + size + tall + _BELOW
    paper = PAPERS[theme]
    picture = ground(paper, height)
    around = places(len(faces), WIDTH - 2 * _SIDE, tall)
    ring = ring_of(len(faces), {(it.one, it.other): it.closeness for it in ties})
    at = {n: (_SIDE + x, _ABOVE + size / 2 + y) for n, (x, y) in zip(ring, around, strict=True)}
    _lines(picture, ties, at, _TIES[theme])
    drawing = _Drawing(picture, paper, size, [])
    for n, it in enumerate(faces):
        drawing.face(it, at[n], theme)
    for n, it in enumerate(faces):
        drawing.name(it, at[n])
    for it in sorted(ties, key=lambda tie: -tie.closeness)[:_CAPTIONS]:
        drawing.caption(it, at[it.one], at[it.other], whole=len(faces) <= _FEW)
    _written(ImageDraw.Draw(picture), words, paper, height)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _lines(picture: Image.Image, ties: Sequence[FriendTie], at: dict[int, Point], colour: Colour) -> None:
    """The lines, the closest on top, drawn larger and made small: their edges are smooth then."""
    mask = Image.new("L", (picture.width * _FINE, picture.height * _FINE))
    pen = ImageDraw.Draw(mask)
    for it in sorted(ties, key=lambda tie: tie.closeness):
        ends = tuple(value * _FINE for point in (at[it.one], at[it.other]) for value in point)
        width = _THIN + (_THICK - _THIN) * it.closeness
        seen = _FAINT + (1 - _FAINT) * it.closeness
        pen.line(ends, round(255 * seen), round(width * _FINE))
    picture.paste(colour, (0, 0), mask.reduce(_FINE))


def _written(pen: ImageDraw.ImageDraw, words: FriendWords, paper: Paper, height: int) -> None:
    title, room = readable(words.title), WIDTH - 120
    face = font_of(title, 54, 500)
    pen.text((WIDTH / 2, 50), fitting(title, face, room), paper.ink, face, "mt")
    pen.text((WIDTH / 2, 126), fitting(words.below, font(30), room), paper.quiet, font(30), "mt")
    if words.left_out:
        pen.text((WIDTH / 2, height - 34), fitting(words.left_out, font(30), room), paper.quiet, font(30), "mb")


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A picture while it is made; ``taken``: what may not be written over."""

    picture: Image.Image
    paper: Paper
    size: int
    taken: list[Box]

    def face(self, it: FriendFace, at: Point, theme: Theme) -> None:
        """A face on its place, with a rim of the ground's colour."""
        x, y, half = round(at[0]), round(at[1]), self.size // 2
        rim = half + 6
        ImageDraw.Draw(self.picture).ellipse((x - rim, y - rim, x + rim, y + rim), self._ground(y))
        drawn = round_face(it.name, it.picture, self.size, theme)
        self.picture.paste(drawn, (x - half, y - half), drawn)
        self.taken.append((x - rim, y - rim, x + rim, y + rim))

    def name(self, it: FriendFace, at: Point) -> None:
        """The name, on the outer side of its face."""
        name = readable(it.name) or "?"
        face = font_of(name, 34, 600)
        middle = _ABOVE + (self.picture.height - _ABOVE - _BELOW) / 2
        away = self.size / 2 + 32
        y = at[1] - away if at[1] < middle - self.size / 2 else at[1] + away
        self._written((at[0], y), ((fitting(name, face, 2 * _SIDE - 60), face, self.paper.ink),))

    def caption(self, it: FriendTie, one: Point, other: Point, *, whole: bool) -> None:
        """What a line says, on the first place along it where it covers nothing; nowhere where there is none."""
        texts = [(it.when, self.paper.ink), *([(it.about, self.paper.quiet)] if whole and it.about else [])]
        faces = [font_of(text, _CAPTION, 500) for text, _ in texts]
        lines = [(fitting(text, face, 420), face, ink) for (text, ink), face in zip(texts, faces, strict=True)]
        if not self._has_room(one, other, _around(one, lines)):
            return
        for share in _ALONG:
            at = (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)
            if not any(_meet(_around(at, lines), it) for it in self.taken):
                self._written(at, lines)
                return

    def _has_room(self, one: Point, other: Point, box: Box) -> bool:
        """Whether something is seen of a line on both sides of what is written on it."""
        across, down = abs(other[0] - one[0]), abs(other[1] - one[1])
        far = hypot(across, down)
        covered = ((box[2] - box[0]) * across + (box[3] - box[1]) * down) / far
        return far - self.size - covered > _SEEN

    def _written(self, at: Point, lines: Sequence[tuple[str, ImageFont.FreeTypeFont, Colour]]) -> None:
        """Lines around a point, on a piece of the ground."""
        pen, box = ImageDraw.Draw(self.picture), _around(at, lines)
        pen.rounded_rectangle(box, 16, self._ground(at[1]))
        row = (box[3] - box[1] - 12) / len(lines)
        for n, (text, face, colour) in enumerate(lines):
            pen.text((at[0], box[1] + 6 + row * (n + 0.5)), text, colour, face, "mm")
        self.taken.append(box)

    def _ground(self, y: float) -> Colour:
        return mixed(self.paper.top, self.paper.bottom, y / self.picture.height)


def _around(at: Point, lines: Sequence[tuple[str, ImageFont.FreeTypeFont, Colour]]) -> Box:
    """The box that lines take up around a point."""
    width = max(face.getlength(text) for text, face, _ in lines) / 2 + 14
    height = sum(face.size * 1.3 for _, face, _ in lines) / 2 + 6
    return at[0] - width, at[1] - height, at[0] + width, at[1] + height


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
