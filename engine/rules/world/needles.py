"""Many plain keys found in one pass over a text.

Texts and keys are searched as their UTF-8 bytes: then no step of the automaton has more than 256 ways to go, whatever
the script, and that is four times as fast on Chinese as to search characters.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Protocol, cast

import ahocorasick  # pyright: ignore[reportMissingTypeStubs] - the package has no types

_WORD: Final = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
"""What belongs to a word in JavaScript: no letter with an accent, no Chinese character."""

_AHOCORASICK: Final = cast("Any", ahocorasick)
_NOBODY: Final = -1

Needle = tuple[str, bool]
"""A text, and whether it has to stand by itself."""

_Found = tuple[int, int, int]


class _Automaton(Protocol):
    def add_word(self, key: str, value: _Found, /) -> bool: ...
    def make_automaton(self) -> None: ...
    def iter(self, string: str, /) -> Iterator[tuple[int, _Found]]: ...


def as_bytes(text: str) -> str:
    """The UTF-8 bytes of ``text``, a character each."""
    return text if text.isascii() else text.encode(errors="surrogatepass").decode("latin-1")


class Needles:
    """Keys by their ids, compiled. None of them is empty."""

    def __init__(self, needles: Iterable[tuple[Needle, int]]) -> None:
        ids: dict[str, dict[bool, int]] = {}
        for (text, alone), number in needles:
            ids.setdefault(as_bytes(text), {})[alone] = number
        self._automaton = cast("_Automaton", _AHOCORASICK.Automaton())
        for text, by_kind in ids.items():
            found = (by_kind.get(False, _NOBODY), by_kind.get(True, _NOBODY), len(text))
            self._automaton.add_word(text, found)
        self._any = bool(ids)
        if self._any:
            self._automaton.make_automaton()

    def __bool__(self) -> bool:
        return self._any

    def first(self, text: str) -> dict[int, int]:
        """Where in ``text`` (``as_bytes``) each key that is in it begins for the first time. Only for some keys."""
        seen: dict[int, int] = {}
        for end, (anywhere, alone, length) in self._automaton.iter(text):
            if anywhere >= 0 and anywhere not in seen:
                seen[anywhere] = end - length + 1
            if alone >= 0 and alone not in seen and _stands_alone(text, end - length + 1, end + 1):
                seen[alone] = end - length + 1
        return seen


def _stands_alone(text: str, start: int, end: int) -> bool:
    return (start == 0 or text[start - 1] not in _WORD) and (end == len(text) or text[end] not in _WORD)
