"""Who is present when something is said: the cast, and the people who wrote a short while before."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from engine.values.chats.bodies import MemberBody
from engine.values.chats.entries import Entry, said_by

MESSAGES: Final = 50
WHILE: Final = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Utterance:
    """Who said something, None for a character, and when."""

    person: int | None
    at: datetime


def people_present(said: Sequence[Utterance]) -> tuple[int, ...]:
    """Who wrote within the last 50 messages and 30 minutes of ``said``, its last message included; ascending."""
    if not said:
        return ()
    since = said[-1].at - WHILE
    return tuple(sorted({it.person for it in said[-MESSAGES:] if it.person is not None and it.at >= since}))


def cast_at(members: Iterable[Entry], seq: int) -> tuple[int, ...]:
    """Which characters play at ``seq`` of the line that these acts lie on; who speaks next is first."""
    here: dict[int, bool] = {}
    for act, what in said_by(members, MemberBody):
        if act.place.seq <= seq and act.character is not None:
            here[act.character] = what.here
    return tuple(character for character, plays in here.items() if plays)
