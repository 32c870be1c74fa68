"""What of a chronicle is to be made again, because what it told was changed, put right or erased since."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.chronicle.imported import is_imported
from engine.rules.chronicle.initiation import is_setting
from engine.rules.chronicle.named import name_of, named, names_of
from engine.values.chats.entries import Derived, row_says
from engine.values.story.chronicle import ChronicleKind, Level, Recorded
from engine.values.story.chronicle_bodies import PageBody, TimelineBody

MADE_AGAIN: Final = frozenset({"revised", "corrected"})
"""Why what was told ends that is told again. What a person has put away stays away."""
AGAIN: Final = MADE_AGAIN | {"redone"}
"""The same of rows of the chronicle, which people have made again too."""


@dataclass(frozen=True, slots=True)
class Redo:
    """A page to be written again at seq ``at``. ``first`` and ``last`` are the first and the newest row of it.

    ``level`` is None where it had left the catalogue: then it is only remembered. ``before``: the newest row of it, and
    its lines of the timeline that have ended, which may stand again.
    """

    at: int
    first: Derived
    last: Derived
    level: Level | None
    before: tuple[Recorded, ...] = ()


@dataclass(frozen=True, slots=True)
class Restate:
    """A thing or figure of which ``pages`` tell, in order, to be told of again at seq ``at``, in place of ``old``.

    ``before``: the newest row of it, which may stand again.
    """

    at: int
    kind: ChronicleKind
    name: str
    pages: tuple[Derived, ...]
    old: tuple[Derived, ...] = ()
    before: tuple[Recorded, ...] = ()


@dataclass(frozen=True, slots=True)
class Retell:
    """A line of the timeline that stood for the ``pages``, in order, to be told again at seq ``at``."""

    at: int
    before: Recorded
    pages: tuple[Derived, ...]

    @property
    def row(self) -> Derived:
        """The line as it stood."""
        return self.before.row


def next_redo(rows: Sequence[Recorded], ended: Iterable[Recorded]) -> Redo | None:
    """The first page of which something has ended, and that was not written again since.

    ``ended`` are the rows that ended in such a way, memories too.
    """
    pages, ended = _by_stretch(rows), list(ended)
    lacking: dict[tuple[int, int], int] = {}
    for recorded in ended:
        stretch = _stretch(recorded.row)
        written = pages.get(stretch)
        at = recorded.ended_at or 0
        if written and not _is_merged(recorded.row) and written[-1].row.place.seq < at:
            lacking[stretch] = max(at, lacking.get(stretch, 0))
    if not lacking:
        return None
    at, stretch = min((at, stretch) for stretch, at in lacking.items())
    written = pages[stretch]
    newest = written[-1]
    lines = (it for it in ended if it.row.kind == ChronicleKind.TIMELINE and _stretch(it.row) == stretch)
    before = (
        newest,
        *(it for it in lines if (it.ended_at or 0) > newest.row.place.seq and not _is_merged(it.row)),
    )
    return Redo(at, written[0].row, newest.row, _level(written, at - 1), before)


def text_of(page: Derived) -> str:
    """What a page tells, in full where that is kept."""
    body = row_says(page, PageBody)
    return body.origin.told or page.text or body.brief


def told_of(page: Derived, kind: str) -> tuple[str, ...]:
    """The things or the figures of which a page told something new."""
    body = row_says(page, PageBody)
    return (body.items if kind == ChronicleKind.ITEM else body.figures) or ()


def next_restate(rows: Sequence[Recorded]) -> Restate | None:
    """The first thing or figure whose row has ended in such a way, or was erased."""
    found = [*_lacking(rows, ChronicleKind.ITEM), *_lacking(rows, ChronicleKind.DOSSIER)]
    return min(found, key=lambda it: (it.at, it.kind, it.name), default=None)


def tellable(row: Derived, pages: Sequence[Recorded]) -> bool:
    """Whether messages or pages here tell of what a row tells, so that it can be told again."""
    match row.kind:
        case ChronicleKind.ITEM | ChronicleKind.DOSSIER:
            telling = [it for it in _told_pages(pages) if text_of(it)]
            name = named(name_of(row))
            return any(name == named(it) for page in telling for it in told_of(page, row.kind))
        case ChronicleKind.TIMELINE if _is_merged(row):
            return any(_overlap(it, row) and row_says(it, PageBody).brief for it in _told_pages(pages))
        case ChronicleKind.TIMELINE | ChronicleKind.PAGE:
            own = [it.row for it in pages if _stretch(it.row) == _stretch(row)]
            return not is_imported(row) and any(not is_imported(it) and not is_setting(it) for it in own)
        case _:
            return not is_imported(row)


def next_retell(rows: Sequence[Recorded], ended: Iterable[Recorded]) -> Retell | None:
    """The first line that had been merged, has ended in such a way, and was not told again since."""
    lines = [it.row for it in rows if it.row.kind == ChronicleKind.TIMELINE]
    for recorded in sorted(ended, key=lambda it: it.ended_at or 0):
        at, row = recorded.ended_at or 0, recorded.row
        if not _is_merged(row) or any(_overlap(one, row) and one.place.seq >= at for one in lines):
            continue
        pages = [page for page in _told_pages(rows) if _overlap(page, row) and row_says(page, PageBody).brief]
        if pages:
            return Retell(at, recorded, tuple(pages))
    return None


def _level(written: Sequence[Recorded], seq: int) -> Level | None:
    """How a page was told when the line went as far as ``seq``; None where it had left the catalogue."""
    live = [it.row for it in written if it.live_at(seq)]
    if not live or (not live[-1].text and any(it.reason == "archived" for it in written)):
        return None
    return row_says(live[-1], PageBody).level


def _lacking(rows: Sequence[Recorded], kind: ChronicleKind) -> Iterable[Restate]:
    known: dict[str, list[Recorded]] = {}
    for row in sorted(rows, key=lambda it: (it.row.place.seq, it.row.id)):
        for name in names_of(row.row) if row.row.kind == kind else ():
            known.setdefault(name, []).append(row)
    pages: dict[str, list[Derived]] = {}
    for page in _told_pages(rows):
        for name in told_of(page, kind):
            pages.setdefault(name, []).append(page)
    for name, telling in pages.items():
        written = known.get(named(name), [])
        newest = written[-1] if written else None
        if newest is None or newest.row.place.seq < telling[-1].to_seq:
            live = tuple(it.row for it in written if it.ended_at is None)
            before = (newest,) if newest else ()
            yield Restate(telling[-1].to_seq, kind, name, tuple(telling), live, before)
        elif newest.reason in AGAIN and newest.ended_at is not None:
            yield Restate(newest.ended_at, kind, name_of(newest.row), tuple(telling), before=(newest,))


def _told_pages(rows: Iterable[Recorded]) -> list[Derived]:
    """Every page of the story as it was written last, in full where it is; in the order of the story."""
    found: list[Derived] = []
    for written in _by_stretch(rows).values():
        since = max((it.row.place.seq for it in written if row_says(it.row, PageBody).origin.redone), default=0)
        live = [it.row for it in written if it.row.place.seq >= since]
        full = [row for row in live if row.text and row_says(row, PageBody).level is Level.DETAILED]
        found += full[-1:] or live[-1:]
    return sorted(found, key=lambda row: (row.from_seq, row.to_seq))


def _by_stretch(rows: Iterable[Recorded]) -> dict[tuple[int, int], list[Recorded]]:
    """The rows of each page, oldest first."""
    found: dict[tuple[int, int], list[Recorded]] = {}
    for row in sorted(rows, key=lambda it: (it.row.place.seq, it.row.id)):
        if row.row.kind == ChronicleKind.PAGE:
            found.setdefault(_stretch(row.row), []).append(row)
    return found


def _is_merged(row: Derived) -> bool:
    return row_says(row, TimelineBody).merged


def _stretch(row: Derived) -> tuple[int, int]:
    return row.from_seq, row.to_seq


def _overlap(one: Derived, other: Derived) -> bool:
    return one.from_seq <= other.to_seq and other.from_seq <= one.to_seq
