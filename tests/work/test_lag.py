"""Whether one piece of work holds up all the others is seen and said."""

import asyncio
import time
from contextlib import suppress
from time import thread_time

import pytest
from structlog.testing import capture_logs

from engine.work.lag import BEAT, HELD, QUIET_BEAT, LoopLag, ProcessorWait


async def test_work_that_holds_the_loop_is_seen() -> None:
    """All replies stand still for seconds, and nothing tells why."""
    asked, noted, wait = 0, asyncio.Event(), ProcessorWait()

    def waited() -> float:
        nonlocal asked
        asked += 1
        if asked == 2:  # before a beat and behind it
            noted.set()
        return wait()

    lag = LoopLag(lambda: waited)
    beating = asyncio.ensure_future(lag.run())
    with capture_logs() as logged:
        await asyncio.sleep(0)
        began = thread_time()
        while thread_time() < began + BEAT + 2 * HELD:
            pass
        await noted.wait()
    beating.cancel()
    with suppress(asyncio.CancelledError):
        await beating
    assert lag.most > HELD
    assert lag.lately == lag.most
    assert [it["event"] for it in logged] == ["loop held"]


async def test_a_house_at_rest_is_seldom_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house in which nobody talks wakes five times a second, and that is most of what it costs."""
    beats, ran, busy = list[float](), iter([0.0, 0.001, 0.002, 0.5, 0.501]), asyncio.Event()
    sleep = asyncio.sleep

    async def slept(seconds: float) -> None:
        beats.append(seconds)
        if len(beats) == 5:
            busy.set()
            await asyncio.Event().wait()
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", slept)
    monkeypatch.setattr(time, "thread_time", lambda: next(ran))
    beating = asyncio.ensure_future(LoopLag(lambda: lambda: 0.0).run())
    await busy.wait()
    beating.cancel()
    with suppress(asyncio.CancelledError):
        await beating
    assert beats == [BEAT, QUIET_BEAT, QUIET_BEAT, BEAT, QUIET_BEAT]


def test_waiting_for_a_processor_is_nobodys_fault() -> None:
    """On a busy machine every minute would be reported, and the one that matters be overlooked."""
    lag = LoopLag()
    with capture_logs() as logged:
        lag.noted(1.0, 0.35 - 0.4)
    assert lag.lately == 0.0
    assert not logged
    assert ProcessorWait()() >= 0.0


def test_only_the_last_minute_is_lately() -> None:
    """One slow moment would be told for ever."""
    lag = LoopLag()
    for now, held in ((0.0, 0.09), (10.0, 0.05), (50.0, 0.01), (65.0, 0.02)):
        lag.noted(now, held)
    assert (lag.lately, lag.most) == (0.05, 0.09)
