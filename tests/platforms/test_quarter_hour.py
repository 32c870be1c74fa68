"""A whole first evening of new people, through real connections, against the program as a process.

One pair of platform and language a day; ``make walks`` and ``python -m tests.platforms.quarter_hour --evening`` play
every one.
"""

from itertools import product
from pathlib import Path

import pytest

from tests.conftest import NewDatabase
from tests.platforms.quarter_hour import play


@pytest.mark.slow
@pytest.mark.share(6)
@pytest.mark.parametrize(("platform", "language"), [*product(("discord", "telegram", "terminal"), ("en", "zh"))])
async def test_a_first_evening(platform: str, language: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """A new user cannot get from the first word to a character that remembers, through restarts and mistakes."""
    await play(platform, language, await new_database(), tmp_path, evening_too=True)
