"""Our own Postgres and the users of the machine: root hands it to somebody else, others run it themselves."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from engine.db.postgres import data_folder, guard, programs
from tests.stores.own_servers import ask, ask_as, end_of, other_process, running

pytestmark = pytest.mark.slow

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root changes to another user")


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
    user, python = _other_user(place)
    home = place / "home"
    home.mkdir()
    os.chown(home, user.uid, user.gid)
    async with other_process(home / "data", python, user) as (process, dsn):
        assert ask_as(user, python, dsn, "SELECT 1").stdout == "1\n"
        pid = guard.postmaster_pid(home / "data" / "pgdata")
        assert pid is not None
        assert psutil.Process(pid).uids().effective == user.uid
        process.kill()
        await end_of(pid)


@needs_root
async def test_only_who_runs_the_bot_is_let_into_its_database(folder: Path, place: Path):
    """Whatever else runs as the user that root lends to Postgres reads everything, and may change it."""
    user, python = _other_user(place)
    async with running(folder) as server:
        assert await ask(server.dsn, "SELECT 1") == 1
        assert await ask(server.dsn, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") is True
        asked = ask_as(user, python, server.dsn, "SELECT 1")
        assert asked.stdout == ""
        assert "eer authentication failed" in asked.stderr
        assert await ask(server.dsn, "SHOW listen_addresses") == ""


async def test_a_database_that_let_everybody_in_does_no_more_after_an_update(folder: Path):
    """Who has a house already keeps the open door."""
    async with running(folder):
        rules = data_folder.DataFolder(folder).pgdata / "pg_hba.conf"
        rules.write_text("local all all trust\nhost all all 127.0.0.1/32 trust\n")
    async with running(folder) as server:
        found = "SELECT string_agg(type || ' ' || auth_method, ',') FROM pg_hba_file_rules"
        assert await ask(server.dsn, found) == "local peer"
        assert rules.stat().st_mode & 0o077 == 0


def _other_user(place: Path) -> tuple[programs.RunAs, str]:
    """The user that root would run the server as, and a Python that they can run."""
    user = programs.user_to_run_as(place / "none")
    assert user is not None
    python = next((p for p in (sys.executable, "/usr/bin/python3") if _can_run(p, user, "-c", "import fcntl")), None)
    if python is None:
        pytest.skip("no Python that another user could run")
    return user, python


def _can_run(program: str, user: programs.RunAs, *args: str) -> bool:
    try:
        done = subprocess.run([program, *args], cwd="/", user=user.uid, check=False, capture_output=True)
    except OSError:
        return False
    return done.returncode == 0
