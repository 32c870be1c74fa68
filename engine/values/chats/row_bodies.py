"""What any row made from the log may say besides its columns. Each kind of row has a class of its own above this one.

How they are stored is known in one place, ``engine.rules.bodies``.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

from engine.values.documents import Json


@dataclass(frozen=True, slots=True)
class RowMarks:
    """What happened to a row. ``was``: the text that stood there before somebody wrote another one.

    ``imported``: it came with a file of memories, and tells of these ``messages`` of the other chat, counted from 1.
    ``more``: what only a newer version knows, which goes back as it came.
    """

    was: str | None = None
    imported: bool = False
    messages: tuple[int, int] | None = None
    more: tuple[tuple[str, Json], ...] = ()


UNMARKED = RowMarks()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowBody:
    """What every row may say."""

    marks: RowMarks = UNMARKED


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBody(RowBody):
    """What a row says that says nothing, or is of a kind without a class."""


NOTHING_SAID = OtherBody()
AnyRowBody = TypeVar("AnyRowBody", bound=RowBody)


def written_over(body: AnyRowBody, was: str) -> AnyRowBody:
    """What a row says in which somebody has written another text than it ``was``."""
    return replace(body, marks=replace(body.marks, was=was))
