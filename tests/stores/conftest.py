"""Folders for servers of our own."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder that the server's user can walk into, with a space and Chinese in its name."""
    made = Path(tempfile.mkdtemp(prefix="omoide 回忆 "))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def folder(place: Path) -> Path:
    """A data folder that keeps its database from test to test."""
    return place / "data"
