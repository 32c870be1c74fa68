"""What time it is for the person who is answered, and how long nobody had said anything before."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from engine.recall.fan_out import Ask, Retriever
from engine.recall.quotes import local
from engine.rules.dates.telling import away_words
from engine.rules.framework.own_parts import time_part
from engine.values.models.prompts import PromptPart, PromptSlot

AWAY: Final = timedelta(hours=3)
"""From so long a silence on, what comes behind it is another talk."""


async def _propose(ask: Ask) -> Sequence[PromptPart]:
    return (time_part(ask.scene, ask.texts, _away(ask)),)


def _away(ask: Ask) -> str:
    """That the person comes back after a while; "" within a talk, and for the first one."""
    heard = ask.present.heard_at
    if not heard or ask.last_spoken is None:
        return ""
    gap = min(ask.last_spoken, ask.now) - heard[-1]  # of another reply to the same words it stays the same
    if gap < AWAY:
        return ""
    return away_words(ask.texts.away, gap, local(ask, heard[-1]), local(ask, ask.now), ask.settings.language)


CURRENT_TIME = Retriever("time", PromptSlot.TIME, 1.5, _propose)
