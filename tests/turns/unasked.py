"""A character that writes by itself, as a job of some kind has it."""

from datetime import timedelta
from functools import partial

from engine.actions.chats.heads import head_line_if_any
from engine.db.chats import sessions
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.jobs.chats.unasked import Unasked, write_unasked
from engine.turns.runner import Runner
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.chats.turns import HeadState
from engine.values.house.work import Due
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.turns.room import Room

KIND = "by_itself"


async def writes_first(
    room: Room, why: OccasionKind, about: str = "", *, wanted: bool = True, ends: bool = True, to_nobody: bool = False
) -> None:
    """Have the character of a room write, or decide at the last moment that it does not. ``ends``: to the end."""
    channel_head = await sessions.current(room.db, room.here.key)
    at = await head_line_if_any(room.ctx, room.here)
    assert channel_head is not None
    assert at is not None
    speaker = at.character
    assert speaker is not None

    async def choose(_: Transaction, __: HeadState) -> Unasked | None:
        person = None if to_nobody else room.here.person
        return Unasked(speaker, Occasion(why, about), person) if wanted else None

    async def job(runner: Runner, due: Due) -> None:
        await write_unasked(room.ctx, runner, room.here.platform, due, channel_head.key, choose)

    await work.mark_due(room.db, channel_head.session_key, KIND, after=timedelta())
    tasks = Tasks()
    await DueWork(room.db, "test", {KIND: partial(job, room.runner)}, SystemClock(), tasks).run_ready()
    await tasks.stop()
    if ends:
        await room.idle()
