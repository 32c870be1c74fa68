"""What time it is for the tests and for all that they start: the machine's time, or that of another date.

``CALENDAR="2028-02-29 23:59:30 Asia/Tokyo"`` plays a date: the tests, the servers that they talk to, the clock of the
product and the database's ``now()`` are all ahead of the machine by the same whole seconds, in this process and in
those that it starts, and time runs on from there. Houses stand in its zone. Without it the time is the machine's, UTC.

``python -m tests.calendar bot chat`` is ``python -m bot chat`` on that date. Tests ask nothing but this module for
the time; ``tests/code/test_clocks.py`` sees to it.
"""

import os
import runpy
import sys
from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Final
from zoneinfo import ZoneInfo

import asyncpg

from engine.work.clock import SystemClock

DATE: Final = "CALENDAR"
"""The name under which the date is given: a date, a time, and a zone, which is UTC unless told."""
_AHEAD: Final = "CALENDAR_AHEAD"
"""Whole seconds. Whoever reads the date first reckons them once for all the processes of a run."""

_FUNCTION: Final = """
CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT pg_catalog.now() + interval '{ahead} seconds' $$;
"""


@dataclass(frozen=True, slots=True)
class Played:
    """How far a run's time is ahead of the machine's, and the zone in which its date was given."""

    ahead: timedelta
    zone: str


def read(date: str) -> datetime:
    """A date as it is written in ``CALENDAR``. Raises ValueError, also for a time that its zone leaves out."""
    words = date.split()
    zone = words.pop() if words and not words[-1][0].isdigit() else "UTC"
    at = datetime.fromisoformat(" ".join(words)).replace(tzinfo=ZoneInfo(zone))
    if at.astimezone(UTC).astimezone(at.tzinfo).replace(tzinfo=None) != at.replace(tzinfo=None):
        raise ValueError(f"there is no {date}")
    return at


def _machine() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - the one place of the tests that asks the machine


def played(environment: MutableMapping[str, str]) -> Played:
    """What is played in this environment, which then says it to every process that it is given to."""
    date = environment.get(DATE, "")
    if not date:
        return Played(timedelta(), "UTC")
    at = read(date)
    ahead = environment.setdefault(_AHEAD, str(ceil((at - _machine()).total_seconds())))
    return Played(timedelta(seconds=int(ahead)), str(at.tzinfo))


_PLAYED: Final = played(os.environ)
ZONE: Final = _PLAYED.zone
"""Where the houses of the tests stand."""


def now() -> datetime:
    """The time, in UTC."""
    return _machine() + _PLAYED.ahead


def zone_by_day() -> str:
    """Where a house stands in which no day ends while a test runs: in ``ZONE``, unless it is night there."""
    hour = now().hour
    if 3 <= now().astimezone(ZoneInfo(ZONE)).hour < 23:
        return ZONE
    return f"Etc/GMT{hour - 12:+d}"  # their signs are the other way round: it is noon there


def seconds() -> float:
    """The time, in seconds since 1970."""
    return now().timestamp()


def keep() -> None:
    """From now on the product's clocks in this process show the time that is played."""
    SystemClock.ahead = _PLAYED.ahead


async def keep_database(url: str, ahead: timedelta = _PLAYED.ahead) -> None:
    """From the next connection on ``now()`` in this database is the time that is played, in defaults of tables that are
    made from then on too. A copy of a database has to be told again.
    """
    if not ahead:
        return
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(_FUNCTION.format(ahead=int(ahead.total_seconds())))
        [name] = await connection.fetchrow("SELECT quote_ident(current_database())")
        # Unless it is named, pg_catalog is looked into first.
        await connection.execute(f"ALTER DATABASE {name} SET search_path = public, pg_catalog")
    finally:
        await connection.close()


def program(*arguments: str) -> tuple[str, ...]:
    """``python -m`` these arguments, on the date that is played."""
    return (sys.executable, "-m", *(("tests.calendar",) if _PLAYED.ahead else ()), *arguments)


if __name__ == "__main__":
    keep()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
