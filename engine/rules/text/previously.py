"""What happened before, put together from texts that are there. Pure."""

from collections.abc import Sequence
from typing import Final

LINE: Final = 160
TOLD: Final = 0.6
"""So much of the room belongs to what the story is told by, where there are lines too."""
_ENDS: Final = "。！？!?.…\n"


def within(text: str, longest: int) -> str:
    """``text`` cut to ``longest`` characters, behind a sentence if one ends in the second half of that."""
    words = text.strip()
    if len(words) <= longest:
        return words
    kept = words[: longest - 1]
    end = max(kept.rfind(it) for it in _ENDS)
    return kept[: end + 1].rstrip() if end >= longest // 2 else f"{kept.rstrip()}…"


def put_together(told: Sequence[str], lines: Sequence[str], longest: int) -> str:
    """The newest of what was ``told``, then the last ``lines`` that fit, each shortened."""
    room = int(longest * TOLD) if lines else longest
    parts: list[str] = []
    for text in reversed(told):
        left = room - sum(len(it) + 2 for it in parts)
        if left < LINE and parts:
            break
        parts.insert(0, within(" ".join(text.split()), left))
    kept: list[str] = []
    for line in reversed(lines):
        short = within(" ".join(line.split()), LINE)
        if sum(len(it) + 1 for it in (*kept, short)) + sum(len(it) + 2 for it in parts) > longest:
            break
        kept.insert(0, short)
    return "\n\n".join(it for it in (*parts, "\n".join(kept)) if it)[:longest]
