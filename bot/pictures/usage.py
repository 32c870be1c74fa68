"""What was used as a picture: a bar a day, parted by kind, and who used the most. Portrait, to be read on a phone."""

import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import ImageDraw

from bot.pictures.canvas import HEIGHT, PAPERS, WIDTH, Colour, Paper, Theme, font, ground, mixed
from bot.pictures.letters import fitting, font_of, readable
from engine.values.house.allowances import Consumer, DayUse

_COLOURS: Final[Mapping[Theme, tuple[Colour, ...]]] = {
    Theme.DARK: ((142, 190, 255), (255, 206, 120), (140, 236, 190), (240, 160, 230), (255, 150, 130), (160, 164, 196)),
    Theme.LIGHT: ((44, 104, 206), (214, 140, 20), (0, 150, 100), (174, 40, 150), (210, 74, 50), (112, 114, 140)),
}
_SIDE: Final = 72
_CHART: Final = (_SIDE, 330, WIDTH - _SIDE, 900)
_LEGEND_TOP: Final = 985
_LISTS_TOP: Final = 1190
_ROW: Final = 74
_MOST_ROWS: Final = 5
_EMPTY: Final = 720

Pen = ImageDraw.ImageDraw


@dataclass(frozen=True, slots=True)
class UsageWords:
    """What is written in the picture. ``days`` are the names below the bars, the oldest first; "" for none.

    ``kinds`` names each kind, in the order in which a bar is built.
    """

    title: str
    below: str
    empty: str
    days: Sequence[str]
    kinds: Mapping[str, str]
    characters: str
    channels: str
    top: str


@dataclass(frozen=True, slots=True)
class UsageRow:
    """A line of a list: a name, its amount in words, and its share of the largest."""

    name: str
    amount: str
    share: float


def draw(
    by_day: Sequence[DayUse],
    characters: Sequence[UsageRow],
    channels: Sequence[UsageRow],
    words: UsageWords,
    theme: Theme = Theme.DARK,
) -> bytes:
    """A PNG, 1080 pixels wide and as high as it takes; call it in a thread."""
    paper = PAPERS[theme]
    longest = max(len(characters), len(channels))
    picture = ground(paper, _height(longest) if by_day else _EMPTY)
    pen = ImageDraw.Draw(picture)
    pen.text((_SIDE, 84), fitting(words.title, font(64, 700), WIDTH - 2 * _SIDE), paper.ink, font(64, 700))
    pen.text((_SIDE, 182), fitting(words.below, font(38), WIDTH - 2 * _SIDE), paper.quiet, font(38))
    colours = dict(zip(words.kinds, _COLOURS[theme], strict=False))
    if by_day:
        _chart(pen, by_day, words, colours, paper)
        _legend(pen, by_day, words, colours, paper)
    else:
        pen.text((WIDTH / 2, _EMPTY / 2 + 60), words.empty, paper.quiet, font(44), "mm")
    _lists(pen, ((words.characters, characters), (words.channels, channels)), paper, _COLOURS[theme][0])
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _height(rows: int) -> int:
    """With so many rows in the longer list, none at all without lists."""
    return min(HEIGHT, _LISTS_TOP + min(rows, _MOST_ROWS) * _ROW + 40) if rows else _LISTS_TOP - 60


def rows(consumers: Sequence[Consumer], amounts: Sequence[str]) -> tuple[UsageRow, ...]:
    """Lines for whoever used the most."""
    most = max((it.tokens for it in consumers), default=0) or 1
    return tuple(UsageRow(it.name, amount, it.tokens / most) for it, amount in zip(consumers, amounts, strict=True))


def _chart(pen: Pen, by_day: Sequence[DayUse], words: UsageWords, colours: Mapping[str, Colour], paper: Paper) -> None:
    left, top, right, bottom = _CHART
    days = len(words.days)
    parts: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for it in by_day:
        parts[it.day][_kind(it.kind, colours)] += it.tokens
    highest = max(sum(it.values()) for it in parts.values()) or 1
    line = mixed(paper.bottom, paper.quiet, 0.4)
    for share in (0.0, 0.5, 1.0):
        y = bottom - (bottom - top) * share
        pen.line((left, y, right, y), line, 2)
    pen.text((right, top - 12), words.top, paper.quiet, font(30), "rs")
    step = (right - left) / days
    width = min(step * 0.72, 150)
    for n, name in enumerate(words.days):
        x = left + step * (n + 0.5)
        y = float(bottom)
        for kind, colour in colours.items():
            tall = (bottom - top) * parts[days - 1 - n][kind] / highest
            if tall > 0:
                pen.rectangle((x - width / 2, y - tall, x + width / 2, y), colour)
            y -= tall
        if name:
            pen.text((x, bottom + 18), name, paper.quiet, font(30), "ma")


def _legend(pen: Pen, by_day: Sequence[DayUse], words: UsageWords, colours: Mapping[str, Colour], paper: Paper) -> None:
    there = {_kind(it.kind, colours) for it in by_day if it.tokens}
    face = font(32)
    x, y = float(_SIDE), float(_LEGEND_TOP)
    for kind, colour in colours.items():
        if kind not in there:
            continue
        needed = 44 + face.getlength(words.kinds[kind]) + 40
        if x + needed > WIDTH - _SIDE + 40 and x > _SIDE:
            x, y = float(_SIDE), y + 52
        pen.rounded_rectangle((x, y + 4, x + 30, y + 34), 8, colour)
        pen.text((x + 44, y + 19), words.kinds[kind], paper.ink, face, "lm")
        x += needed


def _lists(pen: Pen, lists: Sequence[tuple[str, Sequence[UsageRow]]], paper: Paper, colour: Colour) -> None:
    """Two lists side by side, or one over the whole width; the numbers at the right of each."""
    filled = [(title, found[:_MOST_ROWS]) for title, found in lists if found]
    if not filled:
        return
    gap = 56
    width = (WIDTH - 2 * _SIDE - gap * (len(filled) - 1)) / len(filled)
    for n, (title, found) in enumerate(filled):
        x, y = _SIDE + n * (width + gap), float(_LISTS_TOP)
        pen.text((x, y - 44), fitting(title, font(32, 600), width), paper.quiet, font(32, 600), "lm")
        for row in found:
            amount = font(28).getlength(row.amount)
            name = readable(row.name) or "?"
            face = font_of(name, 32)
            pen.text((x, y + 12), fitting(name, face, width - amount - 20), paper.ink, face, "lm")
            pen.text((x + width, y + 12), row.amount, paper.quiet, font(28), "rm")
            track = mixed(paper.bottom, paper.quiet, 0.25)
            pen.rounded_rectangle((x, y + 40, x + width, y + 50), 5, track)
            pen.rounded_rectangle((x, y + 40, x + max(10.0, width * row.share), y + 50), 5, colour)
            y += _ROW


def _kind(kind: str, colours: Mapping[str, Colour]) -> str:
    """The kind under which it is drawn; what has no colour of its own goes with the last."""
    return kind if kind in colours else list(colours)[-1]
