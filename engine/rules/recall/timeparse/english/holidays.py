"""Holidays by their English names: "Christmas Eve", "Labor Day weekend", "last Thanksgiving"."""

from datetime import date, datetime
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY, days, latest
from engine.rules.recall.timeparse.chinese.lunar import lunar, new_year_days
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, future
from engine.rules.recall.timeparse.holidays import Days, fixed, moving, paschal
from engine.values.memory.recall import TimeRange

_MON, _THU, _FRI, _SUN = 0, 3, 4, 6


def _new_years(year: int) -> tuple[date, date]:
    return date(year - 1, 12, 31), date(year, 1, 1)


def _victoria(year: int) -> tuple[date, date]:
    there = date(year, 5, 24)
    return there - DAY * there.weekday(), there - DAY * there.weekday()


def _turn(year: int) -> tuple[date, date]:
    return date(year, 12, 24), date(year + 1, 1, 1)


def _leap_day(year: int) -> tuple[date, date]:
    leap = year - year % 4
    return date(leap, 2, 29), date(leap, 2, 29)


_NAMES: Final[dict[str, Days]] = {
    "christmas|xmas|x-mas|christmas day|xmas day": fixed(12, 25),
    "christmas eve|xmas eve|christmas eve day": fixed(12, 24),
    "boxing day|st stephen day": fixed(12, 26),
    "christmastime|christmas time|christmas break|christmas holidays|xmas break|holiday season|holidays": _turn,
    "new year day|new years day|new year 's day": fixed(1, 1),
    "new year eve|new years eve|nye|new year 's eve": fixed(12, 31),
    "new year|new years": _new_years,
    "valentine|valentine day|valentines|valentines day|v-day": fixed(2, 14),
    "groundhog day": fixed(2, 2),
    "st patrick day|saint patrick day|st patricks day|st paddy day|paddy day|st patty day": fixed(3, 17),
    "women day|international women day": fixed(3, 8),
    "pi day": fixed(3, 14),
    "april fool|april fool day|april fools|april fools day": fixed(4, 1),
    "earth day": fixed(4, 22),
    "may day": fixed(5, 1),
    "cinco de mayo": fixed(5, 5),
    "juneteenth": fixed(6, 19),
    "canada day": fixed(7, 1),
    "fourth of july|4th of july|july fourth|july 4th|independence day": fixed(7, 4),
    "bastille day": fixed(7, 14),
    "halloween|hallowe'en|helloween|halloween day": fixed(10, 31),
    "all saint day|all saints day": fixed(11, 1),
    "bonfire night|guy fawkes night|guy fawkes day|guy fawkes": fixed(11, 5),
    "veteran day|veterans day|remembrance day|armistice day": fixed(11, 11),
    "australia day": fixed(1, 26),
    "leap day": _leap_day,
    "mlk day|martin luther king day|martin luther king jr day": moving(1, _MON, 3),
    "super bowl|superbowl|super bowl sunday|superbowl sunday": moving(2, _SUN, 2),
    "president day|presidents day": moving(2, _MON, 3),
    "mother day|mothers day": moving(5, _SUN, 2),
    "memorial day": moving(5, _MON, -1),
    "victoria day": _victoria,
    "father day|fathers day": moving(6, _SUN, 3),
    "labor day|labour day": moving(9, _MON, 1),
    "columbus day|indigenous peoples day|indigenous people day": moving(10, _MON, 2),
    "thanksgiving|thanksgiving day|turkey day": moving(11, _THU, 4),
    "black friday": moving(11, _THU, 4, 1),
    "cyber monday": moving(11, _THU, 4, 4),
    "mardi gras|shrove tuesday|pancake day|fat tuesday": paschal(-47),
    "ash wednesday": paschal(-46),
    "palm sunday": paschal(-7),
    "holy week": paschal(-7, -1),
    "maundy thursday": paschal(-3),
    "good friday": paschal(-2),
    "easter|easter sunday|easter day": paschal(0),
    "easter monday": paschal(1),
    "easter eve|holy saturday": paschal(-1),
    "pentecost|whitsun": paschal(49),
    "chinese new year|lunar new year|spring festival": new_year_days(0, 0),
    "chinese new year eve|lunar new year eve": new_year_days(-1, -1),
    "mid-autumn festival|mid - autumn festival|moon festival": lunar(8, 15),
    "dragon boat festival": lunar(5, 5),
    "lantern festival": lunar(1, 15),
    "ides of march": fixed(3, 15),
    "summer break|summer vacation|summer holidays": lambda year: (
        date(year, 6, 15),
        date(year, 8, 31),
    ),
    "spring break": lambda year: (date(year, 3, 8), date(year, 4, 7)),
}


