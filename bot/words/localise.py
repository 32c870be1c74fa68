"""What people read, in their language: Fluent messages from ``config/locales/{language}/*.ftl``."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import structlog
from babel.dates import get_timezone_location
from fluent.runtime import FluentBundle
from fluent.runtime.resolver import Pattern

from bot.words.long_data import shortened, whole
from bot.words.marking import marked, names_commands, unmarked
from bot.words.messages import pattern_of, texts_of
from bot.words.spacing import SEAM, seamed, spaced
from engine.errors import OmoideError
from engine.values.chats.notices import SECONDS_AGO, Notice

FOLDER: Final = Path(__file__).parents[2] / "config/locales"
LANGUAGES: Final = ("en", "zh")
_UNSPACED: Final = frozenset({"zh"})
"""Languages written without spaces, in which what is inserted from another script gets them."""

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
    """Every message in every language. A language is read when somebody first speaks it.

    ``latin`` writes the commands of a text by their English names, with marks around its data. ``platform`` is where it
    is read, "" where nobody knows: each text may choose its words by that, as ``$platform``.
    """

    def __init__(self, folder: Path = FOLDER, latin: Callable[[str], str] | None = None, platform: str = "") -> None:
        self._folder = folder
        self.platform = platform
        self._words: dict[str, _Words] = {}
        self.latin = latin

    def in_latin(self, latin: Callable[[str], str]) -> "Speech":
        """The same where commands have to be typed by their English names, in whichever language people read."""
        return self._other(latin, self.platform)

    def on(self, platform: str) -> "Speech":
        """The same with the words of a platform."""
        return self._other(self.latin, platform)

    def _other(self, latin: Callable[[str], str] | None, platform: str) -> "Speech":
        other = Speech(self._folder, latin, platform)
        other._words = self._words
        return other

    def speaker(self, language: str) -> "Speaker":
        """Who says things in ``language``; English where we do not speak it."""
        known = language if language in LANGUAGES else LANGUAGES[0]
        if known not in self._words:
            self._words[known] = _Words(self._folder / known, known)
        return Speaker(known, self._words[known], self)


class _Words:
    """The messages of a language."""

    def __init__(self, folder: Path, language: str) -> None:
        # Isolation marks are invisible on a web page and boxes in a terminal.
        self.bundle = FluentBundle([language], use_isolating=False)
        self._seams = language in _UNSPACED
        self._texts: dict[str, str] = {}
        self._patterns: dict[str, Pattern | None] = {}
        self._marked: dict[str, Any] = {}
        for file in sorted(folder.glob("*.ftl")):
            self._texts |= texts_of(file.read_text(encoding="utf-8"))

    def pattern(self, message: str) -> Pattern | None:
        """What ``message`` says; None where there is no such message."""
        if message not in self._patterns:
            found = pattern_of(text) if (text := self._texts.get(message)) is not None else None
            self._patterns[message] = seamed(found) if self._seams else found
        return self._patterns[message]

    def marked(self, message: str, pattern: Pattern) -> Pattern | None:
        """``pattern`` with marks around its data; None where it can name no command."""
        if message not in self._marked:
            self._marked[message] = marked(pattern) if names_commands(pattern) else None
        return self._marked[message]


class Speaker:
    """Says things in one language. Never raises: a missing message is shown by its id and logged.

    ``kept`` takes out of a text, with marks around its data, what is not for whoever reads it.
    """

    def __init__(self, language: str, words: _Words, speech: Speech, kept: Callable[[str], str] | None = None) -> None:
        self.language = language
        self._words = words
        self._speech = speech
        self._kept = kept

    @property
    def platform(self) -> str:
        """Where this is read, "" if unknown."""
        return self._speech.platform

    @property
    def typed(self) -> str:
        """The language in which commands are typed where this is read."""
        return LANGUAGES[0] if self._speech.latin else self.language

    def types(self, name: str) -> bool:
        """Whether a command can be typed by this name where this is read."""
        return name.isascii() or not self._speech.latin

    def to(self, language: str) -> "Speaker":
        """The same in another language."""
        other = self._speech.speaker(language)
        return other.keeping(self._kept) if self._kept else other

    def keeping(self, kept: Callable[[str], str]) -> "Speaker":
        """The same for somebody to whom not everything is said."""
        return Speaker(self.language, self._words, self._speech, kept)

    def knows(self, message: str) -> bool:
        """Whether there are words for ``message``."""
        return self._words.pattern(message) is not None

    def say(self, message: str, /, **data: object) -> str:
        """The text of ``message`` filled with ``data``."""
        pattern = self._words.pattern(message)
        if pattern is None:
            _log.error("message missing", message=message, language=self.language, action="add it to config/locales")
            return message
        latin, kept = self._speech.latin, self._kept
        apart = self._words.marked(message, pattern) if latin or kept else None
        aside: list[str] = []
        filled = {name: _datum(value, aside) for name, value in {"platform": self._speech.platform, **data}.items()}
        formatted, faults = self._words.bundle.format_pattern(apart or pattern, filled)
        text = spaced(str(formatted))
        if apart is not None:
            text = latin(text) if latin else text
            text = kept(text) if kept else unmarked(text)
        if faults:
            _log.error("message has holes", message=message, language=self.language, faults=[str(f) for f in faults])
        return whole(text, aside)

    def error(self, error: OmoideError, **instead: object) -> str:
        """What happened and what to do, with ``instead`` in place of some of its data."""
        label = error.data.get("label")
        called = {"label": self.say(str(label))} if label else {}
        return self.say(error.message, **{**error.data, **called, **instead})

    def notice(self, notice: Notice) -> str:
        """One line that is no reply. Data that are a list become an enumeration, a notice among them what it says."""
        data: dict[str, Any] = {name: self._within(it) for name, it in notice.data.items()}
        if SECONDS_AGO in data:
            data = {**data, "ago": self.past(data[SECONDS_AGO])}
        return self.say(notice.message, **data)

    def _within(self, datum: Any) -> Any:
        if isinstance(datum, Notice):
            return self.notice(datum)
        return self.say("list-comma").join(datum) if isinstance(datum, list | tuple) else datum

    def city(self, zone: str) -> str:
        """The place that a time zone is called after, in this language: "New York"."""
        return get_timezone_location(zone, locale=self.language, return_city=True).rpartition("/")[2]

    def ago(self, moment: datetime, now: datetime) -> str:
        """How long before ``now`` something was: "3 days ago"."""
        return self.past((now - moment).total_seconds())

    def past(self, seconds: float) -> str:
        """So many seconds ago: "3 days ago"."""
        seconds = max(0.0, seconds)
        for below, unit, message in _STEPS:
            if seconds < below:
                return self.say(message, count=int(seconds // unit))
        return self.say("time-years", count=int(seconds // (365 * _DAY)))


def _datum(value: object, aside: list[str]) -> object:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float | datetime):
        return shortened(str(value).replace(SEAM, ""), aside)
    return value
