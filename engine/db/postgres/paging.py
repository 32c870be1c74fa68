"""Parts of long lists in Postgres: where one begins, whatever was added since the page before it was read.

A statement that reads one takes ``turn_columns`` and answers with ``total``, ``start`` and the rows; one row without an
``id`` where there are none.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.db.postgres.driver import DriverRow
from engine.values.paging import Paged, Wanted

T = TypeVar("T")


def turn_columns(wanted: Wanted, parts: int) -> tuple[int, int, str]:
    """How many rows, behind how many, and which way from the mark, which has ``parts`` numbers in this list."""
    turn = wanted.turn if len(wanted.numbers) == parts else ""
    return wanted.size, (max(wanted.page, 1) - 1) * wanted.size, turn


def part_of(
    rows: Sequence[DriverRow], wanted: Wanted, made: Callable[[DriverRow], T], mark: Callable[[DriverRow], str]
) -> Paged[T]:
    """The part of a list that a statement has read."""
    shown = [row for row in rows if row["id"] is not None]
    return wanted.part([made(it) for it in shown], rows[0]["total"], rows[0]["start"], [mark(it) for it in shown])
