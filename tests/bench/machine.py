"""What the figures were measured on, without names or paths."""

import os
import platform
import time
from pathlib import Path

import psutil

from tests.bench.figures import Figure, Part, percentile

_BLOCK = bytes(8192)


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
