"""The sections of a reply that are not said: ``<mem>…</mem>``, ``<websearch>…</websearch>``, also while it still grows.

Letters match in either case. A tag in a fence of code, or right behind a backtick, is text. Sections may follow one
another and stand in one another; each has its own text. What ends a section ends those in it; what ends none is left
out. A section that does not end goes on to the end of the reply.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.rules.text.seams import TextSeam

_BLANKS: Final = "[ \\t]{0,2}"
_FENCE: Final = 3
_FURTHEST: Final = 3
"""Blanks before a fence."""
_CANDIDATE: Final = re.compile(r"[<`~]")


class SectionKind(StrEnum):
    """What a section of a reply is about."""

    MEM = "mem"
    WEBSEARCH = "websearch"


@dataclass(frozen=True, slots=True)
class ReplySection:
    """A section: its text without white space around it."""

    kind: SectionKind
    text: str


@dataclass(frozen=True, slots=True)
class Sectioned:
    """A finished reply: what people see of it, and its sections in the order in which they began.

    A reply that is nothing but sections is seen as their texts.
    """

    visible: str
    sections: tuple[ReplySection, ...] = ()


@dataclass(slots=True)
class _Open:
    """A section whose text still grows."""

    kind: SectionKind
    pieces: list[str]


def _begun() -> re.Pattern[str]:
    """An expression for the beginning of a tag at the end of a text."""
    names = "|".join(f"{it[:length]}" for it in SectionKind for length in range(1, len(it) + 1))
    return re.compile(rf"<{_BLANKS}(?:/{_BLANKS})?(?:(?:{names}){_BLANKS})?\Z", re.IGNORECASE | re.ASCII)


_TAG: Final = re.compile(
    rf"<{_BLANKS}(?P<end>/?){_BLANKS}(?P<kind>{'|'.join(SectionKind)}){_BLANKS}>", re.IGNORECASE | re.ASCII
)
_BEGUN: Final = _begun()


class SectionReader:
    """Reads the sections off a growing reply. Text that may still become a tag waits, so half a tag is never shown.

    However the text is cut, the end is the same, and what was visible only ever grows.
    """

    def __init__(self) -> None:
        self._visible = ""
        self._pending = ""
        self._seam = TextSeam()
        self._line = ""
        self._previous = ""
        self._fence = ""
        self._open: list[_Open] = []
        self._found: list[_Open] = []

    def feed(self, text: str) -> str:
        """Take the next piece and return everything that is visible so far."""
        self._run(text, final=False)
        return self._visible

    @property
    def waiting(self) -> int:
        """So many characters at the end of what was fed may still become a tag."""
        return len(self._pending)

    def finish(self) -> Sectioned:
        """Return the whole: nothing waits any more. Nothing may be fed afterwards."""
        self._run("", final=True)
        self._visible += self._seam.finish()
        sections = tuple(ReplySection(it.kind, "".join(it.pieces).strip()) for it in self._found)
        if self._found and not self._visible.strip():
            self._visible = "\n\n".join(it.text for it in sections if it.text)
        return Sectioned(self._visible, tuple(it for it in sections if it.text))

    def _run(self, text: str, *, final: bool) -> None:
        text = self._pending + text
        place = 0
        while match := _CANDIDATE.search(text, place):
            self._take(text[place : match.start()])
            place = match.start()
            step = self._tag(text, place, final) if match[0] == "<" else self._mark(text, place, final)
            if step == 0:
                break
            place += step
        else:
            self._take(text[place:])
            place = len(text)
        self._pending = text[place:]

    def _tag(self, text: str, place: int, final: bool) -> int:
        """Take what begins with ``<``: so many characters, 0 where more text decides it."""
        if not final and _BEGUN.match(text, place):
            return 0
        found = _TAG.match(text, place)
        if found is None or (not self._open and (self._fence or self._previous == "`")):
            self._take("<")
            return 1
        kind = SectionKind(found["kind"].lower())
        if found["end"]:
            self._close(kind)
        else:
            self._begin(kind)
        self._pass(found[0])
        return len(found[0])

    def _mark(self, text: str, place: int, final: bool) -> int:
        """Take the signs that a fence is made of: all that stand here, 0 where more text decides it."""
        sign = text[place]
        begins = not self._open and len(self._line) <= _FURTHEST and not self._line.strip(" ")
        if not begins:
            self._take(sign)
            return 1
        run = text[place : place + _FENCE]
        if len(run) < _FENCE and run == sign * len(run) and not final:
            return 0
        if run != sign * _FENCE:
            self._take(sign)
            return 1
        if not self._fence or self._fence == sign:
            self._fence = "" if self._fence else sign
        self._take(run)
        return _FENCE

    def _begin(self, kind: SectionKind) -> None:
        if not self._open:
            self._seam.remove()
        section = _Open(kind, [])
        self._open.append(section)
        self._found.append(section)

    def _close(self, kind: SectionKind) -> None:
        """End the innermost section of this kind and what stands in it."""
        kinds = [it.kind for it in self._open]
        if kind in kinds:
            del self._open[len(kinds) - 1 - kinds[::-1].index(kind) :]
        elif not self._open:
            self._seam.remove()

    def _take(self, text: str) -> None:
        """Text that is no tag."""
        if not text:
            return
        if self._open:
            self._open[-1].pieces.append(text)
        else:
            self._visible += self._seam.show(text)
        self._pass(text)

    def _pass(self, text: str) -> None:
        """Know what stands before the next character: right there, and on its line as far in as a fence may be."""
        line = text if "\n" not in text else text[text.rfind("\n") + 1 :]
        self._line = (line if "\n" in text else self._line + line)[: _FURTHEST + 1]
        self._previous = text[-1]
