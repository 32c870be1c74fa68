"""A background with one of its parts written anew."""

from dataclasses import replace
from typing import Final

from engine.errors import NoSuchPoint
from engine.rules.formats.stories.backgrounds import checked
from engine.rules.formats.stories.outlines import read_outline
from engine.values.story.director import Background

NAME: Final = "name"
SETTING: Final = "setting"
OUTLINE: Final = "outline"
ENDING: Final = "ending"
PARTS: Final = (NAME, SETTING, OUTLINE, ENDING)


def with_part(background: Background, part: str, text: str) -> Background:
    """The background with ``text`` as its ``part``: one of PARTS, or the number of a point.

    An empty text takes a point away, and the number behind the last one adds one. An outline is a numbered list, or
    lines. Raises NoSuchPoint, BackgroundEmpty, FieldTooLong, OutlineTooLong, PointTooLong.
    """
    if part == NAME:
        return checked(replace(background, name=text if text.strip() else background.name))
    if part == SETTING:
        return checked(replace(background, setting=text))
    if part == ENDING:
        return checked(replace(background, ending=text))
    if part == OUTLINE:
        return checked(replace(background, outline=_points(text)))
    return checked(replace(background, outline=_with_point(background.outline, part, text)))


def _points(text: str) -> tuple[str, ...]:
    return read_outline(text).outline or tuple(text.splitlines())


def _with_point(outline: tuple[str, ...], part: str, text: str) -> tuple[str, ...]:
    number = int(part) if part.isascii() and part.isdigit() and len(part) < 4 else 0
    if not 1 <= number <= len(outline) + 1:
        raise NoSuchPoint(point=part[:20], points=len(outline))
    return (*outline[: number - 1], text, *outline[number:])
