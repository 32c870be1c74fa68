"""A whole first evening of new people, through real connections, against the program as a process.

Once on each platform and in each language; ``python -m tests.platforms.quarter_hour --evening`` plays every pair.
"""

from pathlib import Path

import pytest

from tests.conftest import NewDatabase
from tests.platforms.quarter_hour import play


@pytest.mark.slow
@pytest.mark.parametrize(("platform", "language"), [("discord", "en"), ("telegram", "zh"), ("terminal", "zh")])
async def test_a_first_evening(platform: str, language: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """A new user cannot get from the first word to a character that remembers, through restarts and mistakes."""
    await play(platform, language, await new_database(), tmp_path, evening_too=True)
