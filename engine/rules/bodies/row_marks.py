"""What happened to rows made from the log, as JSON and back."""

from typing import Final

from engine.rules.bodies.fields import Stored, filled, flag, maybe_text
from engine.values.chats.row_bodies import UNMARKED, RowMarks
from engine.values.documents import Json, JsonObject

WAS: Final = "was"
_IMPORTED: Final = "imported"
_MESSAGES: Final = "messages"


def marks_of(raw: Stored, known: frozenset[str]) -> RowMarks:
    """What happened to a row, of which something else says ``known``. Nothing ever did to most."""
    if raw.keys() <= known:
        return UNMARKED
    imported = flag(raw, _IMPORTED)
    own = {WAS, _IMPORTED, _MESSAGES} if imported else {WAS}
    return RowMarks(
        was=maybe_text(raw, WAS),
        imported=imported,
        messages=_messages(raw.get(_MESSAGES)) if imported else None,
        more=tuple((name, it) for name, it in raw.items() if name not in known and name not in own),
    )


def marks_json(marks: RowMarks) -> JsonObject:
    """The same as a part of the row's body."""
    said = filled(was=marks.was)
    if marks.imported:
        said |= {_IMPORTED: True, _MESSAGES: [*marks.messages] if marks.messages else None}
    return said | dict(marks.more)


def _messages(found: Json) -> tuple[int, int] | None:
    match found:
        case [int(first), int(last)]:
            return first, last
        case _:
            return None
