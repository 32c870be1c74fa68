"""What characters know, in Postgres: rows made from the log, and what ends them."""

from collections.abc import Iterable, Sequence

from engine.db.chats.log import arrays
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.rules.bodies.rows import read_row, written_row
from engine.values.chats.entries import Derived, Line, NewDerived, Place, Retirement
from engine.values.ids import SessionKey


async def derive(on: Statements, key: SessionKey, row: NewDerived) -> int | None:
    """Store ``row``; None when the same derivation was stored before (nothing changes then)."""
    return await on.fetchval(
        "derive",
        key.space,
        key.session,
        row.kind,
        row.place.branch,
        row.place.seq,
        row.holder,
        min(s.from_seq for s in row.sources),
        max(s.to_seq for s in row.sources),
        row.n,
        row.text,
        written_row(row.kind, row.body),
        [s.branch for s in row.sources],
        [s.from_seq for s in row.sources],
        [s.to_seq for s in row.sources],
    )


async def retire(on: Statements, key: SessionKey, retirement: Retirement) -> None:
    """End a derived row from a place on."""
    place = retirement.place
    await on.execute(
        "retire",
        key.space,
        key.session,
        retirement.derived,
        place.branch,
        place.seq,
        retirement.by,
        retirement.reason,
    )


async def live(on: Statements, key: SessionKey, line: Line, kinds: Sequence[str]) -> list[Derived]:
    """The rows of ``kinds`` that are live on ``line``."""
    rows = await on.fetch("live_rows", key.space, key.session, *arrays(line), list(kinds))
    return _derived(rows)


async def made_from(on: Statements, key: SessionKey, line: Line, seq: int) -> list[Derived]:
    """The live rows that were made from entry ``seq`` of ``line``: what a revision of it makes stale."""
    rows = await on.fetch("made_from", key.space, key.session, *arrays(line), seq)
    return _derived(rows)


def as_derived(row: DriverRow) -> Derived:
    """A row that begins with ``derived_columns``."""
    number, kind, branch, seq, holder, text, body, first, last, n, heard, *_ = row
    place, told, by = Place(branch, seq), read_row(kind, body or {}), tuple(heard or ())
    return Derived(number, kind, place, holder, text, told, first, last, n, by)


def derived_with_ends(rows: Iterable[DriverRow]) -> list[tuple[Derived, int | None]]:
    """From rows of ``derived_columns``, where each ended, and two columns more; of the row without an id none.

    Taken by position, for a long story has thousands.
    """
    return [
        (
            Derived(number, kind, Place(at, seq), holder, text, read_row(kind, body or {}), a, b, n, tuple(by or ())),
            ended,
        )
        for number, kind, at, seq, holder, text, body, a, b, n, by, ended, _, _ in rows
        if number is not None
    ]


def _derived(rows: Iterable[DriverRow]) -> list[Derived]:
    """From rows of ``derived_columns``; by position too."""
    return [
        Derived(number, kind, Place(at, seq), holder, text, read_row(kind, body or {}), a, b, n, tuple(by or ()))
        for number, kind, at, seq, holder, text, body, a, b, n, by in rows
    ]
