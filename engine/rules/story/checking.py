"""Whether the rows of a story from a file can be stored: their shape, their places, and what they name. Pure."""

from collections.abc import Callable, Mapping, Sequence
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any, Final, cast

from engine.errors import StoryFileBroken
from engine.rules.story.names import StoryNames, What, renumbered
from engine.values.chats.entries import EntryKind, EntryStatus
from engine.values.memory.memories import MemoryKind
from engine.values.transfers.story_files import StoryRow, StoryRows, StoryShelf, StoryTable

MOST_ROWS: Final = 400_000
MOST_BRANCHES: Final = 20_000
LONGEST_TEXT: Final = 1_000_000
LONGEST_WORD: Final = 500
_LARGEST: Final = 1 << 53
_SMALL: Final = 1 << 31

Check = Callable[[Any], bool]


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST


def _small(value: Any) -> bool:
    return _whole(value) and value < _SMALL


def _text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _word(value: Any) -> bool:
    """What is looked up, or stands in lists."""
    return isinstance(value, str) and len(value) <= LONGEST_WORD


def is_time(value: Any) -> bool:
    """Whether this is a moment with its zone, and is one in any other zone."""
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return False
    return at is not None and at.tzinfo is not None and MINYEAR < at.year < MAXYEAR


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _day(value: Any) -> bool:
    try:
        return isinstance(value, str) and datetime.strptime(value, "%Y-%m-%d").year > 0  # noqa: DTZ007 — a day alone
    except ValueError:
        return False


def _several(value: Any) -> bool:
    return isinstance(value, list) and all(_whole(it) for it in cast("list[Any]", value))


def _maybe(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _one_of(*values: str) -> Check:
    return lambda value: value in values


_PLACE: Final[Mapping[str, Check]] = {"branch": _small, "seq": _whole}
_COLUMNS: Final[Mapping[StoryTable, Mapping[str, Check]]] = {
    StoryTable.BRANCH: {
        "id": _small, "parent": _maybe(_small), "forked_at": _whole, "reason": _word, "created_at": is_time,
        "name": _word, "named_by": _maybe(_whole), "archived_at": _maybe(is_time),
    },
    StoryTable.TURN: {
        "id": _whole, "branch": _small, "after_seq": _whole, "kind": _word, "character": _whole,
        "person": _maybe(_whole), "state": _one_of("complete", "interrupted", "empty", "error"), "outcome": _word,
        "model": _maybe(_word), "started_at": is_time, "ended_at": _maybe(is_time),
    },
    StoryTable.ENTRY: {
        **_PLACE, "kind": _one_of(*EntryKind), "person": _maybe(_whole), "character": _maybe(_whole),
        "turn": _maybe(_whole), "target": _maybe(_whole), "status": _one_of(*EntryStatus), "text": _text,
        "raw": _maybe(_text), "body": _object, "said_at": is_time,
    },
    StoryTable.DERIVED: {
        "id": _whole, "kind": _word, **_PLACE, "holder": _whole, "from_seq": _whole, "to_seq": _whole, "n": _small,
        "text": _text, "body": _object,
    },
    StoryTable.SOURCE: {"row": _whole, "branch": _small, "from_seq": _whole, "to_seq": _whole},
    StoryTable.RETIRED: {"row": _whole, **_PLACE, "by": _maybe(_whole), "reason": _word},
    StoryTable.MEMORY: {
        "row": _whole, "kind": _one_of(*MemoryKind), "tag": _word, "holder": _whole, **_PLACE, "nth": _maybe(_small),
        "person": _maybe(_whole), "character": _maybe(_whole), "about": _several, "people": _several,
        "characters": _several, "pinned": _flag, "occurred_at": is_time, "until": is_time,
    },
    StoryTable.REMEMBERED: {"kind": _word, **_PLACE},
    StoryTable.SAVEPOINT: {
        **_PLACE, "kind": _word, "name": _word, "preview": _text, "description": _text, "messages": _maybe(_small),
        "day": _maybe(_day), "person": _maybe(_whole), "created_at": is_time, "deleted_at": _maybe(is_time),
    },
}  # fmt: skip

_PLACED: Final = (
    StoryTable.DERIVED,
    StoryTable.RETIRED,
    StoryTable.MEMORY,
    StoryTable.REMEMBERED,
    StoryTable.SAVEPOINT,
)
"""What lies on a branch, and so not behind its last entry."""


def check_rows(rows: StoryRows, most: Mapping[What, int]) -> None:
    """Raise StoryFileBroken unless all of it can be stored. ``most``: how many people, characters, … there are."""
    known = dict(most)
    known[StoryNames.ROW] = len(rows[StoryTable.DERIVED])
    known[StoryNames.TURN] = len(rows[StoryTable.TURN])
    for table, found in rows.items():
        if len(found) > MOST_ROWS:
            raise StoryFileBroken(what=table.value)
        for row in found:
            _check_row(table, row, known)
    for table in (StoryTable.DERIVED, StoryTable.TURN):
        if sorted(it["id"] for it in rows[table]) != list(range(1, len(rows[table]) + 1)):
            raise StoryFileBroken(what=table.value)
    heads = _check_lines(rows[StoryTable.BRANCH], rows[StoryTable.ENTRY])
    for table in _PLACED:
        if any(it["seq"] > heads.get(it["branch"], -1) for it in rows[table]):
            raise StoryFileBroken(what=table.value)


def _check_row(table: StoryTable, row: StoryRow, known: Mapping[What, int]) -> None:
    columns = _COLUMNS[table]
    if row.keys() != columns.keys() or not all(check(row[name]) for name, check in columns.items()):
        raise StoryFileBroken(what=table.value)

    def of(what: What, number: int) -> int:
        if not 0 < number <= known.get(what, 0):
            raise StoryFileBroken(what=table.value)
        return number

    renumbered(table, row, of)
    if table is StoryTable.ENTRY:
        _check_act(row)


def _check_act(row: StoryRow) -> None:
    """Acts whose bodies are read without looking."""
    body = row["body"]
    if row["kind"] == EntryKind.MEMBER and not (_small(body.get("version")) and row["character"]):
        raise StoryFileBroken(what="member")
    pinned = {EntryKind.PRESET: StoryShelf.PRESET.value, EntryKind.BACKGROUND: StoryShelf.BACKGROUND.value}.get(
        row["kind"]
    )
    if pinned and body.get(pinned) and not _small(body.get("version")):
        raise StoryFileBroken(what=pinned)


def _check_lines(branches: Sequence[StoryRow], entries: Sequence[StoryRow]) -> dict[int, int]:
    """Every branch but the first forks from an entry of one before it, and entries follow one another: the heads."""
    if not 0 < len(branches) <= MOST_BRANCHES or [it["id"] for it in branches] != list(range(1, len(branches) + 1)):
        raise StoryFileBroken(what="branch")
    starts: dict[int, int] = {it["id"]: it["forked_at"] for it in branches}
    heads = dict(starts)
    for entry in sorted(entries, key=lambda it: (it["branch"], it["seq"])):
        if heads.get(entry["branch"]) != entry["seq"] - 1:
            raise StoryFileBroken(what="entry")
        heads[entry["branch"]] = entry["seq"]
    for branch in branches:
        parent, at = branch["parent"], branch["forked_at"]
        begins = branch["id"] == 1 and parent is None and at == 0
        forks = parent is not None and 0 < parent < branch["id"] and starts[parent] < at <= heads[parent]
        if not (begins or forks):
            raise StoryFileBroken(what="branch")
    return heads
