"""The branches of a chat as a picture: portrait, the first branch at the top, to be read on a phone."""

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import ImageDraw

from bot.pictures.boughs import BoughRow, rows_of, up_from
from bot.pictures.canvas import HEIGHT, PAPERS, WIDTH, Colour, Paper, Theme, font, ground, mixed
from bot.pictures.letters import fitting, font_of, readable

MOST: Final = 24
"""So many branches are drawn; what is left out is counted at the branch that it begins on."""
_TOP: Final = 230
_BELOW: Final = 130
_LEAST: Final = 540
_LEFT: Final = 72
_RIGHT: Final = WIDTH - 56
_LANES: Final = 9
_TALLEST: Final = 124
_COLOURS: Final[dict[Theme, tuple[Colour, ...]]] = {
    Theme.DARK: ((142, 190, 255), (140, 236, 190), (240, 160, 230), (255, 206, 120), (255, 150, 140)),
    Theme.LIGHT: ((44, 104, 206), (0, 134, 84), (174, 40, 150), (196, 118, 0), (200, 60, 50)),
}


@dataclass(frozen=True, slots=True)
class Bough:
    """A branch as it is drawn; ``named``: somebody called it ``name``, else that is what was last said on it."""

    id: int
    parent: int | None
    name: str
    messages: int
    named: bool = False


@dataclass(frozen=True, slots=True)
class TreeWords:
    """What is written: above, below the title, what +n means (only where something is left out), who stands where."""

    title: str
    below: str
    hidden: str
    here: str


def draw(boughs: Sequence[Bough], current: int, words: TreeWords, theme: Theme = Theme.DARK) -> bytes:
    """A PNG, 1080 pixels wide and as high as it takes, from 540 to 1620. Call it in a thread."""
    paper = PAPERS[theme]
    kept = _kept(boughs, current)
    nearest = _nearest(boughs, kept)
    rows = rows_of([replace(it, parent=nearest.get(it.parent or 0)) for it in boughs if it.id in kept])
    hidden = Counter(nearest[it.id] for it in boughs if it.id not in kept)
    height = min(HEIGHT, max(_LEAST, _TOP + _TALLEST * len(rows) + _BELOW))
    picture = ground(paper, height)
    pen = ImageDraw.Draw(picture)
    title = readable(words.title)
    face = font_of(title, 54, 500)
    pen.text((WIDTH / 2, 62), fitting(title, face, WIDTH - 120), paper.ink, face, "mt")
    pen.text((WIDTH / 2, 140), words.below, paper.quiet, font(30), "mt")
    _Drawing(pen, paper, theme, rows, hidden).all(current, words.here)
    if hidden:
        pen.text((WIDTH / 2, height - 72), words.hidden, paper.quiet, font(30), "mm")
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _kept(boughs: Sequence[Bough], current: int) -> set[int]:
    """Which are drawn: the way to the current one, then what has a name, then the newest, as far as there is room.

    Of a way that is too long itself its beginning and its end are.
    """
    way = list(up_from(boughs, current))
    if len(way) > MOST - 2:
        way = [*way[: MOST - 6], *way[-4:]]
    kept = set(way)
    rest = sorted(boughs, key=lambda it: (not it.named, -it.id))
    for bough in rest:
        if len(kept) >= MOST:
            break
        kept.add(bough.id)
    return kept


def _nearest(boughs: Sequence[Bough], kept: set[int]) -> dict[int, int]:
    """By branch, itself if it is drawn, else the nearest one it comes from that is."""
    found: dict[int, int] = {}
    for bough in sorted(boughs, key=lambda it: it.id):  # a branch has a higher number than its parent
        found[bough.id] = bough.id if bough.id in kept else found.get(bough.parent or 0, min(kept))
    return found


class _Drawing:
    """Rows from top to bottom, each with its line from the branch above it."""

    def __init__(
        self,
        pen: ImageDraw.ImageDraw,
        paper: Paper,
        theme: Theme,
        rows: Sequence[BoughRow[Bough]],
        hidden: Mapping[int, int],
    ) -> None:
        self._pen = pen
        self._paper = paper
        self._colours = _COLOURS[theme]
        self._rows = rows
        self._hidden = hidden
        self._height = min(_TALLEST, (HEIGHT - _BELOW - _TOP) / max(1, len(rows)))
        deepest = max((it.depth for it in rows), default=0)
        self._lane = min(64.0, 340 / max(1, min(deepest, _LANES)))
        self._size = max(26, min(36, round(self._height * 0.5)))
        self._at = {it.node.id: (self._x(it.depth), self._y(n)) for n, it in enumerate(rows)}

    def all(self, current: int, here: str) -> None:
        """Draw every line, then every branch."""
        for row in self._rows:
            self._line(row)
        for row in self._rows:
            self._row(row, here if row.node.id == current else "")

    def _x(self, depth: int) -> float:
        return _LEFT + min(depth, _LANES) * self._lane

    def _y(self, number: int) -> float:
        return _TOP + (number + 0.5) * self._height

    def _colour(self, row: BoughRow[Bough]) -> Colour:
        return self._colours[row.depth % len(self._colours)]

    def _line(self, row: BoughRow[Bough]) -> None:
        above = self._at.get(row.node.parent or 0)
        if above is None:
            return
        (x, y), colour = self._at[row.node.id], mixed(self._colour(row), self._paper.bottom, 0.35)
        if above[0] == x:  # deeper than there are lanes
            self._pen.line((x, above[1], x, y), colour, 5)
            return
        bend = min(self._height * 0.4, x - above[0])
        self._pen.line((above[0], above[1], above[0], y - bend), colour, 5)
        self._pen.arc((above[0], y - 2 * bend, above[0] + 2 * bend, y), 90, 180, colour, 5)
        self._pen.line((above[0] + bend, y, x, y), colour, 5)

    def _row(self, row: BoughRow[Bough], here: str) -> None:
        pen, paper, (x, y), colour = self._pen, self._paper, self._at[row.node.id], self._colour(row)
        radius = 15 if here else 11
        if here:
            box = (x - 34, y - self._height * 0.44, _RIGHT + 20, y + self._height * 0.44)
            pen.rounded_rectangle(box, 22, mixed(colour, paper.bottom, 0.8))
            pen.ellipse((x - 23, y - 23, x + 23, y + 23), outline=colour, width=4)
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
        end = self._counts(row, y, here)
        name = " · ".join(it for it in (str(row.node.id), readable(row.node.name)) if it)
        face = font_of(name, self._size, 600 if row.node.named or here else 400)
        ink = paper.ink if row.node.named or here else mixed(paper.ink, paper.quiet, 0.4)
        pen.text((x + 38, y), fitting(name, face, end - x - 62), ink, face, "lm")

    def _counts(self, row: BoughRow[Bough], y: float, here: str) -> float:
        """What stands at the right: who stands there, what is left out below, how many messages; where that begins."""
        small, end = font(max(24, self._size - 6)), float(_RIGHT)
        hidden = self._hidden.get(row.node.id)
        words = [here, f"+{hidden}" if hidden else "", str(row.node.messages)]
        text = "  ".join(it for it in words if it)
        self._pen.text((end, y), text, self._paper.quiet, small, "rm")
        return end - small.getlength(text)
