"""What posts of a circle are about."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.values.memory.memories import MemoryKind

_BEFORE_KEY = ":"


class SubjectKind(StrEnum):
    """FESTIVAL: what is celebrated today. PICTURE: one that somebody sent. STORY: what happened in its other stories.

    DIARY: a page of its diary. READ: what somebody else wrote in the circle. LIKES: something it likes. SEASON: the
    time of the year and of the day, where it has nothing else to tell.
    """

    FESTIVAL = "festival"
    PICTURE = "picture"
    STORY = "story"
    DIARY = "diary"
    READ = "read"
    LIKES = "likes"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class PostSubject:
    """What a post may be about. ``key`` tells it from others of its kind, ``words`` say it where these are nobody's.

    ``target``: the seq of the message that it takes up; ``memories``: what is told of it besides, by number.
    """

    kind: SubjectKind
    key: str
    words: str = ""
    target: int = 0
    memories: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """What is kept of it, so that it is not taken again."""
        return f"{self.kind}{_BEFORE_KEY}{self.key}"


@dataclass(frozen=True, slots=True)
class TakenSubject:
    """What a character posted about. ``name`` is as PostSubject has it."""

    character: int
    name: str
    at: datetime

    @property
    def kind(self) -> str:
        """Of which kind it was."""
        return self.name.partition(_BEFORE_KEY)[0]


@dataclass(frozen=True, slots=True)
class LivedMemory:
    """Something that a character may tell of in a circle, by the number of the memory.

    ``elsewhere``: it is of a story that is not the circle. ``picture``: the seq of the message with which somebody sent
    a picture; 0 for none.
    """

    id: int
    kind: MemoryKind
    session: int
    at: datetime
    elsewhere: bool = False
    picture: int = 0
