"""The daemon is killed when a post is in a Telegram channel and that is not noted yet: it is found by its copy."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.conftest import NewDatabase
from tests.faults.platform_town import PATIENCE, Town, town

pytestmark = pytest.mark.slow

_NOON = """
INSERT INTO setting (space_id, scope, scope_id, name, value, set_by)
SELECT id, 'space', id, 'timezone', to_jsonb(
    'Etc/GMT' || to_char(extract(hour FROM now() AT TIME ZONE 'UTC') - 12, 'FMSG99')
), NULL FROM space
"""
_NOW = "UPDATE due SET not_before = now() WHERE kind = (SELECT min(kind) FROM due WHERE kind LIKE 'circle_post.%')"
_PLANNED = "SELECT true FROM due WHERE kind LIKE 'circle_post.%'"
_NOTED = "SELECT true FROM outbox WHERE kind = 'reply' AND state = 'sent' AND platform_id = $1"


@pytest.mark.parametrize("kept", [False, True])
async def test_killed_before_a_post_is_noted(new_database: NewDatabase, tmp_path: Path, *, kept: bool) -> None:
    """A post is in the channel twice, or people are asked whether to see it again.

    ``kept``: its copy comes only when the daemon runs again.
    """
    async with town("telegram", await new_database(), tmp_path) as one:
        group = await one.room(private=False)
        ann = one.owner_of(group)
        ann.promotes_bot(group)
        channel = one.server.channel("Their days", ann, group)
        await one.start()
        await _opened(one, group)
        await one.kill()
        channel.keeps_copies = kept
        await one.sql.execute(_NOW)
        await one.daemon.launch("before_sent:1")
        async with asyncio.timeout(PATIENCE):
            assert await one.daemon.died() == -signal.SIGKILL
        [post] = one.server.messages(channel)
        if kept:
            one.server.releases(channel)
        await one.start()
        await one.becomes(_NOTED, f"{channel.id}/{post.id}")
        await one.rest()
        assert one.server.messages(channel) == [post]
        assert len(one.server.copies(post)) == 1


async def _opened(one: Town, group: object) -> None:
    """A circle with one character, whose posts are planned for a day at whose noon we are."""
    ann = one.owner_of(group)
    await one.seat.uses(ann, group, "circle open")
    await one.sql.execute(_NOON)
    await one.kill()  # what another one has set counts from the next start
    await one.start()
    await one.seat.uses(ann, group, "circle join", character="Lan", often="often")
    await one.becomes(_PLANNED)
