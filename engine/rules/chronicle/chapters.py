"""What a chapter is in the log, and what a model tells of one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pydantic import BaseModel, Field

from engine.rules.recall.remembering.batches import BatchMessage
from engine.values.chats.bodies import ChronicleBody
from engine.values.chats.entries import Entry, said_by

CLOSED: Final = "chapter"
"""What the act of an entry is called that closes a chapter."""
MOST_POINTS: Final = 12
"""Plot points of a stretch of talk."""
LONGEST_EVENT: Final = 200
LONGEST_DETAIL: Final = 1_200


class Event(BaseModel):
    """A plot point as the model tells it: in a sentence, in detail, and from which message to which."""

    event: str
    detail: str = ""
    first: int = 0
    last: int = 0


class Events(BaseModel):
    """What the model answers."""

    events: list[Event] = Field(default_factory=list[Event])


@dataclass(frozen=True, slots=True)
class ClosedChapter:
    """A chapter that was closed at seq ``at`` of the line, ``when``: its number, from 1, behind seq ``after``."""

    number: int
    after: int
    at: int
    when: datetime
    title: str = ""


@dataclass(frozen=True, slots=True)
class PlotPoint:
    """Something that happened: in a sentence, in detail ("" for no more), and the messages that it comes from."""

    event: str
    detail: str
    said: tuple[BatchMessage, ...]


def closed_chapters(acts: Iterable[Entry]) -> list[ClosedChapter]:
    """The chapters that were closed on the line of these acts, first to last."""
    found: list[ClosedChapter] = []
    for it, what in said_by(acts, ChronicleBody):
        if what.act == CLOSED:
            after = found[-1].at if found else 0
            found.append(ClosedChapter(len(found) + 1, after, it.place.seq, it.said_at, what.title or ""))
    return found


def closing(number: int, title: str = "") -> ChronicleBody:
    """What the entry says that closes a chapter."""
    return ChronicleBody(act=CLOSED, number=number, title=title)


def plot_points(told: Events, said: Sequence[BatchMessage]) -> list[PlotPoint]:
    """What the model tells of ``said``, whose messages it knows by numbers from 1. Wrong numbers mean all of them."""
    found: list[PlotPoint] = []
    for told_event in told.events[:MOST_POINTS]:
        event, detail = " ".join(told_event.event.split()), told_event.detail.strip()
        first, last = sorted((told_event.first, told_event.last))
        sources = tuple(said[max(first, 1) - 1 : last]) or tuple(said)
        if event and sources:
            found.append(PlotPoint(event[:LONGEST_EVENT], detail[:LONGEST_DETAIL], sources))
    return found
