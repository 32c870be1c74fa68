"""What rows of memories say besides their columns."""

from dataclasses import dataclass

from engine.values.chats.row_bodies import RowBody


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryBody(RowBody):
    """A memory. ``page``: of which page of the story; ``chapter``: of which chapter, by the seq that closed it.

    ``topic``: what it is about, where no row beside it says that. ``undated``: nobody knows when it happened.
    """

    page: int | None = None
    chapter: int | None = None
    topic: str = ""
    undated: bool = False


PLAIN_MEMORY = MemoryBody()


@dataclass(frozen=True, slots=True, kw_only=True)
class FactBody(RowBody):
    """That messages told ``fact`` about ``person``: the fact itself, by its number, is theirs."""

    person: int = 0
    fact: int = 0
