"""Dated facts about people: on which day they fall, how often, and what is to be done about it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.values.memory.memories import PersonFact


class DateKind(StrEnum):
    """What a day is to somebody. ``PROMISE``: what they promised; ``PROMISED``: what a character promised them."""

    BIRTHDAY = "birthday"
    ANNIVERSARY = "anniversary"
    EXAM = "exam"
    APPOINTMENT = "appointment"
    PROMISE = "promise"
    PROMISED = "promised"
    OTHER = "other"


class DateCalendar(StrEnum):
    """In which calendar a day is counted: the common one, or 农历."""

    SOLAR = "solar"
    LUNAR = "lunar"


class DateEvery(StrEnum):
    """How often a day comes again."""

    NEVER = "never"
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"


class DateWish(StrEnum):
    """What the person wants done about a day: be written to, hear of it when they talk, or nothing."""

    REMIND = "remind"
    MENTION = "mention"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class FactDate:
    """The day of a fact, in the numbers of its calendar; of a lunar year the number is that in which it begins.

    ``leap``: in the leap month of that number. ``minute`` of the day, by the person's clock; None: all day. ``year`` is
    None where nobody said it, which only a yearly one may leave out.
    """

    kind: DateKind
    month: int
    day: int
    year: int | None = None
    calendar: DateCalendar = DateCalendar.SOLAR
    leap: bool = False
    minute: int | None = None
    every: DateEvery = DateEvery.NEVER
    wish: DateWish = DateWish.MENTION


@dataclass(frozen=True, slots=True)
class DatedFact:
    """A fact with its day."""

    fact: PersonFact
    date: FactDate


@dataclass(frozen=True, slots=True)
class ComingDate:
    """A dated fact and when it comes next, aware, in the person's zone; one of all day by its beginning."""

    fact: PersonFact
    date: FactDate
    at: datetime


@dataclass(frozen=True, slots=True)
class ShownDate:
    """A dated fact as its person sees it. ``at``: when it comes next, in their zone; None where it is over.

    ``first`` is the same of the very day that it names, None without a year.
    """

    fact: PersonFact
    date: FactDate
    at: datetime | None
    first: datetime | None
