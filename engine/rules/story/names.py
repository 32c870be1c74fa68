"""The numbers inside acts and derived rows that name something else, and what they become in another place. Pure."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, cast

from engine.values.chats.entries import EntryKind
from engine.values.transfers.story_files import StoryRow, StoryShelf, StoryTable


class StoryNames(StrEnum):
    """What a number may name, besides what stands on a shelf."""

    PERSON = "person"
    TURN = "turn"
    ROW = "row"


What = StoryNames | StoryShelf
NumberOf = Callable[[What, int], int]
"""What a number becomes; 0 for what is not there."""

_COLUMNS: Final[Mapping[StoryTable, Mapping[str, What]]] = {
    StoryTable.BRANCH: {"named_by": StoryNames.PERSON},
    StoryTable.TURN: {"id": StoryNames.TURN, "person": StoryNames.PERSON, "character": StoryShelf.CHARACTER},
    StoryTable.ENTRY: {"person": StoryNames.PERSON, "character": StoryShelf.CHARACTER, "turn": StoryNames.TURN},
    StoryTable.DERIVED: {"id": StoryNames.ROW, "holder": StoryShelf.CHARACTER},
    StoryTable.SOURCE: {"row": StoryNames.ROW},
    StoryTable.RETIRED: {"row": StoryNames.ROW, "by": StoryNames.ROW},
    StoryTable.MEMORY: {
        "row": StoryNames.ROW,
        "holder": StoryShelf.CHARACTER,
        "person": StoryNames.PERSON,
        "character": StoryShelf.CHARACTER,
        "about": StoryNames.PERSON,
        "people": StoryNames.PERSON,
        "characters": StoryShelf.CHARACTER,
    },
    StoryTable.SAVEPOINT: {"person": StoryNames.PERSON},
}
_ACTS: Final[Mapping[str, Mapping[str, What]]] = {
    EntryKind.BOOKS: {"books": StoryShelf.BOOK},
    EntryKind.PRESET: {"preset": StoryShelf.PRESET},
    EntryKind.BACKGROUND: {"background": StoryShelf.BACKGROUND},
    EntryKind.GARDEN: {"id": StoryNames.ROW, "ids": StoryNames.ROW},
    EntryKind.CHRONICLE: {"id": StoryNames.ROW},
}
_OWN_FACT: Final = "fact"
_BOUND: Final[Mapping[str, StoryShelf]] = {"book": StoryShelf.BOOK, "card": StoryShelf.CHARACTER}


def renumbered(table: StoryTable, row: StoryRow, of: NumberOf) -> StoryRow:
    """The same row where everything is called as ``of`` says; what is not there becomes nothing."""
    new = dict(row)
    for column, what in _COLUMNS.get(table, {}).items():
        value = row[column]
        if isinstance(value, list):
            new[column] = _all(cast("list[int]", value), what, of)
        elif value is not None:
            new[column] = of(what, value) or None
    if table is StoryTable.ENTRY:
        new["body"] = act_renumbered(row["kind"], row["body"], of)
    return new


def act_renumbered(kind: str, body: Mapping[str, Any], of: NumberOf) -> dict[str, Any]:
    """The body of an entry, in the same way."""
    new = dict(body)
    if kind == EntryKind.TIMERS:
        return {name: [_timer(it, of) for it in timers] for name, timers in body.items()}
    for name, what in _ACTS.get(kind, {}).items():
        value = body.get(name)
        if isinstance(value, list):
            new[name] = _all(cast("list[int]", value), what, of)
        elif isinstance(value, int) and value:
            new[name] = 0 if body.get("store") == _OWN_FACT else of(what, value)
    return new


def _all(values: list[int], what: What, of: NumberOf) -> list[int]:
    return [found for it in values if (found := of(what, it))]


def _timer(timer: Any, of: NumberOf) -> Any:
    """Timers name the book that they are of by "book:12", or "card:3" for the one inside a card."""
    if not isinstance(timer, dict):
        return timer
    told = cast("dict[str, Any]", timer)
    kind, _, number = str(told.get("book", "")).partition(":")
    if kind not in _BOUND or not number.isdecimal():
        return told
    return {**told, "book": f"{kind}:{of(_BOUND[kind], int(number))}"}
