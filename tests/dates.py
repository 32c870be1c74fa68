"""Runs all that depends on the calendar on thirty dates: ``make dates``, or some of them: ``make dates DATES="…; …"``.

A date is written as in ``tests/calendar.py``. Each gets a run of pytest of its own, with the test files that are marked
``calendar``; then a table tells which dates held. ``--slice N`` takes N of the thirty, others every day.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from tests import calendar
from tests.code.clocks import marked
from tests.code.sources import ROOT, sources

DATES: Final = (
    # each weekday, at different hours
    "2026-11-23 15:50:00",
    "2026-11-24 09:00:00",
    "2026-11-25 12:00:00 Asia/Shanghai",
    "2026-11-26 18:30:00 America/New_York",
    "2026-11-27 07:15:00",
    "2026-11-28 14:00:00 Asia/Tokyo",
    "2026-11-29 20:00:00 Europe/London",
    # ends of months: before midnight, after it, over it, and in between
    "2026-11-30 23:45:00",
    "2026-12-01 00:00:10",
    "2027-01-31 11:00:00",
    "2027-02-28 23:59:30 Asia/Shanghai",
    "2027-04-30 16:00:00 America/Los_Angeles",
    # ends of years
    "2026-12-31 23:45:00 Asia/Shanghai",
    "2027-01-01 00:00:10 Asia/Shanghai",
    "2026-12-31 23:59:30",
    "2027-12-31 12:00:00 Australia/Sydney",
    "2028-01-01 00:00:10 Europe/Berlin",
    # the leap day
    "2028-02-29 10:00:00",
    "2028-02-29 23:45:00 America/New_York",
    "2028-03-01 00:00:10 Asia/Tokyo",
    # clocks go forward and back, in three zones
    "2027-03-28 01:59:30 Europe/Berlin",
    "2027-10-31 02:30:00 Europe/Berlin",
    "2027-03-14 03:00:10 America/New_York",
    "2027-11-07 00:59:30 America/New_York",
    "2027-10-03 01:59:30 Australia/Sydney",
    "2027-04-04 12:00:00 Australia/Sydney",
    "2027-10-31 23:45:00 Europe/Berlin",
    # a leap year further on
    "2032-02-29 23:59:30",
    "2032-06-30 12:00:00 Asia/Kolkata",
    "2032-12-31 23:45:00 America/New_York",
)
_COUNTS: Final = re.compile(r"(\d+) (passed|failed|errors?|skipped)")


@dataclass(frozen=True, slots=True)
class Ran:
    """How a date went. ``counts`` are pytest's words for it."""

    date: str
    well: bool
    counts: str
    seconds: float


def of_the_day(count: int, day: str) -> tuple[str, ...]:
    """So many of the dates; which ones follows from the day alone."""
    ranked = sorted(DATES, key=lambda it: blake2b(f"{day} {it}".encode(), digest_size=8).digest())
    return tuple(ranked[:count])


def files() -> list[str]:
    """The test files in which something is marked, whoever runs first in front."""
    return [it.path for it in sources("tests") if marked(it)]


def play(date: str, arguments: Sequence[str]) -> Ran:
    """Run what is marked on a date."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(calendar.DATE)}
    command = [sys.executable, "-m", "pytest", *files(), "-m", "calendar and not demo", *arguments]
    began = time.monotonic()
    ran = subprocess.run(
        command, cwd=ROOT, env={**environment, calendar.DATE: date}, check=False, text=True, stdout=subprocess.PIPE
    )
    last = ran.stdout.rstrip().rpartition("\n")[2]
    if ran.returncode:
        _tell(ran.stdout)
    counts = ", ".join(f"{number} {what}" for number, what in _COUNTS.findall(last)) or last
    return Ran(date, ran.returncode == 0, counts, time.monotonic() - began)


def main(arguments: Sequence[str]) -> int:
    """Play the dates and print how each went; 1 when one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dates", default="", help="dates with ; between them, instead of the thirty")
    parser.add_argument("--slice", type=int, default=len(DATES), help="so many of the thirty, by the day")
    chosen, rest = parser.parse_known_args(arguments)
    dates = tuple(it.strip() for it in chosen.dates.split(";") if it.strip()) or DATES
    if not chosen.dates and chosen.slice < len(DATES):
        dates = of_the_day(chosen.slice, f"{calendar.now():%Y-%m-%d}")
        _tell(f'The dates of this day; again with: make dates DATES="{"; ".join(dates)}"')
    broken = 0
    for date in dates:
        ran = play(date, rest)
        broken += not ran.well
        _tell(f"{calendar.read(date):%a}  {date:40}  {'ok ' if ran.well else 'NOT'}  {ran.counts}, {ran.seconds:.0f} s")
    _tell(f"{len(dates) - broken} of {len(dates)} dates are green")
    return 1 if broken else 0


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
