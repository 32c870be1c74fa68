"""Decorators: lines at the top of an entry's content that say when and where it holds.

``@@name value`` is one; ``@@@name value`` below it is what holds instead where the line above is not understood.
World-info files know two of them. Books in cards have all of the V3 specification; what they say is written into the
entry, as the fields a world-info file would have.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.rules.formats.json_fields import number
from engine.values.characters.worlds import FOREVER, MAX_DEPTH, Position
from engine.values.documents import Json, JsonObject

PLAIN = frozenset({"activate", "dont_activate"})
"""The decorators of world-info files."""
OWN_FIELDS = frozenset({"after", "every", "greeting", "reverse_depth"})
"""What decorators set that world-info files have no field for."""
_MARK = "@@"
_REPEATABLE = frozenset({"additional_keys", "exclude_keys"})
_POSITIONS = {
    "before_desc": Position.BEFORE_CHARACTER,
    "after_desc": Position.AFTER_CHARACTER,
    # There is no place for entries right at these; both stand after the description.
    "personality": Position.AFTER_CHARACTER,
    "scenario": Position.AFTER_CHARACTER,
}


@dataclass(frozen=True, slots=True)
class Decorated:
    """Content without its decorators, the decorators that are understood, and the names of those that are not."""

    content: str
    found: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()

    def values(self, name: str) -> list[str]:
        """Return the values of a decorator that may stand several times."""
        return [value for found, value in self.found if found == name]


def plain_decorators(content: str) -> Decorated:
    """Return what a world-info file's content holds."""
    return _read(content, lambda name, _value: name in PLAIN)


def card_decorators(content: str) -> Decorated:
    """Return what the content of an entry in a card holds. A value that makes no sense is not understood."""
    if not content.lstrip().startswith(_MARK):
        return Decorated(content)
    decorated = _read(content.lstrip(), _makes_sense)
    return replace(decorated, content=decorated.content.strip("\n"))


def decorated_fields(decorated: Decorated) -> JsonObject:
    """Return what decorators set, by the names of world-info files and, for OWN_FIELDS, by ours."""
    fields: JsonObject = {}
    # The last to write wins: a position beats a depth, which beats a depth from the start.
    for name, value in sorted(decorated.found, key=lambda item: _LAST.index(item[0]) if item[0] in _LAST else -1):
        if name in _FIELDS:
            fields |= _FIELDS[name](value) or {}
    return fields


def split_keys(value: str) -> list[str]:
    """Return the keys of a list with commas."""
    return [key.strip() for key in value.split(",") if key.strip()]


def _read(content: str, understood: Callable[[str, str], bool]) -> Decorated:
    lines = content.split("\n")
    top = next((place for place, line in enumerate(lines) if not line.startswith(_MARK)), len(lines))
    if not top:
        return Decorated(content)
    found: dict[tuple[str, str], None] = {}
    names: set[str] = set()
    ignored: list[str] = []
    waiting = False
    for line in lines[:top]:
        fallback = line.startswith("@@@")
        if fallback and not waiting:
            continue
        name, _, value = line[3 if fallback else 2 :].strip().partition(" ")
        waiting = not understood(name, value.strip())
        if waiting:
            ignored += [] if fallback else [name]
            continue
        if fallback:
            ignored.pop()
        if name in _REPEATABLE or name not in names:
            found[name, value.strip()] = None
        names.add(name)
    return Decorated("\n".join(lines[top:]), tuple(found), tuple(ignored))


def _makes_sense(name: str, value: str) -> bool:
    if name in PLAIN:
        return True
    if name in _REPEATABLE:
        return bool(split_keys(value))
    reader = _FIELDS.get(name)
    return reader is not None and reader(value) is not None


def _number(write: Callable[[int], JsonObject], limit: int) -> Callable[[str], JsonObject | None]:
    def read(value: str) -> JsonObject | None:
        found = number(value, None, 0, limit)
        return None if found is None else write(int(found))

    return read


def _choice(field: str, choices: Mapping[str, int], **more: bool) -> Callable[[str], JsonObject | None]:
    def read(value: str) -> JsonObject | None:
        choice = choices.get(value.lower())
        return None if choice is None else {field: int(choice), **more}

    return read


def _always(fields: Mapping[str, Json]) -> Callable[[str], JsonObject | None]:
    return lambda _value: {**fields}


_LAST = ("reverse_depth", "depth", "position")
_AT_DEPTH = int(Position.AT_DEPTH)
_FIELDS: dict[str, Callable[[str], JsonObject | None]] = {
    "keep_activate_after_match": _always({"sticky": FOREVER}),
    "dont_activate_after_match": _always({"cooldown": FOREVER}),
    "activate_only_after": _number(lambda n: {"after": n}, FOREVER),
    "activate_only_every": _number(lambda n: {"every": n}, FOREVER),
    "is_greeting": _number(lambda n: {"greeting": n}, FOREVER),
    "scan_depth": _number(lambda n: {"scanDepth": n}, MAX_DEPTH),
    "role": _choice("role", {"system": 0, "user": 1, "assistant": 2}),
    "reverse_depth": _number(lambda n: {"position": _AT_DEPTH, "depth": n, "reverse_depth": True}, MAX_DEPTH),
    "depth": _number(lambda n: {"position": _AT_DEPTH, "depth": n, "reverse_depth": False}, MAX_DEPTH),
    "position": _choice("position", _POSITIONS, reverse_depth=False),
}
