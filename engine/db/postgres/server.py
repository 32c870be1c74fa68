"""What a Postgres server must have before Omoide uses it, and the answer for ``doctor``."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from engine.db.postgres.driver import Connection
from engine.db.postgres.queries import product_queries
from engine.db.postgres.translate import translated
from engine.errors import (
    DatabaseError,
    DatabaseTooOld,
    Datum,
    VectorExtensionForbidden,
    VectorExtensionMissing,
    VectorExtensionTooOld,
)

OLDEST_SERVER = 15
OLDEST_VECTOR = (0, 8)
LOW_DISK_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class ServerFinding:
    """One line of ``doctor``: ``message`` is a Fluent id filled with ``data``; not ``ok`` says what to do."""

    ok: bool
    message: str
    data: Mapping[str, Datum] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of(cls, error: DatabaseError) -> "ServerFinding":
        """What an error says, as a line."""
        return cls(ok=False, message=error.message, data=error.data)


async def require(connection: Connection) -> None:
    """Raise unless the server is new enough and has pgvector; install pgvector and pg_trgm where that is allowed.

    Raises DatabaseTooOld, VectorExtensionMissing, VectorExtensionTooOld, VectorExtensionForbidden.
    """
    await _require_version(connection)
    installed, available = await _extension(connection, "vector")
    if not (installed or available):
        raise VectorExtensionMissing
    if _numbers(installed or available) < OLDEST_VECTOR:
        raise VectorExtensionTooOld(version=installed or available)
    if not installed:
        await _create_vector(connection)
    await _create_trgm(connection)


async def inspect(connection: Connection) -> list[ServerFinding]:
    """Version, extensions and disk space of a server that answers, without changing anything."""
    return [
        await _version_finding(connection),
        await _vector_finding(connection),
        await _trgm_finding(connection),
        *await _disk_findings(connection),
    ]


async def _require_version(connection: Connection) -> str:
    with translated("server_version"):
        row = await connection.fetchrow(product_queries()["server_version"].sql)
    assert row is not None
    if row["number"] < OLDEST_SERVER * 10_000:
        raise DatabaseTooOld(version=row["text"], needed=OLDEST_SERVER)
    return str(row["text"])


async def _extension(connection: Connection, name: str) -> tuple[str, str]:
    """The installed and the available version; empty where there is none."""
    with translated("server_extension"):
        row = await connection.fetchrow(product_queries()["server_extension"].sql, name)
    assert row is not None
    return row["installed"] or "", row["available"] or ""


async def _create_vector(connection: Connection) -> None:
    try:
        with translated("server_create_vector"):
            await connection.execute(product_queries()["server_create_vector"].sql)
    except DatabaseError as error:
        if error.data.get("code") == "42501":
            raise VectorExtensionForbidden from error
        if not (await _extension(connection, "vector"))[0]:  # two starters: the other one may have made it
            raise


async def _create_trgm(connection: Connection) -> None:
    """Optional: without it only the search for similar spellings is missing."""
    installed, available = await _extension(connection, "pg_trgm")
    if installed or not available:
        return
    try:
        with translated("server_create_trgm"):
            await connection.execute(product_queries()["server_create_trgm"].sql)
    except DatabaseError as error:
        if error.data.get("code") not in {"42501", "23505", "42710"}:  # forbidden; another starter was first
            raise


async def _version_finding(connection: Connection) -> ServerFinding:
    try:
        return ServerFinding(
            ok=True, message="doctor-database-version", data={"version": await _require_version(connection)}
        )
    except DatabaseTooOld as error:
        return ServerFinding.of(error)


async def _vector_finding(connection: Connection) -> ServerFinding:
    installed, available = await _extension(connection, "vector")
    version = installed or available
    if not version:
        return ServerFinding.of(VectorExtensionMissing())
    if _numbers(version) < OLDEST_VECTOR:
        return ServerFinding.of(VectorExtensionTooOld(version=version))
    return ServerFinding(ok=True, message="doctor-database-vector", data={"version": version})


async def _trgm_finding(connection: Connection) -> ServerFinding:
    installed, available = await _extension(connection, "pg_trgm")
    name = "doctor-database-trgm" if installed or available else "doctor-database-trgm-missing"
    return ServerFinding(ok=True, message=name)


async def _disk_findings(connection: Connection) -> list[ServerFinding]:
    """Free space of the server's disk, when the server is on this machine and lets us look."""
    with translated("server_data_directory"):
        folder = Path(await connection.fetchval(product_queries()["server_data_directory"].sql) or "/nonexistent")
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return []
    low = free < LOW_DISK_BYTES
    message = "doctor-database-disk-low" if low else "doctor-database-disk"
    return [ServerFinding(ok=not low, message=message, data={"megabytes": free >> 20})]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
