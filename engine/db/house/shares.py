"""Shares of the house's day in Postgres: what was taken of each today, and what is being done now."""

from datetime import datetime, timedelta
from typing import Final

from engine.db.postgres.pool import Statements
from engine.values.house.allowances import Spent
from engine.values.house.shares import DayShare

_RUNNING: Final = {DayShare.FIRST: "running_first", DayShare.CIRCLE: "running_in_circles"}


async def hold(on: Statements, share: DayShare) -> None:
    """Nobody else takes anything of the share until the transaction ends: two would both take the last of it."""
    await on.execute("lock_share", share)


async def used(on: Statements, share: DayShare, since: datetime) -> Spent:
    """What was taken of the share in the house since a moment."""
    row = await on.fetchrow("used_of_share", share, since)
    assert row is not None
    return Spent(row["tokens"], row["cents"], row["calls"])


async def running(on: Statements, share: DayShare, since: datetime, but: int | None = None) -> int:
    """How much of what is done for the share since a moment is being done now, all ``but`` one: as in the queries."""
    return await on.fetchval(_RUNNING[share], since, but)


async def in_circles(on: Statements, since: datetime) -> tuple[int, int]:
    """How many characters are in circles, and how many posts they wrote since a moment."""
    row = await on.fetchrow("circles_in_house", since)
    assert row is not None
    return row["characters"], row["written"]


async def usage_of_circles(on: Statements, within: timedelta) -> tuple[float, int]:
    """How many tokens all took that was done in the circles of the house, and how many posts were written there."""
    row = await on.fetchrow("usage_of_circles", within)
    assert row is not None
    return row["tokens"], row["posts"]
