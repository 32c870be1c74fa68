"""Many regexes looked for in one pass over a text.

RE2 runs many of them at once. When the memory it may use is too small for that it says that nothing matches: a
pattern that matches everywhere stands among them to notice it, and they are tried one by one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

import re2  # pyright: ignore[reportMissingTypeStubs] - the package has no types

from engine.rules.text.js_regex import Compiled
from engine.rules.text.js_syntax import plain, read_pattern

_RE2: Final = cast("Any", re2)
_TOGETHER: Final = 128
_FAR_TOGETHER: Final = 16
_FAR: Final = re.compile(r"\{(?:\d+,)?(?:[1-9]\d|9)\d*\}", re.ASCII)
"""A count above 8, as in ``.{0,40}``: many of these at once have so many states that each takes less time alone."""

_MEMORY: Final = 4 << 20
_EVERYWHERE: Final = ""

Numbered = tuple[int, Compiled]


class Patterns:
    """Regexes by their ids."""

    def __init__(self, patterns: Iterable[Numbered]) -> None:
        self._by_id = dict(patterns)
        together = [it for it in self._by_id.items() if "y" not in it[1].source.flags]
        far = [it for it in together if _FAR.search(it[1].source.pattern)]
        near = [it for it in together if not _FAR.search(it[1].source.pattern)]
        self._bundles = [*_bundles(near, _TOGETHER), *_bundles(far, _FAR_TOGETHER)]
        self._alone = [it for it in self._by_id.items() if "y" in it[1].source.flags]

    def __bool__(self) -> bool:
        return bool(self._by_id)

    def __contains__(self, number: int) -> bool:
        return number in self._by_id

    def matching(self, text: bytes) -> frozenset[int]:
        """The ids of those that match in ``text``."""
        found = {number for number, regex in self._alone if regex.search(text)}
        return frozenset(found.union(*(it.matching(text) for it in self._bundles)))

    def start(self, number: int, text: str) -> int:
        """At which byte of ``text`` the first match of a regex begins; 0 when it has none."""
        return next((it.start for it in self._by_id[number].find(text)), 0)


def _bundles(patterns: Sequence[Numbered], size: int) -> Iterator["_Bundle"]:
    for at in range(0, len(patterns), size):
        yield _Bundle(patterns[at : at + size])


class _Bundle:
    """Regexes that are looked for together."""

    def __init__(self, patterns: Sequence[Numbered]) -> None:
        self._patterns = patterns
        self._set = _together([_re2_syntax(regex) for _, regex in patterns])

    def matching(self, text: bytes) -> list[int]:
        found: list[int] | None = None if self._set is None else self._set.Match(text)
        if not found:
            return [number for number, regex in self._patterns if regex.search(text)]
        return [self._patterns[it - 1][0] for it in found if it]


def _together(patterns: Sequence[str]) -> Any:
    """A set of RE2 whose first pattern matches everywhere; None when it would take too much memory."""
    options = _RE2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    bundle = _RE2.Set.SearchSet(options)
    try:
        for it in (_EVERYWHERE, *patterns):
            bundle.Add(it)
        bundle.Compile()
    except _RE2.error:
        return None
    return bundle


def _re2_syntax(regex: Compiled) -> str:
    text = plain(read_pattern(regex.source.pattern, regex.source.flags).alternatives)
    return f"(?i){text}" if "i" in regex.source.flags else text
