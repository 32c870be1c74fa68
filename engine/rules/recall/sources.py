"""Which job makes which kind of derived row again when what it was made from has changed."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.values.memories import MemoryKind

REMEMBER: Final = "remember"
EMBED: Final = "embed"
FACTS: Final = "facts"
PAGES: Final = "pages"

_JOBS: Final[Mapping[str, str | None]] = {
    MemoryKind.SAID: REMEMBER,
    MemoryKind.CORE: FACTS,
    MemoryKind.DIARY: PAGES,
    MemoryKind.MANUAL: None,  # somebody wrote it: nothing makes it again
}


def jobs_for(kinds: Iterable[str]) -> list[str]:
    """The marks that have rows of these kinds made again, each once; rows of a kind not listed are its own mark's."""
    return sorted({job for kind in kinds if (job := _JOBS.get(kind, kind)) is not None})
