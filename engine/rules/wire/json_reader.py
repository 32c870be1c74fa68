"""JSON as models write it, in fences, behind prose, with trailing commas, raw newlines or a cut end: into a shape."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, TypeVar, cast

from json_repair import repair_json
from pydantic import BaseModel, ValidationError

LONGEST: Final = 24_000
"""Characters of an answer that are read. What repairs text grows faster than its length."""
_DEEPEST: Final = 40
_FENCED: Final = re.compile(r"```[a-zA-Z]*[ \t]*\r?\n(.*?)(?:```|\Z)", re.DOTALL)
_THOUGHTS: Final = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_MOST_FAULTS: Final = 5

M = TypeVar("M", bound=BaseModel)


class NotTheShape(ValueError):
    """The text is no JSON of the wanted shape. The message says what is wrong in words that a model can act on."""


def read_answer(text: str, shape: type[M]) -> M:
    """The value that ``text`` holds. Raises NotTheShape."""
    if len(text) > LONGEST:
        raise NotTheShape(f"The answer is longer than {LONGEST} characters.")
    fault = "The answer holds no JSON object."
    for found in _objects(text):
        try:
            return shape.model_validate(found)
        except ValidationError as error:
            fault = _in_words(error)
    raise NotTheShape(fault)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Every object that the text may be meant as, most literal first."""
    plain = _THOUGHTS.sub("", text).strip()
    for candidate in (plain, *_FENCED.findall(plain)):
        yield from _dicts(_strictly(candidate))
    for candidate in (*_FENCED.findall(plain), plain[plain.find("{") :] if "{" in plain else ""):
        if candidate and not _too_deep(candidate):
            yield from _dicts(_repaired(candidate))


def _strictly(text: str) -> object:
    try:
        return cast("object", json.loads(text, strict=False))
    except (ValueError, RecursionError):
        return None


def _repaired(text: str) -> object:
    try:
        return cast("object", repair_json(text, return_objects=True, skip_json_loads=True))
    except (ValueError, RecursionError):
        return None


def _too_deep(text: str) -> bool:
    depth = deepest = 0
    for char in text:
        depth += (char in "{[") - (char in "}]" and depth > 0)
        deepest = max(deepest, depth)
    return deepest > _DEEPEST


def _dicts(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield cast("dict[str, Any]", value)
    elif isinstance(value, list):
        yield from (cast("dict[str, Any]", it) for it in cast("list[object]", value) if isinstance(it, dict))


def _in_words(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_input=False, include_context=False)[:_MOST_FAULTS]
    return " ".join(f"{'.'.join(map(str, it['loc'])) or 'the answer'}: {it['msg']}." for it in faults)
