"""World books of the house's own folder: read at start and when they change."""

import json
from pathlib import Path

import pytest
import structlog

from engine.actions.characters.house_books import HouseBooks
from engine.db.characters import worlds
from engine.db.postgres.pool import Database
from tests.conftest import Sql
from tests.story.places import fresh_place


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "worlds"
    made.mkdir()
    return made


async def _books(db: Database, prefix: str) -> dict[str, tuple[int, int]]:
    """The books that may be used, by name: number of entries, version."""
    here = await fresh_place(db)
    rows = await worlds.listed(db, here.space, here.person, None, None)
    return {it.name: (it.entries, it.version) for it in rows if it.builtin and it.name.startswith(prefix)}


async def _forget(sql: Sql) -> None:
    await sql("UPDATE world_book SET deleted_at = now() WHERE builtin IS NOT NULL")


async def test_files_and_folders_are_books(db: Database, sql: Sql, folder: Path) -> None:
    """Whoever keeps a folder of YAML files finds none of it, or every file as a book of its own."""
    (folder / "one-coast.yaml").write_text("灯塔: 灯塔建于1887年。\nlamp: It burns whale oil.\n", "utf-8")
    (folder / "one-town").mkdir()
    (folder / "one-town/people.yaml").write_text("Tam: The baker.\n", "utf-8")
    (folder / "one-town/places.yaml").write_text("mill: Burnt down.\nquay: Wet.\n", "utf-8")
    (folder / "readme.txt").write_text("nothing", "utf-8")
    await HouseBooks(folder).read(db)
    assert await _books(db, "one-") == {"one-coast": (2, 1), "one-town": (3, 1)}
    await _forget(sql)


async def test_a_changed_file_is_a_new_version(db: Database, sql: Sql, folder: Path) -> None:
    """Somebody mends a line of a book, and has to restart the house for it; or every look makes a version."""
    file, books = folder / "two.yaml", HouseBooks(folder)
    file.write_text("lamp: Out.\n", "utf-8")
    await books.read(db)
    await books.read(db)
    assert await _books(db, "two") == {"two": (1, 1)}
    file.write_text("lamp: Burns.\noil: Cheap.\n", "utf-8")
    await books.read(db)
    assert await _books(db, "two") == {"two": (2, 2)}
    await HouseBooks(folder).read(db)
    assert await _books(db, "two") == {"two": (2, 2)}
    await _forget(sql)


async def test_a_broken_file_keeps_its_book(db: Database, sql: Sql, folder: Path) -> None:
    """A comma too many in a file, and every story loses its world until somebody reads the log; or nobody is told."""
    file, books = folder / "three.json", HouseBooks(folder)
    good = json.dumps({"entries": {"0": {"uid": 0, "key": ["lamp"], "content": "Out."}}})
    file.write_text(good, "utf-8")
    await books.read(db)
    file.write_text(good + "}", "utf-8")
    with structlog.testing.capture_logs() as logged:
        await books.read(db)
        await books.read(db)
    assert [(it["file"], it["log_level"]) for it in logged] == [("three.json", "warning")]
    assert await _books(db, "three") == {"three": (1, 1)}
    await _forget(sql)


async def test_a_file_that_is_gone_takes_its_book_along(db: Database, sql: Sql, folder: Path) -> None:
    """A book that was taken away is told for ever; one that came back has lost where it was bound."""
    file, books = folder / "four.yaml", HouseBooks(folder)
    file.write_text("lamp: Out.\n", "utf-8")
    await books.read(db)
    file.rename(folder / "four.off")
    await books.read(db)
    assert await _books(db, "four") == {}
    (folder / "four.off").rename(file)
    await books.read(db)
    assert await _books(db, "four") == {"four": (1, 1)}
    await _forget(sql)


async def test_a_machine_without_the_folder_takes_nothing_away(db: Database, sql: Sql, folder: Path) -> None:
    """A second machine of the house removes every book that the first one has read, and the other way round."""
    (folder / "five.yaml").write_text("lamp: Out.\n", "utf-8")
    await HouseBooks(folder).read(db)
    await HouseBooks(folder / "none").read(db)
    assert await _books(db, "five") == {"five": (1, 1)}
    await _forget(sql)
