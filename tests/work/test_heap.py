"""The memory that the C library keeps, and what the collector of garbage looks through."""

import ctypes
import subprocess
import sys

import pytest

from tests.code.sources import ROOT

BURST = """
import asyncio, ctypes, sys, threading
from pathlib import Path
from engine.wiring.heap import WORKED, FreedMemory, keep_one_heap

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4 // 1024

def heaps(path):
    libc = ctypes.CDLL(None)
    libc.fopen.restype = ctypes.c_void_p
    file = ctypes.c_void_p(libc.fopen(path.encode(), b"w"))
    libc.malloc_info(0, file)
    libc.fclose(file)
    return Path(path).read_text().count("<heap nr=")

kept = []

def burst():
    many = [bytes(3000 + place % 1000) for place in range(5000)]
    kept.extend(many[::100])

if sys.argv[2:]:
    keep_one_heap()
for _ in range(4):
    thread = threading.Thread(target=burst)
    thread.start()
    thread.join()
side_by_side = [threading.Thread(target=burst) for _ in range(4)]
[it.start() for it in side_by_side], [it.join() for it in side_by_side]
worked = [0.0]
freed = FreedMemory(lambda: worked[0])
before = resident()
asyncio.run(freed.give_back())
at_rest = resident()
worked[0] = WORKED
asyncio.run(freed.give_back())
print(heaps(sys.argv[1]), before - resident(), before - at_rest)
"""
READ = """
import gc
from bot import process
process._app()
print(gc.isenabled(), gc.get_freeze_count())
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="another C library")
def test_a_burst_leaves_nothing_behind(tmp_path_factory: pytest.TempPathFactory) -> None:
    """After one evening with many people a bot takes a fifth more of a small machine, for good."""
    file = str(tmp_path_factory.mktemp("heap") / "info")
    command = [sys.executable, "-c", BURST, file]
    lone, apart = (
        [int(it) for it in subprocess.run(it, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()]
        for it in ([*command, "one"], command)
    )
    assert lone[0] == 1 < apart[0]
    assert lone[1] > 10
    assert lone[2] <= 1, "a house in which nothing goes on looks for memory to give back"


def test_what_was_read_is_no_garbage() -> None:
    """Everybody waits, again and again, while a hundred thousand parts of the program are looked through."""
    done = subprocess.run([sys.executable, "-c", READ], cwd=ROOT, capture_output=True, text=True, check=True)
    enabled, frozen = done.stdout.split()
    assert enabled == "True"
    assert int(frozen) > 100_000
