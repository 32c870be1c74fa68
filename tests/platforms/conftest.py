"""A house for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.platforms.room import House
from tests.servers.model import ModelServer, say


@pytest.fixture
async def house(fresh_database: str, tmp_path: Path) -> AsyncIterator[House]:
    """A house where nobody has been. Its model says "Well." to whatever it has no script for."""
    async with ModelServer(lambda _: say("Well.")) as model:
        yield House(fresh_database, tmp_path, model)
