"""A process is killed over a backup, or while one is put back: what is left is never taken for more than it is."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from engine.values.house.backups import BackupKind
from engine.work.clock import SystemClock
from engine.work.restoring import finish_restore
from engine.work.vault import Vault
from tests.processes.program import Program

pytestmark = pytest.mark.slow

BACKUP = """
import asyncio, sys
from pathlib import Path
from engine.values.house.backups import BackupKind
from engine.work.clock import SystemClock
from engine.work.vault import Vault
asyncio.run(Vault(Path(sys.argv[2]), SystemClock()).make(sys.argv[1], BackupKind.NIGHT))
"""
RESTORE = """
import asyncio, sys
from pathlib import Path
from engine.values.house.backups import Census
from engine.work import restoring
from engine.work.clock import SystemClock
from engine.work.vault import Vault

async def fill(folder, *_):
    folder.mkdir()
    (folder / "new").touch()
    return Census({}, 1, 1, "")

async def unused(_):
    return True

restoring.fill, restoring.unused = fill, unused
data = Path(sys.argv[1])
vault = Vault(data / "backups", SystemClock())
safe = restoring.Restoring(vault, None, data / "database", data / "instances", data)
asyncio.run(safe.restore("omoide-20261101T040000Z-night.dump"))
"""


async def _killed(script: str, point: str, log: Path, *arguments: str) -> None:
    """Run a script that dies when it comes by ``point``."""
    async with Program(("-c", script, *arguments), os.environ, log) as program:
        await program.launch(point)
        assert await program.died() == -signal.SIGKILL, program.logged


def _names(folder: Path, pattern: str) -> list[str]:
    return sorted(it.name for it in folder.glob(pattern))


@pytest.mark.share(2)
@pytest.mark.parametrize("point", ["in_backup", "after_census"])
async def test_killed_over_a_backup(point: str, database_url: str, tmp_path: Path) -> None:
    """Half a file counts as last night's backup, or lies there for ever."""
    vault = Vault(tmp_path / "backups", SystemClock())
    await _killed(BACKUP, point, tmp_path / "log", database_url, str(vault.folder))
    assert await vault.listed() == []
    assert await vault.is_due()
    (vault.folder / "holiday.part").touch()
    await vault.tidy()
    assert {it.name for it in vault.folder.iterdir()} == {"backup.lock", "holiday.part"}
    made = await vault.make(database_url, BackupKind.NIGHT)
    assert [it.name for it in await vault.listed()] == [made.name]
    await vault.tidy()
    assert vault.census(vault.path(made.name)) is not None, "what is whole stays"


@pytest.mark.parametrize(("point", "there"), [("before_swap", "old"), ("in_swap", "new")])
async def test_killed_while_a_backup_takes_its_place(point: str, there: str, tmp_path: Path) -> None:
    """The next start finds no database, makes an empty one, and everybody's stories seem to be gone."""
    (tmp_path / "database").mkdir()
    (tmp_path / "database" / "old").touch()
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "omoide-20261101T040000Z-night.dump").touch()
    await _killed(RESTORE, point, tmp_path / "log", str(tmp_path))
    await asyncio.to_thread(finish_restore, tmp_path / "database")
    kept = ["old"] if there == "new" else []
    assert _names(tmp_path, "database/*") == [there]
    assert _names(tmp_path, "database.before-*/*") == kept, "the old one is kept"
    assert len(_names(tmp_path, "database*")) == 1 + len(kept), "and nothing else is left"


async def test_a_backup_that_is_being_put_back_is_left_alone(tmp_path: Path) -> None:
    """A database that was only half filled when its process died becomes the house's own."""
    (tmp_path / "database.restoring").mkdir()
    await asyncio.to_thread(finish_restore, tmp_path / "database")
    assert not (tmp_path / "database").exists()
