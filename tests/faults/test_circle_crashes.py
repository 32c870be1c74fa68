"""The daemon is killed while a circle is planned, read and commented on: nothing is done twice, or never."""

import asyncio
import json
import signal
from pathlib import Path

import pytest

from engine.work.crashpoints import IN_CIRCLES
from tests.faults.house import house
from tests.servers.model import Script, Seen, say

PATIENCE = 120.0
ACTS = [{"who": 1, "message": at, "act": act, "text": "Well!"} for at in (1, 2, 3) for act in ("like", "comment")]
_CIRCLE = """
WITH made AS (
    INSERT INTO setting (space_id, scope, scope_id, name, value, set_by)
    SELECT channel.space_id, 'channel', channel.id, it.name, it.value, NULL
    FROM channel, (VALUES ('mode', '"circle"'::jsonb), ('timezone', to_jsonb(
        'Etc/GMT' || to_char(extract(hour FROM now() AT TIME ZONE 'UTC') - 12, 'FMSG99')  -- where it is noon
    ))) AS it (name, value)
    WHERE channel.space_id = ANY ($1)
), come AS (
    INSERT INTO circle_member (space_id, channel_id, character_id, frequency, joined_by)
    SELECT channel.space_id, channel.id, it.character_id, 'off', it.person_id
    FROM channel JOIN (
        SELECT inbox.space_id, inbox.person_id, entry.character_id
        FROM inbox JOIN entry USING (space_id)
        WHERE entry.kind = 'member' AND inbox.kind = 'message' AND inbox.space_id = ANY ($1) LIMIT 1
    ) AS it USING (space_id)
    WHERE channel.space_id = ANY ($1)
)
INSERT INTO due (space_id, session_id, kind)
SELECT session.space_id, session.id, it.kind
FROM session JOIN space ON space.id = session.space_id JOIN channel ON channel.space_id = session.space_id,
    LATERAL (VALUES ('circle_plan'), ('circle_round.' || space.platform || '/' || channel.id)) AS it (kind)
WHERE session.space_id = ANY ($1)
"""


@pytest.mark.slow
@pytest.mark.parametrize("point", IN_CIRCLES)
async def test_killed_in_a_circle(point: str, database_url: str, tmp_path: Path) -> None:
    """A post has two likes of one character, or a comment is there twice, or nobody ever reads it."""
    async with house(database_url, tmp_path, ["c0"]) as one:
        one.model.notes = _notes
        await one.start()
        one.say("c0")
        await one.settle()
        await one.kill_quietly()
        await one.start(f"{point}:1")
        await one.sql(_CIRCLE)
        async with asyncio.timeout(PATIENCE):
            while one.alive:
                await one.sql("UPDATE due SET not_before = now() WHERE space_id = ANY ($1) AND owner IS NULL")
                await one.do("due")
            assert await one.died() == -signal.SIGKILL, point
        await one.start()
        await one.settle()
        assert len(await one.sql(_LIKES)) == 1, point
        assert len(await one.sql(_COMMENTS)) == 1, point
        assert len(await one.sql(_PLANNED)) == 1, point


_LIKES = "SELECT FROM entry WHERE space_id = ANY ($1) AND kind = 'reaction'"
_COMMENTS = "SELECT FROM entry WHERE space_id = ANY ($1) AND kind = 'message' AND text LIKE '@% Well!'"
_PLANNED = "SELECT FROM circle_member WHERE space_id = ANY ($1) AND planned_until IS NOT NULL"


def _notes(seen: Seen) -> Script:
    empty = {"topics": list[str](), "facts": list[str]()}
    return say(json.dumps({"acts": ACTS} if seen.errand == {"acts"} else empty))
