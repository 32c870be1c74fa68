"""Fields of books, presets and scripts as they are typed: what has another type than it should falls back."""

import math
from collections.abc import Mapping
from typing import TypeVar

from engine.errors import FieldTooLong, TextTooLong
from engine.rules.formats.json_fields import as_list, as_text
from engine.rules.text.clean import clean_text
from engine.values.documents import Json
from engine.values.prompts import Generation, Role

MAX_FIELD = 1_000_000
MAX_NAME = 200
_T = TypeVar("_T")
_FLAGS: Mapping[str | int | float, bool] = {1: True, 0: False, "true": True, "false": False, "1": True, "0": False}
_ROLES = {0: Role.SYSTEM, 1: Role.USER, 2: Role.ASSISTANT}
_ROLE_NAMES = {**{role.value: role for role in Role}, "model": Role.ASSISTANT}
_GENERATIONS = {generation.value: generation for generation in Generation}


def cleaned(value: Json, field: str, limit: int = MAX_FIELD) -> str:
    """Return a text fit to store. Raises FieldTooLong, which names ``field``."""
    if value is None or value == "":
        return ""
    try:
        return clean_text(as_text(value), limit)
    except TextTooLong as error:
        raise FieldTooLong(field=field, **error.data) from None


def one_line(*candidates: Json) -> str:
    """Return the first candidate that has text, on one line of at most MAX_NAME characters; empty if none has."""
    lines = (" ".join(clean_text(as_text(value)[: 10 * MAX_NAME]).split())[:MAX_NAME].strip() for value in candidates)
    return next((line for line in lines if line), "")


def texts(value: Json, field: str) -> tuple[str, ...]:
    """Return the texts of a list, or the one that stands without a list, trimmed; empty ones are left out."""
    if value is None or value == []:
        return ()
    items = value if isinstance(value, list) else [value]
    return tuple(text for text in (cleaned(item, field).strip() for item in items) if text)


def number(value: Json, default: _T, low: float, high: float) -> float | _T:
    """Return a number, or a text that is one, held between ``low`` and ``high``."""
    if value is None:
        return default
    if isinstance(value, str):
        try:
            value = float(value[:40])
        except ValueError:
            return default
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    if isinstance(value, float) and math.isnan(value):
        return default
    return min(max(value, low), high)


def whole(value: Json, default: _T, low: int, high: int) -> int | _T:
    """Return a whole number, or a text that is one, held between ``low`` and ``high``; fractions are cut off."""
    found = number(value, None, low, high)
    return default if found is None else int(found)


def flag(value: Json, default: _T) -> bool | _T:
    """Return a yes or no, also when it is written as 0, 1, "true" or "false"."""
    if value is None:
        return default
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _FLAGS.get(value.strip().lower(), default)
    return _FLAGS.get(value, default) if isinstance(value, int | float) else default


def role(value: Json, default: Role = Role.SYSTEM) -> Role:
    """Return a role by its number (0 system, 1 user, 2 assistant) or its name; "model" is the assistant."""
    found = whole(value, None, -1, 3)
    if found is not None:
        return _ROLES.get(found, default)
    return _ROLE_NAMES.get(as_text(value).strip().lower(), default)


def generations(value: Json) -> frozenset[Generation]:
    """Return the kinds of reply that a list names; unknown ones are left out."""
    names = (as_text(item).strip().lower() for item in as_list(value))
    return frozenset(_GENERATIONS[name] for name in names if name in _GENERATIONS)


def file_stem(filename: str) -> str:
    """Return a file's name without folders and ending."""
    name = filename.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[0] or name
