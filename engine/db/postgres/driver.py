"""The edge to asyncpg: its connections and pools as the typed shapes the rest of ``engine/db`` uses.

The driver carries no types, so the casts are here and nowhere else.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs] — the driver has no types
from pgvector.asyncpg import register_vector

CONNECT_SECONDS = 5.0
UNUSED_SECONDS = 900.0
"""After so long a connection that nobody used is closed: it keeps the plans of all that was ever asked through it.

Whoever writes every few minutes should find them: to open them and plan anew takes as long as the turn itself.
"""

_asyncpg = cast("Any", asyncpg)
_register_vector = cast("Any", register_vector)

_VECTOR_SCHEMA = """
SELECT n.nspname FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
WHERE e.extname = 'vector'
"""


class DriverRow(Protocol):
    """A row of an answer: by column name or position."""

    def __getitem__(self, key: str | int) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def get(self, key: str, default: Any = None) -> Any: ...
    def keys(self) -> Iterator[str]: ...
    def items(self) -> Iterator[tuple[str, Any]]: ...


class NativeTransaction(Protocol):
    """The driver's transaction."""

    async def start(self) -> None: ...
    async def commit(self) -> None: ...
    async def rollback(self) -> None: ...


class Connection(Protocol):
    """The driver's connection, as far as it is used here."""

    async def fetch(self, query: str, *args: Any) -> list[DriverRow]: ...
    async def fetchrow(self, query: str, *args: Any) -> DriverRow | None: ...
    async def fetchval(self, query: str, *args: Any) -> Any: ...
    async def execute(self, query: str, *args: Any) -> str: ...
    async def executemany(self, query: str, args: Iterable[Sequence[Any]]) -> None: ...
    def transaction(self, *, isolation: str | None = None, readonly: bool = False) -> NativeTransaction: ...
    async def set_type_codec(self, name: str, *, schema: str, encoder: Any, decoder: Any, format: str) -> None: ...  # noqa: A002 — the driver's name
    async def close(self) -> None: ...
    def is_closed(self) -> bool: ...


class DriverPool(Protocol):
    """The driver's pool, as far as it is used here."""

    async def acquire(self, *, timeout: float | None = None) -> Connection: ...  # noqa: ASYNC109 — the driver's name
    async def release(self, connection: Connection) -> None: ...
    async def close(self) -> None: ...
    def terminate(self) -> None: ...


async def connect(dsn: str) -> Connection:
    """One plain connection outside a pool. Raises the driver's errors; the caller translates and closes."""
    opened = await _asyncpg.connect(dsn, timeout=CONNECT_SECONDS, statement_cache_size=0)
    return cast("Connection", opened)


async def open_pool(
    dsn: str, *, min_size: int, max_size: int, statement_seconds: float = 30.0, pgbouncer: bool = False
) -> DriverPool:
    """A pool whose connections speak vectors in binary form and jsonb as Python values.

    ``pgbouncer``: the server is behind PgBouncer in transaction mode; nothing may then be kept on a connection. The
    driver's own reset between two users (one more round trip) is left out: we never change a session's state.
    """
    settings = {"application_name": "omoide", "TimeZone": "UTC"}
    if not pgbouncer:  # PgBouncer refuses start-up parameters it does not track
        milliseconds = str(int(statement_seconds * 1000))
        settings |= {
            "statement_timeout": milliseconds,
            "idle_in_transaction_session_timeout": milliseconds,
            "lock_timeout": "10000",
            "jit": "off",
            "plan_cache_mode": "force_generic_plan",  # to plan anew what is short takes longer than to do it
        }
    pool = await _asyncpg.create_pool(
        dsn,
        min_size=min_size,
        max_size=max_size,
        max_inactive_connection_lifetime=UNUSED_SECONDS,
        timeout=CONNECT_SECONDS,
        command_timeout=statement_seconds + 1,
        statement_cache_size=0 if pgbouncer else 256,
        server_settings=settings,
        init=_prepare,
        reset=_keep_as_is,
    )
    return cast("DriverPool", pool)


async def _keep_as_is(_connection: Connection) -> None:
    """Nothing to undo: session state is never changed on a pooled connection."""


async def _prepare(connection: Connection) -> None:
    await connection.set_type_codec("jsonb", schema="pg_catalog", encoder=_json_text, decoder=json.loads, format="text")
    if (schema := await connection.fetchval(_VECTOR_SCHEMA)) is not None:
        await _register_vector(connection, schema=schema)


def _json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
