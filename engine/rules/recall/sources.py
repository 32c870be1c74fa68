"""Which job makes which kind of derived row again when what it was made from has changed."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.values.memories import MemoryKind

REMEMBER: Final = "remember"
EMBED: Final = "embed"
FACTS: Final = "facts"
PAGES: Final = "pages"

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
}


def jobs_for(kinds: Iterable[str]) -> list[str]:
    """The marks that have rows of these kinds made again, each once; rows of a kind not listed are its own mark's."""
    return sorted({job for kind in kinds if (job := _JOBS.get(kind, kind)) is not None})
