"""Connections that stay open while engines come and go: a new one costs the server more than what most tests ask."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from engine.app import Engine
from engine.config.config import Config
from engine.db.postgres.driver import DriverPool, connect, open_pool
from engine.db.postgres.pool import Database
from engine.db.postgres.queries import product_queries
from engine.values.chats.outgoing import PartLimit
from engine.wiring.database import CONNECTIONS, Store
from engine.wiring.opening import open_engine

_pools: dict[str, DriverPool] = {}


@asynccontextmanager
async def kept(url: str) -> AsyncIterator[None]:
    """Within it every ``engine_at`` of this database has the same connections."""
    _pools[url] = await open_pool(url, min_size=1, max_size=CONNECTIONS)
    try:
        yield
    finally:
        pool = _pools.pop(url)
        try:
            await pool.close()
        except TimeoutError as error:
            error.add_note(f"What the server was doing:\n{await _doing(url)}")
            raise


async def _doing(url: str) -> str:
    """What each connection of this database does, as the server says it."""
    connection = await connect(url)
    try:
        rows = await connection.fetch(
            "SELECT pid, state, wait_event_type, wait_event, now() - state_change AS since, left(query, 200) AS query "
            "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return "\n".join(str(dict(it.items())) for it in rows)
    finally:
        await connection.close()


@asynccontextmanager
async def engine_at(
    config: Config, *, name: str = "test", platforms: Mapping[str, PartLimit | None], **more: Any
) -> AsyncIterator[Engine]:
    """An engine as ``open_engine`` makes it, on the connections that are kept if any are. Its retries do not wait."""
    url = config.database_url.get_secret_value() if config.database_url is not None else ""
    pool = _pools.get(url)
    store = Store(Database(pool, product_queries()), url) if pool is not None else None
    async with open_engine(config, name=name, platforms=platforms, store=store, **more) as engine:
        roles = engine.runner._ctx.roles
        roles._resources = replace(roles._resources, jitter=lambda: 0.0)
        yield engine
