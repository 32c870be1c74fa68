"""Points in time as chat files write them, in all their dialects."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Final

from engine.values.documents import Json

_MONTHS: Final[Mapping[str, int]] = MappingProxyType(
    {
        name: number
        for number, name in enumerate(
            ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1
        )
    }
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = datetime(3000, 1, 1, tzinfo=UTC)
_FIRST_MILLISECONDS = 100_000_000_000  # as milliseconds this is 1973; any smaller number counts seconds
_LONGEST = 64
_WORDS = re.compile(
    r"(?P<month>[a-z]{3})[a-z]*\.? (?P<day>\d{1,2}), ?(?P<year>\d{4}),? "
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?: ?(?P<half>[ap])\.?m\.?)?",
    re.ASCII | re.IGNORECASE,
)
_MARKS = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2}) ?@ ?"
    r"(?P<hour>\d{1,2})h ?(?P<minute>\d{1,2})m ?(?P<second>\d{1,2})s(?: ?(?P<thousandths>\d{1,3})ms)?",
    re.ASCII | re.IGNORECASE,
)
_NUMBER = re.compile(r"\d{1,16}(?:\.\d{1,9})?", re.ASCII)


def read_date(value: Json) -> datetime | None:
    """Return the point in time, in UTC, or None when ``value`` is none between 1970 and 3000.

    Known are: milliseconds or seconds since 1970, as number or text; ``June 19, 2023 2:20pm``;
    ``2024-6-5 @14h 56m 50s 682ms`` and the same without spaces; ISO 8601. Without a zone it is taken as UTC: files
    do not say in which zone they were written.
    """
    try:
        when = _read(value)
    except (ValueError, OverflowError, KeyError):
        return None
    return when if when and _EPOCH < when < _LATEST else None


def write_date(when: datetime) -> str:
    """Return ISO 8601 in UTC with milliseconds, which every version of SillyTavern reads."""
    return f"{when.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03}Z"


def _read(value: Json) -> datetime | None:
    if isinstance(value, bool) or value is None or isinstance(value, list | dict):
        return None
    if not isinstance(value, str):
        return _since_epoch(value)
    text = value.strip()
    if not text or len(text) > _LONGEST:
        return None
    if text[10:11] != "T":
        if _NUMBER.fullmatch(text):
            return _since_epoch(float(text) if "." in text else int(text))
        if match := _MARKS.fullmatch(text) or _WORDS.fullmatch(text):
            return _from_parts(match.groupdict())
    when = datetime.fromisoformat(text)
    return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)


def _since_epoch(number: float) -> datetime:
    if number < _FIRST_MILLISECONDS:
        return _EPOCH + timedelta(seconds=number)
    return _EPOCH + timedelta(milliseconds=number)


def _from_parts(parts: dict[str, str | None]) -> datetime:
    month, hour = parts["month"] or "", int(parts["hour"] or 0)
    half = parts.get("half")
    if half:
        hour = hour % 12 + (12 if half in "pP" else 0)
    return datetime(
        year=int(parts["year"] or 0),
        month=int(month) if month.isdecimal() else _MONTHS[month.lower()],
        day=int(parts["day"] or 0),
        hour=hour,
        minute=int(parts["minute"] or 0),
        second=int(parts["second"] or 0),
        microsecond=1000 * int(parts.get("thousandths") or 0),
        tzinfo=UTC,
    )
