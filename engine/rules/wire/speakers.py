"""Keeps a character from speaking for others: its own name before its words goes, and what another would say is cut.

Text comes in pieces of any size. A line's beginning is held back only while it may still become a name.
"""

from collections.abc import Iterable
from typing import Final

_COLONS: Final = (":", "：")
_AROUND: Final = " \t*_[]"
_MARKS: Final = 64  # with so many of these around it nothing is a name any more, and a line is held back no longer


class SpeakerCut:
    """One reply of a character that is called any of ``own``. ``over``: somebody else began; no more is told."""

    def __init__(self, own: Iterable[str], others: Iterable[str]) -> None:
        self._own = frozenset(it.casefold() for it in own if it.strip())
        self._others = frozenset(it.casefold() for it in others if it.strip()) - self._own
        self._longest = max(map(len, (*self._own, *self._others)), default=0) + _MARKS
        self._line: str | None = ""
        self._begun = False
        self.over = False

    def feed(self, text: str) -> str:
        """What of ``text``, and of what was held back, may be told now."""
        return "".join(self._take(piece) for piece in text.splitlines(keepends=True) if not self.over)

    def flush(self) -> str:
        """What is still held back when the reply ends."""
        line, self._line = self._line, None
        return "" if self.over or line is None else line

    def _take(self, piece: str) -> str:
        """A piece of one line; at its end a new one begins."""
        ended = piece.endswith(("\n", "\r"))
        if self._line is None:
            told = piece
        else:
            self._line += piece
            if not ended and len(self._line) <= self._longest and self._may_become_a_name(self._line):
                return ""
            told, self._line = self._told(self._line), None
        if ended and not self.over:
            self._line = ""
        self._begun = self._begun or bool(told.strip())
        return told

    def _told(self, line: str) -> str:
        name, words = _named(line)
        if name in self._others:
            self.over = True
            return ""
        if name in self._own and not self._begun:
            return words
        return line

    def _may_become_a_name(self, line: str) -> bool:
        start = line.lstrip(_AROUND).casefold()
        if any(it in start for it in _COLONS):
            name, words = _named(line)
            return name in self._own and not self._begun and not words.strip()
        return any(
            name.startswith(start) or (start.startswith(name) and not start[len(name) :].strip(_AROUND))
            for name in (*self._own, *self._others)
        )


def _named(line: str) -> tuple[str, str]:
    """The name before a line's first colon, as it is compared, and what stands behind; "" where there is none."""
    at = min((found for it in _COLONS if (found := line.find(it)) >= 0), default=-1)
    if at < 0:
        return "", line
    behind = line[at + 1 :]
    marks = len(behind) - len(behind.lstrip("*_]"))
    opened = line[:at].lstrip()[:1] in ("*", "_", "[")
    return line[:at].strip(_AROUND).casefold(), (behind[marks:] if opened else behind).lstrip(" \t")
