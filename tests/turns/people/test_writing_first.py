"""A character writes first: where it was allowed, about something, in its time, once, and never again after "never"."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.actions.chats import moving
from engine.actions.house import access, allowances, moderation
from engine.actions.house.status import first_figures
from engine.actions.people import forgetting, linking, own_data
from engine.actions.people import writing_first as actions
from engine.config.config import AllowanceConfig
from engine.db.memory import facts
from engine.db.people import writing_first as consents
from engine.errors import DayNotUnderstood, FirstNotHere, HoursNotUnderstood, NothingWrittenFirst
from engine.values.chats.incoming import Here
from engine.values.house.allowances import AllowanceHolder, AllowanceReach
from engine.values.house.shares import DayShare
from engine.values.people.dates import DateKind
from engine.values.people.writing_first import FirstWish, PlanState, QuietHours
from tests import calendar
from tests.conftest import Sql
from tests.servers.model import ModelServer, fail, say
from tests.turns.people.joining import join
from tests.turns.people.writing import (
    MONDAY,
    TUESDAY,
    goes_by,
    in_zone,
    let,
    plans,
    private_room,
    promise,
    work,
    written,
)
from tests.turns.room import Room, config_for, enter, new_origin, opened

pytestmark = [pytest.mark.calendar, pytest.mark.share(2)]


@pytest.fixture
async def ann(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    async with private_room(database_url, model, tmp_path) as room:
        room.model.answer = lambda _: say("Mira writes.")
        yield room


async def test_a_promise_is_kept_first_thing_next_tuesday_once(ann: Room) -> None:
    """It is forgotten, comes at night or in the evening, or comes twice."""
    await let(ann)
    await promise(ann, "Mira asks how the move went", TUESDAY)
    await work(ann)
    assert await plans(ann) == [("2026-12-01", "planned", "")]
    [seen] = await actions.planned(ann.ctx, ann.here)
    assert (seen.about, seen.plan.name) == ("Mira asks how the move went", "Mira")
    await goes_by(ann, TUESDAY + timedelta(hours=7, minutes=59))
    assert await written(ann) == []
    await goes_by(ann, TUESDAY + timedelta(hours=9))
    assert await written(ann) == ["Mira writes."]
    assert ann.prompts_say("Mira asks how the move went")
    await goes_by(ann, TUESDAY + timedelta(days=1, hours=20), timedelta(hours=1))
    assert await written(ann) == ["Mira writes."]
    assert await plans(ann) == [("2026-12-01", "written", "")]


async def test_what_did_not_arrive_is_said_to_be_lost(ann: Room) -> None:
    """The bot was blocked, and Ann reads that Mira has written to her."""
    await let(ann, 2)
    await promise(ann, "Mira asks how the move went", TUESDAY)
    await goes_by(ann, TUESDAY + timedelta(hours=9))
    [seen] = await actions.planned(ann.ctx, ann.here)
    assert (seen.plan.state, seen.plan.lost) == (PlanState.WRITTEN, False)
    ann.engine.turns.unknown(ann.ended[-1].sendings)
    await ann.ctx.saver.flush()
    [seen] = await actions.planned(ann.ctx, ann.here)
    assert seen.plan.lost


async def test_nobody_who_did_not_ask_for_it_is_written_to(ann: Room) -> None:
    """A character writes first to everybody whose exam it knows of."""
    await promise(ann, "Ann has an exam", TUESDAY, DateKind.EXAM)
    await goes_by(ann, TUESDAY + timedelta(days=7), timedelta(hours=6))
    assert (await written(ann), await plans(ann)) == ([], [])


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Los_Angeles", "Pacific/Auckland"])
async def test_it_is_never_written_in_quiet_hours(ann: Room, zone: str) -> None:
    """Somebody far away is woken: the day of the house is taken for theirs."""
    await in_zone(ann, zone)
    await let(ann, 3)
    for day in range(3):
        await promise(ann, f"Thing {day}", TUESDAY + timedelta(days=day))
    at = MONDAY
    while at < TUESDAY + timedelta(days=4):
        before, at = len(await written(ann)), at + timedelta(hours=1)
        ann.stand_still(at)
        await work(ann)
        if len(await written(ann)) > before:
            assert 8 <= at.astimezone(ZoneInfo(zone)).hour < 23
    assert await written(ann)


async def test_after_two_without_an_answer_it_waits_until_it_is_spoken_to(ann: Room) -> None:
    """Somebody on holiday finds thirty messages; or who comes back is never written to again."""
    await let(ann)
    for day in range(6):
        await promise(ann, f"Thing {day}", TUESDAY + timedelta(days=day))
    await goes_by(ann, TUESDAY + timedelta(days=3, hours=20), timedelta(hours=1))
    assert len(await written(ann)) == 2
    await ann.accept("I was away.", at=ann.ctx.clock.now())
    await ann.idle()
    await goes_by(ann, TUESDAY + timedelta(days=5, hours=20), timedelta(hours=1))
    assert len(await written(ann)) == 4


async def test_never_is_never(ann: Room) -> None:
    """What was planned before comes all the same, or a new day is planned."""
    await let(ann)
    await promise(ann, "Mira asks", TUESDAY)
    await work(ann)
    await actions.wish(ann.ctx, ann.here, FirstWish.NEVER)
    assert await plans(ann) == []
    await ann.accept("Hello!", at=ann.ctx.clock.now())
    await ann.idle()
    await promise(ann, "Mira asks again", TUESDAY + timedelta(days=1))
    await goes_by(ann, TUESDAY + timedelta(days=9), timedelta(hours=3))
    assert (await written(ann), await plans(ann)) == ([], [])
    view = await actions.keep_quiet(ann.ctx, ann.here, "22-9")
    assert view.consent.never
    assert not view.consent.holds


async def test_an_outage_of_three_days_ends_without_a_burst(ann: Room) -> None:
    """On the fourth morning three messages arrive at once, about days that are over."""
    await let(ann, 3)
    for day in range(3):
        await promise(ann, f"Thing {day}", TUESDAY + timedelta(days=day))
    await work(ann)
    ann.stand_still(TUESDAY + timedelta(days=3, hours=9))
    await work(ann)
    assert await written(ann) == []
    assert {it[1:] for it in await plans(ann)} == {("dropped", "late")}


async def test_what_is_planned_is_proved_again(ann: Room) -> None:
    """Between the plan and its hour the place was paused, the day called busy, the promise taken back."""
    await let(ann, 3)
    await promise(ann, "One", TUESDAY)
    await work(ann)
    await moderation.pause(ann.ctx, ann.runner, ann.here, AllowanceHolder.CHANNEL, paused=True)
    await goes_by(ann, TUESDAY + timedelta(hours=12), timedelta(hours=1))
    assert (await written(ann), (await plans(ann))[0][1]) == ([], "dropped")


async def test_a_busy_day_is_left_alone(ann: Room) -> None:
    """Somebody says that they are busy on Tuesday, and is written to on Tuesday."""
    await let(ann)
    await promise(ann, "One", TUESDAY)
    await work(ann)
    assert await actions.busy(ann.ctx, ann.here, "Tuesday") == TUESDAY.date()
    await goes_by(ann, TUESDAY + timedelta(hours=20), timedelta(hours=1))
    assert await written(ann) == []
    assert await actions.busy(ann.ctx, ann.here, "2026-12-02") == TUESDAY.date() + timedelta(days=1)
    await actions.busy(ann.ctx, ann.here, "2026-12-02", is_busy=False)
    await promise(ann, "Two", TUESDAY + timedelta(days=1))
    await goes_by(ann, TUESDAY + timedelta(days=1, hours=20), timedelta(hours=1))
    assert len(await written(ann)) == 1
    with pytest.raises(DayNotUnderstood):
        await actions.busy(ann.ctx, ann.here, "someday")


async def test_under_a_message_it_is_said_what_is_wanted(ann: Room) -> None:
    """The buttons do nothing, or what one of them says of somebody else's message."""
    await let(ann, 2)
    one = await promise(ann, "One", TUESDAY)
    await goes_by(ann, TUESDAY + timedelta(hours=12), timedelta(hours=1))
    [seen] = await actions.planned(ann.ctx, ann.here)
    less = await actions.wish(ann.ctx, ann.here, FirstWish.LESS, seen.plan.id)
    assert (less.consent.daily, less.consent.every) == (1, 1)
    assert (await actions.wish(ann.ctx, ann.here, FirstWish.LESS)).consent.every == 2
    topic = await actions.wish(ann.ctx, ann.here, FirstWish.TOPIC, seen.plan.id)
    assert topic.consent.unwanted == {f"date:{one}"}
    other = replace(ann.here, person=ann.here.person + 100_000)
    with pytest.raises(NothingWrittenFirst):
        await actions.wish(ann.ctx, other, FirstWish.NEVER, seen.plan.id)
    with pytest.raises(NothingWrittenFirst):
        await actions.wish(ann.ctx, ann.here, FirstWish.NEVER, seen.plan.id + 100_000)


