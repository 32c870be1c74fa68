"""What people keep in a space, and how much of it they may."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class StorageKind(StrEnum):
    """What is counted: bytes of files, files that wait to be imported, memories that people wrote or imported."""

    FILES = "files"
    IMPORTS = "imports"
    MEMORIES = "memories"


class StorageHolder(StrEnum):
    """Whose it is: one person's, or that of all in a space together."""

    PERSON = "person"
    SPACE = "space"


@dataclass(frozen=True, slots=True)
class StorageUse:
    """How much of a kind one person keeps in a space, and all in it together."""

    own: int = 0
    everybody: int = 0


StorageUses = Mapping[StorageKind, StorageUse]


@dataclass(frozen=True, slots=True)
class StorageQuota:
    """What a holder keeps of a kind, and may keep."""

    kind: StorageKind
    holder: StorageHolder
    used: int
    limit: int

    @property
    def left(self) -> int:
        """How much more there is room for."""
        return max(0, self.limit - self.used)
