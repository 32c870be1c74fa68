"""A part of a long list, as the database reads it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Paged(Generic[T]):
    """The ``items`` of page ``page`` (from 1) of ``pages``; ``total`` counts those of all pages."""

    items: tuple[T, ...]
    total: int
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of a list: page ``page`` from 1, held to what there is, of ``size``; with ``words`` in the name."""

    page: int = 1
    size: int = 8
    words: str = ""

    def held(self, total: int) -> tuple[int, int]:
        """The page that is shown when there are ``total``, and how many pages that makes."""
        pages = max(1, -(-total // self.size))
        return min(max(self.page, 1), pages), pages