async def test_a_long_silence_is_broken_once(ann: Room) -> None:
    """Nobody ever asks; or each day somebody does."""
    await let(ann)
    await ann.accept("Good night.", at=MONDAY)
    await ann.idle()
    await goes_by(ann, MONDAY + timedelta(days=12), timedelta(hours=2))
    assert len(await written(ann)) == 1


async def test_a_question_that_nobody_answered_is_taken_up(ann: Room) -> None:
    """What was left open is forgotten, or asked for twice."""
    ann.model.answer = lambda _: say("And how was the concert?")
    await let(ann)
    await ann.accept("I was at a concert.")  # just now by every clock: what is old is not answered
    await ann.idle()
    await work(ann)
    await goes_by(ann, TUESDAY + timedelta(hours=22), timedelta(hours=1))
    assert len(await written(ann)) == 1
    assert ann.prompts_say("And how was the concert?")
    await goes_by(ann, TUESDAY + timedelta(days=4), timedelta(hours=2))
    assert len(await written(ann)) == 1


async def test_it_is_a_matter_of_a_private_chat(ann: Room) -> None:
    """A character writes first in front of a whole server."""
    with pytest.raises(FirstNotHere):
        await actions.allow(ann.ctx, replace(ann.here, private=False))
    with pytest.raises(HoursNotUnderstood):
        await actions.keep_quiet(ann.ctx, ann.here, "25-9")
    assert (await actions.keep_quiet(ann.ctx, ann.here, "22:00 to 9")).consent.quiet == QuietHours(22, 9)


