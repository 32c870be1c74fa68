"""Our own Postgres: it starts, is shared, comes back after every kind of kill, and leaves strangers alone."""

import asyncio
import os
import shutil
import signal
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

import psutil
import pytest

from engine.db.postgres import data_folder, embedded, guard
from engine.db.postgres.embedded import start
from engine.db.postgres.pool import open_database
from engine.db.postgres.queries import Query
from engine.db.postgres.repeat import repeat
from engine.errors import (
    DatabaseStartFailed,
    DatabaseStartTimeout,
    DataFolderForeign,
    DataFolderMajor,
)
from engine.work.clock import SystemClock
from tests.stores.own_servers import GRACE, ask, ask_until_answered, end_of, guard_of, other_process, running

pytestmark = pytest.mark.slow

WRITES = {
    query.name: query
    for query in (
        Query("make", "", "CREATE TABLE IF NOT EXISTS written (n int PRIMARY KEY)", writes=True),
        Query("write", "", "INSERT INTO written VALUES ($1) ON CONFLICT DO NOTHING", writes=True),
        Query("read", "", "SELECT n FROM written ORDER BY n", writes=False),
        Query("clear", "", "DROP TABLE IF EXISTS written", writes=True),
    )
}


async def test_what_was_written_is_there_after_a_restart(folder: Path):
    """If this fails, a stop and a start lose conversations or do not work at all."""
    async with running(folder) as server:
        await ask(server.dsn, "CREATE TABLE kept AS SELECT 42 AS answer")
        first = server.pid
    async with running(folder) as server:
        assert server.pid != first
        assert await ask(server.dsn, "SELECT answer FROM kept") == 42
        await ask(server.dsn, "DROP TABLE kept")


async def test_chinese_is_seen_by_the_trigram_search_and_no_port_is_open(folder: Path):
    """If this fails, similar Chinese spellings are not found, or the network can reach the database."""
    async with running(folder) as server:
        await ask(server.dsn, "CREATE EXTENSION IF NOT EXISTS pg_trgm")
        assert await ask(server.dsn, "SELECT cardinality(show_trgm('思い出')) > 0")
        assert await ask(server.dsn, "SHOW listen_addresses") == ""
        assert await ask(server.dsn, "SELECT datlocprovider::text || datctype FROM pg_database LIMIT 1") == "cC.UTF-8"


async def test_two_processes_share_one_server(folder: Path):
    """If this fails, a terminal chat and the daemon cannot run side by side."""
    async with running(folder) as server, other_process(folder) as (_, dsn):
        assert dsn == server.dsn
        assert await ask(dsn, "SELECT pg_postmaster_start_time() IS NOT NULL")
        assert server.pid == int((folder / "pgdata" / "postmaster.pid").read_text().split("\n")[0])


async def test_the_server_ends_after_its_last_user_was_killed(folder: Path):
    """If this fails, servers pile up in the background after every crash of the daemon."""
    async with other_process(folder) as (process, dsn):
        assert await ask(dsn, "SELECT 1") == 1
        pid = guard.postmaster_pid(folder / "pgdata")
        assert pid is not None
        process.kill()
        await end_of(pid)
    async with running(folder) as server:
        assert server.pid != pid


async def test_a_commit_survives_the_kill_of_its_user(folder: Path):
    """If this fails, kill -9 of the daemon loses what people were told is stored."""
    async with other_process(folder) as (process, dsn):
        await ask(dsn, "CREATE TABLE killed AS SELECT 7 AS n")
        process.kill()
    async with running(folder) as server:
        assert await ask(server.dsn, "SELECT n FROM killed") == 7
        await ask(server.dsn, "DROP TABLE killed")


async def test_a_killed_server_comes_back_under_the_same_address(folder: Path):
    """If this fails, the daemon stays without a database after the system kills Postgres."""
    async with running(folder) as server:
        await ask(server.dsn, "CREATE TABLE again AS SELECT 1 AS n")
        first = server.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        assert await ask_until_answered(server.dsn, "SELECT n FROM again") == 1
        assert server.pid != first
        assert not psutil.pid_exists(first)
        await ask(server.dsn, "DROP TABLE again")


async def test_work_under_a_key_goes_on_when_the_server_is_killed_below_it(folder: Path):
    """If this fails, whoever writes while Postgres crashes sees an error, or reads an answer twice."""
    async with running(folder) as server:
        database = await open_database(server.dsn, min_size=2, max_size=2, queries=WRITES)
        await repeat(lambda: database.execute("make"), key="make", clock=SystemClock())
        for n in range(3):
            killed = server.pid
            assert killed is not None
            os.kill(killed, signal.SIGKILL)
            await repeat(lambda n=n: database.execute("write", n), key=str(n), clock=SystemClock())
            # The write may have been answered by a backend that outlived the server for a moment.
            await end_of(killed)
            await server.ensure()
        # The last kill may land after the last write was answered.
        written = await repeat(lambda: database.fetch("read"), key="read", clock=SystemClock())
        assert [row["n"] for row in written] == [0, 1, 2]
        await repeat(lambda: database.execute("clear"), key="clear", clock=SystemClock())
        await database.close()


