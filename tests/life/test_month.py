"""Days of a circle and of people's own chats, lived in a moment: as often as was said, by day, told to nobody else."""

from datetime import timedelta
from pathlib import Path

import pytest

from engine.actions.characters.circles import A_POST, ENOUGH_POSTS
from engine.db.postgres.queries import product_queries
from engine.rules.circle.planning import RARE_DAYS
from tests.faults.servers import open_folder, own_server
from tests.life.checks import MOST_TOKENS, said, tokens_a_day, violations
from tests.life.month import month
from tests.life.people import USUAL, Cast

pytestmark = [pytest.mark.slow, pytest.mark.share(4)]

DAYS = 6
KILLS = 2
REPEATS = 0.2


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_days_of_a_circle(language: str, tmp_path: Path) -> None:
    """A character posts at night, ten times a day, what was said or is secret, or keeps no promise, or two."""
    cast = Cast(language, days=DAYS, hushed_on=4)
    with open_folder() as folder:
        async with own_server(folder / "database") as server, month(server.dsn, tmp_path, cast, repeats=REPEATS) as one:
            await one.lived(KILLS)
            assert one.kills
            assert await violations(one) == []
            assert await said(one)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_a_day_takes(language: str, tmp_path: Path) -> None:
    """Nobody says how often a character posts, and a circle takes a tenth of the house's day; or others are told."""
    cast = Cast(language, days=DAYS, frequencies=USUAL)
    with open_folder() as folder:
        async with own_server(folder / "database") as server, month(server.dsn, tmp_path, cast) as one:
            await one.lived()
            used = await tokens_a_day(one)
            assert used["circle"]
            assert used["facts"], "what people say there is read"
            took = sum(used.values())
            assert took <= MOST_TOKENS, used
            posts = len(USUAL) / RARE_DAYS
            assert abs(posts * A_POST - took) <= 0.3 * took, "told before anything is measured"
            [row] = await one.sql(product_queries()["usage_of_circles"].sql, timedelta(days=DAYS + 1))
            assert row["posts"] >= ENOUGH_POSTS
            assert abs(posts * row["tokens"] / row["posts"] - took) <= 0.3 * took, "told by what was measured"
            assert await violations(one) == []
