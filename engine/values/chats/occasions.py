"""Why a character writes although nobody has asked it anything."""

from dataclasses import dataclass
from enum import StrEnum


class OccasionKind(StrEnum):
    """What a character writes about by itself.

    DUE: a date of the person. PROMISE: what one of them has promised. THREAD: what was left open. SILENCE: they have
    not talked for long. POST: it posts something in a circle. COMMENT: it comments there on a message. MOMENT: it posts
    something for one person alone.
    """

    DUE = "due"
    PROMISE = "promise"
    THREAD = "thread"
    SILENCE = "silence"
    POST = "post"
    COMMENT = "comment"
    MOMENT = "moment"


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why, and ``about`` what in a few words, "" for nothing in particular. The words are data, not an instruction.

    ``target`` is the seq of the message that is commented on, or that a post takes up; 0 for none. ``subject`` is what
    a post is about, as PostSubject.name has it; "" for any other. ``memories``: what it tells of besides, by number;
    their words are read when they are told, so that nothing is told that is gone by then.
    """

    why: OccasionKind
    about: str = ""
    target: int = 0
    subject: str = ""
    memories: tuple[int, ...] = ()
