"""What a model's reports say about how it counts tokens.

A model reports one number for a whole prompt. Its cost for each class of characters follows from many of them: every
report moves the costs of the classes that the prompt had, as far as they are still uncertain (recursive least squares).
So an English and a Chinese chat with one model do not spoil each other's estimates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from engine.rules.text.tokens import DEFAULT_COSTS, PER_MESSAGE, counts, weights_of
from engine.values.models.prompts import PromptMessage
from engine.values.models.tokens import TokenWeights

_SMALLEST_SAMPLE: Final = 64
_UNCERTAIN: Final = 0.35  # of a cost, before anything is reported
_DRIFT: Final = 0.01  # of a cost, from report to report
_NOISE: Final = 0.02  # of a report
_SURPRISE: Final = 3.0  # standard deviations that a report may differ
_LOWEST, _HIGHEST = 0.2, 5.0  # of a default cost
_DEFAULTS: Final = (*DEFAULT_COSTS, float(PER_MESSAGE))
_ROUNDED_UP: Final = 0.5  # tokens by which an estimate of a message is too high
_VARIANCES: Final = tuple((_UNCERTAIN * cost) ** 2 for cost in _DEFAULTS)


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is known of a model: its cost for each class of characters and, last, for a message, in tokens.

    ``covariance`` says how sure each of them is, and how they depend on each other.
    """

    costs: tuple[float, ...] = _DEFAULTS
    covariance: tuple[tuple[float, ...], ...] = tuple(
        tuple(variance if row == column else 0.0 for column in range(len(_VARIANCES)))
        for row, variance in enumerate(_VARIANCES)
    )


def learn(known: Calibration, messages: Sequence[PromptMessage], reported: int) -> Calibration:
    """What is known after the model reported ``reported`` tokens for a prompt of ``messages``.

    Reports about small prompts say little and change nothing; one that cannot be true changes little.
    """
    seen = (*counts("".join(message.text for message in messages)), len(messages))
    expected = _dot(known.costs, seen)
    if expected < _SMALLEST_SAMPLE or reported <= 0:
        return known
    spread = _spread(known.covariance)
    moved = [_dot(row, seen) for row in spread]
    variance = _dot(moved, seen) + (_NOISE * expected) ** 2
    most = _SURPRISE * sqrt(variance)
    surprise = min(max(reported - _ROUNDED_UP * len(messages) - expected, -most), most)
    costs = (cost + step * surprise / variance for cost, step in zip(known.costs, moved, strict=True))
    return Calibration(
        tuple(_within(cost, default) for cost, default in zip(costs, _DEFAULTS, strict=True)),
        tuple(
            tuple(value - left * right / variance for value, right in zip(row, moved, strict=True))
            for row, left in zip(spread, moved, strict=True)
        ),
    )


@lru_cache(maxsize=64)
def weights(known: Calibration) -> TokenWeights:
    """``known`` as estimates use it."""
    return weights_of(known.costs[:-1], known.costs[-1])


def _spread(covariance: tuple[tuple[float, ...], ...]) -> list[list[float]]:
    """``covariance`` a report later: a little less sure, but never less than before the first one."""
    spread = [list(row) for row in covariance]
    for index, default in enumerate(_DEFAULTS):
        spread[index][index] += min((_DRIFT * default) ** 2, max(0.0, _VARIANCES[index] - spread[index][index]))
    return spread


def _within(cost: float, default: float) -> float:
    return min(max(cost, _LOWEST * default), _HIGHEST * default)


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
