"""Backgrounds of stories as files: JSON with a setting and numbered points, or plain text with a numbered list."""

import json
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, Final

from engine.errors import BackgroundEmpty, OutlineTooLong, PointTooLong
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.json_fields import as_list, as_object, cleaned, one_line, whole
from engine.rules.formats.stories.outlines import read_outline
from engine.rules.formats.unread import unread_fields
from engine.rules.text.clean import clean_text
from engine.values.documents import Json, JsonObject
from engine.values.story.director import Background

LONGEST_NAME: Final = 100
LONGEST_SETTING: Final = 8_000
LONGEST_ENDING: Final = 1_000
LONGEST_POINT: Final = 500
MOST_POINTS: Final = 50
SPEC: Final = "omoide_background"
_OWN_FIELDS: Final = frozenset({"world_setting", "story_outline"})
_LAST: Final = 1_000_000


def is_background(raw: Mapping[str, Any]) -> bool:
    """Whether a JSON object has what only backgrounds have."""
    return raw.get("spec") == SPEC or bool(_OWN_FIELDS & raw.keys())


def read_background(data: bytes, filename: str = "") -> Background:
    """A background from JSON or plain text; one without a name is called as the file.

    Raises InputError: what is wrong with the JSON, BackgroundEmpty, FieldTooLong, OutlineTooLong, PointTooLong.
    """
    stem = PurePath(filename).stem
    if _is_json(data):
        return background_from_json(as_object(read_json(data)), stem)
    return checked(read_outline(data.decode("utf-8-sig", "replace"), stem))


def unread_in_background(data: bytes) -> tuple[str, ...]:
    """The names of what a background in JSON holds and nobody reads. Raises what ``read_background`` raises."""
    if not _is_json(data):
        return ()
    return unread_fields(read_json(data), lambda raw: background_from_json(as_object(raw)))


def background_from_json(raw: JsonObject, name: str = "") -> Background:
    """A background from its JSON form; ``name`` is for one that has none. Raises InputError as ``read_background``."""
    points = [
        (whole(as_object(point).get("index"), at, 0, _LAST), at, _content(point))
        for at, point in enumerate(as_list(raw.get("story_outline")), 1)
    ]
    return checked(
        Background(
            name=one_line(raw.get("name"), name, raw.get("background_id")),
            setting=cleaned(raw.get("world_setting"), "world_setting"),
            outline=tuple(content for _, _, content in sorted(points)),
            ending=cleaned(raw.get("ending"), "ending"),
        )
    )


def background_json(background: Background) -> JsonObject:
    """The JSON form that ``background_from_json`` reads."""
    return {
        "spec": SPEC,
        "name": background.name,
        "world_setting": background.setting,
        "story_outline": [{"index": at, "content": it} for at, it in enumerate(background.outline, 1)],
        "ending": background.ending,
    }


def write_background(background: Background) -> bytes:
    """A background as a file."""
    return json.dumps(background_json(background), ensure_ascii=False, indent=2).encode()


def checked(background: Background) -> Background:
    """The background with clean texts and without blank points, within the limits.

    Raises BackgroundEmpty, FieldTooLong, OutlineTooLong, PointTooLong.
    """
    points = tuple(it for it in (clean_text(point).strip() for point in background.outline) if it)
    if len(points) > MOST_POINTS:
        raise OutlineTooLong(limit=MOST_POINTS, count=len(points))
    for number, point in enumerate(points, 1):
        if len(point) > LONGEST_POINT:
            raise PointTooLong(number=number, limit=LONGEST_POINT, length=len(point))
    setting = cleaned(background.setting.strip(), "world_setting", LONGEST_SETTING).strip()
    ending = cleaned(background.ending.strip(), "ending", LONGEST_ENDING).strip()
    name = one_line(background.name)[:LONGEST_NAME].strip()
    if not (setting or points or ending):
        raise BackgroundEmpty
    return Background(name or _named_after(setting, points, ending), setting, points, ending)


def _is_json(data: bytes) -> bool:
    start = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"{") or data.startswith((b"\xff\xfe", b"\xfe\xff"))


def _content(point: Json) -> str:
    found = as_object(point)
    return cleaned(found.get("content") if found else point, "story_outline")


def _named_after(setting: str, points: tuple[str, ...], ending: str) -> str:
    """A name for what has none: how it begins."""
    return one_line(setting, *points, ending)[:30].strip()
