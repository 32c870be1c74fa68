"""The door to Postgres: named statements, transactions, counters.

Reads and single writes go through ``Database``; what belongs together goes through ``Database.transaction()``. Both
take the *name* of a statement in ``engine/db/sql``. Every error that leaves here is of our tree (``engine/errors``).
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from engine.db.postgres.driver import Connection, DriverPool, DriverRow, NativeTransaction, open_pool
from engine.db.postgres.queries import Query, product_queries
from engine.db.postgres.translate import DRIVER_ERRORS, translated
from engine.errors import DatabaseError, DatabaseTimeout, DatabaseUnreachable

Isolation = Literal["read_committed", "repeatable_read", "serializable"]
ACQUIRE_SECONDS = 30.0
READ_TRIES = 3

T = TypeVar("T")


@dataclass(slots=True)
class Counts:
    """What was asked of the server: statements by name, round trips with BEGIN and COMMIT, commits that wrote."""

    statements: int = 0
    trips: int = 0
    commits: int = 0
    by_name: Counter[str] = field(default_factory=Counter[str])

    def copy(self) -> "Counts":
        """The counts as they stand now."""
        return Counts(self.statements, self.trips, self.commits, self.by_name.copy())

    def since(self, before: "Counts") -> "Counts":
        """What was added after ``before`` was copied."""
        return Counts(
            self.statements - before.statements,
            self.trips - before.trips,
            self.commits - before.commits,
            self.by_name - before.by_name,
        )


class Statements(Protocol):
    """What stores need: a ``Database`` (each statement for itself) or a ``Transaction`` (all or none)."""

    async def fetch(self, name: str, *args: Any) -> list[DriverRow]:
        """All rows of the answer."""
        ...

    async def fetchrow(self, name: str, *args: Any) -> DriverRow | None:
        """The first row, or None."""
        ...

    async def fetchval(self, name: str, *args: Any) -> Any:
        """The first column of the first row, or None."""
        ...

    async def execute(self, name: str, *args: Any) -> int:
        """Run it; how many rows were touched."""
        ...

    async def executemany(self, name: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run it for each row of arguments, pipelined, all or none."""
        ...


class Transaction:
    """Statements that take effect together when the block ends, or not at all."""

    def __init__(self, connection: Connection, queries: Mapping[str, Query], counts: Counts) -> None:
        self._connection = connection
        self._queries = queries
        self._counts = counts
        self.failure: DatabaseError | None = None
        self.wrote = False

    async def fetch(self, name: str, *args: Any) -> list[DriverRow]:
        with self._statement(name) as query:
            return await self._connection.fetch(query.sql, *args)

    async def fetchrow(self, name: str, *args: Any) -> DriverRow | None:
        with self._statement(name) as query:
            return await self._connection.fetchrow(query.sql, *args)

    async def fetchval(self, name: str, *args: Any) -> Any:
        with self._statement(name) as query:
            return await self._connection.fetchval(query.sql, *args)

    async def execute(self, name: str, *args: Any) -> int:
        with self._statement(name) as query:
            return _touched(await self._connection.execute(query.sql, *args))

    async def executemany(self, name: str, rows: Iterable[Sequence[Any]]) -> None:
        with self._statement(name) as query:
            await self._connection.executemany(query.sql, rows)

    @contextmanager
    def _statement(self, name: str) -> Generator[Query]:
        query = self._queries[name]
        _count(self._counts, name)
        self.wrote |= query.writes
        try:
            with translated(name):
                yield query
        except DatabaseError as error:
            self.failure = error
            raise


