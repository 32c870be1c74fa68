"""Many plain keys found in one pass over a text.

Texts and keys are searched as their UTF-8 bytes: then no step of the automaton has more than 256 ways to go, whatever
the script, and that is four times as fast on Chinese as to search characters.

The automaton goes through all ends of what it has read so far, so a text of one letter would take it as many steps a
character as the longest key has. It has the beginnings of long keys only; where one is seen, its keys are looked for.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

import ahocorasick  # pyright: ignore[reportMissingTypeStubs] - the package has no types

_WORD: Final = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
"""What belongs to a word in JavaScript: no letter with an accent, no Chinese character."""

_GAP: Final = re.compile(f"[^{re.escape(''.join(_WORD))}]")
_AHOCORASICK: Final = cast("Any", ahocorasick)
_NOBODY: Final = -1
_LONG: Final = 64
"""Bytes of a key that the automaton has."""

_TRIES: Final = 100
"""Places at which a long key that has to stand by itself is looked at."""

Needle = tuple[str, bool]
"""A text, and whether it has to stand by itself."""


@dataclass(frozen=True, slots=True)
class _Key:
    """A key as bytes: its ids by whether it may stand anywhere or has to be alone; -1 where nobody wants that."""

    text: str
    anywhere: int = _NOBODY
    alone: int = _NOBODY


_Found = tuple[_Key | None, tuple[_Key, ...]]
"""The key that ends here, and the longer ones that begin with what ends here."""


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
        keys = [_Key(text, them.get(False, _NOBODY), them.get(True, _NOBODY)) for text, them in ids.items()]
        whole = {it.text: it for it in keys if len(it.text) <= _LONG}
        longer: dict[str, list[_Key]] = {}
        for key in keys:
            if len(key.text) > _LONG:
                longer.setdefault(key.text[:_LONG], []).append(key)
        self._automaton = cast("_Automaton", _AHOCORASICK.Automaton())
        for text in (*whole, *(it for it in longer if it not in whole)):
            self._automaton.add_word(text, (whole.get(text), tuple(longer.get(text, ()))))
        self._any = bool(ids)
        if self._any:
            self._automaton.make_automaton()

    def __bool__(self) -> bool:
        return self._any

    def first(self, text: str) -> dict[int, int]:
        """Where in ``text`` (``as_bytes``) each key that is in it begins for the first time. Only for some keys."""
        seen: dict[int, int] = {}
        begun: set[str] = set()
        for end, (key, longer) in self._automaton.iter(text):
            if key is not None:
                start = end - len(key.text) + 1
                if key.anywhere >= 0 and key.anywhere not in seen:
                    seen[key.anywhere] = start
                if key.alone >= 0 and key.alone not in seen and _stands_alone(text, start, end + 1):
                    seen[key.alone] = start
            if longer and longer[0].text not in begun:
                begun.add(longer[0].text)
                for it in longer:
                    seen.update(_long(it, text, end - _LONG + 1))
        return seen


def _long(key: _Key, text: str, start: int) -> Iterator[tuple[int, int]]:
    """Where a long key stands in ``text`` from ``start`` on, by its ids."""
    at = text.find(key.text, start)
    if at >= 0 and key.anywhere >= 0:
        yield key.anywhere, at
    for _ in range(_TRIES if key.alone >= 0 else 0):
        if at < 0 or _stands_alone(text, at, at + len(key.text)):
            break
        gap = _GAP.search(text, at)  # what stands alone begins behind one
        at = text.find(key.text, gap.end()) if gap else -1
    else:
        return
    if at >= 0:
        yield key.alone, at


def _stands_alone(text: str, start: int, end: int) -> bool:
    return (start == 0 or text[start - 1] not in _WORD) and (end == len(text) or text[end] not in _WORD)
