"""A house on the smallest machine there is: one processor, and 1 GiB for all of its processes.

``python -m tests.bench.small [--quick]``, on Linux. The model and the platform are on the other processors, but within
the same memory. The limit takes root and cgroups; the notes say what was taken at most, and whether it held.
"""

import asyncio
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.bench.alone import alone
from tests.bench.figures import Figure, Part, percentile, spread
from tests.bench.platform_crowd import crowded
from tests.bench.platform_daemon import Ground, ground
from tests.bench.platform_servers import SEATS
from tests.bench.platform_turns import CHUNKS, timed_turns

ROOMS: Final = 64
CROWDS: Final = (1, 4, 16, 64)
MEMORY: Final = 1 << 30
_GROUPS: Final = Path("/sys/fs/cgroup")
_MEMBERS: Final = "cgroup.procs"


async def run(folder: Path, *, quick: bool) -> Part:
    """On each platform, one after the other."""
    figures: list[Figure] = []
    notes: list[str] = []
    for platform in SEATS:
        with _limited(f"omoide-{os.getpid()}-{platform}") as group:
            async with ground(platform, folder / platform, ROOMS) as here:
                _on_one_processor(here)
                found = await _measured(here, quick=quick)
            figures += [Figure(f"{platform}: {it.name}", it.value, it.unit) for it in found]
            notes.append(f"{platform}: {_memory_told(group)}")
    return Part("A house on one processor", tuple(figures), tuple(notes))


async def _measured(here: Ground, *, quick: bool) -> list[Figure]:
    turns = 20 if quick else 100
    await timed_turns(here, 10, CHUNKS)
    before = here.spent().whole
    times = await timed_turns(here, turns, CHUNKS)
    found = [
        *spread("message → model request", times.asked),
        *spread("last chunk → final text", times.whole),
        Figure(f"CPU a turn of {CHUNKS} chunks", (here.spent().whole - before) * 1000 / turns, "ms"),
    ]
    for count in CROWDS:
        late = await crowded(here, count)
        found.append(Figure(f"{count} at once: lateness p99", percentile(late, 0.99), "s"))
        found.append(Figure(f"{count} at once: not finished", count - len(late), ""))
        await asyncio.sleep(5)
    return [*found, Figure("PSS of all processes", here.memory()[1], "MiB")]


def _on_one_processor(here: Ground) -> None:
    last = {max(os.sched_getaffinity(0))}
    for process in here.processes():
        for thread in process.threads():
            with suppress(ProcessLookupError):
                os.sched_setaffinity(thread.id, last)


@contextmanager
def _limited(name: str) -> Generator[Path | None]:
    """This process and all that it starts within so much memory; the group of that, None where there are none."""
    made = _group(name)
    if made is None:
        yield None
        return
    (made / _MEMBERS).write_text(str(os.getpid()))
    try:
        yield made
    finally:
        (made.parent / _MEMBERS).write_text(str(os.getpid()))
        with suppress(OSError):  # what still ends there keeps it a moment longer
            made.rmdir()


def _group(name: str) -> Path | None:
    for parent, limit in ((_GROUPS / "memory", "memory.limit_in_bytes"), (_GROUPS, "memory.max")):
        with suppress(OSError):
            (parent / name).mkdir()
            (parent / name / limit).write_text(str(MEMORY))
            return parent / name
    return None


def _memory_told(group: Path | None) -> str:
    """What the group has taken at most, the cache of its files counted, and how often it met its limit."""
    for most, met in (("memory.max_usage_in_bytes", "memory.failcnt"), ("memory.peak", "memory.events")):
        if group is not None and (group / most).exists():
            often = " ".join((group / met).read_text().split())
            taken = int((group / most).read_text()) >> 20
            return f"at most {taken} of {MEMORY >> 20} MiB, the cache of files counted; the limit was met: {often}"
    return "its memory was not limited"


if __name__ == "__main__":
    alone("small", run, __doc__, quick="fewer turns")
