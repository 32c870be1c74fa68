"""The loops of a process outlive what they stumble over."""

import asyncio

from engine.work import tasks
from engine.work.tasks import Tasks


async def test_a_loop_that_dies_begins_again(monkeypatch):
    """After one unexpected error nothing would be saved or shown any more, and the process would seem to live."""
    monkeypatch.setattr(tasks, "AFTER_DEATH", 0.0)
    runs: list[int] = []
    reached = asyncio.Event()

    async def loop() -> None:
        runs.append(len(runs))
        if len(runs) < 3:
            raise KeyError
        reached.set()
        await asyncio.Event().wait()

    kept = Tasks()
    kept.keep(loop, "a loop")
    await reached.wait()
    assert runs == [0, 1, 2]
    await kept.stop()


async def test_a_loop_that_returns_has_ended():
    """A loop that is told to stop begins again and again without a pause, and the process never ends."""
    runs: list[int] = []

    async def loop() -> None:
        runs.append(1)

    kept = Tasks()
    await kept.keep(loop, "a loop")
    assert runs == [1]
    await kept.stop()