def _by_first() -> dict[str, list[tuple[tuple[str, ...], Days]]]:
    found: dict[str, list[tuple[tuple[str, ...], Days]]] = {}
    for names, made in _NAMES.items():
        for name in names.split("|"):
            words = tuple(name.split())
            found.setdefault(words[0], []).append((words, made))
    for rows in found.values():
        rows.sort(key=lambda row: -len(row[0]))
    return found


_BY_FIRST: Final = _by_first()
_SILENT: Final = frozenset({"'s", "'", ".", "-"})
FIRST_WORDS: Final = frozenset(_BY_FIRST)


def bare_word(word: str) -> str:
    """The word without the mark of a possessive."""
    return word[:-2] if word.endswith("'s") else word


def _match(tokens: Tokens, index: int) -> tuple[Days, int] | None:
    for words, made in _BY_FIRST.get(bare_word(tokens[index].word), ()):
        there = index + 1
        for word in words[1:]:
            while tokens[there].word in _SILENT and tokens[there].word != word:
                there += 1
            if bare_word(tokens[there].word) != word:
                break
            there += 1
        else:
            return made, there
    return None


def holiday(tokens: Tokens, index: int) -> TimePiece | None:
    """A holiday: of its year, of the year around it, or the latest that has begun."""
    return _piece(tokens, index, index, 0, Stance.OPEN)


def named(tokens: Tokens, index: int, this: int, last: int) -> TimePiece | None:
    """ "Last Christmas", "this Easter"; ``last`` is the token of the holiday's first word."""
    if this > 0:
        found = _match(tokens, last)
        return future(index, found[1], EnglishGrain.DAY) if found else None
    past = tokens[last - 1].word == "past"
    return _piece(tokens, index, last, this + past, Stance.PAST if this < 0 else Stance.THIS)


def _piece(tokens: Tokens, first: int, index: int, this: int, stance: Stance) -> TimePiece | None:
    found = _match(tokens, index)
    if found is None:
        return None
    made, last = found
    more = tokens[last].word
    if more in ("weekend", "week", "wknd"):
        made, last = _widened(made, more == "week"), last + 1
    if tokens[last].word == "before" and tokens[last + 1].word == "last":
        return TimePiece(first, last + 2, EnglishGrain.DAY, _place(made, -2), Stance.PAST)
    return TimePiece(first, last, EnglishGrain.DAY, _place(made, this), stance)


_REST: Final = 14  # "last Christmas" is not the one of the past two weeks


def _place(made: Days, this: int) -> Place:
    def whole(year: int, now: datetime) -> TimeRange:
        first, last = made(year)
        return days(first, last, now)

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if within is not None and within.start is not None:
            return whole(within.start.year, now)
        found = latest(lambda year: whole(year, now), now - DAY * _REST if this < 0 else now)
        return whole(found.start.year - 1, now) if this < -1 and found.start is not None else found

    return place


def _widened(made: Days, whole_week: bool) -> Days:
    def wide(year: int) -> tuple[date, date]:
        first, last = made(year)
        if whole_week:
            return first - DAY * first.weekday(), first + DAY * (6 - first.weekday())
        if first.weekday() in (_MON, 1):
            return first - DAY * (first.weekday() + 2), last
        saturday = first + DAY * (5 - first.weekday())
        return min(first, saturday) if first.weekday() >= _THU else saturday, saturday + DAY * (
            1 + (made(year)[0] == first and first.weekday() == _SUN and last > first)
        )

    return wide
