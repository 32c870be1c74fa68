"""Days of a circle on the platforms' test servers, as people see them there."""

from pathlib import Path

import pytest

from tests.faults.servers import open_folder, own_server
from tests.life.grounds import GROUNDS
from tests.life.people import USUAL, Cast
from tests.life.platforms import Trouble, lived_on

pytestmark = [pytest.mark.slow, pytest.mark.share(6)]

DAYS = 3
KILLS = 2
WRONG = 2


@pytest.mark.parametrize("ground", GROUNDS)
async def test_days_on_a_platform(ground: str, tmp_path: Path) -> None:
    """A post is there twice or never, at night, by nobody, or tells what somebody said alone."""
    cast = Cast("zh" if ground == "discord" else "en", days=DAYS, frequencies=USUAL, hushed_on=2)
    with open_folder() as folder:
        async with (
            own_server(folder / "database") as server,
            lived_on(ground, server.dsn, tmp_path, cast, Trouble(KILLS, WRONG)) as one,
        ):
            assert await one.violations() == []
            assert one.month.kills >= KILLS
            assert one.posts or ground == "terminal story"
