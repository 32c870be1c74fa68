"""Random programs: everything that people and crashes do to a story, against the model."""

import os
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.db.postgres.pool import Database
from tests.servers.model import ModelServer
from tests.story.house import House, open_house
from tests.story.play import new_play
from tests.story.steps import STEPS, Step

PROGRAMS = int(os.environ.get("OMOIDE_PROGRAMS", "25"))
LENGTH = int(os.environ.get("OMOIDE_PROGRAM_STEPS", "20"))

numbers = st.integers(0, 1_000)
programs = st.lists(st.tuples(st.sampled_from(STEPS), numbers, numbers), min_size=LENGTH, max_size=LENGTH)


@pytest.fixture(scope="module")
async def model_server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


@pytest.fixture(scope="module")
async def house(db: Database, model_server: ModelServer) -> AsyncIterator[House]:
    async with open_house(db, model_server.url) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.share(2)
@settings(max_examples=PROGRAMS, deadline=None, suppress_health_check=(HealthCheck.too_slow,))
@given(programs)
async def test_a_story_is_what_was_done_to_it(
    house: House, model_server: ModelServer, program: list[tuple[Step, int, int]]
) -> None:
    """Some order of undo, edit, restore and crash would lose words, bring them back, or mix two branches."""
    play = await new_play(house, model_server)
    try:
        for step, a, b in program:
            await step(play, a, b)
            await play.check()
        await play.end()
        assert not model_server._queue, "every answer was asked for"
    finally:
        await play.boot.die()
        model_server._queue.clear()
