"""JSON as models write it, in fences, behind prose, with trailing commas, raw newlines or a cut end: into a shape."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar, cast

from json_repair import repair_json
from pydantic import BaseModel, StringConstraints, ValidationError

from engine.rules.wire.json_limits import SchemaFault, faults, named_in, without

LONGEST: Final = 24_000
"""Characters of an answer that are read. What repairs text grows faster than its length."""
_DEEPEST: Final = 40
_FENCED: Final = re.compile(r"```[a-zA-Z]*[ \t]*\r?\n(.*?)(?:```|\Z)", re.DOTALL)
_THOUGHTS: Final = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_MOST_FAULTS: Final = 5

M = TypeVar("M", bound=BaseModel)

Worded = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
"""A text without which an answer does not do what a person asked for.

The schemas do not say it: some endpoints refuse ``minLength``. Where work in the background has nothing to tell, an
empty text says so, and what was said stays as it is.
"""


class NotTheShape(ValueError):
    """The text is no JSON of the wanted shape. The message says what is wrong in words that a model can act on."""


def read_answer(text: str, shape: type[M], schema: Mapping[str, Any], *, mend: bool = False) -> M:
    """The value that ``text`` holds, within every limit of ``shape`` and ``schema``. Raises NotTheShape.

    Properties that the schema forbids are not read. ``mend``: elements of lists that break a limit are left out, where
    the rest is a whole answer.
    """
    if len(text) > LONGEST:
        raise NotTheShape(f"The answer is longer than {LONGEST} characters.")
    fault = "The answer holds no JSON object."
    for found in _objects(text):
        value = named_in(found, schema)
        answer, wrong = _read(value, shape, schema)
        while wrong and mend and (rest := without(value, [it.at for it in wrong])) != value:
            value = rest
            answer, wrong = _read(value, shape, schema)
        if answer is not None and not wrong:
            return answer
        fault = _in_words(wrong)
    raise NotTheShape(fault)


def _read(value: object, shape: type[M], schema: Mapping[str, Any]) -> tuple[M | None, Sequence[SchemaFault]]:
    """The answer, and the limits that it breaks as it was understood: "3" is a number where one is asked for."""
    try:
        answer = shape.model_validate(value)
    except ValidationError as error:
        known = error.errors(include_url=False, include_input=False, include_context=False)
        return None, [SchemaFault(it["loc"], it["msg"]) for it in known]
    return answer, list(faults(answer.model_dump(mode="json", exclude_unset=True), schema))


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


def _in_words(wrong: Sequence[SchemaFault]) -> str:
    return " ".join(f"{'.'.join(map(str, it.at)) or 'the answer'}: {it.said}." for it in wrong[:_MOST_FAULTS])
