"""Where a story is set, what is to happen in it, and how far it has come."""

from dataclasses import dataclass
from enum import StrEnum


class PointStatus(StrEnum):
    """How it stands with a point of an outline, in the words of the mark that a reply carries."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True)
class Background:
    """A world setting, the points of an outline in order, and how the story ends. Any of them may be empty."""

    name: str
    setting: str = ""
    outline: tuple[str, ...] = ()
    ending: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """How far the story has come: the current point, from 1; ``silent`` is how many replies in a row bore no mark.

    ``ended``: the last point was completed, of which people are ``told`` once. ``replies`` counts those that were
    directed, whatever became of them.
    """

    point: int = 1
    status: PointStatus = PointStatus.PENDING
    silent: int = 0
    ended: bool = False
    replies: int = 0
    told: bool = False


BEGINNING = Plot()


@dataclass(frozen=True, slots=True)
class Mark:
    """What the first mark of a reply says: this point of the outline, from 1, stands like that."""

    point: int
    status: PointStatus


@dataclass(frozen=True, slots=True)
class Judged:
    """What was judged to have happened by a reply that bore no mark. ``reply`` is which one, as Plot counts them."""

    reply: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Point:
    """A point of an outline, which counts them from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a story has come, and by which outline. ``directed``: the director is on."""

    background: Background
    plot: Plot
    directed: bool
