"""Fixtures of what asks others over the network: connections, tasks that end with the test, a clock that it moves."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from engine.llm.http import Http
from engine.work.clock import HandClock
from engine.work.tasks import Tasks


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime(2026, 1, 1, tzinfo=UTC))


@pytest.fixture
async def tasks() -> AsyncIterator[Tasks]:
    running = Tasks()
    yield running
    await running.stop()


@pytest.fixture
async def http() -> AsyncIterator[Http]:
    out = Http()
    yield out
    await out.aclose()
