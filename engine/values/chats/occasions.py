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

    ``target`` is the seq of the message that is commented on; 0 for none.
    """

    why: OccasionKind
    about: str = ""
    target: int = 0
