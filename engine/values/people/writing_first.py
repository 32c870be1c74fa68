"""Characters that write first: what a person allows one, what is planned, and why what was planned was not written."""

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from typing import Final

from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.house.allowances import Hundred
from engine.values.house.shares import ShareUse
from engine.values.ids import ChannelKey

MOST_A_DAY: Final = 3
MOST_UNANSWERED: Final = 2
"""After so many without an answer a character waits until it is spoken to."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From the hour ``begin`` to the hour ``end`` of a person's day nobody writes first; both the same: no quiet."""

    begin: int = 23
    end: int = 8


USUAL_QUIET: Final = QuietHours()


@dataclass(frozen=True, slots=True)
class FirstConsent:
    """What a person allows a character: to write first in ``channel``, where they are alone.

    At most ``daily`` times a day and every ``every`` days, not in the hours ``quiet``, not about ``unwanted``: refs of
    plans, or kinds of occasions. ``never`` was said, and holds until the person themselves asks for it again.
    """

    person: int
    character: int
    channel: ChannelKey
    daily: int = 1
    every: int = 1
    quiet: QuietHours = USUAL_QUIET
    unwanted: frozenset[str] = frozenset()
    never: bool = False

    @property
    def holds(self) -> bool:
        """Whether the character may write at all."""
        return self.daily > 0 and not self.never


class PlanState(StrEnum):
    """What became of a plan: it waits, it was written, or it was dropped."""

    PLANNED = "planned"
    WRITTEN = "written"
    DROPPED = "dropped"


class Obstacle(StrEnum):
    """Why a character does not write what was planned.

    NEVER, OFF: the person said so. UNWANTED: not about this. QUIET: it is night where they are. BUSY: they said that
    they are, on that day. ENOUGH: it wrote often enough. UNANSWERED: what it wrote before has no answer. GONE: there is
    no reason any more. ELSEWHERE: it does not play in that chat. SHUT: nobody may write there, or to them. LATE: the
    time is over. BUDGET: nothing is left of what such messages may take in a day.
    """

    NEVER = "never"
    OFF = "off"
    UNWANTED = "unwanted"
    QUIET = "quiet"
    BUSY = "busy"
    ENOUGH = "enough"
    UNANSWERED = "unanswered"
    GONE = "gone"
    ELSEWHERE = "elsewhere"
    SHUT = "shut"
    LATE = "late"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class TellingDay:
    """Something of a person that falls on a ``day``, at ``clock`` where it has one. ``ref`` names it without its words.

    ``occasion`` is what a character would write of; its words are read anew when it writes.
    """

    ref: str
    day: date
    occasion: Occasion
    clock: time | None = None


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """What was left open in a talk, since ``at``: ``about`` are the words, ``ref`` names where they lie."""

    ref: str
    about: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TellingMoment:
    """A post of a circle that is for the person alone: ``ref`` names the circle and the number, ``about`` is data."""

    ref: str
    about: str


@dataclass(frozen=True, slots=True)
class WrittenFirst:
    """What was planned for a ``day`` lately. ``on`` is the local day on which it was written; None: it was not.

    ``answered``: the person has said something since.
    """

    ref: str
    why: OccasionKind
    day: date
    state: PlanState
    on: date | None = None
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Telling:
    """What a character might write of, and all that speaks against it, as things are now.

    ``talked_at`` is when the person said something last there; None: never. ``obstacle`` is what holds whatever day it
    is. ``busy`` are days on which they want to be left alone. ``moments`` come when their circle plans them.
    """

    days: tuple[TellingDay, ...] = ()
    left_open: LeftOpen | None = None
    talked_at: datetime | None = None
    lately: tuple[WrittenFirst, ...] = ()
    busy: frozenset[date] = frozenset()
    obstacle: Obstacle | None = None
    moments: tuple[TellingMoment, ...] = ()


@dataclass(frozen=True, slots=True)
class NewPlan:
    """A message that a character is to write between ``begins`` and ``ends`` (UTC) of the person's ``day``."""

    day: date
    why: OccasionKind
    ref: str
    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan that is stored. ``name`` is the character's. ``lost``: what was written was given up on its way."""

    id: int
    person: int
    character: int
    new: NewPlan
    state: PlanState
    obstacle: Obstacle | None = None
    name: str = ""
    lost: bool = False


class FirstWish(StrEnum):
    """What somebody wants of a character that has written to them by itself: less often, not of this, never again."""

    LESS = "less"
    TOPIC = "topic"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class FirstView:
    """What the character called ``name`` may do for a person in ``zone``, and ``others`` that may write first.

    ``each`` is what a hundred messages take; all such messages together may take ``percent`` of the house's day.
    """

    name: str
    consent: FirstConsent
    zone: str
    each: Hundred
    percent: float
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstFigures:
    """How many people in the house let characters write first, and how many messages are planned and written today.

    ``share`` is what they may take of the house's day.
    """

    people: int
    planned: int
    written: int
    share: ShareUse


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan as its person sees it, on the clock of ``zone``; ``about`` are the words it is about, "" for none."""

    plan: Plan
    zone: str
    about: str = ""
