"""One scale of similarity for every embedding model, so that a threshold in a setting means the same for all.

On it 0.2 is what unrelated sentences have, 0.5 a question and its answer, 0.85 two ways to say one thing.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

Vector = Sequence[float]

_MARKS = (0.2, 0.5, 0.85)


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps a cosine (-1 to 1) to 0 to 1, straight between ``points`` of (cosine, value), rising."""

    points: tuple[tuple[float, float], ...] = ((-1.0, 0.0), (1.0, 1.0))

    def __call__(self, cosine: float) -> float:
        if cosine <= self.points[0][0]:
            return self.points[0][1]
        if cosine >= self.points[-1][0]:
            return self.points[-1][1]
        place = bisect_right(self.points, (cosine, 2.0))
        (left, low), (right, high) = self.points[place - 1], self.points[place]
        return low + (high - low) * (cosine - left) / (right - left)


def scale_from(unrelated: Sequence[float], related: Sequence[float], same: Sequence[float]) -> Scale:
    """The scale on which the medians of three groups of cosines get their marks.

    A model that does not keep the groups apart gets the plain cosine, floored at 0: there is nothing to learn from it.
    """
    marks = (median(unrelated), median(related), median(same))
    steps = (-1.0, *marks, 1.0)
    if any(high - low < 0.01 for low, high in pairwise(steps)):
        return Scale(((0.0, 0.0), (1.0, 1.0)))
    return Scale(((-1.0, 0.0), *zip(marks, _MARKS, strict=True), (1.0, 1.0)))


def cosine(left: Vector, right: Vector) -> float:
    """Of two unit vectors."""
    return sum(one * other for one, other in zip(left, right, strict=True))


def unit(vector: Vector) -> list[float]:
    """``vector`` at length 1; a zero vector stays as it is."""
    length = sum(value * value for value in vector) ** 0.5
    return [value / length for value in vector] if length else list(vector)
