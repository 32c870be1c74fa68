"""When a character writes first: every plan of every day, in every zone, keeps what was promised to the person."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.writing_first.hours import instant, is_quiet, local_day, waking
from engine.rules.writing_first.planning import LASTS, obstacle, plans, unanswered
from engine.rules.writing_first.reasons import SILENT, TellingReason, reasons
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.ids import ChannelKey
from engine.values.people.writing_first import (
    FirstConsent,
    LeftOpen,
    NewPlan,
    Obstacle,
    PlanState,
    QuietHours,
    Telling,
    TellingDay,
    WrittenFirst,
)

ANN: Final = FirstConsent(7, 3, ChannelKey(1, 2))
BERLIN: Final = ZoneInfo("Europe/Berlin")
UTC_ZONE: Final = ZoneInfo("UTC")
ZONES: Final = tuple(
    ZoneInfo(it)
    for it in (
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "Asia/Shanghai",
        "Asia/Kathmandu",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "America/Havana",
        "Africa/Casablanca",
        "Pacific/Kiritimati",
        "America/St_Johns",
        "Asia/Tehran",
        "Antarctica/Macquarie",
    )
)
MONDAY: Final = date(2026, 11, 30)
TUESDAY: Final = date(2026, 12, 1)
PROMISE: Final = TellingDay("date:5", TUESDAY, Occasion(OccasionKind.PROMISE, "to ask how the move went"))
EXAM: Final = TellingDay("date:6", TUESDAY, Occasion(OccasionKind.DUE, "the chemistry exam"), time(9, 30))

instants = st.integers(0, 9 * 366 * 24 * 60).map(lambda it: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=it))
"""To the end of 2032."""
hours = st.builds(QuietHours, st.integers(0, 23), st.integers(0, 23))
tellings = st.builds(
    lambda at, shift, minute, open_for, silent: Telling(
        days=tuple(
            TellingDay(f"date:{n}", (at + timedelta(days=it)).date(), Occasion(why), time(minute // 60, minute % 60))
            for n, (it, why) in enumerate(zip(shift, (OccasionKind.PROMISE, OccasionKind.DUE) * 2, strict=False))
        ),
        left_open=LeftOpen("said:1.1.4", "How was it?", at - timedelta(hours=open_for)) if open_for else None,
        talked_at=at - timedelta(days=silent),
    ),
    instants,
    st.lists(st.integers(-1, 2), max_size=4),
    st.integers(0, 1439),
    st.integers(0, 200),
    st.integers(0, 30),
)


def at(day: date, hour: int, minute: int = 0, zone: ZoneInfo = BERLIN) -> datetime:
    return instant(day, time(hour, minute), zone)


def the_plan(telling: Telling, consent: FirstConsent = ANN, now: datetime | None = None) -> NewPlan:
    [found] = plans(telling, consent, now or at(MONDAY, 12), BERLIN)
    return found


@given(st.sampled_from(ZONES), instants, hours, st.integers(0, 3), st.data())
def test_no_plan_reaches_into_quiet_hours_or_another_day(
    zone: ZoneInfo, now: datetime, quiet: QuietHours, daily: int, data: st.DataObject
) -> None:
    """A phone rings at four in the morning on the one night of the year on which the clocks are changed."""
    telling = data.draw(tellings)
    consent = replace(ANN, quiet=quiet, daily=daily)
    made = plans(telling, consent, now, zone)
    assert made == plans(telling, consent, now, zone)
    today = local_day(now, zone)
    for it in made:
        assert it.day in (today, today + timedelta(days=1))
        assert now < it.begins < it.ends <= it.begins + LASTS
        minute = it.begins
        while minute < it.ends:
            assert not is_quiet(minute, quiet, zone), (it, minute.astimezone(zone))
            assert local_day(minute, zone) == it.day
            minute += timedelta(minutes=1)
    for day in {it.day for it in made}:
        assert sum(it.day == day for it in made) <= daily


@given(st.sampled_from(ZONES), st.dates(date(2024, 1, 1), date(2032, 12, 31)), hours)
def test_the_waking_hours_of_a_day_are_one_stretch_of_it(zone: ZoneInfo, day: date, quiet: QuietHours) -> None:
    """Where a day has 23 hours, or 25, or is left out, the hours in which one may write lie on another one."""
    first, last = waking(day, quiet, zone)
    assert first <= last
    assert last - first <= timedelta(hours=25)
    there = instant(day, time(), zone).astimezone(zone).date()
    if there == day and first < last:
        assert local_day(first, zone) == day or first == instant(day + timedelta(days=1), time(), zone)


def test_a_promise_is_kept_first_thing_that_day() -> None:
    """It comes in the evening, or on the day before."""
    plan = the_plan(Telling((PROMISE,)))
    assert (plan.day, plan.why, plan.ref) == (TUESDAY, OccasionKind.PROMISE, "date:5")
    assert at(TUESDAY, 8) <= plan.begins <= at(TUESDAY, 8, 40)


def test_of_two_on_one_day_the_promise_is_first_and_they_lie_apart() -> None:
    """Two messages come in the same minute, or the weightier one is the one that is left out."""
    both = Telling((EXAM, PROMISE))
    assert the_plan(both).ref == "date:5"
    one, other = plans(both, replace(ANN, daily=2), at(MONDAY, 12), BERLIN)
    assert (one.ref, other.ref) == ("date:5", "date:6")
    assert other.begins - one.begins > timedelta(hours=2)


def test_good_luck_is_wished_before_an_exam() -> None:
    """It comes while somebody sits in it."""
    assert the_plan(Telling((EXAM,))).ends <= at(TUESDAY, 9, 30)


def test_nothing_to_tell_gives_no_plan() -> None:
    """Somebody is written to about nothing."""
    talked = Telling(talked_at=at(MONDAY, 9))
    assert plans(talked, ANN, at(MONDAY, 12), BERLIN) == ()
    assert plans(Telling(), ANN, at(MONDAY, 12), BERLIN) == ()


def test_who_has_not_allowed_it_is_never_written_to() -> None:
    """A person who said no, or never, or once, finds a plan."""
    for given_ in (replace(ANN, daily=0), replace(ANN, never=True)):
        assert plans(Telling((PROMISE, EXAM)), given_, at(MONDAY, 12), BERLIN) == ()
    plan = the_plan(Telling((PROMISE,)))
    now = plan.begins
    assert obstacle(plan, Telling((PROMISE,)), replace(ANN, never=True), now, BERLIN) is Obstacle.NEVER
    assert obstacle(plan, Telling((PROMISE,)), replace(ANN, daily=0), now, BERLIN) is Obstacle.OFF


def test_a_plan_that_is_there_is_not_made_again() -> None:
    """Each hour another message is planned for the same day."""
    planned = WrittenFirst("date:5", OccasionKind.PROMISE, TUESDAY, PlanState.PLANNED)
    assert plans(Telling((PROMISE,), lately=(planned,)), ANN, at(MONDAY, 13), BERLIN) == ()
    assert plans(Telling((PROMISE, EXAM), lately=(planned,)), ANN, at(MONDAY, 13), BERLIN) == ()


def test_what_became_of_a_day_is_final() -> None:
    """What was written or dropped is planned and sent once more when the hour is looked at again."""
    for state, on in ((PlanState.WRITTEN, TUESDAY), (PlanState.DROPPED, None)):
        done = WrittenFirst("date:5", OccasionKind.PROMISE, TUESDAY, state, on)
        assert reasons(Telling((PROMISE,), lately=(done,)), ANN, TUESDAY, BERLIN) == []


def test_an_outage_of_three_days_lets_nothing_be_written_late() -> None:
    """On the fourth morning three messages arrive, about days that are over."""
    plan = the_plan(Telling((PROMISE,)))
    for late in (plan.ends, plan.ends + timedelta(hours=1), plan.begins + timedelta(days=3)):
        assert obstacle(plan, Telling((PROMISE,)), ANN, late, BERLIN) is Obstacle.LATE
    assert isinstance(obstacle(plan, Telling((PROMISE,)), ANN, plan.ends - timedelta(minutes=1), BERLIN), TellingReason)
    back = plans(Telling((PROMISE,)), ANN, plan.begins + timedelta(days=3), BERLIN)
    assert back == ()


@given(instants, st.integers(-60, 60), st.sampled_from(ZONES))
def test_a_step_of_the_clock_writes_in_no_quiet_hour(now: datetime, step: int, zone: ZoneInfo) -> None:
    """The machine's clock is set by an hour, and somebody is woken."""
    day = local_day(now, zone) + timedelta(days=1)
    telling = Telling((replace(PROMISE, day=day),))
    for plan in plans(telling, ANN, now, zone):
        stepped = plan.begins + timedelta(minutes=step)
        found = obstacle(plan, telling, ANN, stepped, zone)
        assert isinstance(found, TellingReason) is (
            not is_quiet(stepped, ANN.quiet, zone) and local_day(stepped, zone) == day
        )


