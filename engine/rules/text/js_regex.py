"""JavaScript's regexes, as cards, presets and world books write them, on RE2.

RE2 takes time in proportion to the text, whatever the pattern is, so that nobody's regex can stop the daemon. What it
cannot do, or not exactly as JavaScript, is refused with a reason for the person who brought it.

Differences that are left: under ``m`` only ``\\n`` ends a line; a group inside a repeated group keeps what it held in
an earlier round; ``.`` takes a whole character above U+FFFF where JavaScript without ``u`` takes its halves.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Protocol, cast

import re2  # pyright: ignore[reportMissingTypeStubs] - the package has no types

from engine.errors import RegexRefused
from engine.rules.text.js_looks import RegexProgram, program_of
from engine.rules.text.js_syntax import read_pattern

MAX_PROGRAM: Final = 20_000
"""Steps of a compiled pattern."""

MAX_SEARCH: Final = 100_000_000
"""Steps that one search may take at worst, which is each step of the pattern at each character: half a second."""

_RE2: Final = cast("Any", re2)
_MEMORY: Final = 1 << 20
_FLAGS: Final = frozenset("dgimsuvy")
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


class _Match(Protocol):
    def span(self, group: int = 0) -> tuple[int, int]: ...


class _Regex(Protocol):
    @property
    def programsize(self) -> int: ...

    def search(self, text: bytes, pos: int = 0) -> _Match | None: ...
    def match(self, text: bytes, pos: int = 0) -> _Match | None: ...


@dataclass(frozen=True, slots=True)
class Compiled:
    """A regex ready for use. Texts are UTF-8; what is no character of Unicode counts as ``?``."""

    source: JsRegex
    _names: Mapping[str, int]
    _program: RegexProgram = field(repr=False)
    _later: _Regex = field(repr=False)
    _first: _Regex | None = field(repr=False)

    @property
    def size(self) -> int:
        """The steps of the compiled pattern."""
        return self._later.programsize + (self._first.programsize if self._first else 0)

    def may_search(self, length: int) -> bool:
        """Whether a search in so many characters ends in time, even if RE2 has to go over it step by step."""
        return self.size * length <= MAX_SEARCH

    @property
    def together(self) -> str | None:
        """The pattern as RE2 can search it among others; None when one plain search of RE2 does not decide it."""
        pattern = self._program.later
        if "y" in self.source.flags or self._first or self._program.wholes != (0,) or "\\B" in pattern:
            return None
        return f"(?i){pattern}" if "i" in self.source.flags else pattern

    def search(self, text: bytes | str) -> bool:
        """Whether it matches anywhere in ``text``; with the flag ``y``, at its beginning."""
        data = text if isinstance(text, bytes) else text.encode(errors="replace")
        return self._match(data, 0) is not None

    def find(self, text: str) -> Iterator[RegexMatch]:
        """Its matches in ``text``, as JavaScript's ``replace`` finds them: all with the flag ``g``, else the first."""
        data = text.encode(errors="replace")
        at = 0
        while at <= len(data) and (match := self._match(data, at)):
            found = self._found(data, match)
            yield found
            if "g" not in self.source.flags:
                return
            at = found.end if found.end > found.start else _next_character(data, found.end)

    def sub(self, text: str, replacement: str) -> str:
        """``text`` with its matches replaced: ``$1 $<name> $& $$ $` $'`` stand for what they do in JavaScript."""
        return self.replace(text, lambda found: fill(replacement, found))

    def replace(self, text: str, value: Callable[[RegexMatch], str | None], limit: int | None = None) -> str:
        """``text`` with each match replaced by its value.

        ``text`` itself when it would be longer than ``limit``, or a match has no value.
        """
        pieces: list[str] = []
        at = size = 0
        for found in self.find(text):
            new = value(found)
            if new is None:
                return text
            pieces += (found.text[at : found.start].decode(), new)
            size += len(pieces[-2]) + len(pieces[-1])
            at = found.end
            if limit is not None and size > limit:
                return text
        if not pieces:
            return text
        pieces.append(text.encode(errors="replace")[at:].decode())
        return text if limit is not None and size + len(pieces[-1]) > limit else "".join(pieces)

    def _match(self, data: bytes, at: int) -> _Match | None:
        """The first match that begins at ``at`` or later, which is where JavaScript finds it."""
        match = self._first.match(data) if self._first and at == 0 else None
        if match is not None:
            return match
        begin = _back(data, at, self._program.behind)
        if "y" in self.source.flags:
            return self._later.match(data, begin) if begin >= 0 else None
        match = self._later.search(data, max(0, begin))
        while match and _inside_character(data, match.span()[0]):  # RE2 finds \B between the bytes of a character
            match = self._later.search(data, _next_character(data, match.span()[0]))
        return match

    def _found(self, data: bytes, match: _Match) -> RegexMatch:
        whole = next(span for span in map(match.span, self._program.wholes) if span[0] >= 0)
        spans = [whole, *map(match.span, self._program.groups)]
        groups = tuple(data[start:end].decode() if start >= 0 else None for start, end in spans)
        return RegexMatch(data, *whole, groups, self._names)


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
    """A regex ready for use. Raises ``RegexRefused`` when it is none, too large, or more than RE2 can do."""
    if len(set(flags)) < len(flags) or not _FLAGS.issuperset(flags) or {"u", "v"} <= set(flags):
        raise RegexRefused(reason="flags", detail=flags[:20])
    read = read_pattern(pattern, flags)
    program = program_of(read)
    first = _compiled(program.first, flags) if program.first else None
    return Compiled(JsRegex(pattern, flags), read.names, program, _compiled(program.later, flags), first)


def fill(replacement: str, found: RegexMatch) -> str:
    """What ``replacement`` stands for at one match. What names no group stays as it is."""
    return _REFERENCE.sub(lambda reference: _referred(reference, found), replacement)


def _is_valid(regex: JsRegex) -> bool:
    try:
        compile_js(regex.pattern, regex.flags)
    except RegexRefused as refused:
        return refused.data["reason"] not in ("syntax", "flags")
    return True


def _compiled(pattern: str, flags: str) -> _Regex:
    options = _RE2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    try:
        regex = cast("_Regex", _RE2.compile(f"(?i){pattern}" if "i" in flags else pattern, options))
    except _RE2.error as error:
        reason = "property" if "character class" in str(error) else "size"
        raise RegexRefused(reason=reason, detail="") from error
    if regex.programsize > MAX_PROGRAM:
        raise RegexRefused(reason="size", detail="")
    return regex


def _back(data: bytes, at: int, characters: int) -> int:
    """The place ``characters`` before ``at``; -1 when there are not so many."""
    for _ in range(characters):
        at -= 1
        while _inside_character(data, at):
            at -= 1
        if at < 0:
            return -1
    return at


def _inside_character(data: bytes, at: int) -> bool:
    return 0 < at < len(data) and data[at] & 0xC0 == 0x80


def _next_character(data: bytes, at: int) -> int:
    at += 1
    while _inside_character(data, at):
        at += 1
    return at


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
