"""How hard a code is to guess, and how long all have to wait behind wrong ones. Pure."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from math import log2
from typing import Final

ENOUGH_BITS: Final = 40.0
"""Of a code that somebody chose: at the pauses below, more than anybody could try."""
FREE_GUESSES: Final = 10
FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(hours=1)
FORGOTTEN: Final = timedelta(days=1)
_COMMON: Final = re.compile(
    "password|passwort|passw0rd|secret|welcome|changeme|letmein|qwerty|asdfgh|iloveyou|admin|owner|omoide"
)


@dataclass(frozen=True, slots=True)
class Guesses:
    """So many codes were wrong, whoever sent them, the last one at that time."""

    wrong: int
    last_at: datetime

    def next(self, now: datetime) -> "Guesses | None":
        """What it is with one more; None while nobody's code is looked at."""
        if now - self.last_at >= FORGOTTEN:
            return Guesses(1, now)
        return Guesses(self.wrong + 1, now) if now - self.last_at >= self.pause else None

    @property
    def pause(self) -> timedelta:
        """How long nobody's code is looked at after the last wrong one: twice as long each time."""
        over = self.wrong - FREE_GUESSES
        if over < 0:
            return timedelta()
        return min(FIRST_PAUSE * 2 ** min(over, 16), LONGEST_PAUSE)


def bits_of(code: str) -> float:
    """How hard a code is to guess for somebody who knows which kinds of characters it has: 2 to that power tries.

    What goes on with a row (aaa, 123, cba) adds nothing, and a word that guessers begin with is one character.
    """
    short = _COMMON.sub(lambda word: word[0][0], code.casefold())
    steps = [ord(after) - ord(before) for before, after in pairwise(short)]
    rows = sum(step == before and abs(step) <= 1 for before, step in pairwise(steps))
    pool = sum({10 if it.isdigit() else 26 if it.isascii() else 1_000 for it in short})
    return (len(short) - rows) * log2(pool) if pool else 0.0
