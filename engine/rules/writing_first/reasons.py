"""What a character would have to tell somebody on a day, the weightiest first. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.rules.writing_first.hours import local_day
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.people.writing_first import FirstConsent, PlanState, Telling

SILENCE: Final = timedelta(days=5)
"""After so long without a word a character asks how things are, once."""
OPEN_AFTER: Final = timedelta(hours=20)
OPEN_FOR: Final = timedelta(days=7)
"""What was left open is taken up between these ages."""
SILENT: Final = "silence"


@dataclass(frozen=True, slots=True)
class TellingReason:
    """Something to write of, named by ``ref``. ``early``: first thing that day; ``before``: later is too late.

    ``elsewhere``: its time is planned by somebody else.
    """

    ref: str
    occasion: Occasion
    early: bool = False
    before: time | None = None
    elsewhere: bool = False


def reasons(telling: Telling, consent: FirstConsent, day: date, zone: ZoneInfo) -> list[TellingReason]:
    """What there is to write of on a local day: promises, dates, one thing left open or one long silence; posts.

    What was written of, what the person does not want, and what was dropped on that day is none.
    """
    return [it for it in _found(telling, day, zone) if not _unwanted(it, consent) and not _done(it, telling, day)]


def _found(telling: Telling, day: date, zone: ZoneInfo) -> Iterator[TellingReason]:
    for moment in telling.moments:
        yield TellingReason(moment.ref, Occasion(OccasionKind.MOMENT, moment.about), elsewhere=True)
    on_day = sorted(
        (it for it in telling.days if it.day == day),
        key=lambda it: (it.occasion.why is not OccasionKind.PROMISE, it.clock or time.max, it.ref),
    )
    for it in on_day:
        yield TellingReason(it.ref, it.occasion, early=True, before=it.clock)
    if on_day or any(not it.answered for it in telling.lately if it.state is PlanState.WRITTEN):
        return
    left = telling.left_open
    if left is not None and _between(local_day(left.at + OPEN_AFTER, zone), day, local_day(left.at + OPEN_FOR, zone)):
        yield TellingReason(left.ref, Occasion(OccasionKind.THREAD, left.about))
    elif _is_silent(telling.talked_at, day, zone):
        yield TellingReason(SILENT, Occasion(OccasionKind.SILENCE))


def _between(first: date, day: date, last: date) -> bool:
    return first <= day <= last


def _is_silent(talked_at: datetime | None, day: date, zone: ZoneInfo) -> bool:
    return talked_at is not None and local_day(talked_at + SILENCE, zone) <= day


def _unwanted(reason: TellingReason, consent: FirstConsent) -> bool:
    return reason.ref in consent.unwanted or reason.occasion.why.value in consent.unwanted


def _done(reason: TellingReason, telling: Telling, day: date) -> bool:
    """A date comes once; an open thread is taken up once. Of a silence nothing is written before it has ended."""
    for it in telling.lately:
        if it.ref != reason.ref or it.state is PlanState.PLANNED:
            continue
        again = reason.early or reason.elsewhere or reason.ref == SILENT
        if it.day == day or (it.state is PlanState.WRITTEN and not again):
            return True
    return False
