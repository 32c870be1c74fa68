"""What the turns of a story are made of besides its rows, as the file ``stage.json`` of an export. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, cast

from engine.errors import StoryFileBroken
from engine.rules.bodies.personas import user_persona_of
from engine.rules.formats.presets.regex_scripts import scripts_from_json
from engine.rules.text.clean import storable
from engine.values.transfers.story_files import CharacterStage, PersonStage, ScriptList, StoryShelf, StoryStage, Volume

STAGE: Final = "stage.json"
MOST_LISTS: Final = 200
MOST_BOOKS: Final = 1_000
MOST_SETTINGS: Final = 1_000
LONGEST_SETTING: Final = 1_000
LONGEST_NAME: Final = 2_000


def stage_json(stage: StoryStage) -> dict[str, Any]:
    """The stage as JSON."""
    return asdict(stage)


def read_stage(raw: Any, shelves: Mapping[StoryShelf, Sequence[Volume]]) -> StoryStage:
    """The stage that ``raw`` tells, which goes with ``shelves``.

    Raises StoryFileBroken, TooManyEntries, FieldTooLong; KeyError, TypeError and ValueError where it has another shape.
    """
    books = len(shelves[StoryShelf.BOOK])
    characters = [_character(it, books) for it in raw["characters"]]
    if len(characters) != len(shelves[StoryShelf.CHARACTER]):
        raise StoryFileBroken(what=STAGE)
    return StoryStage(characters, _person(raw["person"], books) if raw["person"] is not None else None)


def _character(raw: Mapping[str, Any], books: int) -> CharacterStage:
    lists = [ScriptList(_name(it["name"]), _scripts(it["scripts"])) for it in _few(raw["scripts"], MOST_LISTS)]
    return CharacterStage(_books(raw["books"], books), lists, _settings(raw["settings"]))


def _person(raw: Mapping[str, Any], books: int) -> PersonStage:
    body = raw["body"]
    if not isinstance(body, dict):
        raise StoryFileBroken(what=STAGE)
    told = cast("dict[str, Any]", body)
    persona = user_persona_of(0, _name(raw["name"]), told)
    depth = told.get("depth", persona.depth)
    if not isinstance(told.get("description", ""), str) or type(depth) is not int or not 0 <= depth < 1 << 31:
        raise StoryFileBroken(what=STAGE)
    return PersonStage(persona.name, told, _books(raw["books"], books), _settings(raw["settings"]))


def _scripts(raw: Any) -> list[Any]:
    """Scripts as they came; reading them says whether they can be run at all."""
    found = _few(raw, MOST_LISTS * 10)
    scripts_from_json(found)
    return found


def _books(raw: Any, most: int) -> list[int]:
    numbers = _few(raw, MOST_BOOKS)
    if not all(type(it) is int and 0 < it <= most for it in numbers) or len(set(numbers)) != len(numbers):
        raise StoryFileBroken(what=STAGE)
    return numbers


def _settings(raw: Any) -> dict[str, Any]:
    told = cast("dict[str, Any]", raw) if isinstance(raw, dict) else None
    if told is None or len(told) > MOST_SETTINGS or not all(map(_plain, told.values())):
        raise StoryFileBroken(what=STAGE)
    return told


def _plain(value: Any) -> bool:
    """Whether this is a value that a setting may have; None where nothing was chosen."""
    return value is None or (isinstance(value, bool | int | float | str) and len(str(value)) <= LONGEST_SETTING)


def _few(raw: Any, most: int) -> list[Any]:
    found = cast("list[Any]", raw) if isinstance(raw, list) else None
    if found is None or len(found) > most:
        raise StoryFileBroken(what=STAGE)
    return found


def _name(value: Any) -> str:
    if not isinstance(value, str) or storable(value) != value or len(value) > LONGEST_NAME:
        raise StoryFileBroken(what=STAGE)
    return value
