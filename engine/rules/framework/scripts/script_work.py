"""How much work the regex scripts of one prompt may make.

Scripts run on every message, and one of them may match at every letter. What an honest set takes is a hundredth of
the limit; one that was written to hold up the house stops, and texts stay as they are from there on.

RE2 needs a step for each character, or, for a few patterns, as many as the pattern has. Which ones nobody can tell
before; so a search counts as more the larger its pattern is, and one that might take a second is not made at all.
"""

from collections.abc import Callable, Iterable
from typing import Final

from engine.errors import RegexRefused
from engine.rules.regexes.js_regex import Compiled
from engine.rules.regexes.search_time import SearchTime
from engine.values.characters.scripts import RegexScript

MAX_EFFORT: Final = 500_000
"""About as many microseconds of a slow processor."""

_RUN: Final = 4
_CHARACTERS: Final = 500
_READY: Final = 300
_PATTERN: Final = 5
_FOUND: Final = 10
_EXPANDED: Final = 40
_TRIMS: Final = 4
_STEPS: Final = 4_000
"""Steps that count as a microsecond: hardly any pattern needs all of them."""

_FOLLOWING: Final = 32
"""A search behind a match counts as so much less: it seldom goes on to the end of the text."""

Ready = Compiled | RegexRefused


class ScriptWork:
    """The scripts of one prompt at work, ``ready`` to make a regex of what one looks for.

    ``time`` is what those may take that RE2 cannot run.
    """

    def __init__(self, scripts: Iterable[RegexScript], ready: Callable[[str], Ready], time: SearchTime) -> None:
        self.scripts = tuple(scripts)
        self.time = time
        self._ready = ready
        self._made: dict[str, Ready] = {}
        self._left = MAX_EFFORT

    def begins(self, script: RegexScript, text: str) -> bool:
        """Whether a script may still run on ``text``."""
        substituted = _EXPANDED if script.substitute else 0
        return self._takes(_RUN + len(text) // _CHARACTERS + len(script.trim) + substituted)

    def searches(self, regex: Compiled, length: int) -> bool:
        """Whether ``regex`` may be looked for in so many characters."""
        return regex.may_search(length) and self._takes(regex.size * length // _STEPS)

    def finds(self, references: int, trims: int, *, expands: bool) -> bool:
        """Whether one more match may be replaced by a text with ``references``, each without ``trims``."""
        return self._takes(_FOUND + references * (1 + trims // _TRIMS) + (_EXPANDED if expands else 0))

    def goes_on(self, regex: Compiled, left: int) -> bool:
        """Whether ``regex`` may be looked for once more, in the ``left`` bytes behind a match."""
        return self._takes((_FOLLOWING + regex.size) * left // (_FOLLOWING * _STEPS))

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
