"""What is left out of a prompt when not everything fits. Nothing else drops anything.

History goes first, oldest first, down to a short rest; then the optional parts; then the rest of the history. What
cannot be left out may be longer than the budget, but not longer than the hard limit: then it is refused with both
numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.errors import PromptTooLong
from engine.rules.framework.history.windows import cut, share_for
from engine.values.models.prompts import PromptLimits, PromptSlot

_LAST_LINES: Final = 8
_RESERVE: Final = 8  # an eighth of the limit is kept for what changes each turn, so that it does not move the window

_DROPPED_FIRST: Final[Mapping[PromptSlot, int]] = {
    slot: rank
    for rank, slots in enumerate(
        (
            (PromptSlot.EXAMPLES,),
            (PromptSlot.REACTIONS,),
            (PromptSlot.SEARCH,),
            (PromptSlot.RECALLED,),
            (PromptSlot.REMINDER,),
            (PromptSlot.STABLE_MEMORY,),
            (PromptSlot.OUTLINE,),
            (PromptSlot.WORLD_SETTING,),
            (PromptSlot.EVOLVED_PERSONA,),
            (PromptSlot.INSTRUCTION,),
            (PromptSlot.POST_HISTORY,),
            (PromptSlot.TIME,),
            (PromptSlot.WORLD_BEFORE, PromptSlot.WORLD_AFTER, PromptSlot.DEPTH),
        )
    )
    for slot in slots
}


@dataclass(frozen=True, slots=True)
class SizedPart:
    """A part's place and size in tokens. Inside a slot the lowest ``rank`` goes first, then what was proposed last."""

    slot: PromptSlot
    tokens: int
    required: bool
    rank: float = 0


@dataclass(frozen=True, slots=True)
class Room:
    """How many tokens a prompt is trimmed to, and how many it may have when there is nothing left to trim."""

    budget: int
    hard: int


@dataclass(frozen=True, slots=True)
class Fit:
    """What stays: the history from index ``start`` on, and every part whose index is not in ``dropped``."""

    start: int
    dropped: frozenset[int]


def reply_tokens(limits: PromptLimits) -> int:
    """How long the reply may be: the setting, but at most half of what the model holds."""
    return limits.reply_max_tokens if limits.context is None else min(limits.reply_max_tokens, limits.context // 2)


def room_of(limits: PromptLimits) -> Room:
    """How long the prompt may be: the settings, but it and the reply must fit the model."""
    hard = limits.total_tokens
    if limits.context is not None:
        hard = min(hard, limits.context - reply_tokens(limits))
    return Room(min(limits.budget_tokens, hard), hard)


def fit(
    parts: Sequence[SizedPart], seqs: Sequence[int], lines: Sequence[int], room: Room, *, whole_history: bool = False
) -> Fit:
    """Decide what stays. ``seqs`` and ``lines`` are the history's seqs and sizes in tokens, oldest first.

    ``whole_history``: it counts among what cannot be left out. Raises PromptTooLong when that is longer than the hard
    limit.
    """
    history = sum(lines) if whole_history else 0
    required = history + sum(part.tokens for part in parts if part.required)
    if required > room.hard:
        raise PromptTooLong(tokens=required, limit=room.hard)
    limit = room.hard if whole_history else _limit(room, required, lines)
    least = history or min(sum(lines[-_LAST_LINES:]), limit // 4)
    dropped: set[int] = set()
    free = limit - sum(part.tokens for part in parts)
    for index in _in_order_of_dropping(parts):
        if free >= least:
            break
        dropped.add(index)
        free += parts[index].tokens
    changing = sum(part.tokens for i, part in enumerate(parts) if i not in dropped and part.slot > PromptSlot.HISTORY)
    steady = free - max(0, limit // _RESERVE - changing)
    if steady < least:
        steady = free
    start = 0 if whole_history else cut(seqs, lines, steady, share=share_for(limit), least=least)
    return Fit(start, frozenset(dropped))


def _limit(room: Room, required: int, lines: Sequence[int]) -> int:
    """The budget; when what cannot be left out is longer, that and the last lines of the talk."""
    if required <= room.budget:
        return room.budget
    return min(room.hard, required + min(sum(lines[-_LAST_LINES:]), room.budget // 4))


def _in_order_of_dropping(parts: Sequence[SizedPart]) -> list[int]:
    """Optional parts, the least needed slot first."""
    optional = [index for index, part in enumerate(parts) if not part.required]

    def need(index: int) -> tuple[int, float, int]:
        part = parts[index]
        return (_DROPPED_FIRST.get(part.slot, len(_DROPPED_FIRST)), part.rank, -index)

    return sorted(optional, key=need)
