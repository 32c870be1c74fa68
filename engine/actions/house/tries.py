"""Codes that people type: how they are made and compared, and how often somebody may be wrong."""

import secrets
import unicodedata
from collections import defaultdict, deque

from engine.ports import Clock
from engine.rules.guessing import ENOUGH_BITS, bits_of
from engine.rules.text.clean import storable

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that look like another."""
CODE_LENGTH = 10
LONGEST_CODE = 200
MOST_TRIES = 5
TRY_SECONDS = 600.0
MOST_PEOPLE = 10_000


class Tries:
    """Who was wrong five times within ten minutes has to wait. Lives as long as the process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wrong: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=MOST_TRIES))
        self._told: dict[int, float] = {}

    def spent(self, person: int) -> bool:
        """Whether the person has to wait."""
        wrong = self._wrong.get(person)
        return wrong is not None and len(wrong) == MOST_TRIES and self._clock.monotonic() - wrong[0] < TRY_SECONDS

    def tells(self, person: int) -> bool:
        """Whether somebody who has to wait is to be told so now: once."""
        since = self._wrong[person][0]
        tells = self._told.get(person) != since
        self._told[person] = since
        if len(self._told) > MOST_PEOPLE:
            del self._told[next(iter(self._told))]
        return tells

    def wrong(self, person: int) -> None:
        """Count a code that was not the right one."""
        self._wrong[person].append(self._clock.monotonic())
        if len(self._wrong) > MOST_PEOPLE:
            del self._wrong[next(iter(self._wrong))]


def new_code() -> str:
    """A code as people read it and type it, ABCDE-FGHJK: as hard to guess as one that an operator chooses has to be."""
    made = ""
    while bits_of(made) < ENOUGH_BITS:  # chance makes rows too: BBB, CCC
        made = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return f"{made[:5]}-{made[5:]}"


def plain_code(text: str) -> str:
    """Without spaces, dashes and what UTF-8 cannot hold, in one case."""
    wide = unicodedata.normalize("NFKC", storable(text[:LONGEST_CODE]))
    return "".join(char for char in wide if not char.isspace() and char not in "-–—").casefold()
