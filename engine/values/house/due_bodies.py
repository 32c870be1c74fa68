"""What marks of due work say besides their kind. Most kinds say nothing: what is to be done follows from the story."""

from dataclasses import dataclass
from datetime import datetime

from engine.values.people.rights import PersonalData


@dataclass(frozen=True, slots=True)
class StretchMark:
    """The entries from seq ``first`` to ``last`` of a branch are to be read again."""

    branch: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class UnansweredMark:
    """What a channel head said up to seq ``head`` of ``branch`` has no answer."""

    channel_head: int
    branch: int
    head: int


@dataclass(frozen=True, slots=True)
class LetInMark:
    """It is to be told in these languages that people are let in; none: it was told."""

    tongues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForgetMark:
    """Whom is to be forgotten, as Leaver has them. ``holdings`` is told at the end; None: nobody waits for it."""

    person: int
    names: tuple[str, ...]
    private: tuple[int, ...]
    channel: int
    holdings: PersonalData | None = None


@dataclass(frozen=True, slots=True)
class CorrectionMark:
    """A correction that waits for the yes of ``person``: what memory ``id`` of its ``store`` is to say ``now``.

    "" ``now``: it is to be forgotten.
    """

    person: int
    store: str
    id: int
    now: str


@dataclass(frozen=True, slots=True)
class PostMark:
    """A character is to post at ``at``; ``number`` counts its posts of that day from 0."""

    character: int
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class CommentMark:
    """A character comments at ``at`` on the message at seq ``target``.

    What was read for it, from seq ``first`` to ``last``, had the digest ``of`` then.
    """

    character: int
    target: int
    text: str
    at: datetime
    first: int = 0
    last: int = 0
    of: str = ""
