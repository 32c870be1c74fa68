"""A part of a long list, as the database reads it.

Lists change while people turn their pages: what is new comes first. So a button says behind or before which row it
goes on, by a *mark*: its direction, and the numbers that the list is ordered by.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")

BEHIND: Final = ">"
BEFORE: Final = "<"
_MARK: Final = re.compile(r"[<>]\d{1,18}(?:\.\d{1,18})*", re.ASCII)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_LATEST: Final = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND


@dataclass(frozen=True, slots=True)
class Paged(Generic[T]):
    """The ``items`` of page ``page`` (from 1) of ``pages``; ``total`` counts those of all pages.

    ``earlier`` and ``further`` are the marks from which the pages before and behind it go on; "" where there are none.
    """

    items: tuple[T, ...]
    total: int
    page: int = 1
    pages: int = 1
    earlier: str = ""
    further: str = ""

    def of(self, items: Sequence[U]) -> "Paged[U]":
        """The same part with other things for its items."""
        return Paged(tuple(items), self.total, self.page, self.pages, self.earlier, self.further)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of a list: page ``page`` from 1, held to what there is, of ``size``; with ``words`` in the name.

    ``mark``: the part behind or before a row instead; what is no mark of the list says nothing.
    """

    page: int = 1
    size: int = 8
    words: str = ""
    mark: str = ""

    @property
    def turn(self) -> str:
        """Which way the mark leads: ``BEHIND`` or ``BEFORE`` its row; "" without one."""
        return self.mark[:1] if is_mark(self.mark) else ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """What its row is found by in the order of the list; none without a mark."""
        return tuple(map(int, self.mark[1:].split("."))) if self.turn else ()

    def part(self, items: Sequence[T], total: int, start: int, marks: Sequence[str]) -> Paged[T]:
        """``items`` as the part that begins behind ``start`` of ``total`` rows. ``marks``: what each is found by."""
        pages = max(1, -(-total // self.size))
        page = min(-(-start // self.size) + 1, pages)
        earlier = f"{BEFORE}{marks[0]}" if start and marks else ""
        further = f"{BEHIND}{marks[-1]}" if marks and start + len(items) < total else ""
        return Paged(tuple(items), total, page, pages, earlier, further)


def is_mark(text: str) -> bool:
    """Whether ``text`` has the form of a mark."""
    return _MARK.fullmatch(text) is not None


def mark_of(*numbers: int) -> str:
    """What a row is found by, without a direction."""
    return ".".join(str(int(it)) for it in numbers)


def number_of(moment: datetime) -> int:
    """A moment as a number of a mark: its microseconds since 1970, never less than 0."""
    return max(0, (moment - _EPOCH) // _MICROSECOND)


def moment_of(number: int) -> datetime:
    """The moment that ``number_of`` made a number of."""
    return _EPOCH + min(number, _LATEST) * _MICROSECOND
