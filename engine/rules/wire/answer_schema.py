"""The JSON schema that a model is asked to answer in, made of the Pydantic class that reads the answer. Pure.

A limit on the elements of a list stands in the class as ``json_schema_extra``, not as ``max_length``: the reader checks
the schema too, and leaves out the elements that are too many where Pydantic would refuse the whole list.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from pydantic import BaseModel

from engine.rules.wire.json_limits import KEYWORDS

_WRITTEN: Final = ("type", "enum", "minimum", "maximum", "maxLength", "properties", "items", "minItems", "maxItems")
"""The order in which keywords go out. ``minLength`` does not: some endpoints refuse it."""
_KNOWN: Final = (KEYWORDS - {"additionalProperties"}) | {"$defs", "title", "description", "default"}
"""What a class may say. Fields without a name of their own are none of it."""
_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


def answer_schema(
    shape: type[BaseModel], among: Mapping[str, Sequence[object]] = _NONE, most: Mapping[str, int] = _NONE
) -> dict[str, Any]:
    """The schema of ``shape``: all fields are asked for, in their order, and no others; definitions stand inline.

    ``among``: the values that a field, or each element of it, may have this time, by its path (``facts.about``); a
    field that has none to choose from is left out. ``most``: how many elements a list may have this time, by its path.
    Raises ValueError where the class says what no keyword of ``KEYWORDS`` can.
    """
    raw = _raw(shape)
    schema = _written(raw, raw.get("$defs", {}))
    for path, values in among.items():
        around, name = _around(schema, path)
        if values:
            _element(around["properties"][name])["enum"] = list(values)
        else:
            del around["properties"][name]
            around["required"].remove(name)
    for path, count in most.items():
        around, name = _around(schema, path)
        around["properties"][name]["maxItems"] = count
    return schema


@cache
def _raw(shape: type[BaseModel]) -> Mapping[str, Any]:
    return shape.model_json_schema()


def _written(part: Mapping[str, Any], defs: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in part:
        part = {**defs[part["$ref"].rpartition("/")[2]], **{it: one for it, one in part.items() if it != "$ref"}}
    if unknown := part.keys() - _KNOWN:
        raise ValueError(f"nothing enforces {', '.join(sorted(unknown))} in a schema")
    told = {it: part[it] for it in _WRITTEN if it in part}
    if "items" in told:
        told["items"] = _written(told["items"], defs)
    if "properties" in told:
        told["properties"] = {name: _written(it, defs) for name, it in told["properties"].items()}
        told |= {"required": [*told["properties"]], "additionalProperties": False}
    return told


def _around(schema: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    """The object that a path ends in, and the name of the field there."""
    *outer, name = path.split(".")
    for step in outer:
        schema = _element(schema["properties"][step])
    return schema, name


def _element(schema: dict[str, Any]) -> dict[str, Any]:
    return schema.get("items", schema)
