"""What people read, in their language: Fluent messages from ``config/locales/{language}/*.ftl``."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import structlog
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import Pattern

from engine.errors import OmoideError
from engine.values.turns import Notice

FOLDER: Final = Path(__file__).parents[1] / "config/locales"
LANGUAGES: Final = ("en", "zh")

_log = structlog.get_logger(__name__)
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_STEPS: Final = (
    (_MINUTE, 1, "time-now"),
    (_HOUR, _MINUTE, "time-minutes"),
    (_DAY, _HOUR, "time-hours"),
    (45 * _DAY, _DAY, "time-days"),
    (365 * _DAY, 30 * _DAY, "time-months"),
)


class Speech:
    """Every message in every language. A language is read when somebody first speaks it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._bundles: dict[str, FluentBundle] = {}

    def speaker(self, language: str) -> "Speaker":
        """Who says things in ``language``; English where we do not speak it."""
        known = language if language in LANGUAGES else LANGUAGES[0]
        if known not in self._bundles:
            self._bundles[known] = _read(self._folder / known, known)
        return Speaker(known, self._bundles[known], self)


class Speaker:
    """Says things in one language. Never raises: a missing message is shown by its id and logged."""

    def __init__(self, language: str, bundle: FluentBundle, speech: Speech) -> None:
        self.language = language
        self._bundle = bundle
        self._speech = speech

    def to(self, language: str) -> "Speaker":
        """The same in another language."""
        return self._speech.speaker(language)

    def knows(self, message: str) -> bool:
        """Whether there are words for ``message``."""
        return self._pattern(message) is not None

    def say(self, message: str, /, **data: object) -> str:
        """The text of ``message`` filled with ``data``."""
        pattern = self._pattern(message)
        if pattern is None:
            _log.error("message missing", message=message, language=self.language, action="add it to config/locales")
            return message
        text, faults = self._bundle.format_pattern(pattern, {name: _datum(value) for name, value in data.items()})
        if faults:
            _log.error("message has holes", message=message, language=self.language, faults=[str(f) for f in faults])
        return str(text)

    def _pattern(self, message: str) -> Pattern | None:
        return self._bundle.get_message(message).value if self._bundle.has_message(message) else None

    def error(self, error: OmoideError) -> str:
        """What happened and what to do."""
        return self.say(error.message, **error.data)

    def notice(self, notice: Notice) -> str:
        """One line that is no reply."""
        data: Mapping[str, Any] = notice.data
        return self.say(notice.message, **data)

    def ago(self, moment: datetime, now: datetime) -> str:
        """How long before ``now`` something was: "3 days ago"."""
        seconds = max(0.0, (now - moment).total_seconds())
        for below, unit, message in _STEPS:
            if seconds < below:
                return self.say(message, count=int(seconds // unit))
        return self.say("time-years", count=int(seconds // (365 * _DAY)))


def _read(folder: Path, language: str) -> FluentBundle:
    # Isolation marks are invisible on a web page and boxes in a terminal.
    bundle = FluentBundle([language], use_isolating=False)
    for file in sorted(folder.glob("*.ftl")):
        bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return bundle


def _datum(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float | datetime):
        return str(value)
    return value
