"""What wakes the loops: again after a failure, never twice at once."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from engine.errors import DatabaseUnreachable
from engine.work.tasks import Tasks
from engine.work.timers import WakeTimers

SOON = 0.01
PATIENCE = 30


class Woken:
    """Counts wakes and tells of each."""

    def __init__(self) -> None:
        self.times = 0
        self._more = asyncio.Event()

    async def wake(self) -> None:
        self.times += 1
        self._more.set()

    async def reached(self, times: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.times < times:
                self._more.clear()
                await self._more.wait()


@pytest.fixture
async def timers() -> AsyncIterator[WakeTimers]:
    tasks = Tasks()
    running = WakeTimers(tasks)
    yield running
    running.stop()
    await tasks.stop()


@pytest.mark.parametrize("failure", [DatabaseUnreachable, ZeroDivisionError])
async def test_a_failure_is_not_the_end_of_it(timers: WakeTimers, failure: type[Exception]) -> None:
    """After one moment without a database nothing that was left unfinished would ever be taken up."""
    woken = Woken()

    async def wake() -> None:
        await woken.wake()
        raise failure

    timers.every(SOON, "failing", wake)
    timers.start()
    await woken.reached(3)


async def test_a_slow_loop_is_not_woken_beside_itself(timers: WakeTimers) -> None:
    """A sweep that takes long would run many times over and slow itself down for good."""
    slow, quick, go_on = Woken(), Woken(), asyncio.Event()

    async def wake() -> None:
        await slow.wake()
        await go_on.wait()

    timers.every(SOON, "slow", wake)
    timers.every(SOON, "quick", quick.wake)
    timers.start()
    await slow.reached(1)
    await quick.reached(quick.times + 5)
    assert slow.times == 1
    go_on.set()
    await slow.reached(3)


async def test_a_blocked_process_makes_up_for_one_wake_only(timers: WakeTimers) -> None:
    """After a pause of the machine all the wakes it missed would come at once, or none any more."""
    job = {"coalesce": True, "misfire_grace_time": None, "max_instances": 1}
    timers.every(3_600, "hourly", Woken().wake)
    timers.daily(3, "nightly", Woken().wake)
    timers.start()
    for name in ("hourly", "nightly"):
        made = timers._scheduler.get_job(name)
        assert {key: getattr(made, key) for key in job} == job
    assert timers._scheduler.get_job("nightly").next_run_time.hour == 3
