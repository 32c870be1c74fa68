"""Which fields of a file a reader did not look at: what an import would lose, so that it can be named.

For formats of which nothing is kept but what was read. Whoever reads one asks an object for its fields; those that
hold something and were never asked for are unread, whatever the format is and whatever is added to it.
"""

from collections.abc import Callable, ItemsView, Iterator, ValuesView
from typing import Any, Final

from engine.rules.formats.json_fields import one_line
from engine.values.documents import Json, JsonObject

MAX_NAMED: Final = 100
_OF_THE_FILE: Final = frozenset({"id", "_id", "type", "ver", "version"})
"""Fields that tell of the file, and of nobody's story."""


def unread_fields(raw: Json, read: Callable[[Json], object]) -> tuple[str, ...]:
    """The names of what ``read`` leaves unread in ``raw``, at most MAX_NAMED, each once; ``a.b`` is in ``a``.

    Raises what ``read`` raises.
    """
    watched = _watched(raw)
    read(watched)
    named = (one_line(name) for name in _unread(watched, ""))
    found: dict[str, None] = {}
    for name in named:
        if name and len(found) < MAX_NAMED:
            found[name] = None
    return tuple(found)


class _Watched(dict[str, Json]):
    """An object that remembers which of its fields were asked for. Whoever goes through all of it asks for all."""

    __slots__ = ("asked",)

    def __init__(self, fields: JsonObject) -> None:
        super().__init__(fields)
        self.asked = set[str]()

    def without_asking(self, name: str) -> Json:
        """The field called ``name``. Raises KeyError."""
        return super().__getitem__(name)

    def __getitem__(self, name: str) -> Json:
        self.asked.add(name)
        return super().__getitem__(name)

    def get(self, key: str, default: Any = None, /) -> Any:  # type: ignore[override] - one way in for every default
        self.asked.add(key)
        return super().get(key, default)

    def __or__(self, other: JsonObject) -> JsonObject:  # type: ignore[override] - of two objects, one object
        both = _Watched(dict[str, Json].__or__(self, other))
        both.asked = self.asked
        return both

    def items(self) -> ItemsView[str, Json]:  # type: ignore[override] - the view of a dict, told by its protocol
        self.asked.update(self)
        return super().items()

    def values(self) -> ValuesView[Json]:  # type: ignore[override] - the view of a dict, told by its protocol
        self.asked.update(self)
        return super().values()


def _watched(value: Json) -> Json:
    if isinstance(value, dict):
        return _Watched({name: _watched(inner) for name, inner in value.items()})
    return [_watched(inner) for inner in value] if isinstance(value, list) else value


def _unread(value: Json, within: str) -> Iterator[str]:
    """Depth is bounded as that of every file is."""
    if isinstance(value, _Watched):
        for name in value:
            path = f"{within}.{name}" if within else name
            inner = value.without_asking(name)
            if name in value.asked:
                yield from _unread(inner, path)
            elif name not in _OF_THE_FILE and holds_something(inner):
                yield path
    elif isinstance(value, list):
        for inner in value:
            yield from _unread(inner, within)


def holds_something(value: Json) -> bool:
    """Whether there is anything in a value but emptiness; a number or a yes is something."""
    if isinstance(value, dict):
        return any(map(holds_something, value.values()))
    if isinstance(value, list):
        return any(map(holds_something, value))
    return bool(value)
