"""A whole evening of new people, through real connections, against the daemon as a process."""

import itertools
from pathlib import Path

import pytest

from tests.conftest import NewDatabase
from tests.platforms.evening_lines import LINES
from tests.platforms.quarter_hour import play


@pytest.mark.slow
@pytest.mark.parametrize(("platform", "language"), list(itertools.product(("discord", "telegram"), LINES)))
async def test_a_first_quarter_of_an_hour(
    platform: str, language: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    """A new user cannot get from the owner's code to a character that survives restarts."""
    await play(platform, language, await new_database(), tmp_path)
