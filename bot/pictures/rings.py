"""Where those of a circle are drawn: around an ellipse, who is close side by side. Pure and always the same."""

from collections.abc import Mapping
from itertools import accumulate, combinations, pairwise
from math import cos, hypot, pi, sin
from typing import Final

_ROUNDS: Final = 6
_FINE: Final = 720

Ties = Mapping[tuple[int, int], float]
"""How close two are, by their numbers from 0, the smaller first; who has no tie is not there."""


def ring_of(count: int, ties: Ties) -> list[int]:
    """The numbers 0 … ``count`` - 1 in the order in which they go around, so that ties are short.

    It begins with whoever has the strongest ties in all; the closest is added again and again, to either end; then any
    two change places as long as that makes the ties shorter. Cubic in ``count``, for a dozen.
    """
    strength = [sum(it for pair, it in ties.items() if n in pair) for n in range(count)]
    rest = sorted(range(count), key=lambda n: (-strength[n], n))
    ring = rest[:1]
    rest = rest[1:]
    while rest:
        close, n, end = max((_tie(ties, n, ring[end]), -n, end) for n in rest for end in (-1, 0))
        ring = [*ring, -n] if end or not close else [-n, *ring]
        rest.remove(-n)
    for _ in range(_ROUNDS):
        if not _shortened(ring, ties):
            break
    return ring


def places(count: int, width: float, height: float) -> list[tuple[float, float]]:
    """So many places around an ellipse, equally far apart along it, from the top clockwise; its box begins at 0, 0."""
    points = [
        (width / 2 * (1 + sin(2 * pi * at / _FINE)), height / 2 * (1 - cos(2 * pi * at / _FINE)))
        for at in range(_FINE + 1)
    ]
    far = list(accumulate((hypot(x - a, y - b) for (a, b), (x, y) in pairwise(points)), initial=0.0))
    wanted = [far[-1] * n / count for n in range(count)]
    return [points[min(range(_FINE), key=lambda at: abs(far[at] - it))] for it in wanted]


def _tie(ties: Ties, one: int, other: int) -> float:
    return ties.get((min(one, other), max(one, other)), 0.0)


def _length(ring: list[int], ties: Ties) -> float:
    at = {it: place for place, it in enumerate(ring)}
    steps = ((abs(at[one] - at[other]), close) for (one, other), close in ties.items())
    return sum(min(step, len(ring) - step) * close for step, close in steps)


def _shortened(ring: list[int], ties: Ties) -> bool:
    """Exchange any two where that shortens the ties; whether it did."""
    best, changed = _length(ring, ties), False
    for a, b in combinations(range(1, len(ring)), 2):  # the first stays at the top
        ring[a], ring[b] = ring[b], ring[a]
        if (length := _length(ring, ties)) < best - 1e-9:
            best, changed = length, True
        else:
            ring[a], ring[b] = ring[b], ring[a]
    return changed
