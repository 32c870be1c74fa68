"""Where each memory stands in the sky of the garden, how bright and how large it is."""

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.values.memory.stars import Glimpse, Star

NAMED: Final = 12
LONGEST_NAME: Final = 22
_STOPS: Final = " ,.;:，。；：、"
_SIGNS: Final = f"{_STOPS}!?！？"
_GOES_ON: Final = ("...", "…")
_FADES_IN_DAYS: Final = 60.0
_DIMMEST: Final = 0.2
_ROUNDS: Final = 10
_GOLDEN: Final = (math.sqrt(5) - 1) / 2

Points = NDArray[np.float64]


def chart(seen: Sequence[Glimpse], now: datetime, named: int = NAMED) -> tuple[Star, ...]:
    """The sky over some memories, the same for the same memories: alike ones near each other, recent ones bright.

    ``named`` of the brightest get a name, pinned ones first.
    """
    if not seen:
        return ()
    places = _apart(_spread(_projected(seen)))
    brightness = [_brightness(it, now) for it in seen]
    most = max(1, *(it.uses for it in seen))
    order = sorted(range(len(seen)), key=lambda at: (not seen[at].pinned, -brightness[at], -seen[at].uses, seen[at].id))
    with_name = set(order[:named])
    return tuple(
        Star(
            id=memory.id,
            kind=memory.kind,
            x=round(float(places[at, 0]), 4),
            y=round(float(places[at, 1]), 4),
            brightness=round(brightness[at], 3),
            size=round(math.log1p(memory.uses) / math.log1p(most), 3),
            name=_name(memory.text) if at in with_name else "",
            pinned=memory.pinned,
        )
        for at, memory in enumerate(seen)
    )


def _brightness(glimpse: Glimpse, now: datetime) -> float:
    if glimpse.pinned:
        return 1.0
    age = max(0.0, (now - glimpse.occurred_at).total_seconds() / 86_400)
    return _DIMMEST + (1 - _DIMMEST) * math.exp(-age / _FADES_IN_DAYS)


def _projected(seen: Sequence[Glimpse]) -> Points:
    """Two coordinates for each: where the vectors differ most; what has no vector gets a place by its number."""
    places = np.array([[_by_number(it.id, 1), _by_number(it.id, 2)] for it in seen])
    rows = [at for at, it in enumerate(seen) if it.vector is not None]
    if len(rows) < 3:
        return places
    vectors = np.array([seen[at].vector for at in rows], dtype=np.float64)
    centred = vectors - vectors.mean(axis=0)
    _, directions = np.linalg.eigh(centred @ centred.T)
    chosen = directions[:, [-1, -2]]
    # The sign of a direction is chance: the larger end points the same way each time.
    signs = np.sign(chosen[np.abs(chosen).argmax(axis=0), [0, 1]])
    places[rows] = chosen * np.where(signs == 0, 1, signs)
    return places


def _by_number(number: int, which: int) -> float:
    """A place that looks like chance and is always the same."""
    return (number * _GOLDEN * which * 7.31) % 1.0


def _spread(places: Points) -> Points:
    """From 0 to 1, by value and by rank: a few far ones must not press the others together."""
    spread = np.empty_like(places)
    for axis in (0, 1):
        column = places[:, axis]
        width = float(np.ptp(column)) or 1.0
        by_value = (column - column.min()) / width
        by_rank = column.argsort(kind="stable").argsort(kind="stable") / max(1, len(column) - 1)
        spread[:, axis] = 0.35 * by_value + 0.65 * by_rank
    return spread


def _apart(places: Points) -> Points:
    """No two stars on one place: those that touch push each other away, a little each round."""
    count = len(places)
    if count == 1:
        return np.full((1, 2), 0.5)
    near = 0.6 / math.sqrt(count)
    moved = places + np.array([[_by_number(at + 1, 3), _by_number(at + 1, 4)] for at in range(count)]) * 1e-3
    for _ in range(_ROUNDS):
        across, down = (moved[:, None, axis] - moved[None, :, axis] for axis in (0, 1))
        far = np.hypot(across, down)
        np.fill_diagonal(far, 1.0)
        push = np.clip(near - far, 0.0, None) / np.maximum(far, 1e-9)
        moved = moved + 0.25 * np.stack(((across * push).sum(axis=1), (down * push).sum(axis=1)), axis=1)
    low, high = moved.min(axis=0), moved.max(axis=0)
    return (moved - low) / np.where(high > low, high - low, 1.0)


def _name(text: str) -> str:
    """The first words of a memory, on one line; a Chinese character is as wide as two letters."""
    line = " ".join(text.split())
    width = 0
    for at, char in enumerate(line):
        width += 2 if char > "\u2e80" else 1
        if width > LONGEST_NAME:
            head, space, _ = line[:at].rpartition(" ")
            if not line[at:].strip(_SIGNS):
                return _without_stop(line)
            kept = head if space and len(head) > LONGEST_NAME // 2 else line[:at]
            return f"{kept.rstrip(_SIGNS)}…"
    return _without_stop(line)


def _without_stop(line: str) -> str:
    """A question or a call stays one; a full stop says nothing."""
    return line if line.endswith(_GOES_ON) else line.rstrip(_STOPS)
