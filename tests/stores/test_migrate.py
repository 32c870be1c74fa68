"""Migrations: each once and whole, whoever starts them and whatever kills them."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from engine import errors
from engine.db.postgres import driver
from engine.db.postgres import migrate as runner
from engine.db.postgres import server as fitness
from engine.db.postgres.migrate import MigrationFileError, check, dump_catalog, migrate, read_migrations
from tests.conftest import MIGRATIONS, NewDatabase
from tests.processes.program import Program

RUN = """
import asyncio, sys
from pathlib import Path
from engine.db.postgres.migrate import migrate
asyncio.run(migrate(sys.argv[1], Path(sys.argv[2])))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two migrations."""
    (tmp_path / "0001_letters.sql").write_text(
        "CREATE TABLE letter (id bigint PRIMARY KEY); INSERT INTO letter VALUES (1);"
    )
    (tmp_path / "0002_answers.sql").write_text(
        "CREATE TABLE answer (id bigint); ALTER TABLE letter ADD COLUMN body text;"
    )
    return tmp_path


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[driver.Connection]:
    connection = await driver.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def rows(url: str, query: str) -> list[Any]:
    async with connected(url) as connection:
        return await connection.fetch(query)


async def test_each_migration_runs_once_in_order(new_database: NewDatabase, folder: Path):
    """If this fails, an upgrade skips a step or does it twice."""
    url = await new_database()
    assert await migrate(url, folder) == ["0001_letters", "0002_answers"]
    assert await migrate(url, folder) == []
    (folder / "0003_more.sql").write_text("DROP TABLE answer;")
    assert await migrate(url, folder) == ["0003_more"]
    recorded = await rows(url, "SELECT number, name FROM schema_migration ORDER BY number")
    assert [tuple(row) for row in recorded] == [(1, "0001_letters"), (2, "0002_answers"), (3, "0003_more")]


async def test_two_who_migrate_at_once_do_it_once(new_database: NewDatabase, folder: Path):
    """If this fails, a terminal chat and a daemon started together break the first start."""
    url = await new_database()
    done = await asyncio.gather(*(migrate(url, folder) for _ in range(4)))
    assert sorted(name for names in done for name in names) == ["0001_letters", "0002_answers"]
    assert len(await rows(url, "SELECT * FROM letter")) == 1


async def test_a_migration_that_fails_leaves_the_state_before_it(new_database: NewDatabase, folder: Path):
    """If this fails, a broken upgrade leaves tables that neither the old nor the new version can use."""
    url = await new_database()
    (folder / "0003_wrong.sql").write_text("CREATE TABLE half (id bigint); SELECT 1 / 0;")
    with pytest.raises(errors.DatabaseError):
        await migrate(url, folder)
    assert [tuple(row) for row in await rows(url, "SELECT to_regclass('half'), max(number) FROM schema_migration")] == [
        (None, 2)
    ]


async def test_a_kill_in_a_migration_leaves_the_state_before_it(new_database: NewDatabase, folder: Path):
    """If this fails, a power cut in an upgrade costs the data."""
    url = await new_database()
    (folder / "0003_slow.sql").write_text(
        "CREATE TABLE half (id bigint); SELECT pg_advisory_xact_lock(77); DROP TABLE letter;"
    )
    async with connected(url) as blocker:
        await blocker.execute("SELECT pg_advisory_lock(77)")
        program = Program(("-c", RUN, url, str(folder)), os.environ, folder.with_suffix(".log"))
        await program.launch()
        while not await blocker.fetchval(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted"
        ):
            assert not program.ended
        assert await program.kill() == -signal.SIGKILL
    assert await migrate(url, folder) == ["0003_slow"]
    found = await rows(url, "SELECT to_regclass('half') IS NOT NULL, to_regclass('letter') IS NULL")
    assert [tuple(row) for row in found] == [(True, True)]


async def test_a_table_in_use_is_waited_for(new_database: NewDatabase, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """If this fails, an upgrade beside a running backup blocks every conversation behind it."""
    monkeypatch.setattr(runner, "WAIT_FOR_A_LOCK_MS", 20)
    url = await new_database()
    await migrate(url, folder)
    (folder / "0003_alter.sql").write_text("ALTER TABLE letter ADD COLUMN seen boolean;")
    async with connected(url) as backup:
        reading = backup.transaction()
        await reading.start()
        await backup.execute("LOCK TABLE letter IN ACCESS SHARE MODE")
        with pytest.raises(errors.DatabaseConflict):
            await migrate(url, folder)
        await reading.commit()
    assert await migrate(url, folder) == ["0003_alter"]


async def test_a_newer_database_is_refused(new_database: NewDatabase, folder: Path):
    """If this fails, an old version writes into tables it does not understand."""
    url = await new_database()
    await migrate(url, folder)
    (folder / "0002_answers.sql").unlink()
    with pytest.raises(errors.DatabaseTooNew) as refused:
        await migrate(url, folder)
    assert refused.value.data == {"name": "0002_answers", "known": 1}


async def test_a_changed_migration_is_refused(new_database: NewDatabase, folder: Path):
    """If this fails, two installations of one version have different tables."""
    url = await new_database()
    await migrate(url, folder)
    file = folder / "0001_letters.sql"
    text = file.read_text()
    file.write_bytes(text.replace("\n", "\r\n").encode())
    assert await migrate(url, folder) == []
    file.write_text(text + "-- more")
    with pytest.raises(errors.MigrationChanged):
        await migrate(url, folder)


@pytest.mark.parametrize(
    ("name", "text"),
    [("0004_gap.sql", "SELECT 1;"), ("third.sql", "SELECT 1;"), ("0003_ends.sql", "SELECT 1;\ncommit;")],
)
def test_a_wrong_file_is_refused(folder: Path, name: str, text: str):
    """If this fails, a mistake in a release is found by its users."""
    (folder / name).write_text(text)
    with pytest.raises(MigrationFileError):
        read_migrations(folder)


async def test_migrations_and_schema_say_the_same(new_database: NewDatabase):
    """If this fails, the schema people read is not the one they have."""
    migrated, written = await new_database(), await new_database()
    await migrate(migrated, MIGRATIONS)
    schema = MIGRATIONS / "schema.sql"
    async with connected(written) as connection:
        await fitness.require(connection)
        await connection.execute(schema.read_text("utf-8") if schema.exists() else "")
        expected = await dump_catalog(connection)
    async with connected(migrated) as connection:
        assert (await dump_catalog(connection)).splitlines() == expected.splitlines()


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE letter ADD COLUMN extra int",
        "ALTER TABLE letter ALTER COLUMN body SET DEFAULT 'x'",
        "ALTER TABLE letter ALTER COLUMN body SET NOT NULL",
        "ALTER TABLE letter ADD CHECK (id > 0)",
        "ALTER TABLE letter SET (fillfactor = 70)",
        "CREATE INDEX ON letter (body)",
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE TYPE mood AS ENUM ('good')",
        "CREATE VIEW v AS SELECT 1 AS a",
        "CREATE SEQUENCE s",
    ],
)
async def test_the_catalog_dump_sees_each_kind_of_change(letters: driver.Connection, change: str):
    """If this fails, the comparison with schema.sql passes although they differ."""
    before = await dump_catalog(letters)
    undone = letters.transaction()
    await undone.start()
    await letters.execute(change)
    assert await dump_catalog(letters) != before
    await undone.rollback()
    assert await dump_catalog(letters) == before


@pytest.fixture(scope="module")
async def letters(new_database: NewDatabase) -> AsyncIterator[driver.Connection]:
    """A database with one small table."""
    async with connected(await new_database()) as connection:
        await connection.execute("CREATE EXTENSION vector; CREATE TABLE letter (id bigint PRIMARY KEY, body text)")
        yield connection


async def test_a_server_that_is_too_old_is_named(
    new_database: NewDatabase, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """If this fails, an operator with an old server reads a syntax error."""
    url = await new_database()
    monkeypatch.setattr(fitness, "OLDEST_SERVER", 99)
    with pytest.raises(errors.DatabaseTooOld) as refused:
        await migrate(url, folder)
    assert refused.value.data["needed"] == 99
    monkeypatch.setattr(fitness, "OLDEST_SERVER", 15)
    monkeypatch.setattr(fitness, "OLDEST_VECTOR", (9, 9))
    with pytest.raises(errors.VectorExtensionTooOld):
        await migrate(url, folder)
    assert [finding.message for finding in await check(url, folder) if not finding.ok] == [
        "error-vector-too-old",
        "doctor-database-schema-old",
    ]


async def test_a_role_that_may_not_install_pgvector_hears_what_to_do(new_database: NewDatabase, folder: Path):
    """If this fails, whoever rents a database reads "permission denied" and no way on."""
    url = await new_database()
    database = url.partition("@/")[2].partition("?")[0]
    async with connected(url) as admin:
        await admin.execute(f"CREATE ROLE guest_{database} LOGIN")
        await admin.execute("GRANT CREATE ON SCHEMA public TO public")
    guest = url.replace("//omoide@", f"//guest_{database}@")
    with pytest.raises(errors.VectorExtensionForbidden):
        await migrate(guest, folder)
    async with connected(url) as admin:
        await admin.execute("CREATE EXTENSION vector")
    assert await migrate(guest, folder) == ["0001_letters", "0002_answers"]


async def test_the_doctor_sees_a_database_that_is_well(new_database: NewDatabase, folder: Path):
    """If this fails, `doctor` worries people about a database that works."""
    url = await new_database()
    await migrate(url, folder)
    findings = await check(url, folder)
    assert all(finding.ok for finding in findings)
    assert [finding.message for finding in findings] == [
        "doctor-database-reachable",
        "doctor-database-version",
        "doctor-database-vector",
        "doctor-database-trgm",
        "doctor-database-disk",
        "doctor-database-schema",
    ]


async def test_the_doctor_says_what_ails_a_database(new_database: NewDatabase, folder: Path, tmp_path: Path):
    """If this fails, `doctor` ends in a stack trace exactly when it is needed."""
    nowhere = f"postgresql://omoide@/postgres?host={quote(str(tmp_path))}"
    assert [finding.message for finding in await check(nowhere, folder)] == ["error-database-unreachable"]
    old = await check(await new_database(), folder)
    assert [finding.message for finding in old if not finding.ok] == ["doctor-database-schema-old"]


async def test_a_house_of_the_last_version_moves_on(new_database: NewDatabase, tmp_path: Path):
    """If this fails, an upgrade takes the characters' faces away, or refuses what people have."""
    url = await new_database()
    for name in ("0001_the_log.sql", "0002_platforms.sql"):
        (tmp_path / name).write_bytes((MIGRATIONS / name).read_bytes())
    await migrate(url, tmp_path)
    async with connected(url) as connection:
        await connection.execute(
            "INSERT INTO blob (sha256, media_type, bytes)"
            " VALUES ('a', 'image/png', 'x'), ('b', 'application/json', 'y');"
            "INSERT INTO character (builtin, name) VALUES ('one', 'One');"
            "INSERT INTO character_version (character_id, version, card, file_sha256)"
            " VALUES (1, 1, '{}', 'a'), (1, 2, '{}', 'b'), (1, 3, '{}', NULL);"
        )
    assert (await migrate(url, MIGRATIONS))[0] == "0003_prompt_framework"
    found = await rows(url, "SELECT version, picture_sha256 FROM character_version ORDER BY version")
    assert [tuple(row) for row in found] == [(1, "a"), (2, None), (3, None)]
    assert [tuple(row) for row in await rows(url, "SELECT runs_scripts FROM character")] == [(False,)]


