"""The disk is full: a clear word, nothing torn, and all is well once there is room."""

from pathlib import Path

import asyncpg
import pytest

from engine.db.postgres.embedded import EmbeddedServer
from tests.faults.checker import violations
from tests.faults.disk import fill, small_disk
from tests.faults.house import House, house
from tests.faults.servers import open_folder, own_server


@pytest.mark.slow
async def test_a_full_disk(tmp_path: Path) -> None:
    """A full disk tears what is stored, or the daemon never gets well again, and nobody is told why."""
    with open_folder() as folder:
        async with small_disk(folder / "disk") as disk:
            if disk is None:
                pytest.skip("mounting a small disk needs root")
            async with own_server(disk / "database") as server, house(server.dsn, tmp_path, ["c0", "c1"]) as one:
                await _run_out_of_room(one, server, disk)
                assert await violations(one) == []


async def _run_out_of_room(one: House, server: EmbeddedServer, disk: Path) -> None:
    one.chunks, one.pace = 3, 0.0
    await one.start()
    await _say_and_wait(one, "c0")
    ballast = fill(disk)
    await _use_up_open_pages(server.dsn)
    assert await _say_until_refused(one) == "error-database-full"
    ballast.unlink()
    await server.ensure()
    await one.settle()
    await _say_and_wait(one, "c0")
    await one.settle()


async def _say_and_wait(one: House, channel: str) -> None:
    since = len(one.records)
    assert await one.finished(one.say(channel), since=since)
    await one.do("idle")


async def _use_up_open_pages(dsn: str) -> None:
    """Use up the room inside the files that are there already."""
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute("CREATE TABLE IF NOT EXISTS ballast (bytes text)")
        await connection.execute("INSERT INTO ballast SELECT repeat(md5(n::text), 60) FROM generate_series(1, 200) n")
    except asyncpg.PostgresError:
        pass
    finally:
        await connection.close()


async def _say_until_refused(one: House) -> str:
    """Messages until the disk takes no more; what the person was told then."""
    for _ in range(3000):
        since = len(one.records)
        if not await one.finished(one.say("c1"), since=since):
            return next(it["error"] for it in one.records[since:] if it["event"] == "failed")
    raise AssertionError("the disk never filled up")
