"""Which job makes which kind of derived row again when what it was made from has changed."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.values.house.due_bodies import StretchMark
from engine.values.memory.memories import MemoryKind
from engine.values.story.chronicle import ChronicleKind

REMEMBER: Final = "remember"
EMBED: Final = "embed"
FACTS: Final = "facts"
PAGES: Final = "pages"
CHRONICLE: Final = "chronicle"

TOPIC: Final = "topic"
"""A row beside a message: what it is about, in a few words."""
FACT: Final = "fact"
"""A row that says which messages a fact about a real person was drawn from; the fact itself is the person's."""

_JOBS: Final[Mapping[str, str | None]] = {
    MemoryKind.SAID: REMEMBER,
    MemoryKind.CORE: FACTS,
    TOPIC: FACTS,
    FACT: FACTS,
    MemoryKind.DIARY: PAGES,
    MemoryKind.MANUAL: None,  # somebody wrote it: nothing makes it again
    MemoryKind.EVENT: CHRONICLE,
    MemoryKind.PLOT: CHRONICLE,
    **dict.fromkeys(ChronicleKind, CHRONICLE),
}

_FROM_SEVERAL: Final = frozenset({MemoryKind.CORE, MemoryKind.DIARY, FACT})


def again_mark(job: str, branch: int, first: int, last: int) -> tuple[str, StretchMark]:
    """The mark that has one stretch of a branch read again: its kind and what it says."""
    return f"{job}/{branch}.{first}.{last}", StretchMark(branch, first, last)


def again_marks(rows: Iterable[tuple[str, int, int, int]]) -> dict[str, StretchMark]:
    """What is to be read again when rows are gone: (kind, branch, first, last) of each. What marks say, by their kind.

    A row that was made from one message alone leaves nothing to read.
    """
    marks = [
        again_mark(job, branch, first, last)
        for kind, branch, first, last in rows
        if kind in _FROM_SEVERAL and first < last and (job := _JOBS.get(kind))
    ]
    return dict(marks)


def jobs_for(kinds: Iterable[str]) -> list[str]:
    """The marks that have rows of these kinds made again, each once; rows of a kind not listed are its own mark's."""
    return sorted({job for kind in kinds if (job := _JOBS.get(kind, kind)) is not None})