BOOTH = """
    INSERT INTO space (platform, external) VALUES ('discord', 'home');
    INSERT INTO person (platform, external, name) VALUES ('discord', 'ann', 'Ann');
    INSERT INTO channel (space_id, external) VALUES (1, 'lounge'), (1, '77');
    INSERT INTO session (space_id, seed) VALUES (1, 1), (1, 2);
    INSERT INTO branch (space_id, session_id, id, reason) VALUES (1, 1, 1, 'new'), (1, 2, 1, 'new');
    INSERT INTO stand (space_id, session_id, channel_id, branch_id) VALUES (1, 1, 1, 1), (1, 2, 2, 1);
    INSERT INTO entry (space_id, session_id, branch_id, seq, kind, text, said_at)
    VALUES (1, 1, 1, 1, 'message', 'before all', now()), (1, 2, 1, 1, 'message', 'alone', now());
    INSERT INTO booth (space_id, lobby, person_id, channel_id) VALUES (1, 1, 1, 2);
"""


async def test_what_was_said_in_booths_is_walled_by_an_update(new_database: NewDatabase, tmp_path: Path):
    """Words that somebody said alone before an update would be told before everybody after it."""
    url = await new_database()
    for file in sorted(MIGRATIONS.glob("000[1-7]_*.sql")):
        (tmp_path / file.name).write_text(file.read_text("utf-8"), "utf-8")
    await migrate(url, tmp_path)
    async with connected(url) as connection:
        await connection.execute(BOOTH)
    assert "0008_audiences" in await migrate(url, MIGRATIONS)
    told = (
        "SELECT text, readers FROM entry LEFT JOIN audience_clause AS it ON it.id = ANY (entry.audience) ORDER BY text"
    )
    assert [tuple(it) for it in await rows(url, told)] == [("alone", ["thread:77"]), ("before all", None)]
