"""What RE2 cannot do: looking around anywhere, and referring back. It runs on ``regex``, which tries one way after
another.

RE2 looks first, for a looser pattern that matches wherever this one does: most texts hold nothing of the kind, and that
is known in a time in proportion to the text. Only then ``regex`` is asked, for as long as there is time.
"""

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from engine.errors import RegexRefused
from engine.rules.regexes.js_linear import Found, folded, linear
from engine.rules.regexes.js_syntax import Read
from engine.rules.regexes.search_time import SearchTime

MAX_WEIGHT: Final = 5_000
"""Nodes of a compiled pattern: to make it ready takes a few microseconds for each."""

_EACH_NODE: Final = 12
"""Steps of RE2 that take as long to make ready as a node."""

_COMMON: Final = re.compile(r"\\x\{([0-9A-F]+)\}|\\z|\\b|\\B|\(\?m:[$^]\)")
_WORD: Final = "[0-9A-Z_a-z]"
_ENDS: Final = r"[\n\r\u2028\u2029]"
_OTHERWISE: Final = {
    r"\z": r"\Z",
    r"\b": f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    r"\B": f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
    "(?m:^)": rf"(?:\A|(?<={_ENDS}))",
    "(?m:$)": rf"(?=\Z|{_ENDS})",
}


class Backtracking:
    """A regex for the second engine. ``together``: what RE2 finds wherever this matches, and elsewhere too."""

    def __init__(self, read: Read, pattern: str, flags: str) -> None:
        """Raises ``RegexRefused`` where it would be too large."""
        weight = read.weight()
        if weight > MAX_WEIGHT:
            raise RegexRefused(reason="size", detail="")
        loose = read.loose()
        self._name = (pattern, flags)
        self._loose = linear(loose, flags)
        self._text = _COMMON.sub(_written, read.full())
        self.together = folded(loose, flags)
        self.size = self._loose.programsize + weight
        self.effort = self._loose.programsize + weight * _EACH_NODE

    def finder(self, data: bytes, time: SearchTime) -> Callable[[int], Found | None]:
        """Finds the first match that begins at a byte or later; None, too, when time is out. To be asked in order."""
        if self._loose.search(data) is None:
            return lambda at: None  # noqa: ARG005 - wherever one looks
        first, places = self._first, _Places(data)

        def find(at: int, seconds: float) -> Found | None:
            match = first(places.text, places.characters(at), timeout=seconds)
            return None if match is None else (*places.bytes(*match.span()), (match[0], *match.groups()))

        return lambda at: time.spent(self._name, lambda seconds: find(at, seconds))

    @cached_property
    def _first(self) -> Any:
        """What finds the first match. To make it ready takes half a millisecond, and most are never asked for."""
        import regex  # noqa: PLC0415 - it takes 2 MB, and most houses never need it

        folding = regex.IGNORECASE if "i" in self._name[1] else 0
        compiled: Any = regex.compile(self._text, folding, cache_pattern=False)
        return compiled.match if "y" in self._name[1] else compiled.search


class _Places:
    """A text in bytes and in characters. Where one is known, the next is counted from there."""

    def __init__(self, data: bytes) -> None:
        self.text = data.decode()
        self._data = data
        self._same = len(self.text) == len(data)
        self._byte = 0
        self._character = 0

    def characters(self, byte: int) -> int:
        """How many characters stand before a byte, which is not before the last one that was asked about."""
        if self._same:
            return byte
        self._character += len(self._data[self._byte : byte].decode())
        self._byte = byte
        return self._character

    def bytes(self, start: int, end: int) -> tuple[int, int]:
        """The bytes of characters behind those that were counted last."""
        if self._same:
            return start, end
        first = self._byte + len(self.text[self._character : start].encode())
        return first, first + len(self.text[start:end].encode())


def _written(match: re.Match[str]) -> str:
    """How the second engine writes what RE2 writes otherwise."""
    return f"\\U{int(match[1], 16):08X}" if match[1] else _OTHERWISE[match[0]]