class Database:
    """A pool of connections with the product's statements. One per process."""

    def __init__(self, pool: DriverPool, queries: Mapping[str, Query], *, pgbouncer: bool = False) -> None:
        self._pool = pool
        self._queries = queries
        self._pgbouncer = pgbouncer
        self.counts = Counts()
        self.held = 0
        """Connections taken and not yet given back; 0 whenever a model is answering for the only turn."""

    async def fetch(self, name: str, *args: Any) -> list[DriverRow]:
        return await self._ask(name, lambda one: one.fetch(name, *args))

    async def fetchrow(self, name: str, *args: Any) -> DriverRow | None:
        return await self._ask(name, lambda one: one.fetchrow(name, *args))

    async def fetchval(self, name: str, *args: Any) -> Any:
        return await self._ask(name, lambda one: one.fetchval(name, *args))

    async def execute(self, name: str, *args: Any) -> int:
        return await self._ask(name, lambda one: one.execute(name, *args))

    async def executemany(self, name: str, rows: Iterable[Sequence[Any]]) -> None:
        async with self._alone() as one:
            await one.executemany(name, rows)

    @asynccontextmanager
    async def transaction(
        self, *, isolation: Isolation = "read_committed", readonly: bool = False
    ) -> AsyncGenerator[Transaction]:
        """BEGIN … COMMIT. An error inside rolls back and passes on; hold no transaction while a model answers.

        Raises DatabaseOutcomeUnknown when the connection breaks during COMMIT: repeat the whole block under its key
        (``engine/db/postgres/repeat.py``).
        """
        async with self.connection() as connection:
            async with _begun(connection, isolation, self.counts, readonly=readonly):
                inside = Transaction(connection, self._queries, self.counts)
                yield inside
                if inside.failure is not None:  # COMMIT would silently mean ROLLBACK
                    raise inside.failure
            self.counts.commits += inside.wrote

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection]:
        """The driver's connection, for what has no named statement (COPY, catalog work in tests)."""
        try:
            with translated("acquire"):
                connection = await self._pool.acquire(timeout=ACQUIRE_SECONDS)
        except DatabaseTimeout as error:
            raise DatabaseUnreachable(**error.data) from error
        self.held += 1
        try:
            yield connection
        finally:
            self.held -= 1
            with suppress(*DRIVER_ERRORS):  # a lost connection is dropped; what it was lost in has been said
                await self._pool.release(connection)

    async def vacuum(self) -> None:
        """Free the room of rows that are gone, table by table. Raises DatabaseTimeout where that takes too long."""
        async with self.connection() as connection:
            with translated("vacuum"):
                await connection.execute(self._queries["vacuum"].sql)

    async def close(self) -> None:
        """Wait for running statements, then close every connection."""
        with translated("close"):
            await self._pool.close()

    async def _ask(self, name: str, ask: Callable[[Transaction], Awaitable[T]]) -> T:
        """One statement. After a restart of the server the pool still holds dead connections: reads try a few."""
        for left in reversed(range(READ_TRIES)):
            try:
                async with self._alone() as one:
                    return await ask(one)
            except DatabaseUnreachable:
                if self._queries[name].writes or not left:
                    raise
        raise AssertionError("unreachable")

    @asynccontextmanager
    async def _alone(self) -> AsyncGenerator[Transaction]:
        if self._pgbouncer:  # parse and execute must reach the same server process
            async with self.transaction() as inside:
                yield inside
            return
        async with self.connection() as connection:
            yield _Autocommit(connection, self._queries, self.counts)


class _Autocommit(Transaction):
    """One statement that is its own transaction: losing the connection in it may or may not have written."""

    @contextmanager
    def _statement(self, name: str) -> Generator[Query]:
        query = self._queries[name]
        _count(self._counts, name)
        with translated(name, commits=query.writes):
            yield query
        self._counts.commits += query.writes


async def open_database(
    dsn: str,
    *,
    min_size: int = 2,
    max_size: int = 10,
    pgbouncer: bool = False,
    queries: Mapping[str, Query] | None = None,
) -> Database:
    """Connect. Raises DatabaseUnreachable when nobody answers, DatabaseRefused when we are not let in."""
    try:
        with translated("connect"):
            pool = await open_pool(dsn, min_size=min_size, max_size=max_size, pgbouncer=pgbouncer)
    except DatabaseTimeout as error:
        raise DatabaseUnreachable(**error.data) from error
    return Database(pool, queries if queries is not None else product_queries(), pgbouncer=pgbouncer)


@asynccontextmanager
async def _begun(
    connection: Connection, isolation: Isolation, counts: Counts, *, readonly: bool
) -> AsyncGenerator[None]:
    native = connection.transaction(isolation=isolation, readonly=readonly)
    counts.trips += 2
    with translated("begin"):
        await _whole(native)
    try:
        yield
    except BaseException:
        with suppress(*DRIVER_ERRORS):  # a lost connection has rolled back already
            await native.rollback()
        raise
    with translated("commit", commits=not readonly):
        await native.commit()


async def _whole(native: NativeTransaction) -> None:
    """Begin a transaction. Whoever is cancelled meanwhile leaves none behind: one that is cut off cannot be ended."""
    starting = asyncio.ensure_future(native.start())
    try:
        await asyncio.shield(starting)
    except asyncio.CancelledError:
        with suppress(*DRIVER_ERRORS):  # a lost connection has begun nothing
            await starting
            await native.rollback()
        raise


def _count(counts: Counts, name: str) -> None:
    counts.statements += 1
    counts.trips += 1
    counts.by_name[name] += 1


def _touched(status: str) -> int:
    """The number at the end of a command's status, e.g. ``INSERT 0 3``."""
    last = status.rpartition(" ")[2]
    return int(last) if last.isdigit() else 0
