"""On which days holidays of the Western calendar fall."""

from collections.abc import Callable
from datetime import date, timedelta

DAY = timedelta(days=1)

Days = Callable[[int], tuple[date, date]]  # year → first and last day


def easter(year: int) -> date:
    """Easter Sunday of the Western churches (the anonymous Gregorian computus)."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    day = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * day) // 451
    month, before = divmod(moon + day - 7 * late + 114, 31)
    return date(year, month, before + 1)


def nth(year: int, month: int, weekday: int, count: int) -> date:
    """The ``count``-th ``weekday`` (0 is Monday) of a month; the last one for -1."""
    if count < 0:
        return nth(year + month // 12, month % 12 + 1, weekday, 1) - 7 * DAY
    first = date(year, month, 1)
    return first + DAY * ((weekday - first.weekday()) % 7 + 7 * (count - 1))


def fixed(month: int, day: int, last: int | None = None) -> Days:
    """A holiday on the same date each year, perhaps until day ``last``."""
    return lambda year: (date(year, month, day), date(year, month, last or day))


def moving(month: int, weekday: int, count: int, shift: int = 0) -> Days:
    """A holiday ``shift`` days after the ``count``-th weekday of a month."""

    def made(year: int) -> tuple[date, date]:
        day = nth(year, month, weekday, count) + DAY * shift
        return day, day

    return made


def paschal(first: int, last: int | None = None) -> Days:
    """A holiday so many days after Easter Sunday."""
    return lambda year: (
        easter(year) + DAY * first,
        easter(year) + DAY * (first if last is None else last),
    )
