"""A stretch of time told in few lines: something from every part of it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.values.memory.memories import MemoryCandidate

_LONG: Final = 60
"""Words from which on a message does not count as saying more."""


def evenly(candidates: Sequence[MemoryCandidate], count: int) -> list[MemoryCandidate]:
    """At most ``count`` of ``candidates``, which are in time order: from each part of the row what says most."""
    if len(candidates) <= count:
        return list(candidates)
    edges = [len(candidates) * part // count for part in range(count + 1)]
    return [max(candidates[start:end], key=lambda it: min(it.words, _LONG)) for start, end in pairwise(edges)]
