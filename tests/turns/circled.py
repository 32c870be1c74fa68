"""A circle of characters in a room, and its time: what is due is done when the clock has come there."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from engine.actions.characters import circles
from engine.actions.house import settings
from engine.background_work import jobs_of
from engine.jobs.characters.circle_posts import due_plans
from engine.jobs.characters.circle_rounds import due_rounds
from engine.rules.circle.planning import is_waking, until_waking
from engine.values.characters.circle_members import PostFrequency
from engine.values.house.setting_scopes import SettingScope
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.turns.room import Room
from tests.turns.scenes import import_card

TIMER = timedelta(hours=6)
"""So often at least the timers look what is to be planned."""
LIKES = "the harbour, bread, gulls, rain"
"""So that there is always something to post about."""


class MovedClock(SystemClock):
    """A clock whose date stands still until a test moves it."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


def apart(text: str) -> list[float]:
    """A vector that is like that of no other text."""
    return [float(byte) - 127.5 for byte in sha256(text.encode()).digest()]


async def circled(
    room: Room, *names: str, frequency: PostFrequency = PostFrequency.DAILY, likes: str = LIKES
) -> dict[str, int]:
    """Make the room's channel a circle of new characters with these names, which like the same; their numbers."""
    ctx, here = room.ctx, room.here
    for name, value in {"mode": "circle", "debounce": "0", "facts": "off", "timezone": "UTC"}.items():
        await settings.put(ctx, here, SettingScope.CHANNEL, name, value)
    found: dict[str, int] = {}
    for name in names:
        found[name] = await import_card(room, name)
        await circles.join(ctx, room.runner, here, found[name], "Ann", frequency)
        await circles.describe(ctx, here, found[name], likes)
    await room.idle()
    return found


async def until(room: Room, hours: float) -> None:
    """Let time pass, and do what falls due on the way in its order, at its time."""
    clock = room.ctx.clock
    assert isinstance(clock, MovedClock)
    end = clock.now() + timedelta(hours=hours)
    tasks = Tasks()
    due = DueWork(room.db, "test", jobs_of(room.ctx, room.runner), SystemClock(), tasks)
    while True:
        await due_rounds(room.ctx, [room.here.platform])
        await due_plans(room.ctx, [room.here.platform])
        rows = await _waiting(room)
        upto = min(end, clock.at + TIMER)
        if not rows or rows[0]["at"] > upto:
            if upto == end:
                break
            clock.at = upto
            continue
        first = rows[0]
        clock.at = max(clock.at, first["at"])
        await room.sql(
            "UPDATE due SET not_before = CASE WHEN kind = $2 THEN now() ELSE now() + interval '1 day' END"
            " WHERE space_id = $1 AND owner IS NULL AND kind <> 'facts'",  # these wait by the database's own time
            room.here.space,
            first["kind"],
        )
        await due.run_ready()
        await room.idle()
    clock.at = end
    await tasks.stop()


async def _waiting(room: Room) -> list[Any]:
    """Marks of the circle by the time they are meant for, what has none first; a round waits for the morning."""
    now, zone = room.ctx.clock.now(), ZoneInfo((await settings.current(room.ctx, room.here)).timezone)
    morning = now if is_waking(now, zone) else now + until_waking(now, zone)
    found: list[Any] = []
    for it in await room.due():
        if it["kind"].startswith("circle"):
            said = it["body"].get("at")
            none = morning if it["kind"].startswith("circle_round") else now
            found.append({"kind": it["kind"], "at": none if said is None else datetime.fromisoformat(said)})
    return sorted(found, key=lambda it: (it["at"], it["kind"]))
