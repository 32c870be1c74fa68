"""How much work the regexes of one book may make before they are first looked for.

To make a regex ready takes longer than to look for it: a thousand take a fifth of a second, once. A book that was
written to hold up the house is cut off, and what is beyond says so.
"""

from typing import Final, NoReturn

from engine.errors import RegexRefused
from engine.rules.regexes.js_regex import Compiled, JsRegex, compile_js, parse_key

MAX_EFFORT: Final = 150_000
"""What all regexes of a book may take, each about five microseconds of a slow processor."""

_EACH: Final = 20
_CHARACTERS: Final = 2
_STEPS: Final = 5
_TOO_LARGE: Final = 6_000
"""What it takes to find out that a pattern is too large."""


class Effort:
    """Makes the regexes of one book ready. A text that comes again is not read again."""

    def __init__(self) -> None:
        self._spent = 0
        self._read: dict[str, JsRegex | None] = {}

    def read(self, text: str) -> JsRegex | None:
        """The regex that a key is, or None when it is plain text. Raises RegexRefused when there are too many."""
        if not text.startswith("/") or "/" not in text[1:]:
            return None
        if text not in self._read:
            self._spend(text)
            self._read[text] = parse_key(text)
        return self._read[text]

    def compile(self, regex: JsRegex) -> Compiled:
        """The regex ready for use. Raises RegexRefused."""
        if self._spent >= MAX_EFFORT:
            _refuse()
        try:
            compiled = compile_js(regex.pattern, regex.flags)
        except RegexRefused as refused:
            self._spent += _TOO_LARGE if refused.data["reason"] == "size" else 0
            raise
        self._spent += compiled.effort // _STEPS
        return compiled

    def bare(self, pattern: str, flags: str) -> JsRegex:
        """A key that is a regex without slashes. Raises RegexRefused when there are too many."""
        name = f"{flags} {pattern}"
        if name not in self._read:
            self._spend(pattern)
            self._read[name] = JsRegex(pattern, flags)
        return JsRegex(pattern, flags)

    def _spend(self, text: str) -> None:
        effort = _EACH + len(text) // _CHARACTERS
        if self._spent + effort > MAX_EFFORT:
            _refuse()
        self._spent += effort


def _refuse() -> NoReturn:
    raise RegexRefused(reason="many", detail="")
