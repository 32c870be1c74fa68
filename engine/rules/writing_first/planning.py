"""The plan of a day: which messages a character is to write by itself, and when. Pure.

The same day with the same reasons always gives the same plan, whichever process makes it, and however often.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.rules.attention import draw_of
from engine.rules.writing_first.hours import instant, is_quiet, local_day, waking
from engine.rules.writing_first.reasons import TellingReason, reasons
from engine.values.people.writing_first import (
    MOST_UNANSWERED,
    FirstConsent,
    NewPlan,
    Obstacle,
    PlanState,
    Telling,
)

LASTS: Final = timedelta(hours=3)
"""So long after its time a message may still be written; then it is dropped."""
APART: Final = timedelta(hours=3)
"""So far apart are two messages of a day."""
_SPREAD: Final = 40
"""Minutes behind the beginning of a day within which it is written "first thing"."""
_SHORTEST: Final = timedelta(minutes=15)
_STEP: Final = timedelta(minutes=1)
_HEADSTART: Final = timedelta(hours=1)
"""What falls on the day that has begun is planned only so far ahead."""


def plans(telling: Telling, consent: FirstConsent, now: datetime, zone: ZoneInfo) -> tuple[NewPlan, ...]:
    """What is to be planned anew at ``now`` (aware): for tomorrow, and of today the dates that are still ahead."""
    if not consent.holds or telling.obstacle is not None:
        return ()
    today = local_day(now, zone)
    return (*_plan(telling, consent, today, now, zone), *_plan(telling, consent, _next(today), now, zone))


def still_there(plan: NewPlan, telling: Telling, consent: FirstConsent, zone: ZoneInfo) -> TellingReason | None:
    """The reason of a plan, as it is now; None where it has gone."""
    found = reasons(telling, consent, plan.day, zone)
    return next((it for it in found if (it.ref, it.occasion.why) == (plan.ref, plan.why)), None)


def obstacle(
    plan: NewPlan, telling: Telling, consent: FirstConsent, now: datetime, zone: ZoneInfo
) -> Obstacle | TellingReason:
    """Why a plan is not to be written at ``now`` (aware); what it is about where nothing speaks against it."""
    today = local_day(now, zone)
    found = (
        (Obstacle.NEVER, consent.never),
        (Obstacle.OFF, not consent.holds),
        (Obstacle.LATE, now >= plan.ends or today > plan.day),
        (telling.obstacle, telling.obstacle is not None),
        (Obstacle.QUIET, is_quiet(now, consent.quiet, zone)),
        (Obstacle.BUSY, today in telling.busy),
        (Obstacle.UNANSWERED, unanswered(telling) >= MOST_UNANSWERED),
        (Obstacle.ENOUGH, _room(telling, consent, today) <= 0),
        (Obstacle.UNWANTED, bool({plan.ref, plan.why.value} & consent.unwanted)),
    )
    first = next((it for it, holds in found if holds), None)
    return first or still_there(plan, telling, consent, zone) or Obstacle.GONE


def unanswered(telling: Telling) -> int:
    """How many messages the person has not answered."""
    return sum(it.state is PlanState.WRITTEN and not it.answered for it in telling.lately)


def _plan(telling: Telling, consent: FirstConsent, day: date, now: datetime, zone: ZoneInfo) -> Iterator[NewPlan]:
    known = {(it.ref, it.why) for it in telling.lately if it.day == day and it.state is PlanState.PLANNED}
    left = _room(telling, consent, day) - len(known)
    if day in telling.busy or unanswered(telling) >= MOST_UNANSWERED:
        return
    began = day == local_day(now, zone)
    after = len(known)
    for it in reasons(telling, consent, day, zone):
        if left <= 0:
            return
        if it.elsewhere or (it.ref, it.occasion.why) in known or (began and not it.early):
            continue
        when = _window(it, consent, day, zone, after=after, no_sooner=now + _HEADSTART)
        if when is not None:
            yield NewPlan(day, it.occasion.why, it.ref, *when)
            left, after = left - 1, after + 1


def _room(telling: Telling, consent: FirstConsent, day: date) -> int:
    """How many more may be written on a day."""
    written = [it.on for it in telling.lately if it.on is not None]
    if any(on < day < on + timedelta(days=consent.every) for on in written):
        return 0
    return consent.daily - sum(on == day for on in written)


def _window(
    reason: TellingReason, consent: FirstConsent, day: date, zone: ZoneInfo, *, after: int, no_sooner: datetime
) -> tuple[datetime, datetime] | None:
    """From when to when it is to be written, behind ``after`` others of that day; None where there is no such time."""
    first, last = waking(day, consent.quiet, zone)
    draw = draw_of(consent.person, consent.character, day.isoformat(), reason.ref)
    begins = first + timedelta(minutes=int(_SPREAD * draw)) + after * APART
    if not reason.early:
        begins = first + after * APART + (last - first) * (0.3 + 0.4 * draw)
        begins = begins.replace(second=0, microsecond=0)
    begins = max(begins, no_sooner.replace(second=0, microsecond=0))
    limit = instant(day, reason.before, zone) if reason.before is not None else last
    if limit <= begins:
        limit = last  # it is early in the morning, or over by then: how was it?
    ends = _open(begins, min(begins + LASTS, limit, last), consent, day, zone)
    return (begins, ends) if ends - begins >= _SHORTEST else None


def _open(begins: datetime, ends: datetime, consent: FirstConsent, day: date, zone: ZoneInfo) -> datetime:
    """Until when of a stretch the clocks there show a time at which one may write, on that day."""
    at = begins
    while at < ends and local_day(at, zone) == day and not is_quiet(at, consent.quiet, zone):
        at += _STEP
    return min(at, ends) if at > begins else begins


def _next(day: date) -> date:
    return day + timedelta(days=1)
