"""Backups on a real server: made whole or not at all, opened again, and put back."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from engine.actions.house import backups
from engine.actions.people import forgetting
from engine.config.config import Config
from engine.db.house import work
from engine.db.postgres import dumps
from engine.db.postgres.migrate import migrate, read_migrations
from engine.db.postgres.pacing import GENTLE, ProgramPace, drain, narrow_pipe
from engine.db.postgres.rehearsal import remove
from engine.errors import BackupFailed, BackupNoRoom, BackupRunning, HouseRunning, NoSuchBackup, NotOwner
from engine.jobs.house.backup import BACKUP, back_up, due_backup
from engine.service.returned import forget_returned
from engine.values.house.backups import BackupKind
from engine.wiring.database import MIGRATIONS
from engine.wiring.opening import open_engine, open_house
from engine.work import vault as vaults
from engine.work.clock import HandClock, SystemClock
from engine.work.vault import Vault
from tests.conftest import NewDatabase
from tests.servers.model import ModelServer
from tests.turns.room import Room, config_for, enter, new_origin, opened

pytestmark = pytest.mark.slow

SECRET = "the lamp is hidden"
_OTHERS = """
CREATE FUNCTION its_double(number bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 2 * number';
CREATE TABLE somebody_else (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number bigint);
CREATE INDEX somebody_else_number ON somebody_else (number);
INSERT INTO somebody_else (number) VALUES (21);
"""
_OTHERS_GONE = "DROP TABLE somebody_else; DROP FUNCTION its_double"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path / "backups", SystemClock())


@pytest.fixture
async def data(tmp_path: Path) -> AsyncIterator[Path]:
    """A data folder; a database of our own in it is taken away, wherever it lies."""
    yield tmp_path
    await asyncio.to_thread(lambda: [remove(it) for it in _databases(tmp_path)])


def _databases(folder: Path) -> list[Path]:
    return sorted(folder.glob("database*"))


async def test_a_backup_is_whole_or_not_there(vault: Vault, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a file would be taken for the backup of last night, and the good one before it be gone."""
    good = await vault.make(database_url, BackupKind.NIGHT)
    assert vault.census(vault.path(good.name)) is not None

    async def cut(dsn: str, target: Path, pace: ProgramPace) -> Any:
        await asyncio.to_thread(target.write_bytes, b"half")
        raise BackupFailed(reason="cut")

    monkeypatch.setattr(vaults.dumps, "dump", cut)
    with pytest.raises(BackupFailed):
        await vault.make(database_url, BackupKind.NIGHT)
    monkeypatch.setattr(vaults, "LEFT_FREE", 1 << 60)
    with pytest.raises(BackupNoRoom):
        await vault.make(database_url, BackupKind.NIGHT)
    with vault.alone(), pytest.raises(BackupRunning):
        await vault.make(database_url, BackupKind.NIGHT)
    assert [it.name for it in await vault.listed()] == [good.name]
    assert sorted(it.name for it in vault.folder.iterdir()) == ["backup.lock", good.name, f"{good.name}.json"]
    assert vault.path(good.name).stat().st_mode & 0o077 == 0, "others on the machine could read what people said"


async def test_two_of_one_second_are_two(tmp_path: Path, database_url: str) -> None:
    """Whoever backs up twice at once has the one of a moment ago replaced, and nobody says so."""
    vault = Vault(tmp_path / "backups", HandClock(datetime(2026, 1, 1, tzinfo=UTC)))
    made = [await vault.make(database_url, BackupKind.HAND) for _ in range(2)]
    assert {it.name for it in made} == {it.name for it in await vault.listed()}
    assert len({it.name for it in made}) == 2


async def test_a_dump_that_fails_says_why_and_shows_no_password() -> None:
    """The operator would look for the reason in vain, or read the password of the server in a list of processes."""
    assert dumps._address("postgresql://ann:s%20cret@host:1/db?sslmode=require") == (
        "postgresql://ann@host:1/db?sslmode=require",
        {"PGPASSWORD": "s cret"},
    )
    with pytest.raises(BackupFailed) as raised:
        await dumps._run("postgresql://ann:secret@127.0.0.1:9/x", "pg_restore", ("--file=-", "/nowhere.dump"))
    assert "/nowhere.dump" in str(raised.value.data["reason"])


async def test_the_night_is_backed_up_once(room: Room, vault: Vault, database_url: str) -> None:
    """Nobody would ever have made one; or each of two processes would."""
    await due_backup(room.ctx, vault)
    claimed = await _claim(room)
    await back_up(room.ctx, vault, database_url, claimed)
    assert [it.kind for it in await vault.listed()] == [BackupKind.NIGHT]
    await due_backup(room.ctx, vault)
    assert await room.sql("SELECT 1 FROM due WHERE kind = $1", BACKUP) == []


async def _claim(room: Room) -> Any:
    [claimed] = await work.claim_due(room.ctx.db, [BACKUP], "test", timedelta(minutes=1), 1)
    return claimed


async def test_only_owners_see_backups(room: Room) -> None:
    """A stranger in a group could read when the house is backed up, or keep it busy."""
    stranger = await room.engine.places.resolve(replace(room.origin, person="z", person_name="Zed"))
    with pytest.raises(NotOwner):
        await backups.listed(room.engine.ctx, room.engine.vault, stranger)
    with pytest.raises(NotOwner):
        await backups.make(room.engine.ctx, room.engine.vault, room.engine.dsn, stranger)
    made = await backups.make(room.engine.ctx, room.engine.vault, room.engine.dsn, room.here)
    assert await backups.listed(room.engine.ctx, room.engine.vault, room.here) == [made]


async def test_an_update_of_the_tables_is_backed_up_first(
    new_database: NewDatabase, tmp_path: Path, model: ModelServer
) -> None:
    """An update that went wrong would have taken the stories with it."""
    url, old = await new_database(), tmp_path / "old"
    old.mkdir()
    for it in read_migrations(MIGRATIONS)[:2]:
        (old / f"{it.name}.sql").write_text(it.sql, "utf-8")
    await migrate(url, old)
    config = config_for(url, tmp_path / "data", model)
    async with open_engine(config, name="test", platforms={}, background=False):
        pass
    async with open_engine(config, name="test", platforms={}, background=False):
        pass
    kinds = [it.kind for it in await Vault(tmp_path / "data" / "backups", SystemClock()).listed()]
    assert kinds == [BackupKind.MIGRATION]


@pytest.mark.share(3)
async def test_a_database_of_our_own_comes_back(data: Path, model: ModelServer) -> None:
    """The disk was lost, the backup is there, and nobody can say that it opens; or it brings somebody back who left."""
    config = config_for("postgresql://nowhere", data, model)
    await _goes_and_comes(config.model_copy(update={"database_url": None}), model)
    now, kept = _databases(data)
    assert now.name == "database"
    assert await asyncio.to_thread((kept / "omoide-database").exists), "what was there before is kept"


@pytest.mark.share(3)
async def test_a_database_of_somebodys_server_comes_back(data: Path, fresh_database: str, model: ModelServer) -> None:
    """The same where the operator has a server of their own, whose tables cannot be put aside as a folder, and keeps
    other things in the same database, which stay as they are.
    """
    other = await asyncpg.connect(fresh_database)
    try:
        await other.execute(_OTHERS)
        await _goes_and_comes(config_for(fresh_database, data, model), model)
        kept = await other.fetch("SELECT number, its_double(number) AS doubled FROM somebody_else")
    finally:
        await other.execute(_OTHERS_GONE)
        await other.close()
    assert [tuple(it) for it in kept] == [(21, 42)]
    kinds = [it.kind for it in await Vault(data / "backups", SystemClock()).listed()]
    assert kinds == [BackupKind.RESTORE, BackupKind.HAND]


async def _goes_and_comes(config: Config, model: ModelServer) -> None:
    origin = new_origin()
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        await room.say(SECRET)
        before = await room.spoken()
        ben = replace(origin, space="ben", channel="ben", person="ben", person_name="Ben", private=True)
        await engine.places.resolve(ben)
        made = await backups.make_at_home(engine.vault, engine.dsn)
        await room.say("and then the world ended")
        await forgetting.forget_me(engine.ctx, engine.runner, await engine.places.resolve(ben))
    async with open_house(config) as house:
        [finding] = await house.backups(quick=False)
        assert (finding.ok, finding.message) == (True, "doctor-backup-opens"), finding
        async with opened(config, origin.platform):
            with pytest.raises(HouseRunning):
                await house.restore(made.name)
        with pytest.raises(NoSuchBackup):
            await house.restore("omoide-20200101T000000Z-night.dump")
        back = await house.restore(made.name)
        assert (back.rows["session"], back.name) == (1, made.name)
    async with opened(config, origin.platform) as engine:
        assert await forget_returned(engine.ctx, engine.runner) == 1
        room.engine = engine
        assert await room.spoken() == before
        names = [it["name"] for it in await room.sql("SELECT name FROM person ORDER BY id")]
        assert "Ben" not in names
        assert "Ann" in names


@pytest.mark.share(3)
async def test_a_damaged_backup_is_found_before_it_is_needed(data: Path, database_url: str, model: ModelServer) -> None:
    """On the day when it is needed it would turn out that nothing in it can be read."""
    config = config_for(database_url, data, model)
    vault = Vault(data / "backups", SystemClock())
    made = await vault.make(database_url, BackupKind.HAND)
    file = vault.path(made.name)
    async with open_house(config) as house:
        beside = file.with_name(f"{file.name}.json")
        told = json.loads(beside.read_text())
        beside.write_text(json.dumps(told | {"rows": told["rows"] | {"entry": 10**6}}))
        [finding] = await house.backups(quick=False)
        assert (finding.ok, finding.message) == (False, "error-backup-damaged")
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        [finding] = await house.backups(quick=False)
        assert (finding.ok, finding.message) == (False, "error-backup-failed")
    assert not (data / "rehearsal").exists()


async def test_a_full_disk_ends_a_backup(database_url: str) -> None:
    """A disk fills in the night: the backup never ends, holds on to its view of the tables, and nobody hears of it."""
    with pytest.raises(OSError, match="No space left"):
        await dumps.dump(database_url, Path("/dev/full"), GENTLE)


async def test_what_is_written_slowly_is_whole(tmp_path: Path) -> None:
    """A backup that gives way to those who talk loses what was written while it rested."""
    written = bytes(range(256)) * 4_000
    (tmp_path / "written").write_bytes(written)
    source, sink = narrow_pipe()
    program = await asyncio.create_subprocess_exec("cat", str(tmp_path / "written"), stdout=sink)
    os.close(sink)
    await asyncio.to_thread(drain, source, tmp_path / "kept", ProgramPace(0.0, 1e-4), program.pid)
    assert (tmp_path / "kept").read_bytes() == written
    assert await program.wait() == 0
