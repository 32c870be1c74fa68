"""Servers of our own for the tests: in this process, in another one, asked and waited for."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import psutil

from engine.db.postgres import programs
from engine.db.postgres.embedded import EmbeddedServer, start

ROOT = Path(__file__).parents[2]
GRACE = 0.1

_OURS = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(asyncpg.__file__).parents[1])])}
USER = """
import asyncio, sys
from pathlib import Path
from engine.db.postgres.embedded import start

async def main():
    server = await start(Path(sys.argv[1]), grace=0.1, durable=False)
    print(server.dsn, server.pid, flush=True)
    sys.stdin.read()

asyncio.run(main())
"""


ASK = """
import asyncio, asyncpg, sys

async def main():
    connection = await asyncpg.connect(sys.argv[1])
    print(await connection.fetchval(sys.argv[2]))

asyncio.run(main())
"""


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
        env=_OURS,
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


def ask_as(user: programs.RunAs, python: str, dsn: str, query: str) -> "subprocess.CompletedProcess[str]":
    """What another user of the machine is answered, or why not."""
    return subprocess.run(
        [python, "-c", ASK, dsn, query], user=user.uid, group=user.gid, extra_groups=[], env=_OURS, cwd="/",
        capture_output=True, text=True, check=False,
    )  # fmt: skip


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
