"""Where a server keeps what was said for so many days, nothing older is left."""

from datetime import timedelta

import pytest

from engine.actions.chats import savepoints
from engine.actions.house import settings
from engine.jobs.house.retention import due_retention
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.servers.model import say
from tests.turns.people.test_forgetting import everything
from tests.turns.room import Room

pytestmark = pytest.mark.calendar


async def aged(room: Room, days: float) -> None:
    """All that was said in the room is so much older."""
    for table, column in (
        ("entry", "said_at"),
        ("inbox", "sent_at"),
        ("outbox", "made_at"),
        ("savepoint", "created_at"),
    ):
        await room.sql(
            f"UPDATE {table} SET {column} = {column} - $2::interval WHERE space_id = $1",
            room.here.space,
            timedelta(days=days),
        )
    await room.sql(
        "UPDATE memory SET occurred_at = occurred_at - $2::interval, until = until - $2::interval WHERE space_id = $1",
        room.here.space,
        timedelta(days=days),
    )


async def test_what_is_too_old_goes_with_all_that_was_made_of_it(room: Room) -> None:
    """A server that promises to keep things for a month keeps them for ever, in a memory or a preview."""
    room.model.answer = lambda _: say("Halibut is a fish.")
    await room.say("My Halibut has escaped.")
    await savepoints.save(room.engine.ctx, room.here, "")
    await room.drain()
    await aged(room, 30 + 1 / 24)
    await room.say("The sea is calm today, I think.")
    await room.drain()
    await due_retention(room.ctx)
    await room.drain()
    assert await everything(room, "Halibut has") != []
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "retention_days", "30")
    await due_retention(room.ctx)
    await room.drain()
    assert await everything(room, "Halibut has") == []
    old = calendar.now() - timedelta(days=30, hours=1)
    left = "SELECT text FROM entry WHERE space_id = $1 AND said_at < $2 AND text <> ''"
    assert await room.sql(left, room.here.space, old) == []
    said = [it["text"] for it in await room.log() if it["text"]]
    assert said == ["The sea is calm today, I think.", "Halibut is a fish."]
    kept = await room.sql("SELECT nth FROM memory WHERE space_id = $1 AND kind = 'said' ORDER BY nth", room.here.space)
    assert len(kept) == 2


async def test_many_old_messages_go_in_steps(room: Room) -> None:
    """A server that sets the limit after years has more to erase than a transaction holds."""
    await room.sql(
        """
        INSERT INTO entry (space_id, session_id, branch_id, seq, kind, person_id, text, said_at)
        SELECT space_id, session_id, branch_id, 100 + n, 'message', $2, 'Old ' || n, now() - interval '40 days'
        FROM (SELECT * FROM entry WHERE space_id = $1 ORDER BY seq LIMIT 1) AS one, generate_series(1, 1200) AS n
        """,
        room.here.space,
        room.here.person,
    )
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "retention_days", "30")
    await due_retention(room.ctx)
    await room.drain()
    assert [it["text"] for it in await room.log() if it["text"].startswith("Old")] == []
