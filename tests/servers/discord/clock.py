"""The server's clock, which a test may move, and ids made from it."""

import datetime as dt
import itertools

from tests import calendar

EPOCH_MS = 1420070400000


class Clock:
    """The server's time, which a test may move, and ids made from it."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._counter = itertools.count()

    def now(self) -> float:
        """Seconds since 1970."""
        return calendar.seconds() + self.ahead

    def snowflake(self, at: float | None = None) -> int:
        """A new id for this time, or now."""
        milliseconds = round((self.now() if at is None else at) * 1000) - EPOCH_MS
        return (milliseconds << 22) | (next(self._counter) & 0x3FFFFF)

    @staticmethod
    def iso(seconds: float) -> str:
        return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat()


def born(snowflake: int) -> float:
    """Seconds since 1970 at which an id was made."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000
