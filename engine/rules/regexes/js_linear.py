"""A regex on RE2: it takes time in proportion to the text, whatever the pattern is."""

from collections.abc import Callable
from typing import Any, Final, Protocol, cast

import re2  # pyright: ignore[reportMissingTypeStubs] - the package has no types

from engine.errors import RegexRefused
from engine.rules.regexes.js_looks import program_of
from engine.rules.regexes.js_syntax import Read
from engine.rules.regexes.search_time import SearchTime

MAX_PROGRAM: Final = 20_000
"""Steps of a compiled pattern."""

_RE2: Final = cast("Any", re2)
_MEMORY: Final = 1 << 20

Found = tuple[int, int, tuple[str | None, ...]]
"""From which byte to which one a match lies; it, and what each of its groups has, None where that took no part."""


class _LinearMatch(Protocol):
    """A match of RE2's."""

    def span(self, group: int = 0) -> tuple[int, int]:
        """From which byte to which one; (-1, -1) where the group took no part."""
        ...


class _LinearRegex(Protocol):
    """A regex of RE2's."""

    @property
    def programsize(self) -> int:
        """Its steps."""
        ...

    def search(self, text: bytes, pos: int = 0) -> _LinearMatch | None:
        """The first match that begins there or later."""
        ...

    def match(self, text: bytes, pos: int = 0) -> _LinearMatch | None:
        """The match that begins just there."""
        ...


class Linear:
    """A regex that RE2 can run. ``together``: how it is searched among others; None where that does not decide it."""

    def __init__(self, read: Read, flags: str) -> None:
        """Raises ``RegexRefused`` where it is too large, or more than RE2 can do."""
        self._program = program_of(read)
        self._sticky = "y" in flags
        self._first = linear(self._program.first, flags) if self._program.first else None
        self._later = linear(self._program.later, flags)
        self.size = self._later.programsize + (self._first.programsize if self._first else 0)
        self.effort = self.size
        alone = self._sticky or self._first or self._program.wholes != (0,) or "\\B" in self._program.later
        self.together = None if alone else folded(self._program.later, flags)

    def finder(self, data: bytes, time: SearchTime) -> Callable[[int], Found | None]:  # noqa: ARG002 - the other engine needs it
        """Finds the first match that begins at a byte or later."""
        return lambda at: self._found(data, self._match(data, at))

    def _found(self, data: bytes, match: _LinearMatch | None) -> Found | None:
        if match is None:
            return None
        whole = next(span for span in map(match.span, self._program.wholes) if span[0] >= 0)
        spans = (whole, *map(match.span, self._program.groups))
        return (*whole, tuple(data[start:end].decode() if start >= 0 else None for start, end in spans))

    def _match(self, data: bytes, at: int) -> _LinearMatch | None:
        """The first match that begins at ``at`` or later, which is where JavaScript finds it."""
        match = self._first.match(data) if self._first and at == 0 else None
        if match is not None:
            return match
        begin = _back(data, at, self._program.behind)
        if self._sticky:
            return self._later.match(data, begin) if begin >= 0 else None
        match = self._later.search(data, max(0, begin))
        while match and inside_character(data, match.span()[0]):  # RE2 finds \B between the bytes of a character
            match = self._later.search(data, next_character(data, match.span()[0]))
        return match


def linear(pattern: str, flags: str) -> _LinearRegex:
    """RE2's regex. Raises ``RegexRefused`` where it would be too large."""
    options = _RE2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    try:
        regex = cast("_LinearRegex", _RE2.compile(folded(pattern, flags), options))
    except _RE2.error as error:
        reason = "property" if "character class" in str(error) else "size"
        raise RegexRefused(reason=reason, detail="") from error
    if regex.programsize > MAX_PROGRAM:
        raise RegexRefused(reason="size", detail="")
    return regex


def folded(pattern: str, flags: str) -> str:
    """A pattern as RE2 takes it where letter case may be ignored."""
    return f"(?i){pattern}" if "i" in flags else pattern


def _back(data: bytes, at: int, characters: int) -> int:
    """The place ``characters`` before ``at``; -1 when there are not so many."""
    for _ in range(characters):
        at -= 1
        while inside_character(data, at):
            at -= 1
        if at < 0:
            return -1
    return at


def inside_character(data: bytes, at: int) -> bool:
    """Whether a byte goes on with a character."""
    return 0 < at < len(data) and data[at] & 0xC0 == 0x80


def next_character(data: bytes, at: int) -> int:
    """Where the character behind the one at a byte begins."""
    at += 1
    while inside_character(data, at):
        at += 1
    return at
