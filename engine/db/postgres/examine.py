"""The database as ``doctor`` sees it, whether it is ours or somebody's server."""

from dataclasses import replace
from pathlib import Path

from engine.db.postgres import embedded
from engine.db.postgres.data_folder import DataFolder
from engine.db.postgres.migrate import check, unasked_findings
from engine.db.postgres.server import ServerFinding
from engine.errors import DatabaseError

_SCHEMA = "doctor-database-schema"
_SCHEMA_OLD = "doctor-database-schema-old"


async def examine(url: str | None, folder: Path, migrations: Path) -> list[ServerFinding]:
    """``url``: somebody's server; without one it is ours in ``folder``, started for this if nobody uses it."""
    if url is not None:
        return await _whole(url, migrations)
    if not DataFolder(folder).pgdata.exists():
        return [ServerFinding(ok=True, message="doctor-database-new", data={"folder": str(folder)})]
    try:
        server = await embedded.start(folder)
    except DatabaseError as error:
        return [ServerFinding.of(error)]
    try:
        return await _whole(server.dsn, migrations)
    finally:
        await server.stop()


async def examine_candidate(url: str, migrations: Path) -> list[ServerFinding]:
    """A server that may become ours: that its tables are not there yet is fine, the first start makes them."""
    return [replace(one, ok=one.ok or one.message == _SCHEMA_OLD) for one in await check(url, migrations)]


async def _whole(dsn: str, migrations: Path) -> list[ServerFinding]:
    """Whether it works, and what is done with it where it does."""
    found = await check(dsn, migrations)
    current = any(it.message == _SCHEMA and it.ok for it in found)
    return [*found, *await unasked_findings(dsn)] if current else found
