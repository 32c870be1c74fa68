"""When a page of the story becomes a brief one, and when a brief one leaves the catalogue.

What is done about a page is decided by the pages behind it, so it is done where the line first holds one too many: a
story that is restored to a place before has the fuller page again.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.rules.chronicle.walk import ChronicleMoment, moments
from engine.values.chats.entries import row_says
from engine.values.story.chronicle import ChronicleKind, Level, Recorded
from engine.values.story.chronicle_bodies import PageBody

COMPRESS: Final = "compress"
"""The act by which people have pages compressed at once."""


class PageMove(StrEnum):
    """What becomes of a page: told in brief; out of the catalogue; ended because another one of its number is newer."""

    COMPRESS = "compressed"
    ARCHIVE = "archived"
    REPLACE = "superseded"


@dataclass(frozen=True, slots=True)
class Act:
    """``move`` the page of ``row`` at seq ``at`` of the line; ``by`` is the newer row where there is one already."""

    move: PageMove
    at: int
    row: Recorded
    by: Recorded | None = None


@dataclass(frozen=True, slots=True)
class PageLimits:
    """How many detailed pages there may be, and how many of either kind."""

    fresh: int
    catalogue: int

    def at(self, *, forced: bool) -> "PageLimits":
        """Where people have pages compressed, half as many stay detailed."""
        fresh = min(self.fresh, self.catalogue)
        return PageLimits(fresh // 2 if forced else fresh, self.catalogue)


def next_act(rows: Iterable[Recorded], limits: PageLimits, forced: Collection[int] = ()) -> Act | None:
    """The first thing to be done about the pages among ``rows``; None when nothing is.

    ``forced`` are the seqs where people have had pages compressed. What ended later on is left as it was.
    """
    pages = [it for it in rows if it.row.kind == ChronicleKind.PAGE and it.row.text]
    for moment in moments(pages, forced):
        act = _doubled(moment) or _too_many(moment, limits.at(forced=moment.seq in forced))
        if act is not None:
            return act
    return None


def _doubled(moment: ChronicleMoment) -> Act | None:
    """A page that has another one of its number, made at a later place: by another way to the same line."""
    for new in moment.new:
        for old in moment.live.values():
            if _doubles(old, new):
                return Act(PageMove.REPLACE, moment.seq, old, new)
    return None


def _too_many(moment: ChronicleMoment, limits: PageLimits) -> Act | None:
    fresh = sum(_is(it, Level.DETAILED) for it in moment.live.values())
    if fresh > limits.fresh and (page := _oldest(moment, Level.DETAILED)):
        return Act(PageMove.COMPRESS, moment.seq, page)
    if len(moment.live) > limits.catalogue and (page := _oldest(moment, Level.BRIEF)):
        return Act(PageMove.ARCHIVE, moment.seq, page)
    return None


def _oldest(moment: ChronicleMoment, level: Level) -> Recorded | None:
    """The first page of the story that is told like that and still is at the end of the line."""
    found = [it for it in moment.live.values() if _is(it, level) and it.ended_at is None]
    return min(found, key=_number, default=None)


def _doubles(old: Recorded, new: Recorded) -> bool:
    earlier = (old.row.place.seq, old.row.id) < (new.row.place.seq, new.row.id)
    return earlier and old.ended_at is None and _number(old) == _number(new)


def _number(recorded: Recorded) -> int:
    return row_says(recorded.row, PageBody).number


def _is(recorded: Recorded, level: Level) -> bool:
    return row_says(recorded.row, PageBody).level is level
