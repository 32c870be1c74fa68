"""The daemon is killed while a character writes first: there is one message in the end, whenever it died."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.faults.house import House, house
from tests.promised import PROMISED
from tests.servers.model_scripts import stream

PATIENCE = 120.0
POINTS = (
    "in_due_work",
    "after_load",
    "after_request",
    "after_first_save",
    "while_growing",
    "before_commit",
    "in_commit",
    "after_commit",
)
_ALLOW = f"""
WITH given AS (
    INSERT INTO first_consent (person_id, character_id, space_id, channel_id, daily, quiet_from, quiet_to)
    SELECT inbox.person_id, it.character_id, inbox.space_id, inbox.channel_id, 3, 0, 0
    FROM inbox JOIN entry AS it ON it.space_id = inbox.space_id AND it.kind = 'member'
    WHERE inbox.space_id = ANY ($1) AND inbox.kind = 'message' LIMIT 1
    RETURNING person_id, character_id, space_id
), {PROMISED}
INSERT INTO due (space_id, session_id, kind)
SELECT given.space_id, 0, 'first.' || space.platform || '/' || planned.id
FROM given, planned, space WHERE space.id = given.space_id
"""


@pytest.mark.slow
@pytest.mark.share(2)
@pytest.mark.parametrize("points", [POINTS[::2], POINTS[1::2]], ids=["even", "odd"])
async def test_killed_while_it_writes_first(points: tuple[str, ...], database_url: str, tmp_path: Path) -> None:
    """Who comes back in the morning finds the same message twice, or none."""
    for point in points:
        async with house(database_url, tmp_path / point, ["c0"]) as one:
            one.model.answer = lambda _: stream(12, one.pace)  # the house's own would go on with the reply before
            await one.start()
            one.say("c0")
            await one.settle()
            await one.kill_quietly()
            await one.start(f"{point}:1")
            await one.sql(_PRIVATE)
            await one.sql(_ALLOW)
            async with asyncio.timeout(PATIENCE):
                await one.do("due")
                assert await one.died() == -signal.SIGKILL, point
            await one.start()
            await one.sql(_PRIVATE)  # the harness knows no private chats
            await one.settle()
            assert await _written(one) == 1, point
            assert [it["state"] for it in await one.sql(_STATES)] == ["written"], point


_PRIVATE = "UPDATE space SET private = true WHERE id = ANY ($1)"
_STATES = "SELECT state FROM first_plan WHERE person_id IN (SELECT person_id FROM inbox WHERE space_id = ANY ($1))"


async def _written(one: House) -> int:
    rows = await one.sql(
        "SELECT FROM turn JOIN entry ON entry.space_id = turn.space_id AND entry.turn_id = turn.id "
        "AND entry.kind = 'message' WHERE turn.space_id = ANY ($1) AND turn.kind = 'unasked'"
    )
    return len(rows)
