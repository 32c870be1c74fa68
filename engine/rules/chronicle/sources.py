"""What rows of the chronicle were made from, when they are made of one another."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from engine.values.chats.entries import Range

MOST_RANGES: Final = 24
"""Of a figure that is always there every version would carry hundreds; so the smallest gaps are closed."""


def joined(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """The ranges as few as may be: what overlaps or touches is one, and at most MOST_RANGES are left of a branch."""
    by_branch: dict[int, list[Range]] = {}
    for span in sorted(ranges, key=lambda one: (one.branch, one.from_seq, one.to_seq)):
        runs = by_branch.setdefault(span.branch, [])
        if runs and span.from_seq <= runs[-1].to_seq + 1:
            runs[-1] = Range(span.branch, runs[-1].from_seq, max(runs[-1].to_seq, span.to_seq))
        else:
            runs.append(span)
    return tuple(it for runs in by_branch.values() for it in _fewer(runs))


def _fewer(runs: list[Range]) -> list[Range]:
    if len(runs) <= MOST_RANGES:
        return runs
    gaps = [after.from_seq - before.to_seq for before, after in pairwise(runs)]
    kept = set(sorted(range(len(gaps)), key=lambda at: (-gaps[at], at))[: MOST_RANGES - 1])
    found = [runs[0]]
    for at, run in enumerate(runs[1:]):
        if at in kept:
            found.append(run)
        else:
            found[-1] = Range(run.branch, found[-1].from_seq, run.to_seq)
    return found
