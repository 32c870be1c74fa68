"""What the job that remembers messages reads of the log, and what it ends, in Postgres."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.db.chats.log import arrays, entry
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.rules.bodies.rows import read_memory
from engine.rules.bodies.stored import read_body
from engine.rules.recall.ranking.presence import Coming, Utterance
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.words.words import terms
from engine.values.chats.bodies import MemberBody
from engine.values.chats.entries import Entry, EntryKind, Line, Place, Range
from engine.values.ids import SessionKey
from engine.values.memory.memories import MemoryKind, NewMemory, Tag

HIDDEN = "hidden"
REVISED = "revised"


@dataclass(frozen=True, slots=True)
class SaidBefore:
    """What stood before a message of a line: how many, erased ones too, and the last of them that are not.

    ``comings`` are all of the line, behind the message too.
    """

    count: int
    recent: tuple[Utterance, ...]
    comings: tuple[Coming, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """A message that is going to be remembered; ``before`` was said before it in the same talk, at ``place_before``."""

    place: Place
    text: str
    before: str
    place_before: Place | None


async def unread(on: Statements, key: SessionKey, kind: str, limit: int, held: Sequence[Place] = ()) -> list[Entry]:
    """Messages, revisions and hidings that work of ``kind`` has not read, branch by branch, as they were written.

    No erasure of them, nor of the entries ``held``, comes between this and the end of the transaction.
    """
    places = ([it.branch for it in held], [it.seq for it in held])
    rows = await on.fetch("unread", key.space, key.session, kind, limit, *places)
    return [entry(row) for row in rows]


async def ahead(on: Statements, key: SessionKey, kind: str, limit: int) -> list[Ahead]:
    """The messages that ``unread`` gives next, as they read now. Nothing is held."""
    return [
        Ahead(
            Place(row["branch_id"], row["seq"]),
            row["text"],
            row["before"],
            None if row["before_seq"] is None else Place(row["before_branch"], row["before_seq"]),
        )
        for row in await on.fetch("unread_ahead", key.space, key.session, kind, limit)
    ]


async def said_before(on: Statements, key: SessionKey, line: Line, seq: int, most: int) -> SaidBefore:
    """What stands on ``line`` before ``seq``, of the talk the last ``most`` messages."""
    row = await on.fetchrow("said_before", key.space, key.session, *arrays(line), seq, most)
    assert row is not None
    recent = json.loads(row["recent"] or "[]")
    return SaidBefore(
        row["said"],
        tuple(Utterance(person, datetime.fromisoformat(at)) for person, at in recent),
        tuple(
            Coming(at, character, what.here)
            for at, character, body in json.loads(row["comings"] or "[]")
            if isinstance(what := read_body(EntryKind.MEMBER, body), MemberBody)
        ),
    )


async def end_said(on: Statements, key: SessionKey, line: Line, first: int, last: int, reason: str) -> None:
    """End, at the head of ``line``, what is remembered of messages ``first`` to ``last`` of it."""
    branch = line.segments[-1].branch
    await on.execute("end_said", key.space, key.session, *arrays(line), first, last, branch, line.head, reason)


async def hide_new(on: Statements, key: SessionKey, place: Place) -> None:
    """End what was made at ``place``, because its message is hidden there."""
    await on.execute("hide_new", key.space, key.session, place.branch, place.seq)


async def hidden_said(
    on: Statements, key: SessionKey, line: Line, first: int, last: int
) -> list[tuple[int, NewMemory]]:
    """What hiding messages ``first`` to ``last`` has ended on ``line``: its id, and itself anew at the head."""
    rows = await on.fetch("hidden_said", key.space, key.session, *arrays(line), first, last)
    place = Place(line.segments[-1].branch, line.head)
    return [(row["id"], _anew(row, place)) for row in rows]


async def sessions_unread(on: Statements, kind: str) -> Sequence[SessionKey]:
    """Sessions of any space with something that work of ``kind`` has not read."""
    rows = await on.fetch("sessions_unread", kind)
    return [SessionKey(row["space_id"], row["session_id"]) for row in rows]


def _anew(row: DriverRow, place: Place) -> NewMemory:
    text: str = row["text"]
    return NewMemory(
        kind=MemoryKind.SAID,
        tag=Tag(row["tag"]),
        place=place,
        holder=row["holder"],
        sources=(Range(row["source_branch"], row["from_seq"], row["to_seq"]),),
        text=text,
        occurred_at=row["occurred_at"],
        until=row["until"],
        terms=terms(embedded_text(text)),
        nth=row["nth"],
        person=row["person_id"],
        character=row["character_id"],
        about=tuple(row["about"]),
        people=tuple(row["people"]),
        characters=tuple(row["characters"]),
        pinned=row["pinned"],
        body=read_memory(MemoryKind.SAID, row["body"]),
        n=place.seq,
    )
