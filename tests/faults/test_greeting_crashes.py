"""The daemon is killed while a talk begins: the greeting and the first reply stand in messages of their own."""

import asyncio
from pathlib import Path

import pytest

from tests.conftest import NewDatabase
from tests.faults.platform_checker import check
from tests.faults.platform_town import Town, town

pytestmark = [pytest.mark.slow, pytest.mark.share(2)]

POINTS = ("before_placed:1", "after_commit:1", "before_sent:1")
"""Steps at which both are under way: their messages may stand there, and no table says which is which."""


async def test_killed_between_the_greeting_and_the_first_reply(new_database: NewDatabase, tmp_path: Path) -> None:
    """The greeting's message is taken for that of the reply, and one of the two is never read."""
    async with town("discord", await new_database(), tmp_path) as one:
        one.chunks, one.pace = 12, 0.01
        places = [await one.room(private=False) for _ in POINTS]
        await one.start()
        await one.daemon.terminate()
        for point, room in zip(POINTS, places, strict=True):
            await one.start(point)
            one.says(room)
            await _dies_or_rests(one)
            await one.start()
            await one.rest()
            await check(one)
            assert len(one.stands(room)) >= 2, point
            await one.daemon.terminate()


async def _dies_or_rests(one: Town) -> None:
    """Wait until the daemon has died; on a busy machine several notes are written at once, and a step is passed by."""
    died, rested = asyncio.ensure_future(one.daemon.died()), asyncio.ensure_future(one.rest())
    await asyncio.wait({died, rested}, return_when=asyncio.FIRST_COMPLETED)
    rested.cancel()
    died.cancel()
    await asyncio.gather(died, rested, return_exceptions=True)
    await one.kill()
