"""Fields of foreign JSON read as what they should be: a wrong type is mended where it can be, and falls back elsewhere.

Nothing here raises, except FieldTooLong for a text that is too long to keep.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from engine.errors import FieldTooLong, TextTooLong
from engine.rules.text.clean import clean_text
from engine.values.documents import Json, JsonObject
from engine.values.models.prompts import Generation, Role

MAX_FIELD = 1_000_000
MAX_NAME = 200
ROLES = (Role.SYSTEM, Role.USER, Role.ASSISTANT)
"""The roles by the numbers that SillyTavern's files give them."""

_T = TypeVar("_T")
_FLAGS: Mapping[str | int | float, bool] = {
    **dict.fromkeys(("true", "1", "yes", "on"), True),
    **dict.fromkeys(("false", "0", "no", "off"), False),
    1: True,
    0: False,
}
_ROLE_NAMES = {**{role.value: role for role in Role}, "model": Role.ASSISTANT}
_GENERATIONS = {generation.value: generation for generation in Generation}


def as_object(value: Json) -> JsonObject:
    """Return the object, or an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> Sequence[Json]:
    """Return the list, or an empty one."""
    return value if isinstance(value, list) else ()


def as_objects(value: Json) -> list[JsonObject]:
    """Return the objects of a list; what else is in it is left out."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def as_text(value: Json) -> str:
    """Return the text as it stands in the file, or the number as text, or nothing."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def cleaned(value: Json, field: str, limit: int = MAX_FIELD) -> str:
    """Return a text fit to store. Raises FieldTooLong, which names ``field``."""
    if value is None or value == "":
        return ""
    try:
        return clean_text(as_text(value), limit)
    except TextTooLong as error:
        raise FieldTooLong(field=field, **error.data) from None


def cleaned_each(value: Json, field: str) -> tuple[str, ...]:
    """Return the texts of a list, or the one that stands without a list; empty ones are left out."""
    items = value if isinstance(value, list) else [value]
    return tuple(text for text in (cleaned(item, field) for item in items) if text)


def texts(value: Json, field: str) -> tuple[str, ...]:
    """Return the texts of a list, or the one that stands without a list, trimmed; blank ones are left out."""
    return tuple(text for text in map(str.strip, cleaned_each(value, field)) if text)


def one_line(*candidates: Json) -> str:
    """Return the first candidate that has text, on one line of at most MAX_NAME characters; empty if none has."""
    lines = (_one_line(as_text(value)[: 10 * MAX_NAME]) for value in candidates)
    return next((line for line in lines if line), "")


@lru_cache(maxsize=256)  # a long chat repeats two names
def _one_line(text: str) -> str:
    return " ".join(clean_text(text).split())[:MAX_NAME].strip()


def names(value: Json) -> tuple[str, ...]:
    """Return the names of a list, each once and on one line; what is no name is left out."""
    return tuple(dict.fromkeys(name for name in map(one_line, as_list(value)) if name))


def number(value: Json, default: _T, low: float, high: float) -> float | _T:
    """Return a number, or a text that is one, held between ``low`` and ``high``."""
    found = _stated(value) if isinstance(value, str) else value
    if isinstance(found, bool) or not isinstance(found, int | float):
        return default
    if isinstance(found, float) and math.isnan(found):
        return default
    return min(max(found, low), high)


def _stated(text: str) -> float | None:
    """The number that a text states in digits: "inf" is none."""
    try:
        stated = float(text[:40])
    except ValueError:
        return None
    return stated if math.isfinite(stated) else None


def whole(value: Json, default: _T, low: int, high: int) -> int | _T:
    """Return a whole number, or a text that is one, held between ``low`` and ``high``; fractions are cut off."""
    found = number(value, None, low, high)
    return default if found is None else int(found)


def flag(value: Json, default: _T) -> bool | _T:
    """Return a yes or no, also when it is written as 0, 1 or a word."""
    if value is None:
        return default
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _FLAGS.get(value.strip().lower(), default)
    return _FLAGS.get(value, default) if isinstance(value, int | float) else default


def role(value: Json, default: Role = Role.SYSTEM) -> Role:
    """Return a role by its number (as in ROLES) or its name; "model" is the assistant."""
    found = whole(value, None, -1, len(ROLES))
    if found is not None:
        return ROLES[found] if 0 <= found < len(ROLES) else default
    return _ROLE_NAMES.get(as_text(value).strip().lower(), default)


def generations(value: Json) -> frozenset[Generation]:
    """Return the kinds of reply that a list names; unknown ones are left out."""
    named = (as_text(item).strip().lower() for item in as_list(value))
    return frozenset(_GENERATIONS[name] for name in named if name in _GENERATIONS)
