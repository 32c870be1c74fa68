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
class HeldAct:
    """A like (no ``text``) or a comment of a character on the message at seq ``target``.

    What it is about had the digest ``of`` when it was read: the message that is liked, the thread that is commented on.
    """

    character: int
    target: int
    text: str
    of: str


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """What a round came to at ``at`` on ``branch``: it had read ``many`` messages, from seq ``first`` to ``last``."""

    at: datetime
    branch: int
    first: int
    last: int
    many: int
    acts: tuple[HeldAct, ...]


@dataclass(frozen=True, slots=True)
class CommentMark:
    """A character comments at ``at`` on the message at seq ``target``.

    The thread had the digest ``of`` when it was read for it, with ``many`` messages from seq ``first`` to ``last``.
    """

    character: int
    target: int
    text: str
    at: datetime
    first: int = 0
    last: int = 0
    of: str = ""
    many: int = 0
