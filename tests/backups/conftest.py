"""An engine on the worker's database with a scripted model, and a channel of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.servers.model import ModelServer
from tests.turns.room import Room, config_for, enter, new_origin, opened


@pytest.fixture
async def model() -> AsyncIterator[ModelServer]:
    async with ModelServer() as server:
        yield server


@pytest.fixture
async def room(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A channel where a session with Mira has begun and nobody has said anything."""
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        yield await enter(engine, model, origin)
