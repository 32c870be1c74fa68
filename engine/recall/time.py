"""What time it is for the person who is answered."""

from collections.abc import Sequence

from engine.recall.fan_out import Ask, Retriever
from engine.rules.framework.own_parts import time_part
from engine.values.models.prompts import PromptPart, PromptSlot


async def _propose(ask: Ask) -> Sequence[PromptPart]:
    return (time_part(ask.scene, ask.texts),)


CURRENT_TIME = Retriever("time", PromptSlot.TIME, 1.5, _propose)
