"""A private chat in which a character may write first, on a clock that is set by hand."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from engine.actions.house import settings
from engine.actions.people import writing_first as actions
from engine.background_work import proofs_of
from engine.config.config import AllowanceConfig
from engine.db.memory import facts
from engine.db.people import dates
from engine.jobs.chats.answer import answer
from engine.jobs.people.writing_first import due_first_plans, plan_first, write_first
from engine.turns.commit import unanswered
from engine.turns.inputs.telling_first import PLANNING, first_mark
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import NewPersonFact
from engine.values.people.dates import DateKind, DateWish, FactDate
from engine.values.people.writing_first import FirstView
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.servers.model import ModelServer
from tests.turns.room import Room, config_for, enter, new_origin, opened

MONDAY: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
TUESDAY: Final = datetime(2026, 12, 1, tzinfo=UTC)
_READY: Final = """
UPDATE due SET not_before = now() WHERE space_id = $1 AND (session_id, kind) IN (
    SELECT session_id, kind FROM due WHERE space_id = $1 AND owner IS NULL ORDER BY session_id, kind FOR UPDATE
)
"""


@asynccontextmanager
async def private_room(
    database_url: str, model: ModelServer, folder: Path, allowance: AllowanceConfig | None = None
) -> AsyncIterator[Room]:
    """Ann alone with Mira on Monday at noon, in UTC. ``allowance`` is what the house may use in a day."""
    origin = replace(new_origin(), private=True)
    config = config_for(database_url, folder, model)
    config = config.model_copy(update={"allowance": allowance}) if allowance else config
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        room.stand_still(MONDAY)
        await room.sql("DELETE FROM first_consent")  # else the days of everybody in earlier tests are planned each time
        yield room


async def let(room: Room, daily: int = 1) -> FirstView:
    """Ann lets Mira write first."""
    return await actions.allow(room.ctx, room.here, daily)


async def promise(room: Room, text: str, day: datetime, kind: DateKind = DateKind.PROMISED) -> int:
    """Something that is to be kept, or is due, on a day; which fact it is."""
    made = await facts.add(room.db, NewPersonFact(room.here.person, text, room.ctx.clock.now()))
    assert made is not None
    on = FactDate(kind, day.month, day.day, day.year, wish=DateWish.REMIND)
    assert await dates.put(room.db, room.here.person, made, on)
    return made


async def work(room: Room, *, owner: str = "test") -> None:
    """What the timer marks and the jobs do, as far as their time has come by the clock of the room."""
    tasks = Tasks()
    jobs: Any = {
        PLANNING: partial(plan_first, room.ctx),
        first_mark(room.here.platform): partial(write_first, room.ctx, room.runner, room.here.platform),
        unanswered(room.here.platform): partial(answer, room.ctx, room.runner, proofs_of(room.ctx), room.here.platform),
    }
    due = DueWork(room.db, owner, jobs, SystemClock(), tasks)
    await due_first_plans(room.ctx)
    for _ in range(2):
        await room.sql(_READY, room.here.space)
        while await due.run_ready():
            pass
    await tasks.stop()
    await room.idle()


async def goes_by(room: Room, until: datetime, every: timedelta = timedelta(minutes=30)) -> None:
    """Time goes by, and every half an hour it is looked at what is due."""
    at = room.ctx.clock.now()
    while at < until:
        at = min(at + every, until)
        room.stand_still(at)
        await work(room)


async def plans(room: Room) -> list[tuple[str, str, str]]:
    """Every plan of Ann's: its day, what became of it, and why it was dropped."""
    rows = await room.sql(
        "SELECT day, state, obstacle FROM first_plan WHERE person_id = $1 ORDER BY id", room.here.person
    )
    return [(row["day"].isoformat(), row["state"], row["obstacle"]) for row in rows]


async def written(room: Room) -> list[str]:
    """What Mira wrote by herself, in order."""
    rows = await room.sql(
        "SELECT entry.text FROM entry JOIN turn ON turn.space_id = entry.space_id AND turn.id = entry.turn_id "
        "WHERE entry.space_id = $1 AND entry.kind = 'message' AND turn.kind = 'unasked' ORDER BY entry.seq",
        room.here.space,
    )
    return [row["text"] for row in rows]


async def in_zone(room: Room, zone: str) -> None:
    """Ann lives there."""
    await settings.put(room.ctx, room.here, SettingScope.PERSON, "timezone", zone)
