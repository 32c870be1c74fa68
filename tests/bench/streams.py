"""What streaming costs: processor time of a token, and how late tokens get when many replies flow at once."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.app import Engine
from tests.bench.figures import Figure, Part, spread
from tests.bench.house import Model, Talker, engine_on, memory_mb, model_process
from tests.bench.probes import loop_lag, token_lateness

GOAL_US = 60.0


@dataclass(frozen=True, slots=True)
class Flow:
    """So many replies at once, each ``rate`` tokens a second; the ``lengths`` that are compared, and how often."""

    streams: int
    rate: int
    lengths: tuple[tuple[int, int], ...]


ONE = Flow(1, 50, ((20, 10), (200, 3), (1000, 1)))
FIFTY = Flow(50, 20, ((20, 4), (200, 1), (1000, 1)))
ONE_QUICK = Flow(1, 50, ((20, 5), (200, 2)))
FIFTY_QUICK = Flow(50, 20, ((20, 2), (200, 1)))


async def run(folder: Path, *, quick: bool) -> Part:
    """Processor time of a token with one stream and with fifty; lateness and memory with two hundred."""
    flows = (ONE_QUICK, FIFTY_QUICK) if quick else (ONE, FIFTY)
    async with model_process() as model, engine_on(folder, model) as engine:
        talkers = await _people(engine, 200)
        await _say_at_once(talkers[:50], model, 20, 0.0)
        figures = [it for flow in flows for it in await _cost(flow, talkers, model)]
        figures += await _many(talkers, model, seconds=9 if quick else 30)
    return Part("Streaming, engine's process only", tuple(figures))


async def _people(engine: Engine, count: int) -> list[Talker]:
    talkers = [Talker(engine, number) for number in range(count)]
    for talker in talkers:
        await talker.open()
    return talkers


async def _say_at_once(talkers: list[Talker], model: Model, chunks: int, pace: float) -> None:
    await model.plan(chunks, pace)
    await asyncio.gather(*(it.say() for it in talkers))
    for talker in talkers:
        await talker.idle()


async def _cost(flow: Flow, talkers: list[Talker], model: Model) -> list[Figure]:
    """The slope between lengths is the token's cost; what a turn costs beside it cancels out."""
    speaking = talkers[: flow.streams]
    costs: list[tuple[int, float]] = []
    for chunks, times in flow.lengths:
        used = time.process_time()
        for _ in range(times):
            await _say_at_once(speaking, model, chunks, 1 / flow.rate)
        costs.append((chunks, (time.process_time() - used) / times / flow.streams))
    (short, least), (long, most) = costs[0], costs[-1]
    each = (most - least) / (long - short)
    name = f"{flow.streams} × {flow.rate} tokens/s"
    return [
        Figure(f"CPU of a token, {name}", each * 1e6, "µs", GOAL_US),
        Figure(f"  CPU of a turn without its tokens, {name}", (least - each * short) * 1e3, "ms"),
    ]


async def _many(talkers: list[Talker], model: Model, *, seconds: int) -> list[Figure]:
    """Every talker's reply at 20 tokens a second, begun one after another: many turns at once are another figure."""
    rate, beginning = 20, seconds / 3
    gc.collect()
    before = memory_mb()
    lateness: list[float] = []
    async with _measured_loop() as lags:
        await model.plan(seconds * rate, 1 / rate, stamped=True)
        used, started = time.process_time(), time.monotonic()
        with token_lateness(lateness):
            async with asyncio.TaskGroup() as tasks:
                for talker in talkers:
                    tasks.create_task(talker.say())
                    await asyncio.sleep(beginning / len(talkers))
                await asyncio.sleep(seconds / 3)
                peak = memory_mb()
        cpu, took = time.process_time() - used, time.monotonic() - started
    name = f"{len(talkers)} × {rate} tokens/s"
    return [
        *spread(f"{name}: token sent → in the draft", lateness, (None, 100.0)),
        *spread(f"{name}: loop lag", lags, (None, 50.0)),
        Figure(f"{name}: CPU", cpu / took * 100, "% of a core"),
        Figure(f"{name}: memory more", peak - before, "MB"),
    ]


@asynccontextmanager
async def _measured_loop() -> AsyncIterator[list[float]]:
    lags: list[float] = []
    async with asyncio.TaskGroup() as tasks:
        watching = tasks.create_task(loop_lag(lags))
        try:
            yield lags
        finally:
            watching.cancel()
