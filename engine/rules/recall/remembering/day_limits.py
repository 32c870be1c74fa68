"""What work in the background may take of a day, and where the day ends."""

from datetime import UTC, datetime, time, timedelta, tzinfo


def day_began(now: datetime, zone: tzinfo) -> datetime:
    """The first instant of the local day of ``now`` (aware)."""
    return datetime.combine(now.astimezone(zone).date(), time(), zone)


def until_tomorrow(now: datetime, zone: tzinfo) -> timedelta:
    """How long the local day of ``now`` (aware) lasts."""
    tomorrow = now.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time(), zone) - now.astimezone(UTC)  # in one zone it would be the wall clock's


def affordable(tokens: int, used: int, limit: int) -> bool:
    """Whether a call of about ``tokens`` fits where ``used`` of ``limit`` are gone today.

    The first call of a day may be larger than what is allowed, or a small limit would never allow any.
    """
    return limit > 0 and (used + tokens <= limit or used == 0)
