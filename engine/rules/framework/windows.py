"""Which stretch of the history is proposed for a prompt.

The front of a prompt should stay the same from turn to turn, because that is what a model's cache keeps. So the window
does not slide: its start is chosen among the lines of the first quarter (of a small prompt, half) that could go, and
the line that crosses the roundest seq wins. As the talk grows, that choice stays for many turns and then jumps. Nothing
has to be remembered for it, and it is the same after a restart, on a fork, and however much of the history was loaded.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.values.entries import Status
from engine.values.prompts import HistoryLine

_SPOKEN = frozenset({Status.COMPLETE, Status.INTERRUPTED})

QUARTER: Final = 4
HALF: Final = 2
SMALL_PROMPT: Final = 16_000
"""Tokens. Below it the window jumps by halves: there a jump costs little memory and a cache miss much of the bill."""


def share_for(limit: int) -> int:
    """Which part of the room, as a divisor, may go at once in a prompt of at most ``limit`` tokens."""
    return HALF if limit < SMALL_PROMPT else QUARTER


def is_spoken(line: HistoryLine) -> bool:
    """Whether a line is something somebody said; errors and "(no reply)" are not."""
    return line.status in _SPOKEN and bool(line.text.strip())


def spoken(lines: Iterable[HistoryLine]) -> tuple[HistoryLine, ...]:
    """The lines that a model may read: said, and not hidden from it."""
    return tuple(line for line in lines if not line.hidden and is_spoken(line))


def propose(
    lines: Sequence[HistoryLine], history_limit: int, *, whole: bool, characters: int = 0
) -> tuple[HistoryLine, ...]:
    """The newest lines, at most ``history_limit`` of them (0 = no limit) and at least three quarters of that.

    ``whole`` says that no older line was left unloaded; otherwise the limit is at most what was loaded. What is then
    longer than ``characters`` (0 = no limit) is cut once more.
    """
    room = history_limit or len(lines)
    start = cut([line.seq for line in lines], [1] * len(lines), room, whole=whole)
    rest = lines[start:]
    if characters:
        rest = rest[cut([line.seq for line in rest], [len(line.text) for line in rest], characters) :]
    return tuple(rest)


def cut(
    seqs: Sequence[int], weights: Sequence[int], room: int, *, whole: bool = True, share: int = QUARTER, least: int = 0
) -> int:
    """The index of the first line kept, so that the weights from there on are at most ``room``.

    ``seqs`` ascend. When something has to go, at most another ``share``-th of the room goes with it, and ``least``
    stays if the room holds it.
    """
    total = sum(weights)
    if whole and total <= room:
        return 0
    full = min(room, total)
    first, rest = 0, total
    while first < len(seqs) and rest > full:
        rest -= weights[first]
        first += 1
    if not whole and first == 0 and len(seqs) > 1:  # what came before the first line is unknown
        first, rest = 1, rest - weights[0]
    return _roundest(seqs, weights, first, rest - max(full - full // share, least))


def _roundest(seqs: Sequence[int], weights: Sequence[int], first: int, spare: int) -> int:
    """The line from ``first`` on that crosses the roundest seq, ``spare`` being what may still go."""
    best, level = first, -1
    for index in range(first, len(seqs)):
        if index > first and spare < 0:
            break
        before = seqs[index - 1] if index else 0
        crossed = (before ^ seqs[index]).bit_length()
        if crossed > level:
            best, level = index, crossed
        spare -= weights[index]
    return best
