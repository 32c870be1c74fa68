"""What is remembered of a story, as it goes from one chat to another in a file."""

from dataclasses import dataclass, field
from datetime import datetime

from engine.values.memory.memories import MemoryKind, Tag

Span = tuple[int, int]
"""The first and the last message that something tells of, counted along the story from 1."""


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of the timeline. ``when`` is a day of the story, "" where nobody knows."""

    text: str
    when: str = ""
    merged: bool = False
    messages: Span | None = None


@dataclass(frozen=True, slots=True)
class FilePage:
    """A page of the story. ``level`` is 0 for one that is told in detail, 1 for a brief one."""

    text: str
    number: int
    level: int = 0
    title: str = ""
    when: str = ""
    brief: str = ""
    messages: Span | None = None


@dataclass(frozen=True, slots=True)
class FileNamed:
    """A thing, or a figure with its other names."""

    name: str
    text: str
    aliases: tuple[str, ...] = ()
    messages: Span | None = None


@dataclass(frozen=True, slots=True)
class FileSummary:
    """What stands in place of messages; ``chapter`` is 0 for a summary that closes none."""

    text: str
    chapter: int = 0
    title: str = ""
    messages: Span | None = None


@dataclass(frozen=True, slots=True)
class FileMemory:
    """A memory: CORE or MANUAL. ``at`` is when it happened, None where nobody knows."""

    text: str
    kind: MemoryKind = MemoryKind.MANUAL
    tag: Tag = Tag.MANUAL
    at: datetime | None = None
    messages: Span | None = None


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """All of it, each kind in the order of the story. ``persona`` are the fields of who the character has become.

    ``version`` is that of the form it came in, and ``own`` whether that form is ours; ``left_aside`` counts what could
    not be read.
    """

    name: str = ""
    timeline: tuple[FileLine, ...] = ()
    items: tuple[FileNamed, ...] = ()
    pages: tuple[FilePage, ...] = ()
    dossiers: tuple[FileNamed, ...] = ()
    summaries: tuple[FileSummary, ...] = ()
    memories: tuple[FileMemory, ...] = ()
    persona: tuple[tuple[str, str], ...] = ()
    left_aside: int = field(default=0, compare=False)
