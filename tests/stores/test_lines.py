"""What the SQL reads along a line, held equal to plain lists on random trees."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from engine.db.chats import log
from engine.db.chats.lines import Lines
from engine.db.postgres.pool import Database, open_database
from engine.db.postgres.queries import SQL_FOLDER, Queries
from engine.values.chats.entries import Range, Segment
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ForkReason
from tests import share
from tests.story.places import fresh_character, fresh_place
from tests.story.stored import differences, store
from tests.story.trees import KINDS, Tree, trees


@dataclass(frozen=True)
class House:
    """One place for all examples: every tree is a session of its own there."""

    db: Database
    here: Here
    characters: tuple[int, int]


@pytest.fixture(scope="module")
async def house(db: Database) -> House:
    here = await fresh_place(db)
    return House(db, here, (await fresh_character(db, here), await fresh_character(db, here, "Bo")))


def eventful_tree() -> Tree:
    """A small tree in which every condition of the fragments decides something."""
    tree = Tree()
    for _ in range(4):
        tree.say(1)
    early = tree.derive(KINDS[0], 0, tree.paths[1][1], Range(1, 1, 2))
    tree.derive(KINDS[1], 1, tree.paths[1][3], Range(1, 3, 4))
    again = tree.fork(1, 3)
    tree.say(again)
    tree.retire(early.id, tree.revise(again, 2))
    tree.revise(again, 2)
    tree.derive(KINDS[0], 0, tree.say(again), Range(again, 4, 6))
    tree.retire(2, tree.note(1))
    tree.revise(1, 4)
    below = tree.fork(again, 5)
    tree.say(below)
    tree.revise(below, 4)
    return tree


@settings(max_examples=share.examples(60), deadline=None, suppress_health_check=(HealthCheck.too_slow,))
@given(trees())
async def test_the_stores_read_what_lies_on_each_branch(house: House, tree: Tree) -> None:
    """A restored, edited or branched story would show other messages and memories than those that belong to it."""
    stored = await store(house.db, house.here, house.characters, tree)
    assert await differences(house.db, stored) == []


@pytest.fixture(
    params=[
        ("WHERE it.id NOT IN ({{ended}})", ""),
        ("NOT IN ({{ended}})", "NOT IN (SELECT derived_id FROM retired)"),
        ("AND seq <= line.upto", ""),
        ("AND it.seq > line.after ", ""),
        ("AND it.seq <= line.upto", ""),
        ("AND it.branch_id = line.branch_id", ""),
        ("ORDER BY it.target_seq, it.seq DESC", "ORDER BY it.target_seq, it.seq"),
        ("WHERE it.kind = 'revision'", "WHERE it.kind = 'note'"),
    ],
    ids=[
        "no retirements",
        "retirements of all branches",
        "no end of what is known",
        "no begin",
        "no end",
        "no branch",
        "oldest revision",
        "no revision",
    ],
)
async def wrong(request: pytest.FixtureRequest, database_url: str, tmp_path: Path) -> AsyncIterator[Database]:
    """The same database, read by statements with one condition changed."""
    right, changed = request.param
    for file in SQL_FOLDER.glob("*.sql"):
        text = file.read_text("utf-8")
        if file.name == "line.sql":
            assert right in text
            text = text.replace(right, changed)
        (tmp_path / file.name).write_text(text, "utf-8")
    database = await open_database(database_url, min_size=1, max_size=1, queries=Queries.load(tmp_path))
    yield database
    await database.close()


async def test_a_changed_fragment_is_seen(house: House, wrong: Database) -> None:
    """The test above would pass whatever the statements say, and prove nothing."""
    stored = await store(house.db, house.here, house.characters, eventful_tree())
    assert await differences(house.db, stored) == []
    assert await differences(wrong, stored)


async def test_kept_lines_see_branches_that_others_made(house: House) -> None:
    """After a fork by another process, this one would not find the branch it has to show."""
    tree = eventful_tree()
    stored = await store(house.db, house.here, house.characters, tree)
    lines = Lines()
    for branch in (1, 3, 2):
        assert await lines.current(house.db, stored.key, branch) == stored.line(branch)
    async with house.db.transaction() as on:
        assert await log.fork(on, stored.key, 3, 7, ForkReason.BRANCH) == 4
    forked = await lines.current(house.db, stored.key, 4)
    assert forked.segments == (*stored.line(3).segments, Segment(4, 7, 7))
