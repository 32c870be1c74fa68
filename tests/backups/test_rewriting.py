"""Backups that are rewritten without the people who asked to be forgotten."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.house import backups
from engine.actions.people import forgetting
from engine.db.postgres import dumps
from engine.db.postgres.programs import find_programs
from engine.errors import BackupFailed, BackupServerOther, NotOwner
from engine.values.house.backups import Backup, BackupKind
from engine.wiring.opening import open_house
from engine.work import vault as vaults
from tests.servers.model import ModelServer
from tests.turns.room import Room, config_for

pytestmark = pytest.mark.slow

CANARY, KEPT = "my cellar is flooded", "the lamp is hidden"


async def _unpacked(backup: Path) -> str:
    """All that a backup holds, as text."""
    program = await asyncio.create_subprocess_exec(
        find_programs().path("pg_restore"), "--file=-", str(backup), stdout=asyncio.subprocess.PIPE
    )
    told, _ = await program.communicate()
    assert program.returncode == 0
    return told.decode("utf-8")


async def _made(room: Room) -> Backup:
    """A backup that holds what somebody said who has asked to be forgotten since, and what others said."""
    await room.say(KEPT)
    there = replace(room.origin, person="ben", person_name="Ben")
    ben = replace(room, origin=there, here=await room.engine.places.resolve(there), position=100)
    await ben.say(CANARY)
    made = await backups.make_at_home(room.engine.vault, room.engine.dsn)
    await forgetting.forget_me(room.engine.ctx, room.engine.runner, ben.here)
    return made


async def test_a_backup_holds_nobody_who_was_forgotten_since(room: Room, tmp_path: Path, model: ModelServer) -> None:
    """Somebody asked to be forgotten, and for weeks all they said lies in files that anybody with the disk unpacks."""
    engine = room.engine
    other = await backups.make_at_home(engine.vault, engine.dsn)
    made = await _made(room)
    file = engine.vault.path(made.name)
    before = await _unpacked(file)
    assert CANARY in before
    assert KEPT in before
    done = await backups.forget(engine.ctx, engine.rewriting.rewrite, room.here)
    assert (done.changed, done.clean, done.unreadable) == ((made.name,), (other.name,), ())
    after = await _unpacked(file)
    assert CANARY not in after
    assert KEPT in after
    assert file.stat().st_mode & 0o077 == 0
    async with open_house(config_for(engine.dsn, tmp_path, model)) as house:
        [finding] = await house.backups(quick=False)
        assert (finding.ok, finding.message) == (True, "doctor-backup-opens"), finding
    again = await backups.forget(engine.ctx, engine.rewriting.rewrite, room.here)
    assert (again.changed, len(again.clean)) == ((), 2)
    assert not (tmp_path / "rewriting").exists()


async def test_a_backup_that_cannot_be_rewritten_stays_as_it_was(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk fills while the only backup is rewritten, and there is none any more."""
    engine, made = room.engine, await _made(room)
    file = engine.vault.path(made.name)
    whole, known = file.read_bytes(), engine.vault.census(file)

    async def cut(*_: object) -> None:
        raise BackupFailed(reason="cut")

    monkeypatch.setattr(vaults.dumps, "dump", cut)
    done = await engine.rewriting.rewrite()
    assert (done.changed, done.unreadable) == ((), (made.name,))
    assert (file.read_bytes(), engine.vault.census(file)) == (whole, known)
    assert [it.kind for it in await engine.vault.listed()] == [BackupKind.HAND]


async def test_a_server_that_could_not_take_it_back_is_named(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups of an older server are rewritten by a newer one, and on the day of need nothing can be put back."""
    made = await backups.make_at_home(room.engine.vault, room.engine.dsn)
    before = room.engine.vault.path(made.name).read_bytes()
    monkeypatch.setattr(dumps, "find_programs", lambda: replace(find_programs(), version="99.1.0"))
    with pytest.raises(BackupServerOther):
        await backups.forget(room.engine.ctx, room.engine.rewriting.rewrite, room.here)
    assert room.engine.vault.path(made.name).read_bytes() == before


async def test_only_owners_rewrite_backups(room: Room) -> None:
    """A stranger keeps the house busy."""
    stranger = await room.engine.places.resolve(replace(room.origin, person="z", person_name="Zed"))
    with pytest.raises(NotOwner):
        await backups.forget(room.engine.ctx, room.engine.rewriting.rewrite, stranger)
