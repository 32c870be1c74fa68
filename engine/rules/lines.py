"""What lies on a branch. The pure twin of the fragments in ``engine/db/sql/line.sql``.

A branch draws one line through the tree of branches: its own entries, before them those of its parent up to the fork,
and so on to the start. A derived row is live on a line if it lies there and no retirement that lies there names it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from engine.values.chats.entries import Branch, Derived, Line, Place, Retirement, Segment

AT: Final = "@"
"""Before session, branch and seq: "@7.12.340"."""


def line_of(branches: Mapping[int, Branch], branch: int, head: int) -> Line:
    """The line of ``branch`` up to ``head``: its last seq, or ``forked_at`` when it has no entry of its own."""
    segments: list[Segment] = []
    upto = head
    here: Branch | None = branches[branch]
    while here is not None:
        segments.append(Segment(here.id, here.forked_at, upto))
        upto = here.forked_at
        here = branches[here.parent] if here.parent is not None else None
    segments.reverse()
    return Line(tuple(segments))


def cut(line: Line, *, after: int = 0, upto: int | None = None) -> Line:
    """The stretch ``after`` < seq ≤ ``upto`` of ``line``, without segments that it leaves empty."""
    end = line.head if upto is None else upto
    if after >= end:
        return Line(())
    kept = (s for s in line.segments if s.upto > after and s.after < end and s.after < s.upto)
    return Line(tuple(Segment(s.branch, max(s.after, after), min(s.upto, end)) for s in kept))


def forked(line: Line, seq: int, branch: int) -> Line:
    """The line of a new ``branch`` that begins after entry ``seq`` of ``line``."""
    return Line((*cut(line, upto=seq), Segment(branch, seq, seq)))


def grown(line: Line, head: int) -> Line:
    """``line`` after its branch has got entries up to ``head``."""
    *before, last = line
    return Line((*before, replace(last, upto=head)))


def place_at(line: Line, seq: int) -> Place | None:
    """Who owns entry ``seq`` of ``line``; None before the first and after the last entry."""
    for segment in reversed(line.segments):
        if segment.after < seq <= segment.upto:
            return Place(segment.branch, seq)
    return None


def lies_on(line: Line, place: Place) -> bool:
    """Whether ``place`` is on ``line``."""
    return any(s.branch == place.branch and s.after < place.seq <= s.upto for s in line)


def live(rows: Iterable[Derived], retirements: Iterable[Retirement], line: Line) -> list[Derived]:
    """The rows that are live on ``line``, in the order given."""
    ended = {r.derived for r in retirements if lies_on(line, r.place)}
    return [row for row in rows if row.id not in ended and lies_on(line, row.place)]


def fork_point(line: Line, seq: int) -> tuple[int | None, int]:
    """Parent and ``forked_at`` of a branch that begins after entry ``seq``; (None, 0) begins from nothing."""
    place = place_at(line, seq)
    return (place.branch, place.seq) if place else (None, 0)


def parted_at(line: Line, other: Line) -> int:
    """The last seq up to which two lines of a session are the same; 0 where they share nothing."""
    seq = 0
    for one, two in zip(line, other, strict=False):
        if one.branch != two.branch:
            break
        seq = min(one.upto, two.upto)
        if one.upto != two.upto:
            break
    return seq


def lies_where(named: str) -> tuple[int, Place] | None:
    """The session and the place that "@7.12.340" names; None for what names none."""
    numbers = named.removeprefix(AT).split(".") if named.startswith(AT) else []
    if len(numbers) != 3 or not all(it.isascii() and it.isdecimal() for it in numbers):
        return None
    session, branch, seq = map(int, numbers)
    return session, Place(branch, seq)
