"""A character writes first on both platforms: it rings, and the buttons under it do what they say."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.actions.people import writing_first as actions
from engine.db.memory import facts
from engine.db.people import dates, writing_first
from engine.turns.inputs.telling_first import first_mark
from engine.values.chats.incoming import Here
from engine.values.chats.occasions import OccasionKind
from engine.values.memory.memories import NewPersonFact
from engine.values.people.dates import DateKind, DateWish, FactDate
from engine.values.people.writing_first import NewPlan
from tests import calendar
from tests.platforms.front import PLATFORMS, Front, front
from tests.platforms.room import AnyRoom, House
from tests.servers.model import say

pytestmark = pytest.mark.calendar

WRITES = "How did the move go?"


async def _now(room: AnyRoom, here: Here) -> None:
    """A promise of today whose hour has come."""
    ctx = room.engine.ctx
    view = await actions.keep_quiet(ctx, here, "0-0")
    today = calendar.now().astimezone(ZoneInfo(view.zone)).date()
    on = FactDate(DateKind.PROMISED, today.month, today.day, today.year, wish=DateWish.REMIND)
    begins = calendar.now() - timedelta(minutes=1)
    async with ctx.db.transaction() as tx:
        await writing_first.hold(tx, here.person, view.consent.character)
        fact = await facts.add(tx, NewPersonFact(here.person, "ask how the move went", calendar.now()))
        assert fact is not None
        await dates.put(tx, here.person, fact, on)
        new = NewPlan(today, OccasionKind.PROMISE, f"date:{fact}", begins, begins + timedelta(hours=2))
        [(number, _)] = await writing_first.add(tx, view.consent, [new])
        await writing_first.mark(tx, here.space, first_mark(here.platform, number), timedelta())
    ctx.due_bell.set()


async def _room(it: Front, house: House, room: Any, dm: Any, ann: Any) -> Here:
    it.says(ann, dm, "Hello.")
    await it.seat.reads(dm, "Hello, Ann.")
    await room.daemon.rests()
    here = await room.engine.places.resolve(it.rooms.origin(dm, ann))
    await actions.allow(room.engine.ctx, here, 2)
    house.model.answer = lambda _: say(WRITES)
    return here


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_it_rings_and_never_is_one_tap_away(house: House, platform: str) -> None:
    """It comes without a sound, without its buttons, or "never" is pressed in vain."""
    house.model.answer = lambda _: say("Hello, Ann.")
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", "en")
        dm = seat.private(ann)
        async with it.opened(ann, dm) as room:
            here = await _room(it, house, room, dm, ann)
            before = seat.bells(dm)
            await _now(room, here)
            written = await seat.reads(dm, WRITES)
            assert seat.bells(dm) == before + 1
            await it.control(written, "run:/me first wish ")
            wishes = [one for one in seat.fresh(written).controls if one.startswith("run:/me first wish ")]
            assert [one.rpartition(" ")[2] for one in wishes] == ["less", "topic", "never"]
            await seat.presses(ann, seat.fresh(written), wishes[-1])
            await room.handler.hears(wishes[-1])
            assert (await actions.shown(room.engine.ctx, here)).consent.never
        assert seat.rejected == []
