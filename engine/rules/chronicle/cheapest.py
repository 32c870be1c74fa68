"""How much of a talk is shown in the words in which it was said, before what is older is summed up. Pure.

Sizes and costs are in tokens; a token that a model reads anew costs 1. Between two summaries the talk grows by
``step``, a third of that stays when it is summed up, and all that is shown is read again in every turn, out of the
service's cache. Each summary costs a call, and the cache of what stood in its place. So a turn costs

    cached * step * (1/2 + 1/3)  +  a_turn * summary / step

beside what does not depend on the step, and least where both are equal. Near that the sum is flat: a step half as long
again costs a twelfth more of it, and shows half as many messages more. That one is taken.
"""

from math import sqrt
from typing import Final

MESSAGE: Final = 60
"""Tokens that a message of a private chat usually has."""
_A_TURN: Final = 2 * MESSAGE
_ORDER: Final = 350
"""What a model is told that sums up, besides the talk."""
_SUMMARY: Final = 400
_WRITTEN: Final = 4
"""What a written token costs, as most services have it."""
_STAYS: Final = 3
"""One part in so many of a step stays when it is summed up: a quarter of what is shown then."""
_LONGER: Final = 1.5
LEAST_CACHED: Final = 0.01
SHORTEST_STEP: Final = 20 * MESSAGE
"""A summary that takes in a few messages at a time is told again and again, and loses a little each time."""


def cheapest_window(cached: float, staying: int) -> int:
    """The tokens of talk after which it is summed up, where a token in the service's cache costs ``cached``.

    ``cached`` is a part of what a token costs that is read anew. ``staying`` messages stay at least.
    """
    cached = min(max(cached, LEAST_CACHED), 1.0)
    summary = _ORDER + _SUMMARY + _WRITTEN * _SUMMARY + (1 - cached) * _SUMMARY
    least = sqrt(_A_TURN * summary / (cached * (1 / 2 + 1 / _STAYS)))
    step = max(round(_LONGER * least), SHORTEST_STEP)
    return step + max(step // _STAYS, staying * MESSAGE)
