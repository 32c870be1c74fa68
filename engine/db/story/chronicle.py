"""The chronicle of a story, in Postgres."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.db.chats import audiences
from engine.db.chats.log import arrays, entry
from engine.db.memory.derivations import as_derived, derived_with_ends
from engine.db.postgres.pool import Statements, Transaction
from engine.db.story.settled import KINDS
from engine.rules.casting import Stretch, is_missed
from engine.rules.chronicle.by_hand import FORGOTTEN, REDONE
from engine.rules.chronicle.rows import chronicle_of, lately_of
from engine.values.chats.entries import Derived, Entry, Line, Place, Range
from engine.values.ids import ChannelKey, SessionKey
from engine.values.story.chronicle import NO_CHRONICLE, Chronicle, ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import PageBody

EVERY_KIND: Final = tuple(ChronicleKind)

LATELY: Final = 192
"""Entries. So far back it is known what the index was like."""

CHANGED: Final = ("updated", "gone", "merged")
"""Why rows of the index end by the story's own course."""

HARMLESS: Final = ("superseded", "compressed", "archived", "folded", "chapter")
"""Why other rows end by which the index does not become wrong."""

FEW: Final = 500
"""Rows. Of so few it is asked one by one whether they have ended."""

SETTLED: Final = "settled"
"""Why pages have ended that are not told one by one."""

_End = tuple[int, str, int | None]
"""Where a row ended, why, and what took its place."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rows of a chronicle in the order of their place. Up to seq ``settled`` it is settled; 0 where it never was.

    ``again``: something may have ended behind that which is to be told again.
    """

    rows: Sequence[Recorded]
    settled: int
    again: bool


@dataclass(frozen=True, slots=True)
class ChronicleReader:
    """The character that a chronicle is read for, and the stretches of the line that it ``missed``.

    None for people, who see what every character knows. ``covered``: the clauses that everybody meets who can read
    where it is told; None for no such bound.
    """

    character: int | None
    missed: tuple[Stretch, ...] = ()
    covered: frozenset[int] | None = None

    def knows(self, row: Derived) -> bool:
        """Whether a row tells only what it was there for and what all may be told, and is no other's persona."""
        grown = row.kind == ChronicleKind.EVOLUTION and self.character is not None
        return self.was_there(row) and (not grown or row.holder == self.character)

    def was_there(self, row: Derived) -> bool:
        """Whether it was there, and all who can read now could read, for all that a row was made from."""
        if not self.may_hear(row.audience):
            return False
        return row.kind == ChronicleKind.EVOLUTION or not is_missed(self.missed, row.from_seq, row.to_seq)

    def may_hear(self, audience: Iterable[int]) -> bool:
        """Whether all who can read now meet these clauses."""
        return self.covered is None or self.covered.issuperset(audience)


async def readers_of(on: Statements, channel: ChannelKey, character: int | None = None) -> ChronicleReader:
    """Whoever can read ``channel`` now: what all of them may be told; with a ``character``, of its persona alone."""
    return ChronicleReader(character, covered=await audiences.covered(on, channel))


@dataclass(frozen=True, slots=True)
class LiveRows:
    """What is live on a line, with what of the index ended lately, behind seq ``since``: each row with where it ended.

    Pages were made up to seq ``processed``. The last seq at which anything ended by which the index became wrong is
    ``mended``.
    """

    rows: Sequence[tuple[Derived, int | None]]
    since: int
    processed: int
    mended: int

    def told(self, kinds: Collection[str] = EVERY_KIND, reader: ChronicleReader | None = None) -> Chronicle:
        """Of ``kinds`` what ``reader`` knows; how far pages were made is known when they are among these.

        What was said is everybody's who was there, and so is what tells of it; a persona is that of ``reader`` (None:
        everything, of whoever grew last). NO_CHRONICLE itself where there is nothing.
        """
        every = [it for it in self.rows if it[0].kind in kinds]
        found = [it for it in every if reader is None or reader.knows(it[0])]
        live = [row for row, ended in found if ended is None]
        missed = any(not reader.was_there(row) for row, _ in every) if reader else False
        processed = self.processed if ChronicleKind.PAGE in kinds and not missed else 0
        if not live and not processed:
            return NO_CHRONICLE
        lately = lately_of(((row, ended) for row, ended in found if ended is not None), self.since, self.mended)
        return replace(chronicle_of(live, processed), lately=lately)


async def live_rows(on: Statements, key: SessionKey, line: Line, kinds: Sequence[str] = EVERY_KIND) -> LiveRows:
    """What is live on ``line`` of ``kinds``."""
    wanted, since = [it for it in kinds if it in KINDS], max(0, line.head - LATELY)
    index = [it for it in wanted if it in (ChronicleKind.TIMELINE, ChronicleKind.ITEM)]
    places = (since, index, list(CHANGED), list(HARMLESS))
    rows = await on.fetch("chronicle", key.space, key.session, *arrays(line), wanted, *places)
    return LiveRows(derived_with_ends(rows), since, rows[0]["processed"], rows[0]["mended"])


async def chronicle(
    on: Statements,
    key: SessionKey,
    line: Line,
    kinds: Sequence[str] = EVERY_KIND,
    reader: ChronicleReader | None = None,
) -> Chronicle:
    """What is live on ``line``, as ``LiveRows`` tell it."""
    return (await live_rows(on, key, line, kinds)).told(kinds, reader)


