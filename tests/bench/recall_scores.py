"""How good an answer of memory is: which of the right messages it brings, how early, within how many tokens."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from engine.rules.recall.words.words import stems
from engine.rules.text.tokens import estimate

FIRST: Final = 10
ROOM: Final = 300
"""Tokens that are counted."""
_CARRIED: Final = 0.6
"""A line carries a message if so much of its words stands in it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One line of an answer: the messages it comes from, and the text that would stand in a prompt."""

    ids: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """Shares from 0 to 1: of the right messages among the first ten, and within the room; one over the place of the
    first right one; whether all are among the first ten; how well the first ten are ordered; the share of the right
    messages in the whole answer, and how many ``tokens`` that is."""

    recall: float
    rank: float
    room: float
    all: float
    order: float
    shown: float
    tokens: float


def score(gold: Iterable[str], hits: Sequence[Hit], texts: Mapping[str, str]) -> Score:
    """The score of one answer. ``texts`` are the messages by id: a line counts only where it carries the message."""
    right = set(gold)
    ranked: list[str] = []
    within: set[str] = set()
    used = 0
    for hit in hits:
        carried = [it for it in hit.ids if it not in ranked and _carries(hit.text, texts[it])]
        used += estimate(hit.text)
        within.update(carried if used <= ROOM else ())
        ranked += carried
    first = ranked[:FIRST]
    found = [place for place, it in enumerate(first) if it in right]
    best = sum(1 / math.log2(place + 2) for place in range(min(FIRST, len(right))))
    return Score(
        recall=len(found) / len(right),
        rank=next((1 / (place + 1) for place, it in enumerate(ranked) if it in right), 0.0),
        room=len(within & right) / len(right),
        all=float(len(found) == len(right)),
        order=sum(1 / math.log2(place + 2) for place in found) / best,
        shown=len(right.intersection(ranked)) / len(right),
        tokens=float(used),
    )


def mean(scores: Sequence[Score]) -> Score:
    """The mean of some scores."""
    columns = zip(*((it.recall, it.rank, it.room, it.all, it.order, it.shown, it.tokens) for it in scores), strict=True)
    return Score(*map(fmean, columns))


def _carries(line: str, message: str) -> bool:
    if message in line:
        return True
    wanted, there = stems(message), set(stems(line))
    return bool(wanted) and sum(it in there for it in wanted) >= _CARRIED * len(wanted)