async def test_the_share_of_the_day_is_not_gone_beyond(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """Characters that write first use up what people are to be answered with."""
    model.answer = lambda _: say("Mira writes.")
    async with private_room(database_url, model, tmp_path) as room:
        room.ctx.spending.shares[DayShare.FIRST] = 0
        await let(room)
        await promise(room, "One", TUESDAY)
        await goes_by(room, TUESDAY + timedelta(hours=20), timedelta(hours=1))
        assert await written(room) == []
        assert (await plans(room))[0][1:] == ("dropped", "budget")


async def test_all_together_keep_to_their_share_of_the_day(
    fresh_database: str, model: ModelServer, tmp_path: Path
) -> None:
    """Each of four people may be written to, each by another character: together that is what others are to use."""
    model.answer = lambda _: say("Mira writes.", usage=(900, 100))
    allowance = AllowanceConfig(tokens=16_000, first_percent=50)
    async with private_room(fresh_database, model, tmp_path, allowance) as ann:
        places = [replace(ann.origin, space=f"s{n}", channel=f"c{n}", person=f"p{n}") for n in range(3)]
        rooms = [ann, *[await enter(ann.engine, model, it) for it in places]]
        now = calendar.now().replace(hour=0, minute=0, second=0, microsecond=0)
        today = now - timedelta(days=4)  # what is used from now on is of that day
        for room in rooms:
            room.stand_still(today - timedelta(hours=12))
            await let(room, 3)
            for day in range(2):
                for number in range(3):
                    await promise(room, f"Thing {day}{number}", today + timedelta(days=day))
            await work(room)
        await _day(rooms, today)
        sums = "SELECT count(*) AS rows, sum(prompt_tokens + reply_tokens) AS tokens FROM usage WHERE kind = 'unasked'"
        [used] = await ann.sql(f"{sums} AND at >= $1", today)
        assert (used["rows"], used["tokens"]) == (5, 5000), "half is 8,000, and a sixth would be taken for 3,850"
        states = Counter([it[1:] for room in rooms for it in await plans(room) if it[0] == today.date().isoformat()])
        assert (states["written", ""], states["dropped", "budget"] > 0) == (5, True)
        shown = await first_figures(ann.ctx)
        assert (shown.people, shown.written, shown.share.used) == (4, 5, 5 / 8)
        await ann.sql("UPDATE usage SET at = $1", today)  # the next day has a share of its own
        for room in rooms:
            await room.accept("Good morning", at=room.ctx.clock.now())
            await room.idle()
        await _day(rooms, today + timedelta(days=1))
        [used] = await ann.sql(f"{sums} AND at >= $1", today + timedelta(days=1))
        assert 0 < used["tokens"] <= 8000


async def _day(rooms: list[Room], today: datetime) -> None:
    for hour in range(8, 21):
        for room in rooms:
            room.stand_still(today + timedelta(hours=hour))
            await work(room)


async def test_it_is_counted_as_a_kind_of_its_own(ann: Room) -> None:
    """Nobody sees what it costs that characters write first."""
    await let(ann)
    await promise(ann, "One", TUESDAY)
    await goes_by(ann, TUESDAY + timedelta(hours=12), timedelta(hours=1))
    rows = await ann.sql("SELECT kind FROM usage WHERE space_id = $1 AND turn_id IS NOT NULL", ann.here.space)
    assert [it["kind"] for it in rows] == ["unasked"]
    report = await allowances.used(ann.ctx, ann.here, AllowanceReach.PERSON, 90)
    assert {it.kind for it in report.by_day} <= {"unasked"}


async def test_a_model_that_fails_leaves_no_second_message(ann: Room) -> None:
    """The message of the morning comes at night, when the model is back; or somebody reads of its trouble."""
    ann.model.script(*[fail(503)] * 3)
    await let(ann)
    await promise(ann, "One", TUESDAY)
    await goes_by(ann, TUESDAY + timedelta(days=1, hours=12), timedelta(hours=1))
    assert len(await written(ann)) <= 1
    assert all(it.notice is None for it in ann.ended)


async def _fails(room: Room) -> None:
    """Mira was to write on Tuesday, a few minutes ago, and could not."""
    room.model.answer = lambda _: fail(503)
    await promise(room, "One", TUESDAY)
    await work(room)
    at = TUESDAY + timedelta(hours=8)
    while await plans(room) != [("2026-12-01", "written", "")]:
        at += timedelta(minutes=5)
        await goes_by(room, at, timedelta(days=1))
    assert at.hour == 8
    room.model.answer = lambda _: say("Mira writes.")


async def test_what_failed_is_written_when_the_model_is_back(ann: Room) -> None:
    """A bad minute of the model costs Ann what was promised; or it counts twice, and nothing comes on Wednesday."""
    await let(ann)
    await _fails(ann)
    assert await written(ann) == []
    await ann.do_due_work()
    assert await written(ann) == ["Mira writes."]
    assert await plans(ann) == [("2026-12-01", "written", "")]
    await promise(ann, "Two", TUESDAY + timedelta(days=1))
    await goes_by(ann, TUESDAY + timedelta(days=1, hours=12), timedelta(hours=1))
    assert await written(ann) == ["Mira writes."] * 2


@pytest.mark.parametrize("why", ["never", "off", "quiet", "busy", "unwanted", "gone", "late"])
async def test_consent_is_asked_for_again_when_the_model_is_back(ann: Room, why: str) -> None:
    """Between the failure and the next try Ann says "never"; or her night begins; and it is written all the same."""
    await let(ann)
    await _fails(ann)
    ctx, here = ann.ctx, ann.here
    [seen] = await actions.planned(ctx, here)
    match why:
        case "never":
            await actions.wish(ctx, here, FirstWish.NEVER)
        case "off":
            await actions.stop(ctx, here)
        case "quiet":
            await actions.keep_quiet(ctx, here, "8-22")
        case "busy":
            await actions.busy(ctx, here, "2026-12-01")
        case "unwanted":
            await actions.wish(ctx, here, FirstWish.TOPIC, seen.plan.id)
        case "late":
            ann.stand_still(ann.ctx.clock.now() + timedelta(minutes=16))
        case _:
            await facts.end(ann.db, here.person, int(seen.plan.new.ref.partition(":")[2]), "it is done")
    await ann.do_due_work()
    assert await written(ann) == []
    assert await plans(ann) == [("2026-12-01", "dropped", why)]
    await goes_by(ann, TUESDAY + timedelta(hours=20), timedelta(hours=1))
    assert await written(ann) == []


async def _moves(room: Room, there: Here) -> None:
    code = await moving.code(room.ctx, room.here)
    await moving.take_over(room.ctx, room.runner, room.engine.moving_tries, there, code)
    await room.idle()


async def test_who_may_write_first_may_do_so_where_the_chat_goes_on(ann: Room) -> None:
    """Ann takes her chat along to another place of hers, and is never written to again; or where she has left."""
    await let(ann)
    await promise(ann, "One", TUESDAY)
    await work(ann)
    there = await ann.engine.places.resolve(replace(ann.origin, space="hers", channel="hers"))
    await _moves(ann, there)
    old, ann.here = ann.here, there
    await goes_by(ann, TUESDAY + timedelta(hours=12), timedelta(hours=1))
    assert await plans(ann) == [("2026-12-01", "written", "")]
    assert await written(ann) == ["Mira writes."]
    assert (await actions.shown(ann.ctx, there)).consent.channel == there.key
    assert not await ann.sql("SELECT FROM first_consent WHERE space_id = $1", old.space)


@pytest.mark.parametrize("person", ["person", "somebody"])
async def test_nobody_allowed_it_where_others_are(ann: Room, person: str) -> None:
    """A chat goes on in a group, or with somebody else, and a character writes there of what Ann asked for alone."""
    await let(ann)
    await promise(ann, "One", TUESDAY)
    await work(ann)
    private = person != "person"
    origin = replace(ann.origin, space="other", channel="other", person=person, private=private)
    there = await ann.engine.places.resolve(origin)
    await access.at_home(ann.ctx, there)
    await _moves(ann, there)
    await goes_by(ann, TUESDAY + timedelta(hours=20), timedelta(hours=1))
    assert await plans(ann) == [("2026-12-01", "dropped", "elsewhere")]
    assert await written(replace(ann, here=there)) == []


async def _linked(room: Room) -> Here:
    """Ann's other name, on another platform, joined with the one here."""
    origin = replace(new_origin(), person="ann-2", private=True)
    other = await room.engine.places.resolve(origin)
    await join(room.engine, room.here, other)
    return other


async def test_never_holds_under_all_names_of_a_person(ann: Room) -> None:
    """Ann said "never" on one platform, joins her names, and is written to on the other; or after they part."""
    view = await let(ann)
    other = await ann.engine.places.resolve(replace(new_origin(), person="ann-2", private=True))
    given = replace(view.consent, person=other.person, channel=other.key, never=True)
    await consents.put(ann.db, given)
    await promise(ann, "One", TUESDAY)
    await join(ann.engine, ann.here, other)
    for here in (ann.here, other):
        [(consent, _)] = await consents.consents(ann.db, here.person)
        assert consent.never
    await goes_by(ann, TUESDAY + timedelta(hours=12), timedelta(hours=1))
    await linking.unlink(ann.ctx, ann.here)
    [held] = [it for who in (ann.here, other) for it, _ in await consents.consents(ann.db, who.person)]
    assert held.never, "one of them has it, and the other never allowed anything"
    await promise(ann, "Two", TUESDAY + timedelta(days=1))
    await goes_by(ann, TUESDAY + timedelta(days=1, hours=12), timedelta(hours=1))
    assert await written(ann) == []


async def test_it_knows_what_all_names_of_a_person_said_until_they_part(ann: Room) -> None:
    """What Ann promised by another name is not kept; or it is told to her first name when that is hers no more."""
    await let(ann, 3)
    other = await _linked(ann)
    await promise(replace(ann, here=other), "One", TUESDAY)
    await promise(replace(ann, here=other), "Two", TUESDAY + timedelta(days=1))
    await goes_by(ann, TUESDAY + timedelta(hours=12), timedelta(hours=1))
    assert await written(ann) == ["Mira writes."]
    [one, two] = await actions.planned(ann.ctx, other)
    assert (one.about, two.about, two.plan.state) == ("", "Two", PlanState.PLANNED)
    await linking.unlink(ann.ctx, other)
    assert await actions.planned(ann.ctx, other) == []
    await goes_by(ann, TUESDAY + timedelta(days=1, hours=12), timedelta(hours=1))
    assert await written(ann) == ["Mira writes."]
    assert (await plans(ann))[1] == ("2026-12-02", "dropped", "gone")


async def test_never_by_another_name_is_never(ann: Room) -> None:
    """Ann presses "never" on her second platform, parts the names, and is written to by her first."""
    await let(ann)
    other = await _linked(ann)
    await promise(ann, "One", TUESDAY)
    await work(ann)
    [seen] = await actions.planned(ann.ctx, other)
    await actions.wish(ann.ctx, other, FirstWish.NEVER, seen.plan.id)
    await linking.unlink(ann.ctx, other)
    assert (await actions.shown(ann.ctx, ann.here)).consent.never
    assert await consents.consents(ann.db, other.person) == []
    await goes_by(ann, TUESDAY + timedelta(hours=12), timedelta(hours=1))
    assert (await written(ann), await plans(ann)) == ([], [])


async def test_nothing_is_left_of_who_is_forgotten(ann: Room, sql: Sql) -> None:
    """A plan about somebody outlives them, and is written."""
    await let(ann)
    await promise(ann, "One", TUESDAY)
    await actions.busy(ann.ctx, ann.here, "Friday")
    await work(ann)
    document = await own_data.export(ann.ctx, ann.here, ("README.txt", ""))
    assert b"characters_that_write_first.json" in document.data
    assert b"what_they_planned.json" in document.data
    person = ann.here.person
    await forgetting.forget_me(ann.ctx, ann.runner, ann.here)
    for table in ("first_consent", "first_plan", "first_busy"):
        assert await sql(f"SELECT FROM {table} WHERE person_id = $1", person) == []


async def test_four_runners_write_one_message(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """Four processes on one database plan and write the same thing four times."""
    model.answer = lambda _: say("Mira writes.")
    async with private_room(database_url, model, tmp_path) as first:
        config = config_for(database_url, tmp_path, model)
        platform = first.origin.platform
        async with (
            opened(config, platform, name="b") as two,
            opened(config, platform, name="c") as three,
            opened(config, platform, name="d") as four,
        ):
            others = [await enter(it, model, first.origin, card=None) for it in (two, three, four)]
            rooms = [first, *others]
            await let(first, 3)
            await promise(first, "One", TUESDAY)
            await promise(first, "Two", TUESDAY)
            at = MONDAY
            while at < TUESDAY + timedelta(hours=20):
                at += timedelta(hours=1)
                for room in rooms:
                    room.stand_still(at)
                await asyncio.gather(*(work(it, owner=f"w{n}") for n, it in enumerate(rooms)))
            assert len(await plans(first)) == 2
            assert await written(first) == ["Mira writes.", "Mira writes."]
