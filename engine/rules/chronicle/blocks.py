"""A long talk cut into stretches that a model can read one after another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.recall.remembering.batches import BatchMessage, condensed, evenly
from engine.rules.text.tokens import estimate

ROOM: Final = 12_000
"""Tokens of talk that are read at once: of more, a summary tells too little."""
MOST_BLOCKS: Final = 6
LONGEST_LINE: Final = 4_000
_A_LINE: Final = 40
"""Tokens that stand around each message: its number, its speaker, its time."""
_LINES: Final = 300
"""Messages a block, where there are so many that only some of them can be read."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """Stretches of a talk, in order. At most ``longest`` characters of each message are shown."""

    stretches: tuple[tuple[BatchMessage, ...], ...]
    longest: int = LONGEST_LINE


def blocks(said: Sequence[BatchMessage], room: int = ROOM, most: int = MOST_BLOCKS) -> Blocks:
    """``said`` in at most ``most`` stretches of at most ``room`` tokens or so.

    Of what is longer than all of them, some messages are read, from all of it, and of long ones a part.
    """
    if not said:
        return Blocks(())
    if _tokens(said, LONGEST_LINE) <= room * most:
        return Blocks(_cut(said, room, LONGEST_LINE))
    chosen = evenly(said, min(_LINES, room // (2 * _A_LINE)) * most)
    left = room * most - _A_LINE * len(chosen)
    characters = sum(len(it.text) for it in chosen)
    tokens = sum(estimate(it.text) for it in chosen) or 1
    longest = min(LONGEST_LINE, condensed(chosen, left * characters // tokens))
    return Blocks(_cut(chosen, room, longest), longest)


def _cut(said: Sequence[BatchMessage], room: int, longest: int) -> tuple[tuple[BatchMessage, ...], ...]:
    """As many stretches as it takes, of about the same length."""
    tokens = [_size(it, longest) for it in said]
    share = sum(tokens) / max(1, -(-sum(tokens) // room))
    stretches: list[list[BatchMessage]] = [[]]
    read = 0
    for message, size in zip(said, tokens, strict=True):
        if stretches[-1] and read + size / 2 > share * len(stretches):
            stretches.append([])
        stretches[-1].append(message)
        read += size
    return tuple(map(tuple, stretches))


def _tokens(said: Sequence[BatchMessage], longest: int) -> int:
    return sum(_size(it, longest) for it in said)


def _size(message: BatchMessage, longest: int) -> int:
    return estimate(message.text[:longest]) + _A_LINE
