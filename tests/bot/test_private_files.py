"""What a house keeps on the disk is for its own user, whatever the machine would give to new files."""

import asyncio
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.private_files import close_to_others
from tests import calendar
from tests.processes.program import ROOT, configured
from tests.servers.model import ModelServer, say
from tests.stores.own_servers import running

EVERYBODY = 0o000  # of a umask: nothing is taken from what a program asks for


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that the user whom root lends to Postgres can walk into."""
    made = Path(tempfile.mkdtemp(prefix="omoide-private-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


async def program(environment: dict[str, str], *arguments: str, said: str = "") -> str:
    """Run the product as a process that a careless machine has started; what it printed."""
    process = await asyncio.create_subprocess_exec(
        *calendar.program("bot", *arguments),
        cwd=ROOT,
        env=environment,
        umask=EVERYBODY,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await process.communicate(said.encode())
    assert process.returncode == 0, out.decode()
    return out.decode()


def _open(folder: Path) -> list[str]:
    """What others may do anything with; of root's folders, they may walk through those on the way to the database."""
    ways = {folder, folder / "database"} if os.geteuid() == 0 else set[Path]()
    found: list[str] = []
    for place in (folder, *folder.rglob("*")):
        bits = stat.S_IMODE(place.lstat().st_mode) & 0o077
        if bits and not place.is_symlink() and not (place in ways and bits == 0o011):
            found.append(f"{bits:03o} {place.relative_to(folder)}")
    return found


@pytest.mark.slow
async def test_nothing_of_a_house_is_open_to_others(place: Path) -> None:
    """Another user of the machine reads the chats, the log, or a backup of both."""
    house = place / "house"
    async with ModelServer(lambda _: say("Well.")) as model:
        environment = configured("", house, model.url, LANGUAGE="en", LOG="debug")
        del environment["DATABASE_URL"]
        talk = "Hello?\n/save first\n/export\n/export story\n/export chat\n"
        out = await program(environment, "chat", said=talk)
        await program(environment, "backup")
        await program(environment, "doctor", "--quick")
    there = {it.relative_to(house).parts[0] for it in house.rglob("*") if it.is_file()}
    assert there >= {"database", "backups", "files", "logs", "instances"}, out
    assert (house / "database/pgdata/PG_VERSION").exists(), "its server must lie inside, or nothing of it is looked at"
    async with running(house / "database"):
        assert _open(house) == []


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    """After an update the old backups are still there for everybody to read."""
    house = tmp_path / "house"
    for file in ("backups/old.dump", "logs/omoide.log", "forgotten.jsonl", "worlds/a/b.json", "database/postgres.log"):
        (house / file).parent.mkdir(parents=True, exist_ok=True)
        (house / file).touch(0o644)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch(0o644)
    (house / "link").symlink_to(elsewhere)
    assert len(_open(house)) > 8
    close_to_others(house)
    assert _open(house) == []
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644
    close_to_others(tmp_path / "nowhere")
