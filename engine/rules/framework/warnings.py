"""When a prompt grows too long to be good: told once, and again only after it was short for a while."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.rules.framework.budget import room_of
from engine.values.chats.notices import Notice
from engine.values.models.prompts import Prompt, PromptLimits

MIDDLE: Final = "middle"
TOTAL: Final = "total"
CONVERSATION: Final = "conversation"
_NEARLY: Final = 95  # percent of the hard limit


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From how many tokens on the middle of a prompt and a whole conversation are called long."""

    middle: int = 20_000
    conversation: int = 100_000


def warn(
    prompt: Prompt, conversation_tokens: int, limits: PromptLimits, thresholds: Thresholds, before: frozenset[str]
) -> tuple[frozenset[str], tuple[Notice, ...]]:
    """The kinds that hold now, and a notice for each that did not hold ``before``.

    A notice has ``tokens`` and ``threshold``; its text says what follows and what to do. ``conversation_tokens`` is
    everything said on the line.
    """
    found = {
        kind: (tokens, threshold) for kind, tokens, threshold in _over(prompt, conversation_tokens, limits, thresholds)
    }
    notices = tuple(
        Notice(f"prompt-long-{kind}", {"tokens": tokens, "threshold": threshold})
        for kind, (tokens, threshold) in found.items()
        if kind not in before
    )
    return frozenset(found), notices


def _over(
    prompt: Prompt, conversation_tokens: int, limits: PromptLimits, thresholds: Thresholds
) -> Iterator[tuple[str, int, int]]:
    values = (
        (MIDDLE, prompt.middle_tokens, thresholds.middle),
        (TOTAL, prompt.tokens, room_of(limits).hard * _NEARLY // 100),
        (CONVERSATION, conversation_tokens, thresholds.conversation),
    )
    return (value for value in values if value[1] >= value[2])
