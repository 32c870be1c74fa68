"""Fields of foreign JSON read as what they should be: a wrong type is mended where it can be, never an error."""

import math
from collections.abc import Sequence
from functools import lru_cache

from engine.rules.text.clean import clean_text
from engine.values.documents import Json, JsonObject
from engine.values.prompts import Role

MAX_NAME = 200
ROLES = (Role.SYSTEM, Role.USER, Role.ASSISTANT)
"""The roles by the numbers that SillyTavern's files give them."""

_NO = frozenset({"", "0", "false", "no", "off", "null"})


def as_object(value: Json) -> JsonObject:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> Sequence[Json]:
    """The list, or an empty one."""
    return value if isinstance(value, list) else ()


def as_objects(value: Json) -> list[JsonObject]:
    """The objects of a list; what else is in it is left out."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def as_text(value: Json) -> str:
    """The text, or the number as text, or nothing."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def as_name(value: Json) -> str:
    """A name on one line, without control characters, at most 200 characters of it."""
    return _one_line(as_text(value)[: 2 * MAX_NAME]) if value else ""


@lru_cache(maxsize=256)  # a long chat repeats two names
def _one_line(text: str) -> str:
    return " ".join(clean_text(text).split())[:MAX_NAME].rstrip()


def as_names(value: Json) -> tuple[str, ...]:
    """The names of a list, each once; what is no name is left out."""
    return tuple(dict.fromkeys(name for name in map(as_name, as_list(value)) if name))


def as_flag(value: Json) -> bool:
    """Yes or no, also where it is written as a number or a word."""
    return value.strip().lower() not in _NO if isinstance(value, str) else bool(value)


def as_whole(value: Json, default: int, low: int, high: int) -> int:
    """A whole number, moved into its range; ``default`` where there is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return min(max(value, low), high)
    try:
        number = float(as_text(value))
    except ValueError:
        return default
    return int(min(max(number, low), high)) if math.isfinite(number) else default


def as_role(value: Json) -> Role:
    """A role by its number or its name; SYSTEM where there is none."""
    if isinstance(value, str) and value.strip().lower() in {*Role}:
        return Role(value.strip().lower())
    number = as_whole(value, 0, 0, len(ROLES))
    return ROLES[number] if number < len(ROLES) else Role.SYSTEM
