"""What was live of a chronicle at one seq of the line after the other."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from engine.values.story.chronicle import Recorded


@dataclass(frozen=True, slots=True)
class ChronicleMoment:
    """The rows that are live at ``seq``, by id, and those of them that begin there. Only valid until the next one."""

    seq: int
    live: dict[int, Recorded]
    new: tuple[Recorded, ...]


def moments(rows: Iterable[Recorded], besides: Iterable[int] = ()) -> Iterator[ChronicleMoment]:
    """Each seq where rows begin, and those ``besides``, in order."""
    coming = sorted(rows, key=lambda it: (it.row.place.seq, it.row.id), reverse=True)
    live: dict[int, Recorded] = {}
    ends: list[tuple[int, int]] = []
    for seq in sorted({it.row.place.seq for it in coming} | set(besides)):
        new: list[Recorded] = []
        while coming and coming[-1].row.place.seq <= seq:
            it = coming.pop()
            live[it.row.id] = it
            new.append(it)
            if it.ended_at is not None:
                heappush(ends, (it.ended_at, it.row.id))
        while ends and ends[0][0] <= seq:
            del live[heappop(ends)[1]]
        yield ChronicleMoment(seq, live, tuple(it for it in new if it.row.id in live))
