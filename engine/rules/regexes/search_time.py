"""How long the regexes of one prompt may take together that RE2 cannot run.

Nobody can tell before how many steps such a regex takes: a few need more than there are seconds. So each is stopped by
time, and this is the one place of the rules in which the clock has a say. What a prompt usually takes is a hundredth.
"""

from collections.abc import Callable
from time import thread_time
from typing import Final, TypeVar

TOGETHER: Final = 0.05
"""Seconds of the processor for all of them."""

EACH: Final = 0.025
"""Seconds for one search."""

GROWING: Final = 0.25
"""Seconds for all readings of a reply while it grows; what is read when it is whole has time of its own."""

_Found = TypeVar("_Found")
_Regex = tuple[str, str]
"""A pattern and its flags."""


class SearchTime:
    """What is left of the time. A regex that was stopped once is not looked for again, nor is any when no time is left.

    ``late`` takes the names of what did nothing because of that, for people.
    """

    def __init__(self, seconds: float = TOGETHER, late: dict[str, None] | None = None) -> None:
        self._left = seconds
        self._stopped: set[_Regex] = set()
        self.late = {} if late is None else late

    def stopped(self, regex: _Regex) -> bool:
        """Whether a regex was stopped."""
        return regex in self._stopped

    def spent(self, regex: _Regex, look: Callable[[float], _Found]) -> _Found | None:
        """What ``look`` finds, given how many seconds it may take; None when that is not enough.

        ``look`` raises TimeoutError then.
        """
        if regex in self._stopped or self._left <= 0:
            self._stopped.add(regex)
            return None
        started = thread_time()
        try:
            return look(min(EACH, self._left))
        except TimeoutError:
            self._stopped.add(regex)
            return None
        finally:
            self._left -= thread_time() - started
