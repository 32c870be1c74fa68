"""Which endpoint is asked next after a failure, and when. Decided here, done by the caller."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.values.models.failures import Failure, FailureKind

TRIES = 3
PATIENCE = 20.0
"""Seconds; an endpoint that asks for a longer pause is not asked again in this call."""
_BASE = 0.5
_CAP = 8.0
_QUICK = 2.0
_FRESH = 0.75
_PASSING = {FailureKind.UNREACHABLE, FailureKind.RATE, FailureKind.BUSY, FailureKind.BROKEN}


@dataclass(frozen=True, slots=True)
class Lane:
    """An endpoint as one call sees it: how often it was tried, whether it may be (again), the pause it asked for."""

    tries: int = 0
    open: bool = True
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Try:
    """Ask the endpoint at ``lane`` after ``delay`` seconds."""

    lane: int
    delay: float = 0.0


def passing(failure: Failure) -> bool:
    """Whether the same request may succeed at the same endpoint. Silence has used up the person's patience."""
    return failure.kind in _PASSING and (failure.retry_after or 0.0) <= PATIENCE


def next_try(
    lanes: Sequence[Lane], at: int, *, shown: bool, spare: float, waited_for: bool, jitter: float
) -> Try | None:
    """What follows a failure of ``lanes[at]``; None is giving up.

    ``shown``: a person has seen text, so only a fresh endpoint may begin anew. ``spare``: how much of the retry budget
    is left, 0 to 1. ``waited_for``: a person waits; if all of several models failed, they get three more tries even
    without a budget: that is rare, and breakers stop what would become a storm. ``jitter``: a number from 0 to 1, drawn
    by the caller; the delay is spread over its whole range.

    Falling to a fresh endpoint is no retry. A failure is retried in place only while the budget is nearly untouched;
    the rest of it is for a second round over all endpoints, so that a bad minute of one model costs no reply.
    """
    fresh = next((place for place, lane in enumerate(lanes) if lane.open and not lane.tries), None)
    if shown:
        return None if fresh is None else Try(fresh)
    if fresh is not None:
        delay = _delay(lanes[at], jitter)
        again = lanes[at].open and lanes[at].tries == 1 and spare > _FRESH and delay <= _QUICK
        return Try(at, delay) if again else Try(fresh)
    reserve = waited_for and len(lanes) > 1 and sum(lane.tries - 1 for lane in lanes if lane.tries) < TRIES
    if spare <= 0.0 and not reserve:
        return None
    rounds = [(lane.tries, place) for place, lane in enumerate(lanes) if lane.open and lane.tries < TRIES]
    if not rounds:
        return None
    _, place = min(rounds)
    return Try(place, _delay(lanes[place], jitter))


def _delay(lane: Lane, jitter: float) -> float:
    return lane.pause + jitter * min(_CAP, _BASE * 2.0**lane.tries)
