"""When old lines of the timeline become fewer, and what a model may make of them.

Like pages, lines are merged where the timeline first has one too many.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from pydantic import BaseModel, Field

from engine.rules.chronicle.walk import moments
from engine.rules.chronicle.wording import fitted, one_line
from engine.rules.wire.answer_schema import answer_schema
from engine.values.chats.entries import Derived, row_says
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import TimelineBody

MOST_MERGED: Final = 3
"""So many lines come of a merge at most."""
FEWEST: Final = 3
"""A merge makes room for some lines more, so that not each new one costs a call."""
LONGEST_MERGED: Final = 120
LONGEST_LINE: Final = 80
LONGEST_DAY: Final = 20
_SPAN: Final = "–"


class MergedLine(BaseModel):
    """What lines ``first`` to ``last``, counted from 1, come to."""

    first: int
    last: int
    text: str


class MergedLines(BaseModel):
    """The whole answer."""

    lines: list[MergedLine] = Field(default_factory=list[MergedLine], json_schema_extra={"minItems": 1})


@dataclass(frozen=True, slots=True)
class Merge:
    """Lines, the oldest first, that become at most ``into`` ones at seq ``at`` of the line."""

    at: int
    rows: tuple[Recorded, ...]
    into: int


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line that tells of ``of``."""

    text: str
    when: str
    of: tuple[Recorded, ...]


def next_merge(rows: Iterable[Recorded], limit: int) -> Merge | None:
    """The first merge that is lacking where ``limit`` lines may be; None for none."""
    lines = [it for it in rows if it.row.kind == ChronicleKind.TIMELINE]
    for moment in moments(lines):
        excess = len(moment.live) - limit
        if excess <= 0:
            continue
        oldest = sorted((it for it in moment.live.values() if it.ended_at is None), key=lambda it: in_order(it.row))
        taken = oldest[: excess + max(FEWEST, limit // 4)]
        if len(taken) > excess:
            return Merge(moment.seq, tuple(taken), min(MOST_MERGED, len(taken) - excess))
    return None


def in_order(row: Derived) -> tuple[int, int, int]:
    """How lines of the timeline follow one another."""
    return row.from_seq, row.to_seq, row.n


def lines_schema(count: int, into: int) -> dict[str, Any]:
    """The JSON schema of an answer that makes at most ``into`` lines of ``count`` ones."""
    numbers = range(1, count + 1)
    return answer_schema(MergedLines, {"lines.first": numbers, "lines.last": numbers}, {"lines": into})


def merged(merge: Merge, told: MergedLines) -> tuple[NewLine, ...]:
    """The lines that ``told`` makes of a merge; where it does not tell of each old one once, their own words, cut."""
    count = len(merge.rows)
    good = sorted((it for it in told.lines if 0 < it.first <= it.last <= count and one_line(it.text)), key=_first)
    kept: list[MergedLine] = []
    for it in good[: merge.into]:
        if not kept or it.first > kept[-1].last:
            kept.append(it)
    if not kept or kept[0].first > 1 or kept[-1].last < count or _gap(kept):
        return (_joined(merge.rows),)
    return tuple(_new(merge.rows[it.first - 1 : it.last], it.text) for it in kept)


def unmerged(merge: Merge) -> tuple[NewLine, ...]:
    """The same where no model can do it: the old words, cut."""
    return (_joined(merge.rows),)


def days(first: str, last: str) -> str:
    """``D1`` and ``D3``, or ``D1–D2`` and ``D3``, as ``D1–D3``; where one is not known, the other."""
    begin, end = first.partition(_SPAN)[0].strip(), last.rpartition(_SPAN)[2].strip()
    if not begin or not end or begin == end:
        return begin or end
    return f"{begin}{_SPAN}{end}"


def _first(line: MergedLine) -> int:
    return line.first


def _gap(kept: Sequence[MergedLine]) -> bool:
    return any(after.first != before.last + 1 for before, after in pairwise(kept))


def _joined(rows: Sequence[Recorded]) -> NewLine:
    share = LONGEST_MERGED // len(rows)
    return _new(rows, "; ".join(fitted(it.row.text, max(share, 20)) for it in rows))


def _new(rows: Sequence[Recorded], text: str) -> NewLine:
    known = [when for it in rows if (when := row_says(it.row, TimelineBody).when)]
    when = days(known[0], known[-1]) if known else ""
    return NewLine(fitted(one_line(text), LONGEST_MERGED), when, tuple(rows))
