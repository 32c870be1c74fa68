"""A chronicle as people see it: where a story stands, its chapters, what was summed up."""

from dataclasses import dataclass
from datetime import datetime

from engine.values.house.work import WaitingWork
from engine.values.story.chronicle import Chronicle, Summary
from engine.values.story.director import Progress


@dataclass(frozen=True, slots=True)
class ChapterSeen:
    """A chapter that was closed ``when``; ``told`` is its summary, None while there is none."""

    number: int
    title: str
    when: datetime
    told: Summary | None = None


@dataclass(frozen=True, slots=True)
class SummarySeen:
    """A summary that was written once. ``why`` it is no more, "" while it holds."""

    summary: Summary
    why: str = ""


@dataclass(frozen=True, slots=True)
class StoryOverview:
    """Where a story stands. ``chapter`` is the one that is played, from 1; ``messages`` are those of the line.

    ``paged``: pages are written of it. ``progress`` is None where the story is set in nothing with an outline.
    ``due`` is what is still to be written, None for nothing.
    """

    chronicle: Chronicle
    chapter: int
    messages: int
    paged: bool
    background: str = ""
    progress: Progress | None = None
    due: WaitingWork | None = None
