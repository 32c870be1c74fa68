"""How much memory the daemon takes, what idle channels add, and how fast a second start is."""

import asyncio
import gc
import os
import statistics
import sys
import time
from pathlib import Path

from engine.actions.chats import inspections
from engine.values.models.prompts import PartVerdict
from tests.bench.figures import Figure, Part
from tests.bench.house import Model, Talker, engine_on, environment, memory_mb, model_process

CHANNELS = 1000
AT_ONCE = 8
FIRST = 1_000_000
"""The number of somebody who talks nowhere else."""
STARTS = 5


async def run(folder: Path, *, quick: bool) -> Part:
    """Memory and starts of ``python -m bot``, then channels in an engine of this process."""
    async with model_process() as model:
        async with engine_on(folder, model):
            pass  # from now on a start is a second start
        figures = [*await _starts(folder, model, 2 if quick else STARTS), await _daemon(folder, model)]
        figures += await _first_turn(folder, model)
        figures += await _channels(folder, model, CHANNELS // 5 if quick else CHANNELS)
    return Part("Memory and start", tuple(figures))


async def _starts(folder: Path, model: Model, times: int) -> list[Figure]:
    """Seconds of the whole ``chat`` with an empty input, and until the daemon has spoken."""
    whole: list[float] = []
    ready: list[float] = []
    for _ in range(times + 1):  # the first one compiles
        started = time.monotonic()
        chat = await _bot("chat", folder, model)
        await chat.communicate()
        whole.append(time.monotonic() - started)
        if chat.returncode != 0:
            raise RuntimeError(f"chat ended with {chat.returncode}")
        started = time.monotonic()
        daemon = await _ready_daemon(folder, model)
        ready.append(time.monotonic() - started)
        await _end(daemon)
    return [
        Figure("second start of chat with no input, start to end", statistics.median(whole[1:]), "s", 3.0),
        Figure("second start of the daemon until it is ready", statistics.median(ready[1:]), "s"),
    ]


async def _first_turn(folder: Path, model: Model) -> list[Figure]:
    """Seconds until an engine takes messages, its embedding loaded; what of memory was too late for the first."""
    started = time.monotonic()
    async with engine_on(folder, model) as engine:
        ready = time.monotonic() - started
        talker = Talker(engine, FIRST)
        await talker.open()
        await talker.say()
        await talker.idle()
        seen = await inspections.last(engine.ctx, talker.here)
    if seen is None:
        raise RuntimeError("the first turn did not end")
    late = sum(it.verdict is PartVerdict.LATE for it in seen.lines)
    return [
        Figure("engine until it takes messages", ready, "s"),
        Figure("retrievers that were too late for its first turn", late, "", 0),
    ]


async def _daemon(folder: Path, model: Model) -> Figure:
    daemon = await _ready_daemon(folder, model)
    await asyncio.sleep(6)  # its loops have run once
    memory = memory_mb(daemon.pid)
    await _end(daemon)
    return Figure("daemon before the embedding model", memory, "MB", 160.0)


async def _ready_daemon(folder: Path, model: Model) -> asyncio.subprocess.Process:
    daemon = await _bot("run", folder, model)
    assert daemon.stdout is not None
    if not await daemon.stdout.readline():
        raise RuntimeError("the daemon ended at once")
    return daemon


async def _end(process: asyncio.subprocess.Process) -> None:
    process.terminate()
    await process.communicate()


async def _bot(command: str, folder: Path, model: Model) -> asyncio.subprocess.Process:
    names = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    quiet, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", command),
        env=names | environment(folder, model),
        stdin=quiet,
        stdout=pipe,
        stderr=quiet,
    )


async def _channels(folder: Path, model: Model, count: int) -> list[Figure]:
    """Each channel has a session and one exchange; then everything rests."""
    async with engine_on(folder, model) as engine:
        await model.plan(20)
        talkers = [Talker(engine, number) for number in range(2 * count)]
        await _talk_to_all(talkers[:count])  # what grows with use alone has grown
        before = _rested()
        await _talk_to_all(talkers[count:])
        after = _rested()
    return [
        Figure("engine after use", before, "MB"),
        Figure(f"{count:,} idle channels more", after - before, "MB", count / 1000),
    ]


async def _talk_to_all(talkers: list[Talker]) -> None:
    waiting = iter(talkers)

    async def talk() -> None:
        for talker in waiting:
            await talker.open()
            await talker.say()
            await talker.idle()

    await asyncio.gather(*(talk() for _ in range(AT_ONCE)))


def _rested() -> float:
    gc.collect()
    return memory_mb()
