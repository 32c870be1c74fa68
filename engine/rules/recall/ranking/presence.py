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


@dataclass(frozen=True, slots=True)
class Coming:
    """At ``seq`` a character came, or went (``here`` is false)."""

    seq: int
    character: int
    here: bool


def cast_at(members: Iterable[Entry], seq: int) -> tuple[int, ...]:
    """Which characters play at ``seq`` of the line that these acts lie on; who speaks next is first."""
    acts = said_by(members, MemberBody)
    return cast_of((Coming(act.place.seq, act.character, what.here) for act, what in acts if act.character), seq)


def cast_of(comings: Iterable[Coming], seq: int) -> tuple[int, ...]:
    """The same by the comings and goings on the line, first to last."""
    here = {it.character: it.here for it in comings if it.seq <= seq}
    return tuple(character for character, plays in here.items() if plays)
