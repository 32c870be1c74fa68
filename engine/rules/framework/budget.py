"""What is left out of a prompt when not everything fits. Nothing else drops anything.

History goes first, oldest first, down to a short rest; then the optional parts; then the rest of the history. What is
still too long is refused with both numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.errors import PromptTooLong
from engine.rules.framework.windows import cut
from engine.values.prompts import Limits, Slot

_LAST_LINES: Final = 8
_RESERVE: Final = 8  # an eighth of the limit is kept for what changes each turn, so that it does not move the window

_DROPPED_FIRST: Final[Mapping[Slot, int]] = {
    slot: rank
    for rank, slot in enumerate(
        (
            Slot.EXAMPLES,
            Slot.SEARCH,
            Slot.RECALLED,
            Slot.REMINDER,
            Slot.STABLE_MEMORY,
            Slot.OUTLINE,
            Slot.WORLD_SETTING,
            Slot.EVOLVED_PERSONA,
            Slot.INSTRUCTION,
            Slot.POST_HISTORY,
            Slot.TIME,
        )
    )
}


@dataclass(frozen=True, slots=True)
class Sized:
    """A part's place and size in tokens."""

    slot: Slot
    tokens: int
    required: bool


@dataclass(frozen=True, slots=True)
class Fit:
    """What stays: the history from index ``start`` on, and every part whose index is not in ``dropped``."""

    start: int
    dropped: frozenset[int]


def reply_tokens(limits: Limits) -> int:
    """How long the reply may be: the setting, but at most half of what the model holds."""
    return limits.reply_max_tokens if limits.context is None else min(limits.reply_max_tokens, limits.context // 2)


def total_limit(limits: Limits) -> int:
    """How long the prompt may be: the setting, but it and the reply must fit the model."""
    if limits.context is None:
        return limits.budget_tokens
    return min(limits.budget_tokens, limits.context - reply_tokens(limits))


def fit(parts: Sequence[Sized], seqs: Sequence[int], lines: Sequence[int], limit: int) -> Fit:
    """Decide what stays within ``limit`` tokens. ``seqs`` and ``lines`` are the history's seqs and sizes, oldest first.

    Raises PromptTooLong when the required parts alone are longer than the limit.
    """
    required = sum(part.tokens for part in parts if part.required)
    if required > limit:
        raise PromptTooLong(tokens=required, limit=limit)
    least = min(sum(lines[-_LAST_LINES:]), limit // 4)
    dropped: set[int] = set()
    room = limit - sum(part.tokens for part in parts)
    for index in _in_order_of_dropping(parts):
        if room >= least:
            break
        dropped.add(index)
        room += parts[index].tokens
    changing = sum(part.tokens for i, part in enumerate(parts) if i not in dropped and part.slot > Slot.HISTORY)
    steady = room - max(0, limit // _RESERVE - changing)
    return Fit(cut(seqs, lines, steady if steady >= least else room), frozenset(dropped))


def _in_order_of_dropping(parts: Sequence[Sized]) -> list[int]:
    """Optional parts, the least needed slot first, and in a slot the one proposed last."""
    optional = [index for index, part in enumerate(parts) if not part.required]
    return sorted(optional, key=lambda index: (_DROPPED_FIRST.get(parts[index].slot, len(_DROPPED_FIRST)), -index))
