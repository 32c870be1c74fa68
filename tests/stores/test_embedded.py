"""Our own Postgres: it starts, is shared, comes back after every kind of kill, and leaves strangers alone."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from urllib.parse import unquote

import asyncpg
import psutil
import pytest

from engine.db import data_folder, embedded, guard, programs
from engine.db.embedded import EmbeddedServer, start
from engine.db.pool import open_database
from engine.db.queries import Query
from engine.db.repeat import repeat
from engine.errors import (
    DatabaseStartFailed,
    DatabaseStartTimeout,
    DataFolderForeign,
    DataFolderMajor,
)
from engine.work.clock import SystemClock

ROOT = Path(__file__).parents[2]
GRACE = 0.1
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root changes to another user")

USER = """
import asyncio, sys
from pathlib import Path
from engine.db.embedded import start

async def main():
    server = await start(Path(sys.argv[1]), grace=0.1, durable=False)
    print(server.dsn, server.pid, flush=True)
    sys.stdin.read()

asyncio.run(main())
"""

WRITES = {
    query.name: query
    for query in (
        Query("make", "", "CREATE TABLE IF NOT EXISTS written (n int PRIMARY KEY)", writes=True),
        Query("write", "", "INSERT INTO written VALUES ($1) ON CONFLICT DO NOTHING", writes=True),
        Query("read", "", "SELECT n FROM written ORDER BY n", writes=False),
        Query("clear", "", "DROP TABLE written", writes=True),
    )
}


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder that the server's user can walk into, with a space and Chinese in its name."""
    made = Path(tempfile.mkdtemp(prefix="omoide 回忆 "))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def folder(place: Path) -> Path:
    """A data folder that keeps its database from test to test."""
    return place / "data"


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[EmbeddedServer]:
    server = await start(folder, grace=GRACE, durable=False)
    try:
        yield server
    finally:
        await server.stop()
        assert await server.ended()


@asynccontextmanager
async def other_process(
    folder: Path, python: str = sys.executable, user: programs.RunAs | None = None
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """Another process of ours that uses the folder until the block ends; and its DSN."""
    process = await asyncio.create_subprocess_exec(
        python,
        *("-c", USER, str(folder)),
        env={"PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(asyncpg.__file__).parents[1])])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        user=user.uid if user else None,
        group=user.gid if user else None,
        extra_groups=[] if user else None,
    )
    assert process.stdout is not None
    try:
        yield process, (await process.stdout.readline()).decode().split(" ")[0]
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def ask(dsn: str, query: str) -> object:
    connection = await asyncpg.connect(dsn)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def ask_until_answered(dsn: str, query: str) -> object:
    async with asyncio.timeout(20):
        while True:
            try:
                return await ask(dsn, query)
            except (OSError, asyncpg.CannotConnectNowError, asyncpg.ConnectionDoesNotExistError):
                await asyncio.sleep(0)


async def end_of(pid: int) -> None:
    """Wait until the process has ended, by whoever's hand."""
    try:
        await asyncio.to_thread(psutil.Process(pid).wait, 20)
    except psutil.NoSuchProcess:
        return


def guard_of(server: EmbeddedServer) -> psutil.Process:
    assert server.pid is not None
    parent = psutil.Process(server.pid).parent()
    assert parent is not None
    assert "guard.py" in " ".join(parent.cmdline())
    return parent


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
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)
            await repeat(lambda n=n: database.execute("write", n), key=str(n), clock=SystemClock())
        assert [row["n"] for row in await database.fetch("read")] == [0, 1, 2]
        await database.execute("clear")
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


@needs_root
async def test_root_runs_the_server_as_somebody_else(folder: Path):
    """If this fails, `make run` as root ends in "cannot be run as root"."""
    async with running(folder) as server:
        assert server.pid is not None
        assert psutil.Process(server.pid).uids().effective != 0


@needs_root
async def test_a_folder_the_servers_user_cannot_enter_is_left_closed(place: Path, monkeypatch: pytest.MonkeyPatch):
    """If this fails, `make run` in /root does not work, or opens /root to everybody."""
    closed = place / "closed"
    closed.mkdir(mode=0o700)
    elsewhere = place / "elsewhere"
    monkeypatch.setattr(data_folder, "SYSTEM_HOME", elsewhere)
    async with running(closed / "data") as server:
        assert await ask(server.dsn, "SELECT 1") == 1
    assert closed.stat().st_mode & 0o777 == 0o700
    assert list(elsewhere.glob("*/pgdata/PG_VERSION"))


@needs_root
def test_programs_the_servers_user_cannot_reach_are_copied_once(place: Path):
    """If this fails, an installation below /root cannot start its database."""
    found = programs.find_programs()
    hidden = place / "hidden"
    hidden.mkdir(mode=0o700)
    small = programs.Programs(hidden / "pginstall", found.version)
    for name in ("bin/postgres", "share/postgres.bki", "include/pg_config.h"):
        (small.root / name).parent.mkdir(parents=True)
        shutil.copy(found.root / name, small.root / name)
    user = programs.user_to_run_as(place / "none")
    assert user is not None
    copy = programs.usable_programs(small, user, place)
    assert programs.may_enter(copy.root / "bin", user)
    assert _can_run(copy.path("postgres"), user, "--version")
    assert not (copy.root / "include").exists()
    assert programs.usable_programs(small, user, place) == copy


@needs_root
async def test_an_ordinary_user_runs_the_server_as_themselves(place: Path):
    """If this fails, only root can use Omoide."""
    user = programs.user_to_run_as(place / "none")
    assert user is not None
    python = next((p for p in (sys.executable, "/usr/bin/python3") if _can_run(p, user, "-c", "import fcntl")), None)
    if python is None:
        pytest.skip("no Python that another user could run")
    home = place / "home"
    home.mkdir()
    os.chown(home, user.uid, user.gid)
    async with other_process(home / "data", python, user) as (process, dsn):
        assert await ask(dsn, "SELECT 1") == 1
        pid = guard.postmaster_pid(home / "data" / "pgdata")
        assert pid is not None
        assert psutil.Process(pid).uids().effective == user.uid
        process.kill()
        await end_of(pid)


def _can_run(program: str, user: programs.RunAs, *args: str) -> bool:
    try:
        done = subprocess.run([program, *args], cwd="/", user=user.uid, check=False, capture_output=True)
    except OSError:
        return False
    return done.returncode == 0
