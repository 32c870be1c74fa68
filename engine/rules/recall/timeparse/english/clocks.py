"""Clock times: "at 3pm", "half past nine", "between 2 and 4", "2 in the morning"."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY, around, midnight
from engine.rules.recall.timeparse.english.counts import REACH
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, skip
from engine.rules.recall.timeparse.english.tokens import Token
from engine.rules.recall.timeparse.english.words import TokenKind, words
from engine.values.memory.recall import TimeRange

_SOLE: Final = words("at around about since before after by till until from")


def clock(tokens: Tokens, index: int) -> TimePiece | None:
    """A clock time in digits: 9:30, 3pm, 8 o'clock."""
    token = tokens[index]
    read = _read(token)
    if read is None:
        return None
    hour, minute, sure = read
    sole = sure or tokens[index - 1].word in _SOLE
    stance = Stance.OPEN if sole else Stance.INNER
    return TimePiece(index, index + 1, EnglishGrain.CLOCK, clock_place(hour, minute, sure), stance)


def _read(token: Token) -> tuple[int, int, bool] | None:
    digits = [
        int(part)
        for part in token.word.replace(".", ":").replace("am", "").replace("pm", "").split(":")
        if part.strip().isdecimal()
    ]
    half = "p" if "p" in token.word else "a" if "a" in token.word else ""
    if not digits:
        digits = [int("".join(sign for sign in token.word if sign.isdecimal()))]
    hour, minute = digits[0], digits[1] if len(digits) > 1 else 0
    if (half and not 1 <= hour <= 12) or hour > 24 or minute > 59:
        return None
    if half:
        return hour % 12 + (12 if half == "p" else 0), minute, True
    return hour, minute, hour > 12 or token.word.startswith("0")


def clock_place(hour: int, minute: int, sure: bool) -> Place:
    """A moment of a day. An unsure hour may be in either half of the day."""

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        offered = (hour,) if sure or hour > 12 else (hour, (hour + 12) % 24)
        if within is None or within.start is None:
            return _latest(offered, minute, now)
        return _inside(within, offered, minute, sure, now)

    return place


def _moments(day: date, offered: tuple[int, ...], minute: int, now: datetime) -> list[datetime]:
    return [midnight(day, now) + timedelta(hours=hour, minutes=minute) for hour in offered]


def _latest(offered: tuple[int, ...], minute: int, now: datetime) -> TimeRange | None:
    found = [at for back in (0, 1) for at in _moments(now.date() - DAY * back, offered, minute, now) if at <= now]
    return around(max(found), REACH) if found else None


def _inside(within: TimeRange, offered: tuple[int, ...], minute: int, sure: bool, now: datetime) -> TimeRange | None:
    if within.start is None or within.end is None:
        return None
    first, last = within.start.date(), (within.end - timedelta(minutes=1)).date()
    if last - first > DAY:
        return None
    waking = (
        [hour for hour in offered if 7 <= hour <= 18] if first == last and not sure and within.start.hour == 0 else []
    )
    found = [at for day in (first, last) for at in _moments(day, tuple(waking) or offered, minute, now)]
    slack = timedelta(hours=5)
    inside = [at for at in found if within.holds(at)] or [
        at for at in found if within.start - slack <= at < within.end + slack
    ]
    return around(inside[0], REACH) if inside else None


_TO: Final = frozenset({"to", "-", "–", "until", "till", "and", "through"})


def clock_range(tokens: Tokens, index: int) -> TimePiece | None:
    """ "3 to 5pm", "9-11", "2 and 4": a stretch of hours of a day."""
    first, last = tokens[index], tokens[index + 2]
    link = tokens[index + 1].word
    if link not in _TO or (link == "and" and tokens[index - 1].word != "between"):
        return None
    loose = first.kind is TokenKind.NUMBER and last.kind is TokenKind.NUMBER
    if loose and tokens[index - 1].word not in ("from", "between"):
        return None
    begin, end = _hour_of(first), _hour_of(last)
    if begin is None or end is None:
        return None
    sure = begin[2] or end[2]
    if end[2] and not begin[2]:
        begin = (begin[0] + 12 if begin[0] < 12 and begin[0] + 12 <= end[0] else begin[0], begin[1], True)

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        one, two = clock_place(*begin)(within, now), clock_place(end[0], end[1], end[2] or begin[2])(within, now)
        return _between(one, two)

    stance = Stance.OPEN if sure else Stance.INNER
    return TimePiece(index, index + 3, EnglishGrain.CLOCK, place, stance)


def _between(one: TimeRange | None, two: TimeRange | None) -> TimeRange | None:
    if one is None or two is None or one.start is None or two.end is None:
        return None
    reach = timedelta(minutes=REACH)
    begin, end = one.start + reach, two.end - reach
    while end <= begin:
        end += timedelta(hours=12)
    while end - begin > DAY:
        begin += DAY
    return TimeRange(begin, end)


def _hour_of(token: Token) -> tuple[int, int, bool] | None:
    if token.kind is TokenKind.CLOCK:
        return _read(token)
    return (token.value, 0, False) if _is_hour(token) else None


_PAST_WORDS: Final[dict[str, Callable[[int], int]]] = {"past": lambda minutes: minutes, "to": lambda minutes: -minutes}


def spoken_clock(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Half past nine", "quarter to five", and the bare hour of "at nine", "at 9 in the morning"."""
    token = tokens[index]
    minutes = 30 if token.word == "half" else 15 if token.word == "quarter" else token.value
    side = _PAST_WORDS.get(tokens[index + 1].word)
    hour = tokens[index + 2]
    if token.word == "half" and _is_hour(tokens[index + 1]) and tokens[index - 1].word in ("at", "around", "about"):
        return TimePiece(index, index + 2, EnglishGrain.CLOCK, clock_place(tokens[index + 1].value, 30, False))
    if side is None or not _is_hour(hour) or not 0 < minutes < 60 or (side(1) < 0 and token.word == "half"):
        return _bare_hour(tokens, index)
    total = hour.value * 60 + side(minutes)
    stance = Stance.OPEN if token.kind is not TokenKind.NUMBER else Stance.INNER
    last = skip(tokens, index + 3, frozenset({"o'clock"}))
    return TimePiece(index, last, EnglishGrain.CLOCK, clock_place(total // 60 % 24, total % 60, False), stance)


def _is_hour(token: Token) -> bool:
    return token.kind is TokenKind.NUMBER and 1 <= token.value <= 12


def _bare_hour(tokens: Tokens, index: int) -> TimePiece | None:
    token = tokens[index]
    if tokens[index + 1].word == "o'clock" and _is_hour(token):
        return TimePiece(index, index + 2, EnglishGrain.CLOCK, clock_place(token.value, 0, False))
    sure = (
        tokens[index + 1].word == "in" and tokens[index + 2].word == "the" and tokens[index + 3].kind is TokenKind.PART
    )
    if not _is_hour(token) or not (
        sure or tokens[index - 1].word in ("at", "around", "about", "before", "after", "til", "till", "until")
    ):
        return None
    return TimePiece(index, index + 1, EnglishGrain.CLOCK, clock_place(token.value, 0, False), Stance.INNER)
