"""The chronicle of a story, in Postgres."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.db.derivations import as_derived
from engine.db.log import arrays
from engine.db.pool import Statements, Transaction
from engine.rules.chronicle.rows import chronicle_of
from engine.values.chronicle import Chronicle, ChronicleKind
from engine.values.entries import Derived, Line
from engine.values.ids import SessionKey

EVERY_KIND: Final = tuple(ChronicleKind)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A row of the chronicle, live or not: where on the line it ended (None: it lives), why, and what came instead."""

    row: Derived
    ended_at: int | None = None
    reason: str = ""
    by: int | None = None


async def chronicle(on: Statements, key: SessionKey, line: Line, kinds: Sequence[str] = EVERY_KIND) -> Chronicle:
    """What is live on ``line``."""
    columns = (key.space, key.session, *arrays(line))
    rows = await on.fetch("chronicle", *columns, list(kinds))
    processed: int = await on.fetchval("chronicle_processed", *columns, [ChronicleKind.PAGE])
    return chronicle_of((as_derived(row) for row in rows), processed)


async def history(on: Statements, key: SessionKey, line: Line, kinds: Sequence[str] = EVERY_KIND) -> list[Recorded]:
    """Every row on ``line``, live or not, in the order of its place."""
    rows = await on.fetch("chronicle_history", key.space, key.session, *arrays(line), list(kinds))
    found = [Recorded(as_derived(row), row["ended_at"], row["reason"] or "", row["by_id"]) for row in rows]
    return sorted(found, key=lambda it: (it.row.place.seq, it.row.id))


async def stand(
    on: Transaction, key: SessionKey, line: Line, *, live: Sequence[int] = (), there: Sequence[int] = ()
) -> bool:
    """Whether rows are ``there``, and those that are to be ``live`` have not ended on ``line``.

    They are not erased until the transaction ends.
    """
    wanted = {*live, *there}
    rows = await on.fetch("chronicle_kept", key.space, key.session, *arrays(line), sorted(wanted))
    ended = {row["id"] for row in rows if row["gone"]}
    return len(rows) == len(wanted) and not ended.intersection(live)
