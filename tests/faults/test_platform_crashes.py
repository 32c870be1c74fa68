"""The daemon is killed on Discord and on Telegram, at each step of a turn and at any moment."""

import asyncio
import os
import re
import signal
from pathlib import Path

import pytest

from engine.turns.recover import MOST_TRIES
from engine.work.crashpoints import NAMES
from tests.conftest import NewDatabase
from tests.faults.kills import kill_on_platform
from tests.faults.platform_checker import check
from tests.faults.platform_town import PATIENCE, Town, rooms, town
from tests.servers.model import Gate, Script

pytestmark = [pytest.mark.slow, pytest.mark.share(4)]

PLATFORMS = ("discord", "telegram")
SEED = int(os.environ.get("OMOIDE_SEED", "1"))
BY_COMMAND = {"in_head_move", "after_head_move"}
IN_DUE_WORK = {"in_due_work"}
BEHIND_TURNS = {
    "in_remember",
    "in_embed",
    "in_extract",
    "in_pages",
    "in_chronicle",
    "in_sweep",
    "in_forget",
    "in_retention",
}  # no platform sees them: test_crash_points
IN_JOIN = {"in_join", "after_join"}
BETWEEN_PARTS = {"after_sending"}
ALONE = BY_COMMAND | IN_DUE_WORK | IN_JOIN
CHAOS = "OMOIDE_CHAOS" in os.environ  # what is due is looked for every twenty seconds: too long for every run


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_killed_at_each_step(platform: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """A daemon that dies at one of these steps loses a message, answers it twice, or shows the reply twice.

    Starts in a row are armed with the next points, so what one death left is taken up by a process that dies too.
    """
    async with town(platform, await new_database(), tmp_path) as one:
        places = await rooms(one, private=1, shared=1)
        await one.settle_in()
        await one.daemon.terminate()
        for n, point in enumerate(it for it in NAMES if it not in BEHIND_TURNS and (it not in IN_DUE_WORK or CHAOS)):
            if n % 2 == 0 or point in ALONE:  # a turn that has ended the daemon three times is not tried again
                await one.start()
                await one.rest()
                await one.daemon.terminate()
            await _walk(one, point, places[n % 2])
        await one.start()
        await one.rest()
        one.says(places[0])
        await one.rest()
        await check(one, orphans=_residual(one))


async def _walk(one: Town, point: str, room: object) -> None:
    """Start armed, and do what comes by the point, until it is passed."""
    if point in IN_DUE_WORK:
        await one.start()
        one.failures = 3
        one.says(room)
        await one.becomes("SELECT true FROM due WHERE kind LIKE 'answer.%'")
        await one.kill()
        await one.sql.execute("UPDATE due SET not_before = now()")
    await one.daemon.launch(f"{point}:1")
    if point in BY_COMMAND:
        one.seat.says(one.owner_of(room), room, "/again")
    elif point in IN_JOIN:
        await _join(one, room)
    elif point not in IN_DUE_WORK:
        one.chunks, one.pace = (700, 0.0) if point in BETWEEN_PARTS else (12, 0.01)
        one.says(room)
    async with asyncio.timeout(PATIENCE):
        assert await one.daemon.died() == -signal.SIGKILL, point
    one.kills += 1
    one.chunks, one.pace = 12, 0.01


async def _join(one: Town, room: object) -> None:
    """Somebody says more before the first word of the reply."""
    one.gate = gate = Gate()
    one.says(room)
    await gate.reached()
    one.gate = None
    one.says(room)
    await one.daemon.died()
    gate.open()


def _residual(one: Town) -> int:
    """How many messages may stand there that no table names: where the platform can be read, none."""
    return 0 if one.is_discord else one.kills


@pytest.mark.parametrize("private", [True, False], ids=["private", "shared"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_killed_whenever_it_is_tried(
    platform: str, private: bool, new_database: NewDatabase, tmp_path: Path
) -> None:
    """The end of a reply that three processes died of stands below its beginning, said by somebody else."""
    async with town(platform, await new_database(), tmp_path) as one:
        room = await one.room(private=private)
        await one.settle_in()
        await one.daemon.terminate()
        one.model.answer = lambda _: Script([f"r{10 + one.kills}w0 ", Gate()])
        for _ in range(MOST_TRIES):
            await one.daemon.launch("before_placed:1")
            if not one.kills:
                one.says(room)
            async with asyncio.timeout(PATIENCE):
                assert await one.daemon.died() == -signal.SIGKILL
            one.kills += 1
        await one.start()
        await one.rest()
        await check(one, orphans=_residual(one))
        if one.is_discord and not private:
            assert all(it.it.webhook for it in one.stands(room) if re.match(r"r\d+w", it.text)), "said by the bot"


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_killed_at_random(platform: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """A power cut at a bad moment loses or doubles what somebody said, or leaves half a reply for ever."""
    async with town(platform, await new_database(), tmp_path) as one:
        await rooms(one, private=4, shared=2 if one.is_discord else 0)
        await kill_on_platform(one, kills=3, seed=SEED)
        await check(one, orphans=_residual(one))
        assert one.said
