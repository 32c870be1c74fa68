"""Keeping what a program writes no faster than others can bear: while nobody reads, the program stands still."""

import fcntl
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

PIPE_BYTES: Final = 16 << 10
"""So little waits in the pipe that a program stands still soon after its reader."""
_CHUNK: Final = 256 << 10


@dataclass(frozen=True, slots=True)
class ProgramPace:
    """After each ``work`` seconds of the processor that a program has used it rests for ``rest``; 0 is never.

    On a machine that is busy it gets less of the processor, and rests the less.
    """

    work: float
    rest: float


FAST: Final = ProgramPace(1.0, 0.0)
GENTLE: Final = ProgramPace(0.02, 0.15)


def narrow_pipe() -> tuple[int, int]:
    """The two ends of a pipe: to read, and to write."""
    source, sink = os.pipe()
    if hasattr(fcntl, "F_SETPIPE_SZ"):  # Linux alone
        fcntl.fcntl(sink, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    return source, sink


def drain(source: int, target: Path, pace: ProgramPace, program: int) -> None:
    """Copy all that process ``program`` writes into a pipe into a file, at a pace; closes ``source``.

    It blocks: for a thread of its own. Where the file cannot be written the program finds its pipe closed.
    Raises OSError.
    """
    with os.fdopen(source, "rb", buffering=0) as out, target.open("wb", buffering=0) as kept:
        rested = 0.0
        while piece := out.read(_CHUNK):
            view = memoryview(piece)
            while view:
                view = view[kept.write(view) :]
            if pace.rest and (used := _used(program)) >= rested + pace.work:
                time.sleep(pace.rest)
                rested = used


def _used(process: int) -> float:
    """Seconds of the processor that a process has used; 0 when it has ended."""
    try:
        times = psutil.Process(process).cpu_times()
    except psutil.Error:
        return 0.0
    return times.user + times.system
