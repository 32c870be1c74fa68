"""Whether everything that is written unasked comes once, when it was planned, and not long after that."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from engine.rules.circle.planning import LATE, posts_of
from engine.values.characters.circle_members import CircleMember, PostFrequency
from engine.values.ids import ChannelKey
from tests.life.people import Cast

MEMBERS: Final = "SELECT space_id, channel_id, character_id, frequency FROM circle_member"
UNPUNCTUAL: Final = """
SELECT why, begins, ends, written_at FROM first_plan
WHERE state = 'written' AND NOT written_at BETWEEN begins AND ends
"""
WRITTEN_FIRST: Final = "SELECT count(*) AS many FROM first_plan WHERE state = 'written'"
_AT_ONCE: Final = timedelta(minutes=5)


def moments(cast: Cast, member: CircleMember) -> list[datetime]:
    """When a character is to post while a life lasts."""
    planned = (it.at for day in range(cast.days) for it in posts_of(member, cast.day(day), cast.zone))
    return sorted(it for it in planned if cast.begin < it < cast.end)


def member_of(row: Any) -> CircleMember:
    """A character of the circle, as its row says."""
    key = ChannelKey(row["space_id"], row["channel_id"])
    return CircleMember(key, row["character_id"], "", PostFrequency(row["frequency"]))


def unpunctual(cast: Cast, planned: Sequence[datetime], written: Sequence[datetime], wrong: int) -> list[str]:
    """The posts of one character that were not planned, or late by more than they may be, and those that never came.

    ``wrong``: so often the clock of the house went wrong, which may leave a post out.
    """
    ahead, found = sorted(planned), list[str]()
    missing: list[datetime] = []
    for at in sorted(written):
        while ahead and at - ahead[0] > LATE:
            missing.append(ahead.pop(0))
        if ahead and ahead[0] <= at:
            ahead.pop(0)
        else:
            found.append(f"a post at {at} that was not planned, or twice")
    missing += ahead
    lost = [it for it in missing if not _is_off(cast, it)]
    return [*found, *(f"no post at {it}" for it in lost if len(lost) > wrong)]


def _is_off(cast: Cast, at: datetime) -> bool:
    return cast.out is not None and cast.out[0] - _AT_ONCE <= at < cast.out[1]