async def test_a_guard_asked_to_end_lets_its_users_finish(folder: Path):
    """If this fails, a shutdown of the machine takes the database away while replies are being saved."""
    async with running(folder) as server:
        keeper = guard_of(server)
        keeper.send_signal(signal.SIGTERM)
        assert await ask(server.dsn, "SELECT 1") == 1
        assert keeper.is_running()


async def test_a_killed_guard_is_replaced_and_takes_its_server_along(folder: Path):
    """If this fails, a killed guard leaves a server that nobody stops, or a daemon without a database."""
    async with running(folder) as server:
        first = server.pid
        assert first is not None
        keeper = guard_of(server)
        keeper.kill()
        await end_of(keeper.pid)
        await server.ensure()
        assert server.pid != first
        await end_of(first)
        assert await ask(server.dsn, "SELECT 1") == 1


async def test_a_recycled_pid_blocks_nothing_and_is_left_alone(folder: Path):
    """If this fails, a start kills a stranger's process or never succeeds after a power cut."""
    async with running(folder):
        pass
    stranger = await asyncio.create_subprocess_exec("sleep", "60", user=(folder / "pgdata").stat().st_uid)
    try:
        stale = folder / "pgdata" / "postmaster.pid"
        stale.write_text(f"{stranger.pid}\n{folder / 'pgdata'}\n1\n5432\n{folder / 'socket'}\n\n  1  1\nready   \n")
        async with running(folder) as server:
            assert server.pid != stranger.pid
            assert await ask(server.dsn, "SELECT 1") == 1
        assert stranger.returncode is None
        assert psutil.Process(stranger.pid).status() != psutil.STATUS_ZOMBIE
    finally:
        stranger.kill()
        await stranger.wait()


async def test_two_starters_at_once_make_one_server_in_a_folder_with_a_long_name(place: Path):
    """If this fails, two commands typed at once, or a deep home folder, break the first start."""
    folder = place / ("long-" * 20) / "data"
    first, second = await asyncio.gather(*(start(folder, grace=GRACE, durable=False) for _ in range(2)))
    assert (first.dsn, first.pid) == (second.dsn, second.pid)
    assert await ask(first.dsn, "SELECT 1") == 1
    await first.stop()
    assert await ask(second.dsn, "SELECT 1") == 1
    await second.stop()
    assert await second.ended()
    shutil.rmtree(unquote(second.dsn.partition("host=")[2]))


async def test_a_half_made_database_is_made_again(place: Path):
    """If this fails, a crash in the first start leaves a folder that never works."""
    folder = place / "half"
    half = data_folder.open_folder(folder).path / "pgdata.new-1234"
    half.mkdir()
    (half / "PG_VERSION").write_text("18")
    async with running(folder) as server:
        assert await ask(server.dsn, "SELECT 1") == 1
    assert not half.exists()


async def test_a_folder_that_is_not_ours_is_refused_untouched(place: Path):
    """If this fails, a wrong path fills somebody's folder with database files."""
    folder = place / "letters"
    folder.mkdir()
    (folder / "to-mother.txt").write_text("…")
    with pytest.raises(DataFolderForeign) as refused:
        await start(folder)
    assert refused.value.data["folder"] == str(folder)
    assert [file.name for file in folder.iterdir()] == ["to-mother.txt"]


async def test_a_folder_of_another_major_is_refused(folder: Path):
    """If this fails, an upgrade of the package ends in an unreadable error, or in a broken database."""
    async with running(folder):
        pass
    version = folder / "pgdata" / "PG_VERSION"
    text = version.read_text()
    version.write_text("15\n")
    try:
        with pytest.raises(DataFolderMajor) as refused:
            await start(folder)
        assert (refused.value.data["found"], refused.value.data["needed"]) == ("15", "18")
    finally:
        version.write_text(text)


async def test_a_server_that_cannot_start_says_why(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """If this fails, an operator sees a time-out in place of the server's own words."""
    async with running(folder):
        pass
    monkeypatch.setitem(embedded._OPTIONS, "shared_buffers", "no size")
    with pytest.raises(DatabaseStartFailed) as failed:
        await start(folder, durable=False)
    assert "shared_buffers" in str(failed.value.data["reason"])


async def test_a_start_without_end_is_given_up(folder: Path):
    """If this fails, a hanging start hangs the chat for ever without a word."""
    descriptor = os.open(data_folder.open_folder(folder).start_lock, os.O_RDWR)
    try:
        assert embedded._lock(descriptor, embedded.fcntl.LOCK_EX)
        with pytest.raises(DatabaseStartTimeout):
            await start(folder, seconds=0.05)
    finally:
        os.close(descriptor)


def test_the_log_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """If this fails, a complaining server fills the disk with its log."""
    monkeypatch.setattr(guard, "LOG_BYTES", 1000)
    with closing(guard.Log(tmp_path / "postgres.log")) as log:
        for _ in range(100):
            log.write(b"x" * 99 + b"\n")
    sizes = [file.stat().st_size for file in tmp_path.iterdir()]
    assert len(sizes) == 2
    assert max(sizes) <= 1000
