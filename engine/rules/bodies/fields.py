"""Fields of stored JSON: what is not what it should be, as in a file that was edited by hand, counts as not there."""

from collections.abc import Collection, Mapping
from typing import Final

from engine.values.documents import Json, JsonObject

ORIGIN: Final = "from"
VERSION: Final = "v"
"""Where a body says in which shape it is; none says 1."""

Stored = Mapping[str, Json]


def whole(raw: Stored, name: str, default: int = 0) -> int:
    """A whole number."""
    found = raw.get(name)
    return found if type(found) is int else default  # a bool is an int too, but of another type


def maybe_whole(raw: Stored, name: str) -> int | None:
    """The same; None where there is none."""
    found = raw.get(name)
    return found if type(found) is int else None


def wholes(raw: Stored, name: str) -> tuple[int, ...]:
    """Several whole numbers."""
    found = raw.get(name)
    return tuple(it for it in found if isinstance(it, int)) if isinstance(found, list) else ()


def text(raw: Stored, name: str, default: str = "") -> str:
    """A text."""
    found = raw.get(name)
    return found if isinstance(found, str) else default


def maybe_text(raw: Stored, name: str) -> str | None:
    """The same; None where there is none."""
    found = raw.get(name)
    return found if isinstance(found, str) else None


def texts(raw: Stored, name: str) -> tuple[str, ...]:
    """Several texts."""
    found = raw.get(name)
    return tuple([it for it in found if isinstance(it, str)]) if isinstance(found, list) else ()


def maybe_texts(raw: Stored, name: str) -> tuple[str, ...] | None:
    """The same; None where there are none."""
    found = raw.get(name)
    return tuple([it for it in found if isinstance(it, str)]) if isinstance(found, list) else None


def texts_by_name(raw: Stored, name: str) -> dict[str, str]:
    """Texts by names. Numbers count as texts, as macros read them."""
    found = raw.get(name)
    values = found.items() if isinstance(found, dict) else ()
    return {of: it if isinstance(it, str) else str(it) for of, it in values if isinstance(it, str | int | float)}


def flag(raw: Stored, name: str, *, default: bool = False) -> bool:
    """A yes or no."""
    found = raw.get(name)
    return found if isinstance(found, bool) else default


def maybe_flag(raw: Stored, name: str) -> bool | None:
    """The same; None where there is none."""
    found = raw.get(name)
    return found if isinstance(found, bool) else None


def objects(raw: Stored, name: str) -> list[JsonObject]:
    """Several objects."""
    found = raw.get(name)
    return [it for it in found if isinstance(it, dict)] if isinstance(found, list) else []


def origin(raw: Stored) -> tuple[int, int] | None:
    """Where an act that went along was first done."""
    match raw.get(ORIGIN):
        case [int(branch), int(seq)]:
            return branch, seq
        case _:
            return None


def rest(raw: Stored, known: Collection[str]) -> tuple[tuple[str, Json], ...]:
    """What a body says besides what is ``known`` of it."""
    return tuple((name, it) for name, it in raw.items() if name not in known and name != ORIGIN)


def filled(**fields: Json) -> JsonObject:
    """An object of those that are not None."""
    return {name: it for name, it in fields.items() if it is not None}
