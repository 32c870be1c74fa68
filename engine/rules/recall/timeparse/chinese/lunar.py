"""On which days the holidays of the Chinese lunar calendar and the solar terms fall (1900 to 2100; else ValueError)."""

from datetime import date

from borax.calendars.lunardate import (  # pyright: ignore[reportMissingTypeStubs]  # typed inline, without a marker
    InvalidLunarDateError,
    LCalendars,
    LunarDate,
    TermUtils,
)

from engine.rules.recall.timeparse.holidays import DAY, Days


def lunar_day(year: int, month: int, day: int, *, leap: bool = False) -> date:
    """Day ``day`` of month ``month`` (``leap``: of the leap month after it) in the lunar year that begins in ``year``.

    The 30th of a short month is its last.
    """
    try:
        return LunarDate(year, month, day, int(leap)).to_solar_date()
    except InvalidLunarDateError:
        if day != 30:
            raise
        return LunarDate(year, month, 29, int(leap)).to_solar_date()


def leap_month(year: int) -> int:
    """After which month of a lunar year its leap month comes; 0 in a year without one."""
    return LCalendars.leap_month(year)


def lunar_date(day: date) -> tuple[int, int, int, bool]:
    """The lunar year, month and day of a day, and whether the month is a leap one."""
    found = LunarDate.from_solar_date(day.year, day.month, day.day)
    return found.year, found.month, found.day, bool(found.leap)


def lunar_month(year: int, month: int) -> tuple[date, date]:
    """First and last day of a lunar month; a leap month after it does not count."""
    first = lunar_day(year, month, 1)
    return first, lunar_day(year, month, 30)


def lunar(month: int, day: int) -> Days:
    """A lunar holiday; those of the eleventh and twelfth month count for the year that they mostly fall in."""
    late = 1 if month == 12 else 0

    def made(year: int) -> tuple[date, date]:
        found = lunar_day(year - late, month, day)
        return found, found

    return made


def new_year_days(first: int, last: int) -> Days:
    """From ``first`` to ``last``, counted in days after the lunar New Year."""

    def made(year: int) -> tuple[date, date]:
        new_year = lunar_day(year, 1, 1)
        return new_year + DAY * first, new_year + DAY * last

    return made


def solar_term(name: str) -> Days:
    """One of the 24 solar terms by its Chinese name."""
    index = TermUtils.name2index(name)

    def made(year: int) -> tuple[date, date]:
        found = TermUtils.nth_term_day(year, index)
        return found, found

    return made
