"""What a JSON schema forbids, said in words that a model can act on. Pure.

It knows the keywords that the house's own schemas use and their nearest kin, and no others: a schema with one that
nothing here enforces is a fault of the program, never one that is passed over.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

Where: TypeAlias = tuple[str | int, ...]
"""The names and indices that lead to a value."""

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """A value at ``at`` that breaks a limit, and which one."""

    at: Where
    said: str


def named_in(value: object, schema: Mapping[str, Any]) -> object:
    """``value`` without the properties that ``schema`` forbids: what nobody asked for is never read."""
    if isinstance(value, dict):
        known: Mapping[str, Any] = schema.get("properties", {})
        closed = schema.get("additionalProperties") is False
        return {
            name: named_in(inside, known.get(name, {}))
            for name, inside in cast("dict[str, object]", value).items()
            if name in known or not closed
        }
    if isinstance(value, list):
        of_items: Mapping[str, Any] = schema.get("items", {})
        return [named_in(it, of_items) for it in cast("list[object]", value)]
    return value


def faults(value: object, schema: Mapping[str, Any], at: Where = ()) -> Iterator[SchemaFault]:
    """Every limit of ``schema`` that ``value`` breaks, outer ones first. Raises ValueError for an unknown keyword."""
    if unknown := schema.keys() - KEYWORDS:
        raise ValueError(f"nothing enforces {', '.join(sorted(unknown))} in a schema")
    for keyword, limit in schema.items():
        if keyword in _CHECKS:
            yield from _CHECKS[keyword](value, limit, at)
    if isinstance(value, dict):
        known: Mapping[str, Any] = schema.get("properties", {})
        for name, it in cast("dict[str, object]", value).items():
            if name in known:
                yield from faults(it, known[name], (*at, name))
    elif isinstance(value, list):
        for index, it in enumerate(cast("list[object]", value)):
            yield from faults(it, schema.get("items", {}), (*at, index))


def without(value: object, broken: Sequence[Where]) -> object:
    """``value`` without the elements of lists that hold what is ``broken``; ``value`` itself where none does."""
    first = {it[0] for it in broken if it}
    if isinstance(value, dict):
        found = cast("dict[str, object]", value)
        return {name: without(it, _below(name, broken)) if name in first else it for name, it in found.items()}
    if isinstance(value, list):
        kept: list[object] = []
        for index, it in enumerate(cast("list[object]", value)):
            inner = without(it, _below(index, broken)) if index in first else it
            if index not in first or inner != it:
                kept.append(inner)
        return kept
    return value


def _below(step: str | int, broken: Sequence[Where]) -> list[Where]:
    return [it[1:] for it in broken if it and it[0] == step]


def _type(value: object, wanted: str, at: Where) -> Iterator[SchemaFault]:
    right = isinstance(value, _TYPES[wanted]) and isinstance(value, bool) is (wanted == "boolean")
    if not right:
        yield SchemaFault(at, f"must be of type {wanted}")


def _enum(value: object, allowed: Sequence[object], at: Where) -> Iterator[SchemaFault]:
    if value not in allowed:
        yield SchemaFault(at, "must be one of the values that were given")


def _required(value: object, names: Sequence[str], at: Where) -> Iterator[SchemaFault]:
    if isinstance(value, dict):
        yield from (SchemaFault((*at, name), "is missing") for name in names if name not in value)


def _least_items(value: object, least: int, at: Where) -> Iterator[SchemaFault]:
    if isinstance(value, list) and len(cast("list[object]", value)) < least:
        yield SchemaFault(at, f"must have at least {least} elements")


def _most_items(value: object, most: int, at: Where) -> Iterator[SchemaFault]:
    if isinstance(value, list):
        count = len(cast("list[object]", value))
        yield from (SchemaFault((*at, index), f"is one too many: at most {most}") for index in range(most, count))


def _least_length(value: object, least: int, at: Where) -> Iterator[SchemaFault]:
    if isinstance(value, str) and len(value) < least:
        yield SchemaFault(at, f"must have at least {least} characters")


def _most_length(value: object, most: int, at: Where) -> Iterator[SchemaFault]:
    if isinstance(value, str) and len(value) > most:
        yield SchemaFault(at, f"must have at most {most} characters")


def _minimum(value: object, least: float, at: Where) -> Iterator[SchemaFault]:
    if isinstance(value, int | float) and value < least:
        yield SchemaFault(at, f"must be at least {least}")


def _maximum(value: object, most: float, at: Where) -> Iterator[SchemaFault]:
    if isinstance(value, int | float) and value > most:
        yield SchemaFault(at, f"must be at most {most}")


_CHECKS: Final[Mapping[str, Callable[[object, Any, Where], Iterator[SchemaFault]]]] = {
    "type": _type,
    "enum": _enum,
    "required": _required,
    "minItems": _least_items,
    "maxItems": _most_items,
    "minLength": _least_length,
    "maxLength": _most_length,
    "minimum": _minimum,
    "maximum": _maximum,
}
KEYWORDS: Final = frozenset({*_CHECKS, "properties", "items", "additionalProperties"})
"""What a schema may say."""
