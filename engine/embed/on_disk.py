"""Arrays in one file: what is looked at is read, the system may drop it again, and all processes of a house share it.

A file is of one origin, which the writer names: what an older model left there, or a disk that was full, is not taken.
"""

import json
import mmap
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_ALIGNED: Final = 64
_HEAD: Final = 16384
_CHUNK: Final = 1 << 20


class ArrayFile:
    """A file that is open for good. ``values``: what the writer said besides."""

    def __init__(self, descriptor: int, head: Mapping[str, Any]) -> None:
        self._descriptor = descriptor
        self._places: Mapping[str, tuple[str, list[int], int]] = head["arrays"]
        self._map = mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
        self.values: Mapping[str, Any] = head["values"]

    @property
    def names(self) -> tuple[str, ...]:
        """Of the arrays."""
        return tuple(self._places)

    def array(self, name: str) -> Array:
        """One array, mapped: it cannot be changed."""
        kind, shape, start = self._places[name]
        count = int(np.prod(shape))
        return np.frombuffer(self._map, np.dtype(kind), count, start).reshape(shape)

    def let_go(self) -> None:
        """Have nothing of it in memory until it is looked at again."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED)

    def rows(self, name: str) -> "Rows":
        """One array whose rows are read when they are asked for, and not kept."""
        kind, shape, start = self._places[name]
        return Rows(self._descriptor, start, shape[1], np.dtype(kind))


class Rows:
    """A table of ``width`` columns in an open file. A map would keep sixteen pages for each row that is looked at."""

    def __init__(self, descriptor: int, start: int, width: int, kind: "np.dtype[Any]") -> None:
        self._descriptor = descriptor
        self._start = start
        self._width = width
        self._kind = kind

    def __getitem__(self, places: Array) -> Array:
        """The rows at these places, in order."""
        size = self._width * self._kind.itemsize
        asked: list[int] = places.tolist()
        found = {it: os.pread(self._descriptor, size, self._start + it * size) for it in set(asked)}
        return np.frombuffer(b"".join([found[it] for it in asked]), self._kind).reshape(len(asked), self._width)


def write(path: Path, origin: str, arrays: Mapping[str, Array], values: Mapping[str, Any]) -> None:
    """Put arrays into a file, whole or not at all; whoever has an older one open keeps it. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    places: dict[str, tuple[str, tuple[int, ...], int]] = {}
    end = _HEAD
    for name, it in arrays.items():
        places[name] = it.dtype.str, it.shape, end
        end += -(-it.nbytes // _ALIGNED) * _ALIGNED
    head = {"origin": origin, "size": end, "arrays": places, "values": values}
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with fresh.open("w+b") as file:
            for name, it in arrays.items():
                file.seek(places[name][2])
                file.write(it.tobytes())
            file.truncate(end)
            file.flush()
            file.seek(0)
            file.write(json.dumps(head | {"sum": _sum(head, file.fileno())}).encode().ljust(_HEAD))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def opened(path: Path, origin: str) -> ArrayFile | None:
    """The file, if it is whole and of this origin: it is read once to see that. Raises OSError."""
    if not path.is_file():
        return None
    with path.open("rb", buffering=0) as file:
        try:
            head = dict[str, Any](json.loads(file.read(_HEAD)))
            told = head.pop("sum"), head["origin"], head["size"]
        except (ValueError, TypeError, LookupError):
            return None
        if told != (_sum(head, file.fileno()), origin, os.fstat(file.fileno()).st_size):
            return None
        return ArrayFile(os.dup(file.fileno()), head)


def _sum(head: Mapping[str, Any], descriptor: int) -> int:
    """Of the head and of all that stands behind it."""
    place, found = _HEAD, zlib.crc32(json.dumps(head).encode())
    while data := os.pread(descriptor, _CHUNK, place):
        place, found = place + len(data), zlib.crc32(data, found)
    return found
