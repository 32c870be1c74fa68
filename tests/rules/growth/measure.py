"""How much work something is, by the processor's time of this thread: what else the machine does is not in it."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import log
from time import thread_time
from typing import Final

from engine.errors import OmoideError
from engine.rules.wire.json_reader import NotTheShape
from tests.rules.growth.shapes import grown

LARGE: Final = 16_000
LARGEST: Final = 64_000
SMALLEST: Final = 1_000
UNFELT: Final = 0.006
"""Seconds for LARGE characters. What grows with the square needs four times that, squared, for LARGEST: no tenth of a
second, which is what a reply elsewhere may wait. Less is also too short to tell growth from what the caches do."""
STEEPEST: Final = 1.2
_TRIES: Final = 4
_NOISE: Final = 1e-6
_LONG: Final = 1.0  # seconds: no larger text is tried after that

Ready = Callable[[str], Callable[[], None]]


@contextmanager
def undisturbed() -> Iterator[None]:
    """No collection of garbage, which has nothing to do with the text, comes in between."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def seconds(ready: Ready, piece: str, size: int, tries: int = 1) -> float:
    """The least time of so many tries. Each has another text, so that nothing has it by heart."""
    least = float("inf")
    for number in range(tries):
        try:
            run = ready(grown(piece, size + number))
        except OmoideError:  # what cannot be made of such a text is work for nobody
            return 0.0
        started = thread_time()
        with suppress(OmoideError, NotTheShape):  # it was looked at, and refused
            run()
        least = min(least, thread_time() - started)
    return least


def is_felt(ready: Ready, piece: str) -> bool:
    """Whether so much work comes of a text of this shape that it matters how it grows."""
    around = work_around(ready, piece)
    smallest = seconds(ready, piece, SMALLEST) - around
    if smallest * (LARGE // SMALLEST) ** 2 > _LONG:  # it might take minutes
        return seconds(ready, piece, 4 * SMALLEST, 2) - around > UNFELT / 4
    felt = UNFELT + around
    return seconds(ready, piece, LARGE) > felt and seconds(ready, piece, LARGE, 2) > felt


def work_around(ready: Ready, piece: str) -> float:
    """Seconds that are no work on the text: what it takes with next to none."""
    return seconds(ready, piece, 1, 3)


def steepness(ready: Ready, piece: str) -> float:
    """The power of its length with which the work grows, over a factor of eight that ends as high as can be borne.

    The least of several measurements: a moment in which the machine was slow makes one of them steep, not all.
    """
    steepest = float("inf")
    for _ in range(_TRIES):
        around = work_around(ready, piece)
        large = LARGEST
        while large > 4 * SMALLEST and (seconds(ready, piece, large // 8) - around) * 64 > _LONG:
            large //= 2
        most, least = seconds(ready, piece, large, 2) - around, seconds(ready, piece, large // 8, 4) - around
        found = log(max(most, _NOISE) / max(least, _NOISE)) / log(8)
        steepest = min(steepest, found)
        if steepest <= STEEPEST:
            break
    return steepest
