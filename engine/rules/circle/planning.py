"""When the characters of a circle post on a day. Pure: the same day always has the same plan."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.rules.attention import draw_of
from engine.values.characters.circle_members import CircleMember, PlannedPost, PostFrequency

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


def around(usual: timedelta, *parts: str | int) -> timedelta:
    """Three quarters of so long to twice as long, the same for the same parts: nobody reads on the minute."""
    return usual * (0.75 + 1.25 * draw_of(*parts))


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
