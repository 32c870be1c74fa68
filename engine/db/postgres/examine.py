"""The database as ``doctor`` sees it, whether it is ours or somebody's server."""

from dataclasses import replace
from pathlib import Path

from engine.db.postgres import embedded
from engine.db.postgres.data_folder import DataFolder
from engine.db.postgres.migrate import check
from engine.db.postgres.server import ServerFinding
from engine.errors import DatabaseError

_SCHEMA_OLD = "doctor-database-schema-old"


async def examine(url: str | None, folder: Path, migrations: Path) -> list[ServerFinding]:
    """``url``: somebody's server; without one it is ours in ``folder``, started for this if nobody uses it."""
    if url is not None:
        return await check(url, migrations)
    if not DataFolder(folder).pgdata.exists():
        return [ServerFinding(ok=True, message="doctor-database-new", data={"folder": str(folder)})]
    try:
        server = await embedded.start(folder)
    except DatabaseError as error:
        return [ServerFinding.of(error)]
    try:
        return await check(server.dsn, migrations)
    finally:
        await server.stop()


async def examine_candidate(url: str, migrations: Path) -> list[ServerFinding]:
    """A server that may become ours: that its tables are not there yet is fine, the first start makes them."""
    return [replace(one, ok=one.ok or one.message == _SCHEMA_OLD) for one in await check(url, migrations)]
