"""Macros for the time, the date, and how long ago something was."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

from engine.rules.macros.calls import Macro, MacroCall, MacroScene
from engine.rules.macros.durations import humanized, relative
from engine.rules.macros.moments import moment_text
from engine.values.house.setting_choices import Language

_OFFSET: Final = re.compile(r"(?:UTC)?([+-]\d{1,4})", re.IGNORECASE | re.ASCII)
_MOST_MINUTES: Final = 23 * 60 + 59
_HOURS_UP_TO: Final = 15
_FORMATS: Final = (
    *("%B %d, %Y", "%B %d, %Y %I:%M %p", "%Y年%m月%d日", "%Y年%m月%d日 %H:%M", "%m/%d/%Y", "%Y/%m/%d"),
    *("%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S", "%m/%d/%Y %I:%M %p", "%b %d, %Y"),
)
_CLOCKS: Final = ("%I:%M %p", "%H:%M", "%H:%M:%S")


def _formatted(pattern: str) -> Macro:
    return Macro(lambda _, scene: moment_text(scene.context.now, pattern, scene.context.language))


def _time(call: MacroCall, scene: MacroScene) -> str:
    """The time here, or so many hours (from 16 on: minutes) from Greenwich."""
    context = scene.context
    match = _OFFSET.fullmatch(call.arguments[0].strip()) if call.arguments else None
    now = context.now
    if match:
        count = int(match[1])
        minutes = count * 60 if abs(count) <= _HOURS_UP_TO else count
        if abs(minutes) <= _MOST_MINUTES:
            now = now.astimezone(timezone(timedelta(minutes=minutes)))
    return moment_text(now, "LT", context.language)


def _date_time(call: MacroCall, scene: MacroScene) -> str:
    return moment_text(scene.context.now, call.arguments[0], scene.context.language)


def _idle(_: MacroCall, scene: MacroScene) -> str:
    idle, language = scene.context.idle, scene.context.language
    if idle is None:
        return "刚刚" if language is Language.ZH else "just now"
    return humanized(idle, language)


def _difference(call: MacroCall, scene: MacroScene) -> str | None:
    left, right = (_instant(argument.strip(), scene.context.now) for argument in call.arguments)
    if left is None or right is None:
        return None
    return relative(left - right, scene.context.language)


def _instant(text: str, now: datetime) -> datetime | None:
    """A time as macros or people write it; one without a zone is meant here, one without a date today."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = _parsed(text, now)
    if found is None:
        return None
    try:
        return (found if found.tzinfo else found.replace(tzinfo=now.tzinfo)).astimezone(UTC)
    except OverflowError:
        return None


def _parsed(text: str, now: datetime) -> datetime | None:
    for pattern in (*_FORMATS, *_CLOCKS):
        try:
            found = datetime.strptime(text, pattern)  # noqa: DTZ007 - the caller gives it its zone
        except ValueError:
            continue
        return found if pattern in _FORMATS else datetime.combine(now.date(), found.time())
    return None


TIMES: Final[Mapping[str, Macro]] = {
    "time": Macro(_time, most=1),
    "time_utc": Macro(_time, least=1, most=1),
    "date": _formatted("LL"),
    "weekday": _formatted("dddd"),
    "isotime": _formatted("HH:mm"),
    "isodate": _formatted("YYYY-MM-DD"),
    "datetimeformat": Macro(_date_time, least=1, most=1),
    "idle_duration": Macro(_idle),
    "idleduration": Macro(_idle),
    "timediff": Macro(_difference, least=2, most=2),
}
