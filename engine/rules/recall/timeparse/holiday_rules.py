"""On which days a holiday falls, as the lists of names beside it say: a rule is a word and numbers.

- ``fixed 12 25``: a date; a third number: until that day of the month.
- ``moving 11 3 4``: the fourth Thursday of November (0 is Monday, -1 the last one); a fourth number: days after it.
- ``paschal -47``: days from Easter; a second number: until that day.
- ``span -1 12 31 0 1 1``: from a date to a date, before each how many years to add.
- ``before 5 24 0``: the last Monday up to a date.
- ``leap``: the newest 29 February.
- ``lunar 8 15``, ``new-year -1 5``, ``term 清明``: by the Chinese calendar; ``around-term``: a day more on each side.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from engine.rules.recall.timeparse.chinese.lunar import lunar, new_year_days, solar_term
from engine.rules.recall.timeparse.holidays import DAY, Days, fixed, moving, paschal


def holidays_by_name(lists: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Days]]:
    """Each name of each holiday, from lists of names by rule. Raises KeyError, TypeError, ValueError for no rule."""
    for rule, names in lists.items():
        word, *given = rule.split()
        days = _NAMED[word](*given) if word in _NAMED else _COUNTED[word](*map(int, given))
        for name in names:
            yield name, days


def _span(*given: int) -> Days:
    (add, month, day), (add_last, last_month, last_day) = given[:3], given[3:]
    return lambda year: (date(year + add, month, day), date(year + add_last, last_month, last_day))


def _before(month: int, day: int, weekday: int) -> Days:
    def made(year: int) -> tuple[date, date]:
        until = date(year, month, day)
        found = until - DAY * ((until.weekday() - weekday) % 7)
        return found, found

    return made


def _leap_day(year: int) -> tuple[date, date]:
    leap = year - year % 4
    return date(leap, 2, 29), date(leap, 2, 29)


def _around_term(name: str) -> Days:
    made = solar_term(name)
    return lambda year: (made(year)[0] - DAY, made(year)[1] + DAY)


_COUNTED: Final[Mapping[str, Callable[..., Days]]] = {
    "fixed": fixed,
    "moving": moving,
    "paschal": paschal,
    "span": _span,
    "before": _before,
    "leap": lambda: _leap_day,
    "lunar": lunar,
    "new-year": new_year_days,
}
_NAMED: Final[Mapping[str, Callable[[str], Days]]] = {"term": solar_term, "around-term": _around_term}