def test_after_two_without_an_answer_it_waits() -> None:
    """Somebody who does not answer is written to day by day; or who answered is never written to again."""
    days = [MONDAY - timedelta(days=n) for n in (1, 2)]
    silent = tuple(
        WrittenFirst(f"date:{it}", OccasionKind.DUE, it, PlanState.WRITTEN, it, answered=False) for it in days
    )
    telling = Telling((PROMISE,), lately=silent)
    assert unanswered(telling) == 2
    assert plans(telling, ANN, at(MONDAY, 12), BERLIN) == ()
    plan = the_plan(Telling((PROMISE,)))
    assert obstacle(plan, telling, ANN, plan.begins, BERLIN) is Obstacle.UNANSWERED
    spoken = replace(telling, lately=tuple(replace(it, answered=True) for it in silent))
    assert the_plan(spoken).ref == "date:5"


def test_a_busy_day_is_left_alone() -> None:
    """Somebody said that they are busy on Friday, and is written to on Friday."""
    busy = Telling((PROMISE,), busy=frozenset({TUESDAY}))
    assert plans(busy, ANN, at(MONDAY, 12), BERLIN) == ()
    plan = the_plan(Telling((PROMISE,)))
    assert obstacle(plan, busy, ANN, plan.begins, BERLIN) is Obstacle.BUSY


