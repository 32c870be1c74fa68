"""When the characters of a circle post on a day, and what about. Pure: the same day always has the same plan."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from engine.rules.attention import draw_of
from engine.rules.recall.timeparse.chinese.words import HOLIDAYS as CHINESE
from engine.rules.recall.timeparse.english.holidays import HOLIDAYS as ENGLISH
from engine.rules.recall.timeparse.holidays import Days
from engine.values.characters.circle_members import CircleMember, PlannedPost, PostFrequency
from engine.values.house.setting_choices import Language

FIRST_HOUR: Final = 9
LAST_HOUR: Final = 22
"""Nobody posts before the one or from the other on, by the clock of the circle."""
RARE_DAYS: Final = 3
"""Who posts rarely posts on one of so many days."""
LATE: Final = timedelta(hours=2)
"""A post that could not be written for so long after its time is left out."""
_A_DAY: Final = {PostFrequency.OFF: 0, PostFrequency.RARE: 1, PostFrequency.DAILY: 1, PostFrequency.OFTEN: 3}
MOST_POSTS: Final = max(_A_DAY.values())
"""Posts of a character on a day."""


def posts_of(member: CircleMember, day: date, zone: ZoneInfo) -> tuple[PlannedPost, ...]:
    """When a character posts on ``day``, in order; each post has a part of the waking day of its own."""
    many = _A_DAY[member.frequency]
    if member.frequency is PostFrequency.RARE and not _is_its_day(member, day):
        return ()
    minutes = (LAST_HOUR - FIRST_HOUR) * 60 // max(1, many)
    return tuple(
        PlannedPost(member.character, _moment(member, day, zone, number, minutes), number) for number in range(many)
    )


def _is_its_day(member: CircleMember, day: date) -> bool:
    period, place = divmod(day.toordinal(), RARE_DAYS)
    return int(_draw(member, period, "day") * RARE_DAYS) == place


def _moment(member: CircleMember, day: date, zone: ZoneInfo, number: int, minutes: int) -> datetime:
    """Within the part of the day that belongs to the post, by the clock on the wall: also when that is moved."""
    minute = FIRST_HOUR * 60 + number * minutes + int(_draw(member, day.toordinal(), number) * minutes)
    return datetime.combine(day, time(minute // 60, minute % 60), zone)


def _draw(member: CircleMember, *parts: str | int) -> float:
    return draw_of(member.channel.space, member.channel.channel, member.character, *parts)


def is_waking(now: datetime, zone: ZoneInfo) -> bool:
    """Whether posts and comments may be written now."""
    return FIRST_HOUR <= now.astimezone(zone).hour < LAST_HOUR


def until_waking(now: datetime, zone: ZoneInfo) -> timedelta:
    """How long it is until that is so."""
    here = now.astimezone(zone)
    day = here.date() + timedelta(days=here.hour >= FIRST_HOUR)
    first = datetime.combine(day, time(FIRST_HOUR), zone)
    return max(first.astimezone(UTC) - now, timedelta())


def subject_of(member: CircleMember, now: datetime, zone: ZoneInfo, language: Language, number: int = 0) -> str:
    """What a post may be about, in words for a prompt: the time, a festival, an interest, what has happened lately."""
    here = now.astimezone(zone)
    lines = [_time(here, language), *_festival(here.date(), language)]
    wanted = [it.strip() for it in member.interests.replace("，", ",").replace("、", ",").split(",") if it.strip()]
    if wanted:
        turn = (here.date().toordinal() + number) % len(wanted)
        lines.append(_LIKES[language].format(it=wanted[turn]))
    if member.tone.strip():
        lines.append(_TONE[language].format(it=member.tone.strip()))
    lines.append(_LATELY[language])
    return "\n".join(lines)


_LIKES: Final = {Language.EN: "Something it likes: {it}", Language.ZH: "喜欢的事：{it}"}
_TONE: Final = {Language.EN: "Tone: {it}", Language.ZH: "语气：{it}"}
_LATELY: Final = {
    Language.EN: "Or what has happened in the last three days",
    Language.ZH: "或者最近三天发生的事",
}
_FESTIVAL: Final = {Language.EN: "Today is {it}", Language.ZH: "今天是{it}"}
_HOURS: Final = (5, 11, 14, 18)
_PARTS: Final = {
    Language.EN: ("night", "morning", "noon", "afternoon", "evening"),
    Language.ZH: ("夜里", "早上", "中午", "下午", "晚上"),
}
_SEASONS: Final = {Language.EN: ("winter", "spring", "summer", "autumn"), Language.ZH: ("冬天", "春天", "夏天", "秋天")}
_WEEKDAYS: Final = {
    Language.EN: ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    Language.ZH: ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}


def _time(here: datetime, language: Language) -> str:
    part = _PARTS[language][bisect_right(_HOURS, here.hour)]
    weekday, season = _WEEKDAYS[language][here.weekday()], _SEASONS[language][here.month % 12 // 3]
    return f"{weekday} {part}, {season}" if language is Language.EN else f"{weekday}{part}，{season}"


def _festival(day: date, language: Language) -> Iterator[str]:
    found = festival(day, language)
    if found:
        yield _FESTIVAL[language].format(it=found)


@lru_cache(maxsize=64)
def festival(day: date, language: Language) -> str:
    """What is celebrated on a day, solar or by the Chinese calendar, by its usual name; "" for nothing."""
    names: Mapping[str, Days] = CHINESE if language is Language.ZH else ENGLISH
    for name, days in names.items():
        try:
            spans = [days(year) for year in (day.year, day.year - 1)]
        except ValueError:  # no such day that year
            continue
        if any(first == last == day for first, last in spans):
            return name if language is Language.ZH else name.title()
    return ""
