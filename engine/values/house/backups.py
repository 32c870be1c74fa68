"""Backups of the whole database: which there are, what one holds, and what came of putting one back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class BackupKind(StrEnum):
    """Why it was made: it is night, the tables change, somebody asked, or another backup takes its place."""

    NIGHT = "night"
    MIGRATION = "migration"
    HAND = "hand"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that lies in the folder. ``name`` is its file's, ``size`` in bytes, ``at`` in UTC."""

    name: str
    kind: BackupKind
    at: datetime
    size: int


@dataclass(frozen=True, slots=True)
class Census:
    """What a database held at one moment: rows by table, and one story by its hash, "" where there is none."""

    rows: Mapping[str, int] = field(default_factory=dict[str, int])
    space: int = 0
    session: int = 0
    story: str = ""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What came of taking people out of the backups, by name: changed, holding nobody who is to go, and not opened."""

    changed: tuple[str, ...]
    clean: tuple[str, ...]
    unreadable: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """What a backup brought back: its name, the ``rows`` that are there now, where the database before it lies.

    ``aside`` is a folder, or the name of a backup where the server is somebody else's.
    """

    name: str
    rows: Mapping[str, int]
    aside: str