def test_less_often_leaves_days_between() -> None:
    """Somebody asks for less, and gets as much as before."""
    wrote = WrittenFirst("date:9", OccasionKind.DUE, MONDAY, PlanState.WRITTEN, MONDAY)
    telling = Telling((PROMISE,), lately=(wrote,))
    assert the_plan(telling).ref == "date:5"
    assert plans(telling, replace(ANN, every=2), at(MONDAY, 12), BERLIN) == ()
    plan = the_plan(Telling((PROMISE,)))
    assert obstacle(plan, telling, replace(ANN, every=2), plan.begins, BERLIN) is Obstacle.ENOUGH
    again = replace(telling, lately=(replace(wrote, day=TUESDAY, on=TUESDAY),))
    assert obstacle(plan, again, ANN, plan.begins, BERLIN) is Obstacle.ENOUGH


def test_not_about_this_holds_for_what_is_planned_already() -> None:
    """What somebody does not want to hear of comes once more, since it was planned."""
    plan = the_plan(Telling((PROMISE,)))
    for unwanted in ("date:5", "promise"):
        given_ = replace(ANN, unwanted=frozenset({unwanted}))
        assert plans(Telling((PROMISE,)), given_, at(MONDAY, 12), BERLIN) == ()
        assert obstacle(plan, Telling((PROMISE,)), given_, plan.begins, BERLIN) is Obstacle.UNWANTED


def test_a_reason_that_has_gone_is_not_written_of() -> None:
    """The promise was taken off the card, the question answered, and the message comes all the same."""
    plan = the_plan(Telling((PROMISE,)))
    assert obstacle(plan, Telling(), ANN, plan.begins, BERLIN) is Obstacle.GONE
    shut = Telling((PROMISE,), obstacle=Obstacle.SHUT)
    assert obstacle(plan, shut, ANN, plan.begins, BERLIN) is Obstacle.SHUT


def test_what_was_left_open_is_taken_up_once() -> None:
    """A question is asked again within the hour, or week after week."""
    asked = LeftOpen("said:1.1.4", "How was the concert?", at(MONDAY, 10))
    telling = Telling(left_open=asked, talked_at=at(MONDAY, 9))
    plan = the_plan(telling)
    assert (plan.why, plan.day) == (OccasionKind.THREAD, TUESDAY)
    assert at(TUESDAY, 11) < plan.begins < at(TUESDAY, 20)
    assert (
        plans(telling, ANN, at(MONDAY + timedelta(days=8), 12), BERLIN) == ()
        or plans(telling, ANN, at(MONDAY + timedelta(days=8), 12), BERLIN)[0].why is OccasionKind.SILENCE
    )
    wrote = WrittenFirst("said:1.1.4", OccasionKind.THREAD, TUESDAY, PlanState.WRITTEN, TUESDAY)
    assert plans(replace(telling, lately=(wrote,)), ANN, at(TUESDAY, 12), BERLIN) == ()


def test_a_long_silence_is_broken_once() -> None:
    """Who does not answer that is asked again each day."""
    telling = Telling(talked_at=at(MONDAY - timedelta(days=6), 10))
    plan = the_plan(telling)
    assert (plan.why, plan.ref) == (OccasionKind.SILENCE, SILENT)
    wrote = WrittenFirst(SILENT, OccasionKind.SILENCE, TUESDAY, PlanState.WRITTEN, TUESDAY, answered=False)
    assert plans(replace(telling, lately=(wrote,)), ANN, at(TUESDAY, 12), BERLIN) == ()


def test_today_only_dates_that_are_still_ahead_are_planned() -> None:
    """A promise of today is lost since the house was off yesterday; or a whim is written within the hour."""
    plan = the_plan(Telling((PROMISE,)), now=at(TUESDAY, 10))
    assert at(TUESDAY, 11) <= plan.begins
    assert plans(Telling((PROMISE,)), ANN, at(TUESDAY, 22), BERLIN) == ()
    silent = Telling(talked_at=at(MONDAY - timedelta(days=9), 10))
    assert all(it.day == TUESDAY + timedelta(days=1) for it in plans(silent, ANN, at(TUESDAY, 1), BERLIN))
