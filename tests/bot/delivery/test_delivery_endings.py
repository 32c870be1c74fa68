"""What the delivery begins while it is told to end."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.delivery.waiting import Work, beside
from bot.discord.errands import Errands


async def test_nothing_begins_in_a_group_that_is_ending() -> None:
    """A stop would be told as a fault of the program, and what a person wanted would count as done."""
    begun, ends = asyncio.Event(), asyncio.Event()
    late = _never()

    async def wants_more(group: asyncio.TaskGroup) -> None:
        try:
            await ends.wait()
        except asyncio.CancelledError:  # as whoever was woken before it was told to end
            beside(group, late)

    async def all_of_it() -> None:
        async with asyncio.TaskGroup() as group:
            asked.append(beside(group, wants_more(group)))
            begun.set()

    asked: list[asyncio.Task[None]] = []
    running = asyncio.ensure_future(all_of_it())
    await begun.wait()
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert asked[0].cancelled()
    assert _is_closed(late)


async def test_what_is_ended_before_it_has_begun_leaves_nothing() -> None:
    """A stop in the moment of an answer would be told as a fault of the program."""
    first, second = _never(), _never()
    errands = Errands()
    errands.start(first)
    await errands.stop()
    async with asyncio.TaskGroup() as group:
        beside(group, second, _carefully).cancel()
    assert _is_closed(first)
    assert _is_closed(second)


async def _carefully(work: Work) -> None:
    await work


async def _never() -> None:
    raise AssertionError


def _is_closed(work: Coroutine[Any, Any, None]) -> bool:
    return work.cr_frame is None  # type: ignore[attr-defined]
