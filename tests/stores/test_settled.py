"""What is live of a long chronicle is found by what was settled, and is the same as without."""

import asyncio
from dataclasses import astuple

import pytest

from engine.db.chats.log import arrays
from engine.db.memory import derivations
from engine.db.people import erasure
from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, open_database
from engine.db.postgres.queries import product_queries
from engine.db.story import chronicle, settled
from engine.rules.lines import cut, place_at
from engine.values.chats.entries import NewDerived, Range, Retirement
from engine.values.story.chronicle import Chronicle, ChronicleKind
from engine.values.story.chronicle_bodies import ItemBody
from tests.conftest import MIGRATIONS, NewDatabase
from tests.stores.test_plans import _explain, pages, rows_read
from tests.story.long_chronicle import Long, long_chronicle
from tests.story.places import fresh_character, fresh_place

MESSAGES = 900
FORKS = 8
HEADS = (*range(40, MESSAGES, 77), MESSAGES)


@pytest.fixture(params=[0, FORKS])
async def long(request: pytest.FixtureRequest, db: Database) -> Long:
    here = await fresh_place(db)
    character = await fresh_character(db, here)
    async with db.connection() as connection:
        return await long_chronicle(connection, here, character, MESSAGES, request.param)


async def everywhere(db: Database, long: Long) -> list[Chronicle]:
    """What is live at many places of the line."""
    return [await chronicle.chronicle(db, long.key, cut(long.line, upto=head)) for head in HEADS]


async def places(db: Database, long: Long) -> list[int]:
    async with db.connection() as connection:
        rows = await connection.fetch(
            "SELECT seq FROM settled WHERE space_id = $1 AND session_id = $2 ORDER BY seq",
            long.key.space,
            long.key.session,
        )
    return [row["seq"] for row in rows]


async def test_settled_or_not_the_same_is_live(db: Database, long: Long) -> None:
    """A story loses a page, or tells one that was compressed long ago, because somebody wanted to read faster."""
    plain = await everywhere(db, long)
    assert len(plain[-1].pages) > 10
    assert len(plain[-1].timeline) > 10
    for head in (230, 500, 600, MESSAGES):
        await settled.settle(db, long.key, cut(long.line, upto=head))
    assert await places(db, long) == [229, 499, 899]
    assert await everywhere(db, long) == plain


async def test_what_comes_late_is_seen(db: Database, long: Long) -> None:
    """A page that was made late, or one that was ended late, stays unknown to a story that is settled already."""
    await settled.settle(db, long.key, long.line)
    (one, *_), place = (await everywhere(db, long))[-1].timeline, place_at(long.line, 300)
    assert place is not None
    async with db.transaction() as on:
        late = NewDerived(
            "item", place, await _holder(db, long), (Range(1, 2, 3),), "Found late.", ItemBody(name="Key"), n=77
        )
        made = await derivations.derive(on, long.key, late)
        await derivations.retire(on, long.key, Retirement(one.id, place, "merged", by=made))
        await settled.unsettle(on, long.key, place.seq)
    assert await places(db, long) == []
    found = await chronicle.chronicle(db, long.key, long.line)
    assert "Found late." in [it.text for it in found.items]
    assert one.id not in [it.id for it in found.timeline]
    await settled.settle(db, long.key, long.line)
    assert await places(db, long) == [MESSAGES - 1]
    assert await chronicle.chronicle(db, long.key, long.line) == found


async def test_settling_waits_for_what_is_being_stored(db: Database, long: Long) -> None:
    """Two work at once, and what one of them stores is forgotten for good."""
    place = place_at(long.line, 300)
    assert place is not None
    async with db.transaction() as on:
        late = NewDerived(
            "item", place, await _holder(db, long), (Range(1, 2, 3),), "Found late.", ItemBody(name="Key"), n=77
        )
        await derivations.derive(on, long.key, late)
        await settled.unsettle(on, long.key, place.seq)
        task = asyncio.ensure_future(settled.settle(db, long.key, long.line))
        while not task.done() and not await _waiting(db):
            pass
        assert not task.done()
    await task
    assert await places(db, long) == [MESSAGES - 1]
    assert "Found late." in [it.text for it in (await chronicle.chronicle(db, long.key, long.line)).items]


async def test_what_an_erased_row_had_ended_lives_again(db: Database, long: Long) -> None:
    """Somebody is forgotten, and the page that had taken the place of another takes it with it."""
    before, place = await chronicle.chronicle(db, long.key, long.line), place_at(long.line, 850)
    assert place is not None
    new = NewDerived(
        "item", place, await _holder(db, long), (Range(1, 2, 3),), "Names her.", ItemBody(name="Key"), n=77
    )
    made = await derivations.derive(db, long.key, new)
    assert made is not None
    await derivations.retire(db, long.key, Retirement(before.items[0].id, place, "updated", by=made))
    await settled.settle(db, long.key, long.line)
    assert before.items[0] not in (await chronicle.chronicle(db, long.key, long.line)).items
    await erasure.remove_derived(db, long.key, [made])
    assert await chronicle.chronicle(db, long.key, long.line) == before


async def test_how_far_pages_were_made_is_known_only_with_them(db: Database, long: Long) -> None:
    """Somebody switches the pages off, and the messages that they told of are told by nothing any more."""
    await settled.settle(db, long.key, long.line)
    told = await chronicle.chronicle(db, long.key, long.line, (ChronicleKind.SUMMARY,))
    assert (told.processed, len(told.summaries), told.pages) == (0, 1, ())
    assert (await chronicle.chronicle(db, long.key, long.line)).processed == MESSAGES


async def _holder(db: Database, long: Long) -> int:
    async with db.connection() as connection:
        return await connection.fetchval(
            "SELECT holder FROM derived WHERE space_id = $1 AND session_id = $2 LIMIT 1",
            long.key.space,
            long.key.session,
        )


async def _waiting(db: Database) -> bool:
    """Whether anybody waits for a session to be let go."""
    async with db.connection() as connection:
        return await connection.fetchval("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")


@pytest.mark.parametrize("described", [False, True])
async def test_a_turn_reads_what_is_behind_the_settled(new_database: NewDatabase, described: bool) -> None:
    """Right after a story was brought in, or later, each of its turns reads thousands of pages that ended long ago."""
    url = await new_database()
    await migrate(url, MIGRATIONS)
    db = await open_database(url, min_size=1, max_size=2)
    here = await fresh_place(db)
    character = await fresh_character(db, here)
    async with db.connection() as connection:
        for table in ("derived", "retired", "settled"):
            await connection.execute(f"ALTER TABLE {table} SET (autovacuum_enabled = false)")
        long = await long_chronicle(connection, here, character, 6_000, 60)
        await settled.settle(db, long.key, cut(long.line, upto=5_700))
        if described:
            await connection.execute("ANALYZE")
        last = (5_808, ["timeline", "item"], list(chronicle.CHANGED), list(chronicle.HARMLESS))
        args = (*astuple(long.key), *arrays(long.line), list(settled.KINDS), *last)
        for mode in ("force_custom_plan", "force_generic_plan"):
            await connection.execute(f"SET plan_cache_mode = {mode}")
            root = await _explain(connection, product_queries()["chronicle"].sql, args)
            assert rows_read(root, "derived") + rows_read(root, "retired") < 3_000
            assert pages(root) < 3_000
    await db.close()
