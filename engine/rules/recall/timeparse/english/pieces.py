"""The parts that expressions of time are composed of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from engine.rules.recall.timeparse.english.tokens import Token
from engine.values.memory.recall import TimeRange

# Where a part lies: inside a larger stretch that is known already, or the latest one begun by ``now``. None: nowhere.
Place = Callable[[TimeRange | None, datetime], TimeRange | None]


class EnglishGrain(IntEnum):
    """How large a part is; a finer one is placed inside a coarser one. Odd numbers: edges of the next larger."""

    CLOCK = 2
    PART = 4
    DAY = 6
    WEEK = 8
    MONTH = 10
    SEASON = 12
    YEAR = 14
    DECADE = 16


class Stance(IntEnum):
    """What the words themselves say about past and future."""

    INNER = 0  # means something only inside a larger part
    OPEN = 1  # a weekday, a month, a holiday: the sentence decides
    THIS = 2  # the present day, week, …
    DATED = 3  # with its year
    PAST = 4  # yesterday, last week, ago
    FUTURE = 5


@dataclass(frozen=True, slots=True)
class TimePiece:
    """One part: tokens ``first`` to ``last`` (not included), its size, where it lies, and what it says of the past.

    ``doubtful`` words are time only with a word beside them that says so.
    """

    first: int
    last: int
    grain: int
    place: Place
    stance: Stance = Stance.OPEN
    vague: bool = False
    doubtful: bool = False


Tokens = Sequence[Token]
Reader = Callable[[Tokens, int], TimePiece | None]


def nowhere(_within: TimeRange | None, _now: datetime) -> TimeRange | None:
    """The place of what gives no range."""
    return None


def future(first: int, last: int, grain: int, place: Place = nowhere) -> TimePiece:
    """What is yet to come: for a question about the past only so that its words are not taken for something else."""
    return TimePiece(first, last, grain, place, Stance.FUTURE)


def skip(tokens: Tokens, index: int, words: frozenset[str], most: int = 2) -> int:
    """The index behind up to ``most`` of ``words``."""
    for _ in range(most):
        if tokens[index].word not in words:
            break
        index += 1
    return index
