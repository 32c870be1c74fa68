"""Texts that scripts of a chat have placed in it (``chat_metadata.script_injects``)."""

from collections.abc import Iterator

from engine.errors import TooManyEntries
from engine.rules.formats.json_fields import as_object, cleaned, flag, one_line, role, whole
from engine.values.characters.worlds import MAX_DEPTH
from engine.values.documents import Json
from engine.values.story.notes import Inject, NotePosition

FILTER_UNDECIDED = "inject-filter-undecided"
MAX_INJECTS = 1_000
_ALWAYS = frozenset({"", "true", "1", "() => true", "()=>true"})
_NEVER = frozenset({"false", "0", "() => false", "()=>false"})


def injects_from_json(raw: Json) -> tuple[tuple[Inject, ...], tuple[str, ...]]:
    """Return the injected texts, in the order of the file, and Fluent ids of warnings.

    A filter is a script, and scripts of chats are never run: a text whose filter is more than a plain yes or no is
    left out, with a warning. Raises TooManyEntries, FieldTooLong.
    """
    items = as_object(raw)
    if len(items) > MAX_INJECTS:
        raise TooManyEntries(limit=MAX_INJECTS)
    injects = [*_injects(items)]
    held = tuple(inject for inject, holds in injects if inject.text and holds)
    undecided = any(inject.text and holds is None for inject, holds in injects)
    return held, (FILTER_UNDECIDED,) if undecided else ()


def _injects(items: dict[str, Json]) -> Iterator[tuple[Inject, bool | None]]:
    for name, item in items.items():
        fields = as_object(item)
        position = whole(fields.get("position"), NotePosition.IN_CHAT, min(NotePosition) - 1, max(NotePosition) + 1)
        inject = Inject(
            id=one_line(name),
            text=cleaned(fields.get("value"), "value"),
            position=NotePosition(position) if position in {*NotePosition} else NotePosition.IN_CHAT,
            depth=whole(fields.get("depth"), 4, 0, MAX_DEPTH),
            role=role(fields.get("role")),
            scan=flag(fields.get("scan"), False),
        )
        yield inject, _decided(fields.get("filter"))


def _decided(condition: Json) -> bool | None:
    """Return what a filter says without being run; None when that cannot be known."""
    if condition is None or isinstance(condition, bool):
        return condition is not False
    text = condition.strip().lower() if isinstance(condition, str) else None
    if text in _ALWAYS:
        return True
    return False if text in _NEVER else None
