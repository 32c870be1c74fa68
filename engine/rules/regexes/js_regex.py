"""JavaScript's regexes, as cards, presets and world books write them, on two engines.

RE2 takes time in proportion to the text, whatever the pattern is, so that nobody's regex can stop the daemon. What it
cannot do (looking around, referring back, some properties, more than a thousand repetitions) runs on an engine that
tries one way after another, for as long as there is time (SearchTime). What neither can do as JavaScript is refused
with a reason for the person who brought it.

Differences that are left: on RE2 only ``\\n`` ends a line under ``m``; a group inside a repeated group keeps what it
held in an earlier round, and a round may be empty; ``.`` takes a whole character above U+FFFF where JavaScript without
``u`` takes its halves.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from engine.errors import RegexRefused
from engine.rules.regexes.js_backtracking import Backtracking
from engine.rules.regexes.js_linear import Linear, next_character
from engine.rules.regexes.js_syntax import Read, read_pattern
from engine.rules.regexes.search_time import SearchTime

MAX_SEARCH: Final = 100_000_000
"""Steps that one search may take at worst, which is each step of the pattern at each character: half a second."""

_FLAGS: Final = frozenset("dgimsuvy")
_FOR_THE_OTHER: Final = frozenset({"lookaround", "backreference", "property", "repeat"})
"""What of a pattern RE2 cannot do, and the other engine may."""
_KEY: Final = re.compile(r"/(.+?)/([gimsuy]*)", re.DOTALL)
_BARE_SLASH: Final = re.compile(r"(?:^|[^\\])/")
_SCRIPT: Final = re.compile("(/?)([^\n\r\u2028\u2029]+)\\1([a-zA-Z]*)")
_SCRIPT_FLAGS: Final = frozenset("gmixXsuUAJ")
_REFERENCE: Final = re.compile(r"\$(?:([$&`'])|(\d\d?)|<([^>]*)>)", re.ASCII)


@dataclass(frozen=True, slots=True)
class JsRegex:
    """A regex as it was written: what stands between the slashes, and the flags after them."""

    pattern: str
    flags: str = ""


@dataclass(frozen=True, slots=True)
class RegexMatch:
    """One match in ``text``. ``groups``: the whole match, then each group; None where a group took no part."""

    text: bytes
    start: int
    end: int
    groups: tuple[str | None, ...]
    names: Mapping[str, int]

    def before(self) -> str:
        """The text in front of the match."""
        return self.text[: self.start].decode()

    def after(self) -> str:
        """The text behind the match."""
        return self.text[self.end :].decode()


@dataclass(frozen=True, slots=True)
class Compiled:
    """A regex ready for use. Texts are UTF-8; what is no character of Unicode counts as ``?``."""

    source: JsRegex
    _names: Mapping[str, int]
    _engine: Linear | Backtracking = field(repr=False)

    @property
    def size(self) -> int:
        """The steps of the compiled pattern."""
        return self._engine.size

    @property
    def effort(self) -> int:
        """What it took to make it ready, in steps."""
        return self._engine.effort

    def may_search(self, length: int) -> bool:
        """Whether a search in so many characters ends in time, even if RE2 has to go over it step by step."""
        return self.size * length <= MAX_SEARCH

    @property
    def together(self) -> str | None:
        """The pattern as RE2 can search it among others; None when one plain search of RE2 does not help.

        Where ``takes_time``, it only says in which texts it is worth to look.
        """
        return self._engine.together

    @property
    def takes_time(self) -> bool:
        """Whether it runs on the engine that is stopped by time."""
        return isinstance(self._engine, Backtracking)

    def late(self, time: SearchTime) -> bool:
        """Whether it was stopped because there was no time."""
        return time.stopped((self.source.pattern, self.source.flags))

    def search(self, text: bytes | str, time: SearchTime | None = None) -> bool:
        """Whether it matches anywhere in ``text``; with the flag ``y``, at its beginning. Not where time is out."""
        data = text if isinstance(text, bytes) else text.encode(errors="replace")
        return self._engine.finder(data, time or SearchTime())(0) is not None

    def find(self, text: str, time: SearchTime | None = None) -> Iterator[RegexMatch]:
        """Its matches in ``text``, as JavaScript's ``replace`` finds them: all with the flag ``g``, else the first.

        There may be more when it is ``late`` then.
        """
        data = text.encode(errors="replace")
        first = self._engine.finder(data, time or SearchTime())
        at = 0
        while at <= len(data) and (found := first(at)):
            start, end, groups = found
            yield RegexMatch(data, start, end, groups, self._names)
            if "g" not in self.source.flags:
                return
            at = end if end > start else next_character(data, end)

    def sub(self, text: str, replacement: str) -> str:
        """``text`` with its matches replaced: ``$1 $<name> $& $$ $` $'`` stand for what they do in JavaScript."""
        return self.replace(text, lambda found: fill(replacement, found))

    def replace(
        self,
        text: str,
        value: Callable[[RegexMatch], str | None],
        limit: int | None = None,
        time: SearchTime | None = None,
    ) -> str:
        """``text`` with each match replaced by its value.

        ``text`` itself when it would be longer than ``limit``, a match has no value, or time is out.
        """
        time = time or SearchTime()
        pieces: list[str] = []
        at = size = 0
        for found in self.find(text, time):
            new = value(found)
            if new is None:
                return text
            pieces += (found.text[at : found.start].decode(), new)
            size += len(pieces[-2]) + len(pieces[-1])
            at = found.end
            if limit is not None and size > limit:
                return text
        if not pieces or self.late(time):
            return text
        pieces.append(text.encode(errors="replace")[at:].decode())
        return text if limit is not None and size + len(pieces[-1]) > limit else "".join(pieces)


def parse_key(text: str) -> JsRegex | None:
    """The regex that a key of a world book is, or None when it is plain text, as are keys with a wrong regex."""
    match = _KEY.fullmatch(text)
    if match is None or _BARE_SLASH.search(match[1]):
        return None
    regex = JsRegex(match[1], match[2])
    return regex if _is_valid(regex) else None


def parse_script(text: str) -> JsRegex | None:
    """The regex of a script: ``/…/flags`` or a bare pattern; None when it is none in JavaScript."""
    match = _SCRIPT.search(text)
    if match is None:
        return None
    flags = match[3]
    if flags and (len(set(flags)) < len(flags) or not _SCRIPT_FLAGS.issuperset(flags)):
        return JsRegex(text)
    return JsRegex(match[2], flags)


@lru_cache(maxsize=256)
def compile_js(pattern: str, flags: str = "") -> Compiled:
    """A regex ready for use. Raises ``RegexRefused`` when it is none, too large, or more than both engines can do."""
    if len(set(flags)) < len(flags) or not _FLAGS.issuperset(flags) or {"u", "v"} <= set(flags):
        raise RegexRefused(reason="flags", detail=flags[:20])
    read = read_pattern(pattern, flags)
    return Compiled(JsRegex(pattern, flags), read.names, _engine(read, pattern, flags))


def _engine(read: Read, pattern: str, flags: str) -> Linear | Backtracking:
    try:
        return Linear(read, flags)
    except RegexRefused as refused:
        if refused.data["reason"] not in _FOR_THE_OTHER:
            raise
    return Backtracking(read, pattern, flags)


def fill(replacement: str, found: RegexMatch) -> str:
    """What ``replacement`` stands for at one match. What names no group stays as it is."""
    return _REFERENCE.sub(lambda reference: _referred(reference, found), replacement)


def _is_valid(regex: JsRegex) -> bool:
    try:
        compile_js(regex.pattern, regex.flags)
    except RegexRefused as refused:
        return refused.data["reason"] not in ("syntax", "flags")
    return True


def _referred(reference: re.Match[str], found: RegexMatch) -> str:
    sign, number, name = reference.groups()
    if sign:
        return {"$": "$", "&": found.groups[0] or "", "`": found.before(), "'": found.after()}[sign]
    if number:
        return _numbered(number, found, reference[0])
    if not found.names:
        return reference[0]
    return found.groups[found.names[name]] or "" if name in found.names else ""


def _numbered(number: str, found: RegexMatch, written: str) -> str:
    """``$12`` is the twelfth group where there is one, else the first and a 2."""
    for digits, rest in ((number, ""), (number[:1], number[1:])):
        if 0 < int(digits) < len(found.groups):
            return (found.groups[int(digits)] or "") + rest
    return written
