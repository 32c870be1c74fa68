"""What pages and dossiers are chosen from in a turn, and who may be asked to choose."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.recall.remembering.batches import BatchMessage
from engine.values.story.choosing import ChosenPages
from engine.values.story.chronicle import NO_CHRONICLE, Chronicle

Choose = Callable[[Chronicle, float], Awaitable[ChosenPages | None]]
"""Asks a model what of a chronicle is needed, for so many seconds; None where none says anything of use."""


async def nobody(_offered: Chronicle, _seconds: float) -> ChosenPages | None:
    """There is no model that chooses."""
    return None


@dataclass(frozen=True, slots=True)
class Choosing:
    """``chronicle`` is what is live on the line. ``lately`` are the last messages before the newest words.

    ``said`` are the seqs of all messages that were read, in order, ``away`` those of them that the prompt may not show.
    """

    chronicle: Chronicle = NO_CHRONICLE
    lately: Sequence[BatchMessage] = ()
    said: Sequence[int] = ()
    away: Sequence[int] = ()
    choose: Choose = nobody


NOTHING: Final = Choosing()
"""A story without pages and dossiers."""
