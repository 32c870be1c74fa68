"""What people do with rows of a chronicle by hand: another text, made anew, put away. What was written so is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final
from zlib import crc32

from engine.rules.bodies.rows import texts_in
from engine.rules.chronicle.named import named
from engine.rules.chronicle.pages import LONGEST_BRIEF
from engine.rules.chronicle.wording import fitted, one_line
from engine.rules.recall.remembering.merging import mentions, states
from engine.rules.text.clean import clean_text
from engine.values.chats.entries import Derived, NewDerived, Place, Range
from engine.values.chats.row_bodies import written_over
from engine.values.story.chronicle import ChronicleKind, Level
from engine.values.story.chronicle_bodies import NamedBody, PageBody, TimelineBody

EDITED: Final = "edited"
REDONE: Final = "redone"
DELETED: Final = "deleted"
FORGOTTEN: Final = "forgotten"
"""Why what tells something ends that somebody wants to be told no more; it is not told again."""
DEEDS: Final = frozenset({EDITED, REDONE, DELETED})
"""What such an act is called in its entry, and why what it ends does."""
LONGEST: Final[Mapping[str, int]] = {
    ChronicleKind.PAGE: 600,
    ChronicleKind.TIMELINE: 160,
    ChronicleKind.ITEM: 240,
    ChronicleKind.DOSSIER: 600,
    ChronicleKind.SUMMARY: 4_000,
    ChronicleKind.CHAPTER: 4_000,
}
"""Characters: twice what a model may write of each."""
_LINES: Final = 10
"""Lines that one page may add to the timeline; their numbers are apart by it."""


def worded(kind: str, text: str) -> str:
    """What somebody has typed, as it is kept: only summaries have more than one paragraph. Raises TextTooLong."""
    clean = clean_text(text.strip(), LONGEST[kind])
    if kind in (ChronicleKind.SUMMARY, ChronicleKind.CHAPTER):
        return "\n".join(one_line(it) for it in clean.splitlines()).strip()
    return one_line(clean)


def rewritten(row: Derived, sources: Sequence[Range], place: Place, text: str) -> NewDerived:
    """``row`` with another text, from ``place`` on; a page's gist follows from it."""
    body = written_over(row.body, row.text)
    if isinstance(body, PageBody):
        body = replace(body, brief=fitted(text, LONGEST_BRIEF) if body.level is Level.DETAILED else text)
    return NewDerived(row.kind, place, row.holder, tuple(sources), text, body, _number(row, place))


def tells(row: Derived, was: str, now: str) -> bool:
    """Whether a row tells the old value of a correction ("" ``now``: of what is forgotten); naming it is enough."""
    told = [row.text, *texts_in(row.kind, row.body)]
    return any(states(text, was, now) or (now and mentions(text, was, now)) for text in told if text)


def moved(row: Derived, sources: Sequence[Range], place: Place) -> NewDerived:
    """The same row at another place."""
    return NewDerived(row.kind, place, row.holder, tuple(sources), row.text, row.body, _number(row, place))


def _number(row: Derived, place: Place) -> int:
    """What tells the row apart from others of its kind that were made of the same messages."""
    match row.body:
        case PageBody() as page:
            return place.seq * len(Level) + page.level
        case TimelineBody():
            return place.seq * _LINES + row.n % _LINES
        case NamedBody() as what:
            return crc32(f"{place.seq}:{named(what.name)}".encode()) & 0x7FFF_FFFF
        case _:
            return place.seq
