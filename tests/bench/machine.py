"""What the figures were measured on, without names or paths."""

import os
import platform
import threading
import time
from pathlib import Path
from typing import Self

import psutil

from tests.bench.figures import Figure, Part, percentile

_BLOCK = bytes(8192)
_STEPS = 100_000
_EVERY = 0.5


def plain_python_ms() -> float:
    """Processor time of 100,000 steps of plain Python: what else runs on the cores makes it longer, up to threefold."""
    started = time.thread_time()
    number = 0
    for step in range(_STEPS):
        number += step
    return (time.thread_time() - started) * 1000


class Pace:
    """How fast the machine is while a part runs, sampled in a thread of the process that waits for it."""

    best = float("inf")

    def __enter__(self) -> Self:
        self._samples = [plain_python_ms()]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sample)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()
        Pace.best = min(Pace.best, *self._samples)

    def told(self) -> str:
        """A line for the part's notes."""
        usual, load = percentile(self._samples, 0.5), os.getloadavg()[0]
        return f"load average {load:.1f}; 100,000 steps of Python took {usual:.1f} ms CPU, {Pace.best:.1f} at best"

    def _sample(self) -> None:
        while not self._over.wait(_EVERY):
            self._samples.append(plain_python_ms())


def machine(folder: Path) -> Part:
    """Processor, memory, load, and how long the disk under ``folder`` takes to keep a page."""
    load = os.getloadavg()
    memory = psutil.virtual_memory().total / 2**30
    facts = f"{os.cpu_count()} × {_processor()}, {memory:.0f} GB, {platform.system()} {platform.release()}"
    syncs = _syncs(folder / "sync")
    figures = (
        Figure("load average, 1 minute", load[0], ""),
        Figure("write and sync 8 KB, p50", percentile(syncs, 0.5) * 1000, "ms"),
        Figure("write and sync 8 KB, p99", percentile(syncs, 0.99) * 1000, "ms"),
    )
    return Part("Machine", figures, (facts, f"{platform.python_implementation()} {platform.python_version()}"))


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _syncs(path: Path, count: int = 100) -> list[float]:
    handle = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    took: list[float] = []
    try:
        for _ in range(count):
            started = time.perf_counter()
            os.pwrite(handle, _BLOCK, 0)
            os.fdatasync(handle)
            took.append(time.perf_counter() - started)
    finally:
        os.close(handle)
        path.unlink()
    return took
