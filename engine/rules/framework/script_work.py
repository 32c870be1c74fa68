"""How much work the regex scripts of one prompt may make.

Scripts run on every message, and one of them may match at every letter. What an honest set takes is a hundredth of
the limit; one that was written to hold up the house stops, and texts stay as they are from there on.
"""

from collections.abc import Callable, Iterable
from typing import Final

from engine.errors import RegexRefused
from engine.rules.text.js_regex import Compiled
from engine.values.scripts import RegexScript

MAX_EFFORT: Final = 500_000
"""About as many microseconds of a slow processor."""

_RUN: Final = 4
_CHARACTERS: Final = 500
_READY: Final = 300
_PATTERN: Final = 5
_FOUND: Final = 10
_EXPANDED: Final = 40
_TRIMS: Final = 4

Ready = Compiled | RegexRefused


class ScriptWork:
    """The scripts of one prompt at work, ``ready`` to make a regex of what one looks for."""

    def __init__(self, scripts: Iterable[RegexScript], ready: Callable[[str], Ready]) -> None:
        self.scripts = tuple(scripts)
        self._ready = ready
        self._made: dict[str, Ready] = {}
        self._left = MAX_EFFORT

    def begins(self, script: RegexScript, text: str) -> bool:
        """Whether a script may still run on ``text``."""
        substituted = _EXPANDED if script.substitute else 0
        return self._takes(_RUN + len(text) // _CHARACTERS + len(script.trim) + substituted)

    def finds(self, references: int, trims: int, *, expands: bool) -> bool:
        """Whether one more match may be replaced by a text with ``references``, each without ``trims``."""
        return self._takes(_FOUND + references * (1 + trims // _TRIMS) + (_EXPANDED if expands else 0))

    def ready(self, find: str) -> Ready | None:
        """The regex ready for use, or why it is refused; None when it would be too much work."""
        if find not in self._made:
            if not self._takes(_READY + len(find) // _PATTERN):
                return None
            self._made[find] = self._ready(find)
        return self._made[find]

    def _takes(self, effort: int) -> bool:
        self._left -= effort
        return self._left >= 0
