"""The ways in which a chronicle that was kept late could go wrong; and that the comparison with the model can fail."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.db.postgres.pool import Database, open_database
from engine.db.postgres.queries import SQL_FOLDER, Queries
from tests.servers.model import ModelServer
from tests.story.chronicle_checks import in_order
from tests.story.chronicle_steps import close_chapter, edit, keep, load, save, switch, talk
from tests.story.chronicled import Chronicled, new_chronicled
from tests.story.house import House, open_house
from tests.story.told import Rules


@pytest.fixture
async def model_server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


@pytest.fixture
async def house(db: Database, model_server: ModelServer) -> AsyncIterator[House]:
    async with open_house(db, model_server.url) as opened:
        yield opened


@pytest.fixture
async def play(house: House, model_server: ModelServer) -> AsyncIterator[Chronicled]:
    begun = await new_chronicled(house, model_server, Rules(2))
    yield begun
    await begun.boot.die()


async def _evening(play: Chronicled) -> None:
    """A long talk and a savepoint, before anybody has looked at the chronicle."""
    await talk(play, 11, 0)
    await talk(play, 12, 0)
    await save(play, 0, 0)


async def _kept_before(play: Chronicled) -> None:
    """Its chronicle is kept on the way from the savepoint; then people go back to where they were."""
    await keep(play, 0, 0)
    await load(play, 0, 0)
    await keep(play, 0, 0)
    await switch(play, 0, 0)
    await in_order(play)


async def test_what_was_mended_is_not_told_as_it_was_before(play: Chronicled) -> None:
    """The story would tell the wrong text again, because somebody looked at a place from before it was mended."""
    await _evening(play)
    await edit(play, 0, 0)
    await _kept_before(play)
    await keep(play, 0, 0)


async def test_a_summary_that_came_late_does_not_stand_beside_its_chapter(play: Chronicled) -> None:
    """The same talk would be told twice, once by the chapter and once by a summary that was made before it closed."""
    await _evening(play)
    await close_chapter(play, 0, 0)
    await _kept_before(play)
    await keep(play, 0, 0)


@pytest.fixture
async def forgetful(database_url: str, tmp_path: Path) -> AsyncIterator[Database]:
    """The same database, where nothing that is told ever ends."""
    for file in SQL_FOLDER.glob("*.sql"):
        (tmp_path / file.name).write_text(
            file.read_text("utf-8").replace("WHERE it.id NOT IN ({{ended}})", ""), "utf-8"
        )
    database = await open_database(database_url, min_size=1, max_size=4, queries=Queries.load(tmp_path))
    yield database
    await database.close()


async def test_the_comparison_sees_that_nothing_ends(forgetful: Database, model_server: ModelServer) -> None:
    """The programs would pass whatever the keeper does, and prove nothing."""
    async with open_house(forgetful, model_server.url) as house:
        play = await new_chronicled(house, model_server, Rules(2))
        await talk(play, 12, 0)
        with pytest.raises(AssertionError):
            await keep(play, 0, 0)
        await play.boot.die()
