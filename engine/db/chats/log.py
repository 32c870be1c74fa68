"""The log in Postgres: entries, branches, and what is read along a line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.rules.bodies.stored import read_body, written_body
from engine.rules.lines import cut
from engine.values.chats.bodies import EntryBody, MessageBody
from engine.values.chats.entries import Branch, Entry, EntryKind, EntryStatus, Line, NewEntry, Place
from engine.values.chats.sessions import ForkReason
from engine.values.documents import JsonObject
from engine.values.ids import SessionKey

_KINDS = {it.value: it for it in EntryKind}  # looked up for every message of every turn: a call costs ten times more
_STATUSES = {it.value: it for it in EntryStatus}

Arrays = tuple[list[int], list[int], list[int]]


def arrays(line: Line) -> Arrays:
    """A line as the fragments of ``line.sql`` take it: branches, after, upto."""
    return [s.branch for s in line], [s.after for s in line], [s.upto for s in line]


async def append(on: Statements, key: SessionKey, branch: int, after: int, entries: Sequence[NewEntry]) -> int:
    """Add ``entries`` behind seq ``after`` of ``branch``; the new head. The caller holds the fence."""
    if not entries:
        return after
    columns = (
        [e.kind for e in entries],
        [e.person for e in entries],
        [e.character for e in entries],
        [e.turn for e in entries],
        [e.target_seq for e in entries],
        [e.status for e in entries],
        [e.text for e in entries],
        [e.raw for e in entries],
        [written_body(e.body) for e in entries],
        [e.said_at for e in entries],
        [f"{{{','.join(map(str, e.audience))}}}" for e in entries],
    )
    await on.execute("append", key.space, key.session, branch, after, *columns)
    return after + len(entries)


async def keep_wording(on: Statements, key: SessionKey, branch: int, said: Entry, body: MessageBody) -> None:
    """Lay the message ``said``, as it reads now, with this body down once more on ``branch``, which ends before it."""
    await on.execute(
        "keep_wording",
        key.space,
        key.session,
        said.place.branch,
        said.place.seq,
        branch,
        said.status,
        said.text,
        said.raw,
        written_body(body),
        list(said.audience) or None,
    )


@dataclass(frozen=True, slots=True)
class ImportedSwipe:
    """Another version of an imported message: it takes the place of entry ``seq`` on a branch of its own."""

    seq: int
    character: int | None
    text: str
    body: MessageBody
    said_at: datetime


@dataclass(frozen=True, slots=True)
class BranchVersion:
    """The first message of a branch that another reply was begun on, behind entry ``forked_at`` of ``parent``.

    ``swipe`` is its number among the versions of an imported message, ``file`` what the file said of the one it showed.
    """

    parent: int
    forked_at: int
    place: Place
    text: str
    written_at: datetime
    swipe: int | None
    file: Any = None


async def import_swipes(on: Statements, key: SessionKey, swipes: Sequence[ImportedSwipe], *, already: int) -> None:
    """Add other versions of messages on the first branch; ``already`` branches were added for others before."""
    await on.execute(
        "import_branches", key.space, key.session, [it.seq - 1 for it in swipes], ForkReason.AGAIN, already
    )
    await on.execute(
        "import_swipes",
        key.space,
        key.session,
        [it.seq for it in swipes],
        [it.character for it in swipes],
        [it.text for it in swipes],
        [written_body(it.body) for it in swipes],
        [it.said_at for it in swipes],
        already,
    )


async def versions(on: Statements, key: SessionKey) -> list[BranchVersion]:
    """What was first said on each branch that another reply was begun on."""
    return [
        BranchVersion(
            row["parent"],
            row["forked_at"],
            Place(row["branch_id"], row["seq"]),
            row["text"] if row["raw"] is None else row["raw"],
            row["written_at"],
            row["swipe"],
            row["file"],
        )
        for row in await on.fetch("versions", key.space, key.session)
    ]


async def raws(on: Statements, key: SessionKey, line: Line) -> dict[int, Any]:
    """What the file said of each imported entry on ``line``, by seq."""
    rows = await on.fetch("line_raws", key.space, key.session, *arrays(line))
    return {row["seq"]: row["raw"] for row in rows}


async def head(on: Statements, key: SessionKey, branch: int) -> int:
    """The last seq on ``branch``: its fork when it has no entry of its own."""
    return await on.fetchval("head", key.space, key.session, branch)


async def branches(on: Statements, key: SessionKey) -> dict[int, Branch]:
    """Every branch of a session by its number."""
    rows = await on.fetch("branches", key.space, key.session)
    return {row["id"]: Branch(row["id"], row["parent"], row["forked_at"]) for row in rows}


async def fork(on: Statements, key: SessionKey, parent: int | None, forked_at: int, reason: ForkReason) -> int:
    """A new branch behind entry ``forked_at`` of ``parent``; its number."""
    return await on.fetchval("fork", key.space, key.session, parent, forked_at, reason)


async def messages(on: Statements, key: SessionKey, line: Line, limit: int) -> list[Entry]:
    """The last ``limit`` messages of ``line`` but deleted ones, first to last, as its newest revisions have them."""
    floor = max(0, line.head - 2 * limit)
    while True:
        tail = cut(line, after=floor)  # of 500 segments a few are enough
        rows = await on.fetch("messages", key.space, key.session, *arrays(tail), floor, limit)
        if len(rows) == limit or floor == 0:
            return [entry(row) for row in reversed(rows)]
        floor = max(0, floor - 8 * limit)  # many acts between the messages: look further back


async def entries(on: Statements, key: SessionKey, line: Line, after: int = 0) -> list[Entry]:
    """Every entry of ``line`` behind seq ``after``, first to last."""
    rows = await on.fetch("entries", key.space, key.session, *arrays(cut(line, after=after)), after)
    return [entry(row) for row in rows]


async def entry_at(on: Statements, key: SessionKey, line: Line, seq: int) -> Entry | None:
    """The entry at ``seq`` of ``line`` as it reads now; None where there is none, or people have deleted it."""
    before = max(seq - 1, 0)
    row = await on.fetchrow("entry_at", key.space, key.session, *arrays(cut(line, after=before)), before, seq)
    return entry(row) if row else None


async def acts_behind(on: Statements, key: SessionKey, line: Line, after: int) -> list[Entry]:
    """Every act of ``line`` behind seq ``after``, first to last."""
    rows = await on.fetch("acts_behind", key.space, key.session, *arrays(cut(line, after=after)), after)
    return [entry(row) for row in rows]


async def acts(on: Statements, key: SessionKey, line: Line, kinds: Sequence[EntryKind]) -> list[Entry]:
    """The acts of ``kinds`` on ``line``, first to last."""
    rows = await on.fetch("acts", key.space, key.session, *arrays(line), list(kinds))
    return [entry(row) for row in rows]


async def newest_acts(
    on: Statements, key: SessionKey, line: Line, channel: int | None = None
) -> dict[EntryKind, EntryBody]:
    """What the newest act of each kind that carries a whole state says on ``line``.

    Words of people only as far as they may be told in ``channel``; None: for acts that tell nothing.
    """
    rows = await on.fetch("newest_acts", key.space, key.session, *arrays(line), channel)
    return read_acts((row["kind"], row["body"]) for row in rows)


def read_acts(found: Iterable[tuple[str, JsonObject]]) -> dict[EntryKind, EntryBody]:
    """What acts say, by their kinds."""
    return {_KINDS[kind]: read_body(_KINDS[kind], body) for kind, body in found}


async def said_on(on: Statements, key: SessionKey, line: Line) -> tuple[int, int, int]:
    """How many messages people and characters have said on ``line``, and how many characters long they are."""
    row = await on.fetchrow("said_on", key.space, key.session, *arrays(line))
    assert row is not None
    return row["from_people"], row["from_characters"], row["characters"]


def entry(row: DriverRow | Mapping[str, Any]) -> Entry:
    """An entry from a row of ``read_columns``."""
    return Entry(
        place=Place(row["branch_id"], row["seq"]),
        body=read_body(_KINDS[row["kind"]], row["body"]),
        said_at=row["said_at"],
        text=row["text"],
        status=_STATUSES[row["status"]],
        person=row["person_id"],
        person_name=row["person_name"],
        character=row["character_id"],
        turn=row["turn_id"],
        raw=row["raw"],
        revised=row["revised"],
        target_seq=row["target_seq"],
        audience=tuple(row["audience"] or ()),
    )
