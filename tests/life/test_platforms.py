"""Days of a circle on the platforms' test servers, as people see them there."""

from pathlib import Path

import pytest

from tests.faults.servers import open_folder, own_server
from tests.life.people import USUAL, Cast
from tests.life.platforms import GROUNDS, lived_on

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]

DAYS = 3


@pytest.mark.parametrize("ground", GROUNDS)
async def test_days_on_a_platform(ground: str, tmp_path: Path) -> None:
    """A post is there twice or never, at night, by nobody, or tells what somebody said alone."""
    cast = Cast("zh" if ground == "discord" else "en", days=DAYS, frequencies=USUAL, hushed_on=2)
    with open_folder() as folder:
        async with (
            own_server(folder / "database") as server,
            lived_on(ground, server.dsn, tmp_path, cast) as one,
        ):
            assert await one.violations() == []
            assert one.posts