async def messages(on: Statements, key: SessionKey, line: Line, between: tuple[int, int], most: int) -> list[Entry]:
    """The first ``most`` messages of ``line`` ``between`` two seqs, themselves not meant."""
    rows = await on.fetch("opening_messages", key.space, key.session, *arrays(line), *between, most)
    return [entry(row) for row in rows]


async def history(
    on: Statements,
    key: SessionKey,
    line: Line,
    kinds: Sequence[str] = EVERY_KIND,
    reader: ChronicleReader | None = None,
) -> list[Recorded]:
    """Every row on ``line``, live or not, in the order of its place; what ``reader`` knows of it (None: all)."""
    rows = await on.fetch("chronicle_history", key.space, key.session, *arrays(line), list(kinds))
    found = [as_derived(row) for row in rows]
    return await recorded(on, key, line, [it for it in found if reader is None or reader.knows(it)])


async def standing(
    on: Statements, key: SessionKey, line: Line, paged: Sequence[str], others: Sequence[str], reasons: Sequence[str]
) -> Standing:
    """How the chronicle stands on ``line``; ``again`` goes by these ``reasons``.

    Of the kinds ``others`` that is every row, live or not. Of the kinds ``paged`` it is those that were live where the
    line was settled, and those that came since: the pages that had ended there stand together as one without text,
    which ended there, SETTLED.
    """
    wanted = (list(paged), list(others), list(reasons))
    rows = await on.fetch("chronicle_standing", key.space, key.session, *arrays(line), *wanted)
    since, processed, again = rows[0]["since"], rows[0]["processed"], rows[0]["again"]
    found = _in_order(
        Recorded(as_derived(row), *_first_end(json.loads(row["ends"] or "[]"))) for row in rows if row["id"] is not None
    )
    if not processed or ChronicleKind.PAGE not in paged:
        return Standing(found, since, again or since > 0)
    before = Derived(0, ChronicleKind.PAGE, Place(line.segments[0].branch, 1), 0, "", PageBody(), 1, processed)
    return Standing([Recorded(before, since, SETTLED), *found], since, again)


async def recorded(on: Statements, key: SessionKey, line: Line, rows: Sequence[Derived]) -> list[Recorded]:
    """Rows with where they ended on ``line``. Joined here: no server joins so many well without statistics."""
    if not rows:
        return []
    ends: dict[int, list[_End]] = {}
    where = (key.space, key.session, *arrays(line))
    few = len(rows) <= FEW
    told = await (on.fetch("ends_of", *where, [it.id for it in rows]) if few else on.fetch("chronicle_ends", *where))
    for number, seq, reason, by in told:
        ends.setdefault(number, []).append((seq, reason, by))
    return _in_order(Recorded(it, *_first_end(ends.get(it.id, ()))) for it in rows)


def _first_end(ends: Sequence[_End]) -> tuple[int | None, str, int | None]:
    """Where it ended first, why, and what took its place; what was forgotten is that, also where told again."""
    if not ends:
        return None, "", None
    seq, reason, by = ends[0]
    forgotten = reason == REDONE and any(it == FORGOTTEN for _, it, _ in ends)
    return (seq, FORGOTTEN, None) if forgotten else (seq, reason, by)


def _in_order(found: Iterable[Recorded]) -> list[Recorded]:
    return sorted(found, key=lambda it: (it.row.place.seq, it.row.id))


async def still_live(
    on: Transaction, key: SessionKey, line: Line, *, live: Sequence[int] = (), there: Sequence[int] = ()
) -> bool:
    """Whether rows are ``there``, and those that are to be ``live`` have not ended on ``line``.

    They are not erased until the transaction ends.
    """
    wanted = {*live, *there}
    rows = await on.fetch("chronicle_kept", key.space, key.session, *arrays(line), sorted(wanted))
    ended = {row["id"] for row in rows if row["gone"]}
    return len(rows) == len(wanted) and not ended.intersection(live)


async def sources_of(on: Statements, key: SessionKey, rows: Sequence[int]) -> dict[int, tuple[Range, ...]]:
    """What derived rows were made from, by row."""
    found: dict[int, tuple[Range, ...]] = {}
    for row in await on.fetch("sources_of", key.space, key.session, list(rows)) if rows else ():
        made = Range(row["branch_id"], row["from_seq"], row["to_seq"])
        found[row["derived_id"]] = (*found.get(row["derived_id"], ()), made)
    return found


async def ended(
    on: Statements, key: SessionKey, line: Line, reasons: Sequence[str], kinds: Sequence[str], after: int = 0
) -> list[Recorded]:
    """The rows of ``kinds`` that ended on ``line`` behind seq ``after`` for one of ``reasons``, in that order.

    What was forgotten is not among those that are to be told again.
    """
    wanted = [*reasons, *({FORGOTTEN} - {*reasons})]
    rows = await on.fetch("ended_for", key.space, key.session, *arrays(line), wanted, list(kinds), after)
    found = [Recorded(as_derived(row), row["ended_at"], row["reason"], row["by_id"]) for row in rows]
    gone = {it.row.id for it in found if it.reason == FORGOTTEN}
    return [it for it in found if it.reason in reasons and not (it.reason == REDONE and it.row.id in gone)]
