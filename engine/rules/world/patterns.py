"""Many regexes looked for in one pass over a text.

RE2 runs many of them at once; one that it cannot run is tried where it finds what that one cannot match without. When
the memory it may use is too small for that it says that nothing matches: a pattern that matches everywhere stands among
them to notice it, and they are tried one by one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import re2  # pyright: ignore[reportMissingTypeStubs] - the package has no types

from engine.rules.regexes.js_regex import Compiled
from engine.rules.regexes.search_time import SearchTime

_RE2: Final = cast("Any", re2)
_TOGETHER: Final = 128
_FAR_TOGETHER: Final = 16
_FAR: Final = re.compile(r"\{(?:\d+,)?(?:[1-9]\d|9)\d*\}", re.ASCII)
"""A count above 8, as in ``.{0,40}``: many of these at once have so many states that each takes less time alone."""

_MEMORY: Final = 4 << 20
_EVERYWHERE: Final = ""


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A regex, its id, and how RE2 writes it; None when it is more than one pattern, or tied to where a text begins."""

    number: int
    regex: Compiled
    text: str | None

    def matches(self, text: bytes, time: SearchTime) -> bool:
        return self.regex.may_search(len(text)) and self.regex.search(text, time)


class Patterns:
    """Regexes by their ids."""

    def __init__(self, patterns: Iterable[tuple[int, Compiled]]) -> None:
        self._by_id = dict(patterns)
        read = [_Pattern(number, regex, regex.together) for number, regex in self._by_id.items()]
        near = [it for it in read if it.text is not None and not _FAR.search(it.regex.source.pattern)]
        far = [it for it in read if it.text is not None and _FAR.search(it.regex.source.pattern)]
        self._alone = [it for it in read if it.text is None]
        self._bundles = [*_bundled(near, _TOGETHER), *_bundled(far, _FAR_TOGETHER)]

    def __bool__(self) -> bool:
        return bool(self._by_id)

    def __contains__(self, number: int) -> bool:
        return number in self._by_id

    def matching(self, text: bytes, time: SearchTime) -> frozenset[int]:
        """The ids of those that match in ``text``; what would take too long in it is not looked for."""
        found = {it.number for it in self._alone if it.matches(text, time)}
        return frozenset(found.union(*(it.matching(text, time) for it in self._bundles)))

    def late(self, number: int, time: SearchTime) -> bool:
        """Whether a regex was stopped because there was no time."""
        return number in self._by_id and self._by_id[number].late(time)

    def start(self, number: int, text: str, time: SearchTime) -> int:
        """At which byte of ``text`` the first match of a regex begins; 0 when it has none."""
        return next((it.start for it in self._by_id[number].find(text, time)), 0)


class _Bundle:
    """Regexes that are looked for together; one by one without a ``together``."""

    def __init__(self, patterns: Sequence[_Pattern], together: Any) -> None:
        self._patterns = patterns
        self._together = together

    def matching(self, text: bytes, time: SearchTime) -> list[int]:
        at_once = self._together and all(it.regex.may_search(len(text)) for it in self._patterns)
        found: list[int] = self._together.Match(text) if at_once else []
        if not found:
            return [it.number for it in self._patterns if it.matches(text, time)]
        seen = [self._patterns[it - 1] for it in found if it]
        return [it.number for it in seen if not it.regex.takes_time or it.matches(text, time)]


def _bundled(patterns: Sequence[_Pattern], size: int) -> Iterator[_Bundle]:
    """At most ``size`` in each bundle, and fewer where so many take too much memory."""
    for at in range(0, len(patterns), size):
        some = patterns[at : at + size]
        together = _together([it.text or "" for it in some])
        if together or len(some) == 1:
            yield _Bundle(some, together)
        else:
            yield from _bundled(some, size // 2)


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
